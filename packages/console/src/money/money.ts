// Amounts: decimals of the API as integer micro-units, and how pages write them. Sums are written in cents, prices, charges
// and balances exactly, the amounts of one column with the same places, and an amount other than zero never as zero.
import {
  adminTopUpAmountPattern,
  searchVideosMaxPriceMaxLength,
  searchVideosMaxPricePattern,
} from '../api/bounds.ts';

const MICROS = 1_000_000n;
const DECIMAL = /^(-?)(\d+)(?:\.(\d{1,6}))?$/;

/** The API writes amounts as decimals with up to six places. */
export function parseMicros(decimal: string): bigint {
  const match = DECIMAL.exec(decimal);
  if (match === null) throw new Error(`not an amount: ${decimal}`);
  const [, sign, whole, places = ''] = match;
  const micros = BigInt(whole!) * MICROS + BigInt(places.padEnd(6, '0'));
  return sign === '-' ? -micros : micros;
}

/** The longest amount that the gateway accepts; its bound is larger than any real payment. */
const TYPED = new RegExp(`^${searchVideosMaxPricePattern}$`);

/** Fields accept a few more characters than an amount has: an amount that is too long is reported, not cut into another one. */
export const AMOUNT_CHARS_MAX = searchVideosMaxPriceMaxLength + 3;

/** Reads a typed amount, ignoring spaces around it; null if it is not an amount. */
export function readAmount(text: string): bigint | null {
  const amount = text.trim();
  return TYPED.test(amount) ? parseMicros(amount) : null;
}

/** What is bookable in one payment. */
const BOOKED = new RegExp(`^${adminTopUpAmountPattern}$`);

/** An amount as it should be, but for too many digits before the point. */
export function isTooLarge(text: string): boolean {
  const typed = /^-?(\d+)(\.\d+)?$/.exec(text.trim());
  if (typed === null) return false;
  const [, whole, places = ''] = typed;
  return BOOKED.test(`1${places}`) && !BOOKED.test(`${whole}${places}`);
}

/** For adjustments, which may be negative. */
export function readSignedAmount(text: string): bigint | null {
  const amount = text.trim();
  const size = readAmount(amount.replace(/^-(?=\d)/, ''));
  return size !== null && amount.startsWith('-') ? -size : size;
}

export function toDecimal(micros: bigint): string {
  const size = micros < 0n ? -micros : micros;
  const places = (size % MICROS).toString().padStart(6, '0');
  return `${micros < 0n ? '-' : ''}${size / MICROS}.${places}`;
}

function formatter(language: string, currency: string, least: number, most: number): Intl.NumberFormat {
  return new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: least,
    maximumFractionDigits: most,
  });
}

/** Intl formats decimal texts exactly, but TypeScript's types accept only some of them. */
function written(format: Intl.NumberFormat, micros: bigint): string {
  return format.format(toDecimal(micros) as `${number}`);
}

const CENT_PLACES = 2;

/** Decimal places that are not zero at the end. */
function placesOf(micros: bigint): number {
  return toDecimal(micros).split('.')[1]!.replace(/0+$/, '').length;
}

const CENT = 10_000;
/** Half a cent: amounts nearer to zero would be written as 0.00. */
const CENT_HALF = 5_000n;

export interface MoneyFormat {
  /** Sums over many calls, in cents. */
  sum(micros: bigint): string;
  /** For a column of these amounts: all with as many places as the finest of them, so that rows add up to their total. */
  column(amounts: readonly bigint[]): (micros: bigint) => string;
  /** Single prices and charges, with all places that are not zero. */
  exact(micros: bigint): string;
  /** Labels of a chart: in cents if the amount is whole cents. */
  tick(micros: number): string;
}

export function moneyFormat(language: string, currency: string): MoneyFormat {
  const cents = formatter(language, currency, 2, 2);
  const all = formatter(language, currency, 2, 6);
  const exact = (micros: bigint) => written(all, micros);
  return {
    exact,
    column: (amounts) => {
      const places = Math.max(CENT_PLACES, ...amounts.map(placesOf));
      const format = formatter(language, currency, places, places);
      return (micros) => written(format, micros);
    },
    tick: (micros) => (micros % CENT === 0 ? written(cents, BigInt(micros)) : exact(BigInt(micros))),
    sum: (micros) =>
      micros !== 0n && micros < CENT_HALF && micros > -CENT_HALF ? exact(micros) : written(cents, micros),
  };
}

/** What is spent of a limit, from 0 to 1. A limit of zero is used up. */
export function shareSpent(spent: bigint, limit: bigint): number {
  return limit === 0n ? 1 : Number(spent) / Number(limit);
}
