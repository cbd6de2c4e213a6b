// Tests that a chart's scale encloses its figures.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ticksUpTo } from './chart-frame.ts';

test('ticks enclose every figure, rise, are whole and few', () => {
  const figure = fc.integer({ min: 0, max: 1_000_000_000_000 });
  fc.assert(
    fc.property(figure, figure, (below, above) => {
      const ticks = ticksUpTo(-below, above + 1);
      expect(ticks[0]).toBeLessThanOrEqual(-below);
      expect(ticks.at(-1)).toBeGreaterThan(above);
      expect(ticks.every((tick, at) => at === 0 || tick > ticks[at - 1]!)).toBe(true);
      expect(ticks.every(Number.isInteger)).toBe(true);
      expect(ticks.length).toBeLessThan(8);
    }),
  );
});

test('ticks are round', () => {
  expect(ticksUpTo(0, 52)).toEqual([0, 20, 40, 60]);
  expect(ticksUpTo(0, 1)).toEqual([0, 1]);
  expect(ticksUpTo(0, 12_000)).toEqual([0, 5000, 10_000, 15_000]);
});
