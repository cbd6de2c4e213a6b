// A whole library file, for copies: read in one snapshot, written as a new file that gets its name when it is complete, or copied as it is.
// It blocks its thread, so it belongs in a command, not in a serving gateway.
import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { beginFile, giveName, removeDatabase, unfinishedName } from '../../storage/sqlite/new-file.ts';
import type { Row } from '../../storage/steps/reading.ts';
import {
  type CopiedTable,
  inBatches,
  refuseTransfer,
  type TransferRefused,
} from '../../storage/transfer/row-transfer.ts';
import { selectOf, type TransferTable } from '../../storage/transfer/transfer-tables.ts';
import { isRecords, isTracks } from '../library-tables.ts';
import { BUSY_TIMEOUT_MS } from '../limits.ts';
import { type LibraryRecord, toEntry } from '../record.ts';
import {
  type ArrivedLibrary,
  digestLibrary,
  type LibrarySource,
  type LibraryTarget,
  UnreadableLibrary,
} from '../whole-library.ts';
import { inWriteTransaction, openForReading, openForWriting, openUntouched } from './database.ts';
import { hasAuthors, hasTracks, INDEX_WORDS, prepareWrite, spokenReader } from './format.ts';

/** Names of a library's tables in a file. */
const NAMES: Record<string, string> = {
  library_records: 'record',
  library_discussions: 'discussion',
  library_comments: 'comment',
  library_tracks: 'track',
};

function inFile(table: TransferTable): TransferTable {
  return { ...table, name: NAMES[table.name]! };
}

/** null when no library was created. */
export function openFileSource(file: string): LibrarySource | null {
  return orUnreadable(file, () => {
    const db = openUntouched(file);
    if (db === null) return null;
    db.exec('BEGIN');
    return {
      count: async (table) => orUnreadable(file, () => countRows(db, table)),
      read: (table) => readFileRows(file, db, table),
      close: async () => db.close(),
    };
  });
}

function countRows(db: DatabaseSync, table: TransferTable): number {
  if (!isIn(db, table)) return 0;
  return Number(db.prepare(`SELECT count(*) AS n FROM ${inFile(table).name}`).get()?.n);
}

/** A library of the first version has no comments, and those of the first three have no transcripts. */
function isIn(db: DatabaseSync, table: TransferTable): boolean {
  if (isTracks(table)) return hasTracks(db);
  return isRecords(table) || hasAuthors(db);
}

async function* readFileRows(file: string, db: DatabaseSync, table: TransferTable): AsyncGenerator<Row[]> {
  try {
    if (!isIn(db, table)) return;
    const rows = db.prepare(selectOf(inFile(table))).iterate() as Iterable<Row>;
    yield* inBatches(rows, table.batchRows);
  } catch (error) {
    throw unreadable(file, error);
  }
}

function orUnreadable<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw unreadable(file, error);
  }
}

function unreadable(file: string, error: unknown): UnreadableLibrary {
  return new UnreadableLibrary(`${file} cannot be read as a library: ${(error as Error).message}`);
}

/** A new file that is built from rows. */
export function openFileTarget(file: string): LibraryTarget | TransferRefused {
  const refused = whyNotNew(file);
  if (refused !== null) return refused;
  const unfinished = beginFile(file);
  const db = openForWriting(unfinished);
  return {
    write: async (table, rows) => inWriteTransaction(db, () => writeFileRows(db, table, rows)),
    read: (table) => readFileRows(unfinished, db, table),
    makeSearchable: async () => inWriteTransaction(db, () => indexAll(db)),
    ...endsOf(file, db),
  };
}

function whyNotNew(file: string): TransferRefused | null {
  if (!existsSync(file)) return null;
  return refuseTransfer(
    `${file} exists already: a library goes into a new file. Move it away, or leave the library out with --without-library`,
  );
}

function endsOf(file: string, db: DatabaseSync): Pick<LibraryTarget, 'finish' | 'close'> {
  return {
    async finish() {
      db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      db.close();
      giveName(file);
    },
    async close() {
      if (db.isOpen) db.close();
      removeDatabase(unfinishedName(file));
    },
  };
}

function writeFileRows(db: DatabaseSync, table: TransferTable, rows: readonly Row[]): void {
  const full = isRecords(table) ? rows.map(recordRow) : rows;
  if (full.length === 0) return;
  const names = Object.keys(full[0]!);
  const places = names.map(() => '?').join(', ');
  const insert = prepareWrite(
    db,
    `INSERT INTO ${inFile(table).name} (${names.join(', ')}) VALUES (${places})`,
  );
  for (const row of full) insert.run(...names.map((name) => row[name] ?? null));
}

function recordRow({ seq, rank, body }: Row): Row {
  const entry = toEntry(JSON.parse(String(body)) as LibraryRecord);
  const { id, language, isSample, author, handle, views } = entry;
  return {
    ...{ seq: seq!, rank: rank!, body: body!, id, language },
    ...{ is_sample: Number(isSample), author, handle, views, indexed: 1 },
  };
}

/** Sorted by ascending rank: the index flushes its memory each time a rowid decreases. */
function indexAll(db: DatabaseSync): void {
  db.exec(
    'INSERT INTO tally (language, is_sample, records) SELECT language, is_sample, count(*) FROM record GROUP BY 1, 2',
  );
  const index = prepareWrite(db, 'INSERT INTO term (rowid, terms) VALUES (?, ?)');
  const indexWords = prepareWrite(db, INDEX_WORDS);
  const spoken = spokenReader(db);
  for (const { seq, rank, body } of db
    .prepare('SELECT seq, rank, body FROM record ORDER BY rank')
    .iterate()) {
    const entry = toEntry(JSON.parse(String(body)) as LibraryRecord);
    index.run(rank as number, entry.terms);
    indexWords.run(rank as number, spoken(Number(seq), entry.body, entry.words));
  }
}

/** One snapshot with its index, even while an import runs; null when no library was created. */
export async function copyLibraryFile(
  from: string,
  file: string,
): Promise<ArrivedLibrary | TransferRefused | null> {
  const refused = whyNotNew(file);
  if (refused !== null) return refused;
  if (!hasFileLibrary(from)) return null;
  const unfinished = beginFile(file);
  try {
    orUnreadable(from, () => vacuumInto(from, unfinished));
    const tables = await digestFile(unfinished);
    return { tables, ...endsOf(file, openForWriting(unfinished)) };
  } catch (error) {
    removeDatabase(unfinished);
    throw error;
  }
}

async function digestFile(file: string): Promise<CopiedTable[]> {
  const source = openFileSource(file)!;
  try {
    return await digestLibrary(source);
  } finally {
    await source.close();
  }
}

function hasFileLibrary(file: string): boolean {
  const db = orUnreadable(file, () => openForReading(file));
  db?.close();
  return db !== null;
}

function vacuumInto(from: string, to: string): void {
  const db = new DatabaseSync(from, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
  try {
    db.prepare('VACUUM INTO ?').run(to);
  } finally {
    db.close();
  }
}
