// Owns what an admin verb may use. Verbs change storage and nothing else; `refresh` then makes this process see the
// change at once instead of at its next poll.
import type { Clock, RandomBytes } from '../domain/clock.ts';
import type { Storage } from '../storage/storage.ts';

export interface AdminDeps {
  storage: Storage;
  clock: Clock;
  random: RandomBytes;
  currency: string;
  /** Paths of every billed address of the configured platforms, so that a catalog cannot price thin air unnoticed. */
  paths(): readonly string[];
  /** Those of them whose platform forbids resale: they may be served, at price 0. */
  freeOnlyPaths(): readonly string[];
  /** Drops cached keys and prices of this process. */
  refresh(): Promise<void>;
}

/** Who acts, for the audit log: `admin:<token id>` or `cli:<user>`. */
export interface AdminCaller {
  actor: string;
}
