// Owns the limit on answers that cost nothing: replays, and pages behind the last one. They are free of money but not of work, so each
// account may have so many in a window, with all of its keys, and so many under way until their bytes have left. It counts in this process, and remembers
// which ids are known to be paid, so that one too many is refused before its answer is read.
import type { Clock } from '../domain/clock.ts';
import { type Failure, failure } from '../domain/failure.ts';
import type { RateLimit } from '../domain/key.ts';
import { FREE_ACCOUNTS_MAX, PAID_IDS_MAX } from '../domain/limits.ts';
import { msLeftOf, SlidingCount } from '../domain/sliding-count.ts';
import type { RateState } from '../storage/storage.ts';

export interface FreePlace {
  kind: 'place';
  rate: RateState;
  /** When the bytes of the answer have left, or never will. Once. */
  leave(): void;
}

export type FreeRefusal = Failure & { free: RateState };

interface AccountUse {
  count: SlidingCount;
  underWay: number;
}

interface CallName {
  accountId: string;
  requestId: string;
}

/** Places come free as soon as an answer has been read. */
const RETRY_UNDER_WAY_MS = 1_000;

export class FreeAnswers {
  readonly #clock: Clock;
  readonly #limit: () => RateLimit;
  /** Both in the order of use: the one used longest ago makes room. */
  readonly #accounts = new Map<string, AccountUse>();
  readonly #paid = new Set<string>();
  /** Ids that the ledger is being asked for right now. */
  readonly #asked = new Map<string, Promise<unknown>>();

  constructor(clock: Clock, limit: () => RateLimit) {
    this.#clock = clock;
    this.#limit = limit;
  }

  take(accountId: string): FreePlace | FreeRefusal {
    const limit = this.#limit();
    const use = this.#useOf(accountId);
    const nowMs = this.#clock.monotonicMs();
    const windowMs = limit.perSeconds * 1_000;
    const resetMs = msLeftOf(nowMs, windowMs);
    const left = limit.requests - use.count.at(nowMs, windowMs);
    if (left < 1)
      return refused(`At most ${limit.requests} free answers in ${limit.perSeconds} s.`, limit, resetMs);
    if (use.underWay >= limit.concurrent) {
      return refused(`At most ${limit.concurrent} free answers at one time.`, limit, RETRY_UNDER_WAY_MS);
    }
    use.count.add();
    use.underWay++;
    const rate = { limit, remaining: Math.floor(left) - 1, resetMs };
    return { kind: 'place', rate, leave: () => void use.underWay-- };
  }

  /** That id has its answer, and will never be charged again. */
  remember(call: CallName): void {
    const name = nameOf(call);
    this.#paid.delete(name);
    if (this.#paid.size >= PAID_IDS_MAX) this.#paid.delete(this.#paid.values().next().value as string);
    this.#paid.add(name);
  }

  /** Asks the ledger, after whoever is asking it for the same id, unless that is paid; `isPaid` says whether a replay is all that can come. */
  async ask<T>(call: CallName, ask: (isPaid: boolean) => Promise<T>): Promise<T> {
    const name = nameOf(call);
    while (!this.#paid.has(name) && this.#asked.has(name)) await this.#asked.get(name)!.catch(ignore);
    const asking = ask(this.#paid.has(name));
    this.#asked.set(name, asking);
    try {
      return await asking;
    } finally {
      this.#asked.delete(name);
    }
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

function nameOf({ accountId, requestId }: CallName): string {
  return `${accountId} ${requestId}`;
}

function refused(detail: string, limit: RateLimit, retryAfterMs: number): FreeRefusal {
  return {
    ...failure('RATE_LIMITED', detail, { retryAfterMs }),
    free: { limit, remaining: 0, resetMs: retryAfterMs },
  };
}

/** The caller that asked gets the error. Those that only wait for its end do not need it. */
function ignore(): void {}
