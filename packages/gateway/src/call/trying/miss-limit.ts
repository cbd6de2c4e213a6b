// The limit on look-ups that find nothing, and on lists of a thing that is not there (misses). They cost the caller nothing, and
// some sellers charge us for each, so an account may have a limited number in a window of time, over all of its keys.
// A call reserves the misses that it could make before a platform is asked, and gives the rest back, so concurrent calls cannot
// exceed the limit together. Each process counts for itself.
import type { Clock } from '../../domain/clock.ts';
import { type Failure, failure } from '../../domain/failure.ts';
import { MISS_ACCOUNTS_MAX } from '../../domain/limits.ts';
import { msLeftOf, SlidingCount } from '../../domain/sliding-count.ts';

export interface MissLimit {
  readonly requests: number;
  readonly perSeconds: number;
}

/** The misses reserved for one running call. */
export interface ReservedMisses {
  kind: 'reserved';
  /** `missed` is how many things were not found; the rest is given back. Called once. */
  end(missed: number): void;
}

interface AccountMisses {
  count: SlidingCount;
  /** Reserved by calls that are running. */
  reserved: number;
}

/** Retry-After while reservations fill the limit: running calls give back what they did not miss as soon as they end. */
const RETRY_RESERVED_MS = 1_000;

export class Misses {
  readonly #clock: Clock;
  readonly #limit: () => MissLimit;
  /** In the order of their last reservation. When the map is full, the account that reserved longest ago is dropped. */
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

  /** Counts misses that nothing was reserved for. */
  note(accountId: string, missed: number): void {
    const { count } = this.#missesOf(accountId);
    count.at(this.#clock.monotonicMs(), this.#limit().perSeconds * 1_000);
    count.add(missed);
  }

  /** null while the account may still miss `most` more. */
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
