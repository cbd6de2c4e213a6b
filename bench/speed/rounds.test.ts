import { expect, test } from 'vitest';
import { verdict } from './against.ts';
import { spreadText } from './figures.ts';
import { type RowFigures, ratioTo, roundOf } from './rounds.ts';

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
