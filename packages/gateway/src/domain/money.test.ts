import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  add,
  formatMoney,
  MICROS_MAX,
  type Micros,
  parseMoney,
  shareOf,
  toMicros,
  WHOLE_MILLIONTHS,
  ZERO,
} from './money.ts';

const amounts = fc.integer({ min: -MICROS_MAX, max: MICROS_MAX });

test('every amount survives being written and read, exactly', () => {
  fc.assert(fc.property(amounts, (n) => parseMoney(formatMoney(n as Micros)) === n + 0));
});

test('sums agree with exact big-integer arithmetic', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }), { maxLength: 100 }),
      (list) => {
        const sum = list.reduce<Micros>((total, n) => add(total, n as Micros), ZERO);
        return BigInt(sum) === list.reduce((total, n) => total + BigInt(n), 0n);
      },
    ),
  );
});

test.each([
  ['0.1', 100_000],
  ['0.012', 12_000],
  ['10', 10_000_000],
  ['-1.50', -1_500_000],
  ['0.000001', 1],
  ['999999999.999999', 999_999_999_999_999],
  ['1000000000', MICROS_MAX],
  ['-0', 0],
])('%s is read as %d micro-units', (text, micros) => {
  expect(parseMoney(text)).toBe(micros);
});

test.each([
  '',
  '1e3',
  '0.0000001',
  '.5',
  '5.',
  '1,000',
  ' 1',
  '1 ',
  '٣',
  '0x1',
  '12345678901',
  '1000000000.000001',
  '--1',
  '+1',
  'NaN',
])('%j is not an amount', (text) => {
  expect(parseMoney(text)).toBeNull();
});

test.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, MICROS_MAX + 1, 2 ** 53])(
  '%d never becomes an amount',
  (n) => {
    expect(() => toMicros(n)).toThrow(RangeError);
  },
);

test('a share of a price is the exact product, rounded down', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: MICROS_MAX }),
      fc.integer({ min: 0, max: 1_000_000 }),
      (n, share) => {
        const exact = (BigInt(n) * BigInt(share)) / BigInt(WHOLE_MILLIONTHS);
        expect(BigInt(shareOf(n as Micros, share))).toBe(exact);
      },
    ),
  );
  expect(shareOf(MICROS_MAX as Micros, 999_999)).toBe(999_999_000_000_000);
});

test.each([
  [ZERO, '0.000000'],
  [1, '0.000001'],
  [-1, '-0.000001'],
  [MICROS_MAX, '1000000000.000000'],
  [-MICROS_MAX, '-1000000000.000000'],
])('%d micro-units are written as %s, and the largest are still amounts', (micros, text) => {
  expect(formatMoney(toMicros(micros))).toBe(text);
});
