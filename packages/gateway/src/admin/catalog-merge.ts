// Owns how a document becomes a whole price list: as the list itself, or laid over one that there is. Pure. Laying over changes
// only the rows that the document holds; what somebody else agreed on or scheduled since stays.
import type { CatalogDraft, PriceOverride, PriceRule } from '../domain/catalog.ts';

export type PriceRows = Pick<CatalogDraft, 'endpoints' | 'overrides'>;

/** `replace`: the document is the whole list. `merge`: only its rows change. `add`: only rows that are new are added. */
export type CatalogMode = 'replace' | 'merge' | 'add';

/** What a document says; null where it does not speak of agreed prices. */
export interface GivenRows {
  endpoints: readonly PriceRule[];
  overrides: readonly PriceOverride[] | null;
}

const EMPTY: PriceRows = { endpoints: [], overrides: [] };
const ruleName = ({ path }: PriceRule) => path;
const overrideName = ({ accountId, path }: PriceOverride) => `${accountId} ${path}`;

/** The list that takes the place of `base`. */
export function layOver(base: PriceRows | null, given: GivenRows, mode: CatalogMode): PriceRows {
  const { endpoints, overrides } = base ?? EMPTY;
  if (mode === 'replace') {
    return { endpoints: [...given.endpoints], overrides: [...(given.overrides ?? overrides)] };
  }
  return {
    endpoints: laidOver(endpoints, given.endpoints, ruleName, mode),
    overrides: laidOver(overrides, given.overrides ?? [], overrideName, mode),
  };
}

function laidOver<T>(
  rows: readonly T[],
  given: readonly T[],
  nameOf: (row: T) => string,
  mode: CatalogMode,
): T[] {
  const byName = new Map(rows.map((row) => [nameOf(row), row]));
  for (const row of given) {
    if (mode === 'merge' || !byName.has(nameOf(row))) byName.set(nameOf(row), row);
  }
  return [...byName.values()];
}

/**
 * A version that waits for its day, once `base` has become `next`: what changed now holds then too, except where the waiting
 * version itself differs from `base`, for that is what it was scheduled for.
 */
export function carryOver(waiting: PriceRows, base: PriceRows | null, next: PriceRows): PriceRows {
  const { endpoints, overrides } = base ?? EMPTY;
  return {
    endpoints: carried(waiting.endpoints, endpoints, next.endpoints, ruleName),
    overrides: carried(waiting.overrides, overrides, next.overrides, overrideName),
  };
}

function carried<T>(
  waiting: readonly T[],
  base: readonly T[],
  next: readonly T[],
  nameOf: (row: T) => string,
): T[] {
  const byName = (rows: readonly T[]) => new Map(rows.map((row) => [nameOf(row), row]));
  const [then, old, now] = [byName(waiting), byName(base), byName(next)];
  const isSame = (a: T | undefined, b: T | undefined) => JSON.stringify(a) === JSON.stringify(b);
  const names = new Set([...then.keys(), ...now.keys()]);
  return [...names].flatMap((name) => {
    const row = isSame(then.get(name), old.get(name)) ? now.get(name) : then.get(name);
    return row === undefined ? [] : [row];
  });
}
