import { expect, test } from 'vitest';
import { added, compare } from './slowdown.ts';

const RECORDED = { live: 2, cached: 0.6 };
const rows = (live: number[], cached: number[]) => [
  { id: 'live', label: 'live', ratios: live },
  { id: 'cached', label: 'cached', ratios: cached },
];
const failing = (compared: { id: string; isTooMuch: boolean }[]) =>
  compared.filter(({ isTooMuch }) => isTooMuch).map(({ id }) => id);

test('a row fails above one and a half times the recorded CPU in the median, and not below', () => {
  expect(failing(compare(RECORDED, rows([2, 3, 9], [0.5, 0.89, 0.9])))).toEqual([]);
  expect(failing(compare(RECORDED, rows([2, 3.01, 3.02], [0.2])))).toEqual(['live']);
});

test('a row that could not be measured fails, and one that was never recorded is an error', () => {
  expect(failing(compare(RECORDED, rows([Number.NaN], [0.6])))).toEqual(['live']);
  expect(() => compare({ live: 2 }, rows([2], [0.6]))).toThrow('cached is not recorded');
});

test('all measurements of a run count together: a disturbed one does not fail a row, code that is slower does', () => {
  const disturbed = rows([9, 9], [0.95, 0.95]);
  const quiet = rows([2, 2, 2], [0.95, 0.99, 0.98]);
  expect(failing(compare(RECORDED, disturbed))).toEqual(['live', 'cached']);
  expect(failing(compare(RECORDED, added(disturbed, quiet)))).toEqual(['cached']);
});
