import { expect, test } from 'vitest';
import { DURATION_COLUMNS, durationPlace, durationQuantile, stepOf } from './call-steps.ts';

test('a step has five minutes and begins at a whole one', () => {
  const midnightMs = Date.parse('2026-11-15T00:00:00Z');
  expect(stepOf(midnightMs + 299_999)).toBe(midnightMs);
  expect(stepOf(midnightMs + 300_000)).toBe(midnightMs + 300_000);
});

const countsOf = (durations: readonly number[]) =>
  DURATION_COLUMNS.map((_, place) => durations.filter((ms) => durationPlace(ms) === place).length);

test.each([
  [10, 10],
  [11, 25],
  [5_000, 5_000],
  [5_001, 15_000],
])('an attempt of %i ms is in the class up to %i ms', (tookMs, boundMs) => {
  expect(durationQuantile(countsOf([tookMs]), 0.95)).toBe(boundMs);
});

test('a quantile is the bound that this part of the attempts did not exceed', () => {
  const counts = countsOf([...Array<number>(19).fill(40), 4_000]);
  expect(durationQuantile(counts, 0.95)).toBe(50);
  expect(durationQuantile(counts, 0.96)).toBe(5_000);
  expect(durationQuantile(countsOf([]), 0.95)).toBeNull();
});
