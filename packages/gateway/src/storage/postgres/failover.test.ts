// A fail-over of the database with two real servers: a primary that acknowledges no commit without its standby is killed during commits,
// and the standby takes over. Every acknowledged commit must be there.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock, systemRandom } from '../../domain/clock.ts';
import { inSnapshot } from '../../library/postgres/snapshot.ts';
import {
  type EmbeddedServer,
  type StandbyServer,
  startReplicatedServers,
} from '../../testing/postgres-server.ts';
import { StorageUnavailable } from '../storage.ts';
import { addPayer, callOf, PRICE, publishPrice } from '../testing/payer.ts';
import { connectPrimary, createPool } from './connection.ts';
import { openPostgresStorage, type PostgresSettings } from './open-storage.ts';

const CALLS = 400;

let primary: EmbeddedServer;
let standby: StandbyServer;

beforeAll(async () => {
  ({ primary, standby } = await startReplicatedServers());
}, 120_000);
afterAll(async () => {
  await primary.stop();
  await standby.stop();
});

/** The standby first, so that a gateway has to look for the primary. */
const bothHosts = () => standby.url.replace(/@[^/]+/, `@127.0.0.1:${standby.port},127.0.0.1:${primary.port}`);
const open = (changes: Partial<PostgresSettings> = {}) =>
  openPostgresStorage({
    sync: 'any',
    url: bothHosts(),
    clock: systemClock,
    random: systemRandom,
    serves: true,
    ...changes,
  });

test('of several hosts the one that takes writes is used, and required synchronous standbys are found', async () => {
  const storage = await open({ sync: 'required' });
  await publishPrice(storage);
  await addPayer(storage, 'acc', CALLS);
  await storage.ready();
  await storage.close();
  const client = await connectPrimary(bothHosts());
  expect((await client.query('SHOW port')).rows).toEqual([{ port: String(primary.port) }]);
  await client.end();
}, 120_000);

/** What the library sees, which has a pool of one connection and does not retry. */
async function portOfLibrary(url: string): Promise<unknown> {
  const pool = createPool(url, { sync: 'any', max: 1 });
  try {
    return await inSnapshot(pool, async (db) => (await db.get('SHOW port'))!.port);
  } finally {
    await pool.end();
  }
}

test('the library looks for the primary too, at its first question', async () => {
  expect(await portOfLibrary(bothHosts())).toBe(String(primary.port));
}, 120_000);

test('charges that were acknowledged are there after the standby took over from a killed primary', async () => {
  const storage = await open();
  const acknowledged: string[] = [];
  const unknown: string[] = [];
  const { promise: someAcknowledged, resolve: tell } = Promise.withResolvers<void>();
  const buy = async (i: number) => {
    const requestId = `r${i}`;
    const call = { ...callOf('acc', requestId), chargedMicros: PRICE, source: 'live' as const, answer: null };
    try {
      const { kind } = await storage.calls.openSettled(call);
      // `expired`: it was charged before, and its answer was not stored.
      if (kind === 'settled' || kind === 'expired') acknowledged.push(requestId);
      else throw new Error(`${requestId}: ${kind}`);
    } catch (error) {
      if (!(error instanceof StorageUnavailable)) throw error;
      unknown.push(requestId);
    }
    if (acknowledged.length >= CALLS / 10) tell();
  };
  let begun = 0;
  const worker = async () => {
    while (begun < CALLS / 2) await buy(begun++);
  };
  const workers = Array.from({ length: 20 }, worker);
  // Killed after the first answers, while other commits are under way.
  await someAcknowledged;
  await primary.crash();
  const before = acknowledged.length;
  await standby.promote();
  await Promise.all(workers);
  expect(before).toBeGreaterThan(0);
  // On a slow machine the new primary may be found late; the id can be repeated as often as needed.
  while (unknown.length > 0) await buy(Number(unknown.shift()!.slice(1)));
  for (const requestId of acknowledged)
    expect(await storage.calls.find({ accountId: 'acc', requestId })).toMatchObject({ state: 'settled' });
  expect(new Set(acknowledged).size).toBe(CALLS / 2);
  const account = await storage.accounts.find({ idOrName: 'acc' });
  expect(account).toMatchObject({ balanceMicros: (CALLS / 2) * PRICE, heldMicros: 0 });
  expect((await storage.ledger.verify()).differences).toEqual([]);
  await storage.close();
  const deadFirst = primary.url.replace(/@[^/]+/, `@127.0.0.1:${primary.port},127.0.0.1:${standby.port}`);
  expect(await portOfLibrary(deadFirst)).toBe(String(standby.port));
}, 120_000);

test('a primary without a synchronous standby is refused when one is required', async () => {
  await expect(open({ sync: 'required' })).rejects.toThrow(
    /synchronous_standby_names.*storage_sync is "required"/,
  );
  const storage = await open();
  await storage.ready();
  await storage.close();
}, 120_000);
