// Brings the schema up to date: one migration per transaction, which also records it, so that a start that dies midway continues where it
// stopped. Concurrent starts wait for each other on an advisory lock of the transaction. Indexes of large tables are built online:
// outside a transaction, repeatable, and recorded when they exist. A database that is newer than this build is used only if its last
// migration allows this build. If nothing is missing, nothing is changed and no right to change is needed.
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { type RandomBytes, systemRandom } from '../../domain/clock.ts';
import { UnusableDatabase } from '../storage.ts';
import { isConflict, isConnectionLost, isLockTimeout, type Pool } from './connection.ts';
import {
  isOnline,
  type Migration,
  type OnlineMigration,
  migrations as ours,
  type TransactionalMigration,
} from './migrations/index.ts';
import { buildOnline, type OnlineIndex, type RunSql } from './online-index.ts';

/** Every start takes this advisory lock. The first number is ours; 2 is used for making partitions. */
export const START_LOCK = '7233941, 1';
const LOCK = `SELECT pg_advisory_xact_lock(${START_LOCK})`;
/** Taken while indexes are built. The lock of the start is released meanwhile, so that old nodes may start. */
const ONLINE_LOCK = '7233941, 3';
/** Overrides the defaults of the role and the database: a start must see what another start committed before it released the lock. */
const BEGIN = 'BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE';
/** Milliseconds. Limits a migration that fills a large table, so that a start fails visibly in the end. */
const MIGRATION_MS = 600_000;
/**
 * Milliseconds. All paid calls queue behind a migration that waits for a table, so it gives up after this time, lets them pass and tries
 * again.
 */
const TABLE_WAIT_MS = 500;
/** All attempts and pauses take about five minutes: longer than a backup of an average ledger locks its tables. */
const ATTEMPTS_MAX = 300;
const PAUSE_MS = 250;
/** Each attempt takes two seconds at most. */
const CONNECTS_MAX = 5;
/** Milliseconds. An index over a hundred million rows takes almost an hour. */
const ONLINE_MS = 3_600_000;
/** With the pauses at least as long as another node may build. */
const LOOKS_MAX = ONLINE_MS / PAUSE_MS;

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
  const migrator: Migrator = { pool, migrations, random };
  while (await applyNext(migrator));
}

interface Migrator {
  pool: Pool;
  migrations: readonly Migration[];
  random: RandomBytes;
}

/** Returns false when nothing is left to do. */
async function applyNext(migrator: Migrator): Promise<boolean> {
  const done = await retryWhileLocked(migrator.random, () => applyInTransaction(migrator));
  if (typeof done === 'boolean') return done;
  for (let look = 1; !(await applyOnline(migrator, done)); look++) {
    if (look >= LOOKS_MAX)
      throw new UnusableDatabase(
        'another node has been building indexes for an hour: wait for it or stop it, then start again',
      );
    await pauseUnlikeOthers(migrator.random);
  }
  return true;
}

/** Repeats work that failed because of locks of others; between attempts, waiting transactions can pass. */
async function retryWhileLocked<T>(random: RandomBytes, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const isInTheWay = isConflict(error) || isLockTimeout(error);
      if (!isInTheWay || attempt >= ATTEMPTS_MAX) throw error;
      await pauseUnlikeOthers(random);
    }
  }
}

/** Random, so that two nodes do not collide again and again. */
const pauseUnlikeOthers = (random: RandomBytes) => pause(PAUSE_MS + (PAUSE_MS * random(1)[0]!) / 256);

/** Retries: a busy machine may answer too late, and of several hosts the first may be down. Nothing has been changed yet. */
async function connected(pool: Pool): Promise<pg.PoolClient> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await pool.connect();
    } catch (error) {
      if (!isConnectionLost(error) || attempt >= CONNECTS_MAX) throw error;
    }
  }
}

/** Uses one connection of the pool. If the work fails, the connection is closed, which rolls back its transaction. */
async function onOneConnection<T>(
  pool: Pool,
  queryMs: number,
  work: (run: RunSql) => Promise<T>,
): Promise<T> {
  const client = await connected(pool);
  const run: RunSql = async (text, values) =>
    (await client.query<Record<string, unknown>>({ text, values, query_timeout: queryMs } as pg.QueryConfig))
      .rows;
  let isDone = false;
  try {
    const result = await work(run);
    isDone = true;
    return result;
  } finally {
    client.release(!isDone);
  }
}

function inTransaction<T>(pool: Pool, queryMs: number, work: (run: RunSql) => Promise<T>): Promise<T> {
  return onOneConnection(pool, queryMs, async (run) => {
    await run(BEGIN);
    const result = await work(run);
    await run('COMMIT');
    return result;
  });
}

/** False when nothing is left to do; the number of applied versions when the next one is an online migration. */
function applyInTransaction({ pool, migrations }: Migrator): Promise<boolean | number> {
  return inTransaction(pool, MIGRATION_MS, async (run) => {
    await run(LOCK);
    const version = await readVersion(run, migrations.length);
    const next = migrations[version];
    if (next === undefined) return false;
    if (isOnline(next)) return version;
    await apply(run, next, version);
    return true;
  });
}

/**
 * Returns false when another node is building. The transaction only holds the lock that keeps other nodes from building the same index.
 * It has no snapshot while it waits, because a concurrent build would wait for that.
 */
function applyOnline(migrator: Migrator, version: number): Promise<boolean> {
  const { name, compatibleFrom, online } = migrator.migrations[version] as OnlineMigration;
  return inTransaction(migrator.pool, ONLINE_MS, async (run) => {
    // If the operator's timeout for idle transactions ended this one, a second node could start building.
    await run('SET LOCAL idle_in_transaction_session_timeout = 0');
    const [lock] = await run(`SELECT pg_try_advisory_xact_lock(${ONLINE_LOCK}) AS mine`);
    if (lock?.mine !== true) return false;
    for (const index of online) await retryWhileLocked(migrator.random, () => build(migrator, index));
    const row =
      'INSERT INTO migrations (version, name, compatible_from) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING';
    await run(row, [version + 1, name, compatibleFrom]);
    return true;
  });
}

function build({ pool, random }: Migrator, index: OnlineIndex): Promise<void> {
  const shortly = (sql: string) =>
    retryWhileLocked(random, () =>
      inTransaction(pool, MIGRATION_MS, async (run) => {
        await run(`SET LOCAL lock_timeout = ${TABLE_WAIT_MS}`);
        await run(sql);
      }),
    );
  return onOneConnection(pool, ONLINE_MS, async (run) => {
    // A concurrent build begins its own transactions, and the operator may have made them read-only by default.
    await run('SET default_transaction_read_only = off');
    await buildOnline(index, { run, shortly });
    await run('RESET default_transaction_read_only');
  });
}

/** 0 for an empty database. */
async function readVersion(run: RunSql, understood: number): Promise<number> {
  const [table] = await run("SELECT to_regclass('migrations') IS NOT NULL AS found");
  if (table?.found !== true) return 0;
  const [row] = await run(
    'SELECT coalesce(max(version), 0) AS version, coalesce(max(compatible_from), 0) AS compatible_from FROM migrations',
  );
  assertUnderstood(row!.version as number, row!.compatible_from as number, understood);
  return row!.version as number;
}

/**
 * Locks tables of earlier migrations as strongly as needed before it begins. A migration that locked a table again more strongly later
 * would deadlock with every batch that read the table in between.
 */
async function apply(
  run: RunSql,
  { sql, name, compatibleFrom, changes }: TransactionalMigration,
  version: number,
): Promise<void> {
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
