// What can be completed on the command line, as a tree: made from the same data as the parser, so that a new command or flag is completed
// without a change here.
import { COLOR_WISHES } from '../../terminal/colors.ts';
import type { AnyCommand, CommandArgument, CommandOption } from '../../terminal/command.ts';

export interface CompletedFlag {
  /** `--state` */
  flag: string;
  summary: string;
  takesValue: boolean;
  /** The values that exist; empty when any text may follow. */
  values: readonly string[];
  /** The value is a file or a folder. */
  isFile: boolean;
}

export interface CompletedCommand {
  /** The words so far, such as `admin watches`; empty for the program itself. */
  words: string;
  /** Words that may come next, each with its summary. */
  next: { word: string; summary: string }[];
  flags: CompletedFlag[];
  /** What an argument may be: known values, or files. */
  values: readonly string[];
  isFile: boolean;
}

/** Values that the configuration and this build know. */
export interface KnownValues {
  platforms: readonly string[];
  connectors: readonly string[];
  providers: readonly string[];
  guides: readonly string[];
}

const GLOBAL: CommandOption[] = [
  { flags: '--config <FILE>', summary: 'the configuration file' },
  { flags: '--json', summary: 'print JSON for scripts' },
  { flags: '--wide', summary: 'cut nothing in tables' },
  { flags: '--color <WHEN>', summary: 'colours in the output', choices: COLOR_WISHES },
  { flags: '--help', summary: 'print the help' },
];

const FILE_NAME = /FILE|FOLDER|^(file|path|folder|dir)$/;

/** Which known values a placeholder such as `<platform>` stands for. */
function valuesOf(placeholder: string, known: KnownValues): readonly string[] {
  const name = placeholder.toLowerCase();
  if (name === 'platform' || name === 'platforms' || name === 'where') return known.platforms;
  if (name === 'connector') return known.connectors;
  return name === 'provider' ? known.providers : [];
}

function flagOf({ flags, summary, choices }: CommandOption, known: KnownValues): CompletedFlag {
  const [flag = '', value = ''] = flags.split(' ');
  const placeholder = value.replace(/[<>[\].]/g, '');
  // `--platform <NAME>`: the flag says what is meant.
  const values = choices ?? valuesOf(placeholder === 'NAME' ? flag.slice(2) : placeholder, known);
  return { flag, summary, takesValue: value !== '', values, isFile: FILE_NAME.test(placeholder) };
}

function argumentValues(name: string, argument: CommandArgument | undefined, known: KnownValues) {
  const placeholder = argument?.name.replace(/[<>[\].]/g, '') ?? '';
  if (argument?.choices !== undefined) return argument.choices;
  if (placeholder === 'name' && name.startsWith('connectors'))
    return [...known.connectors, ...known.providers];
  if (name === 'docs') return ['search', ...known.guides];
  return valuesOf(placeholder, known);
}

export function completionTree(
  commands: readonly AnyCommand[],
  groups: Readonly<Record<string, string>>,
  known: KnownValues,
): CompletedCommand[] {
  const tree = new Map<string, CompletedCommand>();
  const nodeOf = (words: string): CompletedCommand => {
    const node = tree.get(words) ?? { words, next: [], flags: [], values: [], isFile: false };
    if (!tree.has(words)) node.flags = GLOBAL.map((option) => flagOf(option, known));
    tree.set(words, node);
    return node;
  };
  for (const { name, summary, options = [], arguments: named = [] } of commands) {
    const words = name.split(' ');
    words.forEach((word, i) => {
      const above = nodeOf(words.slice(0, i).join(' '));
      const text = i === words.length - 1 ? summary : (groups[words.slice(0, i + 1).join(' ')] ?? summary);
      if (above.next.every((one) => one.word !== word)) above.next.push({ word, summary: text });
    });
    const node = nodeOf(name);
    node.flags = [...options.map((option) => flagOf(option, known)), ...node.flags];
    node.values = argumentValues(name, named[0], known);
    node.isFile = named.some(({ name: of }) => FILE_NAME.test(of.replace(/[<>[\].]/g, '')));
  }
  return [...tree.values()];
}
