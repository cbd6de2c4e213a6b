// A planted bug is noticed only by what notices it when it was planted; one that cannot be planted any more, or whose tests are gone, would
// prove nothing.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Bug, groupsOf, isGone, KNOWN, parseSet, readPlanted } from './bug.ts';
import { Figures } from './figures.ts';
import { type Failed, hunt } from './hunt.ts';
import { inTurns } from './judge.ts';
import { linesOf, noticedRows, percentOf, shareOf } from './report.ts';
import { claimsIn } from './suites.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const readHere = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const known = readPlanted().filter(({ set }) => set === KNOWN);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'reelgate-planter-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const bug = (id: string, find = id, set = 'first'): Bug => ({
  ...{ set, id, kind: 'time', what: `${id} goes wrong` },
  edits: [{ file: 'a.ts', find, put: '' }],
});

/** Figures at a commit whose tests are those of the commits that are named. */
const figuresAt = (commit: string, sameTests: readonly string[] = []) =>
  new Figures(path.join(folder, 'figures.jsonl'), {
    commit,
    testsAreThoseOf: (since) => since === commit || sameTests.includes(since),
  });

test.each(known.map((one) => [one.id, one.what, one] as const))(
  'the known bug %s, "%s", can be planted',
  (_id, _what, one) => {
    expect(isGone(one, readHere)).toBe(false);
  },
);

/** A test file with the suites that it imports, whose tests it runs. */
function textWithSuites(file: string): string {
  const text = readHere(file);
  const suites = [...text.matchAll(/import \{[^}]*\bdescribe\w+[^}]*\} from '(\.[^']+)'/g)];
  return [text, ...suites.map(([, suite]) => textWithSuites(path.join(path.dirname(file), suite!)))].join();
}

test('every test that must notice a known bug is in its file', () => {
  const watches = known.flatMap(({ by = [] }) => by);
  expect(watches.length).toBeGreaterThanOrEqual(known.length);
  expect(watches.filter(({ file }) => !existsSync(path.join(ROOT, file)))).toEqual([]);
  const isThere = (file: string, tests: string) =>
    tests.split('|').every((words) => textWithSuites(file).includes(words));
  expect(watches.filter(({ file, tests }) => !isThere(file, tests))).toEqual([]);
});

test('a set whose bugs have one id twice, or no edit, is refused', () => {
  const [edit, words] = [
    { file: 'a.ts', find: 'x', put: 'y' },
    { id: '1', kind: 'time', what: 'w' },
  ];
  const written = { ...words, ...edit, by: ['a.test.ts > one > two'] };
  const by = [{ file: 'a.test.ts', tests: 'one > two' }];
  expect(parseSet('first', [written])).toEqual([{ set: 'first', ...words, edits: [edit], by }]);
  expect(() => parseSet('first', [written, written])).toThrow('the same id');
  expect(() => parseSet('first', [{ ...written, edits: [] }])).toThrow('needs');
});

test('a bug whose place is gone, or there twice, or in no file, is gone', () => {
  const read = (file: string) => {
    if (file !== 'a.ts') throw new Error('no such file');
    return 'once twice twice';
  };
  expect(isGone(bug('once'), read)).toBe(false);
  const elsewhere = { ...bug('once'), edits: [{ file: 'b.ts', find: 'once', put: '' }] };
  for (const one of [bug('never'), bug('twice'), elsewhere]) expect(isGone(one, read)).toBe(true);
});

test('bugs that change the same place are not planted together', () => {
  const [one, two, three] = [bug('1', 'abc'), bug('2', 'bcd'), bug('3', 'e')];
  expect(groupsOf([one, two, three], () => 'abcde')).toEqual([[one, three], [two]]);
});

test('a bug is played once, and again when it was changed; a drawn one is its id', () => {
  const figures = figuresAt('c1');
  for (const set of ['first', 'drawn 7']) {
    expect(figures.stateOf(bug('1', 'text', set))).toBeNull();
    figures.noticed(bug('1', 'text', set), 'a.test.ts > holds');
    expect(figures.stateOf(bug('1', 'text', set))).toBe('noticed');
  }
  expect(figures.stateOf(bug('1', 'another text'))).toBeNull();
  expect(figures.stateOf(bug('1', 'the file has changed', 'drawn 7'))).toBe('noticed');
});

test('a missed bug that changed tests notice is answered; one that the same tests notice was noticed', () => {
  for (const id of ['1', '2', '3']) figuresAt('c1').missed(bug(id));
  figuresAt('c1').noticed(bug('1'), 'far.test.ts > holds');
  figuresAt('c2', ['c1']).noticed(bug('2'), 'far.test.ts > holds');
  figuresAt('c3').noticed(bug('3'), 'new.test.ts > holds');
  const states = ['1', '2', '3'].map((id) => figuresAt('c3').stateOf(bug(id)));
  expect(states).toEqual(['noticed', 'noticed', 'answered']);
});

test('the shares of a set stay when its bugs are folded, and what no test notices stays a line', () => {
  const figures = figuresAt('c2');
  for (const id of ['2', '3']) figuresAt('c1').missed(bug(id));
  figures.noticed(bug('1'), 'a.test.ts > holds');
  figures.noticed(bug('3'), 'new.test.ts > holds');
  expect(percentOf(figures.played())).toBeCloseTo(33.3, 1);
  expect(linesOf(figures.played())).toContain('SLIPPED 2 (time)');
  const before = noticedRows(figures.played(), figures.left());
  expect(before).toMatchObject([
    {
      planted: expect.stringMatching('^1 of 3 .33.3 %, 95 %: 6.1 to 79.2'),
      today: expect.stringMatching('^2 of 3'),
    },
  ]);
  figures.fold(({ id }) => id !== '2');
  expect(figures.played().map(({ id }) => id)).toEqual(['2']);
  expect(noticedRows(figures.played(), figures.left())).toEqual(before);
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

test("the interval of a share is Wilson's", () => {
  const { low, high } = shareOf(360, 400);
  expect([low, high]).toEqual([expect.closeTo(0.8667, 4), expect.closeTo(0.9257, 4)]);
  expect(shareOf(3, 3).low).toBeCloseTo(0.4385, 4);
});
