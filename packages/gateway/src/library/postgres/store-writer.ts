// Owns a library in PostgreSQL as something to write to: one transaction per batch, and one writer at a time, whatever node it runs on.
// A record that has not changed is not touched, and one that changed keeps its place among the results unless its date moved.
import { createPool, type HostPool, primaryFrom, SqlConnection } from '../../storage/postgres/connection.ts';
import { migrate } from '../../storage/postgres/migrate.ts';
import type { LibraryWriter, Written } from '../library-store.ts';
import { BUSY_TIMEOUT_MS } from '../limits.ts';
import { addToTallies, writeBatch } from './batch.ts';

/** Small enough that another import waits for seconds, not minutes. */
const BATCH_MAX = 5_000;
/** Half an hour: queries over a whole library, such as ANALYZE, may take long. */
const WRITE_MS = 1_800_000;
/** The ledger uses the numbers one to three, for starts, months and indexes. */
export const WRITER_LOCK = '7233941, 4';
const BEGIN =
  'BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE; ' +
  `SET LOCAL lock_timeout = ${BUSY_TIMEOUT_MS}; SELECT pg_advisory_xact_lock(${WRITER_LOCK})`;
/** A used sequence of record numbers marks that a library was created. */
const BEGIN_NUMBERS = `SELECT setval('library_records_seq_seq', 1)
  WHERE pg_sequence_last_value('library_records_seq_seq') IS NULL`;
/** After this many written records, statistics are updated at once, instead of when autovacuum runs. */
const MANY_RECORDS = 1_000;

export async function openPostgresWriter(url: string): Promise<LibraryWriter> {
  const pool = createPool(url, { sync: 'any', max: 1 });
  try {
    // An import may run before the first start of a gateway.
    await migrate(pool);
  } catch (error) {
    await pool.end();
    throw error;
  }
  let written = 0;
  return {
    batchMax: BATCH_MAX,
    async write(entries): Promise<Written> {
      const done = await inTransaction(pool, (db) => writeBatch(db, entries));
      written += done.imported + done.updated;
      return done;
    },
    remove: (ids) => inTransaction(pool, (db) => remove(db, 'id = ANY($1::text[])', [...ids])),
    removeSample: () => inTransaction(pool, (db) => remove(db, 'is_sample = $1', true)),
    begin: () => inTransaction(pool, (db) => db.run(BEGIN_NUMBERS).then(() => undefined)),
    tidy: () => tidy(pool, written),
    close: () => pool.end(),
  };
}

/** Foreign keys delete the comments with their records. */
async function remove(db: SqlConnection, which: string, value: unknown): Promise<number> {
  const gone = await db.all(
    `WITH gone AS (DELETE FROM library_records WHERE ${which} RETURNING language, is_sample)
     SELECT language, is_sample, count(*) AS n FROM gone GROUP BY language, is_sample`,
    value,
  );
  const counts = gone.map(({ language, is_sample, n }) => ({
    language: language as string,
    isSample: (is_sample as unknown) === true,
    records: -(n as number),
  }));
  await addToTallies(db, counts);
  return counts.reduce((sum, { records }) => sum - records, 0);
}

/** New words wait in a pending list that every search reads whole. Statistics decide how a word is searched. */
async function tidy(pool: HostPool, written: number): Promise<void> {
  const client = await primaryFrom(pool);
  let isDone = false;
  try {
    const db = new SqlConnection(client, () => WRITE_MS);
    await db.query({ text: "SELECT gin_clean_pending_list('library_words')" });
    if (written >= MANY_RECORDS) await db.query({ text: 'ANALYZE library_records' });
    isDone = true;
  } finally {
    client.release(!isDone);
  }
}

async function inTransaction<T>(pool: HostPool, work: (db: SqlConnection) => Promise<T>): Promise<T> {
  const client = await primaryFrom(pool);
  let isDone = false;
  try {
    const db = new SqlConnection(client, () => WRITE_MS);
    await db.query({ text: BEGIN });
    const result = await work(db);
    await db.query({ text: 'COMMIT' });
    isDone = true;
    return result;
  } finally {
    // A dropped connection rolls its transaction back.
    client.release(!isDone);
  }
}
