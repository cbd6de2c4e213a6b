// Writes entries into the index, one transaction per batch. An unchanged record is not touched, and a changed one keeps its place among the
// results unless its date changed. Entries of a batch are written with ascending ranks: FTS5 flushes its memory each time a rowid
// decreases.
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { LibraryWriter, Written } from '../library-store.ts';
import { BATCH_RECORDS_MAX } from '../limits.ts';
import { type IndexEntry, isEqualText, trackContents, withKept } from '../record.ts';
import { RANKS_PER_SECOND, secondOf } from '../searching/rank.ts';
import { CommentWriter } from './comment-writer.ts';
import { inWriteTransaction, openForWriting } from './database.ts';
import { INDEX_WORDS, indexWords, prepareWrite, readAuthors, spokenReader } from './format.ts';

/**
 * Writes the transcripts of a record: all of them together with the record, whose body lists them with their digests. So a record that did
 * not change has the same transcripts. A file that says nothing about transcripts leaves the existing ones. A trigger of the file removes
 * them with their record.
 */
class TrackWriter {
  private readonly clear: StatementSync;
  private readonly insert: StatementSync;

  constructor(db: DatabaseSync) {
    this.clear = prepareWrite(db, 'DELETE FROM track WHERE seq = ?');
    this.insert = prepareWrite(db, 'INSERT INTO track (seq, place, content) VALUES (?, ?, ?)');
  }

  /** Runs inside the transaction of the record, when that is new or changed. */
  write(seq: number, entry: IndexEntry): void {
    if (entry.tracks.length === 0) return;
    this.clear.run(seq);
    for (const [place, content] of trackContents(entry).entries()) this.insert.run(seq, place, content);
  }
}

interface Stored {
  seq: number;
  rank: number;
  language: string;
  is_sample: number;
  body: Uint8Array;
}

class Writer {
  private readonly db: DatabaseSync;
  private readonly byId: StatementSync;
  private readonly rankBelow: StatementSync;
  private readonly insert: StatementSync;
  private readonly replace: StatementSync;
  private readonly index: StatementSync;
  private readonly wordIndex: StatementSync;
  private readonly unindex: StatementSync;
  private readonly tally: StatementSync;
  private readonly comments: CommentWriter;
  private readonly tracks: TrackWriter;
  private readonly spoken: ReturnType<typeof spokenReader>;

  constructor(db: DatabaseSync) {
    this.db = db;
    this.byId = db.prepare(
      'SELECT seq, rank, language, is_sample, CAST(body AS BLOB) AS body FROM record WHERE id = ?',
    );
    this.rankBelow = db.prepare('SELECT rank FROM record WHERE rank < ? ORDER BY rank DESC LIMIT 1');
    this.insert = prepareWrite(
      db,
      `INSERT INTO record (id, rank, language, is_sample, body, author, handle, views, indexed)
       VALUES (?, ?, ?, ?, CAST(? AS TEXT), ?, ?, ?, 1) ON CONFLICT (id) DO NOTHING`,
    );
    this.replace = prepareWrite(
      db,
      `UPDATE record SET rank = ?, language = ?, is_sample = ?, body = CAST(? AS TEXT), author = ?, handle = ?, views = ?,
         indexed = indexed + 1 WHERE seq = ?`,
    );
    this.comments = new CommentWriter(db);
    this.tracks = new TrackWriter(db);
    this.spoken = spokenReader(db);
    this.index = prepareWrite(db, 'INSERT INTO term (rowid, terms) VALUES (?, ?)');
    this.wordIndex = prepareWrite(db, INDEX_WORDS);
    this.unindex = prepareWrite(db, 'DELETE FROM term WHERE rowid = ?');
    this.tally = prepareWrite(
      db,
      `INSERT INTO tally (language, is_sample, records) VALUES (?, ?, ?)
       ON CONFLICT DO UPDATE SET records = records + excluded.records`,
    );
  }

  /** Writes the whole batch or, when it throws, nothing of it. Ids within a batch must differ. */
  write(entries: IndexEntry[]): Written {
    return inWriteTransaction(this.db, () => {
      const written = new Batch(this, entries).write();
      readAuthors(this.db);
      indexWords(this.db);
      return written;
    });
  }

  /** Returns how many records were removed. */
  removeSample(): number {
    return inWriteTransaction(this.db, () => {
      this.db.exec(
        'DELETE FROM term WHERE rowid IN (SELECT rank FROM record WHERE is_sample = 1 ORDER BY rank)',
      );
      this.comments.removeSample();
      const { changes } = prepareWrite(this.db, 'DELETE FROM record WHERE is_sample = 1').run();
      this.db.exec('DELETE FROM tally WHERE is_sample = 1');
      return Number(changes);
    });
  }

  /** Removes all of them or, when it throws, none. Returns how many existed. */
  remove(ids: readonly string[]): number {
    return inWriteTransaction(this.db, () => {
      const removed = ids.filter((id) => this.removeOne(id)).length;
      this.db.exec('DELETE FROM tally WHERE records = 0');
      return removed;
    });
  }

  private removeOne(id: string): boolean {
    const stored = this.byId.get(id) as Stored | undefined;
    if (stored === undefined) return false;
    this.unindex.run(stored.rank);
    this.comments.remove(stored.seq);
    prepareWrite(this.db, 'DELETE FROM record WHERE seq = ?').run(stored.seq);
    this.addToTally(stored.language, stored.is_sample, -1);
    return true;
  }

  find(id: string): Stored {
    return this.byId.get(id) as unknown as Stored;
  }

  /** The first unused rank of a second. A second with a million records overflows into the next one. */
  freeRank(second: number): number {
    const first = second * RANKS_PER_SECOND;
    const below = this.rankBelow.get(first + RANKS_PER_SECOND) as { rank: number } | undefined;
    if (below === undefined || below.rank < first) return first;
    if (below.rank + 1 < first + RANKS_PER_SECOND) return below.rank + 1;
    return this.freeRank(second + 1);
  }

  /** Its number; null when the id already exists. */
  add(entry: IndexEntry, rank: number): number | null {
    const { id, language, isSample, body, author, handle, views } = entry;
    const done = this.insert.run(id, rank, language, Number(isSample), body, author, handle, views);
    if (Number(done.changes) === 0) return null;
    const seq = Number(done.lastInsertRowid);
    this.comments.write(seq, entry);
    this.tracks.write(seq, entry);
    return seq;
  }

  change(stored: Stored, entry: IndexEntry, rank: number): void {
    const { language, isSample, body, author, handle, views } = entry;
    this.unindex.run(stored.rank);
    this.replace.run(rank, language, Number(isSample), body, author, handle, views, stored.seq);
    this.tracks.write(stored.seq, entry);
  }

  /** True when they changed. */
  changeComments(stored: Stored, entry: IndexEntry): boolean {
    return this.comments.write(stored.seq, entry);
  }

  indexTerms(rank: number, terms: Uint8Array): void {
    this.index.run(rank, terms);
  }

  /** After its transcripts were written: those of the file are there too. */
  wordsOf(seq: number, { body, words }: IndexEntry): Uint8Array {
    return this.spoken(seq, body, words);
  }

  indexWords(rank: number, words: Uint8Array): void {
    this.wordIndex.run(rank, words);
  }

  addToTally(language: string, isSample: number, records: number): void {
    if (records !== 0) this.tally.run(language, isSample, records);
  }
}

class Batch {
  private readonly writer: Writer;
  private readonly entries: IndexEntry[];
  private readonly written: Written = { imported: 0, updated: 0, unchanged: 0 };
  private readonly pending: { rank: number; terms: Uint8Array; words: Uint8Array }[] = [];
  private readonly tallies = new Map<string, { language: string; isSample: number; records: number }>();

  constructor(writer: Writer, entries: IndexEntry[]) {
    this.writer = writer;
    this.entries = entries;
  }

  write(): Written {
    // Sorted by date, look-ups and inserts of the rank index stay on neighbouring pages.
    for (const entry of this.entries.toSorted((a, b) => a.second - b.second)) this.store(entry);
    this.pending.sort((a, b) => a.rank - b.rank);
    for (const { rank, terms } of this.pending) this.writer.indexTerms(rank, terms);
    for (const { rank, words } of this.pending) this.writer.indexWords(rank, words);
    for (const { language, isSample, records } of this.tallies.values())
      this.writer.addToTally(language, isSample, records);
    return this.written;
  }

  private store(entry: IndexEntry): void {
    const rank = this.writer.freeRank(entry.second);
    // Most records of an import are new, so the insert itself finds out whether the id exists.
    const seq = this.writer.add(entry, rank);
    if (seq !== null) this.added(entry, rank, seq);
    else this.compare(this.writer.find(entry.id), entry, rank);
  }

  private compare(stored: Stored, given: IndexEntry, freeRank: number): void {
    const entry = withKept(given, stored.body);
    const hasOtherComments = this.writer.changeComments(stored, entry);
    if (!isEqualText(stored.body, entry.body)) this.change(stored, entry, freeRank);
    else this.written[hasOtherComments ? 'updated' : 'unchanged'] += 1;
  }

  private added(entry: IndexEntry, rank: number, seq: number): void {
    this.pending.push({ rank, terms: entry.terms, words: this.writer.wordsOf(seq, entry) });
    this.count(entry.language, Number(entry.isSample), 1);
    this.written.imported += 1;
  }

  private change(stored: Stored, entry: IndexEntry, freeRank: number): void {
    const keepsPlace = secondOf(stored.rank) === entry.second;
    const rank = keepsPlace ? stored.rank : freeRank;
    this.writer.change(stored, entry, rank);
    this.pending.push({ rank, terms: entry.terms, words: this.writer.wordsOf(stored.seq, entry) });
    this.count(stored.language, stored.is_sample, -1);
    this.count(entry.language, Number(entry.isSample), 1);
    this.written.updated += 1;
  }

  private count(language: string, isSample: number, records: number): void {
    const key = `${isSample} ${language}`;
    const tally = this.tallies.get(key) ?? { language, isSample, records: 0 };
    tally.records += records;
    this.tallies.set(key, tally);
  }
}

/** Writes a library file. It blocks its thread while it writes, so it belongs in a command, not in a serving gateway. */
export function openSqliteWriter(path: string): LibraryWriter {
  const db = openForWriting(path);
  const writer = new Writer(db);
  // Moves the write-ahead log back into the file. Readers in other processes may keep part of it, which is not a failure.
  const fold = () => db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  return {
    batchMax: BATCH_RECORDS_MAX,
    write: async (entries) => writer.write(entries),
    async remove(ids) {
      // Removed records are overwritten in the file, not only unlinked.
      db.exec('PRAGMA secure_delete = ON');
      const removed = writer.remove(ids);
      fold();
      return removed;
    },
    removeSample: async () => writer.removeSample(),
    // Opening the file has already created the library.
    begin: async () => {},
    tidy: async () => fold(),
    close: async () => db.close(),
  };
}
