// Recovers a real server to a point in time: the server archives its own log, its machine is lost, and a base backup with the
// archived log gives the ledger of that point. Charges after the point come from the archive of the ledger.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock, systemRandom } from '../domain/clock.ts';
import { Archive } from '../storage/archive/archive-files.ts';
import { Archiver } from '../storage/archive/archiver.ts';
import { catchUpArchive } from '../storage/archive/catch-up-archive.ts';
import { openPostgresStorage } from '../storage/postgres/open-storage.ts';
import type { Storage } from '../storage/storage.ts';
import { addPayer, callOf, PRICE, publishPrice } from '../storage/testing/payer.ts';
import { type ArchivedServer, type EmbeddedServer, startArchivedServer } from '../testing/postgres-server.ts';

let server: ArchivedServer;
let recovered: EmbeddedServer | null = null;
const folder = mkdtempSync(path.join(tmpdir(), 'reelgate-recovery-'));

beforeAll(async () => {
  server = await startArchivedServer();
});
afterAll(async () => {
  await recovered?.stop();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const open = (url: string) =>
  openPostgresStorage({ sync: 'any', url, clock: systemClock, random: systemRandom, serves: true });

async function buy(storage: Storage, requestId: string): Promise<void> {
  const call = { ...callOf('acc', requestId), chargedMicros: PRICE, source: 'live' as const, answer: null };
  const { kind } = await storage.calls.openSettled(call);
  if (kind !== 'settled') throw new Error(`${requestId}: ${kind}`);
}

const stateOf = async (storage: Storage, requestId: string) =>
  (await storage.calls.find({ accountId: 'acc', requestId }))?.state ?? null;

test('a ledger is recovered to a point in time, has every charge up to it and none after it, and catches up from its archive', async () => {
  const storage = await open(server.url);
  await publishPrice(storage);
  await addPayer(storage, 'acc', 10);
  await buy(storage, 'in-backup');
  await server.backUp();
  await buy(storage, 'in-log');
  await server.markPoint('noon');
  await buy(storage, 'behind-the-point');
  await (await Archiver.open(folder)).archiveNew(storage.ledger, () => systemClock.nowMs());
  await storage.close();
  await server.crash();

  recovered = await server.recoverTo('noon');
  const back = await open(recovered.url);
  expect(await stateOf(back, 'in-backup')).toBe('settled');
  expect(await stateOf(back, 'in-log')).toBe('settled');
  expect(await stateOf(back, 'behind-the-point')).toBeNull();
  expect((await back.ledger.verify()).differences).toEqual([]);

  const caughtUp = catchUpArchive(new Archive(folder), back.ledger, { writes: true, actor: 'test' });
  for await (const { diverged } of caughtUp) expect(diverged).toEqual([]);
  expect(await back.calls.open(callOf('acc', 'behind-the-point'))).toEqual({ kind: 'expired' });
  expect(await back.accounts.find({ idOrName: 'acc' })).toMatchObject({ balanceMicros: 7 * PRICE });
  expect((await back.ledger.verify()).differences).toEqual([]);
  await back.close();
});
