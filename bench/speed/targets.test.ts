import { expect, test } from 'vitest';
import { missingIn, withLead, writeDocument } from './document.ts';
import { type Part, type Results, withGood } from './results.ts';
import type { RowFigures } from './rounds.ts';
import { SECTIONS } from './sections/index.ts';
import { compareWithLess, judge, leadSentence } from './targets.ts';

const row = (id: string, cpuMicros: number, perSecond: number) =>
  ({ id, label: id, slices: [{ cpuMicros, perSecond }] }) as RowFigures;

const MACHINE = { cpu: 'one', cores: 2, node: '26.0.0' } as Results['machine'];
const PART: Part = {
  name: 'contenders',
  at: '2026-11-17T12:00:00.000Z',
  mode: 'quick',
  seconds: 1,
  commit: 'abc',
  disturbance: { other: 0.01, stolen: 0 },
};
const NOTHING: Results = { machine: MACHINE, parts: [] };

/** A run in which a live search uses `ratio` of the CPU of the same work, and makes `perSecondRatio` of its calls per second. */
function results(ratio: number, perSecondRatio: number): Results {
  const rows = [
    row('fast-billing', 500, 1_000),
    row('sqlite-live', 500 * ratio, 1_000 * perSecondRatio),
    row('fast-fastify', 250, 2_000),
  ];
  const section = { id: 'contenders', title: '', how: '', columns: 'throughput' as const, rows, skipped: [] };
  return { machine: MACHINE, parts: [{ ...PART, section }] };
}

const verdicts = (found: Results) =>
  judge(found)
    .filter(({ what }) => what.startsWith('live, SQLite'))
    .map(({ isMet }) => isMet);

test('a live search is judged against the same work: CPU to 0.8, calls per second from 1.5', () => {
  expect(verdicts(results(0.8, 1.5))).toEqual([true, true]);
  expect(verdicts(results(0.81, 1.49))).toEqual([false, false]);
  expect(verdicts(NOTHING)).toEqual([null, null]);
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

test('README gets the figures of the results, and keeps its own without them', () => {
  const readme = 'before <!-- speed -->old<!-- /speed --> after';
  const sentence = leadSentence(results(0.8, 1.6));
  expect(sentence).toContain('0.80 × the CPU and does 1.60 × the calls per second');
  expect(withLead(readme, results(0.8, 1.6))).toBe(`before <!-- speed -->${sentence}<!-- /speed --> after`);
  expect(withLead(readme, NOTHING)).toBe(readme);
  expect(() => withLead('nothing', results(0.8, 1.6))).toThrow('no place');
});

test('the page keeps the last quiet result of each section, and nothing of a busy machine or of another one', () => {
  const part = (name: string, commit: string, other = 0): Part => ({
    ...PART,
    name,
    commit,
    disturbance: { other, stolen: 0 },
  });
  const commits = ({ parts }: Results) => parts.map(({ name, commit }) => [name, commit]);
  const before: Results = { machine: MACHINE, parts: [part('contenders', 'a'), part('idle', 'a')] };
  const now: Results = { machine: MACHINE, parts: [part('contenders', 'b', 0.3), part('idle', 'b')] };
  expect(commits(withGood(before, now))).toEqual([
    ['contenders', 'a'],
    ['idle', 'b'],
  ]);
  expect(commits(withGood(null, now))).toEqual([['idle', 'b']]);
  const elsewhere = { ...now, machine: { ...MACHINE, cpu: 'another' } };
  expect(commits(withGood(before, elsewhere))).toEqual([['idle', 'b']]);
});

test('a page without a good result of every section is not written', () => {
  const parts = Object.keys(SECTIONS).map((name) => ({ ...PART, name }));
  expect(missingIn({ machine: MACHINE, parts })).toEqual([]);
  expect(writeDocument({ machine: MACHINE, parts: parts.slice(2) })).toEqual(['contenders', 'slow']);
});
