// Owns the schema's version: it applies what is missing, one migration per transaction, recorded in it, so that a start that
// dies midway goes on where it stopped. Concurrent starts wait for each other on an advisory lock of the transaction. A
// database that is newer than this build is served only if its last change says that this build may. Who finds everything
// in place changes nothing, and needs no right to.
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { type RandomBytes, systemRandom } from '../../domain/clock.ts';
import { UnusableDatabase } from '../storage.ts';
import { isConflict, isLockTimeout, type Pool } from './connection.ts';
import { type Migration, migrations as ours } from './migrations/index.ts';

/** Every start takes this lock. Any number that is ours; the second one belongs to the making of months. */
export const START_LOCK = '7233941, 1';
const LOCK = `SELECT pg_advisory_xact_lock(${START_LOCK})`;
/** Whatever the role or the database has for a default: what another start has made must be seen once it let go. */
const BEGIN = 'BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE';
/** Bounds a migration that fills a large table, so that a start fails loudly in the end. */
const MIGRATION_MS = 600_000;
/** Behind whoever waits for a table all paid calls queue up, so a migration lets them pass and tries again. */
const TABLE_WAIT_MS = 500;
/** With the pauses some five minutes: longer than a backup of a middling ledger keeps its tables. */
const ATTEMPTS_MAX = 300;
const PAUSE_MS = 250;

const TABLE = `
  CREATE TABLE IF NOT EXISTS migrations (
    version         bigint PRIMARY KEY,
    name            text NOT NULL,
    compatible_from bigint NOT NULL,
    applied_at      timestamptz NOT NULL DEFAULT clock_timestamp()
  )`;

export async function migrate(
  pool: Pool,
  migrations: readonly Migration[] = ours,
  random: RandomBytes = systemRandom,
): Promise<void> {
  for (let attempt = 1; ; ) {
    try {
      if (!(await applyNext(pool, migrations))) return;
      attempt = 1;
    } catch (error) {
      const isInTheWay = isConflict(error) || isLockTimeout(error);
      if (!isInTheWay || attempt >= ATTEMPTS_MAX) throw error;
      attempt++;
      await pause(PAUSE_MS + (PAUSE_MS * random(1)[0]!) / 256);
    }
  }
}

/** Returns false when nothing is left to do. */
async function applyNext(pool: Pool, migrations: readonly Migration[]): Promise<boolean> {
  const client = await pool.connect();
  const run: Run = async (text, values) =>
    (
      await client.query<Record<string, unknown>>({
        text,
        values,
        query_timeout: MIGRATION_MS,
      } as pg.QueryConfig)
    ).rows;
  let isDone = false;
  try {
    await run(BEGIN);
    await run(LOCK);
    const version = await readVersion(run, migrations.length);
    const next = migrations[version];
    if (next !== undefined) await apply(run, next, version);
    await run('COMMIT');
    isDone = true;
    return next !== undefined;
  } finally {
    // A connection in the middle of a failed migration is dropped, and its transaction with it.
    client.release(!isDone);
  }
}

type Run = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;

/** 0 in a database that is empty yet. */
async function readVersion(run: Run, understood: number): Promise<number> {
  const [table] = await run("SELECT to_regclass('migrations') IS NOT NULL AS found");
  if (table?.found !== true) return 0;
  const [row] = await run(
    'SELECT coalesce(max(version), 0) AS version, coalesce(max(compatible_from), 0) AS compatible_from FROM migrations',
  );
  assertUnderstood(row!.version as number, row!.compatible_from as number, understood);
  return row!.version as number;
}

/**
 * Tables that others use are locked as strongly as the migration needs before it begins: one that locked a table and wanted
 * more of it later would meet every batch that read the table in between, and each would wait for the other.
 */
async function apply(run: Run, { sql, name, compatibleFrom, changes }: Migration, version: number) {
  if (version === 0) await run(TABLE);
  await run(`SET LOCAL lock_timeout = ${TABLE_WAIT_MS}`);
  if (changes !== undefined) await run(`LOCK TABLE ${changes.join(', ')} IN ACCESS EXCLUSIVE MODE`);
  await run(sql);
  const row = 'INSERT INTO migrations (version, name, compatible_from) VALUES ($1, $2, $3)';
  await run(row, [version + 1, name, compatibleFrom]);
}

function assertUnderstood(version: number, compatibleFrom: number, understood: number): void {
  if (compatibleFrom <= understood) return;
  throw new UnusableDatabase(
    `the database has schema version ${version}, which needs a Reelgate that understands version ${compatibleFrom}; ` +
      `this build understands only up to ${understood}: the database was changed by a newer Reelgate`,
  );
}
