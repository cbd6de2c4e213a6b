import { expect, test } from 'vitest';
import { formatLength } from './video.ts';

test.each([
  [0, '0:00'],
  [59_400, '0:59'],
  [59_500, '1:00'],
  [725_000, '12:05'],
  [3_599_999, '1:00:00'],
  [3_723_000, '1:02:03'],
  [360_000_000, '100:00:00'],
])('%i ms are %s', (ms, text) => {
  expect(formatLength(ms)).toBe(text);
});
