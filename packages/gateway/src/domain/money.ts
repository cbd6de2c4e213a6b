// Amounts of money. An amount is a whole number of micro-units (0.000001 of the currency), never a float: 0.1 has no exact binary form, and
// the ledger must not round.

declare const micros: unique symbol;
export type Micros = number & { readonly [micros]: true };

/** One billion units: far above any real balance, and the sum of two stays below 2^53, up to which numbers are exact. */
export const MICROS_MAX = 1_000_000_000_000_000;
const MICROS_PER_UNIT = 1_000_000;
/** Up to ten digits before the point: the largest amount has ten. */
const DECIMAL = /^(-?)(\d{1,10})(?:\.(\d{1,6}))?$/;

export const ZERO = 0 as Micros;

/** Checks that a number is an amount. Anything else is a bug, so it throws. */
export function toMicros(value: number): Micros {
  if (!Number.isSafeInteger(value) || Math.abs(value) > MICROS_MAX) {
    throw new RangeError(`not an amount in micro-units: ${value}`);
  }
  return value as Micros;
}

/** Parses a decimal such as `"0.012"`. Null for anything else, including more than six decimal places. */
export function parseMoney(text: string): Micros | null {
  const match = DECIMAL.exec(text);
  if (match === null) return null;
  const whole = Number(match[2]) * MICROS_PER_UNIT + Number((match[3] ?? '').padEnd(6, '0'));
  if (whole > MICROS_MAX) return null;
  return (match[1] === '-' && whole !== 0 ? -whole : whole) as Micros;
}

/** Formats `12000` as `"0.012000"`. */
export function formatMoney(amount: Micros): string {
  const digits = Math.abs(amount).toString().padStart(7, '0');
  const sign = amount < 0 ? '-' : '';
  return `${sign}${digits.slice(0, -6)}.${digits.slice(-6)}`;
}

export function add(a: Micros, b: Micros): Micros {
  return toMicros(a + b);
}

/** The whole of a price, in millionths: shares of a price are counted in them. */
export const WHOLE_MILLIONTHS = 1_000_000;

/** A share of a non-negative amount, rounded down in favour of the caller. */
export function shareOf(amount: Micros, millionths: number): Micros {
  // Computed in two parts, because the plain product could exceed 2^53, where numbers stop being exact.
  const rest = amount % WHOLE_MILLIONTHS;
  const units = (amount - rest) / WHOLE_MILLIONTHS;
  return toMicros(units * millionths + Math.floor((rest * millionths) / WHOLE_MILLIONTHS));
}
