// The server itself crashes and is started again under load. These tests have a server of their own, because they would disturb the
// others.
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock, systemRandom } from '../../domain/clock.ts';
import { type EmbeddedServer, startEmbeddedServer } from '../../testing/postgres-server.ts';
import { type Storage, StorageUnavailable } from '../storage.ts';
import { addPayer, callOf, openHold, PRICE, publishPrice, settlementOf } from '../testing/payer.ts';
import { openPostgresStorage } from './open-storage.ts';

let server: EmbeddedServer;
let storage: Storage;

beforeAll(async () => {
  server = await startEmbeddedServer();
  const { url } = server;
  storage = await openPostgresStorage({
    sync: 'any',
    url,
    clock: systemClock,
    random: systemRandom,
    serves: true,
  });
  await publishPrice(storage);
});

afterAll(async () => {
  await storage.close();
  await server.stop();
});

test('settles in flight at a crash of the server are charged once or still held, and no caller gets a wrong result', async () => {
  const CALLS = 300;
  await addPayer(storage, 'acc', CALLS);
  const ids = Array.from({ length: CALLS }, (_, i) => `r${i}`);
  const holds = await Promise.all(ids.map((id) => openHold(storage, 'acc', id)));
  // A few at a time, so that the crash happens in every stage of a batch.
  let next = 0;
  const told = new Map<string, string>();
  const worker = async () => {
    while (next < holds.length) {
      const i = next++;
      const settled = await storage.calls.settle(settlementOf(holds[i]!)).catch((error: unknown) => error);
      if (settled instanceof StorageUnavailable) told.set(ids[i]!, 'unavailable');
      else told.set(ids[i]!, (settled as { kind: string }).kind);
    }
  };
  const workers = Array.from({ length: 20 }, worker);
  await waitFor(() => told.size > 40);
  await server.crash();
  await server.start();
  await Promise.all(workers);
  for (const id of ids) {
    const record = await storage.calls.find({ accountId: 'acc', requestId: id });
    if (told.get(id) === 'settled') expect(record).toMatchObject({ state: 'settled', chargedMicros: PRICE });
    else expect([id, told.get(id), record?.state]).toEqual([id, 'unavailable', 'held']);
  }
  const report = await storage.ledger.verify();
  expect(report.differences).toEqual([]);
  const settled = [...told.values()].filter((kind) => kind === 'settled').length;
  expect(settled).toBeGreaterThan(40);
  expect(report.balanceMicros).toBe((CALLS - settled) * PRICE);
});

test('a server that is down makes verbs fail in bounded time, and serves again soon after its return', async () => {
  await addPayer(storage, 'later', 10);
  const hold = await openHold(storage, 'later', 'r1');
  await server.crash();
  const startedMs = systemClock.monotonicMs();
  const verbs = [
    storage.calls.open(callOf('later', 'r2')),
    storage.calls.settle(settlementOf(hold)),
    storage.keys.findByHash({ hash: 'hash-later' }),
    storage.accounts.find({ idOrName: 'later' }),
    storage.ready(),
    storage.ledger.verify(),
  ];
  for (const result of await Promise.allSettled(verbs)) {
    expect((result as PromiseRejectedResult).reason).toBeInstanceOf(StorageUnavailable);
  }
  expect(systemClock.monotonicMs() - startedMs).toBeLessThan(9_000);
  await server.start();
  const backMs = systemClock.monotonicMs();
  expect((await storage.calls.settle(settlementOf(hold))).kind).toBe('settled');
  expect(systemClock.monotonicMs() - backMs).toBeLessThan(5_000);
  expect((await storage.calls.open(callOf('later', 'r2'))).kind).toBe('opened');
});

async function waitFor(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await pause(1);
}
