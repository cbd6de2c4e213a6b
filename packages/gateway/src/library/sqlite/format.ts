// The format of a library file: its tables, the steps from one version to the next, and which releases may open it. An older release goes
// on working on a file that a newer one has used: steps only add. Only a step that removes something raises COMPATIBLE_FROM.
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { EXPORT_ROWS_MAX } from '../limits.ts';
import { type LibraryRecord, toEntry } from '../record.ts';
import { hasTranscripts, withSpoken } from '../searching/spoken-words.ts';

// Prepares write queries for a library file, in a form that survives the large rowids of the full-text table.

/**
 * Every write query returns the last rowid that the connection used. Rowids of the full-text table may exceed what a number holds exactly,
 * and node:sqlite throws when it must return such a rowid as a number.
 */
export function prepareWrite(db: DatabaseSync, sql: string): StatementSync {
  const statement = db.prepare(sql);
  statement.setReadBigInts(true);
  return statement;
}

/** The oldest version whose releases can use a file of VERSION. Raised when tables are removed or words are folded differently. */
const COMPATIBLE_FROM = 1;

/** From this version on, records have authors and comments. */
const WITH_AUTHORS = 2;

/** From this version on, records have places in playlists. */
const WITH_PLACES = 4;

/** From this version on, records have transcripts. */
const WITH_TRACKS = 5;

/** From this version on, records are found below the exact tiers. */
const WITH_LOOSE = 6;

/**
 * Releases before version 3 check only SQLite's `user_version`: the first one opens 1 and nothing else, the second one 1 and 2. So no step
 * changes it, and the release that created a file can still open it. New files get the number of the second release, which cannot write to
 * a file that says 1 and has authors.
 */
const USER_VERSION_OF_NEW_FILES = 2;
const USER_VERSION_OF_FIRST_RELEASE = 1;

// A whole batch fits, so that one commit writes one segment.
const FTS_MEMORY_BYTES = 256 * 1024 * 1024;
// One leaf of the index fills one page of the file.
const FTS_PAGE_BYTES = 8_000;
// Segments of one level before they are merged. A higher number makes imports faster, but each search opens more segments.
const FTS_MERGE_SEGMENTS = 16;
// At this number, merging is no longer spread over later commits but done at once; rarely reached.
const FTS_CRISIS_SEGMENTS = 64;

// Bodies are appended in the sequence of arrival, so a large import never rewrites old pages. `rank` sorts results by publication and is
// the rowid of the full-text table. FTS5 keeps no copy of the text (content=''), but can still delete a row by its rowid alone
// (contentless_delete).
export const FIRST_TABLES = `
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
`;

/** Value of `views` in a record that a release without authors wrote: its author still has to be read from its body. */
const UNREAD = -2;

/**
 * The key of each record's author, and the comments that were saved with a video. `place` is the sequence of the file; `root` is empty for
 * top comments. A row of `discussion` means that comments were saved, even if there were none.
 */
const AUTHORS_AND_COMMENTS = `
  ALTER TABLE record ADD COLUMN author TEXT NOT NULL DEFAULT '';
  ALTER TABLE record ADD COLUMN handle TEXT NOT NULL DEFAULT '';
  ALTER TABLE record ADD COLUMN views INTEGER NOT NULL DEFAULT ${UNREAD};
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
`;

/** From now on the file itself states its version and which releases may open it. */
const SAYS_ITS_FORMAT = `
  CREATE TABLE format (version INTEGER NOT NULL, compatible_from INTEGER NOT NULL) STRICT;
  INSERT INTO format VALUES (0, 0);
  CREATE INDEX record_unread ON record (seq) WHERE views = ${UNREAD};
`;

/**
 * Triggers for a file that the first release can open: that release changes records without updating authors, and removes records without
 * removing comments. The first trigger also fires when this release changes a record but not its author; then this release reads the author
 * again at once.
 */
const FOR_FIRST_RELEASE = `
  CREATE TRIGGER record_changed AFTER UPDATE OF body ON record
    WHEN NEW.author = OLD.author AND NEW.handle = OLD.handle AND NEW.views = OLD.views
    BEGIN UPDATE record SET views = ${UNREAD} WHERE seq = NEW.seq; END;
  CREATE TRIGGER record_removed AFTER DELETE ON record
    BEGIN DELETE FROM comment WHERE seq = OLD.seq; DELETE FROM discussion WHERE seq = OLD.seq; END;
`;

/**
 * The places of records in playlists, and the records by views. Triggers derive the places from the body, so they are right also when a
 * release that knows nothing of playlists changes or removes a record. Records of earlier versions are in no playlist.
 */
const PLACES_FROM_BODY = `INSERT OR IGNORE INTO place (playlist, place, seq)
  SELECT json_extract(value, '$.id'), json_extract(value, '$.position'), NEW.seq FROM json_each(NEW.body, '$.playlists')`;
const HAS_PLACES = (row: string) => `instr(${row}.body, '"playlists":[') > 0`;
const PLACES = `
  CREATE TABLE place (
    playlist TEXT NOT NULL,
    place INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    PRIMARY KEY (playlist, place, seq)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX place_record ON place (seq);
  CREATE TRIGGER record_placed AFTER INSERT ON record WHEN ${HAS_PLACES('NEW')}
    BEGIN ${PLACES_FROM_BODY}; END;
  CREATE TRIGGER record_replaced AFTER UPDATE OF body ON record WHEN ${HAS_PLACES('NEW')} OR ${HAS_PLACES('OLD')}
    BEGIN DELETE FROM place WHERE seq = NEW.seq; ${PLACES_FROM_BODY}; END;
  CREATE TRIGGER record_left AFTER DELETE ON record WHEN ${HAS_PLACES('OLD')}
    BEGIN DELETE FROM place WHERE seq = OLD.seq; END;
  CREATE INDEX record_views ON record (views, rank) WHERE views >= 0;
`;

/**
 * The transcripts of a record, in the sequence in which its body lists them. A trigger removes them, because older releases may remove
 * records of this file, and the number of a removed record may be used again.
 */
const TRACKS = `
  CREATE TABLE track (
    seq INTEGER NOT NULL,
    place INTEGER NOT NULL,
    content TEXT NOT NULL,
    PRIMARY KEY (seq, place)
  ) STRICT;
  CREATE TRIGGER record_tracks_removed AFTER DELETE ON record
    BEGIN DELETE FROM track WHERE seq = OLD.seq; END;
`;

/** `words`: a word of a record without field and sequence. `indexed` is 0 where an older release wrote the record. */
export const INDEX_WORDS = 'INSERT INTO loose (rowid, words) VALUES (?, ?)';

/**
 * The words of all fields, without field and sequence (`detail = none`), for the search below the exact tiers. This release adds one to
 * `indexed` whenever it changes a record; where a change leaves it as it was, an older release made it, and this one indexes the record again.
 */
const LOOSE_WORDS = `
  CREATE VIRTUAL TABLE loose USING fts5 (
    words, content = '', contentless_delete = 1, tokenize = 'ascii', detail = none
  );
  INSERT INTO loose (loose, rank) VALUES ('hashsize', ${FTS_MEMORY_BYTES});
  INSERT INTO loose (loose, rank) VALUES ('pgsz', ${FTS_PAGE_BYTES});
  INSERT INTO loose (loose, rank) VALUES ('automerge', ${FTS_MERGE_SEGMENTS});
  INSERT INTO loose (loose, rank) VALUES ('crisismerge', ${FTS_CRISIS_SEGMENTS});
  CREATE VIRTUAL TABLE loose_word USING fts5vocab(loose, 'row');
  ALTER TABLE record ADD COLUMN indexed INTEGER NOT NULL DEFAULT 0;
  CREATE INDEX record_unindexed ON record (rank) WHERE indexed = 0;
  CREATE TRIGGER record_reworded AFTER UPDATE OF body ON record
    BEGIN DELETE FROM loose WHERE rowid = OLD.rank; END;
  CREATE TRIGGER record_rewritten AFTER UPDATE OF body ON record WHEN NEW.indexed = OLD.indexed
    BEGIN UPDATE record SET indexed = 0 WHERE seq = NEW.seq; END;
  CREATE TRIGGER record_unworded AFTER DELETE ON record
    BEGIN DELETE FROM loose WHERE rowid = OLD.rank; END;
`;

/** One step from each version to the next. */
const STEPS: ((db: DatabaseSync) => void)[] = [
  (db) => db.exec(`${FIRST_TABLES} PRAGMA user_version = ${USER_VERSION_OF_NEW_FILES}`),
  (db) => db.exec(AUTHORS_AND_COMMENTS),
  (db) => {
    db.exec(SAYS_ITS_FORMAT);
    if (userVersion(db) === USER_VERSION_OF_FIRST_RELEASE) db.exec(FOR_FIRST_RELEASE);
  },
  (db) => db.exec(PLACES),
  (db) => db.exec(TRACKS),
  (db) => db.exec(LOOSE_WORDS),
];

const VERSION = STEPS.length;

/** Applies the missing steps, inside a write transaction. Throws when a newer release has made the file unreadable for this one. */
export function leadOn(db: DatabaseSync): void {
  const { version } = understoodFormat(db);
  if (version < VERSION) {
    for (const step of STEPS.slice(version)) step(db);
    db.prepare('UPDATE format SET version = ?, compatible_from = ?').run(VERSION, COMPATIBLE_FROM);
  }
  readAuthors(db);
}

/** Gives the words of a record as they are indexed: with those of its transcripts, which are in the file. */
export function spokenReader(db: DatabaseSync) {
  const read = db.prepare('SELECT content FROM track WHERE seq = ? ORDER BY place');
  return (seq: number, body: Uint8Array, words: Uint8Array): Uint8Array =>
    hasTranscripts(body) ? withSpoken(words, contentsOf(read.iterate(seq))) : words;
}

function* contentsOf(rows: Iterable<Record<string, unknown>>): Generator<string> {
  for (const { content } of rows) yield String(content);
}

/**
 * Indexes the words of records that an older release has imported or changed, oldest first: FTS5 flushes whenever a rowid decreases. Takes a
 * limited number, so that no transaction holds all of a large library. True when more are left.
 */
export function indexWords(db: DatabaseSync): boolean {
  const unread = db.prepare(
    `SELECT seq, rank, body FROM record WHERE indexed = 0 ORDER BY rank LIMIT ${EXPORT_ROWS_MAX}`,
  );
  const index = prepareWrite(db, INDEX_WORDS);
  const set = prepareWrite(db, 'UPDATE record SET indexed = 1 WHERE seq = ?');
  const spoken = spokenReader(db);
  const rows = unread.all();
  for (const { seq, rank, body } of rows) {
    const entry = toEntry(JSON.parse(String(body)) as LibraryRecord);
    index.run(rank!, spoken(Number(seq), entry.body, entry.words));
    set.run(seq!);
  }
  return rows.length === EXPORT_ROWS_MAX;
}

/** Reads the authors of records that an older release has imported or changed since. */
export function readAuthors(db: DatabaseSync): void {
  const unread = db.prepare(`SELECT seq, body FROM record WHERE views = ${UNREAD} LIMIT ${EXPORT_ROWS_MAX}`);
  const set = prepareWrite(db, 'UPDATE record SET author = ?, handle = ?, views = ? WHERE seq = ?');
  for (let rows = unread.all(); rows.length > 0; rows = unread.all()) {
    for (const { seq, body } of rows) {
      const { author, handle, views } = toEntry(JSON.parse(String(body)) as LibraryRecord);
      set.run(author, handle, views, seq as number);
    }
  }
}

/** Whether the file lacks a step, or an older release has written to it since. */
export function isBehind(db: DatabaseSync): boolean {
  if (formatOf(db).version < VERSION) return true;
  return (
    db.prepare(`SELECT 1 FROM record WHERE views = ${UNREAD} OR indexed = 0 LIMIT 1`).get() !== undefined
  );
}

/** Whether the file has authors and comments. */
export function hasAuthors(db: DatabaseSync): boolean {
  return formatOf(db).version >= WITH_AUTHORS;
}

/** Whether the file has places in playlists. */
export function hasPlaces(db: DatabaseSync): boolean {
  return formatOf(db).version >= WITH_PLACES;
}

/** Whether the file has transcripts. */
export function hasTracks(db: DatabaseSync): boolean {
  return formatOf(db).version >= WITH_TRACKS;
}

/** Whether the words of the records lie in the file without field and sequence too. */
export function hasLoose(db: DatabaseSync): boolean {
  return formatOf(db).version >= WITH_LOOSE;
}

/** Whether no library was created in the file yet. */
export function isEmptyFile(db: DatabaseSync): boolean {
  return formatOf(db).version === 0;
}

interface LibraryFormat {
  version: number;
  compatibleFrom: number;
}

export function understoodFormat(db: DatabaseSync): LibraryFormat {
  const format = formatOf(db);
  if (format.compatibleFrom <= VERSION) return format;
  throw new Error(
    `the library has version ${format.version}, which releases from version ${format.compatibleFrom} on can read, and this one has ` +
      `${VERSION}: start the newer release, or move library.db away and import again`,
  );
}

/** Files of earlier releases have only `user_version`. */
function formatOf(db: DatabaseSync): LibraryFormat {
  const says = db.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'format'").get();
  if (says === undefined) return { version: userVersion(db), compatibleFrom: userVersion(db) };
  const row = db.prepare('SELECT version, compatible_from FROM format').get();
  return { version: Number(row?.version), compatibleFrom: Number(row?.compatible_from) };
}

function userVersion(db: DatabaseSync): number {
  return Number(db.prepare('PRAGMA user_version').get()?.user_version);
}
