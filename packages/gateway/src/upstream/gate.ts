// Limits the requests that a provider gets: a number per second, a number at one time, and a bounded queue for the rest, in which
// turns rotate over the waiting parties. Every provider has its own gate, so that a stuck one delays no other. A party has only a
// share of it, so that a busy one starves no other. A request whose turn would come too late for an answer is refused at once:
// the call may go to another provider, and this provider does no useless work. Collections and watches together have a share of rate and
// places, and go after all others.
import type { Clock } from '../domain/clock.ts';
import { GateLimit, type LoadSign } from './gate-limit.ts';
import { MovingMean, Parties, type Party } from './gate-parties.ts';
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
import type { TimeLimit } from './time-limit.ts';

export interface GateLimits {
  requestsPerSecond: number | null;
  inFlightMax: number | null;
  /** The part of rate and places that collections and watches may use together; all of it where it is absent. */
  gatheringShare?: number;
  /** Tests make it small. */
  waitingMax?: number;
}

/** Called when the request is over; a second call does nothing. */
export type Leave = (sign: LoadSign) => void;

interface Waiter {
  deadlineMs: number;
  /** null refuses the waiter. */
  end(leave: Leave | null): void;
}

/** The party that a request is sent for: an account, by a name that has no meaning here; null for the gateway itself. */
export type OnBehalfOf = string | null;

/** What an operator sees. */
export interface GateState {
  /** How many requests may be in flight at present; between a minimum and the configured number. */
  limit: number;
  inFlight: number;
  waiting: number;
}

export class Gate {
  readonly #clock: Clock;
  /** Infinite when there is no rate limit. */
  #perMs: number;
  #burst: number;
  readonly #limit: GateLimit;
  readonly #waitingMax: number;
  readonly #parties = new Parties<Waiter>();
  readonly #gatheringShare: number;
  #inFlight = 0;
  /** Of these, requests of collections and watches. */
  #gathering = 0;
  #tokens: number;
  #gatheringTokens: number;
  #filledAtMs: number;
  /** Mean over all parties, for a party without figures of its own. */
  readonly #service = new MovingMean();
  readonly #answer = new MovingMean();
  #timer: NodeJS.Timeout | null = null;

  constructor(limits: GateLimits, clock: Clock) {
    const { requestsPerSecond, inFlightMax, gatheringShare = 1, waitingMax = WAITING_MAX } = limits;
    this.#gatheringShare = gatheringShare;
    this.#clock = clock;
    this.#perMs = perMs(requestsPerSecond);
    this.#burst = burst(requestsPerSecond);
    const places = inFlightMax ?? IN_FLIGHT_DEFAULT;
    this.#limit = new GateLimit(places);
    this.#waitingMax = waitingMax;
    this.#tokens = this.#burst;
    this.#gatheringTokens = this.#gatheringBurst;
    this.#filledAtMs = clock.monotonicMs();
  }

  get state(): GateState {
    return { limit: this.#limit.places, inFlight: this.#inFlight, waiting: this.#parties.waiting };
  }

  /** Requests admitted since the start. */
  get entered(): number {
    return this.#limit.entered;
  }

  /** Sets new limits. Admitted requests stay; waiting ones may be admitted at once. */
  allow({ requestsPerSecond, inFlightMax }: GateLimits): void {
    this.#refill();
    this.#perMs = perMs(requestsPerSecond);
    this.#burst = burst(requestsPerSecond);
    this.#tokens = Math.min(this.#tokens, this.#burst);
    this.#gatheringTokens = Math.min(this.#gatheringTokens, this.#gatheringBurst);
    this.#limit.allow(inFlightMax ?? IN_FLIGHT_DEFAULT);
    this.#advance();
  }

  /** null when too many wait already, when the turn would come too late, or when the time limit ends first. */
  async enter(timeLimit: TimeLimit, leftMs: number, onBehalfOf: OnBehalfOf): Promise<Leave | null> {
    if (timeLimit.isOver) return null;
    const atOnce = this.enterAtOnce(onBehalfOf);
    if (atOnce !== null) return atOnce;
    if (this.turnsAway(leftMs, onBehalfOf)) return null;
    return this.#wait(timeLimit, this.#clock.monotonicMs() + leftMs, this.#parties.of(onBehalfOf));
  }

  /** null when the request has to wait. */
  enterAtOnce(onBehalfOf: OnBehalfOf): Leave | null {
    // Waiting requests whose turn has come go first. Those that still wait need something that a new request may not need.
    if (this.#parties.waiting > 0) this.#advance();
    const party = this.#parties.of(onBehalfOf);
    return party.waiting.size === 0 && this.#mayHoldOneMore(party) && this.#takePlace(party)
      ? this.#leave(party)
      : null;
  }

  /** A request that came now with this much time could neither be admitted nor wait for its turn. */
  turnsAway(leftMs: number, onBehalfOf: OnBehalfOf): boolean {
    const party = this.#parties.of(onBehalfOf);
    const isFull = this.#parties.waiting >= this.#waitingMax && this.#parties.toDisplace(party) === null;
    if (isFull || this.#placeWaitMs(party) > PLACE_WAIT_MS_MAX) return true;
    const isCold = this.#serviceMs(party) === null;
    if (isCold && this.#ahead(party) >= COLD_WAITING_PER_PLACE * this.#limit.places) return true;
    return this.expectedWaitMs(onBehalfOf) > leftMs - this.#neededMs(party);
  }

  /**
   * Milliseconds until the turn of a request that came now. The wait for the rate is exact; the wait for a place is estimated by
   * the moving mean.
   */
  expectedWaitMs(onBehalfOf: OnBehalfOf): number {
    this.#refill();
    const party = this.#parties.of(onBehalfOf);
    const isUnlimited = this.#perMs === Number.POSITIVE_INFINITY;
    const [tokens, rate] = party.isGathering
      ? [this.#gatheringTokens, this.#perMs * this.#gatheringShare]
      : [this.#tokens, this.#perMs];
    const rateMs = isUnlimited ? 0 : (this.#ahead(party) + 1 - tokens) / rate;
    return Math.max(0, rateMs, this.#placeWaitMs(party));
  }

  /** Turns before this party's. While this party waits, a party that holds its half gets no turn before it. */
  #ahead(party: GateParty): number {
    return this.#parties.ahead(party, (other) => other.held < this.#half);
  }

  #placeWaitMs(party: GateParty): number {
    const { places } = this.#limit;
    if (this.#inFlight < places && party.waiting.size === 0) return 0;
    const ahead = this.#ahead(party) + Math.max(0, this.#inFlight - places);
    // A party that holds its share waits for its own places.
    const share = this.#mayHoldOneMore(party) ? places : Math.max(party.held, this.#half);
    return (ahead * (this.#serviceMs(party) ?? 0)) / share;
  }

  #serviceMs(party: GateParty): number | null {
    return party.service.value ?? this.#service.value;
  }

  /** A request with less time than this would most likely be cut off in the middle: billed, useless, and in the way of others. */
  #neededMs(party: GateParty): number {
    return Math.max(TURN_LEFT_MS_MIN, party.answer.value ?? this.#answer.value ?? 0);
  }

  get #gatheringPlaces(): number {
    return Math.max(1, Math.floor(this.#limit.places * this.#gatheringShare));
  }

  get #gatheringBurst(): number {
    return Math.max(1, this.#burst * this.#gatheringShare);
  }

  get #half(): number {
    return Math.max(1, Math.floor(this.#limit.places / 2));
  }

  /**
   * No party holds more than half of the places while others wait. Taken places cannot be taken back, so some are kept available
   * for the next party: each party leaves a part of what it holds, and with more parties less is kept.
   */
  #mayHoldOneMore(party: GateParty): boolean {
    if (party.isGathering && this.#gathering >= this.#gatheringPlaces) return false;
    if (party.held === 0 || party.isGateway) return true;
    // Collections and watches that wait take nothing from the others.
    const waiting = party.isGathering
      ? this.#parties.waiting
      : this.#parties.waiting - this.#parties.lateWaiting;
    const doOthersWait = waiting > party.waiting.size;
    if (doOthersWait && party.held >= this.#half) return false;
    const free = this.#limit.places - this.#inFlight;
    // With this few places, none is kept available before a party waits for one.
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
      // With a rate the turn is sure to come; a place may be held by a request that never ends.
      const isRated = this.#perMs !== Number.POSITIVE_INFINITY;
      const placeTimer = isRated ? undefined : setTimeout(giveUp, PLACE_WAIT_MS_MAX);
      const waiter: Waiter = { deadlineMs, end };
      timeLimit.listen(giveUp);
      if (this.#parties.waiting >= this.#waitingMax) this.#displace(party);
      this.#parties.wait(party, waiter);
      this.#advance();
    });
  }

  /** A full queue is shared like the places: the party with most waiting requests loses one. */
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
    if (party.isGathering) this.#gathering++;
    let isOver = false;
    return (sign) => {
      if (isOver) return;
      isOver = true;
      const isFull = this.#parties.waiting > 0 || this.#inFlight >= this.#limit.places;
      const tookMs = this.#clock.monotonicMs() - enteredMs;
      this.#inFlight--;
      party.held--;
      if (party.isGathering) this.#gathering--;
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

  /** Takes a place and a rate token when both are available. */
  #takePlace({ isGathering }: GateParty): boolean {
    this.#refill();
    if (this.#inFlight >= this.#limit.places || this.#tokens < 1) return false;
    if (isGathering && this.#gatheringTokens < 1) return false;
    this.#inFlight++;
    this.#tokens--;
    if (isGathering) this.#gatheringTokens--;
    return true;
  }

  #refill(): void {
    if (this.#perMs === Number.POSITIVE_INFINITY) {
      this.#tokens = this.#burst;
      this.#gatheringTokens = this.#gatheringBurst;
      return;
    }
    const nowMs = this.#clock.monotonicMs();
    const earned = (nowMs - this.#filledAtMs) * this.#perMs;
    this.#tokens = Math.min(this.#burst, this.#tokens + earned);
    const gathered = this.#gatheringTokens + earned * this.#gatheringShare;
    this.#gatheringTokens = Math.min(this.#gatheringBurst, gathered);
    this.#filledAtMs = nowMs;
  }

  /** Admits the requests whose turn it is. When only a rate token is missing, a timer runs this again when there will be one. */
  #advance(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    while (this.#giveTurn());
    if (this.#parties.waiting === 0 || this.#inFlight >= this.#limit.places) return;
    const waitMs = this.#tokenWaitMs();
    if (waitMs > 0) this.#timer = setTimeout(() => this.#advance(), waitMs);
  }

  /** Milliseconds until the next waiting request may have a token; 0 when no token is missing. */
  #tokenWaitMs(): number {
    if (this.#tokens < 1) return Math.ceil((1 - this.#tokens) / this.#perMs);
    if (this.#parties.lateWaiting === 0 || this.#gatheringTokens >= 1) return 0;
    return Math.ceil((1 - this.#gatheringTokens) / (this.#perMs * this.#gatheringShare));
  }

  /** False when no waiting request can be admitted now. */
  #giveTurn(): boolean {
    for (const party of this.#parties.turns) {
      const waiter = this.#firstInTime(party);
      if (waiter === null || !this.#mayHoldOneMore(party)) continue;
      if (!this.#takePlace(party)) return false;
      this.#parties.take(party, waiter);
      waiter.end(this.#leave(party));
      return true;
    }
    return false;
  }

  /** Refuses waiting requests that would only be cut off in the middle. */
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
