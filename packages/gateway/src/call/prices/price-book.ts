// The prices that this process has loaded: every catalog version, the one in force, and the price of a path for an account. A
// version is immutable, so a computed price is cached with it.
import { type Catalog, fillPattern, inForce, type Price, priceOf } from '../../domain/catalog.ts';
import type { Clock } from '../../domain/clock.ts';
import type { Storage } from '../../storage/storage.ts';
import type { Deprecation } from '../call-outcome.ts';

export interface Quote extends Price {
  catalog: Catalog;
}

/** The deprecation notice of a route, as callers read it. */
export function deprecationOf({ quote, path }: { quote: Quote; path: string }): Deprecation | null {
  if (!quote.rule.deprecated) return null;
  const { sunsetAtMs, successor: pattern } = quote.rule;
  const successor = pattern === null ? null : fillPattern(pattern, path);
  return { deprecatedAtMs: quote.catalog.effectiveFromMs, sunsetAtMs, successor };
}

export interface PriceBook {
  current(): Catalog;
  /** null: the path has no price, so it is not served. */
  quote(path: string, accountId: string): Quote | null;
  /** At the prices of one version, in force or not; null when the version has no price for the path or is not loaded. */
  quoteOf(version: number, path: string, accountId: string): Quote | null;
  /** False for a version that another process has just published. */
  knows(version: number): boolean;
  refresh(): Promise<void>;
}

/** Paths times accounts with an agreed price. When it is full, the cache is emptied. */
const REMEMBERED_MAX = 50_000;

export async function createPriceBook(storage: Pick<Storage, 'catalog'>, clock: Clock): Promise<PriceBook> {
  let catalogs: Catalog[] = [];
  /** Accounts with an agreed price in any version. All others pay the same prices and share the cached ones. */
  let agreed = new Set<string>();
  const remembered = new Map<string, Quote | null>();
  const quoteIn = (catalog: Catalog, path: string, accountId: string): Quote | null => {
    const payer = agreed.has(accountId) ? accountId : '';
    const name = `${catalog.version} ${payer} ${path}`;
    const known = remembered.get(name);
    if (known !== undefined) return known;
    const price = priceOf(catalog, path, accountId);
    const quote = price && { ...price, catalog };
    if (remembered.size >= REMEMBERED_MAX) remembered.clear();
    remembered.set(name, quote);
    return quote;
  };
  const book: PriceBook = {
    current() {
      const catalog = inForce(catalogs, clock.nowMs());
      if (catalog === null) throw new Error('no catalog version is in force');
      return catalog;
    },
    quote: (path, accountId) => quoteIn(book.current(), path, accountId),
    quoteOf(version, path, accountId) {
      const catalog = catalogs.find((one) => one.version === version);
      return catalog === undefined ? null : quoteIn(catalog, path, accountId);
    },
    knows: (version) => catalogs.some((one) => one.version === version),
    async refresh() {
      catalogs = await storage.catalog.all();
      agreed = new Set(catalogs.flatMap(({ overrides }) => overrides.map(({ accountId }) => accountId)));
    },
  };
  await book.refresh();
  return book;
}
