// Owns the sample library: a few hundred invented videos in many languages, so that a fresh gateway has something to
// find. They are ordinary records marked `sample`; they enter only a data folder that has no library yet, and leave
// together.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Clock } from '../domain/clock.ts';
import { libraryPath, openForWriting } from './database.ts';
import { type ImportReport, importLibrary } from './import.ts';
import { Writer } from './writer.ts';

const FOLDER = fileURLToPath(new URL('./sample', import.meta.url));

/** Null when the folder already holds a library, however empty: what a person removed does not come back. */
export async function seedSample(options: { dataDir: string; clock: Clock }): Promise<ImportReport | null> {
  if (existsSync(libraryPath(options.dataDir))) return null;
  return importLibrary({ ...options, paths: [FOLDER] });
}

/** How many records went. */
export function removeSample(options: { dataDir: string }): number {
  const db = openForWriting(libraryPath(options.dataDir));
  try {
    return new Writer(db).removeSample();
  } finally {
    db.close();
  }
}
