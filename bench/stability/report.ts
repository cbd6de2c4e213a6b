// The output: a table, every check with its result, and the same as JSON. It judges nothing.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Check, Result } from './row.ts';

export interface Told extends Result {
  name: string;
  faults: string;
}

export interface Report {
  seed: number;
  isQuick: boolean;
  seconds: number;
  /** Of the last minute, at the end: other work on the machine affects every time measured. */
  loadAverage: number;
  rows: Told[];
}

export function checkLine({ what, found, isMet }: Check): string {
  return `  ${isMet ? 'ok  ' : 'FAIL'} ${what}: ${found}`;
}

export function table(rows: readonly Told[]): string {
  const lines = rows.map(({ faults, economy, stable }) => `| ${faults} | ${economy} | ${stable} |`);
  return ['| faults | economy | stable |', '|---|---|---|', ...lines].join('\n');
}

export function failedChecks(rows: readonly Told[]): string[] {
  return rows.flatMap(({ name, checks }) =>
    checks.filter(({ isMet }) => !isMet).map(({ what, found }) => `${name}: ${what}: ${found}`),
  );
}

export function writeJson(file: string, report: Report): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
}
