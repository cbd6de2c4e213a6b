// Reads a whole PostgreSQL ledger, in one snapshot through cursors. For a move no node may serve meanwhile. For a backup nodes may serve,
// because a snapshot is the ledger at one moment.
import type { ClientBase } from 'pg';
import { findSecret } from '../nouns/service-secret.ts';
import type { Row } from '../steps/reading.ts';
import { refuseNewer, type TransferRefused } from '../transfer/row-transfer.ts';
import type { TransferSource } from '../transfer/transfer.ts';
import { selectOf, type TransferTable } from '../transfer/transfer-tables.ts';
import { connectPrimary, SqlConnection } from './connection.ts';
import { NOW_MS } from './database-clock.ts';
import { START_LOCK } from './migrate.ts';
import { migrations } from './migrations/index.ts';
import { NODE_GONE_MS } from './nodes.ts';
import { whyNoLedger } from './open-storage.ts';
import { runQueries } from './run-reading.ts';

/** A copy has no time limit. */
const FOREVER_MS = 2 ** 31 - 1;

export async function openPostgresExport(
  url: string,
  { mayServe }: { mayServe: boolean },
): Promise<TransferSource | TransferRefused> {
  const client = await connectPrimary(url);
  const missing = await whyNoLedger(client, url);
  if (missing !== null) {
    await client.end();
    return { kind: 'refused', detail: missing };
  }
  const db = connectionOf(client);
  await db.query({ text: 'BEGIN ISOLATION LEVEL REPEATABLE READ' });
  const newest = await db.get('SELECT max(version) AS version FROM migrations');
  const newer = refuseNewer(Number(newest!.version), migrations.length);
  const refusal = newer ?? (mayServe ? null : await keepOthersOut(db));
  if (refusal !== null) {
    await client.end();
    return refusal;
  }
  return {
    count: async ({ name }) => (await db.get(`SELECT count(*) AS n FROM ${name}`))!.n as number,
    read: (table) => readTable(db, table),
    secret: () => runQueries(db, findSecret()),
    // A node that starts waits for the lock of this transaction, so the snapshot stays complete.
    whyStale: async () => null,
    close: () => client.end(),
  };
}

export function connectionOf(client: ClientBase): SqlConnection {
  return new SqlConnection(client, () => FOREVER_MS);
}

/** Takes the lock that every start takes, until the transaction ends; null when no node serves or starts. */
export async function keepOthersOut(db: SqlConnection): Promise<TransferRefused | null> {
  const lock = await db.get(`SELECT pg_try_advisory_xact_lock(${START_LOCK}) AS mine`);
  if ((lock?.mine as unknown) !== true)
    return {
      kind: 'refused',
      detail: 'another process is starting on this PostgreSQL database or copying it: try again later',
    };
  const node = await db.get(`SELECT pid FROM nodes WHERE seen_at_ms > ${NOW_MS} - ${NODE_GONE_MS} LIMIT 1`);
  if (node === undefined) return null;
  return {
    kind: 'refused',
    detail:
      `a gateway serves on the PostgreSQL database (process ${node.pid} on its machine): stop it first. ` +
      `One that was killed counts as serving for ${NODE_GONE_MS / 1000} seconds`,
  };
}

export async function* readTable(db: SqlConnection, table: TransferTable): AsyncGenerator<Row[]> {
  await db.query({ text: `DECLARE transfer NO SCROLL CURSOR FOR ${selectOf(table)}` });
  for (;;) {
    const rows = await db.all(`FETCH ${table.batchRows} FROM transfer`);
    if (rows.length > 0) yield rows;
    if (rows.length < table.batchRows) break;
  }
  await db.query({ text: 'CLOSE transfer' });
}
