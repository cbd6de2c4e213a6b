// Owns the one deadline of a call: over its turn, connecting, headers, body and every retry. The caller's own signal ends it as well.
import type { Clock } from './clock.ts';

export type Ended = 'DEADLINE' | 'ABORTED';

export class Deadline {
  /** Why there is no more time; null while there is. */
  ended: Ended | null = null;
  readonly #clock: Clock;
  readonly #endsAt: number;
  readonly #controller = new AbortController();
  readonly #passed: Promise<never>;
  readonly #outer: AbortSignal | undefined;
  readonly #abort = () => this.#end('ABORTED');
  readonly #stopTimer: () => void;
  #reject!: (reason: unknown) => void;

  constructor(clock: Clock, ms: number, outer: AbortSignal | undefined) {
    this.#clock = clock;
    this.#endsAt = clock.now() + ms;
    this.#outer = outer;
    this.#passed = new Promise((_, reject) => {
      this.#reject = reject;
    });
    // Nobody may be waiting when it passes.
    this.#passed.catch(() => {});
    this.#stopTimer = clock.after(ms, () => this.#end('DEADLINE'));
    outer?.addEventListener('abort', this.#abort);
    if (outer?.aborted) this.#abort();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  left(): number {
    return this.#endsAt - this.#clock.now();
  }

  /** Also where `fetch` or a body ignores its signal. */
  race<T>(work: Promise<T>): Promise<T> {
    return Promise.race([work, this.#passed]);
  }

  async sleep(ms: number): Promise<void> {
    let stop = () => {};
    const slept = new Promise<void>((resolve) => {
      stop = this.#clock.after(ms, resolve);
    });
    await this.race(slept).finally(() => stop());
  }

  close(): void {
    this.#stopTimer();
    this.#outer?.removeEventListener('abort', this.#abort);
  }

  #end(ended: Ended): void {
    this.ended ??= ended;
    this.#reject(ended);
    this.#controller.abort();
  }
}
