// How many concurrent requests a provider gets right now: never more than configured, fewer when the provider shows overload, and
// one more again with every round of good answers while all places are in use.
import { IN_FLIGHT_FLOOR, OVERLOAD_FACTOR } from './limits.ts';

/** What the end of a request says about the load: `unknown` when another attempt won, or nothing was sent. */
export type LoadSign = 'good' | 'overloaded' | 'unknown';

export class GateLimit {
  #most: number;
  /** With its fraction, so that growth adds up. */
  #exact: number;
  #entered = 0;
  /** Requests with a lower number were sent before the last cut, so their overload does not cut again. */
  #cutBefore = 0;

  constructor(most: number) {
    this.#most = most;
    this.#exact = most;
  }

  get places(): number {
    return Math.floor(this.#exact);
  }

  get entered(): number {
    return this.#entered;
  }

  get most(): number {
    return this.#most;
  }

  /**
   * Sets a new maximum. If the limit was at the old maximum, it moves to the new one; a reduced limit stays and grows as before.
   */
  allow(most: number): void {
    this.#exact = this.#exact === this.#most ? most : Math.min(this.#exact, most);
    this.#most = most;
  }

  /** Returns the number of the request that enters. */
  enter(): number {
    return this.#entered++;
  }

  /** `isFull`: all places were taken, or requests waited, when it ended. */
  ended(number: number, sign: LoadSign, isFull: boolean): void {
    if (sign === 'overloaded' && number >= this.#cutBefore) this.#cut();
    // Without full use, a good answer says nothing about what the provider can bear.
    else if (sign === 'good' && isFull) this.#exact = Math.min(this.#most, this.#exact + 1 / this.#exact);
  }

  /** At most once per round trip: only a request that was sent after this cut can cause the next one. */
  #cut(): void {
    this.#exact = Math.max(Math.min(IN_FLIGHT_FLOOR, this.#most), this.#exact * OVERLOAD_FACTOR);
    this.#cutBefore = this.#entered;
  }
}
