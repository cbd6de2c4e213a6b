// Owns on whose behalf requests wait at a gate and hold its places, and whose turn is next: one turn each, round and round
// over those that wait. A party is a name that says nothing here; null is the gateway itself. It knows nothing of rates,
// of how many places there are, or of time.
import { PARTIES_IDLE_MAX } from './limits.ts';
import { MovingMean } from './moving-mean.ts';

export interface Party<Waiter> {
  /** The gateway itself, whose few requests are not held to a share. */
  readonly isGateway: boolean;
  /** Requests in flight. */
  held: number;
  /** In order of arrival. */
  readonly waiting: Set<Waiter>;
  /** How long its requests take a place, whatever comes of them. */
  readonly service: MovingMean;
  /** How long its good answers take. */
  readonly answer: MovingMean;
}

export class Parties<Waiter> {
  /** The longest known first. Who holds or waits is bounded by the gate; the idle ones are bounded here. */
  readonly #known = new Map<string | null, Party<Waiter>>();
  /** Those that wait, whose turn is next first. */
  readonly #turns = new Set<Party<Waiter>>();
  #waiting = 0;

  /** How many requests wait, of all parties. */
  get waiting(): number {
    return this.#waiting;
  }

  /** In the order of their turns. A party that stops waiting meanwhile is left out. */
  get turns(): Iterable<Party<Waiter>> {
    return this.#turns;
  }

  of(name: string | null): Party<Waiter> {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    this.#forgetIdle();
    const party = {
      isGateway: name === null,
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
    this.#turns.add(party);
    this.#waiting++;
  }

  /** It gave up, or was turned away; the party keeps its turn. */
  remove(party: Party<Waiter>, waiter: Waiter): void {
    if (!party.waiting.delete(waiter)) return;
    this.#waiting--;
    if (party.waiting.size === 0) this.#turns.delete(party);
  }

  /** The party's turn is used: all others that wait come before its next one. */
  take(party: Party<Waiter>, waiter: Waiter): void {
    this.remove(party, waiter);
    if (this.#turns.delete(party)) this.#turns.add(party);
  }

  /** Turns that come before that of one who arrives now; who may not use a turn is in nobody's way. */
  ahead(party: Party<Waiter>, mayUseTurn: (other: Party<Waiter>) => boolean): number {
    const own = party.waiting.size;
    let ahead = own;
    for (const other of this.#turns) {
      if (other !== party && mayUseTurn(other)) ahead += Math.min(other.waiting.size, own + 1);
    }
    return ahead;
  }

  /** The last one to come of the party that has most waiting, when that is more than this party would have. */
  toDisplace(by: Party<Waiter>): { party: Party<Waiter>; waiter: Waiter } | null {
    let longest = by;
    for (const party of this.#turns) if (party.waiting.size > longest.waiting.size) longest = party;
    if (longest.waiting.size <= by.waiting.size + 1) return null;
    return { party: longest, waiter: [...longest.waiting].at(-1)! };
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
