// Tests that ids drawn at the same moment differ.
import { expect, test } from 'vitest';
import { freshId } from './fresh-id.ts';

test('ids have as many random bytes as were asked for, and no two are alike', () => {
  const drawn = Array.from({ length: 2_000 }, () => freshId());
  expect(new Set(drawn).size).toBe(2_000);
  for (const id of drawn) expect(id).toMatch(/^[0-9a-f]{32}$/);
  expect(freshId(5)).toMatch(/^[0-9a-f]{10}$/);
  // Every position takes all 16 hex digits: no byte is constant, and no leading zero is lost.
  for (let at = 0; at < 32; at += 1) expect(new Set(drawn.map((id) => id[at])).size).toBe(16);
});
