// How many attempts beyond a call's first one a provider may get: shares of the calls of the last ten seconds, with a small
// minimum, so that a failing provider does not receive a multiple of its usual load.
import { RecentSeconds } from './recent-seconds.ts';

/** Minimum, so that a quiet provider can be retried at all. */
const EXTRAS_MIN = 3;
/** 20 %. Shares are whole divisors of calls, so that no rounding adds an attempt. */
const CALLS_PER_RETRY = 5;
/** 10 %. When most of its attempts fail, more of them help little. */
const CALLS_PER_RETRY_FAILING = 10;
const FAILING_BELOW = 0.5;
/** Above one extra attempt in ten calls no hedge is made: a provider with that many retries is in trouble already. */
const CALLS_PER_EXTRA_HEDGING = 10;
/** Each call earns a twentieth of a hedge, so hedges stay below five per cent of calls, whatever the latencies are. */
const CALLS_PER_HEDGE = 20;
/**
 * Hedges that may accumulate. Slow answers come in clusters: with 10 saved, one slow answer in ten found no hedge; with 20, one
 * in twenty.
 */
const HEDGES_SAVED_MAX = 20;
const HEDGES_AT_START = 1;
/** Minimum, so that one walk can always move as far as walks may, once in ten seconds, also where few calls are made. */
const PAGES_MIN = 50;

interface AttemptCounts {
  calls: number;
  retries: number;
  hedges: number;
}

export class RetryTokens {
  readonly #recent = new RecentSeconds(['calls', 'retries', 'hedges', 'pages'] as const);
  /** Counted in calls, so that it stays a whole number. */
  #earned = HEDGES_AT_START * CALLS_PER_HEDGE;

  callBegan(nowMs: number): void {
    this.#recent.add('calls', nowMs);
    this.#earned = Math.min(this.#earned + 1, HEDGES_SAVED_MAX * CALLS_PER_HEDGE);
  }

  retryBegan(nowMs: number): void {
    this.#recent.add('retries', nowMs);
  }

  hedgeBegan(nowMs: number): void {
    this.#recent.add('hedges', nowMs);
    this.#earned = Math.max(0, this.#earned - CALLS_PER_HEDGE);
  }

  /** A page of an attempt beyond its first is load like that of a retry. */
  pageBegan(nowMs: number): void {
    this.#recent.add('pages', nowMs);
  }

  counts(nowMs: number): AttemptCounts {
    return {
      calls: this.#recent.sum('calls', nowMs),
      retries: this.#recent.sum('retries', nowMs),
      hedges: this.#recent.sum('hedges', nowMs),
    };
  }

  /** How many more retries the last ten seconds allow. */
  retriesLeft(successRate: number | null, nowMs: number): number {
    const isFailing = successRate !== null && successRate < FAILING_BELOW;
    return this.#extrasLeft(isFailing ? CALLS_PER_RETRY_FAILING : CALLS_PER_RETRY, nowMs);
  }

  hedgesLeft(nowMs: number): number {
    const earned = Math.floor(this.#earned / CALLS_PER_HEDGE);
    return Math.min(earned, this.#extrasLeft(CALLS_PER_EXTRA_HEDGING, nowMs));
  }

  /** How many more pages beyond an attempt's first may be asked for. */
  pagesLeft(nowMs: number): number {
    return this.#extrasLeft(CALLS_PER_RETRY, nowMs, PAGES_MIN);
  }

  #extrasLeft(callsPerExtra: number, nowMs: number, least = EXTRAS_MIN): number {
    const { calls, retries, hedges } = this.counts(nowMs);
    const used = retries + hedges + this.#recent.sum('pages', nowMs);
    return Math.max(0, Math.ceil(Math.max(least, calls / callsPerExtra) - used));
  }
}
