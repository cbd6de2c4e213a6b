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
  /** The row that ratios refer to. */
  base: string | null;
  rows: RowFigures[];
  skipped: { label: string; reason: string }[];
}

/** Single figures by name; targets.ts explains them. */
export type Singles = Partial<Record<SingleName, number>>;
export type SingleName =
  | 'launchMs'
  | 'addedP99MsSqlite'
  | 'addedP99MsPostgres'
  | 'halfRate'
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

export function rowOf(results: Results, id: string): RowFigures | null {
  for (const { rows } of results.sections) {
    const row = rows.find((one) => one.id === id);
    if (row !== undefined) return row;
  }
  return null;
}
