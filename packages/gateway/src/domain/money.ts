// Owns amounts. An amount is a whole number of micro-units (0.000001 of the currency), never a float: a price of
// 0.1 has no exact binary form, and a ledger that rounds is a ledger that is wrong.

declare const micros: unique symbol;
export type Micros = number & { readonly [micros]: true };

/** One billion units. Far above any real balance, and sums of two stay below 2^53, where numbers stop being exact. */
export const MICROS_MAX = 1_000_000_000_000_000;
const MICROS_PER_UNIT = 1_000_000;
/** Ten digits: one more than any amount but the largest has. */
const DECIMAL = /^(-?)(\d{1,10})(?:\.(\d{1,6}))?$/;

export const ZERO = 0 as Micros;

/** Checks a number that should already be an amount. A violation is a bug, so it throws. */
export function toMicros(value: number): Micros {
  if (!Number.isSafeInteger(value) || Math.abs(value) > MICROS_MAX) {
    throw new RangeError(`not an amount in micro-units: ${value}`);
  }
  return value as Micros;
}

/** Reads a decimal such as `"0.012"`. At most six decimal places; anything else is null. */
export function parseMoney(text: string): Micros | null {
  const match = DECIMAL.exec(text);
  if (match === null) return null;
  const whole = Number(match[2]) * MICROS_PER_UNIT + Number((match[3] ?? '').padEnd(6, '0'));
  if (whole > MICROS_MAX) return null;
  return (match[1] === '-' && whole !== 0 ? -whole : whole) as Micros;
}

/** Writes `12000` as `"0.012000"`. */
export function formatMoney(amount: Micros): string {
  const digits = Math.abs(amount).toString().padStart(7, '0');
  const sign = amount < 0 ? '-' : '';
  return `${sign}${digits.slice(0, -6)}.${digits.slice(-6)}`;
}

export function add(a: Micros, b: Micros): Micros {
  return toMicros(a + b);
}

/** `1` in millionths, the unit of shares of a price. */
export const WHOLE_MILLIONTHS = 1_000_000;

/** A share of an amount that is not negative, rounded down: in doubt the caller pays less. */
export function shareOf(amount: Micros, millionths: number): Micros {
  // Taken apart, because the plain product could pass 2^53, where numbers stop being exact.
  const rest = amount % WHOLE_MILLIONTHS;
  const units = (amount - rest) / WHOLE_MILLIONTHS;
  return toMicros(units * millionths + Math.floor((rest * millionths) / WHOLE_MILLIONTHS));
}
