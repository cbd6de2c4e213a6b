// The parties whose requests wait at a gate and hold its places, and whose turn is next: one turn each, in rotation over those
// that wait. Parties of collections and watches get a turn when no other party can use it. Otherwise a party is a name without meaning here;
// null is the gateway itself. Rates, the number of places and time are the
// gate's business.
import { isGatheringParty } from '../domain/limiting/fair-share.ts';
import { MEAN_WEIGHT, PARTIES_IDLE_MAX } from './limits.ts';

/** An exponential moving mean: recent values count most, and no others are stored. */
export class MovingMean {
  /** null before the first value. */
  value: number | null = null;

  add(number: number): void {
    const mean = this.value ?? number;
    this.value = mean + (number - mean) * MEAN_WEIGHT;
  }
}

export interface Party<Waiter> {
  /** The gateway itself: its few requests are not limited to a share. */
  readonly isGateway: boolean;
  /** Collections and watches of an account: they go after all others. */
  readonly isGathering: boolean;
  /** Requests in flight. */
  held: number;
  /** In order of arrival. */
  readonly waiting: Set<Waiter>;
  /** Milliseconds for which its requests hold a place, whatever their result. */
  readonly service: MovingMean;
  /** Milliseconds that its good answers take. */
  readonly answer: MovingMean;
}

export class Parties<Waiter> {
  /** The longest known first. Parties that hold or wait are bounded by the gate; idle ones are bounded here. */
  readonly #known = new Map<string | null, Party<Waiter>>();
  /** The waiting parties; the one whose turn is next comes first. */
  readonly #turns = new Set<Party<Waiter>>();
  /** The same for collections and watches. */
  readonly #lateTurns = new Set<Party<Waiter>>();
  #waiting = 0;
  #lateWaiting = 0;

  /** Waiting requests of all parties. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Those of collections and watches among them. */
  get lateWaiting(): number {
    return this.#lateWaiting;
  }

  /** In the order of their turns. A party that stops waiting meanwhile is left out. */
  get turns(): Iterable<Party<Waiter>> {
    return this.#lateWaiting === 0 ? this.#turns : this.#allTurns();
  }

  *#allTurns(): Iterable<Party<Waiter>> {
    yield* this.#turns;
    yield* this.#lateTurns;
  }

  #turnsOf({ isGathering }: Party<Waiter>): Set<Party<Waiter>> {
    return isGathering ? this.#lateTurns : this.#turns;
  }

  of(name: string | null): Party<Waiter> {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    this.#forgetIdle();
    const party = {
      isGateway: name === null,
      isGathering: isGatheringParty(name),
      held: 0,
      waiting: new Set<Waiter>(),
      service: new MovingMean(),
      answer: new MovingMean(),
    };
    this.#known.set(name, party);
    return party;
  }

  wait(party: Party<Waiter>, waiter: Waiter): void {
    party.waiting.add(waiter);
    this.#turnsOf(party).add(party);
    this.#waiting++;
    if (party.isGathering) this.#lateWaiting++;
  }

  /** The waiter gave up or was refused; the party keeps its turn. */
  remove(party: Party<Waiter>, waiter: Waiter): void {
    if (!party.waiting.delete(waiter)) return;
    this.#waiting--;
    if (party.isGathering) this.#lateWaiting--;
    if (party.waiting.size === 0) this.#turnsOf(party).delete(party);
  }

  /** The party has used its turn: all other waiting parties come before its next one. */
  take(party: Party<Waiter>, waiter: Waiter): void {
    this.remove(party, waiter);
    const turns = this.#turnsOf(party);
    if (turns.delete(party)) turns.add(party);
  }

  /** Turns before that of a request that arrives now. Parties that may not use their turn do not count. */
  ahead(party: Party<Waiter>, mayUseTurn: (other: Party<Waiter>) => boolean): number {
    const own = party.waiting.size;
    let ahead = own;
    for (const other of this.#turnsOf(party)) {
      if (other !== party && mayUseTurn(other)) ahead += Math.min(other.waiting.size, own + 1);
    }
    // All others go first.
    return party.isGathering ? ahead + this.#waiting - this.#lateWaiting : ahead;
  }

  /** The newest waiter of the party with most waiting, when that party has more than this one would have. */
  toDisplace(by: Party<Waiter>): { party: Party<Waiter>; waiter: Waiter } | null {
    if (this.#lateWaiting > 0 && !by.isGathering) return this.#lastLate();
    let longest = by;
    for (const party of this.#turnsOf(by)) if (party.waiting.size > longest.waiting.size) longest = party;
    if (longest.waiting.size <= by.waiting.size + 1) return null;
    return { party: longest, waiter: [...longest.waiting].at(-1)! };
  }

  /** Collections and watches lose their places in a full queue first. */
  #lastLate(): { party: Party<Waiter>; waiter: Waiter } {
    const [party] = this.#lateTurns;
    return { party: party!, waiter: [...party!.waiting].at(-1)! };
  }

  #forgetIdle(): void {
    if (this.#known.size < PARTIES_IDLE_MAX) return;
    for (const [name, party] of this.#known) {
      if (party.held > 0 || party.waiting.size > 0) continue;
      this.#known.delete(name);
      return;
    }
  }
}
