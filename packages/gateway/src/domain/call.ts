// Owns the words for one call: its identity, its states and its attempts. The state machine itself is enforced by the
// storage verbs, and by the database below them.
import type { Group } from './key.ts';
import type { Micros } from './money.ts';
import type { Delivered, Terms } from './terms.ts';

/** How hard the gateway tries: one provider and one attempt, or all that the plan allows. */
export type Variant = 'economy' | 'stable';

/** held → settled | released | expired; released and expired calls may be opened again with the next epoch. */
export type CallState = 'held' | 'settled' | 'released' | 'expired';

/** Where an answer came from. */
export type Source = 'live' | 'cache' | 'stale';

/** One exchange with one provider, as the receipt shows it. */
export interface Attempt {
  provider: string;
  /** Milliseconds after the call was admitted. */
  startedMs: number;
  durationMs: number;
  /** `ok`, `cancelled` when another attempt was faster, or the kind of failure. */
  outcome: string;
  bytes: number;
  /** What it costs the operator. Never shown to callers. */
  costMicros: Micros;
  /** Of which leg, in a call that has several. */
  leg?: string;
  /** What its leg was charged; absent where the whole charge is its own. */
  earnedMicros?: Micros;
}

/** One that lost a race did not fail, nor did one that learned what is so: there is no such thing, or the question is wrong. */
export const NO_FAILURES: readonly string[] = ['ok', 'cancelled', 'not_found', 'input_rejected'];

export function hasFailed({ outcome }: Attempt): boolean {
  return !NO_FAILURES.includes(outcome);
}

/** What the ledger knows of a call, without its answer. */
export interface CallRecord {
  accountId: string;
  requestId: string;
  keyId: string;
  state: CallState;
  path: string;
  group: Group;
  platform: string;
  operation: string;
  variant: Variant;
  catalogVersion: number;
  /** The most that it could cost. */
  priceMicros: Micros;
  /** null: it costs its price, whatever is delivered. */
  terms: Terms | null;
  /** null before the end, and for calls without terms. */
  delivered: Delivered | null;
  chargedMicros: Micros;
  /** Given back since. */
  refundedMicros: Micros;
  source: Source | null;
  failureCode: string | null;
  attempts: Attempt[];
  openedAtMs: number;
  finishedAtMs: number | null;
  /** The same id still fetches its answer. */
  answerKept: boolean;
}
