// How long a call of several legs waits for them. All are asked at once. After the soft deadline the call goes on with what there
// is, if at least half of the legs have ended; after the hard one in any case. A leg that has not ended by then goes on alone.
import type { Timers } from '../../domain/clock.ts';

export interface LegRun<End> {
  name: string;
  run(): Promise<End>;
}

export interface LegDeadlines<End> {
  softMs: number;
  hardMs: number;
  /** There are items to deliver without the legs that are asked. */
  hasItems: boolean;
  /** Legs that need not be asked; they count as ended. */
  others: number;
  /** The leg brought something to go on with. */
  isGood(end: End): boolean;
}

export interface AwaitedLegs<End> {
  /** By name; in the order in which they ended. */
  ended: ReadonlyMap<string, End>;
  /** Legs that have not ended, each with the promise of its end. */
  running: ReadonlyMap<string, Promise<End>>;
  /** The hard deadline has passed. */
  isHard: boolean;
}

/** Rejects when a leg throws before the deadline: that is a bug. */
export function awaitLegs<End>(
  timers: Timers,
  legs: readonly LegRun<End>[],
  deadlines: LegDeadlines<End>,
): Promise<AwaitedLegs<End>> {
  const running = new Map(legs.map(({ name, run }) => [name, run()]));
  const waiting = new Waiting(running, deadlines);
  return waiting.decided(timers);
}

class Waiting<End> {
  readonly #running: Map<string, Promise<End>>;
  readonly #deadlines: LegDeadlines<End>;
  readonly #ended = new Map<string, End>();
  #isSoft = false;
  #isHard = false;

  constructor(running: Map<string, Promise<End>>, deadlines: LegDeadlines<End>) {
    this.#running = running;
    this.#deadlines = deadlines;
  }

  decided(timers: Timers): Promise<AwaitedLegs<End>> {
    return new Promise((resolve, reject) => {
      const stops: (() => void)[] = [];
      const look = () => {
        if (!this.#isEnough()) return;
        for (const stop of stops) stop();
        resolve({ ended: new Map(this.#ended), running: new Map(this.#running), isHard: this.#isHard });
      };
      const after = (ms: number, pass: () => void) =>
        stops.push(
          timers(ms, () => {
            pass();
            look();
          }),
        );
      after(this.#deadlines.softMs, () => {
        this.#isSoft = true;
      });
      after(this.#deadlines.hardMs, () => {
        this.#isHard = true;
      });
      for (const [name, work] of this.#running) {
        work.then((end) => {
          this.#running.delete(name);
          this.#ended.set(name, end);
          look();
        }, reject);
      }
      look();
    });
  }

  #isEnough(): boolean {
    if (this.#running.size === 0 || this.#isHard) return true;
    const { others, hasItems, isGood } = this.#deadlines;
    const ended = this.#ended.size + others;
    const isHalf = ended * 2 >= ended + this.#running.size;
    return this.#isSoft && isHalf && (hasItems || [...this.#ended.values()].some(isGood));
  }
}
