// Callers that wait for their next event: how many may, how long, and how they are woken. The last numbers of all awaited streams are read
// together, twice a second and whenever the database says that there is something new. It reads numbers and never an event.
import type { Timers } from '../../domain/clock.ts';
import { type Failure, failure } from '../../domain/failure.ts';
import { inBackground } from '../../domain/in-background.ts';
import { REVISION_POLL_MS } from '../../domain/limits.ts';
import type { Storage } from '../../storage/storage.ts';

/** Of one account, with all of its keys: a program waits once, and a few may run beside each other or not have noticed that they hung up. */
export const WAITERS_PER_ACCOUNT_MAX = 10;
/** Of one process: each takes a connection and some memory until it is woken. */
export const WAITERS_MAX = 1_000;
/** Below the 30 s after which a connection without a byte is cut, here and by many proxies. */
export const EVENT_WAIT_MS_MAX = 25_000;
const RETRY_AFTER_MS = 1_000;

export interface AwaitedEvents {
  stream: string;
  /** The number behind which an event is waited for. */
  after: number;
  waitMs: number;
}

interface Waiter extends AwaitedEvents {
  wake(): void;
}

export interface EventWaitersDeps {
  events: Pick<Storage['events'], 'heads'>;
  timers: Timers;
}

export class EventWaiters {
  readonly #deps: EventWaitersDeps;
  readonly #waiters = new Set<Waiter>();
  /** Ends the wait for the next look; null without waiters. */
  #stopTimer: (() => void) | null = null;
  #isLooking = false;
  #isClosed = false;

  constructor(deps: EventWaitersDeps) {
    this.#deps = deps;
  }

  get count(): number {
    return this.#waiters.size;
  }

  /** Resolves when there may be an event, when the time is over, or when the process is about to end. */
  wait(awaited: AwaitedEvents): Promise<Failure | null> {
    if (this.#isClosed) return Promise.resolve(null);
    const refusal = this.#refusalOf(awaited.stream);
    if (refusal !== null) return Promise.resolve(refusal);
    return new Promise((resolve) => {
      const stop = this.#deps.timers(Math.min(awaited.waitMs, EVENT_WAIT_MS_MAX), () => waiter.wake());
      const waiter: Waiter = {
        ...awaited,
        wake: () => {
          stop();
          this.#waiters.delete(waiter);
          if (this.#waiters.size === 0) this.#rest();
          resolve(null);
        },
      };
      this.#waiters.add(waiter);
      this.#schedule();
    });
  }

  /** There may be something new. */
  async look(): Promise<void> {
    if (this.#isLooking || this.#waiters.size === 0) return;
    this.#isLooking = true;
    const asked = [...this.#waiters];
    const streams = [...new Set(asked.map(({ stream }) => stream))];
    // While the ledger cannot be read no waiter is woken: each gets its answer when its time is over.
    const heads = await this.#deps.events.heads({ streams }).catch(() => ({}) as Record<string, number>);
    this.#isLooking = false;
    for (const waiter of asked) if ((heads[waiter.stream] ?? 0) > waiter.after) waiter.wake();
  }

  /** Wakes all waiters, and refuses further ones. */
  close(): void {
    this.#isClosed = true;
    for (const waiter of this.#waiters) waiter.wake();
  }

  #refusalOf(stream: string): Failure | null {
    const own = [...this.#waiters].filter((waiter) => waiter.stream === stream).length;
    const retryAfterMs = RETRY_AFTER_MS;
    if (own >= WAITERS_PER_ACCOUNT_MAX)
      return failure('RATE_LIMITED', `${own} requests of this account wait for events already.`, {
        retryAfterMs,
      });
    if (this.#waiters.size < WAITERS_MAX) return null;
    return failure('OVERLOADED', 'Too many wait for events. Ask without `wait`.', { retryAfterMs });
  }

  #schedule(): void {
    if (this.#stopTimer !== null || this.#waiters.size === 0) return;
    this.#stopTimer = this.#deps.timers(REVISION_POLL_MS, () => {
      this.#stopTimer = null;
      inBackground(this.look().then(() => this.#schedule()));
    });
  }

  #rest(): void {
    this.#stopTimer?.();
    this.#stopTimer = null;
  }
}
