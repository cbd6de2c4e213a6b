// Online migrations build whole indexes on plain tables and on every month, while others write, once for all nodes, and the next start
// finishes what a kill interrupted. Transactions of another connection control the sequence of events.
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../testing/postgres-databases.ts';
import { createPool } from './connection.ts';
import { migrate } from './migrate.ts';
import { type Migration, migrations } from './migrations/index.ts';

const SOME = migrations.length;
const PLAIN: Migration = {
  name: 'plain',
  compatibleFrom: 1,
  online: [{ name: 'calls_tried', table: 'calls', on: '(key_id, seq)' }],
};
const MONTHLY: Migration = {
  name: 'monthly',
  compatibleFrom: 1,
  online: [{ name: 'entries_tried', table: 'entries', on: "(at_ms) WHERE kind = 'refund'" }],
};

let database: TestDatabase;
/** For other transactions and for reading results; it waits for a connection without a limit. */
let pool: pg.Pool;
/** For migrations. */
let own: pg.Pool;
let stranger: pg.PoolClient;

beforeEach(async () => {
  database = await freshDatabase();
  pool = new pg.Pool({ connectionString: database.url });
  pool.on('error', () => {});
  own = createPool(database.url, { sync: 'any' });
  stranger = await pool.connect();
});
afterEach(async () => {
  stranger.release(true);
  await pool.end();
  await own.end();
  await database.drop();
});

const run = (...more: Migration[]) => migrate(own, [...migrations, ...more]);

async function versions(): Promise<string[]> {
  const { rows } = await pool.query('SELECT name FROM migrations WHERE version > $1 ORDER BY version', [
    SOME,
  ]);
  return rows.map(({ name }) => name as string);
}

/** Names of indexes and whether they are valid, sorted. */
async function indexes(like: string): Promise<Record<string, boolean>> {
  const { rows } = await pool.query(
    `SELECT c.relname AS name, i.indisvalid AS valid FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
      WHERE c.relname LIKE $1 ORDER BY 1`,
    [like],
  );
  return Object.fromEntries(rows.map(({ name, valid }) => [name, valid]));
}

interface Waiter {
  pid: number;
  began: string;
}

/** A transaction of this database that waits for a lock, with a query like this one. */
async function waiting(like: string, unlike?: Waiter): Promise<Waiter> {
  for (;;) {
    const { rows } = await pool.query<{ pid: number; began: string }>(
      `SELECT pid, query_start::text AS began FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE $1`,
      [like],
    );
    const found = rows[0];
    if (found !== undefined && found.began !== unlike?.began) return found;
  }
}

const BUILDING = 'CREATE INDEX CONCURRENTLY%';
/** Like a batch between its two round trips: building an index waits for its end. */
const AS_A_BATCH = 'BEGIN; LOCK TABLE calls, entries IN ROW EXCLUSIVE MODE';

test('an index is there for every month, those of the future included, and is recorded once', async () => {
  await run(PLAIN, MONTHLY);
  await pool.query('SELECT reelgate_make_months($1, 1)', [Date.parse('2030-05-01')]);
  const made = { ...(await indexes('calls_tried%')), ...(await indexes('entries%tried%')) };
  expect(made).toMatchObject({
    calls_tried: true,
    entries_tried: true,
    entries_tried_y2026m11: true,
    entries_tried_y2027m01: true,
  });
  expect(Object.values(made)).not.toContain(false);
  const [attached] = (
    await pool.query(
      `SELECT (SELECT count(*) FROM pg_inherits WHERE inhparent = 'entries_tried'::regclass) AS indexes,
              (SELECT count(*) FROM pg_inherits WHERE inhparent = 'entries'::regclass) AS months`,
    )
  ).rows;
  expect(attached.indexes).toBe(attached.months);
  await run(PLAIN, MONTHLY);
  expect(await versions()).toEqual(['plain', 'monthly']);
});

test('while an index is being built others write to its table', async () => {
  await stranger.query(AS_A_BATCH);
  const migrated = run(PLAIN);
  await waiting(BUILDING);
  // Fails if a write has to wait at all.
  await pool.query(
    "BEGIN; SET LOCAL lock_timeout = 1; UPDATE calls SET attempts = '[]' WHERE state = 'held'; COMMIT",
  );
  expect(await versions()).toEqual([]);
  await stranger.query('COMMIT');
  await migrated;
  expect(await versions()).toEqual(['plain']);
});

test.each([
  ['a plain table', PLAIN, 'calls_tried'],
  ['a month', MONTHLY, 'entries_tried_y2026m11'],
])('a build on %s that is killed midway is finished by the next start', async (_where, migration, left) => {
  // Only a month: the index of the whole table is another step.
  await stranger.query('BEGIN; LOCK TABLE calls, entries_y2026m11 IN ROW EXCLUSIVE MODE');
  const killed = expect(run(migration)).rejects.toThrow();
  const { pid } = await waiting(BUILDING);
  await pool.query('SELECT pg_terminate_backend($1)', [pid]);
  await killed;
  await stranger.query('COMMIT');
  expect(await indexes(left)).toEqual({ [left]: false });
  expect(await versions()).toEqual([]);
  await run(migration);
  expect(Object.values(await indexes('%tried%'))).not.toContain(false);
  expect(await versions()).toEqual([migration.name]);
});

test('the step that others would wait behind gives up and is tried again', async () => {
  await stranger.query(AS_A_BATCH);
  const migrated = run(MONTHLY);
  const first = await waiting('CREATE INDEX IF NOT EXISTS%');
  await waiting('CREATE INDEX IF NOT EXISTS%', first);
  await stranger.query('COMMIT');
  await migrated;
  expect(await versions()).toEqual(['monthly']);
});

test('nodes that start together build an index once, and all find it', async () => {
  await stranger.query(AS_A_BATCH);
  const nodes = [run(PLAIN), run(PLAIN), run(PLAIN)];
  await waiting(BUILDING);
  const { rows } = await pool.query(
    'SELECT count(*)::integer AS builders FROM pg_stat_activity WHERE datname = current_database() AND query LIKE $1',
    [BUILDING],
  );
  expect(rows).toEqual([{ builders: 1 }]);
  await stranger.query('COMMIT');
  await Promise.all(nodes);
  expect(await indexes('calls_tried%')).toEqual({ calls_tried: true });
  expect(await versions()).toEqual(['plain']);
});

test('a node that does not know a newer index starts and works while another node builds it', async () => {
  await stranger.query(AS_A_BATCH);
  const migrated = run(PLAIN);
  await waiting(BUILDING);
  await migrate(own);
  await stranger.query('COMMIT');
  await migrated;
  await migrate(own);
});
