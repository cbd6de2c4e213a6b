import { expect, test } from 'vitest';
import { withLead } from './document.ts';
import type { Results } from './results.ts';
import type { RowFigures } from './rounds.ts';
import { compareWithLess, judge, leadSentence } from './targets.ts';

const row = (id: string, cpuMicros: number, perSecond: number) =>
  ({ id, label: id, slices: [{ cpuMicros, perSecond }] }) as RowFigures;

/** A run in which a live search uses `ratio` of the CPU of the same work, and makes `perSecondRatio` of its calls per second. */
function results(ratio: number, perSecondRatio: number, loadAtStart = 0): Results {
  const rows = [
    row('fast-billing', 500, 1_000),
    row('sqlite-live', 500 * ratio, 1_000 * perSecondRatio),
    row('fast-fastify', 250, 2_000),
  ];
  const section = { id: 'contenders', title: '', how: '', columns: 'throughput' as const, rows, skipped: [] };
  const machine = { loadAtStart } as Results['machine'];
  return { at: '', mode: 'quick', seconds: 1, machine, sections: [section], singles: {} };
}

const verdicts = (found: Results) =>
  judge(found)
    .filter(({ what }) => what.startsWith('live, SQLite'))
    .map(({ isMet }) => isMet);

test('a live search is judged against the same work: CPU to 0.8, calls per second from 1.5', () => {
  expect(verdicts(results(0.8, 1.5))).toEqual([true, true]);
  expect(verdicts(results(0.81, 1.49))).toEqual([false, false]);
  expect(verdicts({ ...results(1, 1), sections: [] })).toEqual([null, null]);
});

test('gateways that do less are only compared, without a target', () => {
  const found = results(0.8, 1.6);
  expect(judge(found).filter(({ what }) => what.includes('Fastify'))).toEqual([]);
  expect(compareWithLess(found).map(({ found }) => found?.median ?? null)).toEqual([
    1.6,
    null,
    null,
    null,
    null,
    null,
    null,
  ]);
});

test('README gets the figures of a quiet run, and keeps its own after a busy one or one without them', () => {
  const readme = 'before <!-- speed -->old<!-- /speed --> after';
  const sentence = leadSentence(results(0.8, 1.6));
  expect(sentence).toContain('0.80 × the CPU and does 1.60 × the calls per second');
  expect(withLead(readme, results(0.8, 1.6))).toBe(`before <!-- speed -->${sentence}<!-- /speed --> after`);
  expect(withLead(readme, results(0.8, 1.6, 2))).toBe(readme);
  expect(withLead(readme, { ...results(0.8, 1.6), sections: [] })).toBe(readme);
  expect(() => withLead('nothing', results(0.8, 1.6))).toThrow('no place');
});
