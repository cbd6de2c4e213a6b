// A database that allows fewer connections than a gateway wants: the ledger and the library share what there is, callers are
// served, and a node that cannot read its library reports it instead of selling errors.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { base62 } from '../domain/access/key.ts';
import { type Clock, systemRandom } from '../domain/clock.ts';
import { createPool } from '../storage/postgres/connection.ts';
import { openPostgresStorage } from '../storage/postgres/open-storage.ts';
import { checkServer } from '../storage/postgres/server-check.ts';
import { freshDatabase, type TestDatabase } from '../testing/postgres-databases.ts';
import { startTestGateway, TEST_SETTINGS, type TestGateway } from '../testing/test-gateway.ts';

/** Two for the ledger, one that listens, and one for the library: fewer than the twelve that the ledger alone would use. */
const LIMIT = 4;
const role = `few_${base62(systemRandom, 12).toLowerCase()}`;

let database: TestDatabase;
let gateway: TestGateway;
let settings: string;

beforeAll(async () => {
  database = await freshDatabase();
  // The limit does not apply to a superuser, and everything must belong to the role that serves.
  await database.query(`CREATE ROLE ${role} LOGIN PASSWORD 'test'`);
  await database.query(
    `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I OWNER TO ${role}', current_database()); END $$`,
  );
  await database.query(`DROP SCHEMA public CASCADE`);
  await database.query(`CREATE SCHEMA public AUTHORIZATION ${role}`);
  settings = `${TEST_SETTINGS}\nstorage: "${urlOfRole()}"`;
  gateway = await startTestGateway({ settings });
}, 60_000);

afterAll(async () => {
  await allow(100);
  await gateway.close();
  await database.query(`REASSIGN OWNED BY ${role} TO CURRENT_USER; DROP OWNED BY ${role}; DROP ROLE ${role}`);
  await database.drop();
}, 60_000);

function urlOfRole(): string {
  const url = new URL(database.url);
  [url.username, url.password] = [role, 'test'];
  return url.href;
}

/** A clock that advances ten seconds with every look, so that the test does not wait for a server that is only starting. */
function soonLate(): Clock {
  let looks = 0;
  return { nowMs: () => 0, monotonicMs: () => looks++ * 10_000 };
}

const allow = (count: number) => database.query(`ALTER ROLE ${role} CONNECTION LIMIT ${count}`);
const ready = () => gateway.ask('/readyz', { key: null });
const searches = (platform: string, count: number) =>
  Promise.all(
    Array.from({ length: count }, () =>
      gateway.search({ keyword: 'a' }, { path: `/api/u1/v1/${platform}/app/search_video` }),
    ),
  );
const statuses = (answers: { status: number }[]) => [...new Set(answers.map(({ status }) => status))];

/** Everything that the ledger's connections can be busy with, at the same time. */
const everything = () =>
  Promise.all([
    searches('scripted', 30),
    searches('library', 10),
    Promise.all(Array.from({ length: 10 }, () => gateway.ask('/api/account/v1/balance'))),
    Promise.all(Array.from({ length: 10 }, () => gateway.admin('accounts'))),
  ]);

/** As after a restart of the server: the ledger's many readers take all connections before the library asks for one. */
async function letLedgerTakeAll(): Promise<void> {
  await database.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1', [role]);
  await Promise.all(Array.from({ length: 40 }, () => gateway.admin('accounts')));
}

test('a start says how many connections there are and how many are wanted', async () => {
  const pool = createPool(urlOfRole(), { sync: 'any' });
  await allow(13);
  const [notice] = await checkServer(pool, 'any');
  expect(notice).toContain('room for 13 connections, and one process of the gateway wants 14');
  await allow(14);
  expect(await checkServer(pool, 'any')).toEqual([]);
  await pool.end();
  await allow(0);
  const opened = openPostgresStorage({
    sync: 'any',
    url: urlOfRole(),
    clock: soonLate(),
    random: systemRandom,
    serves: false,
  });
  await expect(opened).rejects.toThrow(/too many connections.*wants 14 connections/);
});

test('a ledger that has all connections gives one to a library that has none', async () => {
  await allow(LIMIT);
  await letLedgerTakeAll();
  expect(statuses(await searches('library', 5))).toEqual([200]);
  expect((await ready()).status).toBe(200);
});

test('ledger and library are both served, by fewer connections than the ledger alone would take', async () => {
  await gateway.close();
  gateway = await startTestGateway({ settings, beside: gateway });
  for (let round = 0; round < 3; round++) {
    const [calls, library, balances, accounts] = await everything();
    expect([calls, library, balances, accounts].map(statuses)).toEqual([[200], [200], [200], [200]]);
  }
  expect((await ready()).status).toBe(200);
});

test('a node whose library gets no connection is not ready and names the number, and is ready again when there is room', async () => {
  await allow(2);
  await letLedgerTakeAll();
  expect(statuses(await searches('library', 1))).not.toEqual([200]);
  const answer = await ready();
  expect(answer.status).toBe(503);
  expect(answer.body.detail).toMatch(/library has no connection.*wants 14, and its ledger has [12]\b/);
  expect(await gateway.ask('/livez', { key: null })).toMatchObject({ status: 200 });
  await allow(LIMIT);
  await expect.poll(async () => (await ready()).status, { timeout: 20_000 }).toBe(200);
  expect(statuses(await searches('library', 3))).toEqual([200]);
});
