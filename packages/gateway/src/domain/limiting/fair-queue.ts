// A queue for a scarce resource, shared fairly between parties. Each party has a limited number of running and waiting jobs, and the next
// place goes to the waiting parties in turn (round robin).

interface QueueLimits {
  /** Running at the same time: in total, and per party. */
  atOnce: number;
  atOncePerParty: number;
  /** Waiting: in total, and per party. Further jobs are refused. */
  waiting: number;
  waitingPerParty: number;
}

interface Party {
  underWay: number;
  waiting: (() => void)[];
}

export class FairQueue {
  readonly #limits: QueueLimits;
  /** Parties with running or waiting jobs; the party whose turn is next comes first. The limits above bound its size. */
  readonly #parties = new Map<string, Party>();
  #underWay = 0;
  #waiting = 0;

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  /** Runs the work when its turn comes; null when too many jobs wait already. */
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

  /** The party moves to the end of the sequence: it has used its turn. */
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

  /**
   * One place became available, so at most one waiting job may start. The place is taken synchronously, so that a job submitted meanwhile
   * cannot take it.
   */
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
