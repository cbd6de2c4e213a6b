// Fields and amounts of Stripe. Fields are read one by one: its types are somebody else's promise, and a value that is no text or no amount is
// not guessed at.
import { MICROS_MAX, type Micros, toMicros } from '../../../domain/money.ts';

export type StripeFields = Record<string, unknown>;

/** What cannot be what it says it is. */
export const MALFORMED = 'malformed';
export type Malformed = typeof MALFORMED;

export const isFields = (value: unknown): value is StripeFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** null for anything but a text with something in it. */
export const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

/** Of a field that is the thing itself or only its id. */
export const idOf = (value: unknown): string | null => textOf(isFields(value) ? value.id : value);

/** What this gateway wrote on an object of Stripe; empty on objects that others made. */
export function metadataOf(thing: StripeFields, name: string): string | null {
  return isFields(thing.metadata) ? textOf(thing.metadata[name]) : null;
}

/** As Stripe lists them. */
const WITHOUT_COINS = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF UGX VND VUV XAF XOF XPF'.split(' '));
/** Thousandths exist, and Stripe wants their last digit to be 0. */
const OF_THOUSANDTHS = new Set('BHD JOD KWD OMR TND'.split(' '));

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

export interface MinorUnits {
  /** Amounts that can be paid are multiples of it. */
  stepMicros: number;
  toMinor(micros: Micros): number;
  /** An amount as Stripe says it: null for anything but a whole number of coins, 0 or more, that an amount can hold. */
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
