// How a row of the table in verbs.ts is written, and how the table becomes the storage port.
// A writing or a reading is written once for both databases. A native verb is written by each backend for itself.
import type { Dialect, Reading } from './steps/reading.ts';
import type { WriteMoment, Writing } from './steps/writing.ts';

/** On whose behalf something long is read: an account's id, or the actor of an operator. */
export interface OnBehalf {
  party: string;
}

/** The party has enough reads under way and waiting. */
export interface Busy {
  kind: 'busy';
  retryAfterMs: number;
}

// `run` is declared as a method on purpose: TypeScript lets a method be called with the input of a message, whose type is not known.
// The name of a verb and its input leave the port together, so the input is the one that the function of this name takes.
export interface WriteVerb<I, T> {
  kind: 'write';
  mode: 'write';
  run(input: I, moment: WriteMoment): Writing<T>;
}

export interface ReadVerb<I, T> {
  kind: 'read';
  mode: 'read';
  /** PostgreSQL pays a round trip for the time, so only readings that use it get it; for others `nowMs` is not a number. */
  asksTime: boolean;
  run(input: I, dialect: Dialect, nowMs: number): Reading<T>;
}

/** A reading that takes as long as an account has calls: it waits for its turn, and few run at a time (steps/long-reads.ts). */
export interface LongReadVerb<I, T> extends Omit<ReadVerb<I, T>, 'kind'> {
  kind: 'longRead';
  /** Reports may take minutes. PostgreSQL ends other statements after a few seconds; SQLite has no such limit. */
  hasTimeLimit: boolean;
}

export interface NativeVerb<F> {
  kind: 'native';
  mode: 'write' | 'read';
  asksTime: boolean;
  /** Never set. It carries the type of the verb. */
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

/** A reading that needs the time of the ledger. */
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

/** `mode`: whether it changes something; `readNow` when it only reads, and needs the time of the ledger. */
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

/** `grants.give` becomes `give` of `grants`; a name without a dot stands at the top. */
export type Port<Table> = {
  [G in GroupOf<keyof Table>]: {
    [N in keyof Table as N extends `${G}.${infer Name}` ? Name : never]: FunctionOf<Table[N]>;
  };
} & { [N in keyof Table as N extends `${string}.${string}` ? never : N]: FunctionOf<Table[N]> };

/** A function with an input of unknown type; declared as a method for the reason given above. */
export type Untyped = { run(input?: unknown): Promise<unknown> }['run'];

/** Asks `bind` once for each verb, when the storage is opened: a call of the port then runs the function that it was given. */
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
  // The one place where names become types: what travels between a verb of the port and its function is not typed.
  return { ...groups, ...top } as Port<Table>;
}
