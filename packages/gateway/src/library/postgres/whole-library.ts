// Owns a whole library in PostgreSQL as something that moves: read in one snapshot on a connection of its own, which no writer waits for, or
// written within the transaction that the ledger arrives in.
import { connectPrimary, type SqlConnection } from '../../storage/postgres/connection.ts';
import { connectionOf, readTable } from '../../storage/postgres/export.ts';
import { writeRows } from '../../storage/postgres/import.ts';
import type { Row } from '../../storage/steps/reading.ts';
import { refuseTransfer, type TransferRefused } from '../../storage/transfer/row-transfer.ts';
import { isRecords } from '../library-tables.ts';
import { type LibraryRecord, toEntry } from '../record.ts';
import type { LibrarySource, LibraryTarget } from '../whole-library.ts';
import { COLUMN_LISTS, columnsOf, type Placed } from './batch.ts';
import { isMade } from './reader.ts';
import { WRITER_LOCK } from './store-writer.ts';

/** null when no library was created. */
export async function openDatabaseSource(url: string): Promise<LibrarySource | null> {
  const client = await connectPrimary(url);
  const db = connectionOf(client);
  await db.query({ text: 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY' });
  if (!(await isMade(db))) {
    await client.end();
    return null;
  }
  return {
    count: async ({ name }) => (await db.get(`SELECT count(*) AS n FROM ${name}`))!.n as number,
    read: (table) => readTable(db, table),
    close: () => client.end(),
  };
}

/** The caller of this function ends the transaction, and with it the copy. */
export async function openSessionTarget(db: SqlConnection): Promise<LibraryTarget | TransferRefused> {
  await db.query({ text: `SELECT pg_advisory_xact_lock(${WRITER_LOCK})` });
  if ((await db.get('SELECT 1 AS one FROM library_records LIMIT 1')) !== undefined)
    return refuseTransfer(
      'the PostgreSQL database has a library already: copy into a new database, or leave the library out with --without-library',
    );
  return {
    write: (table, rows) => (isRecords(table) ? writeRecords(db, rows) : writeRows(db, table, rows)),
    read: (table) => readTable(db, table),
    async makeSearchable() {
      for (const text of SEARCHABLE) await db.query({ text });
    },
    finish: async () => {},
    close: async () => {},
  };
}

/** New records get numbers after the copied ones. Even without records, a library exists from now on. */
const SEARCHABLE = [
  `INSERT INTO library_tallies (language, is_sample, records)
   SELECT language, is_sample, count(*) FROM library_records GROUP BY language, is_sample`,
  "SELECT setval('library_records_seq_seq', coalesce(max(seq), 1)) FROM library_records",
  // A running node takes numbers that it has passed for records that it knows.
  "INSERT INTO library_changes (seq, revision) SELECT seq, nextval('library_revisions') FROM library_records ON CONFLICT (seq) DO UPDATE SET revision = excluded.revision",
  "SELECT gin_clean_pending_list('library_words')",
];

async function writeRecords(db: SqlConnection, rows: readonly Row[]): Promise<void> {
  const placed = rows.map(placedOf);
  await db.run(
    `INSERT INTO library_records (rank, language, is_sample, author, handle, views, title_terms, text_terms, tag_terms, body, id, seq)
     SELECT * FROM unnest(${COLUMN_LISTS}, $11::text[], $12::bigint[])`,
    ...columnsOf(placed),
    placed.map(({ entry }) => entry.id),
    rows.map(({ seq }) => seq),
  );
}

/** The body as it is stored, character by character. */
function placedOf({ rank, body }: Row): Placed {
  const text = String(body);
  const entry = { ...toEntry(JSON.parse(text) as LibraryRecord), body: Buffer.from(text) };
  return { entry, rank: rank as number };
}
