// What a call may cost and what it is charged. Terms are fixed when a call is opened. The most that they can come to is held; what was
// delivered decides the charge, which is never higher.
import type { Price } from '../catalog.ts';
import { formatMoney, type Micros, shareOf, toMicros, WHOLE_MILLIONTHS, ZERO } from '../money.ts';
import type { ChosenTier, Tiers } from './tiers.ts';

/** `tiers`: the ledger still has to choose, and the price is that of the first tier, the highest. `tier`: the ledger has chosen. */
interface TieredTerms {
  tiers?: Tiers;
  tier?: ChosenTier;
}

/** One price per call, whatever is delivered. */
export interface CallTerms extends TieredTerms {
  unit: 'call';
  priceMicros: Micros;
}

/** A price per item, with a minimum. */
export interface ItemTerms extends TieredTerms {
  unit: 'item';
  unitPriceMicros: Micros;
  minimumMicros: Micros;
  /** Items beyond this number are delivered but not charged. */
  itemsMax: number;
}

/** One of several parts of a call, each with its own price. */
export interface Leg {
  /** Unique within its call. */
  name: string;
  /** The path whose catalog price it has. */
  path: string;
  terms: CallTerms | ItemTerms;
}

/** The sum of the legs that delivered. */
export interface LegTerms {
  unit: 'leg';
  legs: readonly Leg[];
}

/** The allowance that covered a call: the pattern that grants it, and the UTC day. */
export interface FreeCall {
  path: string;
  day: string;
}

/** With `free` the call costs nothing. */
export type Terms = (CallTerms | ItemTerms | LegTerms) & { free?: FreeCall };

export const UNITS = ['call', 'item', 'leg'] as const;
type Unit = (typeof UNITS)[number];

/** What a call delivered, as far as its price depends on it. */
export interface Delivered {
  items: number;
  /** Only for calls with legs: the legs that delivered. */
  legs?: readonly DeliveredLeg[];
}

/** One leg that delivered, before its charge is computed. */
export interface BroughtLeg {
  name: string;
  items: number;
  /** False for a stored answer, which may be cheaper. */
  isLive: boolean;
}

export interface DeliveredLeg extends BroughtLeg {
  chargedMicros: Micros;
}

/** What a task delivered. */
export interface Brought {
  items: number;
  legs?: readonly BroughtLeg[];
}

/** The terms of a call: the catalog's price for the most that it can deliver. */
export function termsOf(
  { unit, unitPriceMicros, minimumMicros, tiers }: Price,
  itemsMax: number,
): CallTerms | ItemTerms {
  const terms: CallTerms | ItemTerms =
    unit === 'call'
      ? { unit, priceMicros: unitPriceMicros }
      : { unit, unitPriceMicros, minimumMicros, itemsMax };
  return tiers === undefined ? terms : { ...terms, tiers };
}

/** Several lookups in one call: each item costs what a single lookup would, and missing items cost nothing. */
export function termsOfEach(price: Price, itemsMax: number): ItemTerms {
  const eachMicros = (unitPriceMicros: Micros) => mostOf(termsOf({ ...price, unitPriceMicros }, 1));
  const each = { unit: 'item' as const, unitPriceMicros: eachMicros(price.unitPriceMicros), itemsMax };
  const { tiers } = price;
  if (tiers === undefined) return { ...each, minimumMicros: ZERO };
  const steps = tiers.steps.map((step) => ({ ...step, unitPriceMicros: eachMicros(step.unitPriceMicros) }));
  return { ...each, minimumMicros: ZERO, tiers: { ...tiers, steps } };
}

/** The amount to hold: a call never costs more. */
export function mostOf(terms: Terms): Micros {
  return terms.free === undefined ? fullPrice(terms) : ZERO;
}

function fullPrice(terms: Terms): Micros {
  if (terms.unit === 'call') return terms.priceMicros;
  if (terms.unit === 'item') return itemsCharge(terms, terms.itemsMax);
  return sumMicros(terms.legs.map((leg) => fullPrice(leg.terms)));
}

/** The charge for what was delivered. */
export function chargeOf(terms: Terms, delivered: Delivered): Micros {
  if (terms.free !== undefined) return ZERO;
  if (terms.unit === 'call') return terms.priceMicros;
  if (terms.unit === 'item') return itemsCharge(terms, delivered.items);
  return sumMicros((delivered.legs ?? []).map(({ chargedMicros }) => chargedMicros));
}

/** The charge of each leg that delivered. `factorMillionthsOf` gives the share of the price that a stored answer costs. */
export function chargeLegs(
  terms: Terms,
  brought: readonly BroughtLeg[],
  factorMillionthsOf: (path: string) => number,
): DeliveredLeg[] {
  return brought.map((leg) => {
    const of = legOf(terms, leg.name);
    const followsMicros = of === undefined || terms.free !== undefined ? ZERO : chargeOf(of.terms, leg);
    const factor = of === undefined || leg.isLive ? WHOLE_MILLIONTHS : factorMillionthsOf(of.path);
    return { ...leg, chargedMicros: shareOf(followsMicros, factor) };
  });
}

/** What is wrong with the charges of legs. Null when each leg is in the terms, appears once, and costs its price or, from storage, less. */
export function wrongLeg(terms: LegTerms & { free?: FreeCall }, { legs = [] }: Delivered): string | null {
  const names = new Set(legs.map(({ name }) => name));
  if (names.size < legs.length) return 'a leg is charged twice';
  for (const leg of legs) {
    const of = legOf(terms, leg.name);
    if (of === undefined) return `there is no leg ${leg.name}`;
    const followsMicros = terms.free === undefined ? chargeOf(of.terms, leg) : ZERO;
    const { chargedMicros } = leg;
    const isWrong = leg.isLive ? chargedMicros !== followsMicros : chargedMicros > followsMicros;
    if (isWrong || chargedMicros < 0)
      return `the leg ${leg.name} is charged ${chargedMicros}, and ${followsMicros} follows`;
  }
  return null;
}

function legOf(terms: Terms, name: string): Leg | undefined {
  return terms.unit === 'leg' ? terms.legs.find((leg) => leg.name === name) : undefined;
}

function itemsCharge({ unitPriceMicros, minimumMicros, itemsMax }: ItemTerms, items: number): Micros {
  return toMicros(Math.max(minimumMicros, unitPriceMicros * Math.min(items, itemsMax)));
}

function sumMicros(amounts: readonly Micros[]): Micros {
  return toMicros(amounts.reduce<number>((sum, micros) => sum + micros, ZERO));
}

/** A charge as receipts show it. */
export interface ChargeFigures {
  unit: Unit;
  /** Price of one unit; for calls with legs the sum over the legs. */
  unitPrice: string;
  /** Items charged for; null unless priced per item. */
  items: number | null;
  /** The calculation, for people. */
  sum: string;
  /** The number of units from which the tier starts. Only for prices with tiers. */
  tier?: number;
  /** Only for calls with legs: the legs that delivered. */
  legs?: readonly LegFigures[];
}

export interface LegFigures {
  platform: string;
  tier?: number;
  unit: 'call' | 'item';
  unitPrice: string;
  items: number;
  charged: string;
}

export function chargeFigures(terms: Terms, delivered: Delivered, chargedMicros: Micros): ChargeFigures {
  return {
    unit: terms.unit,
    unitPrice: formatMoney(terms.unit === 'item' ? terms.unitPriceMicros : fullPrice(terms)),
    items: terms.unit === 'item' ? Math.min(delivered.items, terms.itemsMax) : null,
    sum: sumOf(terms, delivered, chargedMicros),
    ...(terms.unit !== 'leg' && tierFigure(terms)),
    ...(terms.unit === 'leg' && { legs: legFigures(terms, delivered) }),
  };
}

const tierFigure = ({ tier }: TieredTerms) => (tier === undefined ? {} : { tier: tier.from });

function legFigures(terms: LegTerms, { legs = [] }: Delivered): LegFigures[] {
  return legs.flatMap(({ name, items, chargedMicros }) => {
    const of = legOf(terms, name);
    if (of === undefined) return [];
    const { unit } = of.terms;
    const priceMicros = of.terms.unit === 'item' ? of.terms.unitPriceMicros : of.terms.priceMicros;
    const figures = { unit, unitPrice: formatMoney(priceMicros), charged: formatMoney(chargedMicros) };
    return [{ platform: name, items, ...figures, ...tierFigure(of.terms) }];
  });
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
    if (terms.legs.length === 0) return 'paid with an earlier page';
    const parts = (delivered.legs ?? []).map((leg) => `${leg.name} ${formatMoney(leg.chargedMicros)}`);
    return parts.length === 0 ? 'no leg delivered' : parts.join(' + ');
  }
  const { unitPriceMicros, minimumMicros, itemsMax } = terms;
  const items = Math.min(delivered.items, itemsMax);
  const sum = `${items} x ${formatMoney(unitPriceMicros)}`;
  return unitPriceMicros * items < minimumMicros ? `minimum ${formatMoney(minimumMicros)}, for ${sum}` : sum;
}
