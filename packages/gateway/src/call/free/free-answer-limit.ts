// The limit on free answers. They cost no money but work, so each account may have a limited number in a window of time, over all
// of its keys, and a limited number running until their bytes were sent. Each process counts for itself. It also remembers which
// ids are known to be paid, so that a replay above the limit is refused before its answer is read.

import type { Clock } from '../../domain/clock.ts';
import { AccountLimiter, type FreePlace, type FreeRefusal } from '../../domain/limiting/account-limiter.ts';
import type { RateLimit } from '../../domain/limiting/rate-limit.ts';
import { PAID_IDS_MAX } from '../../domain/limits.ts';

interface CallName {
  accountId: string;
  requestId: string;
}

export class FreeAnswers {
  readonly #places: AccountLimiter;
  /** Least recently used first; that one is dropped when the set is full. */
  readonly #paid = new Set<string>();
  /** Ids that are being looked up in the ledger right now. */
  readonly #asked = new Map<string, Promise<unknown>>();

  constructor(clock: Clock, limit: () => RateLimit) {
    this.#places = new AccountLimiter(clock, limit, { policy: 'free', what: 'free answers' });
  }

  take(accountId: string): FreePlace | FreeRefusal {
    return this.#places.take(accountId);
  }

  /** The id has its answer, and will never be charged again. */
  remember(call: CallName): void {
    const name = nameOf(call);
    this.#paid.delete(name);
    if (this.#paid.size >= PAID_IDS_MAX) this.#paid.delete(this.#paid.values().next().value as string);
    this.#paid.add(name);
  }

  /**
   * Asks the ledger, after any running look-up of the same id, unless the id is known to be paid. `isPaid`: the only possible
   * result is a replay.
   */
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
}

function nameOf({ accountId, requestId }: CallName): string {
  return `${accountId} ${requestId}`;
}

/** The caller that asked gets the error. Callers that only wait for its end do not need it. */
function ignore(): void {}
