import { expect, test } from 'vitest';
import { toMicros } from '../domain/money.ts';
import { minorUnitsOf } from './minor-units.ts';

test('an amount is the same after the way to coins and back, in cents, whole units and thousandths', () => {
  for (const [currency, minor] of [
    ['USD', 2_550],
    ['JPY', 25],
    ['KWD', 25_500],
  ] as const) {
    const units = minorUnitsOf(currency);
    expect(units.toMinor(units.toMicros(minor))).toBe(minor);
  }
  expect(minorUnitsOf('USD').toMinor(toMicros(25_500_000))).toBe(2_550);
  expect(minorUnitsOf('JPY').toMinor(toMicros(25_000_000))).toBe(25);
});

test('what is no whole number of coins is a bug, and no other amount', () => {
  expect(() => minorUnitsOf('USD').toMinor(toMicros(1))).toThrow('no whole number of coins');
});
