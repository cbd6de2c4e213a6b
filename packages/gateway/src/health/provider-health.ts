// What is known of one provider: reports each event to its latencies, its circuit breaker, its retry tokens and its counts, and
// assembles the view of plans and of operators. It decides nothing about calls.

import type { Chance, Clock } from '../domain/clock.ts';
import { SUSPEND_MS_DEFAULT } from '../domain/limits.ts';
import { DEMOTE_BELOW } from '../domain/provider-status.ts';
import { Breaker, FAILURES_TO_OPEN, type ProbeTicket } from './breaker.ts';
import {
  ANSWERED,
  type AttemptEnding,
  type AttemptRole,
  type HealthView,
  type ProviderHealthReport,
} from './health.ts';
import { RecentAttempts } from './recent-attempts.ts';
import { RecentLatencies } from './recent-latencies.ts';
import { RecentSeconds } from './recent-seconds.ts';
import { RetryTokens } from './retry-tokens.ts';

/** No quota takes longer to come back; a wrong unit in a header must not suspend a provider for years. */
const SUSPEND_MS_MAX = 24 * 3_600_000;
/** Fewer attempts give no meaningful rate. */
const DEMOTE_ATTEMPTS_MIN = 10;
/** After more failures in a row than these, asking this provider instead of another would only add failures. */
const TAKE_OVER_FAILURES_MAX = 2;
/** A shorter delay would be within ordinary jitter. */
const HEDGE_AFTER_MS_MIN = 50;
/**
 * Bounds of the hedge delay, in medians. With one slow answer in twenty, the 95th percentile jumps between the slow and the fast
 * ones. The bounds keep the delay above ordinary jitter and below a wait that a hedge no longer shortens.
 */
const HEDGE_AFTER_MEDIANS = { least: 1.5, most: 5 };

type Outcome = AttemptEnding['outcome'];

/**
 * Outcomes whose time counts as a latency. Cancelled and timed-out attempts took at least this long; without them a slow provider
 * would look fast.
 */
const TIMED: ReadonlySet<Outcome> = new Set([...ANSWERED, 'cancelled', 'timeout'] as const);
const FAILED: ReadonlySet<Outcome> = new Set(['timeout', 'unavailable', 'bad_response', 'refused'] as const);

export class ProviderHealth {
  readonly #clock: Clock;
  readonly #breaker: Breaker;
  readonly #retryTokens = new RetryTokens();
  readonly #latencies = new RecentLatencies();
  readonly #recent = new RecentSeconds(['attempts', 'failures'] as const);
  readonly #lately = new RecentAttempts();
  #suspendedUntilMs = 0;
  #inFlight = 0;
  #lastFailure: ProviderHealthReport['lastFailure'] = null;

  constructor(clock: Clock, chance: Chance) {
    this.#clock = clock;
    this.#breaker = new Breaker(chance);
  }

  callBegan(): void {
    this.#retryTokens.callBegan(this.#clock.monotonicMs());
  }

  attemptBegan(role: AttemptRole): (ending: AttemptEnding) => void {
    const beganMs = this.#clock.monotonicMs();
    const ticket = this.#breaker.began(beganMs);
    this.#inFlight++;
    if (role === 'retry') this.#retryTokens.retryBegan(beganMs);
    if (role === 'hedge') this.#retryTokens.hedgeBegan(beganMs);
    let isOver = false;
    return (ending) => {
      if (isOver) return;
      isOver = true;
      this.#inFlight--;
      this.#ended(ending, beganMs, ticket);
    };
  }

  /** An operator's decision overrides a header or a row of failures: the next call may ask the provider again. */
  resume(): void {
    this.#suspendedUntilMs = 0;
    this.#breaker.succeeded();
  }

  pageBegan(): void {
    this.#retryTokens.pageBegan(this.#clock.monotonicMs());
  }

  view(): HealthView {
    const nowMs = this.#clock.monotonicMs();
    const latency = this.#latency(nowMs);
    const suspendedMs = this.#suspendedMs(nowMs);
    const isEjected = this.#breaker.isEjecting(nowMs);
    const isDemoted = this.#isDemoted(nowMs);
    const isWell = suspendedMs === 0 && !isEjected && !isDemoted;
    return {
      suspendedMs,
      isEjected,
      isDemoted,
      typicalMs: latency.p50Ms,
      slowMs: latency.p99Ms,
      hedgeAfterMs: latency.hedgeAfterMs,
      mayRetry: this.#retriesLeft(nowMs) > 0,
      mayTakeOver: this.#mayTakeOver(nowMs),
      mayHedge: isWell && this.#retryTokens.hedgesLeft(nowMs) > 0,
      pagesLeft: this.#retryTokens.pagesLeft(nowMs),
    };
  }

  report(provider: string): ProviderHealthReport {
    const nowMs = this.#clock.monotonicMs();
    return {
      provider,
      breaker: this.#breaker.state(nowMs),
      ejectedForMs: this.#breaker.openForMs(nowMs),
      suspendedForMs: this.#suspendedMs(nowMs),
      isDemoted: this.#isDemoted(nowMs),
      consecutiveFailures: this.#breaker.failures,
      successRate: this.#successRate(nowMs),
      attempts: this.#recent.sum('attempts', nowMs),
      failures: this.#recent.sum('failures', nowMs),
      ...this.#retryTokens.counts(nowMs),
      retriesLeft: this.#retriesLeft(nowMs),
      hedgesLeft: this.#retryTokens.hedgesLeft(nowMs),
      ...this.#latency(nowMs),
      inFlight: this.#inFlight,
      recent: this.#lately.counts(nowMs),
      lastFailure: this.#lastFailure,
    };
  }

  #ended(ending: AttemptEnding, beganMs: number, ticket: ProbeTicket | null): void {
    const nowMs = this.#clock.monotonicMs();
    if (ending.isLocal === true || ending.isOfInput === true) {
      this.#breaker.inconclusive(ticket);
      return;
    }
    if (TIMED.has(ending.outcome)) {
      const tookMs = nowMs - beganMs - (ending.waitedMs ?? 0);
      this.#latencies.add(tookMs / (ending.pages ?? 1), nowMs);
    }
    this.#suspend(ending, nowMs);
    this.#remember(ending);
    this.#judge(ending.outcome, ticket, nowMs);
  }

  /** A cancelled attempt, or one refused because of a quota, is neither a success nor a failure. */
  #judge(outcome: Outcome, ticket: ProbeTicket | null, nowMs: number): void {
    if (ANSWERED.has(outcome)) {
      this.#recent.add('attempts', nowMs);
      this.#lately.add(false, nowMs);
      this.#breaker.succeeded();
    } else if (FAILED.has(outcome)) {
      this.#recent.add('attempts', nowMs);
      this.#recent.add('failures', nowMs);
      this.#lately.add(true, nowMs);
      this.#breaker.failed(ticket, nowMs);
    } else this.#breaker.inconclusive(ticket);
  }

  /** The longest requested pause stays: a success in between says nothing about the quota. */
  #suspend({ outcome, suspendMs }: AttemptEnding, nowMs: number): void {
    const askedMs = suspendMs ?? (outcome === 'rate_limited' ? SUSPEND_MS_DEFAULT : 0);
    if (!(askedMs > 0)) return;
    const untilMs = nowMs + Math.min(askedMs, SUSPEND_MS_MAX);
    this.#suspendedUntilMs = Math.max(this.#suspendedUntilMs, untilMs);
  }

  #remember({ outcome, detail = null }: { outcome: Outcome; detail?: string | null }): void {
    if (outcome === 'ok' || outcome === 'cancelled' || ANSWERED.has(outcome)) return;
    this.#lastFailure = { kind: outcome, detail, atMs: this.#clock.nowMs() };
  }

  #suspendedMs(nowMs: number): number {
    return Math.max(0, this.#suspendedUntilMs - nowMs);
  }

  #successRate(nowMs: number): number | null {
    const attempts = this.#recent.sum('attempts', nowMs);
    return attempts === 0 ? null : 1 - this.#recent.sum('failures', nowMs) / attempts;
  }

  #isDemoted(nowMs: number): boolean {
    const rate = this.#successRate(nowMs);
    return rate !== null && rate < DEMOTE_BELOW && this.#recent.sum('attempts', nowMs) >= DEMOTE_ATTEMPTS_MIN;
  }

  /** A provider whose ejection is over must be asked by some call, or it would never come back. */
  #mayTakeOver(nowMs: number): boolean {
    const isProbeDue = this.#breaker.state(nowMs) === 'half_open' && !this.#breaker.isEjecting(nowMs);
    return isProbeDue || this.#breaker.failures <= TAKE_OVER_FAILURES_MAX;
  }

  #retriesLeft(nowMs: number): number {
    if (this.#breaker.failures >= FAILURES_TO_OPEN) return 0;
    return this.#retryTokens.retriesLeft(this.#successRate(nowMs), nowMs);
  }

  #latency(nowMs: number): Pick<ProviderHealthReport, 'p50Ms' | 'p95Ms' | 'p99Ms' | 'hedgeAfterMs'> {
    const found = this.#latencies.quantiles([0.5, 0.95, 0.99], nowMs);
    if (found === null) return { p50Ms: null, p95Ms: null, p99Ms: null, hedgeAfterMs: null };
    const [p50Ms, p95Ms, p99Ms] = found;
    return { p50Ms, p95Ms, p99Ms, hedgeAfterMs: hedgeAfter(p50Ms, p95Ms) };
  }
}

function hedgeAfter(medianMs: number, p95Ms: number): number {
  const { least, most } = HEDGE_AFTER_MEDIANS;
  const lowMs = Math.max(HEDGE_AFTER_MS_MIN, least * medianMs);
  const highMs = Math.max(HEDGE_AFTER_MS_MIN, most * medianMs);
  return Math.min(Math.max(p95Ms, lowMs), highMs);
}
