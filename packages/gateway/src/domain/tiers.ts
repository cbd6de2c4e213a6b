// Owns volume tiers: what one unit costs by how many of them an account was charged for in a UTC month. Pure. Which tier holds for a
// call is decided once, when it is opened; here nobody counts.
import { formatMoney, type Micros } from './money.ts';

/** Of one price: more steps than any seller's list has, and few enough to be read at a glance. */
export const TIERS_MAX = 20;
/** A billion units in one month: a call a second for thirty years. Sums of them stay exact. */
export const TIER_FROM_MAX = 1_000_000_000;

export interface PriceTier {
  /** Holds when so many were charged for in the month, and until the next one begins. */
  from: number;
  unitPriceMicros: Micros;
}

/** The tiers of one price, in their order. What is counted is shared by all paths of the pattern. */
export interface Tiers {
  /** The pattern that has them. */
  path: string;
  steps: readonly PriceTier[];
  /** As `2026-11`: by the count of this month. Absent: by that of the month in which the call is opened. */
  month?: string;
}

/** Where units are counted for an account. */
export interface TierCounter {
  path: string;
  month: string;
}

/** The tier that a call was opened in. */
export interface ChosenTier extends TierCounter {
  from: number;
}

/** The tier that holds after so many. */
export function tierAt(steps: readonly PriceTier[], used: number): PriceTier {
  return steps.findLast(({ from }) => from <= used) ?? steps[0]!;
}

export interface WrongTier {
  at: number;
  field: 'from' | 'unit_price';
  message: string;
}

/** Prices only fall: so the first one is the most that anybody pays, and a price that was told is never exceeded by counting on. */
export function wrongTier(tiers: readonly PriceTier[]): WrongTier | null {
  for (const [at, { from, unitPriceMicros }] of tiers.entries()) {
    const before = tiers[at - 1];
    if (before === undefined) {
      if (from !== 0)
        return { at, field: 'from', message: 'must be 0: the first tier begins with the month' };
      continue;
    }
    if (from <= before.from)
      return { at, field: 'from', message: `must be above ${before.from}, where the tier before begins` };
    if (unitPriceMicros > before.unitPriceMicros) {
      const message = `must not be above ${formatMoney(before.unitPriceMicros)}, the price of the tier before`;
      return { at, field: 'unit_price', message };
    }
  }
  return null;
}

/** `0.010000 from 10000, 0.008000 from 100000`: those behind the first. */
export function tiersText(tiers: readonly PriceTier[]): string {
  return tiers
    .slice(1)
    .map(({ from, unitPriceMicros }) => `${formatMoney(unitPriceMicros)} from ${from}`)
    .join(', ');
}
