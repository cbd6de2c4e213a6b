// A node charges nothing on a server whose acknowledged commits may be lost: at the start, on a new connection, and on connections that
// were open when the server lost its settings or its standby. It serves again by itself.
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { systemClock, systemRandom } from '../../domain/clock.ts';
import {
  type EmbeddedServer,
  type StandbyServer,
  startReplicatedServers,
} from '../../testing/postgres-server.ts';
import { runStatement } from '../../testing/postgres-template.ts';
import { RefusedDatabase, type Storage, StorageUnavailable } from '../storage.ts';
import { addPayer, callOf, PRICE, publishPrice } from '../testing/payer.ts';
import { type DatabaseSync, standbysOf, whyNotDurable } from './durability.ts';
import { openPostgresStorage } from './open-storage.ts';

let primary: EmbeddedServer;
let standby: StandbyServer;
let storage: Storage;
/** Does not look for standbys, so it can read at any time. */
let lax: Storage;
let payer: string;
let made = 0;

beforeAll(async () => {
  ({ primary, standby } = await startReplicatedServers());
}, 120_000);
afterAll(async () => {
  await primary.stop();
  await standby.stop();
});
beforeEach(async () => {
  payer = `acc-${++made}`;
  storage = await open('required');
  lax = await open('any');
  if (made === 1) await publishPrice(storage);
  await addPayer(storage, payer, 10);
  await addPayer(storage, `beside-${payer}`, 10);
});
afterEach(async () => {
  await mend();
  await standby.start();
  await storage.close();
  await lax.close();
});

const sql = (text: string, ...values: unknown[]) => runStatement(primary.url, text, values);
const open = (sync: DatabaseSync) =>
  openPostgresStorage({ url: primary.url, sync, clock: systemClock, random: systemRandom, serves: true });

const buy = (requestId: string, of: Storage = storage, by = payer) =>
  of.calls.openSettled({ ...callOf(by, requestId), chargedMicros: PRICE, source: 'live', answer: null });
const callsLeft = async (of = payer) => (await lax.accounts.find({ idOrName: of }))!.balanceMicros / PRICE;

/** Sets it for all sessions of the server, also for those that are open. */
async function change(text: string): Promise<void> {
  await sql(`ALTER SYSTEM ${text}`);
  await sql('SELECT pg_reload_conf()');
}

/** A session reads the new settings a moment after the server did. */
async function untilRefused(): Promise<void> {
  await expect.poll(() => refusalOf(buy('probe'))).toBeInstanceOf(RefusedDatabase);
  await expect.poll(() => refusalOf(storage.ready())).toBeInstanceOf(RefusedDatabase);
}

const untilReady = () => expect.poll(() => refusalOf(storage.ready()), { timeout: 30_000 }).toBeNull();
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

test.each([
  ['no standby is named', "SET synchronous_standby_names = ''", /standby_names/],
  ['commits wait for this machine only', "SET synchronous_commit = 'local'", /=local/],
  ['commits wait for nothing', 'SET synchronous_commit = off', /=off/],
  ['nothing is written through to the disk', 'SET fsync = off', /fsync=off/],
])(
  'where since a moment ago %s, open connections charge nothing, the node is not ready, and it serves again by itself',
  async (_name, breaking, why) => {
    await buy('before');
    await change(breaking);
    await untilRefused();
    const left = await callsLeft();
    for (const id of ['r1', 'r2', 'r3']) await expect(buy(id)).rejects.toThrow(why);
    await expect(storage.ready()).rejects.toThrow(why);
    await expect(open('required')).rejects.toThrow(why);
    expect(storage.databaseState!().isRefused).toBe(true);
    expect([await callsLeft(), await callsLeft(`beside-${payer}`)]).toEqual([left, 10]);
    await mend();
    await expect.poll(() => refusalOf(storage.ready())).toBeNull();
    await expect.poll(() => refusalOf(buy('r1'))).toBeNull();
    expect(storage.databaseState!()).toEqual({ isRefused: false, standbys: { connected: 1, wanted: 1 } });
    expect(await callsLeft()).toBe(left - 1);
  },
  60_000,
);

async function mend(): Promise<void> {
  await change('RESET synchronous_commit');
  await change('RESET fsync');
  await change("SET synchronous_standby_names = '*'");
}

test('a role whose next connections would not wait for the standby makes a node not ready', async () => {
  for (const level of ['local', 'off', 'false']) {
    await sql(`ALTER ROLE CURRENT_USER SET synchronous_commit = '${level}'`);
    await expect(storage.ready()).rejects.toThrow(/synchronous_commit=(local|off)/);
    await sql('ALTER ROLE CURRENT_USER RESET synchronous_commit');
    await storage.ready();
  }
}, 60_000);

test('without its standby nothing is charged, whatever time passes, and with it everything is', async () => {
  await standby.crash();
  const refused = buy('r1');
  await expect(refused).rejects.toThrow(/no synchronous standby/);
  await expect(storage.ready()).rejects.toThrow(/no synchronous standby/);
  expect(storage.databaseState!().standbys).toEqual({ connected: 0, wanted: 1 });
  expect(await callsLeft()).toBe(10);
  await standby.start();
  await untilReady();
  expect((await buy('r1')).kind).toBe('settled');
  expect(await callsLeft()).toBe(9);
}, 60_000);

test('a standby that comes back within the time of a transaction costs no call', async () => {
  await standby.crash();
  const bought = buy('r1');
  await standby.start();
  expect((await bought).kind).toBe('settled');
}, 60_000);

test('a commit that waits for its standby is answered by no time limit, and its call is not replayed meanwhile', async () => {
  await standby.crash();
  await expect(buy('late', lax)).rejects.toThrow(StorageUnavailable);
  await expect(buy('late', lax)).rejects.toThrow(StorageUnavailable);
  await standby.start();
  await untilReady();
  for (let i = 0; i < 2; i++) await buy('late');
  expect([await callsLeft(), await callsLeft(`beside-${payer}`)]).toEqual([9, 10]);
}, 60_000);

test('a commit that an operator cancels while it waits for its standby is in doubt', async () => {
  await standby.crash();
  const cancelled = refusalOf(buy('cancelled', lax));
  const cancel = `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND datname = current_database()`;
  await expect.poll(() => sql(cancel)).toHaveLength(1);
  expect(await cancelled).toMatchObject({ name: 'StorageUnavailable', inDoubt: true });
  await standby.start();
  await untilReady();
  // It is decided now: charged once, however often it is asked.
  for (let i = 0; i < 2; i++) await buy('cancelled');
  expect([await callsLeft(), await callsLeft(`beside-${payer}`)]).toEqual([9, 10]);
}, 60_000);

test('as many standbys are wanted as a commit waits for', () => {
  const wanted = (names: string, connected = 9) =>
    standbysOf({ sync_names: names, sync_standbys: connected, sees_standbys: true }).wanted;
  expect(['*', 'a, b', 'a', '"FIRST 2 (x)"'].map((names) => wanted(names))).toEqual([1, 1, 1, 1]);
  expect(['FIRST 2 (a, b)', 'any 3 (*)', '2 (a, b)', ' ANY  12 ( a )'].map((names) => wanted(names))).toEqual(
    [2, 3, 2, 12],
  );
  const found = { fsync: 'on', synchronous_commit: 'on', sync_names: 'ANY 2 (*)', sees_standbys: true };
  expect(whyNotDurable({ ...found, sync_standbys: 1 }, 'required')).toContain('1 of 2');
  expect(whyNotDurable({ ...found, sync_standbys: 2 }, 'required')).toBeNull();
  expect(whyNotDurable({ ...found, sync_standbys: 0, sees_standbys: false }, 'required')).toBeNull();
  expect(whyNotDurable({ ...found, sync_standbys: 0 }, 'any')).toBeNull();
});
