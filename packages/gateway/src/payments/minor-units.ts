// Owns the way between micro-units and the smallest coins that card payments are counted in: cents of most currencies, whole units of
// some, thousandths of a few. Amounts that are no whole number of coins cannot be paid by card.
import { MICROS_MAX, type Micros, toMicros } from '../domain/money.ts';

/** As Stripe lists them. */
const WITHOUT_COINS = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF UGX VND VUV XAF XOF XPF'.split(' '));
/** Thousandths exist, and Stripe wants their last digit to be 0. */
const OF_THOUSANDTHS = new Set('BHD JOD KWD OMR TND'.split(' '));

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

export interface MinorUnits {
  /** Amounts that can be paid are multiples of it. */
  stepMicros: number;
  toMinor(micros: Micros): number;
  /** As somebody else says it: null for anything but a whole number of coins, 0 or more, that an amount can hold. */
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
