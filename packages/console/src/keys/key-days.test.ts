// Tests that the bars beside a key show its own calls, each on its day.
import { expect, test } from 'vitest';
import { callsByKey, KEY_DAYS } from './key-days.ts';

const NOW = Date.parse('2026-11-16T14:00:00Z');
const slice = (key: string, day: string, calls: number, failures = 0) => ({
  groups: [key, day],
  calls,
  failures,
});

test('calls and failures of a key stand on their day, the last bar is today', () => {
  const byKey = callsByKey(
    [slice('a', '2026-11-16', 3, 1), slice('a', '2026-11-15', 2), slice('b', '2026-11-03', 7)],
    NOW,
  );
  expect(byKey.get('a')?.slice(-2)).toEqual([2, 4]);
  expect(byKey.get('b')?.[0]).toBe(7);
  expect(byKey.get('a')).toHaveLength(KEY_DAYS);
});

test('a day outside of the bars is not counted on another', () => {
  expect(callsByKey([slice('a', '2026-10-01', 9)], NOW).get('a')).toEqual(Array(KEY_DAYS).fill(0));
});
