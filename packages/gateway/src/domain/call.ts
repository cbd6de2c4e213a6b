// A call: its identity, states and attempts. The storage verbs enforce the state machine, and constraints of the database back them up.
import type { Group } from './access/key.ts';
import type { KeptQuestion } from './gathering/question.ts';
import { type Micros, ZERO } from './money.ts';
import type { Delivered, Terms } from './prices/terms.ts';

/** `economy`: one provider, one attempt. `stable`: all attempts that the plan allows. */
export type Variant = 'economy' | 'stable';

/** held → settled | released | expired. A released or expired call may be opened again with the next epoch. */
export type CallState = 'held' | 'settled' | 'released' | 'expired';

/** Where the answer of a call came from. */
export type Source = 'live' | 'cache' | 'stale';

/** One exchange with one provider, as receipts show it. */
export interface Attempt {
  provider: string;
  /** Milliseconds after the call was admitted. */
  startedMs: number;
  durationMs: number;
  /** `ok`, `cancelled` when another attempt was faster, or the kind of failure. */
  outcome: string;
  bytes: number;
  /** What the provider charges the operator. Never shown to callers. */
  costMicros: Micros;
  /** Its answer goes on with a walk that another provider began, or that lost its position. Absent otherwise. */
  isResumed?: true;
  /**
   * The call of another account asked for it, and this call did not wait for so many of its milliseconds. Receipts tell it as an attempt of
   * this call. Absent otherwise.
   */
  sparedMs?: number;
  /** The leg it belongs to, in a call over several platforms. */
  leg?: string;
  /** What the caller paid for its leg. Absent when the call has no legs. */
  earnedMicros?: Micros;
}

/** Outcomes that are not the provider's failure: `cancelled` lost a race; `not_found` and `input_rejected` are correct answers. */
export const NON_FAILURES: readonly string[] = ['ok', 'cancelled', 'not_found', 'input_rejected'];

export function hasFailed({ outcome }: Attempt): boolean {
  return !NON_FAILURES.includes(outcome);
}

/**
 * How much longer a call would have taken if its attempts had been its own. What it took is told with these milliseconds: otherwise a short
 * time would reveal, for as long as the call is kept, that another account had asked.
 */
export function sparedMsOf(attempts: readonly Attempt[]): number {
  const toldMs = attempts.map(({ startedMs, durationMs }) => startedMs + durationMs);
  const waitedMs = attempts.map(({ sparedMs = 0 }, i) => Math.max(0, toldMs[i]! - sparedMs));
  return Math.max(0, ...toldMs) - Math.max(0, ...waitedMs);
}

/** The attempts of another account's call, as a call tells them that was spared so many milliseconds of them. */
export function sharedAttempts(attempts: readonly Attempt[], sparedMs: number): Attempt[] {
  return attempts.map((attempt) => ({ ...attempt, costMicros: ZERO, sparedMs }));
}

/** A call as the ledger has it, without its answer. */
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
  /** The most that the call could cost. */
  priceMicros: Micros;
  /** Null: the call costs its price, whatever is delivered. */
  terms: Terms | null;
  /** Null before the call ended, and for calls without terms. */
  delivered: Delivered | null;
  chargedMicros: Micros;
  /** Refunded since. */
  refundedMicros: Micros;
  source: Source | null;
  failureCode: string | null;
  attempts: Attempt[];
  openedAtMs: number;
  finishedAtMs: number | null;
  /** Whether the answer is still stored, so that repeating the request id returns it. */
  answerKept: boolean;
  /** What was asked; null when that was not kept, or was deleted after its days. */
  asked: KeptQuestion | null;
}
