// Tests that pages write times in the zone that the reader chose.
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { daysAgo, isEver, runwayDays, timeFormat, writeLength, writeMs } from './time.ts';

const AT = '2026-11-16T14:32:07.000Z';

test('moments are written in UTC when the reader asked for it, whatever the machine has', () => {
  const time = timeFormat('en-GB', 'UTC');
  expect(time.clock(AT)).toBe('14:32:07');
  expect(time.moment(AT)).toContain('14:32');
  expect(time.zone).toBe('UTC');
});

test('a moment of another year is written with its year', () => {
  const time = timeFormat('en-GB', 'UTC', Date.parse(AT));
  expect(time.moment(AT)).not.toContain('2026');
  expect(time.moment('1970-01-01T00:00:00.000Z')).toContain('1970');
  expect(time.day('2025-12-31T00:00:00.000Z')).toContain('2025');
});

test('the past is written in the largest unit that fits', () => {
  const time = timeFormat('en', 'UTC');
  const now = Date.parse(AT);
  expect(time.ago('2026-11-16T14:31:55.000Z', now)).toBe('12 sec. ago');
  expect(time.ago('2026-11-16T12:32:07.000Z', now)).toBe('2 hr. ago');
  expect(timeFormat('zh', 'UTC').ago('2026-11-13T14:32:07.000Z', now)).toContain('3');
});

test('lengths of videos and of calls', () => {
  expect(writeLength(15_000)).toBe('0:15');
  expect(writeLength(3_727_000)).toBe('1:02:07');
  expect(writeMs(1204, 'en')).toBe('1,204 ms');
  expect(writeMs(12_340, 'en')).toBe('12.3 sec');
});

test('each unit of the past begins where the smaller one would say sixty, twenty-four or thirty', () => {
  const time = timeFormat('en', 'UTC');
  const now = Date.parse(AT);
  const ago = (seconds: number) => time.ago(new Date(now - seconds * 1_000).toISOString(), now);
  expect([ago(59), ago(60)]).toEqual(['59 sec. ago', '1 min. ago']);
  expect([ago(3_599), ago(3_600)]).toEqual(['60 min. ago', '1 hr. ago']);
  expect([ago(86_399), ago(86_400)]).toEqual(['24 hr. ago', 'yesterday']);
  expect([ago(2_591_999), ago(2_592_000)]).toEqual(['30 days ago', 'last mo.']);
  expect([ago(31_535_999), ago(31_536_000)]).toEqual(['12 mo. ago', 'last yr.']);
  expect([ago(0), ago(-120)]).toEqual(['now', 'in 2 min.']);
});

/** Runs in a process of its own, because a process reads its time zone once. */
function writtenIn(zone: string, code: string): unknown {
  const module = JSON.stringify(pathToFileURL(path.join(import.meta.dirname, 'time.ts')).href);
  const script = `const { timeFormat } = await import(${module}); const time = timeFormat('en-GB', 'local', Date.parse('${AT}')); console.log(JSON.stringify(${code}))`;
  const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', script];
  return JSON.parse(execFileSync(process.execPath, args, { env: { TZ: zone }, encoding: 'utf8' }));
}

test.each([
  ['America/Los_Angeles', '19:00:00', '31 Oct'],
  ['Pacific/Kiritimati', '16:00:00', '1 Nov'],
])(
  'in %s clocks and days are local, and a day or a month of the ledger is that of UTC',
  (zone, clock, day) => {
    const code = `[time.month('2026-10'), time.ledgerDay('2026-11-01'), time.clock('2026-11-01T02:00:00Z'), time.day('2026-11-01T02:00:00Z'), time.zone]`;
    expect(writtenIn(zone, code)).toEqual(['October 2026', '1 Nov', clock, day, zone]);
  },
);

test('a full moment has its second and its year, an hour two digits', () => {
  const time = timeFormat('en-GB', 'UTC', Date.parse(AT));
  expect(time.full(AT)).toBe('16 Nov 2026, 14:32:07');
  expect(time.hour('2026-11-16T04:32:07.000Z')).toBe('04');
  expect(time.clock('2026-11-16T00:00:00.000Z')).toBe('00:00:00');
  expect(time.day(AT)).toBe('16 Nov');
  expect(time.minute(AT)).toBe('14:32');
});

test('in its own zone the page writes what clocks there show, and names the zone', () => {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const time = timeFormat('en-GB', 'local');
  const shown = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', timeZone }).format(new Date(AT));
  expect([time.clock(AT), time.zone]).toEqual([shown, timeZone]);
});

test('only the first millisecond of 1970 stands for the first start', () => {
  expect(isEver('1970-01-01T00:00:00.000Z')).toBe(true);
  expect(isEver('1970-01-01T00:00:00.001Z')).toBe(false);
});

test('lengths change their form at ten seconds, a minute and an hour', () => {
  expect([writeMs(0, 'en'), writeMs(9_999, 'en'), writeMs(10_000, 'en')]).toEqual([
    '0 ms',
    '9,999 ms',
    '10 sec',
  ]);
  expect([writeLength(0), writeLength(59_499), writeLength(59_500)]).toEqual(['0:00', '0:59', '1:00']);
  expect([writeLength(3_599_000), writeLength(3_600_000)]).toEqual(['59:59', '1:00:00']);
});

// Tests UTC days and the estimate of how long a balance lasts.

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
