// Days and months of a quota start at midnight of its time zone, with and without daylight saving time.
import { expect, test } from 'vitest';
import { HOUR_MS } from '../duration.ts';
import { isTimeZone, periodAt, type QuotaPeriod, unitsOf } from './quota.ts';

const at = (time: string) => Date.parse(time);

function boundsAt(time: string, zone: string, per: QuotaPeriod = 'day'): [string, string] {
  const { startMs, endMs } = periodAt(at(time), { per, reset: zone });
  return [new Date(startMs).toISOString().slice(0, 16), new Date(endMs).toISOString().slice(0, 16)];
}

const DAYS: [name: string, zone: string, time: string, start: string, end: string][] = [
  ['in UTC', 'UTC', '2026-11-16T12:00:00Z', '2026-11-16T00:00', '2026-11-17T00:00'],
  ['in winter', 'America/Los_Angeles', '2026-11-17T07:59:59.999Z', '2026-11-16T08:00', '2026-11-17T08:00'],
  ['in summer', 'America/Los_Angeles', '2026-07-01T07:00:00Z', '2026-07-01T07:00', '2026-07-02T07:00'],
  ['of 23 hours', 'America/Los_Angeles', '2026-03-08T20:00:00Z', '2026-03-08T08:00', '2026-03-09T07:00'],
  ['of 25 hours', 'America/Los_Angeles', '2026-11-01T20:00:00Z', '2026-11-01T07:00', '2026-11-02T08:00'],
  ['of half an hour more', 'Asia/Kolkata', '2026-01-01T00:00:00Z', '2025-12-31T18:30', '2026-01-01T18:30'],
  ['without a midnight', 'America/Santiago', '2026-09-06T12:00:00Z', '2026-09-06T04:00', '2026-09-07T03:00'],
  ['with two midnights', 'America/Havana', '2026-11-01T12:00:00Z', '2026-11-01T04:00', '2026-11-02T05:00'],
];

test.each(DAYS)('a day %s begins and ends there', (_, zone, time, start, end) => {
  expect(boundsAt(time, zone)).toEqual([start, end]);
});

test('a month ends with its last day, in December too', () => {
  const zone = 'America/Los_Angeles';
  expect(boundsAt('2026-11-16T00:00:00Z', zone, 'month')).toEqual(['2026-11-01T07:00', '2026-12-01T08:00']);
  expect(boundsAt('2026-12-31T00:00:00Z', zone, 'month')).toEqual(['2026-12-01T08:00', '2027-01-01T08:00']);
});

test('a day and a month of one time zone are looked up in turns, each with its own bounds', () => {
  const of = (per: QuotaPeriod) => boundsAt('2026-10-16T12:00:00Z', 'UTC', per);
  expect([of('day'), of('month'), of('day')]).toEqual([
    ['2026-10-16T00:00', '2026-10-17T00:00'],
    ['2026-10-01T00:00', '2026-11-01T00:00'],
    ['2026-10-16T00:00', '2026-10-17T00:00'],
  ]);
});

test.each(['America/Los_Angeles', 'America/Santiago', 'America/Havana', 'Australia/Lord_Howe', 'UTC'])(
  'every hour of a year lies in exactly one day of %s, and days follow each other',
  (zone) => {
    let endMs: number | null = null;
    for (let nowMs = at('2026-01-01T00:30:00Z'); nowMs < at('2027-01-01T00:00:00Z'); nowMs += HOUR_MS) {
      if (endMs !== null && nowMs < endMs) continue;
      const bounds = periodAt(nowMs, { per: 'day', reset: zone });
      if (endMs !== null) expect(bounds.startMs).toBe(endMs);
      expect(bounds.startMs).toBeLessThanOrEqual(nowMs);
      expect(bounds.endMs).toBeGreaterThan(nowMs);
      endMs = bounds.endMs;
    }
  },
);

test('an operation costs what its name says, or its last word, or one', () => {
  const cost = { search: 100, 'video.get': 2 };
  expect(unitsOf({ cost }, 'video.search')).toBe(100);
  expect(unitsOf({ cost }, 'video.get')).toBe(2);
  expect(unitsOf({ cost }, 'author.get')).toBe(1);
});

test('an unknown time zone is refused', () => {
  expect(isTimeZone('America/Los_Angeles')).toBe(true);
  expect(isTimeZone('Mars/Olympus')).toBe(false);
});
