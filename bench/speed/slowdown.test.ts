import { expect, test } from 'vitest';
import { betterOf, compare } from './slowdown.ts';

const RECORDED = { live: 2, cached: 0.6 };
const rows = (live: number, cached: number) => [
  { id: 'live', label: 'live', ratio: live },
  { id: 'cached', label: 'cached', ratio: cached },
];
const failing = (compared: { id: string; isTooMuch: boolean }[]) =>
  compared.filter(({ isTooMuch }) => isTooMuch).map(({ id }) => id);

test('a row fails above one and a half times the recorded CPU, and not below', () => {
  expect(failing(compare(RECORDED, rows(3, 0.89)))).toEqual([]);
  expect(failing(compare(RECORDED, rows(3.01, 0.2)))).toEqual(['live']);
});

test('a row that could not be measured fails, and one that was never recorded is an error', () => {
  expect(failing(compare(RECORDED, rows(Number.NaN, 0.6)))).toEqual(['live']);
  expect(() => compare({ live: 2 }, rows(2, 0.6))).toThrow('cached is not recorded');
});

test('a row fails only when it is too slow in both measurements', () => {
  const first = compare(RECORDED, rows(9, 0.95));
  const second = compare(RECORDED, rows(2, 0.99));
  expect(failing(betterOf(first, second))).toEqual(['cached']);
});
