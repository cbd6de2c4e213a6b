// Owns who may read the metrics while the ledger, which knows the tokens, is away: whoever it let in not long before. Otherwise no alarm could say
// that it is away. It lets nobody in who was refused at the last look, and opens nothing but the metrics.
import { hash } from 'node:crypto';
import type { Clock } from '../domain/clock.ts';
import { type Failure, isFailure } from '../domain/failure.ts';
import { StorageUnavailable } from '../storage/storage.ts';

/** Longer than a ledger is away. A token cannot be revoked meanwhile. */
const KNOWN_MS = 86_400_000;
/** More than anybody has of them. */
const KNOWN_MAX = 100;

export class KnownScrapers {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  /** When each was let in, by a hash of what it sent; the latest last. */
  readonly #letInMs = new Map<string, number>();

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock;
  }

  /** Why it may not read; null when it may. Who sent no token cannot be known: a page has its session. */
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
