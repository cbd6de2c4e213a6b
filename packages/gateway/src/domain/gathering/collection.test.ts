// How long the items of a collection are kept where the terms of a platform set a limit.
import { expect, test } from 'vitest';
import { keepMsFrom, lastEndMs } from './collection.ts';

const DAY = 86_400_000;
const made = { createdAtMs: 100 * DAY };

test('items are kept for the time of the settings after the end, and by terms never longer than since the beginning', () => {
  const after = (days: number, keep: { keepMs: number; termsMs: number | null }) =>
    keepMsFrom(keep, made, made.createdAtMs + days * DAY) / DAY;
  expect(after(20, { keepMs: 7 * DAY, termsMs: null })).toBe(7);
  const terms = { keepMs: 7 * DAY, termsMs: 30 * DAY };
  expect([0, 23, 24, 30, 31].map((days) => after(days, terms))).toEqual([7, 7, 6, 0, 0]);
});

test('by terms a collection ends a day before its first item must go, or after half of the time where that is less than two days', () => {
  const days = (termsMs: number | null) => {
    const end = lastEndMs({ keepMs: DAY, termsMs }, made.createdAtMs);
    return end === null ? null : (end - made.createdAtMs) / DAY;
  };
  expect([null, 30 * DAY, 2 * DAY, DAY].map(days)).toEqual([null, 29, 1, 0.5]);
});
