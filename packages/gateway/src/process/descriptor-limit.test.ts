import { expect, test } from 'vitest';
import { descriptorLimit } from './descriptor-limit.ts';

test('the limit of this process is read', () => {
  expect(descriptorLimit()).toBeGreaterThan(100);
});

test.each([
  ['1024', 1024],
  [4096, 4096],
  ['unlimited', Number.POSITIVE_INFINITY],
  ['unknown', Number.POSITIVE_INFINITY],
  ['', Number.POSITIVE_INFINITY],
  ['-1', Number.POSITIVE_INFINITY],
])('%s is a limit of %d', (text, limit) => {
  expect(descriptorLimit(() => text)).toBe(limit);
});
