// Owns the prices of a route whose price is the sum of others: a search over many platforms. Pure.
import type { Price } from '../domain/catalog.ts';
import { LEGS_MAX, PAGE_ITEMS_DEFAULT } from '../domain/limits.ts';
import { formatMoney, ZERO } from '../domain/money.ts';
import { Type } from '../domain/schema.ts';
import { type LegTerms, mostOf, termsOf } from '../domain/terms.ts';
import type { DataRoute } from '../operations/data-route.ts';
import { MoneyText, nullable } from './fields.ts';
import { type TierCounts, tierFields, tierView } from './tier-view.ts';

export const LegPriceView = Type.Object(
  {
    platform: Type.String(),
    path: Type.String({ description: 'Whose price it is.' }),
    unit: Type.Enum(['call', 'item'], { description: 'What the price is for.' }),
    unit_price: MoneyText,
    ...tierFields,
    minimum: nullable(MoneyText),
  },
  { $id: 'LegPrice', description: 'The price of one platform in a search over many.' },
);

export interface PricedLeg {
  platform: string;
  path: string;
  price: Price;
}

/** Those of a route's legs that have a price: as many as one call has at most. */
export function pricedLegs({ legs = [] }: DataRoute, priceAt: (path: string) => Price | null): PricedLeg[] {
  const priced = legs.flatMap((leg) => {
    const price = priceAt(leg.path);
    return price === null ? [] : [{ ...leg, price }];
  });
  return priced.slice(0, LEGS_MAX);
}

/** What all of them together cost. A leg asks for a whole page, however small the caller's is. */
export function termsOfLegs(legs: readonly PricedLeg[], count = PAGE_ITEMS_DEFAULT): LegTerms {
  const items = Math.max(count, PAGE_ITEMS_DEFAULT);
  return {
    unit: 'leg',
    legs: legs.map(({ platform, path, price }) => ({ name: platform, path, terms: termsOf(price, items) })),
  };
}

/** A rule for the path of the whole gives no price, but whatever else it says. */
export function priceOfLegs(own: Price | null, path: string, legs: readonly PricedLeg[]): Price | null {
  const [first] = legs;
  if (first === undefined) return null;
  const none = { summary: null, deprecated: false, sunsetAtMs: null, successor: null };
  const rule = own?.rule ?? { path, unitPriceMicros: ZERO, ...none };
  const sum = { unitPriceMicros: mostOf(termsOfLegs(legs)), minimumMicros: ZERO };
  return { rule, unit: 'call', ...sum, allowance: own?.allowance ?? null };
}

/** `isKnown`: whose prices they are, so that what was used in the month is too. */
export function legPriceView({ platform, path, price }: PricedLeg, counts: TierCounts, isKnown: boolean) {
  return {
    platform,
    path,
    unit: price.unit,
    unit_price: formatMoney(price.unitPriceMicros),
    ...tierView(price, counts, isKnown),
    minimum: price.unit === 'item' ? formatMoney(price.minimumMicros) : null,
  };
}
