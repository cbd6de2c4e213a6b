// How a call can end for its caller: answered, replayed, or refused. Types only, so that every step may import them.

import type { ChargeFacts } from '../domain/answer.ts';
import type { Failure } from '../domain/failure.ts';
import type { FreeState } from '../domain/limiting/account-limiter.ts';
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
  /** The age of a cached answer; null for a live one. */
  ageSeconds: number | null;
  /** The state of the limit on free answers, for a free answer. */
  free?: FreeState;
  /** `run` calls it when the bytes were sent or never will be. */
  whenSent?(): void;
}

/** The exact bytes of the first answer. */
export interface Replayed {
  kind: 'replayed';
  answer: StoredAnswer;
  balanceMicros: Micros;
  rate: RateState;
  free: FreeState;
  deprecation: Deprecation | null;
  whenSent?(): void;
}

/** With the states of limits: the key's rate, and its account's on free answers and on misses. */
export type LimitedFailure = Failure & { rate?: RateState; free?: FreeState; misses?: RateState };

/** Nothing was opened: the question is paid or running under one of the other ids that the request names. */
export type Twin = Extract<OpenResult, { kind: 'twin' }>;

export type CallOutcome = Answered | Replayed | LimitedFailure;
