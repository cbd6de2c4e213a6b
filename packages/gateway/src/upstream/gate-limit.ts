// Owns how many requests a provider is given at one time right now: never more than configured, less when it shows that
// this is too many for it, and one more again with every round of good answers while the places are really used.
import { IN_FLIGHT_FLOOR, OVERLOAD_FACTOR } from './limits.ts';

/** What the end of a request says about the load: `unknown` when another attempt won, or nothing was sent. */
export type LoadSign = 'good' | 'overloaded' | 'unknown';

export class GateLimit {
  #most: number;
  /** With its fraction, so that growth adds up. */
  #exact: number;
  #entered = 0;
  /** Requests numbered below this were sent before the last cut: what becomes of them is already paid for. */
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

  /** From now on so many are allowed. Who had all that was allowed has all of it again; who was overloaded grows as before. */
  allow(most: number): void {
    this.#exact = this.#exact === this.#most ? most : Math.min(this.#exact, most);
    this.#most = most;
  }

  /** The number of a request that enters. */
  enter(): number {
    return this.#entered++;
  }

  /** `isFull`: all places were taken, or somebody waited, when it ended. */
  ended(number: number, sign: LoadSign, isFull: boolean): void {
    if (sign === 'overloaded' && number >= this.#cutBefore) this.#cut();
    // Growing unused would say nothing about what the provider can bear.
    else if (sign === 'good' && isFull) this.#exact = Math.min(this.#most, this.#exact + 1 / this.#exact);
  }

  /** Once per round trip: only a request that was sent after this can bring the next cut. */
  #cut(): void {
    this.#exact = Math.max(Math.min(IN_FLIGHT_FLOOR, this.#most), this.#exact * OVERLOAD_FACTOR);
    this.#cutBefore = this.#entered;
  }
}
