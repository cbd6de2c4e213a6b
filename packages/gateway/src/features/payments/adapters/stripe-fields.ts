// Fields and amounts of Stripe objects. Each field is checked when it is read, because the data comes from outside. A value that is not a
// text or not an amount is refused.
import { MICROS_MAX, type Micros, toMicros } from '../../../domain/money.ts';

export type StripeFields = Record<string, unknown>;

/** The object does not have the expected fields. */
export const MALFORMED = 'malformed';
export type Malformed = typeof MALFORMED;

export const isFields = (value: unknown): value is StripeFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A non-empty string; null for anything else. */
export const textOrNull = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

/** The id of a field that holds either the whole object or only its id. */
export const idOf = (value: unknown): string | null => textOrNull(isFields(value) ? value.id : value);

/** Metadata that this gateway wrote on a Stripe object; null on objects that other programs made. */
export function metadataOf(thing: StripeFields, name: string): string | null {
  return isFields(thing.metadata) ? textOrNull(thing.metadata[name]) : null;
}

/** Currencies without minor units, from Stripe's list. */
const WITHOUT_COINS = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF UGX VND VUV XAF XOF XPF'.split(' '));
/** Currencies with thousandths; Stripe requires the last digit to be 0. */
const OF_THOUSANDTHS = new Set('BHD JOD KWD OMR TND'.split(' '));

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

interface MinorUnits {
  /** Amounts that can be paid are multiples of this. */
  stepMicros: number;
  toMinor(micros: Micros): number;
  /** An amount in Stripe's minor units as micro-units. Null for anything but a whole number, 0 or more, within the range of amounts. */
  toMicros(minor: unknown): Micros | null;
}

export function minorUnitsOf(currency: string): MinorUnits {
  const isWhole = WITHOUT_COINS.has(currency);
  const coinMicros = isWhole ? 1_000_000 : OF_THOUSANDTHS.has(currency) ? 1_000 : 10_000;
  return {
    stepMicros: isWhole ? coinMicros : 10_000,
    toMinor: (micros) => {
      if (micros % coinMicros !== 0) throw new RangeError(`${micros} is no whole number of coins`);
      return micros / coinMicros;
    },
    toMicros: (minor) =>
      isCount(minor) && minor <= MICROS_MAX / coinMicros ? toMicros(minor * coinMicros) : null,
  };
}
