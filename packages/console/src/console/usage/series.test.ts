// Tests that a chart shows exactly the rows of its table: no step, no group and no amount is lost or counted twice.
import { expect, test } from 'vitest';
import type { UsageSlice } from '../../api/api-types.ts';
import { MEASURES } from './dimensions.ts';
import { figureOf, SERIES_MAX, seriesOf } from './series.ts';

const row = (step: string, group: string | null, charged: string, calls = 1): UsageSlice => ({
  groups: group === null ? [step] : [step, group],
  names: group === null ? [null] : [null, `name of ${group}`],
  calls,
  failures: 1,
  charged,
  cost: '0.001000',
  margin: charged,
});

const asked = { time: 'day', measure: 'charged', from: '2026-11-14', to: '2026-11-16' } as const;
const nowMs = Date.parse('2026-11-16T10:00:00.000Z');

test('days without calls are drawn as zero', () => {
  const { steps, series } = seriesOf([row('2026-11-15', null, '0.500000')], { ...asked, nowMs });
  expect(steps).toEqual(['2026-11-14', '2026-11-15', '2026-11-16']);
  expect(series).toMatchObject([{ values: [0, 500_000, 0], total: 500_000 }]);
});

test('hours end with the present one, on both sides of the full hour', () => {
  const hours = (now: string) =>
    seriesOf([], { ...asked, time: 'hour', from: '2026-11-16', nowMs: Date.parse(now) }).steps;
  expect(hours('2026-11-16T01:59:59.999Z')).toEqual(['2026-11-16T00:00:00.000Z', '2026-11-16T01:00:00.000Z']);
  expect(hours('2026-11-16T02:00:00.000Z').at(-1)).toBe('2026-11-16T02:00:00.000Z');
});

test('a row later than the clock of the browser is still drawn', () => {
  const { steps, series } = seriesOf([row('2026-11-17', null, '1.000000')], { ...asked, nowMs });
  expect(steps.at(-1)).toBe('2026-11-17');
  expect(series[0]!.total).toBe(1_000_000);
});

test('the largest groups come first, and the smallest are added up as the rest', () => {
  const rows = Array.from({ length: 12 }, (_, at) => row('2026-11-15', `g${at}`, `${at + 1}.000000`));
  const { series } = seriesOf(rows, { ...asked, nowMs });
  expect(series).toHaveLength(SERIES_MAX);
  expect(series[0]).toMatchObject({ group: 'g11', name: 'name of g11', total: 12_000_000 });
  expect(series.at(-1)).toMatchObject({ group: null, groups: 5, total: 15_000_000 });
});

test.each([SERIES_MAX - 1, SERIES_MAX, SERIES_MAX + 1, 40])(
  'with %i groups the series add up to the rows, for every figure',
  (count) => {
    const days = ['2026-11-14', '2026-11-15', '2026-11-16'];
    const rows = days.flatMap((day, at) =>
      Array.from({ length: count }, (_, i) =>
        row(day, `g${i}`, i % 3 === 0 ? `-0.00000${at + 1}` : `${i}.25`, i),
      ),
    );
    for (const measure of MEASURES) {
      const { steps, series } = seriesOf(rows, { ...asked, measure, nowMs });
      const expected = rows.reduce((all, one) => all + figureOf(one, measure), 0);
      expect(series.reduce((all, { total }) => all + total, 0)).toBe(expected);
      for (const [at, step] of steps.entries()) {
        const ofStep = rows.filter(({ groups }) => groups[0] === step);
        const drawn = series.reduce((all, { values }) => all + values[at]!, 0);
        expect(drawn).toBe(ofStep.reduce((all, one) => all + figureOf(one, measure), 0));
      }
    }
  },
);
