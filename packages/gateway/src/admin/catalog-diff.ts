// Owns the difference between two price lists, as an operator reads it before publishing. Pure.
import type { Static } from 'typebox';
import { type CatalogDraft, matches, type PriceRule, priceText } from '../domain/catalog.ts';
import type { Micros } from '../domain/money.ts';
import { Type } from '../domain/schema.ts';

const PriceText = Type.String({
  description: 'A price as the list has it, with its unit, tiers, minimum and allowance where it has any.',
  examples: ['0.012000', '0.001000 per item, at least 0.005000'],
});
const OverrideName = { account: Type.String(), path: Type.String() };
const Change = { from: PriceText, to: PriceText };

export const CatalogDiff = Type.Object(
  {
    added: Type.Array(Type.Object({ path: Type.String(), to: PriceText })),
    removed: Type.Array(Type.Object({ path: Type.String(), from: PriceText })),
    changed: Type.Array(Type.Object({ path: Type.String(), ...Change }), { description: 'Other price.' }),
    reworded: Type.Array(Type.String(), {
      description: 'Same price, other summary, deprecation, sunset or successor.',
    }),
    overrides: Type.Object({
      added: Type.Array(Type.Object({ ...OverrideName, to: PriceText })),
      removed: Type.Array(Type.Object({ ...OverrideName, from: PriceText })),
      changed: Type.Array(Type.Object({ ...OverrideName, ...Change })),
    }),
  },
  {
    $id: 'CatalogDiff',
    description: 'What changes against the catalog that would otherwise be in force on that day.',
  },
);
export type CatalogDiff = Static<typeof CatalogDiff>;

type PriceList = Pick<CatalogDraft, 'endpoints' | 'overrides'>;
const EMPTY: PriceList = { endpoints: [], overrides: [] };

interface Priced {
  unitPriceMicros: Micros;
}

function compare<T extends Priced>(before: readonly T[], after: readonly T[], nameOf: (row: T) => string) {
  const old = new Map(before.map((row) => [nameOf(row), row]));
  const names = new Set(after.map(nameOf));
  const kept = after.flatMap((to) => {
    const from = old.get(nameOf(to));
    return from === undefined ? [] : [{ from, to }];
  });
  return {
    added: after.filter((row) => !old.has(nameOf(row))),
    removed: before.filter((row) => !names.has(nameOf(row))),
    changed: kept.filter(({ from, to }) => priceText(from) !== priceText(to)),
    samePrice: kept.filter(({ from, to }) => priceText(from) === priceText(to)),
  };
}

function isReworded({ from, to }: { from: PriceRule; to: PriceRule }): boolean {
  return (
    from.summary !== to.summary ||
    from.deprecated !== to.deprecated ||
    from.sunsetAtMs !== to.sunsetAtMs ||
    from.successor !== to.successor
  );
}

function diffOverrides(before: PriceList, after: PriceList): CatalogDiff['overrides'] {
  const rows = compare(before.overrides, after.overrides, (row) => `${row.accountId} ${row.path}`);
  const name = (row: { accountId: string; path: string }) => ({ account: row.accountId, path: row.path });
  return {
    added: rows.added.map((row) => ({ ...name(row), to: priceText(row) })),
    removed: rows.removed.map((row) => ({ ...name(row), from: priceText(row) })),
    changed: rows.changed.map(({ from, to }) => ({ ...name(to), from: priceText(from), to: priceText(to) })),
  };
}

/** Against null, everything is added: the first catalog. */
export function diffCatalogs(before: PriceList | null, after: PriceList): CatalogDiff {
  const rules = compare(before?.endpoints ?? [], after.endpoints, (rule) => rule.path);
  return {
    added: rules.added.map((rule) => ({ path: rule.path, to: priceText(rule) })),
    removed: rules.removed.map((rule) => ({ path: rule.path, from: priceText(rule) })),
    changed: rules.changed.map(({ from, to }) => ({
      path: to.path,
      from: priceText(from),
      to: priceText(to),
    })),
    reworded: rules.samePrice.filter(isReworded).map(({ to }) => to.path),
    overrides: diffOverrides(before ?? EMPTY, after),
  };
}

/** Configured addresses that this list leaves without a price: they will not be served. */
export function unpricedPaths(list: PriceList, paths: readonly string[]): string[] {
  return paths.filter((path) => !list.endpoints.some((rule) => matches(rule.path, path)));
}

/** Prices that no configured address uses: a slip, or a platform that is not switched on. */
export function unusedPatterns(list: PriceList, paths: readonly string[]): string[] {
  return list.endpoints
    .map((rule) => rule.path)
    .filter((pattern) => !paths.some((path) => matches(pattern, path)));
}
