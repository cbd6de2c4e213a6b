// Volume tiers in the terms of a call: which counters decide the tier, the terms with the chosen tier, and what a charge adds to the
// counters. The caller supplies the counts.
import type { Micros } from '../money.ts';
import type { CallTerms, Delivered, ItemTerms, Leg, Terms } from './terms.ts';
import { type TierCounter, tierAt } from './tiers.ts';

type OwnTerms = CallTerms | ItemTerms;

interface TierUnits extends TierCounter {
  units: number;
}

/** False for calls with one price. */
export function hasTiers(terms: Terms): boolean {
  if (terms.unit === 'leg') return terms.legs.some((leg) => leg.terms.tiers !== undefined);
  return terms.tiers !== undefined;
}

/** True when the tier is chosen. */
export function isInTier(terms: Terms): boolean {
  if (terms.unit === 'leg') return terms.legs.some((leg) => leg.terms.tier !== undefined);
  return terms.tier !== undefined;
}

/** The counters that decide the tiers of a call opened in this month. */
export function countersOf(terms: Terms, month: string): TierCounter[] {
  const all = terms.unit === 'leg' ? terms.legs.map((leg) => leg.terms.tiers) : [terms.tiers];
  return all.flatMap((tiers) =>
    tiers === undefined ? [] : [{ path: tiers.path, month: tiers.month ?? month }],
  );
}

/** The terms with one price in place of the tiers. Calls covered by an allowance get no tier. */
export function chooseTiers(terms: Terms, month: string, usedOf: (counter: TierCounter) => number): Terms {
  const isFree = terms.free !== undefined;
  const choose = <T extends OwnTerms>(own: T) => chosen(own, month, isFree ? null : usedOf);
  if (terms.unit !== 'leg') return choose(terms);
  return { ...terms, legs: terms.legs.map((leg): Leg => ({ ...leg, terms: choose(leg.terms) })) };
}

function chosen<T extends OwnTerms>(
  { tiers, ...own }: T,
  opened: string,
  usedOf: ((counter: TierCounter) => number) | null,
): T {
  if (tiers === undefined || usedOf === null) return own as T;
  const { path, month = opened } = tiers;
  const { from, unitPriceMicros } = tierAt(tiers.steps, usedOf({ path, month }));
  const price = own.unit === 'call' ? { priceMicros: unitPriceMicros } : { unitPriceMicros };
  return { ...own, ...price, tier: { path, month, from } } as unknown as T;
}

/** What a charge adds to the counters: one call, or the items charged for. Free calls add nothing. */
export function countedUnits(terms: Terms, delivered: Delivered, chargedMicros: Micros): TierUnits[] {
  if (terms.unit !== 'leg') return unitsOf(terms, delivered.items, chargedMicros);
  return (delivered.legs ?? []).flatMap(({ name, items, chargedMicros: ownMicros }) => {
    const leg = terms.legs.find((one) => one.name === name);
    return leg === undefined ? [] : unitsOf(leg.terms, items, ownMicros);
  });
}

function unitsOf(terms: OwnTerms, items: number, chargedMicros: number): TierUnits[] {
  const { tier } = terms;
  if (tier === undefined || chargedMicros === 0) return [];
  const units = terms.unit === 'call' ? 1 : Math.min(items, terms.itemsMax);
  return units === 0 ? [] : [{ path: tier.path, month: tier.month, units }];
}
