// Owns the operator's hand on single records: look through them, look at one, take some out, write all into a file that an import
// reads. It works on the file beside a serving gateway, which finds the change with its next question; nothing of the library is
// cached anywhere. It never touches the ledger.
import type { DatabaseSync } from 'node:sqlite';
import { hasAuthors, libraryPath, openForReading, openForWriting } from './database.ts';
import { importableLine } from './importable.ts';
import { LINE_BYTES_MAX, SHELF_ROWS_MAX } from './limits.ts';
import type { LibraryComment, LibraryRecord } from './record.ts';
import { Writer } from './writer.ts';

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
    const records = found.slice(0, limit).map(({ body }) => parsed<LibraryRecord>(body));
    return { records, next: found.length > limit ? (records.at(-1)?.id ?? null) : null };
  });
}

export function findRecord(place: Place, id: string): LibraryRecord | null {
  return reading(place, null, (db) => {
    const found = db.prepare('SELECT body FROM record WHERE id = ?').get(id);
    return found === undefined ? null : parsed<LibraryRecord>(found.body);
  });
}

/** All of them or, when it throws, none; how many there were. What they said is overwritten in the file, not only forgotten by it. */
export function removeRecords({ dataDir }: Place, ids: readonly string[]): number {
  const db = openForWriting(libraryPath(dataDir));
  try {
    db.exec('PRAGMA secure_delete = ON');
    const removed = new Writer(db).remove(ids);
    db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    return removed;
  } finally {
    db.close();
  }
}

export interface ExportedLines {
  text: string;
  records: number;
  /** Of these, how many have more comments than an import reads in one line, and stand there without them. */
  withoutComments: number;
}

/** JSON Lines in pieces, in the order in which the records came; an import of them makes the same records. */
export function* exportLines({ dataDir }: Place): Generator<ExportedLines> {
  const db = openForReading(libraryPath(dataDir));
  if (db === null) return;
  try {
    const rows = db.prepare('SELECT seq, body FROM record WHERE seq > ? ORDER BY seq LIMIT ?');
    const commentsOf = commentReader(db);
    for (let seq = 0; ; ) {
      const found = rows.all(seq, SHELF_ROWS_MAX);
      if (found.length === 0) return;
      yield linesOf(found.map((row) => [parsed<LibraryRecord>(row.body), commentsOf(Number(row.seq))]));
      seq = Number(found.at(-1)!.seq);
    }
  } finally {
    db.close();
  }
}

type Comments = LibraryComment[] | null;

/** null where nothing of comments was saved. */
function commentReader(db: DatabaseSync): (seq: number) => Comments {
  if (!hasAuthors(db)) return () => null;
  const saved = db.prepare('SELECT 1 FROM discussion WHERE seq = ?');
  const read = db.prepare('SELECT body FROM comment WHERE seq = ? ORDER BY place');
  return (seq) =>
    saved.get(seq) === undefined ? null : read.all(seq).map(({ body }) => parsed<LibraryComment>(body));
}

function linesOf(rows: readonly [LibraryRecord, Comments][]): ExportedLines {
  let withoutComments = 0;
  const lines = rows.map(([record, comments]) => {
    const line = importableLine(record, comments);
    if (Buffer.byteLength(line) <= LINE_BYTES_MAX) return line;
    withoutComments += 1;
    return importableLine(record, null);
  });
  return { text: lines.map((line) => `${line}\n`).join(''), records: rows.length, withoutComments };
}

function parsed<T>(body: unknown): T {
  return JSON.parse(String(body)) as T;
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
