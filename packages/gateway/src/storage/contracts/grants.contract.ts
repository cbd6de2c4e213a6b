// Contract of every backend for grants: they pay before ordinary money, by priority, expiry and age; a refund goes back to the grants
// that paid; expiry takes what is left and never what is held; a reference gives one grant.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { GrantKind } from '../../domain/grant.ts';
import { toMicros } from '../../domain/money.ts';
import type { GiveGrant, Storage } from '../storage.ts';
import { addPayer, callOf, openHold, PRICE, publishPrice, settlementOf } from '../testing/payer.ts';
import { createTestClock, type OpenedStorage, type TestClock } from './storage.contract.ts';

const actor = 'test';
const HOUR = 3_600_000;

export function describeGrants(name: string, open: (clock: TestClock) => Promise<OpenedStorage>): void {
  describe(`${name}: grants`, () => {
    const clock = createTestClock();
    let opened: OpenedStorage;
    let storage: Storage;

    beforeAll(async () => {
      opened = await open(clock);
      storage = opened.storage;
      await publishPrice(storage);
    });
    afterAll(() => opened.close());

    function give(accountId: string, id: string, amount: number, more: Partial<GiveGrant> = {}) {
      const kind: GrantKind = 'promo';
      const of = { actor, id: `${accountId}-${id}`, accountId, kind, amountMicros: toMicros(amount) };
      const rest = { priority: 10, expiresAtMs: null, reference: `${accountId}-${id}`, reason: 'test' };
      return storage.grants.give({ ...of, ...rest, ...more });
    }

    async function pay(accountId: string, requestId: string): Promise<void> {
      const hold = await openHold(storage, accountId, requestId);
      expect((await storage.calls.settle(settlementOf(hold))).kind).toBe('settled');
    }

    const left = async (accountId: string) => {
      const { items } = await storage.grants.list({ accountId, limit: 50, after: null });
      return Object.fromEntries(items.map((one) => [one.id.split('-')[1], one.remainingMicros]));
    };
    const paidFor = async (accountId: string, requestId: string) =>
      (await storage.grants.paidFor({ accountId, requestId })).map(
        ({ grantId, amountMicros }) => `${grantId.split('-')[1]} ${amountMicros}`,
      );
    const balance = async (idOrName: string) => (await storage.accounts.find({ idOrName }))!.balanceMicros;
    const differences = async () => (await storage.ledger.verify({ from: 'start' })).differences;

    test('the charge says which grants paid, and so does its answer, now and when it is replayed', async () => {
      await addPayer(storage, 'said', 10);
      await give('said', 'small', PRICE / 4, { kind: 'goodwill' });
      const hold = await openHold(storage, 'said', 'a');
      const settled = await storage.calls.settle(settlementOf(hold));
      const part = { grantId: 'said-small', kind: 'goodwill', amountMicros: PRICE / 4 };
      expect(settled).toEqual({ kind: 'settled', balanceMicros: 9.25 * PRICE, paidFrom: [part] });
      const kept = await storage.calls.findAnswer({ accountId: 'said', requestId: 'a' });
      const text = Buffer.from(kept!.answer.body).toString();
      expect(JSON.parse(text)).toEqual({
        balance: '0.009250',
        paid_from: [{ grant: 'said-small', kind: 'goodwill', amount: '0.000250' }],
      });
      const again = await storage.calls.open(callOf('said', 'a'));
      if (again.kind !== 'replay') throw new Error(`expected replay, got ${again.kind}`);
      expect(Buffer.from(again.answer.body).toString()).toBe(text);
      const second = await openHold(storage, 'said', 'b');
      expect(await storage.calls.settle(settlementOf(second))).not.toHaveProperty('paidFrom');
    });

    test('grants pay before ordinary money: by priority, then what expires first, then the oldest', async () => {
      await addPayer(storage, 'order', 10);
      await give('order', 'late', PRICE / 2, { expiresAtMs: clock.nowMs() + 2 * HOUR });
      await give('order', 'soon', PRICE / 2, { expiresAtMs: clock.nowMs() + HOUR });
      await give('order', 'first', PRICE / 2, { priority: 1 });
      await give('order', 'ever', PRICE / 4);
      for (const id of ['a', 'b', 'c']) await pay('order', id);
      expect(await paidFor('order', 'a')).toEqual([`first ${PRICE / 2}`, `soon ${PRICE / 2}`]);
      expect(await paidFor('order', 'b')).toEqual([`late ${PRICE / 2}`, `ever ${PRICE / 4}`]);
      expect(await paidFor('order', 'c')).toEqual([]);
      expect(await balance('order')).toBe(10 * PRICE + 1.75 * PRICE - 3 * PRICE);
      expect(await differences()).toEqual([]);
    });

    test('calls of one batch share what is left of a grant, and no more', async () => {
      await addPayer(storage, 'batch', 10);
      await give('batch', 'one', 2.5 * PRICE);
      const holds = await Promise.all(['a', 'b', 'c', 'd'].map((id) => openHold(storage, 'batch', id)));
      await Promise.all(holds.map((hold) => storage.calls.settle(settlementOf(hold))));
      expect(await left('batch')).toEqual({ one: 0 });
      expect(await balance('batch')).toBe(8.5 * PRICE);
      expect(await differences()).toEqual([]);
    });

    test('a refund gives ordinary money back first, then to the grants that paid; an expired one gets none', async () => {
      await addPayer(storage, 'refund', 10);
      await give('refund', 'a', PRICE / 2);
      await pay('refund', 'r');
      const back = (amount: number) =>
        storage.accounts.refund({
          ...{ actor, accountId: 'refund', requestId: 'r', reference: null, reason: 'test' },
          amountMicros: toMicros(amount),
        });
      await back(PRICE / 2);
      expect(await left('refund')).toEqual({ a: 0 });
      await back(PRICE / 4);
      expect(await left('refund')).toEqual({ a: PRICE / 4 });
      await back(PRICE / 4);
      expect([await left('refund'), await balance('refund')]).toEqual([{ a: PRICE / 2 }, 10.5 * PRICE]);
      await addPayer(storage, 'gone', 10);
      await give('gone', 'a', PRICE, { expiresAtMs: clock.nowMs() + HOUR });
      await pay('gone', 'r');
      clock.advance(HOUR);
      await storage.accounts.refund({
        ...{ actor, accountId: 'gone', requestId: 'r', reference: null, reason: 'test', amountMicros: null },
      });
      await storage.grants.expire();
      expect([await left('gone'), await balance('gone')]).toEqual([{ a: 0 }, 11 * PRICE]);
      expect(await differences()).toEqual([]);
    });

    test('the account whose grant expired first comes first; of two at once the one with the lower id', async () => {
      const nowMs = clock.nowMs();
      for (const [accountId, hours] of [
        ['late', 2],
        ['twin-b', 1],
        ['twin-a', 1],
      ] as const) {
        await addPayer(storage, accountId, 0);
        await give(accountId, 'a', PRICE, { expiresAtMs: nowMs + hours * HOUR });
      }
      clock.advance(2 * HOUR);
      const leftOver = async () => {
        await storage.grants.expire();
        return Promise.all(['twin-a', 'twin-b', 'late'].map(balance));
      };
      expect([await leftOver(), await leftOver(), await leftOver()]).toEqual([
        [0, PRICE, PRICE],
        [0, 0, PRICE],
        [0, 0, 0],
      ]);
    });

    test('a grant that is held entirely delays the expiry of no other account, though it expired first', async () => {
      const nowMs = clock.nowMs();
      for (const [accountId, hours] of [
        ['covered', 1],
        ['behind', 2],
      ] as const) {
        await addPayer(storage, accountId, 0);
        await give(accountId, 'a', PRICE, { expiresAtMs: nowMs + hours * HOUR });
      }
      const hold = await openHold(storage, 'covered', 'a');
      clock.advance(2 * HOUR);
      expect(await storage.grants.expire()).toEqual({ expired: 1 });
      expect([await balance('covered'), await balance('behind')]).toEqual([PRICE, 0]);
      await storage.calls.release({ hold, failureCode: 'UPSTREAM_ERROR', attempts: [] });
      expect(await storage.grants.expire()).toEqual({ expired: 1 });
      expect(await balance('covered')).toBe(0);
    });

    test('expiry takes what is left and leaves what is held, until its call has ended', async () => {
      await addPayer(storage, 'held', 0);
      await give('held', 'a', 3 * PRICE, { expiresAtMs: clock.nowMs() + HOUR });
      const [paid, failed] = [await openHold(storage, 'held', 'a'), await openHold(storage, 'held', 'b')];
      clock.advance(HOUR - 1);
      expect(await storage.grants.expire()).toEqual({ expired: 0 });
      clock.advance(1);
      expect(await storage.grants.expire()).toEqual({ expired: 1 });
      expect(await balance('held')).toBe(2 * PRICE);
      expect(await storage.grants.expire()).toEqual({ expired: 0 });
      await storage.calls.settle(settlementOf(paid));
      await storage.calls.release({ hold: failed, failureCode: 'UPSTREAM_ERROR', attempts: [] });
      expect(await storage.grants.expire()).toEqual({ expired: 1 });
      expect(await balance('held')).toBe(0);
      const events = await storage.events.list({ stream: 'held', after: 0, limit: 50 });
      expect(events.filter(({ type }) => type === 'grant.expired')).toHaveLength(2);
      expect(await differences()).toEqual([]);
    });

    test('money that an operator takes is ordinary money first', async () => {
      await addPayer(storage, 'taken', 1);
      await give('taken', 'a', 2 * PRICE);
      const take = (amount: number) =>
        storage.accounts.adjust({
          ...{ actor, accountId: 'taken', reference: null, reason: 'test' },
          amountMicros: toMicros(-amount),
        });
      await take(PRICE);
      expect(await left('taken')).toEqual({ a: 2 * PRICE });
      await take(PRICE / 2);
      expect(await left('taken')).toEqual({ a: 1.5 * PRICE });
      expect(await differences()).toEqual([]);
    });

    test('the same reference gives one grant, also under concurrency', async () => {
      await addPayer(storage, 'once', 0);
      const asked = { reference: 'once' };
      const results = await Promise.all(['a', 'b', 'c'].map((id) => give('once', id, PRICE, asked)));
      expect(results.map(({ kind }) => kind).sort()).toEqual(['duplicate', 'duplicate', 'given']);
      expect((await give('once', 'd', 2 * PRICE, asked)).kind).toBe('conflict');
      expect((await give('nobody', 'e', PRICE)).kind).toBe('not_found');
      expect(await balance('once')).toBe(PRICE);
      await give('once', 'paid', PRICE, { kind: 'paid' });
      const { items } = await storage.accounts.entries({ accountId: 'once', limit: 10, after: null });
      expect(items.map(({ kind }) => kind)).toEqual(['topup', 'adjustment']);
      expect((await storage.calls.preview(callOf('once', 'p'))).kind).toBe('opens');
    });
  });
}
