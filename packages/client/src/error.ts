// The one error class of this package. It says what happened, what it cost and what to do. It never contains the API key.
import type { Problem } from './api-types.ts';

/** Codes of failures that the package itself detects. */
export type LocalCode =
  /** The connection failed or was lost. */
  | 'CONNECTION'
  /** The deadline passed. */
  | 'DEADLINE'
  /** The caller's signal fired. */
  | 'ABORTED'
  /** The answer did not come from a gateway, or was cut short. */
  | 'BAD_ANSWER'
  /** The next call would exceed the budget. */
  | 'BUDGET'
  /** An option or a checkpoint cannot be used. */
  | 'INVALID_OPTION'
  /** An API key in a web page is visible to everyone who opens the page. */
  | 'BROWSER';

/** Newer gateways may send further codes. */
export type ErrorCode = Problem['code'] | LocalCode | (string & {});

/**
 * `refused`: the gateway answered and charged nothing. `not_sent`: the gateway did not receive the call. `unknown`: the call may have been
 * charged; repeat it with the same request id, which never charges twice.
 */
export type Outcome = 'refused' | 'not_sent' | 'unknown';

export interface ErrorFacts {
  code: ErrorCode;
  next: Problem['next'];
  outcome: Outcome;
  requestId: string | null;
  status?: number;
  retryAfterMs?: number | undefined;
  problem?: Problem;
  /** Nothing is charged for it, and repeating it would do it again. */
  once?: boolean;
  /** The runtime's name for the failure, such as ECONNREFUSED. */
  cause?: string | undefined;
}

const BRAND = Symbol.for('reelgate.error');
/** Zero as the gateway writes amounts. */
export const NOTHING = '0.000000';

const MAY_BE_CHARGED =
  '. It may have been charged: repeat it with the same request id, never charged twice, or read its receipt';

const MAY_BE_DONE = '. It may have been done: look before you repeat it';

export class ReelgateError extends Error {
  /** What went wrong. Codes of the gateway are listed in its error reference; LocalCode lists those of this package. */
  declare readonly code: ErrorCode;
  /** What to do about it. `retry` and `wait`: the same call may succeed later. */
  declare readonly next: Problem['next'];
  /** Whether the gateway received the call, and whether it may have been charged. */
  declare readonly outcome: Outcome;
  /** Request id of the call; null if the error came before there was one. */
  declare readonly requestId: string | null;
  /** HTTP status of the answer; null if there was no answer. */
  declare readonly status: number | null;
  /** What the call took from the balance, as a decimal text; null while that is unknown. */
  declare readonly charged: string | null;
  /** Milliseconds that the gateway asked to wait; null if it did not. */
  declare readonly retryAfterMs: number | null;
  /** The parameters that the gateway refused. */
  declare readonly fields: readonly { field: string; message: string }[];
  /** The gateway's problem document, unchanged. */
  declare readonly problem: Problem | null;

  constructor(what: string, facts: ErrorFacts) {
    const {
      code,
      requestId,
      cause,
      status = null,
      retryAfterMs = null,
      problem = null,
      once,
      ...rest
    } = facts;
    const isUnknown = facts.outcome === 'unknown';
    const id = requestId === null ? '' : `, request id ${requestId}`;
    const doubt = once ? MAY_BE_DONE : MAY_BE_CHARGED;
    super(`${what} (${code}${id})${isUnknown ? doubt : ''}`, cause ? { cause } : {});
    const charged = isUnknown && !once ? null : NOTHING;
    const fields = problem?.errors ?? [];
    Object.assign(this, { ...rest, code, requestId, status, charged, retryAfterMs, problem, fields });
  }

  override get name(): string {
    return 'ReelgateError';
  }

  get [BRAND](): true {
    return true;
  }

  /** Compares by a symbol, so that two copies of this package recognise each other's errors. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return isReelgateError(value);
  }

  toJSON(): object {
    return { ...this, name: this.name, message: this.message };
  }
}

/** True for every ReelgateError, also one of another copy of this package. */
export function isReelgateError(value: unknown): value is ReelgateError {
  return typeof value === 'object' && value !== null && BRAND in value;
}

export function wrongOption(what: string, code: LocalCode = 'INVALID_OPTION'): ReelgateError {
  return new ReelgateError(what, {
    code,
    next: 'fix',
    outcome: 'not_sent',
    requestId: null,
  });
}
