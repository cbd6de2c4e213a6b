// How a row of the table in verbs.ts is written, and how the table becomes the storage port. A write or read verb is one function for
// both databases. A native verb is implemented by each backend.
import type { Dialect, Reading } from './steps/reading.ts';
import type { WriteMoment, Writing } from './steps/writing.ts';

/** The party that asked for a long read: an account's id, or the actor of an operator. */
export interface OnBehalf {
  party: string;
}

/** The party already has as many reads running and waiting as it may. */
export interface Busy {
  kind: 'busy';
  retryAfterMs: number;
}

/** A storage is closed once. Whoever closes it again waits for the same end: its threads cannot answer a second time. */
export function closeOnce(close: () => Promise<void>): () => Promise<void> {
  let closing: Promise<void> | null = null;
  return () => {
    closing ??= close();
    return closing;
  };
}

// `run` is declared as a method on purpose: TypeScript then allows calling it with an input of unknown type, as it arrives in a message
// between threads. This is sound because a verb's name and input are sent together, so the input is the one that the function of this
// name takes.
export interface WriteVerb<I, T> {
  kind: 'write';
  mode: 'write';
  run(input: I, moment: WriteMoment): Writing<T>;
}

export interface ReadVerb<I, T> {
  kind: 'read';
  mode: 'read';
  /** True: `run` gets the time. It costs PostgreSQL a round trip, so only verbs that need it ask for it; for others `nowMs` is NaN. */
  asksTime: boolean;
  run(input: I, dialect: Dialect, nowMs: number): Reading<T>;
}

/**
 * A read whose duration grows with the number of an account's calls. It waits in a queue, and few run at a time (steps/long-reads.ts).
 */
export interface LongReadVerb<I, T> extends Omit<ReadVerb<I, T>, 'kind'> {
  kind: 'longRead';
  /** False for reports that may take minutes. PostgreSQL cancels other queries after a few seconds; SQLite has no such limit. */
  hasTimeLimit: boolean;
}

export interface NativeVerb<F> {
  kind: 'native';
  mode: 'write' | 'read';
  asksTime: boolean;
  /** Never set. It only carries the type of the verb. */
  like?: F;
}

export type TableVerb =
  | WriteVerb<unknown, unknown>
  | ReadVerb<unknown, unknown>
  | LongReadVerb<unknown, unknown>
  | NativeVerb<unknown>;

export function write<I, T>(run: (input: I, moment: WriteMoment) => Writing<T>): WriteVerb<I, T> {
  return { kind: 'write', mode: 'write', run };
}

export function read<I, T>(run: (input: I, dialect: Dialect) => Reading<T>): ReadVerb<I, T> {
  return { kind: 'read', mode: 'read', asksTime: false, run };
}

/** A read that needs the time of the ledger. */
export function readNow<I, T>(
  run: (input: I, nowMs: number, dialect: Dialect) => Reading<T>,
): ReadVerb<I, T> {
  return {
    kind: 'read',
    mode: 'read',
    asksTime: true,
    run: (input, dialect, nowMs) => run(input, nowMs, dialect),
  };
}

export function longRead<I, T>(
  run: (input: I, dialect: Dialect) => Reading<T>,
  limit?: 'withoutTimeLimit',
): LongReadVerb<I, T> {
  return { kind: 'longRead', mode: 'read', asksTime: false, hasTimeLimit: limit === undefined, run };
}

/** `mode`: `write`, `read`, or `readNow` for a read that needs the time of the ledger. */
export function native<F extends (...given: never[]) => Promise<unknown>>(
  mode: 'write' | 'read' | 'readNow',
): NativeVerb<F> {
  return { kind: 'native', mode: mode === 'write' ? 'write' : 'read', asksTime: mode === 'readNow' };
}

/** A verb whose input is null or undefined takes no argument. */
type Verb<I, T> = unknown extends I
  ? () => Promise<T>
  : [I] extends [null | undefined]
    ? () => Promise<T>
    : (input: I) => Promise<T>;

/** The function that the port has for a row of the table. */
export type FunctionOf<V> =
  V extends NativeVerb<infer F>
    ? F
    : V extends LongReadVerb<infer I, infer T>
      ? (input: I & OnBehalf) => Promise<T | Busy>
      : V extends WriteVerb<infer I, infer T> | ReadVerb<infer I, infer T>
        ? Verb<I, T>
        : never;

type GroupOf<N> = N extends `${infer G}.${string}` ? G : never;

/** `grants.give` becomes `port.grants.give`; a name without a dot becomes a function of the port itself. */
export type Port<Table> = {
  [G in GroupOf<keyof Table>]: {
    [N in keyof Table as N extends `${G}.${infer Name}` ? Name : never]: FunctionOf<Table[N]>;
  };
} & { [N in keyof Table as N extends `${string}.${string}` ? never : N]: FunctionOf<Table[N]> };

/** A function with an input of unknown type; declared as a method for the reason given above. `seen`: VerbThread.run says what for. */
export type Untyped = { run(input?: unknown, seen?: (result: unknown) => void): Promise<unknown> }['run'];

/** Calls `bind` once for each verb when the storage is opened. The port then runs the function that `bind` returned. */
export function buildPort<Table extends Record<string, TableVerb>>(
  table: Table,
  bind: (name: Extract<keyof Table, string>, verb: TableVerb) => Untyped,
): Port<Table> {
  const top: Record<string, Untyped> = {};
  const groups: Record<string, Record<string, Untyped>> = {};
  for (const whole in table) {
    const [group = whole, name] = whole.split('.');
    const run = bind(whole, table[whole]!);
    if (name === undefined) top[whole] = run;
    else groups[group] = { ...groups[group], [name]: run };
  }
  // The only cast from names to types: between the port and the function of a verb, inputs and results are untyped.
  return { ...groups, ...top } as Port<Table>;
}
