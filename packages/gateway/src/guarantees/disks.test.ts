// Full and read-only disks, by small ones that are mounted for the test: a node reports that it is not ready, and a ledger that
// can no longer be written can still be verified.
import { chownSync, cpSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock, systemRandom } from '../domain/clock.ts';
import { ledgerVerify } from '../features/ledger/ledger.admin.ts';
import { openPostgresStorage } from '../storage/postgres/open-storage.ts';
import { openSqliteStorage } from '../storage/sqlite/open-storage.ts';
import { type Storage, StorageUnavailable } from '../storage/storage.ts';
import { addPayer, callOf, openHold, publishPrice, settlementOf } from '../storage/testing/payer.ts';
import { type EmbeddedServer, startEmbeddedServer } from '../testing/postgres-server.ts';
import { runStatement } from '../testing/postgres-template.ts';
import { mountSmallDisk, type SmallDisk } from '../testing/small-disk.ts';

const mounted = mountSmallDisk(64);
const disk = mounted as SmallDisk;
afterAll(() => mounted?.remove());

const spend = async (storage: Storage, id: string) =>
  storage.calls.settle(settlementOf(await openHold(storage, 'acc', id)));

describe.skipIf(mounted === null)('a ledger in SQLite', () => {
  const file = (name = 'reelgate.db') => path.join(disk.path, name);
  const open = (serves: boolean, name?: string) =>
    openSqliteStorage({ file: file(name), clock: systemClock, random: systemRandom, serves });
  const verify = (storage: Storage) => {
    const deps = { storage, currency: 'USD', clock: systemClock } as never;
    return ledgerVerify.run(deps, { params: {}, query: {}, body: {} }, { actor: 'test' });
  };

  beforeAll(async () => {
    const storage = await open(true);
    await publishPrice(storage);
    await addPayer(storage, 'acc', 9);
    await spend(storage, 'one');
    await storage.close();
  });

  test('on a full disk is not ready, also while a small commit still fits into the log', async () => {
    const storage = await open(true);
    await spend(storage, 'two');
    // The log keeps its length and is written from its start again.
    const other = new DatabaseSync(file());
    other.exec('PRAGMA wal_checkpoint(RESTART)');
    other.close();
    await storage.ready();
    const empty = disk.fill();
    await storage.ledger.noteBackup({ atMs: 1 });
    await expect(storage.ready()).rejects.toThrow(StorageUnavailable);
    await expect(storage.ready()).rejects.toThrow(/on the disk of the ledger|full/);
    empty();
    await storage.ready();
    await spend(storage, 'three');
    await storage.close();
  });

  test('on a read-only disk can be verified, and the check leaves nothing behind', async () => {
    disk.setReadOnly(true);
    try {
      const storage = await open(false);
      expect(await verify(storage)).toMatchObject({ clean: true, accounts: 1, entries: 4 });
      await expect(storage.ready()).rejects.toThrow(StorageUnavailable);
      await storage.close();
    } finally {
      disk.setReadOnly(false);
    }
  });

  test('whose process was killed before the disk became read-only is verified together with its log', async () => {
    const running = await open(true);
    await spend(running, 'in the log');
    // The files as a killed process leaves them.
    for (const end of ['', '-wal', '-shm']) cpSync(file() + end, path.join(disk.path, `killed.db${end}`));
    await running.close();
    disk.setReadOnly(true);
    try {
      const storage = await open(false, 'killed.db');
      expect(await verify(storage)).toMatchObject({ clean: true, entries: 5 });
      await storage.close();
    } finally {
      disk.setReadOnly(false);
    }
  });
});

describe.skipIf(mounted === null)('a ledger in PostgreSQL', () => {
  let server: EmbeddedServer;
  let storage: Storage;

  /** In a database whose tables, and not the server's log, are on the small disk. */
  beforeAll(async () => {
    server = await startEmbeddedServer();
    const place = path.join(disk.path, 'tables');
    mkdirSync(place);
    const query = (sql: string) => runStatement(server.url, sql);
    const [folder] = await query('SHOW data_directory');
    const { uid, gid } = statSync(folder!.data_directory as string);
    chownSync(place, uid, gid);
    await query(`CREATE TABLESPACE small LOCATION '${place}'`);
    await query('CREATE DATABASE full_disk TABLESPACE small');
    const url = server.url.replace(/postgres$/, 'full_disk');
    storage = await openPostgresStorage({
      sync: 'any',
      url,
      clock: systemClock,
      random: systemRandom,
      serves: true,
    });
    await publishPrice(storage);
    await addPayer(storage, 'acc', 100_000);
  });
  afterAll(async () => {
    await storage?.close();
    await server?.stop();
  });

  test('on a full disk is not ready once a call found the disk full, and ready again when there is room', async () => {
    await spend(storage, 'one');
    await storage.ready();
    const empty = disk.fill();
    let calls = 0;
    const open = () => storage.calls.open(callOf('acc', `full-${calls++}`));
    await expect(
      (async () => {
        for (;;) await Promise.all(Array.from({ length: 100 }, open));
      })(),
    ).rejects.toThrow(StorageUnavailable);
    await expect(storage.ready()).rejects.toThrow(StorageUnavailable);
    await expect(storage.ready()).rejects.toThrow(/No space left|extend/);
    empty();
    await storage.ready();
    expect((await storage.calls.open(callOf('acc', 'after'))).kind).toBe('opened');
    expect((await storage.ledger.verify()).differences).toEqual([]);
  });
});
