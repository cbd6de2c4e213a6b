import { expect, test } from 'vitest';
import { DAY_MS } from '../../domain/duration.ts';
import { toMicros } from '../../domain/money.ts';
import { mostInMonth, mostInRun } from './watch-views.ts';

const watch = {
  ...{ isAuto: false, everyMs: DAY_MS, runMostMicros: toMicros(100), spentMicros: toMicros(40) },
  ...{ monthBudgetMicros: null, totalBudgetMicros: null },
};

test.each([
  ['a day apart: 31 in the longest month', { everyMs: DAY_MS }, 31],
  ['an hour apart', { everyMs: DAY_MS / 24 }, 744],
  ['a week apart: a fifth run begins in the month', { everyMs: 7 * DAY_MS }, 5],
  ['as often as `auto` runs at most, every 15 minutes', { isAuto: true }, 2_976],
])('a month costs at most its runs: %s', (_, changes, runs) => {
  expect(mostInMonth({ ...watch, ...changes })).toBe(runs * 100);
});

test('a month costs no more than what its budgets leave', () => {
  expect(mostInMonth({ ...watch, monthBudgetMicros: toMicros(250) })).toBe(250);
  expect(mostInMonth({ ...watch, totalBudgetMicros: toMicros(250) })).toBe(210);
});

test('a run costs no more than what the budgets leave of this month and in all', () => {
  const run = { ...watch, spentMonth: '2026-11', spentMonthMicros: toMicros(30) };
  const november = Date.UTC(2026, 10, 15);
  const most = (changes: object, nowMs = november) => mostInRun({ ...run, ...changes }, nowMs);
  expect(most({})).toBe(100);
  expect(most({ monthBudgetMicros: toMicros(90) })).toBe(60);
  expect(most({ monthBudgetMicros: toMicros(90) }, november + 31 * DAY_MS)).toBe(90);
  expect(most({ totalBudgetMicros: toMicros(70) })).toBe(30);
  expect(most({ totalBudgetMicros: toMicros(30) })).toBe(0);
});
