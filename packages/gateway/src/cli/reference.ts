// Makes the reference page of the command line from the help texts. write-reference.ts writes the file, and a test fails when the file is
// stale.
import type { Command } from 'commander';
import { commands, groups } from './commands.ts';
import { helpWorld } from './help-world.ts';
import { assembleProgram } from './program.ts';

const INTRODUCTION = `# The reelgate command

<!-- Generated from packages/gateway/src/cli by write-reference.ts. Do not edit. -->

Everything below is also printed by \`--help\`. Commands that say "as a customer" call a running gateway; the others work on the
data folder itself, with or without one. \`--json\` prints the fields of the API, which only ever grow; the tables are for people and may
change.
`;

function leaves(command: Command): Command[] {
  const below = command.commands.flatMap(leaves);
  // A word that is both a command and a group shows its own help too.
  return isCommand(command) ? [command, ...below] : below;
}

function isCommand(command: Command): boolean {
  return commands.some(({ name }) => fullName(command) === `reelgate ${name}`);
}

function fullName(command: Command): string {
  return command.parent === null ? command.name() : `${fullName(command.parent)} ${command.name()}`;
}

export function renderCliReference(): string {
  let printed = '';
  const program = wholeProgram((text) => {
    printed += text;
  });
  const sections = [program, ...leaves(program)].map((command) => {
    printed = '';
    command.outputHelp();
    return `\n## ${fullName(command)}\n\n\`\`\`text\n${printed.trim()}\n\`\`\`\n`;
  });
  return INTRODUCTION + sections.join('');
}

function wholeProgram(out: (text: string) => void): Command {
  const versions = { reelgate: '', node: '', sqlite: '' };
  const world = helpWorld({ out, err: () => {}, outputLoss: async () => null, columns: null, versions });
  return assembleProgram({ commands, groups }, world, () => {});
}

/** The source of help-rows.ts: what `reelgate --help` lists, for cli/answer-at-once.ts. */
export function renderHelpRows(): string {
  const program = wholeProgram(() => {});
  const help = program.createHelp();
  const rows = help
    .visibleCommands(program)
    // The parser adds this one itself.
    .filter((command) => command.name() !== 'help')
    .map((command) => `${help.subcommandTerm(command)}\t${help.subcommandDescription(command)}`);
  return [
    '// Generated from the commands by write-reference.ts. Do not edit.',
    '/** Each line of the list in `reelgate --help`: the words and, after a tab, what the command does. */',
    `export const HELP_ROWS = \`\n${rows.join('\n').replaceAll(/[`\\]|\$\{/g, '\\$&')}\n\`;\n`,
  ].join('\n');
}
