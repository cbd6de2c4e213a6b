// Limits the free requests of an account, counted over all of its keys: N requests per time window, and M at the same time. Each process
// counts for itself, because the limit protects the memory and the CPU of the process.
import type { Clock } from '../clock.ts';
import { type Failure, failure } from '../failure.ts';
import { FREE_ACCOUNTS_MAX } from '../limits.ts';
import type { RateLimit } from './rate-limit.ts';
import { msLeftOf, SlidingCount } from './sliding-count.ts';

/** The limit with what remains of it, for the headers of the answer. */
export interface FreeState {
  /** The name of the limit in the headers. */
  policy: string;
  limit: RateLimit;
  remaining: number;
  resetMs: number;
}

export interface FreePlace {
  kind: 'place';
  rate: FreeState;
  /** Call once, when the answer has been sent or the connection is closed. */
  leave(): void;
}

export type FreeRefusal = Failure & { free: FreeState };

interface AccountUse {
  count: SlidingCount;
  underWay: number;
}

/** Retry-After when too many requests run at the same time: one of them usually ends within a second. */
const RETRY_CONCURRENT_MS = 1_000;

/** What is counted: its name in headers, and its words in the refusal that callers read. */
interface Counted {
  policy: string;
  what: string;
}

export class AccountLimiter {
  readonly #clock: Clock;
  readonly #limit: () => RateLimit;
  readonly #counted: Counted;
  /** Least recently used first: that account is dropped when the map is full. */
  readonly #accounts = new Map<string, AccountUse>();

  constructor(clock: Clock, limit: () => RateLimit, counted: Counted) {
    this.#clock = clock;
    this.#limit = limit;
    this.#counted = counted;
  }

  /** `weight`: how many requests it counts as, capped at the limit. */
  take(accountId: string, weight = 1): FreePlace | FreeRefusal {
    const limit = this.#limit();
    const { policy, what } = this.#counted;
    const places = Math.min(weight, limit.requests, limit.concurrent);
    const use = this.#useOf(accountId);
    const nowMs = this.#clock.monotonicMs();
    const windowMs = limit.perSeconds * 1_000;
    const resetMs = msLeftOf(nowMs, windowMs);
    const left = limit.requests - use.count.at(nowMs, windowMs);
    const refused = (detail: string, retryAfterMs: number): FreeRefusal => ({
      ...failure('RATE_LIMITED', detail, { retryAfterMs }),
      free: { policy, limit, remaining: 0, resetMs: retryAfterMs },
    });
    if (left < places) return refused(`At most ${limit.requests} ${what} in ${limit.perSeconds} s.`, resetMs);
    if (use.underWay + places > limit.concurrent)
      return refused(`At most ${limit.concurrent} ${what} at one time.`, RETRY_CONCURRENT_MS);
    use.count.add(places);
    use.underWay += places;
    const rate = { policy, limit, remaining: Math.floor(left) - places, resetMs };
    return {
      kind: 'place',
      rate,
      leave: () => {
        use.underWay -= places;
      },
    };
  }

  #useOf(accountId: string): AccountUse {
    const use = this.#accounts.get(accountId) ?? { count: new SlidingCount(), underWay: 0 };
    this.#accounts.delete(accountId);
    if (this.#accounts.size >= FREE_ACCOUNTS_MAX)
      this.#accounts.delete(this.#accounts.keys().next().value as string);
    this.#accounts.set(accountId, use);
    return use;
  }
}
