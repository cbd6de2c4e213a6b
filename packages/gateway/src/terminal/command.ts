// The shape of one command: data plus one function. cli/program.ts turns it into a parser, and the reference page is made from the same
// data, so the file of a command holds no parsing code.
import type { CliWorld } from './world.ts';

export interface CommandArgument {
  /** `<name>`, `[name]` or `<name...>`. */
  name: string;
  summary: string;
  /** Throws InvalidArgumentError with the rest of the sentence. */
  parse?: (text: string) => unknown;
}

export interface CommandOption {
  /** `--name <VALUE>`, or `--name` for a switch. */
  flags: string;
  summary: string;
  parse?: (text: string) => unknown;
  choices?: readonly string[];
  isRequired?: boolean;
  /** May be given several times; the values make a list. */
  isRepeatable?: boolean;
}

/** One use of a command. */
export interface Invocation<Args = unknown, Options = unknown> {
  world: CliWorld;
  args: Args;
  options: Options;
  /** Print JSON on standard output and nothing else there. */
  json: boolean;
  configFile: string | null;
}

export interface CliCommand<Args, Options> {
  /** The words that call it, such as `account create`. */
  name: string;
  /** The command behind which the help shows it; without one, its place is that in the list. */
  after?: string;
  summary: string;
  /** The operation whose calls it makes and pays. */
  buys?: string;
  arguments?: CommandArgument[];
  options?: CommandOption[];
  /** What else a reader of --help should know. */
  notes?: string;
  /** Without the leading `reelgate`. */
  examples: string[];
  /** The exit code; nothing means 0. */
  run(call: Invocation<Args, Options>): Promise<number | undefined>;
}

// biome-ignore lint/suspicious/noExplicitAny: a list of commands of different inputs; each was checked when defined.
export type AnyCommand = CliCommand<any, any>;

/** The fields that were given. Options that were not are undefined, which a verb does not take for "absent". */
export function given<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const kept = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(kept) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
