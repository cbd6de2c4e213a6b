// Owns what can be told about a library at a glance. Reads counters, never the records, so it costs the same for
// ten records and ten million.
import { statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { libraryPath, openForReading } from './database.ts';

export interface LibraryStats {
  records: number;
  /** How many of them shipped with Reelgate. */
  sampleRecords: number;
  /** Of the file and its log. */
  bytes: number;
  /** Records per language, the most first; records that name none count under "und", the code for undetermined. */
  languages: Record<string, number>;
}

/** For use without a running gateway. A library that does not exist yet is an empty one. */
export function libraryStats(options: { dataDir: string }): LibraryStats {
  const path = libraryPath(options.dataDir);
  const db = openForReading(path);
  if (db === null) return countRecords(null, path);
  try {
    return countRecords(db, path);
  } finally {
    db.close();
  }
}

export function countRecords(db: DatabaseSync | null, path: string): LibraryStats {
  const stats: LibraryStats = {
    records: 0,
    sampleRecords: 0,
    bytes: sizeOf(path) + sizeOf(`${path}-wal`),
    languages: {},
  };
  const rows = db
    ?.prepare('SELECT language, is_sample, records FROM tally ORDER BY records DESC, language')
    .all();
  for (const row of (rows ?? []) as { language: string; is_sample: number; records: number }[]) {
    const language = row.language || 'und';
    stats.records += row.records;
    if (row.is_sample === 1) stats.sampleRecords += row.records;
    stats.languages[language] = (stats.languages[language] ?? 0) + row.records;
  }
  return stats;
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
