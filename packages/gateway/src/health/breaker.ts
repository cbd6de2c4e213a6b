// Owns the breaker of one provider: after some failures in a row it is left alone for a while, then one attempt probes
// whether it works again. Any success closes it. It never stops an attempt by itself: who plans asks first.
import { CALL_DEADLINE_MS } from '../domain/limits.ts';

/** One or two happen to everybody. */
export const FAILURES_TO_OPEN = 5;
/** Times the number of openings without a success in between. */
export const OPEN_MS = 30_000;
/** Before jitter. Longer would keep a provider out that works again. */
export const OPEN_MS_MAX = 300_000;
/** Up and down, so that the nodes of one service do not probe together. */
export const OPEN_JITTER = 0.2;
/** A probe takes no longer than a call; one that never ended must not block the next for ever. */
export const PROBE_MS_MAX = 2 * CALL_DEADLINE_MS;

export type BreakerState = 'closed' | 'open' | 'half_open';

/** Stands for one attempt that probes. */
export type ProbeTicket = { readonly beganMs: number };

export class Breaker {
  readonly #chance: () => number;
  failures = 0;
  #openings = 0;
  /** Null while closed. */
  #openUntilMs: number | null = null;
  #probe: ProbeTicket | null = null;

  constructor(chance: () => number) {
    this.#chance = chance;
  }

  state(nowMs: number): BreakerState {
    if (this.#openUntilMs === null) return 'closed';
    return nowMs < this.#openUntilMs ? 'open' : 'half_open';
  }

  /** How long until a probe is due; 0 when one is, or runs. */
  openForMs(nowMs: number): number {
    return Math.max(0, (this.#openUntilMs ?? 0) - nowMs);
  }

  /** Open, or half open while somebody else's probe runs. */
  isEjecting(nowMs: number): boolean {
    const state = this.state(nowMs);
    return state === 'open' || (state === 'half_open' && this.#isProbing(nowMs));
  }

  /** The first attempt after the time of an opening is its probe, whoever makes it. */
  began(nowMs: number): ProbeTicket | null {
    if (this.state(nowMs) !== 'half_open' || this.#isProbing(nowMs)) return null;
    this.#probe = { beganMs: nowMs };
    return this.#probe;
  }

  /** Something answered, or an operator says that it would. */
  succeeded(): void {
    this.failures = 0;
    this.#openings = 0;
    this.#openUntilMs = null;
    this.#probe = null;
  }

  /** Attempts that began before the opening, or were sent in spite of it, only count. */
  failed(ticket: ProbeTicket | null, nowMs: number): void {
    this.failures++;
    const isProbe = ticket !== null && ticket === this.#probe;
    const isLast = this.#openUntilMs === null && this.failures >= FAILURES_TO_OPEN;
    if (isProbe || isLast) this.#open(nowMs);
  }

  /** It says nothing about the provider. A probe is due again. */
  saidNothing(ticket: ProbeTicket | null): void {
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
