// Writes the sums of the record, and what tests noticed of planted bugs, into docs/guides/guarantees.md. `npm run reference` runs it, and so does every run that goes on record.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Figures } from '../planter/figures.ts';
import { noticedRows } from '../planter/report.ts';
import { guideWith } from './page.ts';
import { readRecord } from './record.ts';

export const GUIDE = path.join(import.meta.dirname, '../../docs/guides/guarantees.md');

export function guideNow(): string {
  const figures = new Figures();
  const noticed = noticedRows(figures.played(), figures.left());
  return guideWith(readFileSync(GUIDE, 'utf8'), readRecord(), noticed);
}

export function writeGuide(): void {
  writeFileSync(GUIDE, guideNow());
}

if (import.meta.main) writeGuide();
