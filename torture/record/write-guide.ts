// Writes the sums of the record into docs/guides/guarantees.md. `npm run reference` runs it, and so does every run that goes on record.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { guideWith } from './page.ts';
import { readRecord } from './record.ts';

export const GUIDE = path.join(import.meta.dirname, '../../docs/guides/guarantees.md');

export function writeGuide(): void {
  writeFileSync(GUIDE, guideWith(readFileSync(GUIDE, 'utf8'), readRecord()));
}

if (import.meta.main) writeGuide();
