// Owns how many requests a provider gets: so many a second, so many at one time, and a bounded queue for the rest, in which
// turns go round over the parties that wait. Every provider has its own gate, so that a stuck one delays nobody else, and a
// party has only a share of it, so that a busy one starves nobody else. Whose turn cannot be expected while there is time for
// an answer is turned away at once: the call may go elsewhere, and the provider's work is not lost.
import type { Clock } from '../domain/clock.ts';
import { GateLimit, type LoadSign } from './gate-limit.ts';
import { Parties, type Party } from './gate-parties.ts';
import {
  BURST_SECONDS,
  COLD_WAITING_PER_PLACE,
  HELD_PER_FREE_PLACE,
  IN_FLIGHT_DEFAULT,
  PLACE_WAIT_MS_MAX,
  SHARED_PLACES_MIN,
  TURN_LEFT_MS_MIN,
  WAITING_MAX,
} from './limits.ts';
import { MovingMean } from './moving-mean.ts';
import type { TimeLimit } from './time-limit.ts';

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

/** On whose behalf a request is sent: an account, told apart by a name that means nothing here; null for the gateway itself. */
export type OnBehalfOf = string | null;

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
  #perMs: number;
  #burst: number;
  readonly #limit: GateLimit;
  readonly #waitingMax: number;
  readonly #parties = new Parties<Waiter>();
  #inFlight = 0;
  #tokens: number;
  #filledAtMs: number;
  /** Of all parties, for those of whom nothing is known yet. */
  readonly #service = new MovingMean();
  readonly #answer = new MovingMean();
  #timer: NodeJS.Timeout | null = null;

  constructor(limits: GateLimits, clock: Clock) {
    const { requestsPerSecond, inFlightMax, waitingMax = WAITING_MAX } = limits;
    this.#clock = clock;
    this.#perMs = perMs(requestsPerSecond);
    this.#burst = burst(requestsPerSecond);
    const places = inFlightMax ?? IN_FLIGHT_DEFAULT;
    this.#limit = new GateLimit(places);
    this.#waitingMax = waitingMax;
    this.#tokens = this.#burst;
    this.#filledAtMs = clock.monotonicMs();
  }

  get state(): GateState {
    return { limit: this.#limit.places, inFlight: this.#inFlight, waiting: this.#parties.waiting };
  }

  /** How many were let in since the start. */
  get entered(): number {
    return this.#limit.entered;
  }

  /** From now on these hold. Who is inside stays; who waits may come in at once. */
  allow({ requestsPerSecond, inFlightMax }: GateLimits): void {
    this.#refill();
    this.#perMs = perMs(requestsPerSecond);
    this.#burst = burst(requestsPerSecond);
    this.#tokens = Math.min(this.#tokens, this.#burst);
    this.#limit.allow(inFlightMax ?? IN_FLIGHT_DEFAULT);
    this.#advance();
  }

  /** Null when too many wait already, when the turn would come too late, or when the time limit ends first. */
  async enter(timeLimit: TimeLimit, leftMs: number, onBehalfOf: OnBehalfOf): Promise<Leave | null> {
    if (timeLimit.isOver) return null;
    const atOnce = this.enterAtOnce(onBehalfOf);
    if (atOnce !== null) return atOnce;
    if (this.turnsAway(leftMs, onBehalfOf)) return null;
    return this.#wait(timeLimit, this.#clock.monotonicMs() + leftMs, this.#parties.of(onBehalfOf));
  }

  /** Null for who has to wait. */
  enterAtOnce(onBehalfOf: OnBehalfOf): Leave | null {
    // Whose turn has come meanwhile goes first; who waits after that waits for something that a newcomer may not need.
    if (this.#parties.waiting > 0) this.#advance();
    const party = this.#parties.of(onBehalfOf);
    return party.waiting.size === 0 && this.#mayHoldOneMore(party) && this.#takePlace()
      ? this.#leave(party)
      : null;
  }

  /** Who has so much time left and came now could not be let in, nor wait for it. */
  turnsAway(leftMs: number, onBehalfOf: OnBehalfOf): boolean {
    const party = this.#parties.of(onBehalfOf);
    const isFull = this.#parties.waiting >= this.#waitingMax && this.#parties.toDisplace(party) === null;
    if (isFull || this.#placeWaitMs(party) > PLACE_WAIT_MS_MAX) return true;
    const isCold = this.#serviceMs(party) === null;
    if (isCold && this.#ahead(party) >= COLD_WAITING_PER_PLACE * this.#limit.places) return true;
    return this.expectedWaitMs(onBehalfOf) > leftMs - this.#neededMs(party);
  }

  /** Until the turn of one who came now. The rate is sure arithmetic; for places, the mean of late has to do. */
  expectedWaitMs(onBehalfOf: OnBehalfOf): number {
    this.#refill();
    const party = this.#parties.of(onBehalfOf);
    const isUnlimited = this.#perMs === Number.POSITIVE_INFINITY;
    const rateMs = isUnlimited ? 0 : (this.#ahead(party) + 1 - this.#tokens) / this.#perMs;
    return Math.max(0, rateMs, this.#placeWaitMs(party));
  }

  /** Once this party waits, who holds its half cannot come before it. */
  #ahead(party: GateParty): number {
    return this.#parties.ahead(party, (other) => other.held < this.#half);
  }

  #placeWaitMs(party: GateParty): number {
    const { places } = this.#limit;
    if (this.#inFlight < places && party.waiting.size === 0) return 0;
    const ahead = this.#ahead(party) + Math.max(0, this.#inFlight - places);
    // Who has its share waits for places of its own.
    const share = this.#mayHoldOneMore(party) ? places : Math.max(party.held, this.#half);
    return (ahead * (this.#serviceMs(party) ?? 0)) / share;
  }

  #serviceMs(party: GateParty): number | null {
    return party.service.value ?? this.#service.value;
  }

  /** Who would be sent with less would most likely be cut off in the middle: billed, in vain, and in others' way. */
  #neededMs(party: GateParty): number {
    return Math.max(TURN_LEFT_MS_MIN, party.answer.value ?? this.#answer.value ?? 0);
  }

  get #half(): number {
    return Math.max(1, Math.floor(this.#limit.places / 2));
  }

  /**
   * Nobody holds more than half of the places while others wait. Places that are taken cannot be taken back, so some are kept
   * free for who comes next: each party leaves a part of what it holds, and the more parties there are, the less is kept.
   */
  #mayHoldOneMore(party: GateParty): boolean {
    if (party.held === 0 || party.isGateway) return true;
    const doOthersWait = this.#parties.waiting > party.waiting.size;
    if (doOthersWait && party.held >= this.#half) return false;
    const free = this.#limit.places - this.#inFlight;
    // So few places cannot be shared out before somebody waits for one.
    const isShared = this.#limit.most >= SHARED_PLACES_MIN;
    return !isShared || party.held + 1 <= HELD_PER_FREE_PLACE * (free - 1);
  }

  #wait(timeLimit: TimeLimit, deadlineMs: number, party: GateParty): Promise<Leave | null> {
    return new Promise((resolve) => {
      const giveUp = () => {
        this.#parties.remove(party, waiter);
        this.#advance();
        end(null);
      };
      const end = (leave: Leave | null) => {
        clearTimeout(placeTimer);
        timeLimit.listen(null);
        resolve(leave);
      };
      // A rate's turn is sure to come; a place may be taken by somebody who never leaves.
      const isRated = this.#perMs !== Number.POSITIVE_INFINITY;
      const placeTimer = isRated ? undefined : setTimeout(giveUp, PLACE_WAIT_MS_MAX);
      const waiter: Waiter = { deadlineMs, end };
      timeLimit.listen(giveUp);
      if (this.#parties.waiting >= this.#waitingMax) this.#displace(party);
      this.#parties.wait(party, waiter);
      this.#advance();
    });
  }

  /** A full queue is shared as places are: who has most in it gives way. */
  #displace(by: GateParty): void {
    const last = this.#parties.toDisplace(by);
    if (last === null) return;
    this.#parties.remove(last.party, last.waiter);
    last.waiter.end(null);
  }

  #leave(party: GateParty): Leave {
    const number = this.#limit.enter();
    const enteredMs = this.#clock.monotonicMs();
    party.held++;
    let isOver = false;
    return (sign) => {
      if (isOver) return;
      isOver = true;
      const isFull = this.#parties.waiting > 0 || this.#inFlight >= this.#limit.places;
      const tookMs = this.#clock.monotonicMs() - enteredMs;
      this.#inFlight--;
      party.held--;
      this.#limit.ended(number, sign, isFull);
      this.#learn(party, sign, tookMs);
      this.#advance();
    };
  }

  #learn(party: GateParty, sign: LoadSign, tookMs: number): void {
    for (const { service, answer } of [party, { service: this.#service, answer: this.#answer }]) {
      service.add(tookMs);
      if (sign === 'good') answer.add(tookMs);
    }
  }

  /** Takes a place and a token when both are there. */
  #takePlace(): boolean {
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

  /** Lets in whose turn it is. When only a token is missing, comes back when there will be one. */
  #advance(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    while (this.#giveTurn());
    const isTokenMissing = this.#tokens < 1 && this.#inFlight < this.#limit.places;
    if (this.#parties.waiting === 0 || !isTokenMissing) return;
    const waitMs = Math.ceil((1 - this.#tokens) / this.#perMs);
    this.#timer = setTimeout(() => this.#advance(), waitMs);
  }

  /** False when nobody who waits can be let in now. */
  #giveTurn(): boolean {
    for (const party of this.#parties.turns) {
      const waiter = this.#firstInTime(party);
      if (waiter === null || !this.#mayHoldOneMore(party)) continue;
      if (!this.#takePlace()) return false;
      this.#parties.take(party, waiter);
      waiter.end(this.#leave(party));
      return true;
    }
    return false;
  }

  /** Turns away who would only be cut off in the middle. */
  #firstInTime(party: GateParty): Waiter | null {
    for (const waiter of party.waiting) {
      if (waiter.deadlineMs - this.#clock.monotonicMs() >= this.#neededMs(party)) return waiter;
      this.#parties.remove(party, waiter);
      waiter.end(null);
    }
    return null;
  }
}

type GateParty = Party<Waiter>;

function perMs(requestsPerSecond: number | null): number {
  return (requestsPerSecond ?? Number.POSITIVE_INFINITY) / 1_000;
}

function burst(requestsPerSecond: number | null): number {
  return Math.max(1, (requestsPerSecond ?? 0) * BURST_SECONDS);
}
