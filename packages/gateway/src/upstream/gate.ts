// Owns how many requests a provider gets: so many a second, so many at one time, and a bounded queue in order of arrival
// for the rest. Every provider has its own gate, so that a stuck one delays nobody else. It never fails a request whose
// turn can still come before its deadline.
import type { Clock } from '../domain/clock.ts';
import { BURST_SECONDS, IN_FLIGHT_DEFAULT, WAITING_MAX } from './limits.ts';

export interface GateLimits {
  requestsPerSecond: number | null;
  inFlightMax: number | null;
  /** A test makes it small. */
  waitingMax?: number;
}

/** To be called exactly when the request is over; a second call does nothing. */
export type Leave = () => void;

type Waiter = (leave: Leave) => void;

export class Gate {
  readonly #clock: Clock;
  /** Infinite when there is no limit. */
  readonly #perMs: number;
  readonly #burst: number;
  readonly #inFlightMax: number;
  readonly #waitingMax: number;
  /** In order of arrival. */
  readonly #waiting = new Set<Waiter>();
  #inFlight = 0;
  #tokens: number;
  #filledAtMs: number;
  #timer: NodeJS.Timeout | null = null;

  constructor(limits: GateLimits, clock: Clock) {
    const { requestsPerSecond, inFlightMax, waitingMax = WAITING_MAX } = limits;
    this.#clock = clock;
    this.#perMs = (requestsPerSecond ?? Number.POSITIVE_INFINITY) / 1_000;
    this.#burst = Math.max(1, (requestsPerSecond ?? 0) * BURST_SECONDS);
    this.#inFlightMax = inFlightMax ?? IN_FLIGHT_DEFAULT;
    this.#waitingMax = waitingMax;
    this.#tokens = this.#burst;
    this.#filledAtMs = clock.monotonicMs();
  }

  /** Null when too many wait already, or when the signal fires first. */
  async enter(signal: AbortSignal): Promise<Leave | null> {
    if (signal.aborted) return null;
    if (this.#waiting.size === 0 && this.#admit()) return this.#leave();
    if (this.#waiting.size >= this.#waitingMax) return null;
    return new Promise((resolve) => {
      const giveUp = () => {
        this.#waiting.delete(waiter);
        this.#advance();
        resolve(null);
      };
      const waiter: Waiter = (leave) => {
        signal.removeEventListener('abort', giveUp);
        resolve(leave);
      };
      signal.addEventListener('abort', giveUp, { once: true });
      this.#waiting.add(waiter);
      this.#advance();
    });
  }

  #leave(): Leave {
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#inFlight--;
      this.#advance();
    };
  }

  /** Takes a place and a token when both are there. */
  #admit(): boolean {
    this.#refill();
    if (this.#inFlight >= this.#inFlightMax || this.#tokens < 1) return false;
    this.#inFlight++;
    this.#tokens--;
    return true;
  }

  #refill(): void {
    const nowMs = this.#clock.monotonicMs();
    const gained =
      this.#perMs === Number.POSITIVE_INFINITY ? this.#burst : (nowMs - this.#filledAtMs) * this.#perMs;
    this.#tokens = Math.min(this.#burst, this.#tokens + gained);
    this.#filledAtMs = nowMs;
  }

  /** Lets in whose turn it is. When only a token is missing, comes back when there will be one. */
  #advance(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    for (const waiter of this.#waiting) {
      if (!this.#admit()) break;
      this.#waiting.delete(waiter);
      waiter(this.#leave());
    }
    if (this.#waiting.size === 0 || this.#inFlight >= this.#inFlightMax) return;
    const waitMs = Math.ceil((1 - this.#tokens) / this.#perMs);
    this.#timer = setTimeout(() => this.#advance(), waitMs);
  }
}
