// Collects differences, and recalculates prices, terms and charges of calls. It shares no arithmetic with the verbs that wrote the rows.
import { type CatalogDraft, type Price, priceOf } from '../../domain/catalog.ts';
import type { Delivered, DeliveredLeg, Terms } from '../../domain/prices/terms.ts';
import type { Row } from '../steps/reading.ts';
import type { LedgerDifference } from './ledger-report.ts';

/** Enough to see what went wrong; `count` has the total. */
const DIFFERENCES_SHOWN_MAX = 100;

export class Differences {
  readonly shown: LedgerDifference[] = [];
  count = 0;

  compare(accountId: string, check: string, expected: unknown, found: unknown): void {
    if (expected === found) return;
    this.count++;
    if (this.shown.length >= DIFFERENCES_SHOWN_MAX) return;
    this.shown.push({ accountId, check, expected: String(expected), found: String(found) });
  }
}

/** The price of a call must be the price of its path in the catalog version that it names. */
export function comparePrice(differences: Differences, catalog: CatalogDraft | undefined, row: Row): void {
  const accountId = row.account_id as string;
  const price = catalog && priceOf(catalog, row.path as string, accountId);
  const check = `price of ${row.path} in catalog ${row.catalog_version}`;
  const hasTerms = price?.unit === 'item' || price?.tiers !== undefined;
  const expected = hasTerms ? 'terms' : price?.unitPriceMicros;
  differences.compare(accountId, check, expected, row.price_micros);
}

/**
 * For a call with terms: the terms must be the catalog's, the hold must be their maximum, and the charge must follow from what was
 * delivered.
 */
export function compareTerms(differences: Differences, catalog: CatalogDraft | undefined, row: Row): void {
  const accountId = row.account_id as string;
  const terms = JSON.parse(row.terms as string) as Terms;
  const delivered = JSON.parse((row.delivered as string | null) ?? 'null') as Delivered | null;
  const compare = (what: string, expected: unknown, found: unknown) =>
    differences.compare(accountId, `${what} (${row.request_id})`, expected, found);
  for (const { path, own } of pricedParts(terms, row)) {
    const price = catalog && priceOf(catalog, path, accountId);
    const micros = own.unit === 'item' ? own.unitPriceMicros : own.priceMicros;
    const isFree = terms.free !== undefined;
    compare(`price of ${path} in catalog ${row.catalog_version}`, listedMicros(price, own, isFree), micros);
    // Several items in one call share no minimum: each costs at least the minimum.
    if (own.unit === 'item' && own.minimumMicros > 0)
      compare(`minimum of ${path}`, price?.minimumMicros, own.minimumMicros);
    if (terms.free !== undefined && terms.unit !== 'leg')
      compare(`allowance of ${path}`, price?.allowance?.path, terms.free.path);
  }
  compare('hold is the most of its terms', sumOf(terms, null), row.price_micros);
  if (row.state !== 'settled') return;
  if (terms.unit === 'leg') {
    compareLegs(compare, terms, delivered?.legs ?? [], row);
    return;
  }
  const followsMicros = delivered === null ? null : sumOf(terms, delivered);
  const isReduced = row.source !== 'live' && (row.charged_micros as number) < (followsMicros ?? 0);
  compare(
    'charge follows from what was delivered',
    followsMicros,
    isReduced ? followsMicros : row.charged_micros,
  );
}

/**
 * The catalog's price of one unit, in the tier that the terms name. If the catalog has tiers and the terms name none, the result matches
 * nothing.
 */
function listedMicros(price: Price | null | undefined, own: OwnTerms, isFree: boolean): unknown {
  if (price == null) return undefined;
  const { tier } = own;
  const isTiered = price.tiers !== undefined && !isFree;
  if ((tier !== undefined) !== isTiered) return isTiered ? 'a tier' : 'no tier';
  if (tier !== undefined && tier.path !== price.tiers?.path) return `a tier of ${price.tiers?.path}`;
  const step = price.tiers?.steps.find(({ from }) => from === (tier?.from ?? 0));
  if (price.tiers !== undefined && step === undefined) return 'a tier of the catalog';
  const micros = step?.unitPriceMicros ?? price.unitPriceMicros;
  return own.unit === 'item' && own.minimumMicros === 0 ? Math.max(micros, price.minimumMicros) : micros;
}

/** What a settled call adds to the tier counters of its account: 1 for a call that cost something, or its items. */
export function unitsInTiers(terms: Terms, row: Row): { month: string; path: string; units: number }[] {
  const delivered = JSON.parse((row.delivered as string | null) ?? 'null') as Delivered | null;
  const charged = { items: delivered?.items ?? 0, chargedMicros: row.charged_micros as number };
  const parts: [OwnTerms | undefined, { items: number; chargedMicros: number }][] =
    terms.unit === 'leg'
      ? (delivered?.legs ?? []).map((leg) => [terms.legs.find(({ name }) => name === leg.name)?.terms, leg])
      : [[terms, charged]];
  return parts.flatMap(([own, { items, chargedMicros }]) => {
    if (own?.tier === undefined || chargedMicros === 0) return [];
    const most = own.unit === 'item' ? own.itemsMax : 1;
    const units = own.unit === 'item' && items < most ? items : most;
    return [{ month: own.tier.month, path: own.tier.path, units }];
  });
}

type Compare = (what: string, expected: unknown, found: unknown) => void;

/** Each leg has its own charge; their sum must be the charge of the call. */
function compareLegs(
  compare: Compare,
  terms: Extract<Terms, { unit: 'leg' }>,
  legs: readonly DeliveredLeg[],
  row: Row,
): void {
  let micros = 0;
  const left = new Map(terms.legs.map((leg) => [leg.name, leg]));
  for (const { name, items, isLive, chargedMicros } of legs) {
    const leg = left.get(name);
    left.delete(name);
    micros += chargedMicros;
    const isFree = terms.free !== undefined || leg === undefined;
    const followsMicros = isFree ? 0 : sumOf(leg.terms, { items });
    const isReduced = !isLive && chargedMicros >= 0 && chargedMicros < followsMicros;
    compare(`charge of the leg ${name}`, followsMicros, isReduced ? followsMicros : chargedMicros);
  }
  compare('charges of its legs add up to its own', micros, row.charged_micros);
}

type OwnTerms = Extract<Terms, { unit: 'leg' }>['legs'][number]['terms'];

/** Every part of the terms that has a price in the catalog. */
function pricedParts(terms: Terms, { path }: Row): { path: string; own: OwnTerms }[] {
  if (terms.unit === 'leg') return terms.legs.map((leg) => ({ path: leg.path, own: leg.terms }));
  return [{ path: path as string, own: terms }];
}

/** The charge for what was delivered; the maximum when `delivered` is null. */
function sumOf(terms: Terms, delivered: { items: number } | null): number {
  if (terms.free !== undefined) return 0;
  if (terms.unit === 'call') return terms.priceMicros;
  if (terms.unit === 'item') {
    const items = delivered === null || delivered.items > terms.itemsMax ? terms.itemsMax : delivered.items;
    const micros = items * terms.unitPriceMicros;
    return Math.max(micros, terms.minimumMicros);
  }
  let micros = 0;
  for (const leg of terms.legs) micros += sumOf(leg.terms, null);
  return micros;
}
