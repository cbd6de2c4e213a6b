// Holds collections and watches back while interactive calls are served. A gathered page takes a millisecond or two of this process and a
// sync of the disk, and an interactive call that comes meanwhile waits for both. Without interactive calls nothing is held back.
import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../../domain/clock.ts';
import type { RunningCalls } from '../running/running-calls.ts';

/** The process counts as quiet this long after the last interactive call. A person or a program that calls now and then is served as well. */
export const QUIET_AFTER_MS = 5_000;
/**
 * Between two pages of this process while it is not quiet: at most ten pages per second, about 500 items. With 50 ms
 * the p99 of interactive calls was 1.42 times that without collections, with 100 ms between 1.0 and 1.6 times (`npm run bench:gathering`).
 */
export const PAGE_EVERY_MS = 100;
/** The page then waits for a moment without interactive calls, this long at most: under steady load there is none. */
export const MOMENT_MS_MAX = 50;
/** Between two looks for such a moment: an interactive call that is answered from memory takes less. */
const LOOK_MS = 2;

const never = () => false;

export class GatherPace {
  readonly #running: Pick<RunningCalls, 'interactive' | 'interactiveBegun'>;
  readonly #clock: Clock;
  readonly #pause: (ms: number) => Promise<unknown>;
  #begun = 0;
  #quietFromMs = Number.NEGATIVE_INFINITY;
  /** Resolves when the page that waits last has begun. */
  #last: Promise<void> = Promise.resolve();

  constructor(
    running: Pick<RunningCalls, 'interactive' | 'interactiveBegun'>,
    clock: Clock,
    wait: (ms: number) => Promise<unknown> = pause,
  ) {
    this.#running = running;
    this.#clock = clock;
    this.#pause = wait;
  }

  /** Resolves when a page may begin, in the sequence in which pages ask, and soon when the process stops. */
  turn(isStopping: () => boolean = never): Promise<void> {
    if (this.#isQuiet()) return Promise.resolve();
    this.#last = this.#last.then(() => this.#hold(isStopping));
    return this.#last;
  }

  /** A test may stop the clock, so the time is counted in pauses: a page never waits for ever. */
  async #hold(isStopping: () => boolean): Promise<void> {
    const isOver = () => isStopping() || this.#isQuiet();
    if (isOver()) return;
    await this.#pause(PAGE_EVERY_MS);
    for (let ms = 0; ms < MOMENT_MS_MAX && this.#running.interactive > 0 && !isOver(); ms += LOOK_MS)
      await this.#pause(LOOK_MS);
  }

  #isQuiet(): boolean {
    const { interactive, interactiveBegun } = this.#running;
    const nowMs = this.#clock.monotonicMs();
    if (interactive > 0 || interactiveBegun !== this.#begun) this.#quietFromMs = nowMs + QUIET_AFTER_MS;
    this.#begun = interactiveBegun;
    return nowMs >= this.#quietFromMs;
  }
}
