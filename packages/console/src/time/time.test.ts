// Proves that every page writes moments in the one zone that its reader chose.
import { expect, test } from 'vitest';
import { timeFormat, writeLength, writeMs } from './time.ts';

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

test('the past is told in the largest unit that fits', () => {
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
