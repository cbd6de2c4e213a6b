// Shares add up to the limit, a node with a small demand keeps what it needs, and every node gets something.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fairShare, reservedShare } from './fair-share.ts';

const parts = (limit: number, wants: readonly number[]) => wants.map((_, i) => fairShare(limit, wants, i));

test('a single demanding node gets nearly all of the limit, and equal demands get equal shares', () => {
  expect(parts(12, [100, 0, 0])).toEqual([10, 1, 1]);
  expect(parts(12, [100, 100, 100])).toEqual([4, 4, 4]);
  expect(parts(12, [0, 0, 0])).toEqual([4, 4, 4]);
  expect(parts(12, [2, 100, 100])).toEqual([2, 5, 5]);
  expect(parts(12, [1, 2, 3])).toEqual([3, 4, 5]);
  expect(parts(7, [3])).toEqual([7]);
});

test('shares add up to the limit, and each is at least the reserve', () => {
  const wants = fc.array(fc.nat(1_000), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000 }), wants, (limit, some) => {
      const all = parts(limit, some);
      expect(all.reduce((sum, one) => sum + one, 0)).toBeCloseTo(limit, 6);
      for (const part of all) expect(part).toBeGreaterThanOrEqual(reservedShare(limit, some.length) - 1e-9);
    }),
  );
});
