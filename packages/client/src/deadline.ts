// The deadline of one call. It covers the wait for its turn, connecting, headers, body and every retry. The caller's own signal ends it
// as well.
import type { Clock } from './clock.ts';

/** The longest delay that timers of all runtimes support. */
export const DELAY_MS_MAX = 2 ** 31 - 1;

export type Ended = 'DEADLINE' | 'ABORTED';

export interface Deadline {
  /** Why the call must end; null while it may go on. */
  ended: Ended | null;
  /** Aborts when the call must end. */
  readonly signal: AbortSignal;
  /** Milliseconds until the deadline. */
  left(): number;
  /** Rejects with `ended` if the call must end before `work` does: some implementations of `fetch` ignore their signal. */
  race<T>(work: Promise<T>): Promise<T>;
  /** Waits `ms` milliseconds. Rejects with `ended` if the call must end before that. */
  sleep(ms: number): Promise<void>;
  /** Stops the timer, and listens to the caller's signal no longer. */
  close(): void;
}

export function startDeadline(clock: Clock, ms: number, outer: AbortSignal | undefined): Deadline {
  const controller = new AbortController();
  const endsAt = clock.now() + ms;
  let reject!: (reason: Ended) => void;
  const passed = new Promise<never>((_, no) => {
    reject = no;
  });
  // A rejection that nothing waits for must not end the process.
  passed.catch(() => {});
  const deadline: Deadline = {
    ended: null,
    signal: controller.signal,
    left: () => endsAt - clock.now(),
    race: (work) => Promise.race([work, passed]),
    sleep(pauseMs) {
      let stop = () => {};
      const slept = new Promise<void>((resolve) => {
        stop = clock.after(pauseMs, resolve);
      });
      return deadline.race(slept).finally(() => stop());
    },
    close() {
      stopTimer();
      outer?.removeEventListener('abort', abort);
    },
  };
  const end = (ended: Ended) => {
    deadline.ended ??= ended;
    reject(ended);
    controller.abort();
  };
  const abort = () => end('ABORTED');
  const stopTimer = clock.after(ms, () => end('DEADLINE'));
  outer?.addEventListener('abort', abort);
  if (outer?.aborted) abort();
  return deadline;
}
