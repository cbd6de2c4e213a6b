// Owns how a call can end for whoever asked: answered, answered again, or refused. Types alone, so that every step may name them.
import type { ChargeFacts } from '../domain/answer.ts';
import type { Micros } from '../domain/money.ts';
import type { AnswerContent, RateState, StoredAnswer } from '../storage/storage.ts';
import type { LimitedFailure } from './open.ts';

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

export type CallOutcome = Answered | Replayed | LimitedFailure;
