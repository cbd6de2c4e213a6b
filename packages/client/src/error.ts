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
  cause?: string;
}

const BRAND = Symbol.for('reelgate.error');
export const NOTHING = '0.000000';

function textOf(what: string, { code, outcome, requestId }: ErrorFacts): string {
  const name = `${what} (${code}${requestId === null ? '' : `, request id ${requestId}`})`;
  return outcome === 'unknown'
    ? `${name}. It may be charged: ask again with the same request id, never charged twice, or read its receipt`
    : name;
}

export class ReelgateError extends Error {
  readonly code: ErrorCode;
  readonly next: Problem['next'];
  readonly outcome: Outcome;
  readonly requestId: string | null;
  /** Of the answer; null when there was none. */
  readonly status: number | null;
  /** What the call took from the balance; null when nobody can say yet. */
  readonly charged: string | null;
  readonly retryAfterMs: number | null;
  /** The parameters that were wrong. */
  readonly fields: readonly { field: string; message: string }[];
  /** The gateway's own words, whole. */
  readonly problem: Problem | null;

  constructor(what: string, facts: ErrorFacts) {
    super(textOf(what, facts), facts.cause === undefined ? {} : { cause: facts.cause });
    this.code = facts.code;
    this.next = facts.next;
    this.outcome = facts.outcome;
    this.requestId = facts.requestId;
    this.status = facts.status ?? null;
    this.charged = facts.outcome === 'unknown' ? null : NOTHING;
    this.retryAfterMs = facts.retryAfterMs ?? null;
    this.problem = facts.problem ?? null;
    this.fields = facts.problem?.errors ?? [];
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

export function wrongOption(what: string): ReelgateError {
  return new ReelgateError(what, {
    code: 'INVALID_OPTION',
    next: 'fix',
    outcome: 'not_sent',
    requestId: null,
  });
}
