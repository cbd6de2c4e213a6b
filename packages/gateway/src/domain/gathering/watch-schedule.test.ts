import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  EVERY_MS_MAX,
  EVERY_MS_MIN,
  everyText,
  nextAuto,
  nextSlot,
  offsetOf,
  readEvery,
  slotAfterFailure,
} from './watch-schedule.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

test('a distance is whole minutes, hours or days from 15 minutes to a week, and is written as it was read', () => {
  for (const [text, ms] of [
    ['15m', EVERY_MS_MIN],
    ['17m', 17 * MINUTE],
    ['6h', 6 * HOUR],
    ['1d', DAY],
    ['7d', EVERY_MS_MAX],
  ] as const) {
    expect(readEvery(text)).toBe(ms);
    expect(everyText(ms)).toBe(text);
  }
  for (const text of ['14m', '8d', '169h', '0h', '1.5h', '6', 'h', '06h', '-6h', '900s', ''])
    expect(readEvery(text)).toBeNull();
});

const everyMs = fc.integer({ min: 15, max: 10_080 }).map((minutes) => minutes * MINUTE);
const question = fc.record({ path: fc.string(), query: fc.dictionary(fc.string(), fc.string()) });
const atMs = fc.integer({ min: 0, max: 4_000_000_000_000 });

test('slots do not drift: from any time on, the next slot is on the grid of the question and at most one distance away', () => {
  fc.assert(
    fc.property(atMs, everyMs, question, (now, every, asked) => {
      const offset = offsetOf(asked, every);
      const next = nextSlot(now, every, offset);
      expect(next).toBeGreaterThan(now);
      expect(next - now).toBeLessThanOrEqual(every);
      expect((next - offset) % every === 0).toBe(true);
      expect(nextSlot(next - 1, every, offset)).toBe(next);
      expect(nextSlot(next, every, offset)).toBe(next + every);
    }),
  );
});

test('equal questions have equal slots, whatever the sequence of their parameters; others are spread', () => {
  const one = offsetOf({ path: '/p', query: { a: '1', b: '2' } }, HOUR);
  expect(offsetOf({ path: '/p', query: { b: '2', a: '1' } }, HOUR)).toBe(one);
  const offsets = Array.from({ length: 600 }, (_, i) =>
    offsetOf({ path: '/p', query: { a: String(i) } }, HOUR),
  );
  const perQuarter = [0, 1, 2, 3].map(
    (q) => offsets.filter((ms) => Math.floor(ms / (15 * MINUTE)) === q).length,
  );
  for (const count of perQuarter) expect(count).toBeGreaterThan(100);
});

test('failures double the distance up to a day, and never shorten it', () => {
  const distances = (every: number) =>
    [1, 2, 3, 4, 5, 6, 7, 8].map(
      (failures) => slotAfterFailure(0, { everyMs: every, offsetMs: 0, failures }) / HOUR,
    );
  expect(distances(HOUR)).toEqual([2, 4, 8, 16, 24, 24, 24, 24]);
  expect(distances(7 * DAY)).toEqual(Array(8).fill(7 * 24));
});

test('auto halves its distance when a run finds something and doubles it when not, from 15 minutes to a day', () => {
  expect([nextAuto(HOUR, true), nextAuto(HOUR, false)]).toEqual([30 * MINUTE, 2 * HOUR]);
  expect([nextAuto(15 * MINUTE, true), nextAuto(DAY, false)]).toEqual([15 * MINUTE, DAY]);
});
