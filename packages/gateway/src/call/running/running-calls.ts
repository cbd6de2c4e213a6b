// The calls that run in this process. A second use of a request id waits here for the first one, and a stopping process waits
// here for the last call.

import { SAME_ID_POLL_MS, SAME_ID_WAITERS_MAX } from '../../domain/limits.ts';
import { isReservedRequestId } from '../../domain/request-id.ts';

export interface CallName {
  accountId: string;
  requestId: string;
}

export class RunningCalls {
  readonly #running = new Map<string, Promise<unknown>>();
  #gathered = 0;
  #interactiveBegun = 0;
  #waiters = 0;
  #idle: (() => void)[] = [];

  get count(): number {
    return this.#running.size;
  }

  /** Without pages of collections and runs of watches. */
  get interactive(): number {
    return this.#running.size - this.#gathered;
  }

  /** How many have begun since the process started. */
  get interactiveBegun(): number {
    return this.#interactiveBegun;
  }

  /** Tracks the call until `work` settles: its end is known here before anybody who awaits the returned promise goes on. */
  track<T>(name: CallName, work: Promise<T>): Promise<T> {
    const key = keyOf(name);
    const gathered = isReservedRequestId(name.requestId) ? 1 : 0;
    this.#running.set(key, work);
    this.#gathered += gathered;
    this.#interactiveBegun += 1 - gathered;
    const end = () => {
      this.#running.delete(key);
      this.#gathered -= gathered;
      if (this.#running.size === 0) for (const wake of this.#idle.splice(0)) wake();
    };
    work.then(end, end);
    return work;
  }

  /**
   * Waits until the call may have ended: for its end when it runs here, for a short while when it runs in another process.
   * Returns false when too many calls wait already.
   */
  async waitFor(name: CallName, leftMs: number): Promise<boolean> {
    if (this.#waiters >= SAME_ID_WAITERS_MAX) return false;
    this.#waiters++;
    try {
      const work = this.#running.get(keyOf(name));
      const waitMs = work === undefined ? Math.min(leftMs, SAME_ID_POLL_MS) : leftMs;
      await endOrTimeout(work ?? null, waitMs);
      return true;
    } finally {
      this.#waiters--;
    }
  }

  /** Resolves when no call is running. */
  idle(): Promise<void> {
    if (this.#running.size === 0) return Promise.resolve();
    return new Promise((resolve) => this.#idle.push(resolve));
  }
}

function keyOf(name: CallName): string {
  return `${name.accountId} ${name.requestId}`;
}

function endOrTimeout(work: Promise<unknown> | null, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    const wake = () => {
      clearTimeout(timer);
      resolve();
    };
    work?.then(wake, wake);
  });
}
