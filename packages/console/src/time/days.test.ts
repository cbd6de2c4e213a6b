// Tests UTC days and the estimate of how long a balance lasts.
import { expect, test } from 'vitest';
import { daysAgo, runwayDays } from './days.ts';

test('a day is that of UTC, on both sides of midnight', () => {
  expect(daysAgo(0, Date.parse('2026-11-16T23:59:59.999Z'))).toBe('2026-11-16');
  expect(daysAgo(0, Date.parse('2026-11-17T00:00:00.000Z'))).toBe('2026-11-17');
  expect(daysAgo(13, Date.parse('2026-11-13T00:00:00.000Z'))).toBe('2026-10-31');
  expect(daysAgo(1, Date.parse('2028-03-01T12:00:00.000Z'))).toBe('2028-02-29');
});

test('a balance lasts as many whole days as it pays for', () => {
  expect(runwayDays(10_000_000n, 7_000_000n, 7)).toBe(10);
  expect(runwayDays(9_999_999n, 7_000_000n, 7)).toBe(9);
  expect(runwayDays(0n, 1n, 7)).toBe(0);
});

test('without spending the time that a balance lasts is unknown', () => {
  expect(runwayDays(10n, 0n, 7)).toBeNull();
  expect(runwayDays(10n, -5n, 7)).toBeNull();
});
