// Owns how many requests a provider gets: so many a second, so many at one time, and a bounded queue in order of arrival
// for the rest. Every provider has its own gate, so that a stuck one delays nobody else. Whose turn cannot be expected
// while there is time for an answer is turned away at once: the call may go elsewhere, and the provider's work is not lost.
import type { Clock } from '../domain/clock.ts';
import { GateLimit, type LoadSign } from './gate-limit.ts';
import {
  BURST_SECONDS,
  COLD_WAITING_PER_PLACE,
  IN_FLIGHT_DEFAULT,
  PLACE_WAIT_MS_MAX,
  TURN_LEFT_MS_MIN,
  WAITING_MAX,
} from './limits.ts';
import { MovingMean } from './moving-mean.ts';
import type { Patience } from './patience.ts';

export interface GateLimits {
  requestsPerSecond: number | null;
  inFlightMax: number | null;
  /** A test makes it small. */
  waitingMax?: number;
}

/** To be called exactly when the request is over; a second call does nothing. */
export type Leave = (sign: LoadSign) => void;

interface Waiter {
  deadlineMs: number;
  /** Null turns it away. */
  end(leave: Leave | null): void;
}

/** What an operator may see. */
export interface GateState {
  /** How many may be in flight at present; between a floor and what is configured. */
  limit: number;
  inFlight: number;
  waiting: number;
}

export class Gate {
  readonly #clock: Clock;
  /** Infinite when there is no limit. */
  readonly #perMs: number;
  readonly #burst: number;
  readonly #limit: GateLimit;
  readonly #waitingMax: number;
  /** In order of arrival. */
  readonly #waiting = new Set<Waiter>();
  #inFlight = 0;
  #tokens: number;
  #filledAtMs: number;
  /** How long a place is taken, whatever comes of it. */
  readonly #service = new MovingMean();
  /** How long a good answer takes. */
  readonly #answer = new MovingMean();
  #timer: NodeJS.Timeout | null = null;

  constructor(limits: GateLimits, clock: Clock) {
    const { requestsPerSecond, inFlightMax, waitingMax = WAITING_MAX } = limits;
    this.#clock = clock;
    this.#perMs = (requestsPerSecond ?? Number.POSITIVE_INFINITY) / 1_000;
    this.#burst = Math.max(1, (requestsPerSecond ?? 0) * BURST_SECONDS);
    this.#limit = new GateLimit(inFlightMax ?? IN_FLIGHT_DEFAULT);
    this.#waitingMax = waitingMax;
    this.#tokens = this.#burst;
    this.#filledAtMs = clock.monotonicMs();
  }

  get state(): GateState {
    return { limit: this.#limit.places, inFlight: this.#inFlight, waiting: this.#waiting.size };
  }

  /** Null when too many wait already, when the turn would come too late, or when the patience ends first. */
  async enter(patience: Patience, leftMs: number): Promise<Leave | null> {
    if (patience.isOver) return null;
    const atOnce = this.enterAtOnce();
    if (atOnce !== null) return atOnce;
    if (this.turnsAway(leftMs)) return null;
    return this.#wait(patience, this.#clock.monotonicMs() + leftMs);
  }

  /** Null for who has to wait. */
  enterAtOnce(): Leave | null {
    return this.#waiting.size === 0 && this.#admit() ? this.#leave() : null;
  }

  /** Who has so much time left and came now could not be let in, nor wait for it. */
  turnsAway(leftMs: number): boolean {
    if (this.#waiting.size >= this.#waitingMax || this.#placeWaitMs > PLACE_WAIT_MS_MAX) return true;
    const isCold = this.#service.value === null;
    if (isCold && this.#waiting.size >= COLD_WAITING_PER_PLACE * this.#limit.places) return true;
    return this.expectedWaitMs() > leftMs - this.#neededMs;
  }

  /** Until the turn of one who came now. The rate is sure arithmetic; for places, the mean of late has to do. */
  expectedWaitMs(): number {
    this.#refill();
    const isUnlimited = this.#perMs === Number.POSITIVE_INFINITY;
    const rateMs = isUnlimited ? 0 : (this.#waiting.size + 1 - this.#tokens) / this.#perMs;
    return Math.max(0, rateMs, this.#placeWaitMs);
  }

  get #placeWaitMs(): number {
    if (this.#inFlight < this.#limit.places && this.#waiting.size === 0) return 0;
    const ahead = this.#waiting.size + Math.max(0, this.#inFlight - this.#limit.places);
    return (ahead * (this.#service.value ?? 0)) / this.#limit.places;
  }

  /** Who would be sent with less would most likely be cut off in the middle: billed, in vain, and in others' way. */
  get #neededMs(): number {
    return Math.max(TURN_LEFT_MS_MIN, this.#answer.value ?? 0);
  }

  #wait(patience: Patience, deadlineMs: number): Promise<Leave | null> {
    return new Promise((resolve) => {
      const giveUp = () => {
        this.#waiting.delete(waiter);
        this.#advance();
        end(null);
      };
      const end = (leave: Leave | null) => {
        clearTimeout(placeTimer);
        patience.listen(null);
        resolve(leave);
      };
      // A rate's turn is sure to come; a place may be taken by somebody who never leaves.
      const isRated = this.#perMs !== Number.POSITIVE_INFINITY;
      const placeTimer = isRated ? undefined : setTimeout(giveUp, PLACE_WAIT_MS_MAX);
      const waiter: Waiter = { deadlineMs, end };
      patience.listen(giveUp);
      this.#waiting.add(waiter);
      this.#advance();
    });
  }

  #leave(): Leave {
    const number = this.#limit.enter();
    const enteredMs = this.#clock.monotonicMs();
    let isOver = false;
    return (sign) => {
      if (isOver) return;
      isOver = true;
      const isFull = this.#waiting.size > 0 || this.#inFlight >= this.#limit.places;
      const tookMs = this.#clock.monotonicMs() - enteredMs;
      this.#inFlight--;
      this.#limit.ended(number, sign, isFull);
      this.#service.add(tookMs);
      if (sign === 'good') this.#answer.add(tookMs);
      this.#advance();
    };
  }

  /** Takes a place and a token when both are there. */
  #admit(): boolean {
    this.#refill();
    if (this.#inFlight >= this.#limit.places || this.#tokens < 1) return false;
    this.#inFlight++;
    this.#tokens--;
    return true;
  }

  #refill(): void {
    if (this.#perMs === Number.POSITIVE_INFINITY) {
      this.#tokens = this.#burst;
      return;
    }
    const nowMs = this.#clock.monotonicMs();
    this.#tokens = Math.min(this.#burst, this.#tokens + (nowMs - this.#filledAtMs) * this.#perMs);
    this.#filledAtMs = nowMs;
  }

  /** Lets in whose turn it is, and turns away who would only be cut off in the middle. When only a token is missing, comes back when there will be one. */
  #advance(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    for (const waiter of this.#waiting) {
      const isLate = waiter.deadlineMs - this.#clock.monotonicMs() < this.#neededMs;
      if (!isLate && !this.#admit()) break;
      this.#waiting.delete(waiter);
      waiter.end(isLate ? null : this.#leave());
    }
    if (this.#waiting.size === 0 || this.#inFlight >= this.#limit.places) return;
    const waitMs = Math.ceil((1 - this.#tokens) / this.#perMs);
    this.#timer = setTimeout(() => this.#advance(), waitMs);
  }
}
