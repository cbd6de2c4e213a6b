// Owns what a call may cost and what it is charged. The terms of a call are fixed when it is opened: the most that they can
// come to is held, and what was delivered decides the charge, which is never above it. Pure, and nothing here moves money.
import type { Price } from './catalog.ts';
import { formatMoney, type Micros, toMicros, ZERO } from './money.ts';

/** One price, whatever is delivered. */
export interface CallTerms {
  unit: 'call';
  priceMicros: Micros;
}

/** A price for each item, and at least the minimum. */
export interface ItemTerms {
  unit: 'item';
  unitPriceMicros: Micros;
  minimumMicros: Micros;
  /** No more than these are ever charged, even if more come. */
  itemsMax: number;
}

/** One of several parts of a call, each with a price of its own. */
export interface Leg {
  /** Unique within its call. */
  name: string;
  /** The path whose price in the catalog it has. */
  path: string;
  priceMicros: Micros;
}

/** The sum of those legs that delivered. */
export interface LegTerms {
  unit: 'leg';
  legs: readonly Leg[];
}

/** What covered a call: an allowance, by the pattern that grants it, on one UTC day. */
export interface FreeCall {
  path: string;
  day: string;
}

/** With `free` they cost nothing, whatever they would. */
export type Terms = (CallTerms | ItemTerms | LegTerms) & { free?: FreeCall };

export const UNITS = ['call', 'item', 'leg'] as const;
export type Unit = (typeof UNITS)[number];

/** What a call brought, as far as prices ask for it. */
export interface Delivered {
  items: number;
  /** Names of the legs that brought something; only of calls that have legs. */
  legs?: readonly string[];
}

/** What a call may cost: the catalog's price for as much as it can deliver. */
export function termsOf({ unit, unitPriceMicros, minimumMicros }: Price, itemsMax: number): Terms {
  if (unit === 'call') return { unit, priceMicros: unitPriceMicros };
  return { unit, unitPriceMicros, minimumMicros, itemsMax };
}

/** Several in the place of one: each costs what it would alone, and nothing found costs nothing. */
export function termsOfEach(price: Price, itemsMax: number): ItemTerms {
  return { unit: 'item', unitPriceMicros: mostOf(termsOf(price, 1)), minimumMicros: ZERO, itemsMax };
}

/** The hold: more than this a call never costs. */
export function mostOf(terms: Terms): Micros {
  return terms.free === undefined ? fullPrice(terms) : ZERO;
}

function fullPrice(terms: Terms): Micros {
  if (terms.unit === 'call') return terms.priceMicros;
  return terms.unit === 'item' ? itemsCharge(terms, terms.itemsMax) : legsCharge(terms.legs);
}

/** What follows from what was delivered. */
export function chargeOf(terms: Terms, delivered: Delivered): Micros {
  if (terms.free !== undefined) return ZERO;
  if (terms.unit === 'call') return terms.priceMicros;
  if (terms.unit === 'item') return itemsCharge(terms, delivered.items);
  return legsCharge(deliveredLegs(terms, delivered));
}

function itemsCharge({ unitPriceMicros, minimumMicros, itemsMax }: ItemTerms, items: number): Micros {
  return toMicros(Math.max(minimumMicros, unitPriceMicros * Math.min(items, itemsMax)));
}

function legsCharge(legs: readonly Leg[]): Micros {
  return toMicros(legs.reduce<number>((sum, leg) => sum + leg.priceMicros, ZERO));
}

function deliveredLegs({ legs }: LegTerms, delivered: Delivered): Leg[] {
  return legs.filter(({ name }) => delivered.legs?.includes(name) ?? false);
}

/** A charge as receipts show it. */
export interface ChargeFigures {
  unit: Unit;
  /** Of one unit; of all legs together, because each has its own. */
  unitPrice: string;
  /** Charged for; null unless items have a price. */
  items: number | null;
  /** How the charge came about, for people. */
  sum: string;
}

export function chargeFigures(terms: Terms, delivered: Delivered, chargedMicros: Micros): ChargeFigures {
  return {
    unit: terms.unit,
    unitPrice: formatMoney(terms.unit === 'item' ? terms.unitPriceMicros : fullPrice(terms)),
    items: terms.unit === 'item' ? Math.min(delivered.items, terms.itemsMax) : null,
    sum: sumOf(terms, delivered, chargedMicros),
  };
}

/** `17 x 0.001000`, `minimum 0.005000, for 2 x 0.001000`, `one 0.010000 + two 0.002000`, `free`. */
function sumOf(terms: Terms, delivered: Delivered, chargedMicros: Micros): string {
  if (terms.free !== undefined) return 'free: within the daily allowance';
  const followsMicros = chargeOf(terms, delivered);
  if (chargedMicros === 0 && followsMicros > 0) return 'free';
  const sum = partsOf(terms, delivered);
  return chargedMicros < followsMicros ? `${sum}, reduced to ${formatMoney(chargedMicros)}` : sum;
}

function partsOf(terms: Terms, delivered: Delivered): string {
  if (terms.unit === 'call') return `1 x ${formatMoney(terms.priceMicros)}`;
  if (terms.unit === 'leg') {
    const parts = deliveredLegs(terms, delivered).map((leg) => `${leg.name} ${formatMoney(leg.priceMicros)}`);
    return parts.length === 0 ? 'no leg delivered' : parts.join(' + ');
  }
  const { unitPriceMicros, minimumMicros, itemsMax } = terms;
  const items = Math.min(delivered.items, itemsMax);
  const sum = `${items} x ${formatMoney(unitPriceMicros)}`;
  return unitPriceMicros * items < minimumMicros ? `minimum ${formatMoney(minimumMicros)}, for ${sum}` : sum;
}
