// `completion SHELL` prints the script with which a shell completes the words of this command.
import { readGuides } from '../../documents/guides.ts';
import type { CliCommand, Invocation } from '../../terminal/command.ts';
import { show } from '../../terminal/output.ts';
import { CliError } from '../../terminal/world.ts';
import type { CommandList } from '../program.ts';
import { completionScript, SHELLS, type Shell } from './completion-scripts.ts';
import { completionTree, type KnownValues } from './completion-tree.ts';

/** A configuration that cannot be read is no reason to complete nothing. */
async function knownValues({ world, configFile }: Invocation): Promise<KnownValues> {
  const always = {
    connectors: world.connectors.map(({ name }) => name),
    guides: (await readGuides()).map(({ name }) => name),
  };
  try {
    const { platforms, providers } = world.config(configFile);
    return { ...always, platforms: [...Object.keys(platforms), 'all'], providers: Object.keys(providers) };
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    return { ...always, platforms: [], providers: [] };
  }
}

/** `list` is read when the command runs: it contains this command. */
export const completionCommand = (list: () => CommandList): CliCommand<[Shell], object> => ({
  name: 'completion',
  summary: 'Print the script that completes commands, flags and their values in a shell',
  arguments: [{ name: '<shell>', summary: 'the shell', choices: SHELLS }],
  notes: `To install it:
  bash  reelgate completion bash > ~/.local/share/bash-completion/completions/reelgate
  zsh   reelgate completion zsh > "\${fpath[1]}/_reelgate"
  fish  reelgate completion fish > ~/.config/fish/completions/reelgate.fish
Then start a new shell. For the current one: source <(reelgate completion bash)
It knows the platforms and providers of the configuration at this time: print it again when they change.
Shells complete the command "reelgate", not "npx reelgate". In a clone: alias reelgate='npx reelgate'`,
  examples: ['completion bash', 'completion zsh', 'completion fish'],
  async run(call) {
    const [shell] = call.args;
    const { commands, groups } = list();
    const script = completionScript(shell, completionTree(commands, groups, await knownValues(call)));
    show(call, { shell, script }, () => script);
    return undefined;
  },
});
