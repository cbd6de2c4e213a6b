// Builds the option parser from the list of commands, and turns the end of a command into one line and an exit code. It never ends the
// process: main.ts does.
import { Argument, Command, CommanderError, Option } from 'commander';
import { COLOR_WISHES, type ColorWish, painted, wishedColors } from '../terminal/colors.ts';
import {
  type AnyCommand,
  type CommandArgument,
  type CommandOption,
  isForCallers,
} from '../terminal/command.ts';
import { errorText } from '../terminal/output.ts';
import { plainText } from '../terminal/text-width.ts';
import { CliError, type CliWorld, EXIT, EXIT_MEANINGS } from '../terminal/world.ts';
import { explainWords, HELP_COMMAND } from './help-words.ts';

const HELP_COLUMNS_DEFAULT = 100;
const HELP_COLUMNS_MIN = 60;

const ROOT_NOTES = `
Environment:
  REELGATE_CONFIG  the configuration file, when --config is not given
  REELGATE_KEY     the API key of commands that call a gateway as a customer
  REELGATE_URL     where that gateway is, for "mcp"
  REELGATE_PUBLIC, REELGATE_ADMIN
                   where the gateway listens, instead of what the configuration says
  NO_COLOR, FORCE_COLOR
                   no colours at all, or colours also without a terminal

Exit codes:
${Object.entries(EXIT_MEANINGS)
  .map(([code, meaning]) => `  ${code}  ${meaning}`)
  .join('\n')}

Output:
  In a terminal, tables fit its width: long cells are cut with "…", and the
  last line names columns that found no room. With --wide, in a pipe and in a
  file every cell is whole. Scripts use --json: its fields stay. With --json an
  error is one line of JSON on standard error.

Examples:
  $ reelgate serve
  $ reelgate account create acme --top-up 25.00 --reference inv-1
  $ reelgate key create acme
  $ reelgate search library "night sky" --pages 2
  $ reelgate help account
  $ source <(reelgate completion bash)
`;

/** The headings of the list of commands. */
const HEADINGS = {
  callers: 'For callers (with an API key: --key or REELGATE_KEY; at a running gateway)',
  operators: 'For operators (without a key: on the configuration and the data of the gateway)',
  both: 'For both',
};
const FOR_BOTH = ['help', 'completion'];

function headingOf(spec: AnyCommand): string {
  if (FOR_BOTH.includes(spec.name.split(' ')[0]!)) return HEADINGS.both;
  return isForCallers(spec) ? HEADINGS.callers : HEADINGS.operators;
}

type Ended = (exitCode: number) => void;

interface GlobalOptions {
  config?: string;
  json?: boolean;
  wide?: boolean;
}

export interface CommandList {
  commands: readonly AnyCommand[];
  /** Help texts for the first word of commands with two words. */
  groups: Record<string, string>;
  /** Errors of the parser are JSON too. */
  json?: boolean;
}

/** `ended` is called with the exit code of the command that ran. */
export function assembleProgram(list: CommandList, world: CliWorld, ended: Ended): Command {
  const columns = Math.max(world.columns ?? HELP_COLUMNS_DEFAULT, HELP_COLUMNS_MIN);
  const program = new Command('reelgate')
    .description('A self-hosted video search gateway with prepaid billing.')
    .exitOverride()
    .configureHelp({ showGlobalOptions: true, styleTitle: (title) => painted(true, 'bold', title) })
    .helpCommand(false)
    .configureOutput({
      writeOut: (text) => world.out(text),
      writeErr: (text) => world.err(text),
      // The parser puts its suggestion on a second line; one line is easier to read in a log.
      outputError: (text, write) => write(usageError(text, world, list.json === true)),
      getOutHelpWidth: () => columns,
      getErrHelpWidth: () => columns,
      getOutHasColors: () => world.colors.out,
      getErrHasColors: () => world.colors.err,
    })
    .version(world.versions.reelgate, '--version', 'print the version')
    .option('--config <FILE>', 'the configuration file')
    .option('--json', 'print JSON for scripts')
    .option('--wide', 'cut nothing in tables, however narrow the terminal is')
    .addOption(
      new Option('--color <WHEN>', 'colours in the output (default: auto, in a terminal)').choices(
        COLOR_WISHES,
      ),
    )
    .helpOption('-h, --help', 'print this help')
    .addHelpText('after', ROOT_NOTES);
  for (const spec of list.commands) addCommand(parentOf(program, spec, list.groups), spec, world, ended);
  // After all others: an older word must not come before its group.
  for (const spec of list.commands) {
    if (spec.formerly === undefined) continue;
    const older = { ...spec, name: spec.formerly };
    addCommand(parentOf(program, older, null), older, world, ended, spec.name);
  }
  describeOlderGroups(program, list.commands);
  pointToHelp(program);
  return program;
}

/** Groups are created with the first of their commands, so that the help keeps the sequence of the list. Without texts they are hidden. */
function parentOf(program: Command, spec: AnyCommand, groups: CommandList['groups'] | null): Command {
  const above = spec.name.split(' ').slice(0, -1);
  return above.reduce((parent, word, i) => {
    const known = parent.commands.find((command) => command.name() === word);
    if (known !== undefined) return known.helpCommand(false);
    const group = parent.command(word, { hidden: groups === null }).helpCommand(false);
    if (i === 0) group.helpGroup(`${headingOf(spec)}:`);
    return group.description(groups?.[above.slice(0, i + 1).join(' ')] ?? '');
  }, program);
}

/** A group of older words only lists no commands, because those are hidden. It says what they are called now. */
function describeOlderGroups(program: Command, commands: readonly AnyCommand[]): void {
  for (const group of program.commands.filter((one) => one.description() === '')) {
    const newer = commands.filter(({ formerly }) => formerly?.startsWith(`${group.name()} `));
    const names = newer.map(({ name }) => `"reelgate ${name}"`).join(', ');
    group.description(`Older words, which end with the next release. Now: ${names}.`);
  }
}

/** An error about what was left out or is not known says where all of it is listed, unless the parser suggests a word. */
function pointToHelp(above: Command, words = 'reelgate'): void {
  for (const command of above.commands) {
    const name = `${words} ${command.name()}`;
    const { outputError } = command.configureOutput();
    command.configureOutput({
      outputError: (text, write) => {
        const isClear = !/^error: (missing|unknown|required) /.test(text) || text.includes('(Did you mean');
        outputError!(isClear ? text : `${text.trimEnd()}; see "${name} --help"\n`, write);
      },
    });
    pointToHelp(command, name);
  }
}

function addCommand(
  parent: Command,
  spec: AnyCommand,
  world: CliWorld,
  ended: Ended,
  newer: string | null = null,
): void {
  const word = spec.name.split(' ').at(-1)!;
  const command = parent.command(word, { hidden: newer !== null }).description(spec.summary);
  if (parent.parent === null) command.helpGroup(`${headingOf(spec)}:`);
  for (const argument of spec.arguments ?? []) command.addArgument(argumentOf(argument));
  for (const option of spec.options ?? []) command.addOption(optionOf(option));
  nameChoices(command, spec);
  command.addHelpText('after', notesOf(spec));
  command.action(async () => {
    const above = optionsAbove(command, spec);
    requireOptions(command, spec, above);
    const { config = null, json = false, wide = false } = command.optsWithGlobals<GlobalOptions>();
    if (newer !== null && !json)
      world.err(`"${spec.name}" is now "${newer}"; the older words end with the next release.\n`);
    const seen = wide ? { ...world, columns: null } : world;
    const options = { ...above, ...command.opts() };
    ended(
      (await spec.run({ world: seen, args: command.processedArgs, options, json, configFile: config })) ??
        EXIT.ok,
    );
  });
}

/** The parser's error about a missing argument gets the values that the argument takes, where they are known. */
function nameChoices(command: Command, { arguments: named = [] }: AnyCommand): void {
  const { outputError } = command.configureOutput();
  for (const { name, choices } of named) {
    if (choices === undefined) continue;
    const missing = `missing required argument '${name.replace(/[<>[\].]/g, '')}'`;
    command.configureOutput({
      outputError: (text, write) =>
        outputError!(text.replace(missing, `${missing}: ${choices.join(', ')}`), write),
    });
  }
}

/**
 * Options that the parser gave to a command above: `collect` and `collect list` both have --key, and the parser gives it to the first one.
 * One that this command does not have is refused.
 */
function optionsAbove(command: Command, { options = [] }: AnyCommand): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (let above = command.parent; above !== null && above.parent !== null; above = above.parent) {
    for (const option of above.options) {
      const name = option.attributeName();
      if (above.getOptionValueSource(name) !== 'cli') continue;
      if (!options.some(({ flags }) => flags === option.flags))
        command.error(`error: unknown option '${option.long}'`);
      found[name] = above.getOptionValue(name);
    }
  }
  return found;
}

function argumentOf({ name, summary, parse, choices }: CommandArgument): Argument {
  const argument = new Argument(name, summary);
  if (choices !== undefined) return argument.choices(choices);
  return parse === undefined ? argument : argument.argParser(parse);
}

function optionOf({ flags, summary, parse, choices, isRequired, isRepeatable }: CommandOption): Option {
  const option = new Option(flags, isRequired ? `${summary} (required)` : summary);
  if (choices !== undefined) return option.choices(choices);
  const read = parse ?? ((text: string) => text);
  if (isRepeatable) return option.argParser((text, before?: unknown[]) => [...(before ?? []), read(text)]);
  return parse === undefined ? option : option.argParser(parse);
}

/** The parser checks for missing options before unknown ones, which would hide a typing error. So this check runs later. */
function requireOptions(
  command: Command,
  { options = [] }: AnyCommand,
  given: Record<string, unknown>,
): void {
  for (const { flags, isRequired } of options) {
    const option = command.options.find((one) => one.flags === flags);
    if (!isRequired || option === undefined) continue;
    const name = option.attributeName();
    if (command.getOptionValue(name) === undefined && given[name] === undefined)
      command.error(`error: required option '${flags}' not specified`);
  }
}

function notesOf({ notes, examples }: AnyCommand): string {
  const shown = examples.map((example) => `  $ reelgate ${example}\n`).join('');
  return `${notes === undefined ? '' : `\n${notes}\n`}\nExamples:\n${shown}`;
}

export async function runProgram(list: CommandList, given: CliWorld, argv: string[]): Promise<number> {
  let exitCode: number = EXIT.ok;
  const json = argv.includes('--json');
  const world = { ...given, colors: colorsFor(given, argv) };
  const program = assembleProgram({ ...list, json }, world, (code) => {
    exitCode = code;
  });
  try {
    if (isHelpAsked(argv))
      exitCode = explainWords(program, list.commands, { world, json, words: wordsOf(argv) });
    else await program.parseAsync(argv);
  } catch (error) {
    exitCode = explain(error, world, json);
  }
  return afterOutput(world, exitCode);
}

const isHelpAsked = (argv: readonly string[]) =>
  argv[2] === HELP_COMMAND && !argv.includes('--help') && !argv.includes('-h');

/** The words after `help`. Its flags are those of every command. */
function wordsOf(argv: readonly string[]): string[] {
  const given = argv
    .slice(3)
    .filter((_word, i, all) => all[i - 1] !== '--color' && all[i - 1] !== '--config');
  const unknown = given.find(
    (word) => word.startsWith('-') && !/^--(json|wide|color|config)(=|$)/.test(word),
  );
  if (unknown !== undefined) throw new CliError(`unknown option '${unknown}'`, EXIT.usage);
  return given.filter((word) => !word.startsWith('-'));
}

/** Found before the parser runs, because its own errors and its help have colours too. */
function colorsFor({ colors }: CliWorld, argv: readonly string[]): CliWorld['colors'] {
  const at = argv.findLastIndex((word) => word === '--color' || word.startsWith('--color='));
  const text = argv[at]?.includes('=') ? argv[at].slice('--color='.length) : argv[at + 1];
  if (at < 0 || !COLOR_WISHES.includes(text as ColorWish)) return colors;
  const wish = text as ColorWish;
  return { out: wishedColors(wish, colors.out), err: wishedColors(wish, colors.err) };
}

/** A reader that closes the pipe (`| head`) is not an error. Any other loss of output is reported. */
async function afterOutput(world: CliWorld, exitCode: number): Promise<number> {
  const loss = await world.outputLoss();
  if (loss === null || loss === 'EPIPE') return exitCode;
  world.err(`error: standard output cannot be written (${loss}); what the command did stands\n`);
  return exitCode === EXIT.ok ? EXIT.unavailable : exitCode;
}

/** A key that was typed in the wrong place must not appear in a log. */
function errorLine(text: string): string {
  return plainText(text).replace(/(rg[ka]_live_)\w+/g, '$1…');
}

/** The parser starts its errors with "error: ". */
function usageError(text: string, world: CliWorld, json: boolean): string {
  const message = errorLine(text).replace(/^error: /, '');
  return errorText({ message, code: 'USAGE', exitCode: EXIT.usage }, json, world.colors.err);
}

function explain(error: unknown, world: CliWorld, json: boolean): number {
  // The parser has already printed the error or the help.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  const isOurs = error instanceof CliError;
  const lines = (error instanceof Error ? error.message : String(error)).split('\n').map(errorLine);
  const { exitCode, code, detail } = isOurs
    ? error
    : { exitCode: EXIT.unavailable, code: codeOf(error), detail: {} };
  world.err(errorText({ message: lines.join('\n'), code, exitCode, detail }, json, world.colors.err));
  if (isOurs) return exitCode;
  // An unexpected error is a bug, and a bug report needs its stack.
  if (!isForeseen(error) && !json) world.err(`${error instanceof Error ? error.stack : ''}\n`);
  return EXIT.unavailable;
}

/** A word for scripts: that of the system, such as ENOSPC, or the name of the error. */
function codeOf(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown };
  if (typeof code === 'string') return code;
  return name === 'StorageUnavailable' ? 'STORAGE_UNAVAILABLE' : isForeseen(error) ? 'UNAVAILABLE' : 'BUG';
}

/** By name: importing the storage would load thirty files for `reelgate --help`. */
const FORESEEN = ['StorageUnavailable', 'UnusableDatabase'];

/** Storage that cannot be used, and files that the system refuses: the message is enough. */
function isForeseen(error: unknown): boolean {
  return error instanceof Error && (FORESEEN.includes(error.name) || 'code' in error);
}
