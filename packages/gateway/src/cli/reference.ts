// Makes the reference page of the command line from the help texts. write-reference.ts writes the file, and a test fails when the file is
// stale.
import type { Command } from 'commander';
import type { CliWorld } from '../terminal/world.ts';
import { commands, groups } from './commands.ts';
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
  // Help needs only an output and a version of the world.
  const world = {
    out: (text: string) => {
      printed += text;
    },
    columns: null,
    versions: { reelgate: '', node: '', sqlite: '' },
  } as unknown as CliWorld;
  const program = assembleProgram({ commands, groups }, world, () => {});
  const sections = [program, ...leaves(program)].map((command) => {
    printed = '';
    command.outputHelp();
    return `\n## ${fullName(command)}\n\n\`\`\`text\n${printed.trim()}\n\`\`\`\n`;
  });
  return INTRODUCTION + sections.join('');
}
