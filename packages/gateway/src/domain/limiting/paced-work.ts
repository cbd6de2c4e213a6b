// Work that nobody's call waits for: exports and feeds are rendered in short steps. One step runs at a time, whoever asked for it, and after it
// the event loop takes a whole turn. So a call waits for one step at most, however many downloads there are. Parties take turns.
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import { CONNECTIONS_MAX, KB } from '../limits.ts';
import { FairQueue } from './fair-queue.ts';

/** Runs a step when its turn comes. */
export type Pace = <T>(step: () => T | Promise<T>) => Promise<T>;

/** Lets the event loop take a whole turn, and the machine so much time for other work. */
export type Rest = (owedMs: number) => Promise<void>;

/**
 * How many times as long as a step everything rests after it. With twice, all downloads together take a third of a core's time, threads
 * included: calls beside them need less than twice as long on two cores.
 */
const RESTS = 2;

/** Text that one step reads and writes: records of this length take 1 to 3 ms, and a step may take 5. */
export const STEP_CHARS_MAX = 128 * KB;

export class PacedWork {
  /** A connection has one step waiting at most. */
  readonly #steps = new FairQueue({
    ...{ atOnce: 1, atOncePerParty: 1 },
    ...{ waiting: CONNECTIONS_MAX, waitingPerParty: CONNECTIONS_MAX },
  });
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #rest: Rest;
  #owedMs = 0;

  constructor(clock: Pick<Clock, 'monotonicMs'>, rest: Rest = restFor) {
    this.#clock = clock;
    this.#rest = rest;
  }

  paceOf(party: string): Pace {
    return async (step) => {
      const done = this.#steps.run(party, () => this.#run(step));
      if (done === null) throw new Error('more steps wait than there are connections');
      return done;
    };
  }

  async #run<T>(step: () => T | Promise<T>): Promise<T> {
    const beganMs = this.#clock.monotonicMs();
    try {
      return await step();
    } finally {
      const endedMs = this.#clock.monotonicMs();
      this.#owedMs += RESTS * (endedMs - beganMs);
      await this.#rest(this.#owedMs);
      this.#owedMs = Math.max(0, this.#owedMs - (this.#clock.monotonicMs() - endedMs));
    }
  }
}

/** A timer waits for a millisecond at least. What is shorter is owed to the next rest; the loop takes its turn all the same. */
async function restFor(owedMs: number): Promise<void> {
  if (owedMs < 1) await nextTurn();
  else await pause(owedMs);
}

/** The list in parts that one step can work on; an element that is longer is a part of its own. */
export function* stepsOf(lines: readonly string[]): Generator<string[]> {
  let [part, chars]: [string[], number] = [[], 0];
  for (const line of lines) {
    if (part.length > 0 && chars + line.length > STEP_CHARS_MAX) {
      yield part;
      [part, chars] = [[], 0];
    }
    part.push(line);
    chars += line.length;
  }
  if (part.length > 0) yield part;
}
