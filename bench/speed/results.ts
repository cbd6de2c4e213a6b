// The format of the results, in memory and as JSON. A figure that was not measured is null, never zero. The results that the page shows are
// kept section by section: each is the last one that was measured on a quiet machine.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { busyReason, type Disturbance } from './busy.ts';
import type { Machine } from './machine.ts';
import type { RowFigures } from './rounds.ts';

export interface Section {
  id: string;
  title: string;
  /** How its figures are obtained, in a sentence or two. */
  how: string;
  /** What the table shows: calls per second and memory, or CPU by thread. */
  columns: 'throughput' | 'threads';
  rows: RowFigures[];
  skipped: { label: string; reason: string }[];
}

export type Table = { head: string[]; rows: string[][] };

/** A section whose table is text, because its rows are no rows of calls. */
export interface Breakdown {
  title: string;
  how: string;
  table: Table;
}

/** Single figures by name; targets.ts explains them. */
export type Singles = Partial<Record<SingleName, number>>;
export type SingleName =
  | 'launchMs'
  | 'versionCpuMs'
  | 'helpCpuMs'
  | 'idleWakeups'
  | 'idleCpuMs'
  | 'idleMb'
  | 'callersMb'
  | 'overloadOffered'
  | 'overloadPeak'
  | 'overloadGoodput'
  | 'overloadRefusalP99Ms'
  | 'memoryCalls'
  | 'memoryFirstMb'
  | 'memoryLastMb'
  | 'ledgerCalls'
  | 'ledgerDifferences';

export interface Found {
  section?: Section;
  breakdown?: Breakdown;
  singles?: Singles;
}

/** What one section found, and under which circumstances. */
export interface Part extends Found {
  name: string;
  at: string;
  mode: 'quick' | 'normal' | 'full';
  seconds: number;
  /** The commit that was measured, with a + for changes that are not committed; null outside of a clone. */
  commit: string | null;
  /** null where the system does not tell. */
  disturbance: Disturbance | null;
}

export interface Results {
  machine: Machine;
  parts: Part[];
}

export const busyReasonOf = ({ disturbance }: Part): string | null =>
  disturbance === null ? null : busyReason(disturbance);

const RESULTS = path.join(import.meta.dirname, '../results');
/** All that the last run found. */
const LAST_FILE = path.join(RESULTS, 'speed.json');
/** What the page shows. */
const GOOD_FILE = path.join(RESULTS, 'speed-good.json');

export function writeLast(results: Results): void {
  write(LAST_FILE, results);
}

/** Keeps the quiet parts of a run for the page, and returns all that it shows. */
export function keepGood(found: Results): Results {
  const good = withGood(existsSync(GOOD_FILE) ? readGood() : null, found);
  write(GOOD_FILE, good);
  return good;
}

export function readGood(): Results {
  return JSON.parse(readFileSync(GOOD_FILE, 'utf8')) as Results;
}

/** Figures of another machine or Node say nothing beside these. */
const isSame = (a: Machine, b: Machine) => a.cpu === b.cpu && a.cores === b.cores && a.node === b.node;

export function withGood(before: Results | null, { machine, parts }: Results): Results {
  const kept = before === null || !isSame(before.machine, machine) ? [] : before.parts;
  const good = parts.filter((part) => busyReasonOf(part) === null);
  const byName = new Map([...kept, ...good].map((part) => [part.name, part]));
  return { machine, parts: [...byName.values()] };
}

function write(file: string, results: Results): void {
  mkdirSync(RESULTS, { recursive: true });
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
}

export function commitHere(): string | null {
  const git = (...args: string[]) => spawnSync('git', args, { cwd: RESULTS, encoding: 'utf8' });
  mkdirSync(RESULTS, { recursive: true });
  const { status, stdout } = git('rev-parse', '--short', 'HEAD');
  if (status !== 0) return null;
  const isChanged = git('status', '--porcelain', '--untracked-files=no').stdout.trim() !== '';
  return stdout.trim() + (isChanged ? '+' : '');
}

export const sectionsOf = ({ parts }: Results): Section[] => parts.flatMap(({ section }) => section ?? []);

export const singlesOf = ({ parts }: Results): Singles =>
  Object.assign({}, ...parts.map(({ singles }) => singles));

export function rowOf(results: Results, id: string): RowFigures | undefined {
  return sectionsOf(results)
    .flatMap(({ rows }) => rows)
    .find((row) => row.id === id);
}
