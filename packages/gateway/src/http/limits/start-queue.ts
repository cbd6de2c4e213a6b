// A bounded queue that spreads the start of calls over turns of the event loop. A turn takes as long as the work that
// starts in it, and everything that arrives meanwhile waits. So each turn starts only a few calls, and further ones
// wait here. When the queue is full, `enter` returns false. It depends on neither HTTP nor a clock.

import { afterTurn } from '../../domain/event-loop-turn.ts';

export interface StartQueueLimits {
  startsPerTurn: number;
  waitingMax: number;
}

/** Figures for the metrics. */
export interface StartQueueFigures {
  waiting: number;
  /** Since the start of the process. */
  refused: number;
}

export class StartQueue<Call> {
  readonly #begin: (call: Call) => void;
  readonly #limits: StartQueueLimits;
  readonly #nextTurn: (work: () => void) => void;
  /** In order of arrival. */
  readonly #waiting: Call[] = [];
  #begun = 0;
  #refused = 0;

  /** A test may step the loop itself. */
  constructor(
    begin: (call: Call) => void,
    limits: StartQueueLimits,
    nextTurn: (work: () => void) => void = afterTurn,
  ) {
    this.#begin = begin;
    this.#limits = limits;
    this.#nextTurn = nextTurn;
  }

  get figures(): StartQueueFigures {
    return { waiting: this.#waiting.length, refused: this.#refused };
  }

  /** False when the call is refused; otherwise it starts now or later. */
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
