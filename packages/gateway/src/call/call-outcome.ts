// How a call can end for its caller: answered, answered again, or refused. Types alone, so that every step may name them.
import type { ChargeFacts } from '../domain/answer.ts';
import type { Failure } from '../domain/failure.ts';
import type { Micros } from '../domain/money.ts';
import type { AnswerContent, OpenResult, RateState, StoredAnswer } from '../storage/storage.ts';

export interface Deprecation {
  deprecatedAtMs: number;
  sunsetAtMs: number | null;
  successor: string | null;
}

export interface Answered extends ChargeFacts {
  kind: 'answered';
  content: AnswerContent;
  chargedMicros: Micros;
  rate: RateState | null;
  deprecation: Deprecation | null;
  /** Of a cached answer. */
  ageSeconds: number | null;
  /** The state of the limit on free answers, for one that is. */
  free?: RateState;
  /** Called by `run` when the bytes have left, or never will. */
  whenSent?(): void;
}

/** The very bytes of the first answer. */
export interface Replayed {
  kind: 'replayed';
  answer: StoredAnswer;
  balanceMicros: Micros;
  rate: RateState;
  free: RateState;
  deprecation: Deprecation | null;
  whenSent?(): void;
}

/** With the state of the key's limit on calls, or of that on free answers. */
export type LimitedFailure = Failure & { rate?: RateState; free?: RateState };

/** Nothing was opened: the question is paid or under way under another id that its request names. */
export type Twin = Extract<OpenResult, { kind: 'twin' }>;

export type CallOutcome = Answered | Replayed | LimitedFailure;
