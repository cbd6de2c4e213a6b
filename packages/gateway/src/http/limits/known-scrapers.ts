// Lets known scrapers read the metrics while the ledger, which has the admin tokens, is unavailable: otherwise no
// alarm could report the outage. A scraper is known when its token was accepted within the last 24 hours and not
// refused since. It may read only the metrics.
import { hash } from 'node:crypto';
import type { Clock } from '../../domain/clock.ts';
import { type Failure, isFailure } from '../../domain/failure.ts';
import { StorageUnavailable } from '../../storage/storage.ts';

/** Longer than any outage of a ledger. During an outage a token cannot be revoked. */
const KNOWN_MS = 86_400_000;
/** More scrapers than any installation has. */
const KNOWN_MAX = 100;

export class KnownScrapers {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  /** When each token was last accepted, by a hash of the Authorization header; the most recent last. */
  readonly #letInMs = new Map<string, number>();

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock;
  }

  /**
   * The refusal, or null when the metrics may be read. Requests without a token are never remembered: pages use their
   * session.
   */
  async refusal(
    authorization: string | undefined,
    authenticate: () => Promise<object | Failure>,
  ): Promise<Failure | null> {
    const name = authorization === undefined ? null : hash('sha256', authorization);
    try {
      const caller = await authenticate();
      if (name !== null) this.#heard(name, isFailure(caller));
      return isFailure(caller) ? caller : null;
    } catch (error) {
      if (error instanceof StorageUnavailable && name !== null && this.#isKnown(name)) return null;
      throw error;
    }
  }

  #heard(name: string, isRefused: boolean): void {
    this.#letInMs.delete(name);
    if (isRefused) return;
    this.#letInMs.set(name, this.#clock.monotonicMs());
    if (this.#letInMs.size > KNOWN_MAX) this.#letInMs.delete(this.#letInMs.keys().next().value!);
  }

  #isKnown(name: string): boolean {
    const atMs = this.#letInMs.get(name);
    return atMs !== undefined && this.#clock.monotonicMs() - atMs < KNOWN_MS;
  }
}
