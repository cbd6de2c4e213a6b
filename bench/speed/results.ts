// The format of the results, in memory and as JSON. A figure that was not measured is null, never zero.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
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

/** Single figures by name; targets.ts explains them. */
export type Singles = Partial<Record<SingleName, number>>;
export type SingleName =
  | 'launchMs'
  | 'overloadOffered'
  | 'overloadPeak'
  | 'overloadGoodput'
  | 'overloadRefusalP99Ms'
  | 'memoryCalls'
  | 'memoryFirstMb'
  | 'memoryLastMb'
  | 'ledgerCalls'
  | 'ledgerDifferences';

export interface Results {
  at: string;
  mode: 'quick' | 'normal' | 'full';
  seconds: number;
  machine: Machine;
  sections: Section[];
  singles: Singles;
}

export const RESULTS_FILE = path.join(import.meta.dirname, '../results/speed.json');

export function writeResults(results: Results): void {
  mkdirSync(path.dirname(RESULTS_FILE), { recursive: true });
  writeFileSync(RESULTS_FILE, `${JSON.stringify(results, null, 2)}\n`);
}

export function readResults(): Results {
  return JSON.parse(readFileSync(RESULTS_FILE, 'utf8')) as Results;
}

export function rowOf(results: Results, id: string): RowFigures | undefined {
  for (const { rows } of results.sections) {
    const row = rows.find((one) => one.id === id);
    if (row !== undefined) return row;
  }
  return undefined;
}
