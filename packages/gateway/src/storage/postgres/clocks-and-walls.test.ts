// Owns the proof that a node's own clock decides nothing on PostgreSQL, and that the schema alone refuses a second call of
// one id and a charge beyond the hold.
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { type Clock, systemClock, systemRandom } from '../../domain/clock.ts';
import { dropTemplate, freshDatabase, type TestDatabase } from '../../testing/postgres-databases.ts';
import type { Storage } from '../storage.ts';
import { addPayer, openHold, PRICE, publishPrice, settlementOf } from '../testing-payer.ts';
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
afterAll(dropTemplate);

async function openAt(shiftMs: number): Promise<Storage> {
  const clock: Clock = { ...systemClock, nowMs: () => systemClock.nowMs() + shiftMs };
  const storage = await openPostgresStorage({ url: database.url, clock, random: systemRandom, serves: true });
  opened.push(storage);
  return storage;
}

test.each([
  ['before', -HOUR],
  ['after', HOUR],
])(
  'a node whose clock is an hour %s ends no hold early, and its own are ended by nobody',
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
