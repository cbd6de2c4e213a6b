// How the schema changes while others work: rows survive, there are no deadlocks, concurrent starts agree whatever the defaults of the
// database, and a start without changes needs no right to make any.
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { base62 } from '../../domain/access/key.ts';
import { systemClock, systemRandom } from '../../domain/clock.ts';
import { emptyDatabase, type TestDatabase } from '../../testing/postgres-databases.ts';
import { OLD_MONTH_MS, OLD_TABLES, oldRows } from '../testing/old-rows.ts';
import { createPool } from './connection.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations/index.ts';
import { openPostgresStorage } from './open-storage.ts';

let database: TestDatabase;
/** For other transactions and for reading results; it waits for a connection without a limit. */
let pool: pg.Pool;
/** For migrations. */
let own: pg.Pool;

beforeEach(async () => {
  database = await emptyDatabase();
  pool = new pg.Pool({ connectionString: database.url });
  pool.on('error', () => {});
  own = createPool(database.url, { sync: 'any' });
});
afterEach(async () => {
  await pool.end();
  await own.end();
  await database.drop();
});

const open = (url = database.url) =>
  openPostgresStorage({ sync: 'any', url, clock: systemClock, random: systemRandom, serves: false });

async function fillOld(): Promise<void> {
  await migrate(own, migrations.slice(0, 1));
  await pool.query('SELECT reelgate_make_months($1, 1)', [OLD_MONTH_MS]);
  for (const sql of oldRows) await pool.query(sql);
}

/** Rows with their values by column name. */
async function readAll(): Promise<Record<string, object[]>> {
  const all: Record<string, object[]> = {};
  for (const table of OLD_TABLES) {
    all[table] = (await pool.query(`SELECT * FROM ${table}`)).rows;
  }
  return all;
}

test.each(migrations.map((_, i) => i + 1))(
  'a ledger of schema version %i has every row with every value after the newest one is opened, and is sound',
  async (version) => {
    await fillOld();
    await migrate(own, migrations.slice(0, version));
    const before = await readAll();
    const storage = await open();
    const report = await storage.ledger.verify();
    const usage = await storage.usage.read({ fromDay: '2026-11-01', toDay: '2026-11-30', by: 'path' });
    await storage.close();
    expect(report.differences).toEqual([]);
    expect(usage).toMatchObject([
      { group: '/p', calls: 1, failures: 61, chargedMicros: 11 },
      { group: '/q', calls: 0, failures: 62, chargedMicros: 0 },
    ]);
    const after = await readAll();
    for (const table of OLD_TABLES) {
      const kept = before[table]!.map((row) => expect.objectContaining(row));
      expect(after[table]).toEqual(expect.arrayContaining(kept));
      // A migration may add rows to `meta`, and nowhere else.
      if (table !== 'meta') expect(after[table]).toHaveLength(kept.length);
    }
  },
);

describe('a migration of a table that is in use', () => {
  let stranger: pg.PoolClient;

  beforeEach(async () => {
    await fillOld();
    stranger = await pool.connect();
    // Holds the table's lock like a batch between its two round trips.
    await stranger.query('BEGIN; SELECT 1 FROM calls');
  });

  /** A transaction of this database that waits for a lock, and when it began. */
  async function waiting(unlike?: string): Promise<string> {
    for (;;) {
      const { rows } = await pool.query(
        `SELECT xact_start::text AS began FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      const began = rows[0]?.began as string | undefined;
      if (began !== undefined && began !== unlike) return began;
    }
  }

  test('waits for all that it needs at once, and holds nothing of it in the meantime', async () => {
    const migrated = migrate(own);
    await waiting();
    const { rows } = await pool.query(
      "SELECT mode, granted FROM pg_locks WHERE relation = 'calls'::regclass AND pid <> $1",
      [(stranger as unknown as { processID: number }).processID],
    );
    expect(rows.filter(({ granted }) => granted)).toEqual([]);
    // The batch may still write what it has read.
    await stranger.query("UPDATE calls SET attempts = '[]' WHERE state = 'held'; COMMIT");
    stranger.release();
    await migrated;
    expect((await pool.query('SELECT max(version)::integer AS version FROM migrations')).rows).toEqual([
      { version: migrations.length },
    ]);
  });

  test('lets queries that wait behind it pass, and tries again', async () => {
    const migrated = migrate(own);
    const first = await waiting();
    await waiting(first);
    await stranger.query('COMMIT');
    stranger.release();
    await migrated;
  });
});

test('a migration that is killed midway leaves nothing, and the next start applies it whole', async () => {
  await fillOld();
  await migrate(own);
  const stranger = await pool.connect();
  await stranger.query('BEGIN; SELECT 1 FROM keys');
  const two = [
    ...migrations,
    {
      name: 'two tables',
      compatibleFrom: 1,
      sql: 'ALTER TABLE accounts ADD COLUMN tried bigint; ALTER TABLE keys ADD COLUMN tried bigint',
    },
  ];
  let isOver = false;
  const killed = expect(
    migrate(own, two).finally(() => {
      isOver = true;
    }),
  ).rejects.toThrow('terminat');
  // The migration gives up and tries again, so the kill may come too late and is repeated too.
  while (!isOver) {
    await pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE 'ALTER TABLE accounts%'`,
    );
  }
  await killed;
  await stranger.query('COMMIT');
  stranger.release();
  const tried = `SELECT attrelid::regclass::text AS table FROM pg_attribute WHERE attname = 'tried' ORDER BY 1`;
  expect((await pool.query(tried)).rows).toEqual([]);
  await migrate(own, two);
  expect((await pool.query(tried)).rows).toEqual([{ table: 'accounts' }, { table: 'keys' }]);
});

test('nodes that start at the same time agree, whatever isolation the database has for a default', async () => {
  await database.query(
    `DO $$ BEGIN
       EXECUTE format('ALTER DATABASE %I SET default_transaction_isolation = serializable', current_database());
       EXECUTE format('ALTER DATABASE %I SET default_transaction_read_only = on', current_database());
     END $$`,
  );
  const storages = await Promise.all([open(), open(), open(), open()]);
  for (const storage of storages) await storage.ready();
  await Promise.all(storages.map((storage) => storage.close()));
});

test('a role that may only read can verify the ledger', async () => {
  await fillOld();
  await migrate(own);
  const role = `reader_${base62(systemRandom, 12).toLowerCase()}`;
  await pool.query(
    `CREATE ROLE ${role} LOGIN PASSWORD 'test'; GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${role}`,
  );
  const url = new URL(database.url);
  url.username = role;
  url.password = 'test';
  const storage = await open(url.href);
  expect((await storage.ledger.verify()).differences).toEqual([]);
  await storage.close();
  await pool.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
});
