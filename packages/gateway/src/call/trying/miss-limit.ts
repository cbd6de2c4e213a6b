// The limit on misses: requests that platforms answered for calls that end uncharged, because the platform rejects the input, does not have
// the thing, or because the caller left. They cost the caller nothing, and the operator's quota or money. So an account may have a limited
// number in a window of time, over all of its keys, collections and watches. Requests that a provider failed to answer are no misses: they
// count for its breaker only, so that an outage locks nobody out. A look-up reserves the misses that it could make before a platform is
// asked, and any other call does so once half of the limit is used up. So concurrent calls cannot exceed the limit together, as long as
// they are fewer than half of it, and an account that is far from it is never refused for calls under way. Each process counts for itself.
import type { Clock } from '../../domain/clock.ts';
import { type Failure, failure } from '../../domain/failure.ts';
import { msLeftOf, SlidingCount } from '../../domain/limiting/sliding-count.ts';
import { MISS_ACCOUNTS_MAX } from '../../domain/limits.ts';
import type { RateState } from '../../storage/storage.ts';

export interface MissLimit {
  readonly requests: number;
  readonly perSeconds: number;
}

/** The misses reserved for one running call. */
export interface ReservedMisses {
  kind: 'reserved';
  /** `missed` counts; the rest is given back. Called once. */
  end(missed: number): void;
}

/** With the state of the limit. */
export type MissRefusal = Failure & { misses: RateState };

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

  /** `likely`: how many things the call may well ask for in vain. */
  reserve(accountId: string, likely: number): ReservedMisses | Failure {
    const { requests, missed } = this.#stateOf(accountId);
    const most = Math.max(likely, 2 * missed >= requests ? 1 : 0);
    const refusal = this.refusal(accountId, most);
    if (refusal !== null) return refusal;
    if (most === 0) return { kind: 'reserved', end: (count) => this.note(accountId, count) };
    const of = this.#missesOf(accountId);
    of.reserved += most;
    const end = (count: number) => {
      of.reserved -= most;
      this.note(accountId, count);
    };
    return { kind: 'reserved', end };
  }

  /** Counts misses that nothing is reserved for. */
  note(accountId: string, missed: number): void {
    if (missed === 0) return;
    const { count } = this.#missesOf(accountId);
    count.at(this.#clock.monotonicMs(), this.#limit().perSeconds * 1_000);
    count.add(missed);
  }

  /** null while the account may still miss `most` more. */
  refusal(accountId: string, most: number): MissRefusal | null {
    const { requests, perSeconds, missed, reserved, resetMs } = this.#stateOf(accountId);
    if (missed + reserved + most <= requests) return null;
    const retryAfterMs = missed + most <= requests ? RETRY_RESERVED_MS : resetMs;
    const text = refusalText(requests, perSeconds, most);
    const refused = failure('RATE_LIMITED', text, { retryAfterMs, isMisses: true });
    return { ...refused, misses: this.rate(accountId) };
  }

  /** The limit, and what is left of it. */
  rate(accountId: string): RateState {
    const { requests, perSeconds, missed, resetMs } = this.#stateOf(accountId);
    const limit = { requests, perSeconds, concurrent: requests };
    return { limit, remaining: Math.max(0, Math.floor(requests - missed)), resetMs };
  }

  #stateOf(accountId: string) {
    const { requests, perSeconds } = this.#limit();
    const [nowMs, windowMs] = [this.#clock.monotonicMs(), perSeconds * 1_000];
    const { count, reserved } = this.#accounts.get(accountId) ?? { count: null, reserved: 0 };
    const missed = count?.at(nowMs, windowMs) ?? 0;
    return { requests, perSeconds, missed, reserved, resetMs: msLeftOf(nowMs, windowMs) };
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
  const limit = `At most ${requests} requests to platforms in ${perSeconds} s for look-ups that find nothing and for other calls of an account that end uncharged, those under way included.`;
  return most > 1 ? `${limit} This call could miss ${most}: ask for fewer ids.` : limit;
}
