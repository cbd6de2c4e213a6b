// Long polling: callers that wait for their next event, how many may wait, how long, and how they are woken. The last sequence numbers of
// all awaited streams are read together, twice a second and whenever the database notifies. Events themselves are not read here.
import type { Timers } from '../../domain/clock.ts';
import { type Failure, failure } from '../../domain/failure.ts';
import { inBackground } from '../../domain/in-background.ts';
import { REVISION_POLL_MS } from '../../domain/limits.ts';
import type { Storage } from '../../storage/storage.ts';
import type { WhenLeft } from '../../verb/verb.ts';

/** Per account, over all keys. A program needs one; the rest allows for several programs and for clients that reconnected. */
export const WAITERS_PER_ACCOUNT_MAX = 10;
/** Per process: each takes a connection and some memory while it waits. */
export const WAITERS_MAX = 1_000;
/** Below the 30 s after which this server and many proxies close a silent connection. */
export const EVENT_WAIT_MS_MAX = 25_000;
const RETRY_AFTER_MS = 1_000;

interface AwaitedEvents {
  stream: string;
  /** Waits for an event with a higher number. */
  after: number;
  waitMs: number;
  /** Of the caller that waits: its place is free again when it is gone. */
  whenLeft?: WhenLeft | undefined;
}

interface Waiter extends AwaitedEvents {
  wake(): void;
}

interface EventWaitersDeps {
  events: Pick<Storage['events'], 'heads'>;
  timers: Timers;
}

export class EventWaiters {
  readonly #deps: EventWaitersDeps;
  readonly #waiters = new Set<Waiter>();
  /** Cancels the timer of the next look; null without waiters. */
  #stopTimer: (() => void) | null = null;
  #isLooking = false;
  #isClosed = false;

  constructor(deps: EventWaitersDeps) {
    this.#deps = deps;
  }

  get count(): number {
    return this.#waiters.size;
  }

  /** Resolves when there may be an event, when the time is over, when the caller is gone, or when the process shuts down. */
  wait(awaited: AwaitedEvents): Promise<Failure | null> {
    if (this.#isClosed) return Promise.resolve(null);
    const refusal = this.#refusalOf(awaited.stream);
    if (refusal !== null) return Promise.resolve(refusal);
    return new Promise((resolve) => {
      const stopTimer = this.#deps.timers(Math.min(awaited.waitMs, EVENT_WAIT_MS_MAX), () => waiter.wake());
      let forget = () => {};
      const waiter: Waiter = {
        ...awaited,
        wake: () => {
          stopTimer();
          forget();
          this.#waiters.delete(waiter);
          if (this.#waiters.size === 0) this.#rest();
          resolve(null);
        },
      };
      this.#waiters.add(waiter);
      this.#schedule();
      forget = awaited.whenLeft?.(waiter.wake) ?? forget;
    });
  }

  /** Checks for new events now. */
  async look(): Promise<void> {
    if (this.#isLooking || this.#waiters.size === 0) return;
    this.#isLooking = true;
    const asked = [...this.#waiters];
    const streams = [...new Set(asked.map(({ stream }) => stream))];
    // While the ledger cannot be read, waiters stay until their time is over.
    const heads = await this.#deps.events.heads({ streams }).catch(() => ({}) as Record<string, number>);
    this.#isLooking = false;
    for (const waiter of asked) if ((heads[waiter.stream] ?? 0) > waiter.after) waiter.wake();
  }

  /** Wakes all waiters and refuses new ones. */
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
    return failure('OVERLOADED', 'Too many requests wait for events. Ask without `wait`.', { retryAfterMs });
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
