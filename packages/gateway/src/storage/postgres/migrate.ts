// Owns the schema's version: it applies what is missing, one migration per transaction, recorded in it, so that a start that
// dies midway goes on where it stopped. Concurrent starts wait for each other on an advisory lock of the transaction. A
// database that is newer than this build is served only if its last change says that this build may.
import { UnusableDatabase } from '../storage.ts';
import type { Pool } from './connection.ts';
import { type Migration, migrations as ours } from './migrations/index.ts';

/** Every start takes this lock. Any number that is ours; the second one belongs to the making of months. */
export const START_LOCK = '7233941, 1';
const LOCK = `SELECT pg_advisory_xact_lock(${START_LOCK})`;
/** Bounds a migration that waits for a lock or fills a large table, so that a start fails loudly in the end. */
const MIGRATION_MS = 600_000;

const TABLE = `
  CREATE TABLE IF NOT EXISTS migrations (
    version         bigint PRIMARY KEY,
    name            text NOT NULL,
    compatible_from bigint NOT NULL,
    applied_at      timestamptz NOT NULL DEFAULT clock_timestamp()
  )`;

export async function migrate(pool: Pool, migrations: readonly Migration[] = ours): Promise<void> {
  while (await applyNext(pool, migrations)) {
    // Each in its own transaction.
  }
}

/** Returns false when nothing is left to do. */
async function applyNext(pool: Pool, migrations: readonly Migration[]): Promise<boolean> {
  const client = await pool.connect();
  const run = (text: string, values?: unknown[]) =>
    client.query({ text, ...(values && { values }), query_timeout: MIGRATION_MS } as never);
  let isDone = false;
  try {
    await run('BEGIN');
    await run(LOCK);
    await run(TABLE);
    const { rows } = await client.query(
      'SELECT coalesce(max(version), 0) AS version, coalesce(max(compatible_from), 0) AS compatible_from FROM migrations',
    );
    const { version, compatible_from: compatibleFrom } = rows[0] as {
      version: number;
      compatible_from: number;
    };
    assertUnderstood(version, compatibleFrom, migrations.length);
    const next = migrations[version];
    if (next !== undefined) {
      await run(next.sql);
      const row = 'INSERT INTO migrations (version, name, compatible_from) VALUES ($1, $2, $3)';
      await run(row, [version + 1, next.name, next.compatibleFrom]);
    }
    await run('COMMIT');
    isDone = true;
    return next !== undefined;
  } finally {
    // A connection in the middle of a failed migration is dropped, and its transaction with it.
    client.release(!isDone);
  }
}

function assertUnderstood(version: number, compatibleFrom: number, understood: number): void {
  if (compatibleFrom <= understood) return;
  throw new UnusableDatabase(
    `the database has schema version ${version}, which needs a Reelgate that understands version ${compatibleFrom}; ` +
      `this build understands only up to ${understood}: the database was changed by a newer Reelgate`,
  );
}
