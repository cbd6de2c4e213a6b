// Reads whose duration grows with the number of an account's calls, on either database. Few run at a time and each party has a short
// queue of its own, so that one party's reports do not slow down calls, key look-ups or other parties' reports.
import { FairQueue } from '../../domain/limiting/fair-queue.ts';
import {
  LONG_READS_AT_ONCE,
  LONG_READS_WAITING_MAX,
  LONG_READS_WAITING_PER_PARTY,
  VERIFICATIONS_WAITING_MAX,
} from '../../domain/limits.ts';
import type { Busy, OnBehalf } from '../port.ts';
import { StorageUnavailable } from '../storage.ts';

/** Retry-After for a busy party. Most long reads end within half a second. */
const RETRY_BUSY_MS = 1_000;

export class LongReads {
  readonly #turns = new FairQueue({
    atOnce: LONG_READS_AT_ONCE,
    // One party never occupies all places.
    atOncePerParty: LONG_READS_AT_ONCE - 1,
    waiting: LONG_READS_WAITING_MAX,
    waitingPerParty: LONG_READS_WAITING_PER_PARTY,
  });
  /** A queue of its own: checking a whole ledger may take minutes. */
  readonly #verifications = new FairQueue({
    atOnce: 1,
    atOncePerParty: 1,
    waiting: VERIFICATIONS_WAITING_MAX,
    waitingPerParty: VERIFICATIONS_WAITING_MAX,
  });

  async run<T>({ party }: OnBehalf, read: () => Promise<T>): Promise<T | Busy> {
    return this.#turns.run(party, read) ?? { kind: 'busy', retryAfterMs: RETRY_BUSY_MS };
  }

  async verify<T>(read: () => Promise<T>): Promise<T> {
    const turn = this.#verifications.run('', read);
    if (turn === null)
      throw new StorageUnavailable('too many checks of the ledger are waiting; try again later', {
        overloaded: 'checks',
      });
    return turn;
  }
}
