// Owns the port of events at rest: reading a stream, its last number, and dropping what is old. Writing is no verb: events are
// written by the verbs that cause them, in their transactions.
import type { EventData, EventType, NewEvent, StreamEvent } from '../domain/event.ts';
import type { Micros } from '../domain/money.ts';

export interface EventVerbs {
  /** Of one stream, the oldest first, from behind `after`. */
  /** The oldest first. With `before` the newest first, of those with a lower number. */
  list(input: { stream: string; after: number; limit: number; before?: number }): Promise<StreamEvent[]>;
  /** The last number of each of these streams; one without events is left out. */
  heads(input: { streams: readonly string[] }): Promise<Record<string, number>>;
  /** Of the operator's stream alone: what no verb of the ledger causes. */
  note(input: { type: EventType; data: EventData }): Promise<null>;
  /** Writes the event when the state of this name is another one than was told last; `isUsual`: not when none was. */
  tellOnce(input: {
    name: string;
    state: string;
    event: NewEvent;
    isUsual: boolean;
  }): Promise<{ told: boolean }>;
  /** Of active keys that end within this time, once for each end; a bounded number at a time. */
  tellExpiringKeys(input: { withinMs: number }): Promise<{ told: number }>;
  /** Whoever pays another price since the last version of the price list, a bounded number at a time; `isMore`: there are others. */
  tellPriceChanges(input: null): Promise<{ isMore: boolean }>;
  /** Drops what is older, a bounded number at a time; the last number of a stream stays. */
  purge(input: { keepMs: number }): Promise<{ purged: number }>;
  /** The limit of accounts that have none of their own; 0 tells nobody. */
  setLowBalance(input: { micros: Micros }): Promise<null>;
}

/** The row of `meta` that has the limit of accounts without one of their own. */
export const LOW_BALANCE = 'low_balance_micros';
