// Turns at something that few may use at one time, shared between parties: each party has a bounded number of turns under way and a
// bounded queue, and free turns go round over the parties that wait. It knows nothing of time or of what is done in a turn.

export interface TurnLimits {
  /** Under way at one time, of all parties and of one. */
  atOnce: number;
  atOncePerParty: number;
  /** Waiting, of all parties and of one; who comes later is refused. */
  waiting: number;
  waitingPerParty: number;
}

interface Party {
  underWay: number;
  waiting: (() => void)[];
}

export class FairTurns {
  readonly #limits: TurnLimits;
  /** Those with a turn under way or waiting, whose turn is next first: at most as many as the limits above allow. */
  readonly #parties = new Map<string, Party>();
  #underWay = 0;
  #waiting = 0;

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  /** Runs the work when its turn has come; null when too many wait already. */
  run<T>(name: string, work: () => Promise<T>): Promise<T> | null {
    const party = this.#parties.get(name) ?? { underWay: 0, waiting: [] };
    if (this.#mayBegin(party)) {
      this.#take(name, party);
      return this.#finish(name, party, work);
    }
    const { waiting, waitingPerParty } = this.#limits;
    if (this.#waiting >= waiting || party.waiting.length >= waitingPerParty) return null;
    this.#parties.set(name, party);
    this.#waiting++;
    const turn = new Promise<void>((resolve) => party.waiting.push(resolve));
    return turn.then(() => this.#finish(name, party, work));
  }

  #mayBegin({ underWay }: Party): boolean {
    return this.#underWay < this.#limits.atOnce && underWay < this.#limits.atOncePerParty;
  }

  /** The party goes behind all others: it has used its turn. */
  #take(name: string, party: Party): void {
    this.#underWay++;
    party.underWay++;
    this.#parties.delete(name);
    this.#parties.set(name, party);
  }

  async #finish<T>(name: string, party: Party, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } finally {
      this.#underWay--;
      party.underWay--;
      if (party.underWay === 0 && party.waiting.length === 0) this.#parties.delete(name);
      this.#next();
    }
  }

  /** One turn came free, so at most one of those who wait may begin. It is taken at once: who comes meanwhile must not find it free. */
  #next(): void {
    for (const [name, party] of this.#parties) {
      if (party.waiting.length === 0 || !this.#mayBegin(party)) continue;
      this.#waiting--;
      this.#take(name, party);
      party.waiting.shift()!();
      return;
    }
  }
}
