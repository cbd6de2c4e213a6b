// Owns when a call that has arrived is begun: at once, a few turns of the event loop later, or never. A turn takes as long as the
// work that is begun in it, and whoever arrives meanwhile waits for its end; so a turn begins only a few calls, the next ones
// wait in a bounded queue, and who finds it full is refused by whoever asked. It knows nothing of HTTP, and needs no clock.

export interface TurnstileLimits {
  startsPerTurn: number;
  waitingMax: number;
}

/** What an operator may see. */
export interface TurnstileFigures {
  waiting: number;
  /** Since the start. */
  refused: number;
}

export class Turnstile<Call> {
  readonly #begin: (call: Call) => void;
  readonly #limits: TurnstileLimits;
  readonly #nextTurn: (work: () => void) => void;
  /** In order of arrival. */
  readonly #waiting: Call[] = [];
  #begun = 0;
  #refused = 0;

  /** `nextTurn` is setImmediate, unless a test turns the loop itself. */
  constructor(
    begin: (call: Call) => void,
    limits: TurnstileLimits,
    nextTurn: (work: () => void) => void = setImmediate,
  ) {
    this.#begin = begin;
    this.#limits = limits;
    this.#nextTurn = nextTurn;
  }

  get figures(): TurnstileFigures {
    return { waiting: this.#waiting.length, refused: this.#refused };
  }

  /** False when the call is refused; otherwise it begins now or will. */
  enter(call: Call): boolean {
    if (this.#waiting.length === 0 && this.#begun < this.#limits.startsPerTurn) {
      this.#start(call);
      return true;
    }
    if (this.#waiting.length >= this.#limits.waitingMax) {
      this.#refused++;
      return false;
    }
    this.#waiting.push(call);
    return true;
  }

  #start(call: Call): void {
    if (this.#begun++ === 0) this.#nextTurn(this.#turn);
    this.#begin(call);
  }

  readonly #turn = (): void => {
    this.#begun = 0;
    while (this.#waiting.length > 0 && this.#begun < this.#limits.startsPerTurn) {
      this.#start(this.#waiting.shift()!);
    }
  };
}
