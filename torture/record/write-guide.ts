// Writes the sums of the record, and what tests noticed of planted mistakes, into docs/guides/guarantees.md. `npm run reference` runs it, and so does every run that goes on record.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Figures } from '../bugs/figures.ts';
import { readPlanted } from '../bugs/planted.ts';
import { noticedRows as ofBugs, rowOf } from '../bugs/report.ts';
import { noticedRow as ofMutants } from '../mutation/report.ts';
import { guideWith, type NoticedRow } from './page.ts';
import { readRecord } from './record.ts';

export const GUIDE = path.join(import.meta.dirname, '../../docs/guides/guarantees.md');

/** Of mutants that a program drew, and of each round of bugs that people planted. */
function noticed(): NoticedRow[] {
  const figures = new Figures();
  return [ofMutants(), ...ofBugs(readPlanted().map((bug) => rowOf(bug, figures, false)))];
}

export function guideNow(): string {
  return guideWith(readFileSync(GUIDE, 'utf8'), readRecord(), noticed());
}

export function writeGuide(): void {
  writeFileSync(GUIDE, guideNow());
}

if (import.meta.main) writeGuide();
