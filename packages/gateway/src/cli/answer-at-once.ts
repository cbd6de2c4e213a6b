// Answers `reelgate --version` and `reelgate --help` without loading the gateway: loading it takes 0.7 s of CPU. The rows of the help are
// generated from the commands (help-rows.ts).
import { readColorEnvironment } from '../config/color-environment.ts';
import { packageVersion } from '../process/package-version.ts';
import { hasColors } from '../terminal/colors.ts';
import type { AnyCommand } from '../terminal/command.ts';
import { StandardStream } from '../terminal/standard-stream.ts';
import type { CliWorld } from '../terminal/world.ts';
import { HELP_ROWS } from './help-rows.ts';
import { runProgram } from './program.ts';

/** What printing help and the version needs of the world of commands. */
export type HelpWorld = Pick<CliWorld, 'out' | 'err' | 'outputLoss' | 'columns' | 'colors' | 'versions'>;

/** No command is run with it, so the rest of the world is never used. */
export function helpWorld(world: HelpWorld): CliWorld {
  return world as CliWorld;
}

const AT_ONCE = ['--version', '--help', '-h'];

/** The exit code; null when the words ask for more than that. */
export async function answerAtOnce(argv: readonly string[], world?: HelpWorld): Promise<number | null> {
  const [word, ...more] = argv.slice(2);
  if (word === undefined || !AT_ONCE.includes(word) || more.length > 0) return null;
  const list = { commands: listedCommands(), groups: {} };
  return runProgram(list, helpWorld(world ?? systemWorld()), [...argv]);
}

/** Commands by the words that the help lists, each with its arguments: `search <platform> <keyword>`. */
function listedCommands(): AnyCommand[] {
  return HELP_ROWS.trim()
    .split('\n')
    .map((row) => {
      const [term, summary, audience] = row.split('\t');
      const [name, ...after] = term!.split(' ');
      const options = after.includes('[options]') ? [{ flags: '--any', summary: '' }] : [];
      const isForCallers = audience === 'callers';
      const words = after.filter((one) => one !== '[options]').map((one) => ({ name: one, summary: '' }));
      const shown = { name: name!, summary: summary!, arguments: words, options, isForCallers };
      return { ...shown, examples: [], run: neverRun };
    });
}

async function neverRun(): Promise<never> {
  throw new Error('a row of the help is no command');
}

/** Some terminals do not report their size. */
const COLUMNS_UNKNOWN = 80;

/** The width of standard output when it is a terminal. */
export function terminalColumns(): number | null {
  return process.stdout.isTTY === true ? process.stdout.columns || COLUMNS_UNKNOWN : null;
}

/** Which of the two streams of this process get colours. */
export function streamColors(): HelpWorld['colors'] {
  const env = readColorEnvironment();
  return {
    out: hasColors(process.stdout.isTTY === true, env),
    err: hasColors(process.stderr.isTTY === true, env),
  };
}

function systemWorld(): HelpWorld {
  const output = new StandardStream(process.stdout);
  const errors = new StandardStream(process.stderr);
  return {
    out: (text) => output.write(text),
    err: (text) => errors.write(text),
    outputLoss: () => output.loss(),
    columns: terminalColumns(),
    colors: streamColors(),
    versions: { reelgate: packageVersion(), node: process.versions.node, sqlite: '' },
  };
}
