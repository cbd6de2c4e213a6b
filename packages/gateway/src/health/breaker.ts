// The circuit breaker of one provider: after some failures in a row the provider is not asked for a while, then one attempt
// probes whether it works again. Any success closes the breaker. It never stops an attempt by itself: plans ask it first.
import { CALL_DEADLINE_MS } from '../domain/limits.ts';

/** One or two failures in a row happen at any provider. */
export const FAILURES_TO_OPEN = 5;
/** Multiplied by the number of openings without a success in between. */
export const OPEN_MS = 30_000;
/** Before jitter. Longer would keep out a provider that has recovered. */
const OPEN_MS_MAX = 300_000;
/** Added or subtracted at random, so that the nodes of one service do not probe together. */
const OPEN_JITTER = 0.2;
/** A probe takes no longer than a call. A probe that never ended must not block the next one forever. */
const PROBE_MS_MAX = 2 * CALL_DEADLINE_MS;

type BreakerState = 'closed' | 'open' | 'half_open';

/** Identifies the attempt that probes. */
export type ProbeTicket = { readonly beganMs: number };

export class Breaker {
  readonly #chance: () => number;
  failures = 0;
  #openings = 0;
  /** null while closed. */
  #openUntilMs: number | null = null;
  #probe: ProbeTicket | null = null;

  constructor(chance: () => number) {
    this.#chance = chance;
  }

  state(nowMs: number): BreakerState {
    if (this.#openUntilMs === null) return 'closed';
    return nowMs < this.#openUntilMs ? 'open' : 'half_open';
  }

  /** Milliseconds until a probe is due; 0 when one is due or running. */
  openForMs(nowMs: number): number {
    return Math.max(0, (this.#openUntilMs ?? 0) - nowMs);
  }

  /** The breaker is open, or half open while another attempt probes. */
  isEjecting(nowMs: number): boolean {
    const state = this.state(nowMs);
    return state === 'open' || (state === 'half_open' && this.#isProbing(nowMs));
  }

  /** The first attempt after an opening's time is its probe, whichever call makes it. */
  began(nowMs: number): ProbeTicket | null {
    if (this.state(nowMs) !== 'half_open' || this.#isProbing(nowMs)) return null;
    this.#probe = { beganMs: nowMs };
    return this.#probe;
  }

  /** The provider answered, or an operator closed the breaker. */
  succeeded(): void {
    this.failures = 0;
    this.#openings = 0;
    this.#openUntilMs = null;
    this.#probe = null;
  }

  /** Failures of attempts that began before the opening, or were made in spite of it, only count. */
  failed(ticket: ProbeTicket | null, nowMs: number): void {
    this.failures++;
    const isProbe = ticket !== null && ticket === this.#probe;
    const isLast = this.#openUntilMs === null && this.failures >= FAILURES_TO_OPEN;
    if (isProbe || isLast) this.#open(nowMs);
  }

  /** The attempt's end says nothing about the provider. A probe is due again. */
  inconclusive(ticket: ProbeTicket | null): void {
    if (ticket !== null && ticket === this.#probe) this.#probe = null;
  }

  #isProbing(nowMs: number): boolean {
    return this.#probe !== null && nowMs - this.#probe.beganMs < PROBE_MS_MAX;
  }

  #open(nowMs: number): void {
    this.#openings++;
    this.#probe = null;
    const jitter = 1 + OPEN_JITTER * (2 * this.#chance() - 1);
    this.#openUntilMs = nowMs + Math.min(OPEN_MS_MAX, OPEN_MS * this.#openings) * jitter;
  }
}
