// Work that nobody's call waits for: exports and feeds are rendered in short steps. One step runs at a time, whoever asked for it, and after it
// the event loop takes a whole turn. So a call waits for one step at most, however many downloads there are. Parties take turns.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { FairQueue } from './fair-queue.ts';
import { CONNECTIONS_MAX, KB } from './limits.ts';

/** Runs a step when its turn comes. */
export type Pace = <T>(step: () => T | Promise<T>) => Promise<T>;

/** Text that one step reads and writes: records of this length take 1 to 3 ms, and a step may take 5. */
export const STEP_CHARS_MAX = 128 * KB;

export class PacedWork {
  /** A connection has one step waiting at most. */
  readonly #steps = new FairQueue({
    ...{ atOnce: 1, atOncePerParty: 1 },
    ...{ waiting: CONNECTIONS_MAX, waitingPerParty: CONNECTIONS_MAX },
  });
  readonly #nextTurn: () => Promise<unknown>;

  constructor(turn: () => Promise<unknown> = nextTurn) {
    this.#nextTurn = turn;
  }

  paceOf(party: string): Pace {
    return async (step) => {
      const done = this.#steps.run(party, async () => {
        try {
          return await step();
        } finally {
          await this.#nextTurn();
        }
      });
      if (done === null) throw new Error('more steps wait than there are connections');
      return done;
    };
  }
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
