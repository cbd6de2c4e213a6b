import { expect, test } from 'vitest';
import { type DayFigure, type DaySums, failedShare, marginShare, trendOf } from './trend.ts';

const YESTERDAY: DaySums = {
  ...{ calls: 200, failures: 40, earned: '8.000000', cost: '5.000000', margin: '3.000000' },
};
const withToday = (today: Partial<DaySums>) => ({ today: { ...YESTERDAY, ...today }, yesterday: YESTERDAY });

test.each<[DayFigure, Partial<DaySums>, object]>([
  ['calls', { calls: 250 }, { way: 'up', by: 0.25 }],
  ['calls', { calls: 150 }, { way: 'down', by: 0.25 }],
  ['failures', { failures: 60 }, { way: 'up', by: 0.5 }],
  ['earned', { earned: '2.000000' }, { way: 'down', by: 0.75 }],
  ['cost', { cost: '10.000000' }, { way: 'up', by: 1 }],
  ['margin', { margin: '1.500000' }, { way: 'down', by: 0.5 }],
])('%s of today goes up or down from its own figure of yesterday: %j', (name, today, trend) => {
  expect(trendOf(withToday(today), name)).toEqual(trend);
});

test('a change of half a percent is told, a smaller one is none', () => {
  expect(trendOf(withToday({ calls: 201 }), 'calls')).toEqual({ way: 'up', by: 0.005 });
  expect(trendOf(withToday({ earned: '8.039999' }), 'earned')).toEqual({ way: 'same' });
});

test('a smaller loss goes up, and a larger one down', () => {
  const yesterday = { ...YESTERDAY, margin: '-2.000000' };
  const today = (margin: string) => ({ today: { ...YESTERDAY, margin }, yesterday });
  expect(trendOf(today('-1.000000'), 'margin')).toEqual({ way: 'up', by: 0.5 });
  expect(trendOf(today('-3.000000'), 'margin')).toEqual({ way: 'down', by: 0.5 });
});

test('without figures of yesterday there is no share to tell', () => {
  const yesterday = { ...YESTERDAY, calls: 0 };
  expect(trendOf({ today: YESTERDAY, yesterday }, 'calls')).toEqual({ way: 'new' });
  expect(trendOf({ today: { ...YESTERDAY, calls: 0 }, yesterday }, 'calls')).toEqual({ way: 'same' });
});

test('the share of failures is that of all calls, and the share of the margin that of the earnings', () => {
  expect(failedShare({ ...YESTERDAY, calls: 60, failures: 20 })).toBe(0.25);
  expect(failedShare({ ...YESTERDAY, calls: 0, failures: 0 })).toBe(0);
  expect(marginShare(YESTERDAY)).toBe(0.375);
  expect(marginShare({ ...YESTERDAY, earned: '0.000000' })).toBeNull();
});
