// Owns what the free public verbs may use: the caller's own account, the key check and the pricing catalog.
import type { Catalog } from '../domain/catalog.ts';
import type { Clock } from '../domain/clock.ts';
import type { DataRoute } from '../operations/data-route.ts';
import type { KeyHolder, Storage } from '../storage/storage.ts';

export interface AccountDeps {
  storage: Storage;
  clock: Clock;
  /** The catalog version in force now. */
  catalog(): Catalog;
  /** Every billed address of the configured platforms. */
  routes(): readonly DataRoute[];
}

/** Who calls: null on routes that need no key. */
export type AccountCaller = KeyHolder | null;
