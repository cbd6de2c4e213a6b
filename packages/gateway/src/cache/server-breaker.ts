// Circuit breaker for the server of the shared cache: after a few failures in a row the server is not asked for a while, then one
// request tries it.
import type { Clock } from '../domain/clock.ts';

/** One slow answer says little; after three in a row every call would wait in vain. */
export const CACHE_FAILURES_TO_OPEN = 3;
/** Long enough to cost calls nothing, short enough that a restart of the server is hardly noticed. */
const OPEN_MS_FIRST = 1_000;
const OPEN_MS_MAX = 10_000;

export class ServerBreaker {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  #failures = 0;
  #untilMs = 0;
  #isTrying = false;

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock;
  }

  get isOpen(): boolean {
    return this.#failures >= CACHE_FAILURES_TO_OPEN;
  }

  /**
   * When this returns true, the caller must report how the request ended. After an opening, one request at a time is allowed
   * until one succeeds.
   */
  mayAsk(): boolean {
    if (!this.isOpen) return true;
    if (this.#isTrying || this.#clock.monotonicMs() < this.#untilMs) return false;
    this.#isTrying = true;
    return true;
  }

  succeeded(): void {
    this.#failures = 0;
    this.#isTrying = false;
  }

  failed(): void {
    this.#isTrying = false;
    this.#failures++;
    if (!this.isOpen) return;
    // Bounded before it is doubled: a server may be unavailable for months.
    const doublings = Math.min(this.#failures - CACHE_FAILURES_TO_OPEN, 10);
    this.#untilMs = this.#clock.monotonicMs() + Math.min(OPEN_MS_FIRST * 2 ** doublings, OPEN_MS_MAX);
  }
}
