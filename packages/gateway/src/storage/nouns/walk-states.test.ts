import { expect, test } from 'vitest';
import { excessOf, StateCounts } from './walk-states.ts';

const bounds = { countMax: 1_000, bytesMax: 64_000_000 };

test('a key never keeps more states or bytes than its limits, for any number and size of states', () => {
  for (const size of [1, 100_000, 3_000_000]) {
    const counts = new StateCounts();
    const kept: number[] = [];
    for (let i = 0; i < 3_000; i++) {
      kept.push(size);
      const bytes = () => kept.length * size;
      if (counts.isDue('key', size, bounds))
        kept.splice(0, Math.max(0, excessOf({ count: kept.length, bytes: bytes() }, bounds)));
      expect(kept.length).toBeLessThanOrEqual(bounds.countMax);
      expect(bytes()).toBeLessThanOrEqual(bounds.bytesMax);
    }
    expect(Math.max(kept.length / bounds.countMax, (kept.length * size) / bounds.bytesMax)).toBeGreaterThan(
      0.8,
    );
  }
});

test('a process counts at its first state of a key, and then rarely', () => {
  const counts = new StateCounts();
  const due = Array.from({ length: 64 }, () => counts.isDue('key', 1, bounds));
  expect(due[0]).toBe(true);
  expect(due.filter(Boolean)).toHaveLength(2);
  expect(counts.isDue('other', 1, bounds)).toBe(true);
});
