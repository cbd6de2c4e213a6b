import { expect, test } from 'vitest';
import { isFailure } from '../domain/failure.ts';
import { parseDay, readBounds, readDays } from './reports.ts';

const NOW = Date.parse('2026-11-15T23:59:59.999Z');

test('without dates a report covers the last 30 days, today included', () => {
  expect(readDays({}, NOW)).toEqual({ fromDay: '2026-10-17', toDay: '2026-11-15' });
});

test('a leap year fits into one report and one day more does not', () => {
  expect(readDays({ from: '2024-01-01', to: '2024-12-31' }, NOW)).toMatchObject({ fromDay: '2024-01-01' });
  expect(isFailure(readDays({ from: '2024-01-01', to: '2025-01-01' }, NOW))).toBe(true);
});

test('days that the calendar does not have are refused by name', () => {
  expect(parseDay('2026-02-30')).toBeNull();
  expect(readDays({ from: '2026-13-01' }, NOW)).toMatchObject({ errors: [{ field: 'from' }] });
  expect(readBounds({ to: '2026-02-30' })).toMatchObject({ errors: [{ field: 'to' }] });
});

test('a first day after the last is refused', () => {
  expect(isFailure(readDays({ from: '2026-11-16' }, NOW))).toBe(true);
  expect(isFailure(readBounds({ from: '2026-11-16', to: '2026-11-15' }))).toBe(true);
});

test('bounds take both days whole and leave open what was not given', () => {
  expect(readBounds({ from: '2026-11-15', to: '2026-11-15' })).toEqual({
    fromMs: Date.parse('2026-11-15T00:00:00Z'),
    toMs: Date.parse('2026-11-16T00:00:00Z'),
  });
  expect(readBounds({})).toEqual({});
});
