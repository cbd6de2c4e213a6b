// Makes the reference page of the command line from the help texts. write-reference.ts writes the file, and a test fails when the file is
// stale.
import type { Command } from 'commander';
import { isForCallers } from '../terminal/command.ts';
import { EXIT_MEANINGS } from '../terminal/world.ts';
import { helpWorld } from './answer-at-once.ts';
import { commands, groups } from './commands.ts';
import { assembleProgram } from './program.ts';

const EXIT_ROWS = Object.entries(EXIT_MEANINGS)
  .map(([code, meaning]) => `| ${code} | ${meaning} |`)
  .join('\n');

const INTRODUCTION = `# The reelgate command

<!-- Generated from packages/gateway/src/cli by write-reference.ts. Do not edit. -->

Everything below is also printed by \`--help\` and by \`reelgate help WORD\`. The options of \`reelgate\` itself go with every command, and so
does \`--help\`; they are listed once.

## Who uses what

Callers use an API key (\`--key\`, or \`REELGATE_KEY\` in the environment) and a running gateway, on any machine. Operators work on the
machine of the gateway, with its configuration and its data, whether it runs or not; they need no key. \`providers\`, \`top\` and
\`config reload\` also ask the running gateway. The first word says whose command it is: \`collect …\` and \`watch …\` are a caller's own
collections and watches, \`admin collections …\` and \`admin watches …\` are those of all accounts.

## Output

- In a terminal a table fits its width. A title keeps at least half of it, long cells are cut with "…" (ids in the middle), times lose their
  seconds, and addresses stand below their rows. Columns that find no room are named in the last line.
- With \`--wide\`, in a pipe and in a file, every column and every cell is whole.
- Scripts use \`--json\`: fields are added, never removed or renamed. The tables may change at any time.
- With \`--json\` an error is one line on standard error:
  \`{"error":{"code":"NOT_FOUND","message":"…","exit_code":1}}\`. The code is that of the API where the API refused.
- Colours appear only in a terminal, and never alone: the words say the same. \`NO_COLOR\`, \`FORCE_COLOR\`, \`TERM=dumb\` and
  \`--color always|never\` decide otherwise.

## Exit codes

| Code | Meaning |
|---|---|
${EXIT_ROWS}

## Completion

\`reelgate completion bash|zsh|fish\` prints a script that completes commands, flags and their values, with the platforms and providers of the
configuration. Install it once, and again when they change:

\`\`\`text
bash  reelgate completion bash > ~/.local/share/bash-completion/completions/reelgate
zsh   reelgate completion zsh > "\${fpath[1]}/_reelgate"
fish  reelgate completion fish > ~/.config/fish/completions/reelgate.fish
\`\`\`

Shells complete the command \`reelgate\`, not \`npx reelgate\`. In a clone, \`alias reelgate='npx reelgate'\` gives you the command.
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

/** Without `--help`, which every command has, and which the page lists once. */
const ownOptions = ({ options }: Command) => options.filter(({ hidden }) => !hidden);

export function renderCliReference(): string {
  let printed = '';
  const program = wholeProgram((text) => {
    printed += text;
  });
  const sections = [program, ...leaves(program)].map((command) => {
    printed = '';
    if (command !== program) command.configureHelp({ visibleOptions: ownOptions });
    command.outputHelp();
    return `\n## ${fullName(command)}\n\n\`\`\`text\n${printed.trim()}\n\`\`\`\n`;
  });
  return INTRODUCTION + sections.join('');
}

function wholeProgram(out: (text: string) => void): Command {
  const versions = { reelgate: '', node: '', sqlite: '' };
  const world = helpWorld({
    out,
    err: () => {},
    outputLoss: async () => null,
    columns: null,
    colors: { out: false, err: false },
    versions,
  });
  return assembleProgram({ commands, groups }, world, () => {});
}

/** The source of help-rows.ts: what `reelgate --help` lists, for cli/answer-at-once.ts. */
export function renderHelpRows(): string {
  const program = wholeProgram(() => {});
  const help = program.createHelp();
  const rows = help.visibleCommands(program).map((command) => {
    const spec = commands.find(({ name }) => name.split(' ')[0] === command.name())!;
    const audience = isForCallers(spec) ? '\tcallers' : '';
    return `${help.subcommandTerm(command)}\t${help.subcommandDescription(command)}${audience}`;
  });
  return [
    '// Generated from the commands by write-reference.ts. Do not edit.',
    '/** Each line of the list in `reelgate --help`: the words, what the command does, and "callers" for commands that need a key. */',
    `export const HELP_ROWS = \`\n${rows.join('\n').replaceAll(/[`\\]|\$\{/g, '\\$&')}\n\`;\n`,
  ].join('\n');
}
