import fc from 'fast-check';
import { Value } from 'typebox/value';
import { expect, test } from 'vitest';
import { isFailure } from '../domain/failure.ts';
import { formatMoney, toMicros } from '../domain/money.ts';
import { AmountInput, Name, parseTime, readAmount, SignedAmountInput, Words } from './fields.ts';

test.each([
  1,
  0.1,
  null,
  undefined,
  {},
  '',
  ' 1',
  '1 ',
  '+1',
  '1.',
  '.5',
  '1e3',
  '1,5',
  '0x10',
  '1.0000001',
  '٣',
  'NaN',
])('the amount %j is refused and its field named', (value) => {
  expect(readAmount('amount', value, 'positive')).toMatchObject({
    code: 'INVALID_REQUEST',
    errors: [{ field: 'amount' }],
  });
  expect(Value.Check(AmountInput, value) && Value.Check(SignedAmountInput, value)).toBe(false);
});

test('zero and negative amounts are taken only where they mean something', () => {
  expect(isFailure(readAmount('amount', '0.000000', 'positive'))).toBe(true);
  expect(isFailure(readAmount('amount', '-1', 'positive'))).toBe(true);
  expect(isFailure(readAmount('amount', '-0.0', 'signed'))).toBe(true);
  expect(readAmount('amount', '-1.5', 'signed')).toBe(-1_500_000);
  expect(readAmount('cap', '0', 'cap')).toBe(0);
  expect(isFailure(readAmount('cap', '-1', 'cap'))).toBe(true);
});

test('what the ledger writes, the ledger reads, to the last micro-unit', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 999_999_999_999_999 }), (amount) => {
      const text = formatMoney(toMicros(amount));
      expect(Value.Check(AmountInput, text)).toBe(true);
      expect(readAmount('amount', text, 'positive')).toBe(amount);
    }),
  );
});

test('names and words are visible text, with nothing hidden at the ends', () => {
  for (const name of ['', 'a b', 'ä', 'a/b', 'x'.repeat(65)]) expect(Value.Check(Name, name)).toBe(false);
  expect(Value.Check(Name, 'acme.eu_2-b')).toBe(true);
  for (const text of ['', ' ', 'inv-7 ', ' inv-7', 'a\nb', 'a\u0000', 'a\u202eb', 'x'.repeat(201)]) {
    expect(Value.Check(Words, text)).toBe(false);
  }
  expect(Value.Check(Words, 'Rechnung 7, 感谢 👍')).toBe(true);
});

test('times are RFC 3339 on days that the calendar has', () => {
  expect(parseTime('2027-01-01T00:00:00Z')).toBe(Date.UTC(2027, 0, 1));
  expect(parseTime('2027-01-01t02:00:00.5+02:00')).toBe(Date.UTC(2027, 0, 1, 0, 0, 0, 500));
  for (const text of [
    '2027-01-01',
    '2027-02-30T00:00:00Z',
    '2027-01-01T24:00:00Z',
    '2027-01-01T00:00:00',
    '1',
  ]) {
    expect(parseTime(text)).toBeNull();
  }
});
