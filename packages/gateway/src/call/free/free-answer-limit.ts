// The limit on free answers. They cost no money but work, so each account may have a limited number in a window of time, with all of its
// keys, and a limited number under way until their bytes have left. It counts in this process, and remembers which ids are known to be
// paid, so that one replay too many is refused before its answer is read.
import { AccountLimiter, type FreePlace, type FreeRefusal } from '../../domain/account-limiter.ts';
import type { Clock } from '../../domain/clock.ts';
import type { RateLimit } from '../../domain/key.ts';
import { PAID_IDS_MAX } from '../../domain/limits.ts';

interface CallName {
  accountId: string;
  requestId: string;
}

export class FreeAnswers {
  readonly #places: AccountLimiter;
  /** In the order of use: the one used longest ago makes room. */
  readonly #paid = new Set<string>();
  /** Ids that the ledger is being asked for right now. */
  readonly #asked = new Map<string, Promise<unknown>>();

  constructor(clock: Clock, limit: () => RateLimit) {
    this.#places = new AccountLimiter(clock, limit, 'free answers');
  }

  take(accountId: string): FreePlace | FreeRefusal {
    return this.#places.take(accountId);
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
}

function nameOf({ accountId, requestId }: CallName): string {
  return `${accountId} ${requestId}`;
}

/** The caller that asked gets the error. Those that only wait for its end do not need it. */
function ignore(): void {}
