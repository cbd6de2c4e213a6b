// Writes whose own suites count all accounts or need several nodes. Here each runs once more, beside the bystander.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS } from '../../domain/duration.ts';
import type { NewStatement, Storage } from '../storage.ts';
import { addPayer, keyIdOf, openHold, PRICE, publishPrice, settlementOf } from '../testing/payer.ts';
import { statementOf } from '../testing/statement.ts';
import { createTestClock, type OpenedStorage, type TestClock } from './storage.contract.ts';

const MONTHS_MS = 130 * DAY_MS;

export function describeOtherWrites(name: string, open: (clock: TestClock) => Promise<OpenedStorage>): void {
  describe(`${name}: other writes`, () => {
    const clock = createTestClock();
    let opened: OpenedStorage;
    let storage: Storage;
    beforeAll(async () => {
      opened = await open(clock);
      storage = opened.storage;
      await publishPrice(storage);
      for (const payer of ['acc', 'second']) {
        await addPayer(storage, payer, 9);
        await storage.calls.settle(settlementOf(await openHold(storage, payer, `paid-by-${payer}`)));
      }
    });
    afterAll(async () => {
      const { differences } = await storage.ledger.verify();
      await opened.close();
      expect(differences).toEqual([]);
    });

    test('a state of a walk is stored for its key, and deleted when it is old', async () => {
      const state = { id: 'walk', part: '', keyId: keyIdOf('acc'), body: Buffer.from('x') };
      await storage.walkStates.put({ ...state, countMax: 1, bytesMax: 100 });
      expect(await storage.walkStates.purge({ keepMs: DAY_MS })).toEqual({ purged: 0 });
      expect(await storage.walkStates.read({ id: 'walk', keepMs: DAY_MS })).not.toBeNull();
    });

    test('quotas and leases of providers, and notes about the ledger, are those of no account', async () => {
      const quota = { provider: 'one', per: 'day', reset: 'UTC' } as const;
      const { startMs, isTaken } = await storage.quotas.take({ ...quota, units: 2, most: 3 });
      await storage.quotas.giveBack({ provider: 'one', startMs, units: 1 });
      expect(isTaken).toBe(true);
      expect(await storage.quotas.used({ of: [quota] })).toMatchObject([{ usedUnits: 1 }]);
      const wanted = { provider: 'one', rateMost: 5, rateWanted: 5, placesMost: 2, placesWanted: 2 };
      const parts = await storage.leases.renew({
        ...{ nodes: 1, lastsMs: DAY_MS, wanted: [{ ...wanted, placesHeld: 0 }] },
      });
      expect(parts).toEqual([{ provider: 'one', ratePart: 5, placesPart: 2 }]);
      const atMs = clock.nowMs();
      await storage.ledger.keepVerdict({ atMs, entries: 1, differences: 0 });
      await storage.ledger.noteBackup({ atMs });
      await storage.ledger.noteDrill({ atMs, durationMs: 1 });
      await storage.ledger.noteArchive({ atMs });
      await storage.ledger.acceptLoss({ actor: 'op' });
      const held = [{ kind: 'collection', id: 'nobody', lease: 'mine' }] as const;
      expect(await storage.duties.renew({ held, leaseMs: 1 })).toEqual({ renewed: 0 });
    });

    test('an archive of one account is put back into no other', async () => {
      const rows = await storage.ledger.archiveRows({
        ...{ accounts: [{ accountId: 'acc', entrySeq: 0 }], catalogVersion: 0 },
      });
      const caught = await storage.ledger.catchUp({ rows, writes: true, actor: 'test' });
      expect(caught).toMatchObject({ known: rows.entries.length, missing: [], diverged: [] });
    });

    test('a month that is over has one statement for each account, and a second one changes neither', async () => {
      clock.advance(MONTHS_MS);
      const closed = (await storage.statements.closedMonth())!;
      const [ofSecond, ofAcc] = [
        await statementOf(storage, 'second', closed),
        await statementOf(storage, 'acc', closed),
      ];
      const keep = async (statement: NewStatement) => (await storage.statements.keep(statement)).kind;
      expect([await keep(ofSecond), await keep(ofAcc), await keep(ofAcc)]).toEqual([
        'kept',
        'kept',
        'exists',
      ]);
      // The bystander has the first one.
      for (const [accountId, number] of [['second', 2] as const, ['acc', 3] as const]) {
        const { items } = await storage.statements.list({ accountId, limit: 9, after: null });
        expect(items).toMatchObject([{ number, accountId, closingMicros: 8 * PRICE }]);
      }
      expect(await storage.statements.endMonth(closed)).not.toEqual(closed);
    });

    test('old usage is deleted for all accounts, and a checkpoint covers all of them', async () => {
      expect((await storage.usage.purge({ keepMonths: 1 })).purged).toBeGreaterThan(0);
      while ((await storage.usage.fold()).folded > 0);
      expect(await storage.walkStates.purge({ keepMs: DAY_MS })).toEqual({ purged: 2 });
      const { next } = await storage.ledger.verify({ from: 'checkpoint' });
      expect(await storage.ledger.keepCheckpoint(next!)).toEqual({ kept: true });
    });
  });
}
