// A clock for tests: pauses end at once, and deadlines pass only when the test says so. Results do not depend on the speed of the machine.
import type { Clock } from '../clock.ts';

/** Longer timers are taken for deadlines. The client's own pauses are always shorter. */
const DEADLINE_MS_MIN = 30_000;

export class HastyClock implements Clock {
  nowMs = 0;
  /** Timers of this length are deadlines too, for a test that sets a shorter one. */
  deadlineMs = DEADLINE_MS_MIN;
  readonly pauses: number[] = [];
  readonly random: () => number;
  readonly #deadlines = new Set<{ at: number; then: () => void }>();

  constructor(random: () => number = () => 0.5) {
    this.random = random;
  }

  now(): number {
    return this.nowMs;
  }

  after(ms: number, then: () => void): () => void {
    if (ms < DEADLINE_MS_MIN && ms !== this.deadlineMs) return this.#pause(ms, then);
    const deadline = { at: this.nowMs + ms, then };
    this.#deadlines.add(deadline);
    return () => this.#deadlines.delete(deadline);
  }

  /** Lets the deadlines of all running calls pass. */
  passDeadlines(): void {
    for (const { at, then } of this.#deadlines) {
      this.nowMs = Math.max(this.nowMs, at);
      then();
    }
    this.#deadlines.clear();
  }

  get openDeadlines(): number {
    return this.#deadlines.size;
  }

  #pause(ms: number, then: () => void): () => void {
    this.pauses.push(ms);
    const soon = setImmediate(() => {
      this.nowMs += ms;
      then();
    });
    return () => clearImmediate(soon);
  }
}
