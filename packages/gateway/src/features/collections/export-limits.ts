// How many exports an account may download at one time, and how much in a minute. What is downloaded by links is counted apart from what is
// downloaded by keys: whoever has a link never spends what its owner may download.

import type { Clock } from '../../domain/clock.ts';
import { isFailure } from '../../domain/failure.ts';
import { AccountLimiter, type FreePlace, type FreeRefusal } from '../../domain/limiting/account-limiter.ts';

/** Each takes about a core while its caller reads fast. */
const AT_ONCE = 2;
/** In a minute. Requests, most of which are parts: a reader of columns such as DuckDB asks for some hundred parts of one file. */
const DOWNLOADS = 600;
/** In a minute. As much as the largest collection has, and as a connection of 100 Mbit/s carries in this time. */
const MEBIBYTES = 750;
const MIB = 1024 * 1024;

export class ExportLimits {
  readonly #downloads: AccountLimiter;
  readonly #mebibytes: AccountLimiter;

  /** `how` the exports are asked for, for the refusal that callers read. */
  constructor(clock: Clock, how: string) {
    const downloads = { requests: DOWNLOADS, perSeconds: 60, concurrent: AT_ONCE };
    const mebibytes = { requests: MEBIBYTES, perSeconds: 60, concurrent: MEBIBYTES };
    this.#downloads = new AccountLimiter(clock, () => downloads, {
      policy: 'exports',
      what: `exports of an account ${how}`,
    });
    this.#mebibytes = new AccountLimiter(clock, () => mebibytes, {
      policy: 'export-mebibytes',
      what: `MiB of exports of an account ${how}`,
    });
  }

  /** Counts a download until its answer has been sent, or refuses it. */
  take(accountId: string): FreePlace | FreeRefusal {
    return this.#downloads.take(accountId);
  }

  /** Counts what is going to be sent, or refuses it; more than a minute's share waits until nothing else was sent in a minute. */
  weigh(accountId: string, bytes: number): FreeRefusal | null {
    const weighed = this.#mebibytes.take(accountId, Math.ceil(bytes / MIB));
    if (isFailure(weighed)) return weighed;
    weighed.leave();
    return null;
  }
}
