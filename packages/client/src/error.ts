// Owns the one error that callers of this package meet. It says what happened, what it cost and what to do, and never holds a key.
import type { Problem } from './api-types.ts';

/** What the package itself finds, before or instead of an answer of the gateway. */
export type LocalCode =
  /** The connection failed or was lost. */
  | 'CONNECTION'
  /** The deadline passed. */
  | 'DEADLINE'
  /** The caller's signal fired. */
  | 'ABORTED'
  /** Whoever answered is not a gateway. */
  | 'BAD_ANSWER'
  /** The next call would pass the budget. */
  | 'BUDGET'
  /** An option or a checkpoint cannot be used. */
  | 'INVALID_OPTION'
  /** A key would be shown to everybody who opens the page. */
  | 'BROWSER';

/** Codes of newer gateways pass through. */
export type ErrorCode = Problem['code'] | LocalCode | (string & {});

/**
 * `refused`: the gateway answered and charged nothing. `not_sent`: the gateway has not seen the call. `unknown`: it may have been
 * charged; the same request id tells, and never charges twice.
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
  /** What the runtime called it. */
  cause?: string | undefined;
}

const BRAND = Symbol.for('reelgate.error');
export const NOTHING = '0.000000';

const MAY_BE_CHARGED =
  '. It may be charged: ask again with the same request id, never charged twice, or read its receipt';

export class ReelgateError extends Error {
  declare readonly code: ErrorCode;
  declare readonly next: Problem['next'];
  declare readonly outcome: Outcome;
  declare readonly requestId: string | null;
  /** Of the answer; null when there was none. */
  declare readonly status: number | null;
  /** What the call took from the balance; null when nobody can say yet. */
  declare readonly charged: string | null;
  declare readonly retryAfterMs: number | null;
  /** The parameters that were wrong. */
  declare readonly fields: readonly { field: string; message: string }[];
  /** The gateway's own words, whole. */
  declare readonly problem: Problem | null;

  constructor(what: string, facts: ErrorFacts) {
    const { code, requestId, cause, status = null, retryAfterMs = null, problem = null, ...rest } = facts;
    const isUnknown = facts.outcome === 'unknown';
    const id = requestId === null ? '' : `, request id ${requestId}`;
    super(`${what} (${code}${id})${isUnknown ? MAY_BE_CHARGED : ''}`, cause ? { cause } : {});
    const charged = isUnknown ? null : NOTHING;
    const fields = problem?.errors ?? [];
    Object.assign(this, { ...rest, code, requestId, status, charged, retryAfterMs, problem, fields });
  }

  override get name(): string {
    return 'ReelgateError';
  }

  get [BRAND](): true {
    return true;
  }

  /** By brand: two copies of this package know each other's errors. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return isReelgateError(value);
  }

  toJSON(): object {
    return { ...this, name: this.name, message: this.message };
  }
}

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
