// A planted bug is noticed only by what notices it when it was planted, and a bug that cannot be planted any more is not counted.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { inTurns } from '../mutation/judge.ts';
import { Figures } from './figures.ts';
import { type Failed, hunt } from './hunt.ts';
import { type Bug, groupsOf, isGone, parsePlanted, readPlanted } from './planted.ts';
import { markdownOf, percentOf, rowOf } from './report.ts';
import { claimsIn } from './suites.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'reelgate-bugs-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const bug = (id: string, find = id, file = 'a.ts'): Bug => ({
  ...{ id, round: 'first', kind: 'time', what: `${id} | goes wrong` },
  edits: [{ file, find, replace: '' }],
});

/** Figures at a commit whose tests are those of the commits that are named. */
const figuresAt = (commit: string, sameTests: readonly string[] = []) =>
  new Figures(path.join(folder, 'figures.json'), {
    commit,
    testsAreThoseOf: (since) => since === commit || sameTests.includes(since),
  });
const noticed = (by: string) => ({ kind: 'noticed', by }) as const;

test('the planted bugs of all rounds can be read, and no two have one id', () => {
  expect(readPlanted().every(({ edits }) => edits.every(({ file }) => file.startsWith('packages/')))).toBe(
    true,
  );
  const written = { id: '1', kind: 'time', what: 'w', edits: [{ file: 'a.ts', from: 'x', to: 'y' }] };
  const ofTwo = (...rounds: [string, (typeof written)[]][]) => parsePlanted(rounds);
  expect(() => ofTwo(['first', [written]], ['second', [written]])).toThrow('the same id');
  expect(() => ofTwo(['first', [{ ...written, edits: [] }]])).toThrow('needs');
});

test('a bug whose place is gone, or there twice, or in no file, is gone', () => {
  const read = (file: string) => {
    if (file !== 'a.ts') throw new Error('no such file');
    return 'once twice twice';
  };
  expect(isGone(bug('once'), read)).toBe(false);
  for (const one of [bug('never'), bug('twice'), bug('once', 'once', 'b.ts')])
    expect(isGone(one, read)).toBe(true);
});

test('bugs that change the same place are not planted together', () => {
  const [one, two, three] = [bug('1', 'abc'), bug('2', 'bcd'), bug('3', 'e')];
  expect(groupsOf([one, two, three], () => 'abcde')).toEqual([[one, three], [two]]);
});

test('a bug is played once, and again when it was changed', () => {
  const figures = figuresAt('c1');
  expect(figures.stateOf(bug('1'))).toBe('not played');
  figures.noticed(bug('1'), noticed('a.test.ts > holds'));
  expect(figures.stateOf(bug('1'))).toBe('noticed');
  expect(figures.stateOf(bug('1', 'another text'))).toBe('not played');
});

test('a missed bug that changed tests notice is answered; one that the same tests notice was noticed', () => {
  for (const id of ['1', '2', '3']) figuresAt('c1').missed(bug(id));
  figuresAt('c1').noticed(bug('1'), noticed('far.test.ts > holds'));
  figuresAt('c2', ['c1']).noticed(bug('2'), noticed('far.test.ts > holds'));
  figuresAt('c3').noticed(bug('3'), noticed('new.test.ts > holds'));
  const states = ['1', '2', '3'].map((id) => figuresAt('c3').stateOf(bug(id)));
  expect(states).toEqual(['noticed', 'noticed', 'answered']);
});

test('the report counts what was noticed when planted, and neither what is gone nor what was not played', () => {
  const figures = figuresAt('c2');
  for (const id of ['2', '3']) figuresAt('c1').missed(bug(id));
  figures.noticed(bug('1'), noticed('a.test.ts > a | b'));
  figures.noticed(bug('3'), noticed('new.test.ts > holds'));
  const rows = ['1', '2', '3', '4', '5'].map((id) => rowOf(bug(id), figures, id === '1' || id === '5'));
  expect(rows.map(({ state }) => state)).toEqual(['noticed', 'missed', 'answered', 'not played', 'gone']);
  expect(percentOf(rows)).toBeCloseTo(33.3, 1);
  const told = markdownOf(rows);
  expect(told).toContain(String.raw`| 1 | time | 1 \| goes wrong | a.test.ts > a \| b |`);
  expect(told).toContain('noticed when planted: 1 of 3');
  expect(told).toContain('noticed with the tests added since: 2 of 3');
  // A further round has figures of its own, and what is demanded holds for it.
  figures.noticed(bug('6'), noticed('a.test.ts > holds'));
  const both = [...rows, rowOf({ ...bug('6'), round: 'second' }, figures, false)];
  expect(percentOf(both)).toBe(100);
  expect(markdownOf(both)).toMatch(/## Round first.+: 1 of 3.+## Round second.+: 1 of 1/s);
});

test('a suite finds the bugs that it notices among many, and what fails without a bug is not counted', async () => {
  const runs: number[] = [];
  const suite = {
    failures: async (bugs: readonly number[], places = ['odd', 'red']): Promise<Failed[]> => {
      runs.push(bugs.length);
      const failed = [
        ...bugs.filter((one) => one === 3 || one === 7).map((one) => ({ place: 'odd', by: `odd > ${one}` })),
        { place: 'red', by: 'red > always' },
      ];
      return failed.filter(({ place }) => places.includes(place));
    },
  };
  const found: [bug: number, by: string][] = [];
  const onFound = (bug: number, by: string) => found.push([bug, by]);
  await hunt(suite, [1, 2, 3, 4, 5, 6, 7, 8], onFound);
  await hunt(suite, [1, 2], onFound);
  expect(found).toEqual([
    [3, 'odd > 3'],
    [7, 'odd > 7'],
  ]);
  expect(runs.slice(0, 2)).toEqual([8, 0]);
});

test('claims of journeys that do not hold are read from what they print', () => {
  expect(claimsIn('\nsqlite: the sum is right: expected 1, found 2\n', 1)).toEqual([
    { place: 'sqlite', by: 'packages/console/journeys > sqlite: the sum is right: expected 1, found 2' },
  ]);
  expect(claimsIn('', 0)).toEqual([]);
  expect(claimsIn('Error: no page\n', 1)).toHaveLength(1);
});

test('a bug of several files is shown to the nearest tests of each in turn, and to none twice', () => {
  expect(inTurns([['a', 'b', 'c'], ['d', 'a'], []])).toEqual(['a', 'd', 'b', 'c']);
});
