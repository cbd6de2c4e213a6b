import { expect, test } from 'vitest';
import { withLead } from './document.ts';
import type { Results } from './results.ts';
import type { RowFigures } from './rounds.ts';
import { compareWithLess, judge, leadSentence } from './targets.ts';

const row = (id: string, figures: Partial<RowFigures>) => ({ id, label: id, ...figures }) as RowFigures;

/** A run in which a live search uses `ratio` of the CPU of the same work, and makes `perSecondRatio` of its calls per second. */
function results(ratio: number, perSecondRatio: number, loadAtStart = 0): Results {
  const rows = [
    row('fast-billing', { ratio: 1, perSecondRatio: 1, cpuMicros: 500 }),
    row('sqlite-live', { ratio, perSecondRatio, cpuMicros: 500 * ratio }),
    row('fast-fastify', { ratio: 0.5, cpuMicros: 250 }),
  ];
  const section = { id: 'contenders', title: '', how: '', base: 'fast-billing', rows, skipped: [] };
  const machine = { loadAtStart } as Results['machine'];
  return { at: '', mode: 'quick', seconds: 1, machine, sections: [section], singles: {} };
}

const verdicts = (found: Results) =>
  judge(found)
    .filter(({ what }) => what.endsWith('the same work'))
    .map(({ isMet, isGoalReached }) => [isMet, isGoalReached]);

test('a live search is judged against the same work: CPU to 0.9, with 0.8 as the goal, calls per second from 1.5', () => {
  expect(verdicts(results(0.8, 1.5))).toEqual([
    [true, true],
    [true, null],
  ]);
  expect(verdicts(results(0.9, 1.49))).toEqual([
    [true, false],
    [false, null],
  ]);
  expect(verdicts(results(0.91, 1.5))[0]).toEqual([false, false]);
  expect(verdicts({ ...results(1, 1), sections: [] })).toEqual([
    [null, null],
    [null, null],
  ]);
});

test('gateways that do less are only compared, without a target', () => {
  const found = results(0.8, 1.6);
  expect(judge(found).filter(({ what }) => what.includes('Fastify'))).toEqual([]);
  expect(compareWithLess(found).map(({ found }) => found)).toEqual([1.6, null, null, null, null, null, null]);
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
