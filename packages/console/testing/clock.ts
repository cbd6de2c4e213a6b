// The clock of a tab. Time stands still until a test moves it; what is due at once runs while the tab settles. So a test waits for nothing,
// and sees which timers a page left behind.

interface Timer {
  atMs: number;
  ms: number;
  everyMs: number | null;
  run: () => void;
}

/** Steps until a tab must be quiet: a page that never is renders in circles. */
const STEPS_MAX = 500;

export class Clock {
  nowMs: number;
  #last = 0;
  readonly #timers = new Map<number, Timer>();
  readonly #next: (() => void)[] = [];
  readonly #failed: (error: unknown) => void;

  constructor(nowMs: number, failed: (error: unknown) => void) {
    this.nowMs = nowMs;
    this.#failed = failed;
  }

  #add(run: () => void, ms: number, everyMs: number | null): number {
    this.#timers.set(++this.#last, { atMs: this.nowMs + Math.max(0, ms), ms, everyMs, run });
    return this.#last;
  }

  globals() {
    const clock = this;
    class TabDate extends Date {
      constructor(...given: [] | [number]) {
        if (given.length === 0) super(clock.nowMs);
        else super(...given);
      }
      static override now(): number {
        return clock.nowMs;
      }
    }
    const end = (timer: number | undefined) => void clock.#timers.delete(timer ?? 0);
    return {
      Date: TabDate,
      performance: { now: () => clock.nowMs },
      setTimeout: (run: () => void, ms = 0) => clock.#add(run, ms, null),
      setInterval: (run: () => void, ms = 0) => clock.#add(run, ms, ms),
      clearTimeout: end,
      clearInterval: end,
      setImmediate: (run: () => void) => void clock.#next.push(run),
    };
  }

  /** `every 5000 ms`, `after 300000 ms`: what waits, with the time that was asked for. */
  waiting(): string[] {
    return [...this.#timers.values()].map(({ ms, everyMs }) =>
      everyMs === null ? `after ${ms} ms` : `every ${everyMs} ms`,
    );
  }

  #run(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#failed(error);
    }
  }

  #due(): [number, Timer] | undefined {
    return [...this.#timers]
      .filter(([, { atMs }]) => atMs <= this.nowMs)
      .sort(([, a], [, b]) => a.atMs - b.atMs)[0];
  }

  /** Runs all that is due, and all that follows from it. */
  async settle(): Promise<void> {
    for (let quiet = 0, steps = 0; quiet < 2; steps++) {
      if (steps > STEPS_MAX) throw new Error('the page does not come to rest');
      await new Promise((resolve) => setImmediate(resolve));
      const work = this.#next.splice(0);
      const due = work.length === 0 ? this.#due() : undefined;
      if (due !== undefined) {
        const [id, timer] = due;
        if (timer.everyMs === null) this.#timers.delete(id);
        else timer.atMs += timer.everyMs;
        work.push(timer.run);
      }
      quiet = work.length === 0 ? quiet + 1 : 0;
      for (const one of work) this.#run(one);
    }
  }

  /** Moves the clock on, timer by timer. */
  async advance(ms: number): Promise<void> {
    const untilMs = this.nowMs + ms;
    for (;;) {
      await this.settle();
      const next = Math.min(...[...this.#timers.values()].map(({ atMs }) => atMs));
      if (next > untilMs) break;
      this.nowMs = next;
    }
    this.nowMs = untilMs;
    await this.settle();
  }
}
