// Owns the operator's hand on single records: look through them, look at one, take some out, write all into a file that an import
// reads. It works on the file beside a serving gateway, which finds the change with its next question; nothing of the library is
// cached anywhere. It never touches the ledger.
import type { DatabaseSync } from 'node:sqlite';
import { libraryPath, openForReading, openForWriting } from './database.ts';
import { RECORD_TEXT_CHARS_MAX, SHELF_ROWS_MAX } from './limits.ts';
import type { LibraryRecord } from './record.ts';

interface Place {
  dataDir: string;
}

export interface RecordList {
  records: LibraryRecord[];
  /** The id after which the list goes on; null at its end. */
  next: string | null;
}

/** The newest first, as results of a search are. null when there is no record `after`. */
export function listRecords(
  place: Place,
  { limit, after }: { limit: number; after: string | null },
): RecordList | null {
  return reading<RecordList | null>(place, { records: [], next: null }, (db) => {
    const from = after === null ? Number.MAX_SAFE_INTEGER : rankOf(db, after);
    if (from === null) return null;
    const found = db
      .prepare('SELECT body FROM record WHERE rank < ? ORDER BY rank DESC LIMIT ?')
      .all(from, limit + 1);
    const records = found.slice(0, limit).map(({ body }) => JSON.parse(String(body)) as LibraryRecord);
    return { records, next: found.length > limit ? (records.at(-1)?.id ?? null) : null };
  });
}

export function findRecord(place: Place, id: string): LibraryRecord | null {
  return reading(place, null, (db) => {
    const found = db.prepare('SELECT body FROM record WHERE id = ?').get(id);
    return found === undefined ? null : (JSON.parse(String(found.body)) as LibraryRecord);
  });
}

/**
 * All of them or, when it throws, none; how many there were. What they said is overwritten in the file, not only forgotten by it.
 */
export function removeRecords({ dataDir }: Place, ids: readonly string[]): number {
  const db = openForWriting(libraryPath(dataDir));
  try {
    db.exec('PRAGMA secure_delete = ON; BEGIN IMMEDIATE');
    const removed = ids.filter((id) => removeOne(db, id)).length;
    db.exec('COMMIT; PRAGMA wal_checkpoint(TRUNCATE)');
    return removed;
  } finally {
    // Ends a transaction that was not committed.
    db.close();
  }
}

function removeOne(db: DatabaseSync, id: string): boolean {
  const found = db.prepare('SELECT seq, rank, language, is_sample FROM record WHERE id = ?').get(id);
  if (found === undefined) return false;
  const { seq, rank, language, is_sample: isSample } = found as Record<string, number | string>;
  db.prepare('DELETE FROM term WHERE rowid = ?').run(rank!);
  db.prepare('DELETE FROM record WHERE seq = ?').run(seq!);
  db.prepare('UPDATE tally SET records = records - 1 WHERE language = ? AND is_sample = ?').run(
    language!,
    isSample!,
  );
  db.prepare('DELETE FROM tally WHERE records = 0').run();
  return true;
}

/** JSON Lines in pieces, in the order in which the records came; an import of them makes the same records. */
export function* exportLines(place: Place): Generator<{ text: string; records: number }> {
  const db = openForReading(libraryPath(place.dataDir));
  if (db === null) return;
  try {
    const next = db.prepare('SELECT seq, body FROM record WHERE seq > ? ORDER BY seq LIMIT ?');
    for (let seq = 0; ; ) {
      const rows = next.all(seq, SHELF_ROWS_MAX);
      if (rows.length === 0) return;
      const lines = rows.map(
        ({ body }) => `${JSON.stringify(importable(JSON.parse(String(body)) as LibraryRecord))}\n`,
      );
      yield { text: lines.join(''), records: rows.length };
      seq = Number(rows.at(-1)!.seq);
    }
  } finally {
    db.close();
  }
}

/** In the words that an import reads, which makes of the site's name, of a day and of a cut text what they were. */
function importable(record: LibraryRecord): object {
  const {
    id,
    alt_ids: altIds = [],
    origin,
    published_precision: precision,
    text_truncated: isCut,
    ...rest
  } = record;
  const [ownId, displayed] = origin === undefined ? [id, altIds[0]] : [altIds[0] ?? id, altIds[1]];
  return {
    id: ownId,
    ...(origin !== undefined && { extractor: origin }),
    ...(displayed !== undefined && { display_id: displayed }),
    ...rest,
    ...(rest.published_at !== undefined && { published_at: writtenTime(rest.published_at, precision) }),
    // One character more than is kept.
    ...(isCut === true && { text: `${(rest.text ?? '').padEnd(RECORD_TEXT_CHARS_MAX)}…` }),
  };
}

function writtenTime(at: string, precision: LibraryRecord['published_precision']): string {
  if (precision === 'day') return at.slice(0, at.indexOf('T'));
  return precision === 's' ? at.replace(/\.\d{3}Z$/, 'Z') : at;
}

function rankOf(db: DatabaseSync, id: string): number | null {
  const found = db.prepare('SELECT rank FROM record WHERE id = ?').get(id);
  return found === undefined ? null : Number(found.rank);
}

function reading<T>({ dataDir }: Place, empty: T, read: (db: DatabaseSync) => T): T {
  const db = openForReading(libraryPath(dataDir));
  if (db === null) return empty;
  try {
    return read(db);
  } finally {
    db.close();
  }
}
