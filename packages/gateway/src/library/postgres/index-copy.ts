// Owns this process's copy of the index of a library in PostgreSQL: the records with their words, in a private SQLite file that its process
// alone sees and that ends with it. It is built from the database and follows it by two numbers: the last new record, and the last change
// of an older one. A search first brings it up to the snapshot that it reads, so it finds whatever was committed before it was asked.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { threadId } from 'node:worker_threads';
import type { Clock } from '../../domain/clock.ts';
import { makeFolder } from '../../process/make-folder.ts';
import type { SqlConnection } from '../../storage/postgres/connection.ts';
import { FOLLOW_MS, FOLLOW_ROWS } from '../limits.ts';
import { type LibraryRecord, toEntry } from '../record.ts';
import { IndexBehind } from '../record-index.ts';
import { withSpoken } from '../searching/spoken-words.ts';
import { inWriteTransaction } from '../sqlite/database.ts';
import { INDEX_WORDS, leadOn, prepareWrite } from '../sqlite/format.ts';
import { SqliteIndex } from '../sqlite/record-index.ts';

interface Row {
  seq: number;
  /** null, as the others, for a record that was removed. */
  id: string | null;
  rank: number | null;
  body: string | null;
  revision?: number;
}

const NEW_ROWS = `SELECT seq, id, rank, body FROM library_records WHERE seq > $1 ORDER BY seq LIMIT ${FOLLOW_ROWS}`;
const CHANGES = `SELECT c.seq, c.revision, r.id, r.rank, r.body
  FROM (SELECT seq, revision FROM library_changes WHERE revision > $1 ORDER BY revision LIMIT ${FOLLOW_ROWS}) c
  LEFT JOIN library_records r ON r.seq = c.seq ORDER BY c.revision`;
const REVISION = 'SELECT coalesce(max(revision), 0)::bigint AS last FROM library_changes';

export class IndexCopy {
  /** It held everything at some time, so it follows in short steps from now on. */
  isBuilt = false;
  readonly #clock: Clock;
  readonly #folder: string | null;
  #opened: { writer: CopyWriter; index: SqliteIndex } | null = null;
  #seq = 0;
  /** null until the first step: changes before it are in the records that it reads. */
  #revision: number | null = null;

  constructor(clock: Clock, folder: string | null) {
    this.#clock = clock;
    this.#folder = folder;
  }

  /** The index as of this connection's snapshot. Throws `IndexBehind` when that would take too long. */
  async current(db: SqlConnection): Promise<SqliteIndex> {
    const stopMs = this.#clock.monotonicMs() + FOLLOW_MS;
    while (!(await this.step(db)))
      if (this.#clock.monotonicMs() >= stopMs)
        throw new IndexBehind(`the index of this node is being built: ${this.#seq} records so far`);
    return this.#open().index;
  }

  /** Takes over a limited number of records and changes. True when nothing was left. */
  async step(db: SqlConnection): Promise<boolean> {
    this.#revision ??= (await db.get(REVISION))!.last as number;
    const [added, changed] = (await Promise.all([
      db.all(NEW_ROWS, this.#seq),
      db.all(CHANGES, this.#revision),
    ])) as unknown as [Row[], Row[]];
    if (added.length > 0 || changed.length > 0) {
      const rows = [...added, ...changed];
      this.#open().writer.write(rows, await spokenOf(db, rows));
    }
    this.#seq = added.at(-1)?.seq ?? this.#seq;
    this.#revision = changed.at(-1)?.revision ?? this.#revision;
    const isCurrent = added.length < FOLLOW_ROWS && changed.length < FOLLOW_ROWS;
    this.isBuilt ||= isCurrent;
    return isCurrent;
  }

  #open() {
    if (this.#opened === null) {
      const db = openPrivate(this.#folder);
      // In KiB, as for the file of a library.
      db.exec('PRAGMA cache_size = -65536');
      inWriteTransaction(db, () => leadOn(db));
      this.#opened = { writer: new CopyWriter(db), index: new SqliteIndex(db, this.#clock) };
    }
    return this.#opened;
  }
}

const SETTINGS = 'PRAGMA page_size = 8192; PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF';

/** A file without a name, so no other process sees it and it is gone when this one ends, however that happens. */
function openPrivate(folder: string | null): DatabaseSync {
  const name = `library-index-${process.pid}-${threadId}.tmp`;
  const file = folder === null ? '' : join(folder, name);
  if (folder !== null) makeFolder(folder);
  const db = new DatabaseSync(file);
  db.exec(`${SETTINGS}; CREATE TABLE opened (one); DROP TABLE opened`);
  if (folder !== null) rmSync(file, { force: true });
  return db;
}

/** Quotes inside texts are escaped, so only a record that lists transcripts has this. */
export const TRACKS_FIELD = '"tracks":[';

export async function tracksOf(db: SqlConnection, seq: number): Promise<string[]> {
  const rows = await db.all('SELECT content FROM library_tracks WHERE seq = $1 ORDER BY place', seq);
  return rows.map(({ content }) => content as string);
}

const NO_WORDS = new Uint8Array();

/** One record after another: their transcripts together might not fit into memory. */
async function spokenOf(db: SqlConnection, rows: readonly Row[]): Promise<Map<number, Uint8Array>> {
  const spoken = new Map<number, Uint8Array>();
  for (const { seq, body } of rows)
    if (body?.includes(TRACKS_FIELD)) spoken.set(seq, withSpoken(NO_WORDS, await tracksOf(db, seq)));
  return spoken;
}

/** Puts rows of the database into the copy: the same numbers, ranks and bodies. */
class CopyWriter {
  readonly #db: DatabaseSync;
  readonly #known: StatementSync;
  readonly #unindex: StatementSync;
  readonly #remove: StatementSync;
  readonly #insert: StatementSync;
  readonly #index: StatementSync;
  readonly #indexWords: StatementSync;

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.#known = db.prepare('SELECT rank FROM record WHERE seq = ? OR rank = ? OR id = ?');
    this.#unindex = prepareWrite(db, 'DELETE FROM term WHERE rowid = ?');
    this.#remove = prepareWrite(db, 'DELETE FROM record WHERE rank = ?');
    this.#insert = prepareWrite(
      db,
      `INSERT INTO record (seq, id, rank, language, is_sample, body, author, handle, views, indexed)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 1)`,
    );
    this.#indexWords = prepareWrite(db, INDEX_WORDS);
    this.#index = prepareWrite(db, 'INSERT INTO term (rowid, terms) VALUES (?, ?)');
  }

  /** `spoken` has the words of those that have transcripts, by their number. */
  write(rows: readonly Row[], spoken: ReadonlyMap<number, Uint8Array>): void {
    // A record that is both new and changed comes twice, and is the same in one snapshot.
    const bySeq = [...new Map(rows.map((row) => [row.seq, row])).values()];
    // FTS5 flushes its memory each time a rowid decreases.
    bySeq.sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0));
    inWriteTransaction(this.#db, () => {
      for (const row of bySeq) this.#forget(row);
      for (const { seq, rank, body } of bySeq)
        if (rank !== null && body !== null) this.#put(seq, rank, body, spoken.get(seq));
    });
  }

  /** A rank or an id may belong to a record that has moved or gone since, and whose own change comes later. */
  #forget({ seq, id, rank }: Row): void {
    for (const known of this.#known.all(seq, rank, id)) {
      this.#unindex.run(known.rank!);
      this.#remove.run(known.rank!);
    }
  }

  #put(seq: number, rank: number, body: string, spoken: Uint8Array | undefined): void {
    const { id, language, isSample, author, handle, views, terms, words } = toEntry(
      JSON.parse(body) as LibraryRecord,
    );
    this.#insert.run(seq, id, rank, language, Number(isSample), body, author, handle, views);
    this.#index.run(rank, terms);
    this.#indexWords.run(rank, spoken === undefined ? words : Buffer.concat([words, spoken]));
  }
}
