// Rate limits on an account's free reads and changes, over all of its keys, sessions and tools for agents. These requests cost nothing, but
// each change leaves an audit row for ever. The kind follows from the verb's HTTP method, so every verb is counted.

import type { Clock } from '../domain/clock.ts';
import { isFailure } from '../domain/failure.ts';
import { AccountLimiter, type FreePlace, type FreeRefusal } from '../domain/limiting/account-limiter.ts';
import type { RateLimit } from '../domain/limiting/rate-limit.ts';
import type { AnyVerb } from '../verb/verb.ts';
import { ownWebhookTest } from './webhooks/webhook.account.ts';

interface WindowLimit {
  readonly requests: number;
  readonly perSeconds: number;
}

export interface AccountRateSettings {
  readonly reads: RateLimit;
  readonly writes: WindowLimit;
  /** Each test writes an event and an audit row, and sends a request to the caller's address. */
  readonly webhookTests: WindowLimit;
}

/** The fields of a verb that decide how it is counted. */
type CountedVerb = Pick<AnyVerb<never, never>, 'name' | 'method'>;

export class AccountRateLimits {
  readonly #reads: AccountLimiter;
  readonly #writes: AccountLimiter;
  readonly #webhookTests: AccountLimiter;

  constructor(clock: Clock, limits: () => AccountRateSettings) {
    this.#reads = new AccountLimiter(clock, () => limits().reads, {
      policy: 'reads',
      what: 'reads of an account',
    });
    this.#writes = new AccountLimiter(clock, () => withoutConcurrency(limits().writes), {
      policy: 'writes',
      what: 'changes of an account',
    });
    this.#webhookTests = new AccountLimiter(clock, () => withoutConcurrency(limits().webhookTests), {
      policy: 'webhook-tests',
      what: 'webhook tests of an account',
    });
  }

  /** Counts a request until its answer has been sent, or refuses it. `weight`: how many reads it counts as. */
  take(accountId: string, verb: CountedVerb, weight = 1): FreePlace | FreeRefusal {
    if (verb.method === 'GET') return this.#reads.take(accountId, weight);
    const change = this.#writes.take(accountId);
    if (isFailure(change) || verb.name !== ownWebhookTest.name) return change;
    const test = this.#webhookTests.take(accountId);
    if (isFailure(test)) {
      change.leave();
      return test;
    }
    const leave = () => {
      for (const place of [change, test]) place.leave();
    };
    return { ...test, leave };
  }

  read(accountId: string): FreePlace | FreeRefusal {
    return this.#reads.take(accountId);
  }
}

/** Changes take no time, so concurrency is not limited beyond the window. */
const withoutConcurrency = (limit: WindowLimit): RateLimit => ({ ...limit, concurrent: limit.requests });
