// `help WORD…`: the help of a command, of a group, or a list of the commands that have to do with a word.
import type { Command } from 'commander';
import { createFinder } from '../documents/find-sections.ts';
import { nearestName } from '../domain/text/nearest-name.ts';
import type { AnyCommand, CliCommand } from '../terminal/command.ts';
import { renderTable } from '../terminal/table.ts';
import { CliError, type CliWorld, EXIT } from '../terminal/world.ts';

export const HELP_COMMAND = 'help';

/** For the list of commands. The program answers it before it parses the words, because it needs the parser itself. */
export const helpCommand: CliCommand<[string[]], object> = {
  name: HELP_COMMAND,
  summary: 'Print the help of a command, or the commands that have to do with a word',
  arguments: [{ name: '[word...]', summary: 'a command, its first words, or any word' }],
  examples: ['help account create', 'help refund'],
  run: async () => EXIT.ok,
};

interface Asked {
  world: CliWorld;
  json: boolean;
  words: readonly string[];
}

export function explainWords(program: Command, commands: readonly AnyCommand[], asked: Asked): number {
  const { world, json, words } = asked;
  const named = below(commands, words);
  // Older words are in the parser too, but not in the list of commands: whoever asks about one gets the commands that mention it.
  const found = named.length === 0 ? null : find(program, words);
  const about = found === null ? mentioning(commands, words) : named;
  if (json) world.out(`${JSON.stringify({ commands: about.map(viewOf) }, null, 2)}\n`);
  else if (found !== null) found.outputHelp();
  else if (about.length > 0) world.out(listText(about, words, world.columns));
  if (found === null && about.length === 0) throw unknown(commands, words);
  return EXIT.ok;
}

function find(program: Command, words: readonly string[]): Command | null {
  return words.reduce<Command | null>(
    (command, word) => command?.commands.find((one) => one.name() === word) ?? null,
    program,
  );
}

function below(commands: readonly AnyCommand[], words: readonly string[]): AnyCommand[] {
  const start = words.join(' ');
  return commands.filter(({ name }) => start === '' || name === start || name.startsWith(`${start} `));
}

/** As `docs search` finds sections of guides; the best first. */
export function mentioning(commands: readonly AnyCommand[], words: readonly string[]): AnyCommand[] {
  const told = commands.map((command) => {
    const { name, summary, arguments: named = [], options = [], notes = '' } = command;
    const flags = options.map((one) => `${one.flags} ${one.summary}`);
    const text = [...named.map((one) => one.summary), ...flags, notes].join(' ');
    return { guide: name, heading: summary, text, command };
  });
  return createFinder(told)(words.join(' ')).map(({ command }) => command);
}

function viewOf({ name, summary, arguments: named = [], options = [], examples }: AnyCommand) {
  return {
    name,
    summary,
    arguments: named.map((one) => ({ name: one.name, summary: one.summary })),
    options: options.map(({ flags, summary: text, choices, isRequired, isRepeatable }) => ({
      flags,
      summary: text,
      choices: choices ?? null,
      required: isRequired === true,
      repeatable: isRepeatable === true,
    })),
    examples,
  };
}

function listText(found: readonly AnyCommand[], words: readonly string[], columns: number | null): string {
  const titles = [
    { title: 'command' },
    { title: 'what it does', canShrink: true, isMain: true, wraps: true },
  ];
  const rows = found.map(({ name, summary }) => [name, summary]);
  return `Commands that mention "${words.join(' ')}":\n\n${renderTable(titles, rows, columns)}`;
}

function unknown(commands: readonly AnyCommand[], words: readonly string[]): CliError {
  const names = commands.flatMap(({ name }) => [name, ...name.split(' ')]);
  const near = nearestName(words.join(' '), names) ?? nearestName(words[0]!, names);
  const hint = near === null ? '"reelgate --help" lists all commands' : `did you mean "${near}"?`;
  return new CliError(`no command mentions "${words.join(' ')}"; ${hint}`, EXIT.usage);
}
