// Caps of a day, a month and in total: what is left of each, when it is full again, and which one a refusal names.
import { expect, test } from 'vitest';
import { toMicros } from '../money.ts';
import { type CapState, capStates, hasCap, tightestCap } from './spend-cap.ts';

const NOON = Date.parse('2026-12-31T12:00:00Z');
const NEW_YEAR = Date.parse('2027-01-01T00:00:00Z');
const caps = { dailyCapMicros: 100, monthlyCapMicros: 1_000, totalCapMicros: 10_000 };
const spent = { charged: { day: 30, month: 300, total: 3_000 }, heldMicros: 7 };

test('each cap has its own sum, with what is held, and its own end; a total one never ends', () => {
  const rows = capStates('project', caps, spent, NOON).map((state) => Object.values(state));
  expect(rows).toEqual([
    ['project', 'day', 100, 37, 63, NEW_YEAR],
    ['project', 'month', 1_000, 307, 693, NEW_YEAR],
    ['project', 'total', 10_000, 3_007, 6_993, null],
  ]);
  const [day, month] = capStates('key', caps, spent, Date.parse('2026-02-28T23:59:59.999Z'));
  expect([day!.resetsAtMs, month!.resetsAtMs]).toEqual([1, 1].map(() => Date.parse('2026-03-01T00:00:00Z')));
  const [first] = capStates('key', caps, spent, Date.parse('2026-02-01T00:00:00Z'));
  expect(first!.resetsAtMs).toBe(Date.parse('2026-02-02T00:00:00Z'));
});

test.each(['dailyCapMicros', 'monthlyCapMicros', 'totalCapMicros'] as const)(
  'a cap that is lowered below what is spent leaves nothing, and %s alone is a cap',
  (only) => {
    const none = { dailyCapMicros: null, monthlyCapMicros: null, totalCapMicros: null };
    const states = capStates('key', { ...none, [only]: 5 }, spent, NOON);
    expect(states).toMatchObject([{ limitMicros: 5, leftMicros: 0 }]);
    expect([hasCap({ ...none, [only]: 0 }), hasCap(none)]).toEqual([true, false]);
  },
);

test('a refusal names the cap with the least left, of equals the one that ends last; a price that fits exactly is no refusal', () => {
  const state = (leftMicros: number, resetsAtMs: number | null): CapState => ({
    ...{ scope: 'key', window: 'day', limitMicros: toMicros(9), spentMicros: toMicros(0) },
    ...{ leftMicros: toMicros(leftMicros), resetsAtMs },
  });
  const [soon, late, never, more] = [state(5, 1), state(5, 2), state(5, null), state(6, 3)];
  expect(tightestCap([more, soon, late], 7)).toBe(late);
  expect(tightestCap([late, never, soon], 7)).toBe(never);
  expect(tightestCap([more, soon], 6)).toBe(soon);
  expect(tightestCap([more, soon], 5)).toBeNull();
});
