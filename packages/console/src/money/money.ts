// Owns amounts: decimals of the API as integer micro-units, and the one way in which pages write them. Sums are written in cents, single
// calls exactly, and an amount that is not zero never as zero.
import { searchVideosMaxPriceMaxLength, searchVideosMaxPricePattern } from '../api/bounds.ts';

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

/** The widest form of an amount that the gateway takes; more whole places than anybody pays. */
const TYPED = new RegExp(`^${searchVideosMaxPricePattern}$`);

/** A field for an amount has room for spaces around it: a longer amount is told wrong, and not cut into another one. */
export const AMOUNT_CHARS_MAX = searchVideosMaxPriceMaxLength + 3;

/** What a person typed, with or without room around it; null when it is no amount. */
export function readAmount(text: string): bigint | null {
  const amount = text.trim();
  return TYPED.test(amount) ? parseMicros(amount) : null;
}

/** Of corrections, which also take away. */
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

/** Intl takes decimals as text exactly; the types of TypeScript know only numbers written as text. */
function written(format: Intl.NumberFormat, micros: bigint): string {
  return format.format(toDecimal(micros) as `${number}`);
}

const CENT = 10_000;
/** Half a cent: what is nearer to zero would be written as 0.00. */
const CENT_HALF = 5_000n;

export interface MoneyFormat {
  /** Of many calls: in cents. */
  sum(micros: bigint): string;
  /** Of one call: every place that is not zero. */
  exact(micros: bigint): string;
  /** Beside a chart: in cents where it is whole cents. */
  tick(micros: number): string;
  /** For columns: six places, no sign of the currency. */
  column(micros: bigint): string;
}

export function moneyFormat(language: string, currency: string): MoneyFormat {
  const cents = formatter(language, currency, 2, 2);
  const all = formatter(language, currency, 2, 6);
  const exact = (micros: bigint) => written(all, micros);
  return {
    exact,
    column: toDecimal,
    tick: (micros) => (micros % CENT === 0 ? written(cents, BigInt(micros)) : exact(BigInt(micros))),
    sum: (micros) =>
      micros !== 0n && micros < CENT_HALF && micros > -CENT_HALF ? exact(micros) : written(cents, micros),
  };
}
