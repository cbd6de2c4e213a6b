// Proves that no page can show an amount that the ledger does not have.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { moneyFormat, parseMicros, toDecimal } from './money.ts';

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

test('beside a chart, steps below a cent are told apart', () => {
  const money = moneyFormat('en', 'USD');
  expect([0, 5_000, 10_000].map(money.tick)).toEqual(['$0.00', '$0.005', '$0.01']);
});
