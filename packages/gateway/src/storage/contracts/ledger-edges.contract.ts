// Contract of every backend for the limits of money: largest amounts, accounts that do not exist, caps to the micro-unit, and lists of
// entries. One database serves the whole suite, so that it is quick.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Clock } from '../../domain/clock.ts';
import { MICROS_MAX, toMicros } from '../../domain/money.ts';
import { type Storage, StorageUnavailable } from '../storage.ts';
import {
  addPayer,
  callOf,
  keyIdOf,
  openHold,
  PRICE,
  publishPrice,
  settlementOf,
  UNBOUND,
} from '../testing/payer.ts';
import { createTestClock, type OpenedStorage, type TestClock } from './storage.contract.ts';

const actor = 'test';
const by = (accountId: string, amount: number) => ({
  actor,
  accountId,
  amountMicros: toMicros(amount),
  reference: null,
  reason: 'edge',
});

export function describeLedgerEdges(
  name: string,
  openStorage: (clock: Clock) => Promise<OpenedStorage>,
): void {
  describe(`${name}, at the edges`, () => {
    let clock: TestClock;
    let opened: OpenedStorage;
    let storage: Storage;
    let payers = 0;

    beforeAll(async () => {
      clock = createTestClock();
      opened = await openStorage(clock);
      storage = opened.storage;
      await publishPrice(storage);
    });
    afterAll(async () => {
      const { differences } = await storage.ledger.verify();
      await opened.close();
      expect(differences).toEqual([]);
    });

    /** A new account for each test, with money for this many calls. */
    async function payer(calls: number): Promise<string> {
      const id = `payer-${++payers}`;
      await addPayer(storage, id, calls);
      return id;
    }

    const money = async (id: string) => {
      const account = await storage.accounts.find({ idOrName: id });
      return { balance: account!.balanceMicros, held: account!.heldMicros };
    };
    const topUp = (accountId: string, amount: number, reference = `ref-${accountId}-${amount}`) =>
      storage.accounts.topUp({ ...by(accountId, amount), reference });
    const spend = async (id: string, requestId: string) =>
      storage.calls.settle(settlementOf(await openHold(storage, id, requestId)));

    describe('a question with two ids', () => {
      const [now, next] = [{ twins: ['before', 'next'] }, { twins: ['now', 'later'] }];
      const openAs = (id: string, requestId: string, twins: object) =>
        storage.calls.open(callOf(id, requestId, { fingerprint: 'question', ...twins }));

      test('is opened under one of them, under any number of concurrent calls with either', async () => {
        const id = await payer(20);
        const asked = Array.from({ length: 20 }, (_, i) =>
          i % 2 === 0 ? openAs(id, 'now', now) : openAs(id, 'next', next),
        );
        const results = await Promise.all(asked);
        const named = results.map((result) => (result.kind === 'twin' ? result.requestId : result.kind));
        expect(new Set(named)).toEqual(new Set(['opened', 'running', 'now']));
        expect(await money(id)).toEqual({ balance: PRICE * 20, held: PRICE });
      });

      test('is answered under the one that was paid, also when the answer is available beforehand', async () => {
        const id = await payer(2);
        const hold = await openHold(storage, id, 'now', { fingerprint: 'question' });
        await storage.calls.settle(settlementOf(hold));
        expect(await openAs(id, 'next', next)).toEqual({ kind: 'twin', requestId: 'now' });
        const { hold: _, ...paid } = settlementOf(hold);
        const atHand = { ...callOf(id, 'next', { fingerprint: 'question', ...next }), ...paid };
        expect(await storage.calls.openSettled(atHand)).toEqual({ kind: 'twin', requestId: 'now' });
        expect(await openAs(id, 'now', now)).toMatchObject({ kind: 'replay' });
        expect(await money(id)).toEqual({ balance: PRICE, held: 0 });
      });

      test('is opened when the other failed, keeps no answer, or belongs to another question', async () => {
        const id = await payer(5);
        const failed = await openHold(storage, id, 'now', { fingerprint: 'question' });
        await storage.calls.release({ hold: failed, failureCode: 'X', attempts: [] });
        expect(await openAs(id, 'next', next)).toMatchObject({ kind: 'opened' });
        const unkept = await openHold(storage, id, 'unkept', { fingerprint: 'question' });
        await storage.calls.settle(settlementOf(unkept, { answer: null }));
        await openHold(storage, id, 'other', { fingerprint: 'another' });
        const twins = ['unkept', 'other', 'never'];
        expect(await openAs(id, 'last', { twins })).toMatchObject({ kind: 'opened' });
      });
    });

    test('money of an account that does not exist moves nowhere', async () => {
      expect(await topUp('nobody', 1)).toEqual({ kind: 'not_found' });
      expect(await storage.accounts.adjust(by('nobody', 1))).toEqual({ kind: 'not_found' });
      expect(await storage.accounts.refund({ ...by('nobody', 1), requestId: 'r' })).toEqual({
        kind: 'not_found',
      });
      expect(await storage.accounts.find({ idOrName: 'nobody' })).toBeNull();
      expect(await storage.accounts.update({ actor, accountId: 'nobody', status: 'disabled' })).toEqual({
        kind: 'not_found',
      });
    });

    test('a call of an account or a key that does not exist is not opened', async () => {
      const id = await payer(1);
      expect(await storage.calls.open(callOf('nobody', 'r'))).toEqual({ kind: 'unauthorized' });
      expect(await storage.calls.open(callOf(id, 'r', { keyId: 'nobody' }))).toEqual({
        kind: 'unauthorized',
      });
      const hold = { accountId: 'nobody', requestId: 'r', epoch: 1 };
      expect(await storage.calls.settle(settlementOf(hold))).toEqual({ kind: 'lost' });
      expect(await money(id)).toEqual({ balance: PRICE, held: 0 });
    });

    test('a balance may reach the largest amount exactly, by a top-up or an adjustment, and no further', async () => {
      const full = await payer(0);
      expect((await topUp(full, MICROS_MAX - 1)).kind).toBe('posted');
      expect((await topUp(full, 2)).kind).toBe('refused');
      expect((await storage.accounts.adjust(by(full, 2))).kind).toBe('refused');
      expect((await storage.accounts.adjust(by(full, 1))).kind).toBe('posted');
      expect(await money(full)).toEqual({ balance: MICROS_MAX, held: 0 });
      expect((await storage.accounts.adjust(by(full, -MICROS_MAX))).kind).toBe('posted');
      expect((await topUp(full, MICROS_MAX)).kind).toBe('posted');
      expect((await storage.accounts.adjust(by(full, -MICROS_MAX))).kind).toBe('posted');
    });

    test('a refund that would pass the largest amount is refused', async () => {
      const id = await payer(1);
      await spend(id, 'r1');
      await topUp(id, MICROS_MAX);
      const refund = { ...by(id, 1), requestId: 'r1' };
      expect((await storage.accounts.refund(refund)).kind).toBe('refused');
      expect((await storage.accounts.adjust(by(id, -1))).kind).toBe('posted');
      expect((await storage.accounts.refund(refund)).kind).toBe('posted');
      expect((await storage.accounts.adjust(by(id, -MICROS_MAX))).kind).toBe('posted');
    });

    test('a refund gives back to the micro-unit what is left of a charge, and nothing after that', async () => {
      const id = await payer(1);
      await spend(id, 'r1');
      const refund = (amountMicros: number | null) =>
        storage.accounts.refund({
          ...by(id, 0),
          requestId: 'r1',
          amountMicros: amountMicros === null ? null : toMicros(amountMicros),
        });
      expect((await refund(0)).kind).toBe('refused');
      expect((await refund(-1)).kind).toBe('refused');
      expect((await refund(1)).kind).toBe('posted');
      expect((await refund(PRICE)).kind).toBe('refused');
      expect((await refund(null)).kind).toBe('posted');
      expect((await refund(null)).kind).toBe('refused');
      expect(await money(id)).toEqual({ balance: PRICE, held: 0 });
    });

    test('a reference is bound to its account, its amount and its call', async () => {
      const id = await payer(2);
      const other = await payer(0);
      await spend(id, 'r1');
      await spend(id, 'r2');
      expect((await topUp(id, 5, 'bound')).kind).toBe('posted');
      expect((await topUp(id, 5, 'bound')).kind).toBe('duplicate');
      expect((await topUp(id, 6, 'bound')).kind).toBe('conflict');
      expect((await topUp(other, 5, 'bound')).kind).toBe('conflict');
      const refund = (requestId: string, amountMicros: number | null) =>
        storage.accounts.refund({
          ...by(id, 0),
          requestId,
          reference: 'bound',
          amountMicros: amountMicros === null ? null : toMicros(amountMicros),
        });
      expect((await refund('r1', 7)).kind).toBe('posted');
      expect((await refund('r1', null)).kind).toBe('duplicate');
      expect((await refund('r2', 7)).kind).toBe('conflict');
      expect(await money(id)).toEqual({ balance: 12, held: 0 });
    });

    test('an adjustment takes what is available to the micro-unit, and not what is held', async () => {
      const id = await payer(2);
      const hold = await openHold(storage, id, 'r1');
      expect((await storage.accounts.adjust(by(id, -PRICE - 1))).kind).toBe('refused');
      expect((await storage.accounts.adjust(by(id, -PRICE))).kind).toBe('posted');
      expect(await money(id)).toEqual({ balance: PRICE, held: PRICE });
      expect((await storage.calls.settle(settlementOf(hold))).kind).toBe('settled');
    });

    test('a call opens on exactly its price and not on one micro-unit less', async () => {
      const id = await payer(1);
      await storage.accounts.adjust(by(id, -1));
      expect(await storage.calls.open(callOf(id, 'r1'))).toEqual({
        kind: 'insufficient',
        reason: 'balance',
        availableMicros: PRICE - 1,
      });
      await storage.accounts.adjust(by(id, 1));
      expect((await storage.calls.open(callOf(id, 'r1'))).kind).toBe('opened');
    });

    test('a spend cap is met exactly and not passed by one micro-unit, and tells when it opens again', async () => {
      const id = await payer(5);
      const dailyCapMicros = toMicros(2 * PRICE);
      await storage.keys.update({ actor, id: keyIdOf(id), dailyCapMicros });
      await spend(id, 'r1');
      const dear = callOf(id, 'r2', { priceMicros: toMicros(PRICE + 1) });
      const noon = 12 * 3_600_000;
      const nowMs = clock.nowMs();
      expect(await storage.calls.open(dear)).toEqual({
        kind: 'capped',
        nowMs,
        cap: {
          ...{ scope: 'key', window: 'day', limitMicros: 2 * PRICE, spentMicros: PRICE, leftMicros: PRICE },
          resetsAtMs: nowMs + noon,
        },
      });
      expect((await storage.calls.open(callOf(id, 'r2'))).kind).toBe('opened');
      expect((await storage.calls.open(callOf(id, 'r3'))).kind).toBe('capped');
    });

    test('one call may not break two limits at once: the window of the account counts beside that of the key', async () => {
      const id = await payer(9);
      const rate = { requests: 2, perSeconds: 60, concurrent: 9 };
      await storage.accounts.update({ actor, accountId: id, rate });
      await spend(id, 'r1');
      await spend(id, 'r2');
      expect(await storage.calls.open(callOf(id, 'r3'))).toMatchObject({
        kind: 'limited',
        reason: 'requests',
        retryAfterMs: 60_000,
        rate: { remaining: 0, resetMs: 60_000 },
      });
      clock.advance(59_999);
      expect((await storage.calls.open(callOf(id, 'r3'))).kind).toBe('limited');
      clock.advance(1);
      expect((await storage.calls.open(callOf(id, 'r3'))).kind).toBe('opened');
    });

    test('a reopened call holds, charges and is counted for the key and price of its new epoch', async () => {
      const id = await payer(5);
      const first = await openHold(storage, id, 'r1');
      await storage.calls.release({ hold: first, failureCode: 'UPSTREAM_ERROR', attempts: [] });
      const half = toMicros(PRICE / 2);
      await publishPrice(storage, half);
      const keyId = `${id}-second`;
      const key = {
        id: keyId,
        accountId: id,
        name: keyId,
        prefix: 'p',
        hash: keyId,
        groups: ['u1' as const],
      };
      await storage.keys.create({ actor, ...key, ...UNBOUND });
      const changes = { keyId, priceMicros: half, catalogVersion: 2 };
      const again = await storage.calls.open(callOf(id, 'r1', changes));
      expect(again).toMatchObject({ kind: 'opened', hold: { epoch: 2 } });
      expect(await money(id)).toEqual({ balance: 5 * PRICE, held: half });
      const hold = { ...first, epoch: 2 };
      await storage.calls.settle(settlementOf(hold, { chargedMicros: half }));
      expect(await storage.calls.find({ accountId: id, requestId: 'r1' })).toMatchObject({
        state: 'settled',
        catalogVersion: 2,
        priceMicros: half,
        chargedMicros: half,
        failureCode: null,
      });
      expect(await money(id)).toEqual({ balance: 4.5 * PRICE, held: 0 });
      const [charge] = (await storage.accounts.entries({ accountId: id, limit: 1, after: null })).items;
      expect(charge).toMatchObject({ kind: 'charge', amountMicros: -half, actor: `key:${keyId}` });
    });

    test('every movement of money by an operator is in the audit log, with actor, amount and reason', async () => {
      const id = await payer(1);
      await spend(id, 'r1');
      await topUp(id, 7);
      await storage.accounts.adjust(by(id, -2));
      await storage.accounts.refund({ ...by(id, 3), requestId: 'r1' });
      const { items } = await storage.audit.list({ limit: 100, after: null });
      const own = items.filter(
        ({ subject, action }) => subject === id && /topup|adjustment|refund/.test(action),
      );
      expect(own.map(({ action, detail }) => [action, detail.amount]).reverse()).toEqual([
        ['account.topup', '0.001000'],
        ['account.topup', '0.000007'],
        ['account.adjustment', '-0.000002'],
        ['account.refund', '0.000003'],
      ]);
      expect(own[0]).toMatchObject({ actor, detail: { reason: 'edge' } });
    });

    test('entries are found by kind and by time, newest first, each with the balance after it', async () => {
      const id = await payer(3);
      const from = clock.nowMs();
      await spend(id, 'r1');
      clock.advance(1_000);
      await storage.accounts.adjust(by(id, -5));
      const list = (more: object) =>
        storage.accounts.entries({ accountId: id, limit: 10, after: null, ...more });
      const seen = async (more: object) =>
        (await list(more)).items.map(({ kind, balanceAfterMicros }) => [kind, balanceAfterMicros]);
      const all = [
        ['adjustment', 2 * PRICE - 5],
        ['charge', 2 * PRICE],
        ['topup', 3 * PRICE],
      ];
      expect(await seen({})).toEqual(all);
      expect(await seen({ kind: 'charge' })).toEqual([all[1]]);
      expect(await seen({ kind: 'topup' })).toEqual([all[2]]);
      expect(await seen({ fromMs: from + 1_000 })).toEqual([all[0]]);
      expect(await seen({ toMs: from + 1_000 })).toEqual([all[1], all[2]]);
      const page = await list({ limit: 2 });
      expect((await list({ limit: 2, after: page.next })).items).toHaveLength(1);
    });

    test('accounts are listed by name, page by page', async () => {
      for (const id of ['list-c', 'list-a', 'list-b']) await addPayer(storage, id, 0);
      const first = await storage.accounts.list({ limit: 2, after: 'name-of-list-' });
      const second = await storage.accounts.list({ limit: 1, after: first.next });
      expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(['list-a', 'list-b', 'list-c']);
      expect((await storage.accounts.list({ limit: 1, after: null })).items).toHaveLength(1);
    });

    test('an update changes what it names and nothing else', async () => {
      const id = await payer(0);
      const rate = { requests: 1, perSeconds: 2, concurrent: 3 };
      const update = async (change: object) => {
        const result = await storage.accounts.update({ actor, accountId: id, ...change });
        return result.kind === 'changed' ? result.account : result.kind;
      };
      expect(await update({ rate })).toMatchObject({ rate, status: 'active' });
      expect(await update({ status: 'disabled' })).toMatchObject({ rate, status: 'disabled' });
      expect(await update({ rate: null })).toMatchObject({ rate: null, name: `name-of-${id}` });
    });

    test('an account is renamed to an unused name, and found by it', async () => {
      const [id, other] = [await payer(0), await payer(0)];
      const rename = (name: string) => storage.accounts.update({ actor, accountId: id, name });
      expect(await rename(`name-of-${other}`)).toEqual({ kind: 'exists' });
      expect(await rename(`new-${id}`)).toMatchObject({ kind: 'changed', account: { id } });
      expect(await storage.accounts.find({ idOrName: `new-${id}` })).toMatchObject({ id });
      const [event] = (await storage.events.list({ stream: id, after: 0, limit: 100 })).slice(-1);
      expect(event).toMatchObject({
        type: 'account.renamed',
        data: { name: `new-${id}`, before: `name-of-${id}` },
      });
    });

    test('a closed account opens no call, ends those that run, keeps its balance, and can be opened again', async () => {
      const id = await payer(3);
      const running = await openHold(storage, id, 'running');
      expect(await storage.accounts.close({ actor, accountId: id })).toMatchObject({
        account: { status: 'disabled', balanceMicros: 3 * PRICE, closedAtMs: clock.nowMs() },
      });
      expect(await storage.calls.open(callOf(id, 'late'))).toEqual({ kind: 'unauthorized' });
      expect(await storage.calls.settle(settlementOf(running))).toMatchObject({
        kind: 'settled',
        balanceMicros: 2 * PRICE,
      });
      const enable = { actor, accountId: id, status: 'active' as const };
      expect(await storage.accounts.update(enable)).toEqual({ kind: 'closed' });
      await storage.accounts.close({ actor, accountId: id });
      expect(await storage.accounts.reopen({ actor, accountId: id })).toMatchObject({
        account: { status: 'active', closedAtMs: null, balanceMicros: 2 * PRICE },
      });
      expect(await storage.calls.open(callOf(id, 'late'))).toMatchObject({ kind: 'opened' });
      const types = (await storage.events.list({ stream: id, after: 0, limit: 100 })).map(({ type }) => type);
      expect(types.filter((type) => type.startsWith('account.'))).toEqual([
        'account.closed',
        'account.reopened',
      ]);
      expect(await storage.accounts.close({ actor, accountId: 'nobody' })).toEqual({ kind: 'not_found' });
    });

    test('a purge deletes answers older than `keepMs`, and only those', async () => {
      const id = await payer(2);
      await spend(id, 'old');
      clock.advance(1_000);
      await spend(id, 'new');
      // To the millisecond: an answer that is kept for a second is still there after one.
      await storage.calls.purgeAnswers({ keepMs: 1_000 });
      expect((await storage.calls.open(callOf(id, 'old'))).kind).toBe('replay');
      await storage.calls.purgeAnswers({ keepMs: 999 });
      expect((await storage.calls.open(callOf(id, 'old'))).kind).toBe('expired');
      expect((await storage.calls.open(callOf(id, 'new'))).kind).toBe('replay');
    });

    test('answers of every size, in one batch, replay the same bytes', async () => {
      const id = await payer(9);
      // Around every size at which a backend may store answers differently.
      const sizes = [0, 1, 256, 257, 5_000, 32_768, 32_769, 300_000];
      const holds = await Promise.all(sizes.map((_, i) => openHold(storage, id, `size-${i}`)));
      const bytesOf = (size: number, i: number) =>
        Uint8Array.from({ length: size }, (_, at) => (at * 7 + i) % 251);
      const settled = await Promise.all(
        holds.map((hold, i) => {
          const answer = { kind: 'bytes' as const, bytes: bytesOf(sizes[i]!, i), headers: {}, status: 200 };
          return storage.calls.settle(settlementOf(hold, { answer }));
        }),
      );
      expect(settled.every(({ kind }) => kind === 'settled')).toBe(true);
      for (const [i, size] of sizes.entries()) {
        const replay = await storage.calls.open(callOf(id, `size-${i}`));
        if (replay.kind !== 'replay') throw new Error(`expected replay, got ${replay.kind}`);
        expect(Buffer.compare(replay.answer.body, bytesOf(size, i))).toBe(0);
      }
    });

    test('verbs after closing are refused as unavailable, and earlier ones are done', async () => {
      const own = await openStorage(clock);
      await publishPrice(own.storage);
      await addPayer(own.storage, 'acc', 1);
      const last = own.storage.calls.open(callOf('acc', 'r1'));
      const closing = own.storage.close();
      await expect(own.storage.calls.open(callOf('acc', 'r2'))).rejects.toThrow(StorageUnavailable);
      expect((await last).kind).toBe('opened');
      await closing;
      await own.close();
    });
  });
}
