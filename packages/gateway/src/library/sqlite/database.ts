// Owns the library's file: its schema, its version and how it is opened for writing and for reading. The ledger and
// everything else of the gateway live in another file, so a broken or deleted library costs nobody a cent.
import { mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { BUSY_TIMEOUT_MS } from '../limits.ts';

/** Raised whenever the tables or the folding change; a library that no step below leads on must be imported again. */
const SCHEMA_VERSION = 2;

// A whole batch fits, so that one commit writes one segment.
const FTS_MEMORY_BYTES = 256 * 1024 * 1024;
// One leaf of the index fills one page of the file.
const FTS_PAGE_BYTES = 8_000;
// Segments of one level before they are merged. More make imports faster and each search open more segments.
const FTS_MERGE_SEGMENTS = 16;
// Where merging stops being spread over later commits and is done at once; rarely reached.
const FTS_CRISIS_SEGMENTS = 64;

// Bodies are appended in order of arrival, so a large import never rewrites old pages; `rank` orders results by
// publication and is the rowid of the full-text table. FTS5 keeps no copy of the text (content=''), but can still
// delete a row by its rowid alone (contentless_delete).
const SCHEMA = `
  CREATE TABLE record (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL,
    rank INTEGER NOT NULL,
    language TEXT NOT NULL,
    is_sample INTEGER NOT NULL,
    body TEXT NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX record_id ON record (id);
  CREATE UNIQUE INDEX record_rank ON record (rank);
  CREATE TABLE tally (
    language TEXT NOT NULL,
    is_sample INTEGER NOT NULL,
    records INTEGER NOT NULL,
    PRIMARY KEY (language, is_sample)
  ) STRICT, WITHOUT ROWID;
  CREATE VIRTUAL TABLE term USING fts5 (
    terms, content = '', contentless_delete = 1, tokenize = 'ascii', detail = full
  );
  INSERT INTO term (term, rank) VALUES ('hashsize', ${FTS_MEMORY_BYTES});
  INSERT INTO term (term, rank) VALUES ('pgsz', ${FTS_PAGE_BYTES});
  INSERT INTO term (term, rank) VALUES ('automerge', ${FTS_MERGE_SEGMENTS});
  INSERT INTO term (term, rank) VALUES ('crisismerge', ${FTS_CRISIS_SEGMENTS});
  PRAGMA user_version = 1;
`;

/**
 * What its author is found by, and the comments that were saved with a video. `place` is the order of the file; `root` is empty at
 * the top. A row of `discussion` says that comments were saved, even none.
 */
const AUTHORS_AND_COMMENTS = `
  ALTER TABLE record ADD COLUMN author TEXT NOT NULL DEFAULT '';
  ALTER TABLE record ADD COLUMN handle TEXT NOT NULL DEFAULT '';
  ALTER TABLE record ADD COLUMN views INTEGER NOT NULL DEFAULT -1;
  UPDATE record SET
    handle = lower(ltrim(coalesce(json_extract(body, '$.author.handle'), ''), '@')),
    author = coalesce(
      json_extract(body, '$.author.id'),
      lower(ltrim(coalesce(json_extract(body, '$.author.handle'), ''), '@'))
    ),
    views = coalesce(json_extract(body, '$.stats.views'), -1);
  CREATE INDEX record_author ON record (author, rank) WHERE author <> '';
  CREATE INDEX record_author_views ON record (author, views, rank) WHERE author <> '';
  CREATE INDEX record_handle ON record (handle, rank) WHERE handle <> '';
  CREATE TABLE discussion (
    seq INTEGER PRIMARY KEY,
    digest TEXT NOT NULL
  ) STRICT;
  CREATE TABLE comment (
    seq INTEGER NOT NULL,
    root TEXT NOT NULL,
    place INTEGER NOT NULL,
    id TEXT NOT NULL,
    second INTEGER NOT NULL,
    likes INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (seq, root, place)
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX comment_id ON comment (seq, id);
  CREATE INDEX comment_newest ON comment (seq, root, second DESC, place);
  CREATE INDEX comment_top ON comment (seq, root, likes DESC, place);
  PRAGMA user_version = 2;
`;

/** From each version to the next. */
const STEPS: Record<number, string> = { 0: SCHEMA, 1: AUTHORS_AND_COMMENTS };

export function libraryPath(dataDir: string): string {
  return join(dataDir, 'library.db');
}

/** Opens the file for writing and creates it when there is none. Throws when it is no library of this version. */
export function openForWriting(path: string): DatabaseSync {
  mkdirSync(dirname(path), { recursive: true });
  const db = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
  try {
    // 8 KiB pages import a fifth faster than 4 KiB ones. NORMAL: a power cut may lose the last batch, never the file.
    db.exec('PRAGMA page_size = 8192; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
    // Kibibytes. Holds the id and rank indexes of a few million records, which an import touches at random.
    db.exec('PRAGMA cache_size = -131072');
    createSchema(db);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/**
 * A statement that changes something. Each tells the last rowid that any statement of the connection used, and the full-text table has
 * some beyond what a number holds: asked for as a number, such a rowid is an error.
 */
export function prepareWrite(db: DatabaseSync, sql: string): StatementSync {
  const statement = db.prepare(sql);
  statement.setReadBigInts(true);
  return statement;
}

/** Opens an existing file for searching; null while there is none or its first import has not committed yet. */
export function openForReading(path: string): DatabaseSync | null {
  if (fileIdentity(path) === null) return null;
  const db = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
  try {
    db.exec('PRAGMA query_only = 1; PRAGMA cache_size = -65536');
    const version = readVersion(db);
    if (version === 0) {
      db.close();
      return null;
    }
    if (STEPS[version] === undefined) refuseOtherVersion(db);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/**
 * Leads a library of an earlier version on to this one, where it may be written. One that may not stays as it is: it can be searched,
 * and what came later is not in it.
 */
export function bringUpToDate(path: string): void {
  const before = openForReading(path);
  const isOld = before !== null && !hasAuthors(before);
  before?.close();
  if (!isOld) return;
  try {
    openForWriting(path).close();
  } catch {
    // Its folder or file is read-only, or another process writes for longer than anybody waits.
  }
}

/** Whether it knows authors and comments. */
export function hasAuthors(db: DatabaseSync): boolean {
  return readVersion(db) >= 2;
}

/** Tells a file from another one put in its place. */
export function fileIdentity(path: string): string | null {
  const stat = statSync(path, { throwIfNoEntry: false, bigint: true });
  return stat === undefined ? null : `${stat.dev}:${stat.ino}`;
}

/** All of the work, or none of it. */
export function inWriteTransaction<T>(db: DatabaseSync, work: () => T): T {
  db.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    db.exec('COMMIT');
    return result;
  } catch (error) {
    // Some failures, a full disk among them, have ended it already.
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}

function createSchema(db: DatabaseSync): void {
  inWriteTransaction(db, () => {
    for (let step = STEPS[readVersion(db)]; step !== undefined; step = STEPS[readVersion(db)]) db.exec(step);
    refuseOtherVersion(db);
  });
}

function refuseOtherVersion(db: DatabaseSync): void {
  const version = readVersion(db);
  if (version === SCHEMA_VERSION) return;
  throw new Error(
    `the library has version ${version}, this program reads ${SCHEMA_VERSION}: move library.db away and import again`,
  );
}

function readVersion(db: DatabaseSync): number {
  return Number(db.prepare('PRAGMA user_version').get()?.user_version);
}
