// Tests that pages never show an amount that differs from the ledger's.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { moneyFormat, parseMicros, readAmount, readSignedAmount, toDecimal } from './money.ts';

test('a decimal of the API survives reading and writing', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }), (micros) => {
      expect(parseMicros(toDecimal(micros))).toBe(micros);
    }),
  );
});

test.each(['', '1.', '.5', '1e3', '1.0000001', 'NaN', ' 1'])('%j is not read as an amount', (text) => {
  expect(() => parseMicros(text)).toThrow('not an amount');
});

test('sums are written in cents and single calls exactly', () => {
  const money = moneyFormat('en', 'USD');
  expect(money.sum(parseMicros('412.863999'))).toBe('$412.86');
  expect(money.exact(parseMicros('0.012000'))).toBe('$0.012');
  expect(money.exact(parseMicros('9.988000'))).toBe('$9.988');
  expect(money.sum(0n)).toBe('$0.00');
  expect(money.exact(0n)).toBe('$0.00');
});

test('rows of a column add up to their total as written, with the places of the finest amount', () => {
  const rows = [100_000n, 12_000n, 14_400n];
  const total = rows.reduce((sum, one) => sum + one, 0n);
  const write = moneyFormat('en', 'USD').column([...rows, total]);
  expect([...rows, total].map(write)).toEqual(['$0.1000', '$0.0120', '$0.0144', '$0.1264']);
  expect(moneyFormat('en', 'USD').column([5_000_000n, 0n])(5_000_000n)).toBe('$5.00');
});

test('an amount that is not zero is never written as zero, in any language', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: -20_000n, max: 20_000n }),
      fc.constantFrom('en', 'zh'),
      (micros, language) => {
        const money = moneyFormat(language, 'USD');
        const isZero = (text: string) => !/[1-9]/.test(text);
        expect(isZero(money.sum(micros))).toBe(micros === 0n);
        expect(isZero(money.exact(micros))).toBe(micros === 0n);
      },
    ),
  );
});

test('an amount beyond what a number can hold is written to its last place', () => {
  expect(moneyFormat('en', 'USD').exact(9_007_199_254_740_993_000_001n)).toBe(
    '$9,007,199,254,740,993.000001',
  );
});

test('labels of a chart differ also for steps below a cent', () => {
  const money = moneyFormat('en', 'USD');
  expect([0, 5_000, 10_000].map(money.tick)).toEqual(['$0.00', '$0.005', '$0.01']);
});

test('decimals are read and written to the micro-unit, on both sides of zero', () => {
  expect([parseMicros('0.000001'), parseMicros('-0.000001'), parseMicros('-0')]).toEqual([1n, -1n, 0n]);
  expect([parseMicros('1.5'), parseMicros('12')]).toEqual([1_500_000n, 12_000_000n]);
  expect([toDecimal(1n), toDecimal(-1n), toDecimal(0n), toDecimal(-1_500_000n)]).toEqual([
    ...['0.000001', '-0.000001', '0.000000', '-1.500000'],
  ]);
});

test('a sum turns to cents at half a cent, and rounds to the nearer one', () => {
  const money = moneyFormat('en', 'USD');
  expect([4_999n, 5_000n, -4_999n, -5_000n].map(money.sum)).toEqual([
    '$0.004999',
    '$0.01',
    '-$0.004999',
    '-$0.01',
  ]);
  expect([14_999n, 15_000n].map(money.sum)).toEqual(['$0.01', '$0.02']);
});

test('another currency has its own sign', () => {
  expect(moneyFormat('en', 'EUR').exact(12_000n)).toBe('€0.012');
  expect(moneyFormat('en', 'USD').tick(-10_000)).toBe('-$0.01');
});

test.each([
  ['12.50', 12_500_000n],
  [' 7 ', 7_000_000n],
  ['0', 0n],
  ['9999999999.999999', 9_999_999_999_999_999n],
])('%j is read as the amount that was typed', (text, micros) => {
  expect([readAmount(text), readSignedAmount(text)]).toEqual([micros, micros]);
});

test.each(['', '-', '--1', '- 1', '+1', '1,5', '.5', '1.', '1.0000001', '12345678901', '1e3', '$1', '١'])(
  '%j is no amount',
  (text) => {
    expect([readAmount(text), readSignedAmount(text)]).toEqual([null, null]);
  },
);

test('only a correction may be negative', () => {
  expect([readAmount('-1.5'), readSignedAmount(' -1.5 ')]).toEqual([null, -1_500_000n]);
});
