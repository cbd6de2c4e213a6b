import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../domain/duration.ts';
import { isFailure } from '../../domain/failure.ts';
import { readBudget, readDistance } from './watch-question.ts';

function everyMs(text: string, everyMinMs: number): number | 'refused' {
  const distance = readDistance({ rules: () => ({ everyMinMs }) } as never, text);
  return isFailure(distance) ? 'refused' : distance.everyMs;
}

test.each([
  ['15m', 0, 15 * MINUTE_MS],
  ['14m', 0, 'refused'],
  ['7d', 0, 7 * DAY_MS],
  ['8d', 0, 'refused'],
  ['2h', 2 * HOUR_MS, 2 * HOUR_MS],
  ['119m', 2 * HOUR_MS, 'refused'],
  ['auto', 0, HOUR_MS],
  ['auto', 2 * HOUR_MS, 2 * HOUR_MS],
  ['6', 0, 'refused'],
] as const)(
  'a watch that runs every %s, where the operator allows %i ms and more: %s',
  (text, leastMs, ms) => {
    expect(everyMs(text, leastMs)).toBe(ms);
  },
);

test('only auto moves by itself', () => {
  const rules = { rules: () => ({ everyMinMs: 0 }) } as never;
  expect([readDistance(rules, 'auto'), readDistance(rules, '1h')]).toEqual([
    { everyMs: HOUR_MS, isAuto: true },
    { everyMs: HOUR_MS, isAuto: false },
  ]);
});

test.each([
  [{}, {}],
  [{ month: '2' }, { monthBudgetMicros: 2_000_000 }],
  [{ total: '3' }, { totalBudgetMicros: 3_000_000 }],
  [
    { month: null, total: null },
    { monthBudgetMicros: null, totalBudgetMicros: null },
  ],
  [{ month: '0' }, 'refused'],
  [{ month: '1', total: '-1' }, 'refused'],
])('a budget of %j is read as %j', (given, read) => {
  const budget = readBudget(given);
  expect(isFailure(budget) ? 'refused' : budget).toEqual(read);
});
