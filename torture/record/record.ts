// The record of all runs of torture: one line of JSON for each, with the commit whose code was played. Lines are only ever added, so totals
// over many commits can be summed from the file and are never written by hand.
import { execFileSync } from 'node:child_process';
import { appendFileSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Counts by name. */
export type Counts = Readonly<Record<string, number>>;

/** One run on one database. */
export interface Recorded {
  /** Random rounds, or kills at named moments of a call. */
  kind: 'rounds' | 'points';
  /** Of a run that was noted by hand before this record existed: the commit that noted it. */
  commit: string;
  isNoted?: true;
  /** The day on which it ended, in UTC. */
  date: string;
  storage: 'sqlite' | 'postgres';
  /** The seeds of rounds, or the number of crash points. */
  about: string;
  /** Rounds that were played and judged. */
  rounds: number;
  /** Rounds that could not be played, mostly because a node did not start in time. Nothing of them is counted. */
  unplayed: number;
  calls: Counts;
  faults: Counts;
  /** Facts that were checked, by invariant. */
  facts: Counts;
  /** Violations, by invariant. */
  violations: Counts;
}

const REPOSITORY = path.join(import.meta.dirname, '../..');
const RECORD = path.join(import.meta.dirname, 'runs.jsonl');
/** What a round plays. The record itself may have grown since the commit. */
const CODE = ['packages', 'torture', 'package.json', 'package-lock.json', ':!torture/record/runs.jsonl'];

/** The commit whose code is in the work tree. Throws when the code is that of no commit. */
export function playedCommit(repository = REPOSITORY): string {
  const git = (...words: string[]) =>
    execFileSync('git', words, { cwd: repository, encoding: 'utf8' }).trim();
  const changed = git('status', '--porcelain', '--', ...CODE);
  if (changed !== '')
    throw new Error(`only the code of a commit goes on record; these have changed:\n${changed}`);
  return git('rev-parse', '--short=8', 'HEAD');
}

export function readRecord(file = RECORD): Recorded[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Recorded);
}

/** Runs may end at the same time: each line is added in one write. */
export function addToRecord(runs: readonly Recorded[], file = RECORD): void {
  appendFileSync(file, runs.map((run) => `${JSON.stringify(run)}\n`).join(''));
}
