// How often an account reads and changes its own things, with all of its keys, sessions and tools for agents. Each such request is free, and
// each change leaves an audit line for ever. What a verb counts as follows from its method, so no verb is left out.
import { AccountPlaces, type FreePlace } from '../domain/account-places.ts';
import type { Clock } from '../domain/clock.ts';
import { type Failure, isFailure } from '../domain/failure.ts';
import type { RateLimit } from '../domain/key.ts';
import type { AnyVerb } from '../verb/verb.ts';
import { ownWebhookTest } from './webhooks/webhook.account.ts';

interface WindowLimit {
  readonly requests: number;
  readonly perSeconds: number;
}

export interface VisitLimits {
  readonly reads: RateLimit;
  readonly writes: WindowLimit;
  /** Each is an event, an audit line and a request to the caller's own address. */
  readonly webhookTests: WindowLimit;
}

/** A verb, as far as it decides what is counted. */
type Visited = Pick<AnyVerb<never, never>, 'name' | 'method'>;

export class Visits {
  readonly #reads: AccountPlaces;
  readonly #writes: AccountPlaces;
  readonly #webhookTests: AccountPlaces;

  constructor(clock: Clock, limits: () => VisitLimits) {
    this.#reads = new AccountPlaces(clock, () => limits().reads, 'reads of an account');
    this.#writes = new AccountPlaces(clock, () => unqueued(limits().writes), 'changes of an account');
    this.#webhookTests = new AccountPlaces(
      clock,
      () => unqueued(limits().webhookTests),
      'webhook tests of an account',
    );
  }

  /** A place until the answer has left, or a refusal. `weight`: how many reads it counts as. */
  take(accountId: string, verb: Visited, weight = 1): FreePlace | Failure {
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

  read(accountId: string): FreePlace | Failure {
    return this.#reads.take(accountId);
  }
}

/** A change is over in a moment: as many at one time as in the window. */
const unqueued = (limit: WindowLimit): RateLimit => ({ ...limit, concurrent: limit.requests });
