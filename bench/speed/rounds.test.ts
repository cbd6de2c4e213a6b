import { expect, test } from 'vitest';
import { verdict } from './against.ts';
import { spreadText } from './figures.ts';
import { keepsRate, type RowFigures, ratioTo, roundOf } from './rounds.ts';
import { needsMemory } from './sections/open-loop.ts';

const ROWS = [
  { id: 'work' },
  { id: 'other' },
  { id: 'ours', base: 'work' },
  { id: 'work-id' },
  { id: 'ours-id', base: 'work-id' },
];
const ids = (round: number) => roundOf(ROWS, round).map(({ id }) => id);

test('every row is measured once in a round, right beside the row that it is compared with, in alternating order', () => {
  for (let round = 1; round <= 6; round++) {
    const order = ids(round);
    expect(order.toSorted()).toEqual(ROWS.map(({ id }) => id).toSorted());
    for (const [own, base] of [['ours', 'work'] as const, ['ours-id', 'work-id'] as const])
      expect(order.indexOf(own) - order.indexOf(base)).toBe(round % 2 === 0 ? -1 : 1);
  }
});

test('a ratio is taken slice by slice and told with its spread, so that a slower machine moves both sides', () => {
  const row = (...cpu: number[]) => ({ slices: cpu.map((cpuMicros) => ({ cpuMicros })) }) as RowFigures;
  const ratio = ratioTo(row(100, 300, 100), row(120, 330, 150), 'cpuMicros')!;
  expect(spreadText(ratio)).toBe('1.20 (1.10–1.50)');
  expect(ratioTo(row(100, 100), row(100), 'cpuMicros')?.median).toBe(1);
  expect(ratioTo(row(100), row(100, 100), 'cpuMicros')).toBe(null);
  expect(ratioTo(undefined, row(100), 'cpuMicros')).toBe(null);
});

test('a difference of a tenth is told, as unsure when a pair of slices contradicts it, and a smaller one is not', () => {
  expect(verdict({ median: 1.12, least: 1.02, most: 1.3 })).toBe('MORE');
  expect(verdict({ median: 1.12, least: 0.98, most: 1.3 })).toBe('MORE, unsure');
  expect(verdict({ median: 0.9, least: 0.8, most: 0.95 })).toBe('LESS');
  expect(verdict({ median: 1.09, least: 1.05, most: 1.3 })).toBe('');
});

test('rounds without figures are left out of a ratio, and one without most of its rounds is no ratio', () => {
  const row = (...cpu: number[]) => ({ slices: cpu.map((cpuMicros) => ({ cpuMicros })) }) as RowFigures;
  expect(ratioTo(row(100, Number.NaN, 100), row(120, 150, 130), 'cpuMicros')?.median).toBe(1.25);
  expect(ratioTo(row(100, Number.NaN), row(120, 150), 'cpuMicros')).toBe(null);
});

test('a slice counts when 98 % of its rate was reached and at most 2 % was sent late', () => {
  const slice = (answered: number, late: number, tookMs = 1_020) => ({
    answered: { count: answered, p50Ms: 10, p99Ms: 20 },
    refused: { count: 0, p50Ms: Number.NaN, p99Ms: Number.NaN },
    late,
    tookMs,
  });
  expect(keepsRate(200, slice(196, 3))).toBe(true);
  expect(keepsRate(200, slice(195, 3))).toBe(false);
  expect(keepsRate(200, slice(200, 5))).toBe(false);
  expect(keepsRate(200, slice(200, 0, 1_060))).toBe(false);
  expect(keepsRate(undefined, slice(1, 1))).toBe(true);
});

test('a rate at which two syncs a call take more than half of each second is measured in memory', () => {
  expect(needsMemory(200, 1.2)).toBe(false);
  expect(needsMemory(200, 1.3)).toBe(true);
  expect(needsMemory(50, 4)).toBe(false);
});
