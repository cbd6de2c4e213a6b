// Merges and compares two price lists, and finds configured paths without a price.

import type { Static } from 'typebox';
import {
  type CatalogDraft,
  compareSpecificity,
  fillPattern,
  matches,
  type PriceOverride,
  type PriceRule,
  priceText,
} from '../../domain/catalog.ts';
import type { Micros } from '../../domain/money.ts';
import { Type } from '../../domain/schema.ts';
import { interactivePath, purposeOf } from '../../operations/gathered-paths.ts';
import { type FirstPrice, firstPrices, gatheredPrice } from '../../operations/index.ts';
import type { PathOrigins } from '../../verb/deps.ts';

export type PriceRows = Pick<CatalogDraft, 'endpoints' | 'overrides'>;

/** `replace`: the document is the whole list. `merge`: its rows are added or changed. `add`: only its new rows are added. */
export type CatalogMode = 'replace' | 'merge' | 'add';

/** The rows of a document; `overrides` is null when the document has none. */
interface GivenRows {
  endpoints: readonly PriceRule[];
  overrides: readonly PriceOverride[] | null;
}

const EMPTY: PriceRows = { endpoints: [], overrides: [] };
const ruleName = ({ path }: PriceRule) => path;
const overrideName = ({ accountId, path }: PriceOverride) => `${accountId} ${path}`;

/** The list that results when `given` is applied to `base`. */
export function mergeLists(base: PriceRows | null, given: GivenRows, mode: CatalogMode): PriceRows {
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
 * A scheduled version, after `base` was changed to `next`: the change applies to it too, except where the scheduled version itself differs
 * from `base`, because that difference is what was scheduled.
 */
export function mergeIntoScheduled(waiting: PriceRows, base: PriceRows | null, next: PriceRows): PriceRows {
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

function diffOverrides(before: PriceRows, after: PriceRows): CatalogDiff['overrides'] {
  const rows = compare(before.overrides, after.overrides, (row) => `${row.accountId} ${row.path}`);
  const name = (row: { accountId: string; path: string }) => ({ account: row.accountId, path: row.path });
  return {
    added: rows.added.map((row) => ({ ...name(row), to: priceText(row) })),
    removed: rows.removed.map((row) => ({ ...name(row), from: priceText(row) })),
    changed: rows.changed.map(({ from, to }) => ({ ...name(to), from: priceText(from), to: priceText(to) })),
  };
}

/** Compared with null, everything is new: the first catalog. */
export function diffCatalogs(before: PriceRows | null, after: PriceRows): CatalogDiff {
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

/** Configured paths that have no price in this list, so that they are not served. */
export function unpricedPaths(list: PriceRows, paths: readonly string[]): string[] {
  return paths.filter((path) => !list.endpoints.some((rule) => matches(rule.path, path)));
}

/**
 * First prices for configured paths that have none, for example after an upgrade. Collections and watches get theirs from the operator's own
 * prices of the same action: with those of a new installation they could be cheaper than the routes themselves.
 */
export function missingPrices(list: PriceRows, paths: readonly string[]): FirstPrice[] {
  const unpriced = unpricedPaths(list, paths);
  const isMissing = ({ path: pattern }: FirstPrice) => unpriced.some((path) => matches(pattern, path));
  const missing = firstPrices()
    .filter(isMissing)
    .flatMap((first) => gatheredLike(first, list))
    .filter(isMissing);
  return [...new Map(missing.map((price) => [price.path, price])).values()];
}

/** One for each of the operator's own prices of the action, the most specific last; the first price itself when there is none. */
function gatheredLike(first: FirstPrice, { endpoints }: PriceRows): FirstPrice[] {
  const purpose = purposeOf(first.path);
  if (purpose === null) return [first];
  const on = (platform: string) => interactivePath(fillPattern(first.path, `/api/u1/v1/${platform}`));
  const own = endpoints
    .map((rule) => ({ ...rule, asked: on(rule.path.split('/')[4] ?? '') }))
    .filter(({ path, asked }) => matches(path, asked))
    .toSorted((a, b) => compareSpecificity(b.path, a.path));
  return own.length === 0
    ? [first]
    : own.map(({ asked, ...rule }) => gatheredPrice(purpose, { ...rule, path: asked }));
}

/** Prices that match no configured path: a typing error, or a platform that is not enabled. */
export function unusedPatterns(list: PriceRows, paths: readonly string[]): string[] {
  return list.endpoints
    .map((rule) => rule.path)
    .filter((pattern) => !paths.some((path) => matches(pattern, path)));
}

const SHOWN_MAX = 3;

/** Prices of mounts are in the configuration; first prices of operations come with a release. */
const COMMANDS = {
  mounts: (file: string) => `reelgate catalog apply ${file} --new-only`,
  operations: () => 'reelgate catalog apply --first-prices',
};

/** One sentence for paths of mounts and one for all others; none when every path has a price. */
export function unpricedTexts(
  list: Pick<CatalogDraft, 'endpoints' | 'overrides'>,
  paths: readonly string[],
  { file, mounts = [] }: PathOrigins,
): string[] {
  const mounted = new Set(mounts.flatMap(({ routes }) => routes.map(({ path }) => path)));
  const { mounts: ofMounts = [], operations = [] } = Object.groupBy(unpricedPaths(list, paths), (path) =>
    mounted.has(path) ? 'mounts' : 'operations',
  );
  return [
    ...textFor(operations, COMMANDS.operations()),
    ...textFor(ofMounts, COMMANDS.mounts(file ?? 'FILE')),
  ];
}

function textFor(paths: readonly string[], command: string): string[] {
  if (paths.length === 0) return [];
  const more = paths.length > SHOWN_MAX ? ', …' : '';
  const shown = paths.slice(0, SHOWN_MAX).join(', ') + more;
  const what = paths.length === 1 ? 'One configured path has' : `${paths.length} configured paths have`;
  return [
    `${what} no price and ${paths.length === 1 ? 'is' : 'are'} not served: ${shown}. ` +
      `To see and publish prices for ${paths.length === 1 ? 'it' : 'them'}, and change no other: ${command}`,
  ];
}
