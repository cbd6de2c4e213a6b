// A node's own clock decides nothing on PostgreSQL, and the schema alone refuses a second call of one id and a charge above the hold.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Clock, systemClock, systemRandom } from '../../domain/clock.ts';
import { freshDatabase, type TestDatabase } from '../../testing/postgres-databases.ts';
import type { Storage } from '../storage.ts';
import { addPayer, openHold, PRICE, publishPrice, settlementOf } from '../testing/payer.ts';
import { createPool } from './connection.ts';
import { NOW_MS } from './database-clock.ts';
import { openPostgresStorage } from './open-storage.ts';

const HOUR = 3_600_000;
let database: TestDatabase;
let opened: Storage[];

beforeEach(async () => {
  database = await freshDatabase();
  opened = [];
});
afterEach(async () => {
  await Promise.all(opened.map((storage) => storage.close()));
  await database.drop();
});

async function openAt(shiftMs: number): Promise<Storage> {
  const clock: Clock = { ...systemClock, nowMs: () => systemClock.nowMs() + shiftMs };
  const storage = await openPostgresStorage({
    sync: 'any',
    url: database.url,
    clock,
    random: systemRandom,
    serves: true,
  });
  opened.push(storage);
  return storage;
}

test.each([
  ['before', -HOUR],
  ['after', HOUR],
])(
  'a node whose clock is an hour %s ends no hold early, and no other node ends its holds',
  async (_name, shiftMs) => {
    const right = await openAt(0);
    const wrong = await openAt(shiftMs);
    await publishPrice(right);
    await addPayer(right, 'acc', 5);
    const holds = [await openHold(right, 'acc', 'r1'), await openHold(wrong, 'acc', 'r2')];
    for (const node of [right, wrong]) {
      expect(await node.calls.expire({ holdTtlMs: 60_000 })).toEqual({ expired: 0 });
    }
    for (const hold of holds) expect((await wrong.calls.settle(settlementOf(hold))).kind).toBe('settled');
    expect((await right.accounts.find({ idOrName: 'acc' }))?.balanceMicros).toBe(3 * PRICE);
  },
);

test('a call that waited for its account begins when it got it, not when it began to wait', async () => {
  const storage = await openAt(0);
  await publishPrice(storage);
  await addPayer(storage, 'acc', 5);
  const pool = createPool(database.url, { sync: 'any' });
  const stranger = await pool.connect();
  await stranger.query("BEGIN; SELECT 1 FROM accounts WHERE id = 'acc' FOR UPDATE");
  const opening = openHold(storage, 'acc', 'r1');
  const waiting =
    "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
  while ((await pool.query(waiting)).rowCount === 0);
  const { rows } = await pool.query(`SELECT ${NOW_MS} AS now_ms`);
  await stranger.query('ROLLBACK');
  stranger.release();
  await pool.end();
  await opening;
  const [call] = await database.query('SELECT opened_at_ms::float8 AS opened_at_ms FROM calls');
  expect(call!.opened_at_ms).toBeGreaterThanOrEqual(rows[0].now_ms);
});

test('a node whose clock is a day ahead drops no answer that is still promised', async () => {
  const right = await openAt(0);
  const ahead = await openAt(24 * HOUR);
  await publishPrice(right);
  await addPayer(right, 'acc', 5);
  const answer = { kind: 'bytes' as const, bytes: Uint8Array.of(1), headers: {}, status: 200 };
  await right.calls.settle(settlementOf(await openHold(right, 'acc', 'r1'), { answer }));
  expect(await ahead.calls.purgeAnswers({ keepMs: HOUR })).toEqual({ purged: 0 });
});

const COLUMNS = `account_id, request_id, epoch, state, node, key_id, fingerprint, path, route_group, platform, operation,
                 variant, catalog_version, price_micros, opened_at_ms`;

test.each([
  ['a second call of one id', `INSERT INTO calls (${COLUMNS}) SELECT ${COLUMNS} FROM calls`, 'duplicate key'],
  [
    'a charge above the hold',
    "UPDATE calls SET state = 'settled', charged_micros = price_micros + 1, finished_at_ms = 1",
    'check constraint',
  ],
])('the database itself refuses %s', async (_name, sql, reason) => {
  const storage = await openAt(0);
  await publishPrice(storage);
  await addPayer(storage, 'acc', 5);
  await openHold(storage, 'acc', 'r1');
  await expect(database.query(sql)).rejects.toThrow(reason);
});
