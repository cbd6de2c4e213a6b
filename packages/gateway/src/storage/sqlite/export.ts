// Reads a whole SQLite ledger for a move. It holds the write lock meanwhile, so that nothing changes and no node starts on a ledger that
// is about to be left. It writes nothing.
import { existsSync } from 'node:fs';
import { findSecret } from '../nouns/service-secret.ts';
import type { Row } from '../steps/reading.ts';
import { inBatches, refuseNewer, type TransferRefused } from '../transfer/row-transfer.ts';
import type { TransferSource } from '../transfer/transfer.ts';
import { selectOf, type TransferTable } from '../transfer/transfer-tables.ts';
import { SqliteConnection } from './connection.ts';
import { migrations } from './migrations/index.ts';
import { listNodes } from './node-lock.ts';
import { runQueries } from './run-reading.ts';

export function openSqliteExport(file: string): TransferSource | TransferRefused {
  if (!existsSync(file)) return { kind: 'refused', detail: `there is no database at ${file}` };
  const served = whyServed(file);
  if (served !== null) return { kind: 'refused', detail: served };
  const db = new SqliteConnection(file, { readOnly: false });
  try {
    db.migrate();
    const newer = refuseNewer(Number(db.get('PRAGMA user_version')?.user_version), migrations.length);
    if (newer !== null) {
      db.close();
      return newer;
    }
    db.run('BEGIN IMMEDIATE');
  } catch (error) {
    db.close();
    throw error;
  }
  return {
    count: async ({ name }) => db.get(`SELECT count(*) AS n FROM ${name}`)!.n as number,
    read: (table) => readTable(db, table),
    secret: async () => runQueries(db, findSecret()),
    // A node may have started between the first check and the lock.
    whyStale: async () => whyServed(file),
    async close() {
      db.run('ROLLBACK');
      db.close();
    },
  };
}

function whyServed(file: string): string | null {
  const [node] = listNodes(`${file}.nodes`);
  if (node === undefined) return null;
  return `a gateway serves on ${file} (process ${node.pid}): stop it first, so that no charge is missing in the copy`;
}

export async function* readTable(db: SqliteConnection, table: TransferTable): AsyncGenerator<Row[]> {
  yield* inBatches(db.iterate(selectOf(table)), table.batchRows);
}
