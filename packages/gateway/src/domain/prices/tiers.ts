// Volume tiers: the price of a unit, by how many units an account was charged for in a UTC month. The tier of a call is chosen once, when
// the call is opened. The counts come from the ledger.
import { formatMoney, type Micros } from '../money.ts';

/** Per price: more than real price lists have, and still readable at a glance. */
export const TIERS_MAX = 20;
/** A billion units in one month, about 400 calls a second. Sums stay exact. */
export const TIER_FROM_MAX = 1_000_000_000;

export interface PriceTier {
  /** Applies from this number of charged units on, until the next tier starts. */
  from: number;
  unitPriceMicros: Micros;
}

/** The tiers of one price, lowest start first. All paths that match the pattern share one counter. */
export interface Tiers {
  /** The pattern that has the tiers. */
  path: string;
  steps: readonly PriceTier[];
  /** `2026-11`: use the counter of this month. Absent: the month in which the call is opened. */
  month?: string;
}

/** Identifies one counter of an account. */
export interface TierCounter {
  path: string;
  month: string;
}

/** The tier that was chosen when the call was opened. */
export interface ChosenTier extends TierCounter {
  from: number;
}

/** The tier that applies after `used` units. */
export function tierAt(steps: readonly PriceTier[], used: number): PriceTier {
  return steps.findLast(({ from }) => from <= used) ?? steps[0]!;
}

interface WrongTier {
  at: number;
  field: 'from' | 'unit_price';
  message: string;
}

/**
 * Prices may only fall from tier to tier. So the first price is the most that a caller pays, and a quoted price is never exceeded as units
 * are counted.
 */
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

/** `0.010000 from 10000, 0.008000 from 100000`: all tiers after the first. */
export function tiersText(tiers: readonly PriceTier[]): string {
  return tiers
    .slice(1)
    .map(({ from, unitPriceMicros }) => `${formatMoney(unitPriceMicros)} from ${from}`)
    .join(', ');
}
