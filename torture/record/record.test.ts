import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { recordLines } from './page.ts';
import { addToRecord, playedCommit, type Recorded, readRecord } from './record.ts';
import { byPart, judged, otherViolations, sumsOf } from './sums.ts';
import { GUIDE, guideNow } from './write-guide.ts';

const ROUNDS: Recorded = {
  kind: 'rounds',
  commit: '1a2b3c4d',
  date: '2026-11-18',
  storage: 'postgres',
  about: 'seeds 1 to 3',
  rounds: 2,
  unplayed: 1,
  calls: { calls: 900, ok: 500, refused: 100, unknown: 300 },
  faults: { kills: 7, databaseRestarts: 2, failOvers: 2, terminations: 3 },
  facts: { M1: 40, G1: 6, G4: 9, U6: 5 },
  violations: {},
};
const POINTS: Recorded = {
  ...{ kind: 'points', commit: '5e6f7a8b', date: '2026-11-18', storage: 'sqlite', about: '22 points' },
  ...{ rounds: 0, unplayed: 0, calls: {}, faults: { kills: 176 }, facts: {}, violations: {} },
};
const SPOILED: Recorded = { ...ROUNDS, violations: { U6: 1, M2: 3, G4: 2 }, facts: { M2: 10, G4: 1, X1: 2 } };

test('calls, kills, restarts and fail-overs are summed over runs; rounds that could not be played are counted apart', () => {
  expect(sumsOf([ROUNDS, POINTS, SPOILED])).toMatchObject({
    ...{ runs: 3, rounds: 4, unplayed: 2, terminations: 6 },
    reached: { calls: 1_800, kills: 190, databaseRestarts: 4, failOvers: 4 },
    facts: { M1: 40, M2: 10, G4: 10 },
    violations: { U6: 1, M2: 3, G4: 2 },
  });
});

test('each violation counts for the promise that it breaks, and one of no promise is not left out', () => {
  const sums = sumsOf([ROUNDS, SPOILED]);
  expect(judged(sums)).toEqual([
    { promise: 'money is exact', facts: 56, violations: 3 },
    { promise: 'nothing is delivered twice', facts: 10, violations: 2 },
    { promise: 'nothing private is delivered', facts: 2, violations: 0 },
  ]);
  expect(otherViolations(sums)).toEqual({ U6: 1 });
});

test('a run counts for a part of the workload only if it checked facts about it', () => {
  const parts = byPart([ROUNDS, SPOILED, POINTS]);
  expect(parts.get('collections and watches')).toEqual([ROUNDS]);
  expect(parts.get('private records')).toEqual([SPOILED]);
});

test('what is on record is shown against the goal', () => {
  const lines = recordLines([ROUNDS]).join('\n');
  expect(lines).toContain('calls: 900 of 3,000,000, 2,999,100 to go');
  expect(lines).toContain('1 more could not be played');
  expect(recordLines([{ ...ROUNDS, faults: { failOvers: 51 } }]).join('\n')).toContain(
    'fail-overs of the database: 51 of 50\n',
  );
});

test('a run that is added to a record is read back after the others', () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'reelgate-record-')), 'runs.jsonl');
  addToRecord([ROUNDS], file);
  addToRecord([POINTS, SPOILED], file);
  expect(readRecord(file)).toEqual([ROUNDS, POINTS, SPOILED]);
});

test('only the code of a commit goes on record: changed or new files of the code are refused, a longer record is not', () => {
  const repository = mkdtempSync(path.join(tmpdir(), 'reelgate-record-'));
  const write = (file: string, text: string) => writeFileSync(path.join(repository, file), text);
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...words], {
      cwd: repository,
    });
  for (const folder of ['packages', 'torture/record', 'docs'])
    mkdirSync(path.join(repository, folder), { recursive: true });
  for (const file of ['package.json', 'package-lock.json', 'packages/a.ts', 'torture/record/runs.jsonl'])
    write(file, '');
  git('init', '-q');
  git('add', '-A');
  git('commit', '-qm', 'first');
  write('torture/record/runs.jsonl', 'one more\n');
  write('docs/guide.md', 'new');
  expect(playedCommit(repository)).toMatch(/^[0-9a-f]{8}$/);
  write('torture/new.ts', '');
  expect(() => playedCommit(repository)).toThrow('torture/new.ts');
  rmSync(path.join(repository, 'torture/new.ts'));
  write('packages/a.ts', 'changed');
  expect(() => playedCommit(repository)).toThrow('packages/a.ts');
});

test('the guide shows the sums of the record and the figures of planted bugs: `npm run reference` writes them', () => {
  expect(readFileSync(GUIDE, 'utf8')).toBe(guideNow());
});
