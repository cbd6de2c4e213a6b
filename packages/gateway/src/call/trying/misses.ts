// The limit on look-ups that find nothing. They cost the caller nothing, and some sellers charge us for each, so an account may have a
// limited number in a window of time, with all of its keys. What a call could miss is reserved before a platform is asked, and what it
// did not miss is given back, so calls at the same time cannot pass the limit together. It counts in this process.
import type { Clock } from '../../domain/clock.ts';
import { type Failure, failure } from '../../domain/failure.ts';
import { MISS_ACCOUNTS_MAX } from '../../domain/limits.ts';
import { msLeftOf, SlidingCount } from '../../domain/sliding-count.ts';

export interface MissLimit {
  readonly requests: number;
  readonly perSeconds: number;
}

/** What one call may miss while it is under way. */
export interface ReservedMisses {
  kind: 'reserved';
  /** How many it missed; the rest is given back. Once. */
  end(missed: number): void;
}

interface AccountMisses {
  count: SlidingCount;
  /** Of calls under way. */
  reserved: number;
}

/** Calls that run give back what they did not miss as soon as they end. */
const RETRY_RESERVED_MS = 1_000;

export class Misses {
  readonly #clock: Clock;
  readonly #limit: () => MissLimit;
  /** In the order of their last reservation: the account that asked longest ago makes room. */
  readonly #accounts = new Map<string, AccountMisses>();

  constructor(clock: Clock, limit: () => MissLimit) {
    this.#clock = clock;
    this.#limit = limit;
  }

  reserve(accountId: string, most: number): ReservedMisses | Failure {
    const refusal = this.refusal(accountId, most);
    if (refusal !== null) return refusal;
    const of = this.#missesOf(accountId);
    of.reserved += most;
    return {
      kind: 'reserved',
      end: (missed) => {
        of.reserved -= most;
        of.count.at(this.#clock.monotonicMs(), this.#limit().perSeconds * 1_000);
        of.count.add(missed);
      },
    };
  }

  /** null while the account may still miss this many. */
  refusal(accountId: string, most: number): Failure | null {
    const { requests, perSeconds } = this.#limit();
    const { count, reserved } = this.#accounts.get(accountId) ?? { count: new SlidingCount(), reserved: 0 };
    const nowMs = this.#clock.monotonicMs();
    const windowMs = perSeconds * 1_000;
    const missed = count.at(nowMs, windowMs);
    if (missed + reserved + most <= requests) return null;
    const retryAfterMs = missed + most <= requests ? RETRY_RESERVED_MS : msLeftOf(nowMs, windowMs);
    return failure('RATE_LIMITED', refusalText(requests, perSeconds, most), { retryAfterMs });
  }

  #missesOf(accountId: string): AccountMisses {
    const misses = this.#accounts.get(accountId) ?? { count: new SlidingCount(), reserved: 0 };
    this.#accounts.delete(accountId);
    if (this.#accounts.size >= MISS_ACCOUNTS_MAX)
      this.#accounts.delete(this.#accounts.keys().next().value as string);
    this.#accounts.set(accountId, misses);
    return misses;
  }
}

function refusalText(requests: number, perSeconds: number, most: number): string {
  const limit = `At most ${requests} look-ups of an account that find nothing in ${perSeconds} s, those under way included.`;
  return most > 1 ? `${limit} This call could miss ${most}: ask for fewer ids.` : limit;
}
