// The running sums that caps are compared with: what a charge adds, and when a sum begins again.
import { expect, test } from 'vitest';
import { addSpend, NO_SPEND, type Spend, spentNow } from './spend-caps.ts';

const before: Spend = {
  ...{ day: '2026-11-15', dayMicros: 5, month: '2026-11', monthMicros: 70 },
  totalMicros: 900,
};

test.each([
  ['of the same day adds to all sums', '2026-11-15', { dayMicros: 7, monthMicros: 72, totalMicros: 902 }],
  [
    'of the next day begins a new day',
    '2026-11-16',
    { day: '2026-11-16', dayMicros: 2, monthMicros: 72, totalMicros: 902 },
  ],
  [
    'of the next month begins a new month',
    '2026-12-01',
    { day: '2026-12-01', dayMicros: 2, month: '2026-12', monthMicros: 2, totalMicros: 902 },
  ],
  [
    'after the clock was set back adds to the later day and month',
    '2026-10-31',
    { dayMicros: 7, monthMicros: 72, totalMicros: 902 },
  ],
])('a charge %s', (_, day, changed) => {
  const after = addSpend(before, day, 2);
  expect(after).toEqual({ ...before, ...changed });
  expect(spentNow(after, day)).toEqual({
    ...{ day: after.dayMicros, month: after.monthMicros, total: after.totalMicros },
  });
});

test('the first charge is all that was spent, and nothing of it counts in later days and months but its total', () => {
  const first = addSpend(NO_SPEND, '2026-11-15', 3);
  const sums = { dayMicros: 3, monthMicros: 3, totalMicros: 3 };
  expect(first).toEqual({ day: '2026-11-15', month: '2026-11', ...sums });
  expect(spentNow(first, '2026-11-16')).toEqual({ day: 0, month: 3, total: 3 });
  expect(spentNow(first, '2026-12-01')).toEqual({ day: 0, month: 0, total: 3 });
});
