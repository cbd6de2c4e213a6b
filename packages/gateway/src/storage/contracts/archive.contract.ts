// Contract of every backend for the archive of a ledger: a restored ledger that is brought forward from it has every entry, refuses every
// id that was charged after the backup, and adds up. In these tests the "restored" ledger is a second one that did the same up to the
// backup.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { Clock } from '../../domain/clock.ts';
import { toMicros } from '../../domain/money.ts';
import { Archive } from '../archive/archive-files.ts';
import { Archiver } from '../archive/archiver.ts';
import { catchUpArchive } from '../archive/catch-up-archive.ts';
import type { CaughtUp } from '../nouns/archive.ts';
import type { Storage } from '../storage.ts';
import { addPayer, callOf, openHold, PRICE, publishPrice, settlementOf, UNBOUND } from '../testing/payer.ts';
import { createTestClock, type OpenedStorage, type TestClock } from './storage.contract.ts';

export function describeArchive(name: string, openStorage: (clock: Clock) => Promise<OpenedStorage>): void {
  describe(`the archive of a ledger on ${name}`, () => {
    let clock: TestClock;
    let lost: Storage;
    let restored: Storage;
    let folder: string;

    beforeEach(async () => {
      clock = createTestClock();
      folder = mkdtempSync(path.join(tmpdir(), 'reelgate-archive-'));
      const opened = [await openStorage(clock), await openStorage(clock)];
      onTestFinished(async () => {
        for (const { close } of opened) await close();
        rmSync(folder, { recursive: true, force: true });
      });
      [lost, restored] = opened.map(({ storage }) => storage) as [Storage, Storage];
      for (const storage of [lost, restored]) await liveUntilBackup(storage);
      clock.advance(1_000);
    });

    const spend = async (storage: Storage, payer: string, requestId: string) =>
      storage.calls.settle(settlementOf(await openHold(storage, payer, requestId)));

    /** A paid call, a failed one and a running one. */
    async function liveUntilBackup(storage: Storage): Promise<void> {
      await publishPrice(storage);
      await addPayer(storage, 'acc', 9);
      await spend(storage, 'acc', 'before');
      const failed = await openHold(storage, 'acc', 'failed');
      await storage.calls.release({ hold: failed, failureCode: 'UPSTREAM_ERROR', attempts: [] });
      await openHold(storage, 'acc', 'running');
    }

    /** All kinds of entries, and an account and a price list that the backup lacks. */
    async function liveOn(storage: Storage): Promise<void> {
      await spend(storage, 'acc', 'later');
      await spend(storage, 'acc', 'failed');
      await storage.calls.settle(settlementOf({ accountId: 'acc', requestId: 'running', epoch: 1 }));
      const change = { actor: 'test', accountId: 'acc', amountMicros: toMicros(500), reason: 'r' };
      await storage.accounts.topUp({ ...change, reference: 'second' });
      await storage.accounts.refund({ ...change, requestId: 'later', reference: null });
      await publishPrice(storage, PRICE);
      await addPayer(storage, 'newcomer', 3);
      await spend(storage, 'newcomer', 'first');
      await storage.projects.create({
        ...{ actor: 'test', id: 'prj', accountId: 'acc', name: 'shop' },
        ...{ dailyCapMicros: null, monthlyCapMicros: null, totalCapMicros: null },
      });
      const key = {
        id: 'capped',
        accountId: 'acc',
        name: 'capped',
        prefix: 'p',
        hash: 'h',
        groups: ['u1' as const],
      };
      await storage.keys.create({ actor: 'test', ...key, ...UNBOUND, projectId: 'prj' });
      const opened = await storage.calls.open(callOf('acc', 'of-project', { keyId: 'capped' }));
      if (opened.kind !== 'opened') throw new Error(opened.kind);
      await storage.calls.settle(settlementOf(opened.hold));
    }

    const archive = async (storage: Storage) =>
      (await Archiver.open(folder)).archiveNew(storage.ledger, () => clock.nowMs());

    type Found = Omit<CaughtUp, 'reached' | 'gathered'>;

    async function catchUp(storage: Storage, writes = true): Promise<Found> {
      const all: Found = { known: 0, missing: [], diverged: [] };
      const how = { writes, actor: 'test' };
      for await (const { known, missing, diverged } of catchUpArchive(
        new Archive(folder),
        storage.ledger,
        how,
      )) {
        all.known += known;
        all.missing.push(...missing);
        all.diverged.push(...diverged);
      }
      return all;
    }

    const balances = async (storage: Storage) =>
      Promise.all(
        ['acc', 'newcomer'].map(
          async (idOrName) => (await storage.accounts.find({ idOrName }))?.balanceMicros,
        ),
      );
    const entries = async (storage: Storage, accountId: string) => {
      const { items } = await storage.accounts.entries({ accountId, limit: 100, after: null });
      return items.map(({ amountMicros, balanceAfterMicros }) => [amountMicros, balanceAfterMicros]);
    };

    test('what was charged after the backup is refused, balances are what they were, and the ledger adds up', async () => {
      await liveOn(lost);
      await archive(lost);
      expect(await catchUp(restored, false)).toMatchObject({ known: 2, diverged: [] });
      expect(await restored.calls.find({ accountId: 'acc', requestId: 'later' })).toBeNull();
      const { missing, diverged } = await catchUp(restored);
      expect(diverged).toEqual([]);
      expect(missing.map(({ kind, requestId, reference }) => requestId ?? reference ?? kind)).toEqual([
        ...['later', 'failed', 'running', 'second', 'later', 'of-project'],
        ...['first-newcomer', 'first'],
      ]);
      expect(await balances(restored)).toEqual(await balances(lost));
      expect(await entries(restored, 'acc')).toEqual(await entries(lost, 'acc'));
      for (const requestId of ['later', 'failed', 'running'])
        expect(await restored.calls.open(callOf('acc', requestId))).toEqual({ kind: 'expired' });
      expect((await restored.ledger.verify()).differences).toEqual([]);
      await spend(restored, 'acc', 'after');
      expect((await restored.ledger.verify()).differences).toEqual([]);
    });

    test('a dry run finds what the real run adds, for any number of batches', async () => {
      // Accounts that the backup has, old ones and new ones, each in several batches.
      await archive(lost);
      for (let batch = 0; batch < 3; batch++) {
        if (batch === 0) await addPayer(lost, 'newcomer', 9);
        await spend(lost, 'acc', `acc-${batch}`);
        await spend(lost, 'newcomer', `new-${batch}`);
        await archive(lost);
      }
      const before = await balances(restored);
      const rehearsed = await catchUp(restored, false);
      expect(await catchUp(restored, false)).toEqual(rehearsed);
      expect(await balances(restored)).toEqual(before);
      expect(await catchUp(restored)).toEqual(rehearsed);
      expect(rehearsed).toMatchObject({ known: 2, diverged: [] });
      expect(rehearsed.missing).toHaveLength(7);
      expect(await balances(restored)).toEqual(await balances(lost));
    });

    test('a dry run reports what will not follow: an account with other entries since, and one whose name is in use', async () => {
      await addPayer(lost, 'newcomer', 9);
      await addPayer(lost, 'other', 9);
      for (let batch = 0; batch < 2; batch++) {
        for (const payer of ['acc', 'newcomer', 'other']) await spend(lost, payer, `${payer}-${batch}`);
        await archive(lost);
      }
      for (const id of ['otherwise', 'and-again']) await spend(restored, 'acc', id);
      await restored.accounts.create({
        actor: 'test',
        id: 'namesake',
        name: 'name-of-newcomer',
        currency: 'USD',
        rate: null,
      });
      const rehearsed = await catchUp(restored, false);
      expect(await catchUp(restored)).toEqual(rehearsed);
      expect(rehearsed.diverged.map(({ accountId }) => accountId)).toEqual(
        expect.arrayContaining(['acc', 'newcomer']),
      );
      expect(rehearsed.missing.map(({ accountId }) => accountId)).toEqual(['other', 'other', 'other']);
      expect((await restored.ledger.verify()).differences).toEqual([]);
    });

    test('catching up again changes nothing', async () => {
      await liveOn(lost);
      await archive(lost);
      const { missing } = await catchUp(restored);
      const before = await balances(restored);
      expect(await catchUp(restored)).toEqual({ known: 2 + missing.length, missing: [], diverged: [] });
      expect(await balances(restored)).toEqual(before);
    });

    test('an account that has other entries since the restore is reported and left unchanged', async () => {
      await spend(lost, 'acc', 'later');
      await archive(lost);
      await spend(restored, 'acc', 'otherwise');
      const before = await balances(restored);
      expect(await catchUp(restored)).toMatchObject({
        known: 2,
        missing: [],
        diverged: [{ requestId: 'later' }],
      });
      expect(await balances(restored)).toEqual(before);
      expect((await restored.ledger.verify()).differences).toEqual([]);
    });

    test('an archive continues where it ended, and refuses a ledger that lacks entries of it', async () => {
      expect(await archive(lost)).toEqual({ batches: 1, entries: 2 });
      expect(await archive(lost)).toEqual({ batches: 0, entries: 0 });
      await spend(lost, 'acc', 'later');
      expect(await archive(lost)).toEqual({ batches: 1, entries: 1 });
      await expect(archive(restored)).rejects.toThrow(
        'entries of acc that the ledger lacks: if it was restored',
      );
    });

    test('an archive refuses a ledger that lacks one of its accounts, and takes nothing from it', async () => {
      await addPayer(lost, 'newcomer', 9);
      await archive(lost);
      // What it has of the other account fits, and goes on.
      await spend(restored, 'acc', 'later');
      await expect(archive(restored)).rejects.toThrow('entries of newcomer that the ledger lacks');
      expect(await archive(lost)).toEqual({ batches: 0, entries: 0 });
    });
  });
}
