// The calls that run in this process. A second use of a request id waits here for the first one, and a stopping process waits
// here for the last call.

import { SAME_ID_POLL_MS, SAME_ID_WAITERS_MAX } from '../../domain/limits.ts';
import { isReservedRequestId } from '../../domain/request-id.ts';

export interface CallName {
  accountId: string;
  requestId: string;
}

export class RunningCalls {
  /** For each call, those who wait for its end. */
  readonly #running = new Map<string, Set<() => void>>();
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

  /** The call runs until the returned function is called. */
  began(name: CallName): () => void {
    const key = keyOf(name);
    const gathered = isReservedRequestId(name.requestId) ? 1 : 0;
    const waiting = new Set<() => void>();
    this.#running.set(key, waiting);
    this.#gathered += gathered;
    this.#interactiveBegun += 1 - gathered;
    return () => {
      this.#running.delete(key);
      this.#gathered -= gathered;
      for (const wake of waiting) wake();
      if (this.#running.size === 0) for (const wake of this.#idle.splice(0)) wake();
    };
  }

  /** The call runs until `work` settles: its end is known here before anybody who awaits the returned promise goes on. */
  track<T>(name: CallName, work: Promise<T>): Promise<T> {
    return work.finally(this.began(name));
  }

  /**
   * Waits until the call may have ended: for its end when it runs here, for a short while when it runs in another process.
   * Returns false when too many calls wait already.
   */
  async waitFor(name: CallName, leftMs: number): Promise<boolean> {
    if (this.#waiters >= SAME_ID_WAITERS_MAX) return false;
    this.#waiters++;
    try {
      const waiting = this.#running.get(keyOf(name));
      const waitMs = waiting === undefined ? Math.min(leftMs, SAME_ID_POLL_MS) : leftMs;
      await endOrTimeout(waiting, waitMs);
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

function endOrTimeout(waiting: Set<() => void> | undefined, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer);
      waiting?.delete(wake);
      resolve();
    };
    const timer = setTimeout(wake, ms);
    waiting?.add(wake);
  });
}
