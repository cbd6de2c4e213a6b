// Contract of every backend for gathered calls: the pages of collections and the runs of watches, known by their request ids.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Clock } from '../../domain/clock.ts';
import { toMicros } from '../../domain/money.ts';
import { runRequestId } from '../../domain/request-id.ts';
import type { Storage } from '../storage.ts';
import { pageFound, pageId } from '../testing/gathered.ts';
import { addPayer, callOf, keyIdOf, openHold, PRICE, publishPrice, settlementOf } from '../testing/payer.ts';
import { createTestClock, type OpenedStorage } from './storage.contract.ts';

const actor = 'test';

export function describeGathered(name: string, openStorage: (clock: Clock) => Promise<OpenedStorage>): void {
  describe(`${name}, for a gathered call,`, () => {
    let opened: OpenedStorage;
    let storage: Storage;
    let payers = 0;

    beforeAll(async () => {
      opened = await openStorage(createTestClock());
      storage = opened.storage;
      await publishPrice(storage);
    });
    afterAll(async () => {
      const { differences } = await storage.ledger.verify();
      await opened.close();
      expect(differences).toEqual([]);
    });

    async function payer(calls: number): Promise<string> {
      const id = `gathered-${++payers}`;
      await addPayer(storage, id, calls);
      return id;
    }
    const kindOf = async (id: string, requestId: string, changes = {}) =>
      (await storage.calls.open(callOf(id, requestId, changes))).kind;

    test('the windows of key and account neither refuse nor count it', async () => {
      const id = await payer(20);
      const rate = { requests: 2, perSeconds: 60, concurrent: 9 };
      await storage.accounts.update({ actor, accountId: id, rate });
      const defaultRate = { ...rate, requests: 3 };
      expect(await kindOf(id, 'r1', { defaultRate })).toBe('opened');
      for (const page of [0, 1, 2]) expect(await kindOf(id, pageId(page), { defaultRate })).toBe('opened');
      expect(await storage.calls.open(callOf(id, 'r2', { defaultRate }))).toMatchObject({
        kind: 'opened',
        rate: { remaining: 1 },
      });
      // Both windows are full now: the account's by its two interactive calls.
      expect(await kindOf(id, 'r3', { defaultRate })).toBe('limited');
      expect(await kindOf(id, runRequestId('wat_0123456789abcdef', 1), { defaultRate })).toBe('opened');
    });

    test('it takes no place of the calls that a key or an account may make at one time', async () => {
      const id = await payer(20);
      const rate = { requests: 100, perSeconds: 60, concurrent: 2 };
      await storage.accounts.update({ actor, accountId: id, rate });
      const defaultRate = rate;
      for (const page of [0, 1, 2]) expect(await kindOf(id, pageId(page), { defaultRate })).toBe('opened');
      const together = await Promise.all(['r1', 'r2', 'r3'].map((one) => kindOf(id, one, { defaultRate })));
      expect(together.sort()).toEqual(['limited', 'opened', 'opened']);
      expect(await kindOf(id, pageId(3), { defaultRate })).toBe('opened');
      expect(await kindOf(id, 'r4', { defaultRate })).toBe('limited');
    });

    test('balance, ceiling, caps and the key itself decide as for any other call', async () => {
      const id = await payer(2);
      expect(await kindOf(id, pageId(0), { ceilingMicros: toMicros(PRICE - 1) })).toBe('ceiling');
      await storage.keys.update({ actor, id: keyIdOf(id), dailyCapMicros: toMicros(PRICE) });
      expect(await kindOf(id, pageId(0))).toBe('opened');
      expect(await kindOf(id, pageId(1))).toBe('capped');
      await storage.keys.update({ actor, id: keyIdOf(id), dailyCapMicros: null });
      expect(await kindOf(id, pageId(1))).toBe('opened');
      expect(await kindOf(id, pageId(2))).toBe('insufficient');
      await storage.keys.revoke({ actor, id: keyIdOf(id) });
      expect(await kindOf(id, pageId(3))).toBe('unauthorized');
    });

    test('a hold that has ended moves nothing on and charges nothing', async () => {
      const id = await payer(2);
      const hold = await openHold(storage, id, pageId(0));
      await storage.calls.release({ hold, failureCode: 'UPSTREAM_ERROR', attempts: [] });
      const late = { settle: settlementOf(hold, { answer: null }), found: pageFound(0) };
      expect(await storage.gathered.settle(late)).toEqual({ kind: 'lost' });
      const account = await storage.accounts.find({ idOrName: id });
      expect([account!.balanceMicros, account!.heldMicros]).toEqual([2 * PRICE, 0]);
      expect(await kindOf(id, pageId(0))).toBe('opened');
    });
  });
}
