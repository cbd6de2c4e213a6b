import { expect, test } from 'vitest';
import { toMicros } from '../../../domain/money.ts';
import { minorUnitsOf } from './stripe-fields.ts';

test('an amount is the same after the way to coins and back, in cents, whole units and thousandths', () => {
  for (const [currency, minor] of [
    ['USD', 2_550],
    ['JPY', 25],
    ['KWD', 25_500],
  ] as const) {
    const units = minorUnitsOf(currency);
    expect(units.toMinor(units.toMicros(minor)!)).toBe(minor);
  }
  expect(minorUnitsOf('USD').toMinor(toMicros(25_500_000))).toBe(2_550);
  expect(minorUnitsOf('JPY').toMinor(toMicros(25_000_000))).toBe(25);
});

test('what is no whole number of coins is a bug, and no other amount', () => {
  expect(() => minorUnitsOf('USD').toMinor(toMicros(1))).toThrow('no whole number of coins');
});

test('an amount from outside must be a whole number of minor units within range', () => {
  const { toMicros: read } = minorUnitsOf('USD');
  expect([read(0), read(500), read(100_000_000_000)]).toEqual([0, 5_000_000, 1_000_000_000_000_000]);
  const wrong = [1.5, -1, '500', '', null, undefined, true, [500], { valueOf: () => 500 }, Number.NaN];
  for (const one of [...wrong, Number.POSITIVE_INFINITY, 2 ** 53, 100_000_000_001])
    expect(read(one), String(one)).toBeNull();
});
