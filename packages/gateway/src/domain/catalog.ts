// Prices. A catalog is a numbered, immutable version of the price list, and a call is priced by exactly one version. The same catalog, path
// and account always give the same price.
import { formatMoney, type Micros, ZERO } from './money.ts';
import { type PriceTier, type Tiers, tiersText } from './prices/tiers.ts';

/** Optional parts of a price. They are absent rather than null, so that catalogs from before a part existed read the same. */
interface PriceExtras {
  /** The least that a call costs, for prices per item. */
  minimumMicros?: Micros;
  /** Number of free calls per account and UTC day. */
  freePerDay?: number;
  /** Volume tiers, by the units that the account was charged for in the month. The first tier has the unit price. */
  tiers?: readonly PriceTier[];
}

export interface PriceRule extends PriceExtras {
  /** A path in which each `*` stands for exactly one segment. */
  path: string;
  /** Absent: `call`. */
  unit?: 'call' | 'item';
  unitPriceMicros: Micros;
  summary: string | null;
  deprecated: boolean;
  sunsetAtMs: number | null;
  /** For a deprecated path: the path to use instead. */
  successor: string | null;
}

/** A price agreed with one account. */
export interface PriceOverride extends PriceExtras {
  accountId: string;
  path: string;
  unitPriceMicros: Micros;
}

export interface CatalogDraft {
  currency: string;
  effectiveFromMs: number;
  endpoints: PriceRule[];
  overrides: PriceOverride[];
}

export interface Catalog extends CatalogDraft {
  version: number;
  publishedAtMs: number;
  publishedBy: string;
  note: string | null;
}

/** Free calls of an account, counted together over all paths that match the pattern. */
export interface Allowance {
  /** The pattern that grants the allowance. */
  path: string;
  callsPerDay: number;
}

export interface Price {
  rule: PriceRule;
  unit: 'call' | 'item';
  unitPriceMicros: Micros;
  minimumMicros: Micros;
  allowance: Allowance | null;
  /** Absent for most prices. The unit price is the price of the first tier. */
  tiers?: Tiers;
}

export function matches(pattern: string, path: string): boolean {
  const wanted = pattern.split('/');
  const given = path.split('/');
  return wanted.length === given.length && wanted.every((part, i) => part === '*' || part === given[i]);
}

/** The pattern with each star replaced by the segment at that place of the path. */
export function fillPattern(pattern: string, path: string): string {
  const given = path.split('/');
  return pattern
    .split('/')
    .map((part, i) => (part === '*' ? (given[i] ?? part) : part))
    .join('/');
}

/** Sorts patterns with more literal segments first; among equals, the one whose literals come earlier. */
export function compareSpecificity(a: string, b: string): number {
  const stars = (pattern: string) => pattern.split('/').filter((part) => part === '*').length;
  const byStars = stars(a) - stars(b);
  if (byStars !== 0) return byStars;
  // A star sorts before any letter, so the reversed comparison puts early literals first.
  return a < b ? 1 : a > b ? -1 : 0;
}

/** The rule that applies to a path; null when no pattern matches. */
export function mostSpecific<T extends { path: string }>(rules: readonly T[], path: string): T | null {
  const fitting = rules.filter((rule) => matches(rule.path, path));
  fitting.sort((a, b) => compareSpecificity(a.path, b.path));
  return fitting[0] ?? null;
}

/** The price of a path for an account. Null: the path has no price, so it is not served. */
export function priceOf(catalog: CatalogDraft, path: string, accountId: string | null): Price | null {
  const rule = mostSpecific(catalog.endpoints, path);
  if (rule === null) return null;
  const agreed = mostSpecific(
    catalog.overrides.filter((override) => override.accountId === accountId),
    path,
  );
  return {
    rule,
    unit: rule.unit ?? 'call',
    unitPriceMicros: agreed?.unitPriceMicros ?? rule.unitPriceMicros,
    minimumMicros: agreed?.minimumMicros ?? rule.minimumMicros ?? ZERO,
    allowance: allowanceOf(agreed) ?? allowanceOf(rule),
    ...tiersOf(agreed ?? rule),
  };
}

/** An agreed price has only its own tiers: the tiers of the rule belong to the list price. */
function tiersOf({ path, tiers }: PriceRule | PriceOverride): { tiers?: Tiers } {
  return tiers === undefined ? {} : { tiers: { path, steps: tiers } };
}

/** An agreed price replaces the allowance of the rule, even when the agreed price has none. */
function allowanceOf(granted: PriceRule | PriceOverride | null): Allowance | null {
  if (granted?.freePerDay === undefined) return null;
  return { path: granted.path, callsPerDay: granted.freePerDay };
}

/** A price as people read it: `0.001000 per item, at least 0.005000, 10 free calls a day`. */
export function priceText(price: PriceExtras & { unit?: string; unitPriceMicros: Micros }): string {
  const { unit, unitPriceMicros, minimumMicros, freePerDay, tiers = [] } = price;
  return [
    unit === 'item' ? `${formatMoney(unitPriceMicros)} per item` : formatMoney(unitPriceMicros),
    ...(tiers.length < 2 ? [] : [tiersText(tiers)]),
    ...(minimumMicros === undefined ? [] : [`at least ${formatMoney(minimumMicros)}`]),
    ...(freePerDay === undefined ? [] : [`${freePerDay} free calls a day`]),
  ].join(', ');
}

function mayCost(price: Price | null): boolean {
  return price !== null && price.unitPriceMicros + price.minimumMicros > 0;
}

/** The paths that have a price for at least one account. */
export function soldPaths(catalog: CatalogDraft, paths: readonly string[]): string[] {
  const accounts = [null, ...new Set(catalog.overrides.map(({ accountId }) => accountId))];
  const isSold = (path: string) => accounts.some((account) => mayCost(priceOf(catalog, path, account)));
  return paths.filter(isSold);
}

/** `replaced`: a later version took its place, possibly before its own day came. */
export type CatalogState = 'in_force' | 'scheduled' | 'replaced';

export function stateOf(catalog: Catalog, catalogs: readonly Catalog[], nowMs: number): CatalogState {
  const current = inForce(catalogs, nowMs);
  if (catalog.version === current?.version) return 'in_force';
  return catalog.version > (current?.version ?? 0) ? 'scheduled' : 'replaced';
}

/**
 * The version in force: the highest number whose time has come. A later version replaces every earlier one, including an earlier one that
 * is still scheduled.
 */
export function inForce(catalogs: readonly Catalog[], nowMs: number): Catalog | null {
  let best: Catalog | null = null;
  for (const catalog of catalogs) {
    if (catalog.effectiveFromMs <= nowMs && (best === null || catalog.version > best.version)) best = catalog;
  }
  return best;
}

/** The versions that come into force after a time, earliest first. */
export function upcoming(catalogs: readonly Catalog[], afterMs: number): Catalog[] {
  return catalogs
    .filter(({ effectiveFromMs }) => effectiveFromMs > afterMs)
    .filter((catalog) => inForce(catalogs, catalog.effectiveFromMs)?.version === catalog.version)
    .sort((a, b) => a.effectiveFromMs - b.effectiveFromMs);
}
