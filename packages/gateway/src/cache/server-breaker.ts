// Circuit breaker for the server of the shared cache: after a few failures in a row the server is not asked for a while, then one
// request tries it.
import type { Clock } from '../domain/clock.ts';

/** One slow answer says little; after three in a row every call would wait in vain. */
export const FAILURES_BEFORE_REST = 3;
/** Long enough to cost calls nothing, short enough that a restart of the server is hardly noticed. */
const REST_MS_FIRST = 1_000;
const REST_MS_MAX = 10_000;

export class ServerBreaker {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  #failures = 0;
  #untilMs = 0;
  #isTrying = false;

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock;
  }

  get isResting(): boolean {
    return this.#failures >= FAILURES_BEFORE_REST;
  }

  /**
   * When this returns true, the caller must report how the request ended. After an opening, one request at a time is allowed
   * until one succeeds.
   */
  mayAsk(): boolean {
    if (!this.isResting) return true;
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
    if (!this.isResting) return;
    // Bounded before it is doubled: a server may be unavailable for months.
    const doublings = Math.min(this.#failures - FAILURES_BEFORE_REST, 10);
    this.#untilMs = this.#clock.monotonicMs() + Math.min(REST_MS_FIRST * 2 ** doublings, REST_MS_MAX);
  }
}
