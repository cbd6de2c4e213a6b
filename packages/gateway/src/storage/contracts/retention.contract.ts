// Contract of every backend for deleting old usage: the days go, the money and its checks stay.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS } from '../../domain/duration.ts';
import type { Storage } from '../storage.ts';
import { addPayer, callOf, keyIdOf, PRICE, publishPrice } from '../testing/payer.ts';
import { createTestClock, type TestClock } from './storage.contract.ts';

export interface OpenedTwice {
  storage: Storage;
  /** Another process on the same database. */
  another: Storage;
  close(): Promise<void>;
}

export function describeRetention(name: string, open: (clock: TestClock) => Promise<OpenedTwice>): void {
  describe(`${name}: retention`, () => {
    let clock: TestClock;
    let opened: OpenedTwice;
    let storage: Storage;

    beforeEach(async () => {
      clock = createTestClock();
      opened = await open(clock);
      storage = opened.storage;
      await publishPrice(storage);
      await addPayer(storage, 'acc', 10_000);
    });

    afterEach(async () => {
      const { differences } = await storage.ledger.verify();
      await opened.close();
      expect(differences).toEqual([]);
    });

    const attempt = { provider: 'p', role: 'first', outcome: 'ok', durationMs: 1, costMicros: 5 };

    async function buy(requestId: string, path = '/a', payer = 'acc'): Promise<void> {
      const input = callOf(payer, requestId, { path });
      const result = await storage.calls.open(input);
      if (result.kind !== 'opened') throw new Error(result.kind);
      const attempts = [attempt] as never;
      await storage.calls.settle({
        hold: result.hold,
        chargedMicros: PRICE,
        source: 'live',
        attempts,
        answer: null,
      });
    }

    /** Adds old steps to their days first, as the jobs of a gateway do. */
    async function purgeAll(by: Storage, keepMonths: number): Promise<number> {
      while ((await by.usage.fold()).folded > 0);
      let all = 0;
      for (let round = 0; round < 50; round++) {
        const { purged } = await by.usage.purge({ keepMonths });
        if (purged === 0) return all;
        all += purged;
      }
      throw new Error('it never ends');
    }

    const days = async () =>
      (await storage.usage.read({ fromDay: '2000-01-01', toDay: '2100-01-01', by: 'day' })).map(
        ({ group }) => group,
      );

    test('days before the kept months are deleted; later ones, the money and its checks stay', async () => {
      await buy('november');
      clock.advance(30 * DAY_MS);
      await buy('december');
      clock.advance(30 * DAY_MS);
      await buy('january');
      expect(await days()).toEqual(['2026-11-15', '2026-12-15', '2027-01-14']);
      const before = await storage.accounts.find({ idOrName: 'acc' });
      expect(await purgeAll(storage, 1)).toBeGreaterThan(0);
      expect(await days()).toEqual(['2026-12-15', '2027-01-14']);
      expect(await storage.usage.providers({ fromDay: '2000-01-01', toDay: '2100-01-01' })).toMatchObject([
        { attempts: 2 },
      ]);
      expect(await storage.accounts.find({ idOrName: 'acc' })).toEqual(before);
      expect(await storage.calls.find({ accountId: 'acc', requestId: 'november' })).toMatchObject({
        state: 'settled',
      });
      expect(await storage.calls.open(callOf('acc', 'november', { path: '/a' }))).toEqual({
        kind: 'expired',
      });
    });

    test('a day that is folded in several batches, by several nodes, has the sum of all; the day before it is due not yet', async () => {
      await addPayer(storage, 'other', 10);
      const providers = () => storage.usage.providers({ fromDay: '2026-11-15', toDay: '2026-11-15' });
      const folded = async (by: Storage) => {
        const before = await providers();
        const rows = (await by.usage.fold()).folded;
        expect(await providers()).toEqual(before);
        return rows;
      };
      const goTo = (moment: string) => clock.advance(Date.parse(moment) - clock.nowMs());
      await buy('first');
      goTo('2026-11-23T23:59:59.999Z');
      expect(await folded(storage)).toBe(0);
      goTo('2026-11-24T00:00:00.000Z');
      expect([await folded(storage), await folded(storage)]).toEqual([1, 0]);
      // A call of that day that is written after the first batch.
      goTo('2026-11-15T12:05:00.000Z');
      await buy('second');
      goTo('2026-11-24T00:00:00.000Z');
      expect([await folded(opened.another), await folded(storage)]).toEqual([1, 0]);
      // And one of another account, while both nodes add up steps.
      goTo('2026-11-15T12:10:00.000Z');
      await buy('third', '/a', 'other');
      goTo('2026-11-24T00:00:00.000Z');
      const both = await Promise.all([storage.usage.fold(), opened.another.usage.fold()]);
      expect(both.map((one) => one.folded).sort()).toEqual([0, 1]);
      expect(await providers()).toMatchObject([
        { provider: 'p', attempts: 3, failures: 0, costMicros: 15, chargedMicros: 3 * PRICE },
      ]);
    });

    test('months begin and end at midnight UTC, to the millisecond', async () => {
      const goTo = (moment: string) => clock.advance(Date.parse(moment) - clock.nowMs());
      goTo('2026-11-30T23:59:59.999Z');
      await buy('last of november');
      goTo('2026-12-01T00:00:00.000Z');
      await buy('first of december');
      goTo('2026-12-31T23:59:59.999Z');
      await buy('last of december');
      await purgeAll(storage, 1);
      expect(await days()).toEqual(['2026-11-30', '2026-12-01', '2026-12-31']);
      goTo('2027-01-01T00:00:00.000Z');
      await buy('first of january');
      await purgeAll(storage, 1);
      expect(await days()).toEqual(['2026-12-01', '2026-12-31', '2027-01-01']);
      await purgeAll(storage, 2);
      expect(await days()).toEqual(['2026-12-01', '2026-12-31', '2027-01-01']);
      expect((await storage.keys.find({ id: keyIdOf('acc') }))?.lastUsedAtMs).toBe(clock.nowMs());
    });

    test('a key that was used only in deleted months still has the time of its last use', async () => {
      await buy('once');
      const { lastUsedAtMs } = (await storage.keys.find({ id: keyIdOf('acc') }))!;
      clock.advance(100 * DAY_MS);
      await purgeAll(storage, 1);
      expect(await days()).toEqual([]);
      expect(lastUsedAtMs).not.toBe(null);
      expect((await storage.keys.find({ id: keyIdOf('acc') }))?.lastUsedAtMs).toBe(lastUsedAtMs);
    });

    test('the current month is never deleted, for any input', async () => {
      await buy('now');
      expect(await purgeAll(storage, 0)).toBe(0);
      expect(await days()).toEqual(['2026-11-15']);
    });

    test('one purge drops a bounded number of rows, and processes that purge together drop each row once', async () => {
      const rows = 2_100;
      const input = (n: number) => ({
        ...callOf('acc', `r${n}`, { path: `/p${n}` }),
        chargedMicros: PRICE,
        source: 'live' as const,
        answer: null,
      });
      for (let first = 0; first < rows; first += 100)
        await Promise.all(Array.from({ length: 100 }, (_, n) => storage.calls.openSettled(input(first + n))));
      clock.advance(100 * DAY_MS);
      const { purged } = await storage.usage.purge({ keepMonths: 1 });
      expect(purged).toBeGreaterThan(0);
      expect(purged).toBeLessThanOrEqual(1_000);
      const both = await Promise.all([purgeAll(storage, 1), purgeAll(opened.another, 1)]);
      // Besides the rows, an empty month may be counted.
      const all = purged + both[0] + both[1];
      expect(all).toBeGreaterThanOrEqual(rows);
      expect(all).toBeLessThan(rows + 20);
      expect(await days()).toEqual([]);
    });
  });
}
