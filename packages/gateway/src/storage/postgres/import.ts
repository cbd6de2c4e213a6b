// Writes a whole ledger into an empty PostgreSQL database. It is one transaction from the first row to the verification, with every
// trigger enabled: an interrupted copy leaves nothing, and one that violates a constraint is refused.

import type { ColumnType } from '../../domain/field-table.ts';
import type { Row } from '../steps/reading.ts';
import type { TransferRefused } from '../transfer/row-transfer.ts';
import type { TransferTarget } from '../transfer/transfer.ts';
import { TRANSFER_TABLES, type TransferTable } from '../transfer/transfer-tables.ts';
import { connectPrimary, createPool, type SqlConnection } from './connection.ts';
import { connectionOf, keepOthersOut, readTable } from './export.ts';
import { migrate } from './migrate.ts';
import { checkServer } from './server-check.ts';
import { verifyLedger } from './verify.ts';

const IN_MONTHS = new Set(['entries', 'usage_days', 'provider_days']);
const TYPES: Record<ColumnType, string> = { text: 'text', integer: 'bigint', bytes: 'bytea' };

export interface PostgresImport extends TransferTarget {
  /** The connection of its transaction: whatever else is written on it is committed by `finish`, or discarded. */
  connection: SqlConnection;
}

export async function openPostgresImport(url: string): Promise<PostgresImport | TransferRefused> {
  await prepare(url);
  const client = await connectPrimary(url);
  const db = connectionOf(client);
  await db.query({ text: 'BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE' });
  const refusal = (await keepOthersOut(db)) ?? (await whyNotEmpty(db));
  if (refusal !== null) {
    await client.end();
    return refusal;
  }
  const months = new Set<string>();
  return {
    connection: db,
    async write(table, rows) {
      if (IN_MONTHS.has(table.name)) await makeMonths(db, months, rows);
      await writeRows(db, table, rows);
    },
    read: (table) => readTable(db, table),
    async writeSecret({ fingerprint, secret }) {
      await db.runOne(
        'INSERT INTO service_secret (id, fingerprint, secret) VALUES (1, $1, $2)',
        fingerprint,
        secret,
      );
    },
    async verify() {
      // Without statistics about such large new tables, the server would plan as if they were empty.
      await db.query({ text: 'ANALYZE' });
      return verifyLedger(db);
    },
    async finish() {
      for (const text of SEQUENCES) await db.query({ text });
      await db.query({ text: 'COMMIT' });
    },
    close: () => client.end(),
  };
}

async function prepare(url: string): Promise<void> {
  const pool = createPool(url, { sync: 'any' });
  try {
    await checkServer(pool, 'any');
    await migrate(pool);
  } finally {
    await pool.end();
  }
}

async function whyNotEmpty(db: SqlConnection): Promise<TransferRefused | null> {
  for (const name of [...TRANSFER_TABLES.map((table) => table.name), 'service_secret']) {
    const row = await db.get(`SELECT 1 AS one FROM ${name} LIMIT 1`);
    if (row === undefined) continue;
    const detail = `the PostgreSQL database is not empty: it has ${name} already. Copy into a new database`;
    return { kind: 'refused', detail };
  }
  return null;
}

/** One parameter per column, for any number of rows. */
export async function writeRows(
  db: SqlConnection,
  { name, columns }: TransferTable,
  rows: Row[],
): Promise<void> {
  const names = Object.keys(columns);
  const lists = Object.values(columns).map((type, i) => `$${i + 1}::${TYPES[type]}[]`);
  const changed = await db.run(
    `INSERT INTO ${name} (${names.join(', ')}) OVERRIDING SYSTEM VALUE SELECT * FROM unnest(${lists.join(', ')})`,
    ...names.map((column) => rows.map((row) => row[column] ?? null)),
  );
  if (changed !== rows.length) throw new Error(`${name}: ${changed} of ${rows.length} rows were written`);
}

/** Entries and daily sums are partitioned by month, and partitions of past months must be made first. */
async function makeMonths(db: SqlConnection, made: Set<string>, rows: Row[]): Promise<void> {
  for (const { day, at_ms: atMs } of rows) {
    const month = monthOf(day, atMs);
    if (month === null || made.has(month)) continue;
    await db.get('SELECT reelgate_make_months($1, 1) AS until_ms', Date.parse(`${month}-01`));
    made.add(month);
  }
}

function monthOf(day: Row[string] | undefined, atMs: Row[string] | undefined): string | null {
  if (typeof day === 'string') return day.slice(0, 7);
  return typeof atMs === 'number' ? new Date(atMs).toISOString().slice(0, 7) : null;
}

/** Sequences whose next value must be after the copied rows. */
const SEQUENCES = [
  "SELECT setval('calls_seq', coalesce(max(seq), 1), max(seq) IS NOT NULL) FROM calls",
  "SELECT setval('entries_id_seq', coalesce(max(id), 1), max(id) IS NOT NULL) FROM entries",
  `SELECT setval(pg_get_serial_sequence('audit', 'id'), coalesce(max(id), 1), max(id) IS NOT NULL) FROM audit`,
];
