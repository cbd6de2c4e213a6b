// The shape of a command: data plus one function. cli/program.ts makes a parser from it, and the reference page is generated from the same
// data, so the file of a command has no parsing code.
import type { CliWorld } from './world.ts';

export interface CommandArgument {
  /** `<name>`, `[name]` or `<name...>`. */
  name: string;
  summary: string;
  /** Throws InvalidArgumentError with the second half of the error sentence. */
  parse?: (text: string) => unknown;
  /** The values that exist. */
  choices?: readonly string[];
}

export interface CommandOption {
  /** `--name <VALUE>`, or `--name` for a switch. */
  flags: string;
  summary: string;
  parse?: (text: string) => unknown;
  choices?: readonly string[];
  isRequired?: boolean;
  /** May be given several times; the values form a list. */
  isRepeatable?: boolean;
}

/** One run of a command. */
export interface Invocation<Args = unknown, Options = unknown> {
  world: CliWorld;
  args: Args;
  options: Options;
  /** Print JSON, and nothing else, on standard output. */
  json: boolean;
  configFile: string | null;
}

export interface CliCommand<Args, Options> {
  /** The words that call it, such as `account create`. */
  name: string;
  /** Only for rows of the help that have no flags: see `isForCallers` below. */
  isForCallers?: boolean;
  /** Older words for it. They work for one release more, and the help does not show them. */
  formerly?: string;
  /** The command after which the help lists it. Absent: the position in the list counts. */
  after?: string;
  summary: string;
  /** The operation that it calls and pays for. */
  buys?: string;
  arguments?: CommandArgument[];
  options?: CommandOption[];
  /** Further text for --help. */
  notes?: string;
  /** Without the leading `reelgate`. */
  examples: string[];
  /** Returns the exit code; undefined means 0. */
  run(call: Invocation<Args, Options>): Promise<number | undefined>;
}

/** The flag of every command that calls a running gateway with a key. The help tells callers and operators apart by it. */
export const GATEWAY_FLAGS = '--url <BASE>';

export function isForCallers({ options = [], isForCallers: said = false }: AnyCommand): boolean {
  return said || options.some(({ flags }) => flags === GATEWAY_FLAGS);
}

// biome-ignore lint/suspicious/noExplicitAny: a list of commands of different inputs; each was checked when defined.
export type AnyCommand = CliCommand<any, any>;

/** Drops undefined fields: a verb does not treat undefined as absent. */
export function given<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const kept = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(kept) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
