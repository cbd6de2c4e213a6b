// Owns what the free public verbs may use: the caller's own account, the key check and the pricing catalog.
import type { Catalog } from '../domain/catalog.ts';
import type { Clock, RandomBytes } from '../domain/clock.ts';
import type { Micros } from '../domain/money.ts';
import type { DataRoute } from '../operations/data-route.ts';
import type { SealedQuotes } from '../operations/sealed-quote.ts';
import type { KeyHolder, Storage } from '../storage/storage.ts';

export interface AccountDeps {
  storage: Storage;
  clock: Clock;
  random: RandomBytes;
  /** The catalog version in force now. */
  catalog(): Catalog;
  /** The most that complaints of one account are refunded in a month without a rule or a person. */
  complaintAllowance(): Micros;
  /** Every billed address of the configured platforms. */
  routes(): readonly DataRoute[];
  quotes: Pick<SealedQuotes, 'seal'>;
}

/** Who calls: null on routes that need no key. */
export type AccountCaller = KeyHolder | null;
