// Contract of every backend for payments: each payment is credited once; a withdrawn payment takes no balance below what is held; no card
// is charged twice, too often or for more than its month allows. One database serves the whole suite.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Clock } from '../../domain/clock.ts';
import { HOUR_MS } from '../../domain/duration.ts';
import { toMicros } from '../../domain/money.ts';
import { ASK_AGAIN_MS } from '../../domain/payment-port.ts';
import type { WantPayback } from '../nouns/paybacks.ts';
import type { CreditPayment } from '../nouns/payments.ts';
import type { Storage } from '../storage.ts';
import { addPayer, openHold, PRICE, publishPrice, settlementOf } from '../testing/payer.ts';
import { createTestClock, type OpenedStorage, type TestClock } from './storage.contract.ts';

const actor = 'payments:stripe';
const CARD = { way: 'stripe', customer: 'cus_1', card: 'pm_1' } as const;
const LEASE_MS = 60_000;
const SHARE = { leaseMs: LEASE_MS, limit: 100, perParty: 100, held: {} };
const BOUNDS = { minMicros: toMicros(PRICE), maxMicros: toMicros(1_000 * PRICE), stepMicros: PRICE / 10 };

export function describePayments(name: string, openStorage: (clock: Clock) => Promise<OpenedStorage>): void {
  describe(`${name}: payments`, () => {
    let clock: TestClock;
    let opened: OpenedStorage;
    let storage: Storage;
    let made = 0;

    beforeAll(async () => {
      clock = createTestClock();
      opened = await openStorage(clock);
      storage = opened.storage;
      await publishPrice(storage);
    });
    afterAll(async () => {
      expect((await storage.ledger.verify()).differences).toEqual([]);
      await opened.close();
    });

    /** An account with money for this many calls. */
    async function payer(calls = 0): Promise<string> {
      const id = `pay-${++made}`;
      await addPayer(storage, id, calls);
      return id;
    }
    const payment = (accountId: string, changes: Partial<CreditPayment> = {}): CreditPayment => ({
      ...{ actor, accountId, amountMicros: toMicros(10 * PRICE), reference: `stripe:pi_${++made}` },
      ...{ orderId: null, rechargeId: null, card: null },
      ...changes,
    });
    async function pay(accountId: string, changes: Partial<CreditPayment> = {}): Promise<string> {
      const paid = payment(accountId, changes);
      expect(await storage.payments.credit(paid)).toEqual({ kind: 'credited' });
      return paid.reference;
    }
    const take = (reference: string, micros: number, id = `dp_${++made}`) =>
      storage.payments.withdraw({ actor, id, payment: reference, disputedMicros: toMicros(micros) });
    const giveBack = (reference: string, id: string) =>
      storage.payments.reinstate({ actor, id, payment: reference, disputedMicros: toMicros(1) });
    const balanceOf = async (id: string) => (await storage.accounts.find({ idOrName: id }))!.balanceMicros;
    const standing = (accountId: string) => storage.recharges.standing({ accountId, nowMs: clock.nowMs() });
    const typesOf = async (stream: string) =>
      (await storage.events.list({ stream, after: 0, limit: 100 })).map(({ type }) => type);
    const buy = async (accountId: string, requestId: string) =>
      storage.calls.settle(settlementOf(await openHold(storage, accountId, requestId)));

    describe('that arrive', () => {
      test('never pay an order of another account', async () => {
        const [id, other] = [await payer(), await payer()];
        const order = { actor, id: `top_${id}`, accountId: id, way: 'stripe', savesCard: false } as const;
        await storage.payments.order({ ...order, amountMicros: toMicros(PRICE), openMax: 1 });
        await pay(other, { orderId: order.id });
        expect(await storage.payments.findOrder({ id: order.id })).toMatchObject({ state: 'open' });
      });

      test('are ordered again a day later, when the open orders of before do not count any more', async () => {
        const id = await payer();
        const order = { actor, accountId: id, way: 'manual', savesCard: false } as const;
        const again = async (n: number) => {
          const one = { ...order, id: `top_${id}-${n}`, amountMicros: toMicros(PRICE), openMax: 1 };
          return (await storage.payments.order(one)).kind;
        };
        expect([await again(1), await again(2)]).toEqual(['ordered', 'too_many']);
        clock.advance(24 * 3_600_000 - 1);
        expect(await again(3)).toBe('too_many');
        clock.advance(1);
        expect([await again(4), await again(5)]).toEqual(['ordered', 'too_many']);
      });

      test('are credited once, under any number of concurrent reports', async () => {
        const id = await payer();
        const paid = payment(id);
        const told = await Promise.all(Array.from({ length: 12 }, () => storage.payments.credit(paid)));
        expect(told.filter(({ kind }) => kind === 'credited')).toHaveLength(1);
        expect(told.filter(({ kind }) => kind === 'duplicate')).toHaveLength(11);
        expect(await balanceOf(id)).toBe(10 * PRICE);
        expect(await typesOf(id)).toEqual(['key.created', 'topup.credited']);
        const { reference, amountMicros } = paid;
        const asked = { references: ['stripe:none', reference] };
        expect(await storage.payments.credited(asked)).toEqual([{ reference, amountMicros }]);
      });

      test('under a reference of another amount or account change nothing', async () => {
        const [id, other] = [await payer(), await payer()];
        const reference = await pay(id);
        for (const changes of [{ amountMicros: toMicros(1) }, { accountId: other }])
          expect(await storage.payments.credit({ ...payment(id), reference, ...changes })).toEqual({
            kind: 'conflict',
          });
        expect(await storage.payments.credit(payment('nobody'))).toEqual({ kind: 'not_found' });
        expect([await balanceOf(id), await balanceOf(other)]).toEqual([10 * PRICE, 0]);
      });

      test('pay the order that they name, also one that has ended, and save its card', async () => {
        const id = await payer();
        const order = { actor, id: `top_${id}`, accountId: id, way: 'stripe', savesCard: true } as const;
        const ordered = { ...order, amountMicros: toMicros(PRICE), openMax: 1 };
        expect(await storage.payments.order(ordered)).toMatchObject({
          kind: 'ordered',
          order: { state: 'open' },
        });
        expect(await storage.payments.order({ ...ordered, id: 'top_second' })).toEqual({ kind: 'too_many' });
        await storage.payments.address({ id: order.id, address: 'https://pay.example/1' });
        expect(await storage.payments.endOrder({ id: order.id })).toMatchObject({ state: 'ended' });
        const reference = await pay(id, { orderId: order.id, card: CARD });
        expect(await storage.payments.findOrder({ id: order.id })).toMatchObject({
          ...{ state: 'paid', reference, address: 'https://pay.example/1', endedAtMs: clock.nowMs() },
        });
        expect(await storage.payments.endOrder({ id: order.id })).toBeNull();
        expect((await standing(id)).hasCard).toBe(true);
        const list = await storage.payments.orders({ accountId: id, limit: 5, after: null });
        expect(list.items.map((one) => one.id)).toEqual([order.id]);
      });

      test('by the operator pay the order whose id is their reference', async () => {
        const id = await payer();
        const order = { actor, id: `top_${id}`, accountId: id, way: 'manual', savesCard: false } as const;
        await storage.payments.order({ ...order, amountMicros: toMicros(PRICE), openMax: 5 });
        const topUp = { accountId: id, amountMicros: toMicros(PRICE), reference: order.id, reason: null };
        expect((await storage.accounts.topUp({ actor, ...topUp })).kind).toBe('posted');
        expect(await storage.payments.findOrder({ id: order.id })).toMatchObject({ state: 'paid' });
      });
    });

    describe('that are taken back', () => {
      test('take what is available, leave the rest owing, and the next top-ups repay it first', async () => {
        const id = await payer();
        const reference = await pay(id);
        for (let i = 0; i < 4; i++) await buy(id, `r${i}`);
        await openHold(storage, id, 'running');
        // The balance covers 6 calls, and 1 of them is held.
        const taken = await take(reference, 10 * PRICE);
        expect(taken).toMatchObject({
          kind: 'withdrawn',
          dispute: { appliedMicros: 10 * PRICE, takenMicros: 5 * PRICE, owedMicros: 5 * PRICE },
        });
        expect([await balanceOf(id), (await standing(id)).owedMicros]).toEqual([PRICE, 5 * PRICE]);
        const debtors = async () =>
          (await storage.usage.overview({ nowMs: clock.nowMs(), runwayDays: 14 })).debtors;
        expect((await debtors()).map(({ owedMicros }) => owedMicros)).toEqual([5 * PRICE]);
        await pay(id, { amountMicros: toMicros(2 * PRICE) });
        expect([await balanceOf(id), (await standing(id)).owedMicros]).toEqual([PRICE, 3 * PRICE]);
        const topUp = { accountId: id, amountMicros: toMicros(4 * PRICE), reference: `by hand ${id}` };
        await storage.accounts.topUp({ actor, ...topUp, reason: null });
        expect([await balanceOf(id), (await standing(id)).owedMicros]).toEqual([2 * PRICE, 0]);
        expect(await debtors()).toEqual([]);
      });

      test('and given back return what was taken, what was repaid since included, and no more', async () => {
        const id = await payer();
        const reference = await pay(id);
        for (let i = 0; i < 8; i++) await buy(id, `r${i}`);
        await take(reference, 10 * PRICE, `dp_${id}`);
        await pay(id, { amountMicros: toMicros(3 * PRICE) });
        expect([await balanceOf(id), (await standing(id)).owedMicros]).toEqual([0, 5 * PRICE]);
        expect(await giveBack(reference, `dp_${id}`)).toMatchObject({ kind: 'reinstated' });
        expect([await balanceOf(id), (await standing(id)).owedMicros]).toEqual([5 * PRICE, 0]);
        const { items } = await storage.payments.disputes({ accountId: id, limit: 5, after: null });
        expect(items).toMatchObject([{ state: 'reinstated', takenMicros: 5 * PRICE, owedMicros: 0 }]);
        expect(await typesOf(id)).toContain('dispute.reinstated');
      });

      test('do so once, also when reported twice or out of sequence', async () => {
        const id = await payer();
        const reference = await pay(id);
        const first = await Promise.all(Array.from({ length: 6 }, () => take(reference, PRICE, `dp_a${id}`)));
        expect(first.filter(({ kind }) => kind === 'withdrawn')).toHaveLength(1);
        expect(await balanceOf(id)).toBe(9 * PRICE);
        expect((await giveBack(reference, `dp_b${id}`)).kind).toBe('reinstated');
        expect((await take(reference, PRICE, `dp_b${id}`)).kind).toBe('duplicate');
        expect((await giveBack(reference, `dp_b${id}`)).kind).toBe('duplicate');
        expect(await balanceOf(id)).toBe(9 * PRICE);
        expect(await take('stripe:pi_unknown', PRICE)).toEqual({ kind: 'unknown_payment' });
      });

      test('never take more than was credited, in any number of disputes', async () => {
        const id = await payer(50);
        const reference = await pay(id);
        await take(reference, 7 * PRICE);
        expect(await take(reference, 7 * PRICE)).toMatchObject({ dispute: { appliedMicros: 3 * PRICE } });
        expect(await take(reference, 7 * PRICE)).toMatchObject({ dispute: { appliedMicros: 0 } });
        expect(await balanceOf(id)).toBe(50 * PRICE);
      });
    });

    describe('that go back to their card', () => {
      const want = (accountId: string, reference: string, changes: Partial<WantPayback> = {}) => {
        const named = { actor, id: `pbk_${++made}`, accountId, payment: reference, reference: null };
        return storage.paybacks.want({ ...named, reason: 'leaves', amountMicros: null, ...changes });
      };
      const wanted = async (...input: Parameters<typeof want>) => {
        const result = await want(...input);
        if (result.kind !== 'wanted') throw new Error(result.kind);
        return result.payback;
      };
      const end = (id: string, kind: 'made' | 'refused', isLate = false) =>
        storage.paybacks.end({
          actor,
          id,
          end: kind === 'made' ? { kind } : { kind, failure: 'no', isLate },
        });

      test('leave the balance when they are requested, and cause an event when they are made', async () => {
        const id = await payer(5);
        const reference = await pay(id);
        const { id: payback } = await wanted(id, reference, { amountMicros: toMicros(4 * PRICE) });
        expect(await balanceOf(id)).toBe(11 * PRICE);
        expect(await typesOf(id)).not.toContain('payback.made');
        expect(await end(payback, 'made')).toMatchObject({ state: 'made', endedAtMs: clock.nowMs() });
        expect(await end(payback, 'made')).toMatchObject({ state: 'made' });
        expect(await end(payback, 'refused')).toMatchObject({ state: 'made' });
        expect(await balanceOf(id)).toBe(11 * PRICE);
        expect((await typesOf(id)).filter((type) => type === 'payback.made')).toHaveLength(1);
        const listed = await storage.paybacks.list({ accountId: id, state: 'made', limit: 5, after: null });
        expect(listed.items.map((one) => one.id)).toEqual([payback]);
        expect(await storage.paybacks.find({ id: payback })).toMatchObject({ amountMicros: 4 * PRICE });
        expect(await storage.paybacks.ofPayments({ payments: ['stripe:none', reference] })).toEqual([
          { payment: reference, madeMicros: 4 * PRICE, wantedMicros: 0 },
        ]);
        expect(await end('pbk_of_nobody', 'made')).toBeNull();
      });

      test('come back to the balance when they are refused, once, also after the provider had accepted them', async () => {
        const id = await payer();
        const reference = await pay(id);
        const first = await wanted(id, reference);
        for (let i = 0; i < 2; i++)
          expect(await end(first.id, 'refused')).toMatchObject({ state: 'refused' });
        expect(await balanceOf(id)).toBe(10 * PRICE);
        const second = await wanted(id, reference);
        await end(second.id, 'made');
        expect(await balanceOf(id)).toBe(0);
        for (let i = 0; i < 2; i++)
          expect(await end(second.id, 'refused', true)).toMatchObject({ state: 'refused', failure: 'no' });
        expect(await balanceOf(id)).toBe(10 * PRICE);
        expect((await typesOf(id)).filter((type) => type === 'payback.refused')).toHaveLength(2);
      });

      test('are never more together than was paid, under any concurrency', async () => {
        const id = await payer(50);
        const reference = await pay(id);
        const part = { amountMicros: toMicros(3 * PRICE) };
        const all = await Promise.all(Array.from({ length: 8 }, () => want(id, reference, part)));
        expect(all.filter(({ kind }) => kind === 'wanted')).toHaveLength(3);
        expect(all.filter(({ kind }) => kind === 'too_much')).toHaveLength(5);
        expect(await want(id, reference, part)).toEqual({ kind: 'too_much', leftMicros: PRICE });
        expect(await wanted(id, reference)).toMatchObject({ amountMicros: PRICE });
        expect(await balanceOf(id)).toBe(50 * PRICE);
      });

      test('take nothing that is spent, held, granted or owed', async () => {
        const id = await payer();
        const reference = await pay(id);
        for (let i = 0; i < 3; i++) await buy(id, `r${i}`);
        await openHold(storage, id, 'running');
        expect(await want(id, reference)).toEqual({ kind: 'insufficient', availableMicros: 6 * PRICE });
        const gift = { kind: 'promo', priority: 1, expiresAtMs: null, reference: `gift ${id}` } as const;
        await storage.grants.give({
          ...{ actor, id: `gr_${id}`, accountId: id, amountMicros: toMicros(5 * PRICE), reason: 'hello' },
          ...gift,
        });
        // The balance covers 12 calls, 5 of them by a grant.
        expect(await want(id, reference)).toEqual({ kind: 'insufficient', availableMicros: 7 * PRICE });
        await wanted(id, reference, { amountMicros: toMicros(7 * PRICE) });
        expect(await balanceOf(id)).toBe(5 * PRICE);
        const other = await payer();
        expect(await want(other, reference)).toEqual({ kind: 'unknown_payment' });
        expect(await want(id, 'stripe:pi_unknown')).toEqual({ kind: 'unknown_payment' });
      });

      test('and a dispute take no more of a payment together than it brought', async () => {
        const id = await payer(50);
        const reference = await pay(id);
        await wanted(id, reference, { amountMicros: toMicros(4 * PRICE) });
        expect(await take(reference, 10 * PRICE, `dp_${id}`)).toMatchObject({
          dispute: { appliedMicros: 6 * PRICE },
        });
        expect(await want(id, reference)).toEqual({ kind: 'too_much', leftMicros: 0 });
        await giveBack(reference, `dp_${id}`);
        expect(await wanted(id, reference)).toMatchObject({ amountMicros: 6 * PRICE });
      });

      describe('and fail while the bank has taken the payment', () => {
        const openDispute = async (accountId: string) =>
          (await storage.payments.disputes({ accountId, limit: 5, after: null })).items[0]!;
        const owedBy = async (id: string) => (await standing(id)).owedMicros;

        test.each([
          ['before they were made', false],
          ['after they were said to be made', true],
        ])('leave no unpaid money in the balance: %s', async (_when, isLate) => {
          const [id, bystander] = [await payer(), await payer(3)];
          const reference = await pay(id, { amountMicros: toMicros(30 * PRICE) });
          const { id: payback } = await wanted(id, reference, { amountMicros: toMicros(20 * PRICE) });
          if (isLate) await end(payback, 'made');
          await take(reference, 30 * PRICE, `dp_${id}`);
          expect([await balanceOf(id), await owedBy(id)]).toEqual([0, 0]);
          for (let turn = 0; turn < 2; turn++) {
            expect(await end(payback, 'refused', isLate)).toMatchObject({ state: 'refused' });
            expect([await balanceOf(id), await owedBy(id)]).toEqual([0, 0]);
            expect((await take(reference, 30 * PRICE, `dp_${id}`)).kind).toBe('duplicate');
          }
          const all = { appliedMicros: 30 * PRICE, takenMicros: 30 * PRICE, owedMicros: 0 };
          expect(await openDispute(id)).toMatchObject(all);
          expect((await typesOf(id)).filter((type) => type === 'dispute.withdrawn')).toHaveLength(2);
          expect(await storage.payments.disputed({ payments: [reference, 'stripe:none'] })).toEqual([
            { payment: reference, accountId: id, creditedMicros: 30 * PRICE, appliedMicros: 30 * PRICE },
          ]);
          await giveBack(reference, `dp_${id}`);
          expect(await balanceOf(id)).toBe(30 * PRICE);
          expect(await balanceOf(bystander)).toBe(3 * PRICE);
        });

        test('take no more than the bank did, and leave the rest of them in the balance', async () => {
          const id = await payer();
          const reference = await pay(id);
          const { id: payback } = await wanted(id, reference, { amountMicros: toMicros(7 * PRICE) });
          await take(reference, 5 * PRICE, `dp_${id}`);
          await end(payback, 'refused');
          expect(await openDispute(id)).toMatchObject({ appliedMicros: 5 * PRICE, takenMicros: 5 * PRICE });
          expect(await balanceOf(id)).toBe(5 * PRICE);
        });

        test('take what came back, and what the balance did not cover stays owed', async () => {
          const id = await payer();
          const reference = await pay(id);
          const { id: payback } = await wanted(id, reference, { amountMicros: toMicros(4 * PRICE) });
          for (let i = 0; i < 5; i++) await buy(id, `r${i}`);
          // The payment has 6 left, but only 1 is in the balance.
          await take(reference, 10 * PRICE, `dp_${id}`);
          expect([await balanceOf(id), await owedBy(id)]).toEqual([0, 5 * PRICE]);
          await end(payback, 'refused');
          expect([await balanceOf(id), await owedBy(id)]).toEqual([0, 5 * PRICE]);
          expect(await openDispute(id)).toMatchObject({ appliedMicros: 10 * PRICE, takenMicros: 5 * PRICE });
        });

        test('leave nothing to a dispute that has ended, and another one takes what it gave back', async () => {
          const id = await payer();
          const reference = await pay(id);
          const { id: payback } = await wanted(id, reference, { amountMicros: toMicros(4 * PRICE) });
          await take(reference, 10 * PRICE, `dp_a${id}`);
          await giveBack(reference, `dp_a${id}`);
          await end(payback, 'refused');
          expect(await balanceOf(id)).toBe(10 * PRICE);
          await take(reference, 8 * PRICE, `dp_b${id}`);
          await take(reference, 8 * PRICE, `dp_c${id}`);
          expect(await balanceOf(id)).toBe(0);
          await giveBack(reference, `dp_b${id}`);
          expect(await balanceOf(id)).toBe(2 * PRICE);
        });
      });

      test('are made once under one reference', async () => {
        const id = await payer(50);
        const reference = await pay(id);
        const changes = { amountMicros: toMicros(2 * PRICE), reference: `leaves ${id}` };
        const all = await Promise.all(Array.from({ length: 6 }, () => want(id, reference, changes)));
        expect(all.filter(({ kind }) => kind === 'wanted')).toHaveLength(1);
        expect(all.filter(({ kind }) => kind === 'duplicate')).toHaveLength(5);
        expect(await balanceOf(id)).toBe(58 * PRICE);
        const other = { ...changes, amountMicros: toMicros(PRICE) };
        expect(await want(id, reference, other)).toEqual({ kind: 'conflict' });
        expect(await want(await payer(), reference, changes)).toEqual({ kind: 'conflict' });
      });

      test('are claimed when the process that requested them is gone, by one process at a time', async () => {
        const id = await payer();
        const { id: payback } = await wanted(id, await pay(id));
        clock.advance(ASK_AGAIN_MS - 1);
        const claimed = async () =>
          (await storage.duties.claim({ kind: 'payback', lease: `l${++made}`, ...SHARE })).map(
            (one) => one.id,
          );
        expect(await claimed()).not.toContain(payback);
        clock.advance(1);
        const [one, other] = await Promise.all([claimed(), claimed()]);
        expect([...one, ...other].filter((found) => found === payback)).toHaveLength(1);
        await end(payback, 'made');
        clock.advance(LEASE_MS);
        expect(await claimed()).not.toContain(payback);
      });
    });

    describe('by a saved card', () => {
      const rule = {
        belowMicros: toMicros(2 * PRICE),
        upToMicros: toMicros(10 * PRICE),
        monthMaxMicros: toMicros(20 * PRICE),
      };
      /** What a process does for one recharge, as far as the ledger decides it. */
      async function claim(): ReturnType<Storage['recharges']['begin']> {
        await storage.recharges.want();
        const lease = `l${++made}`;
        const [due] = await storage.duties.claim({ kind: 'recharge', lease, ...SHARE, limit: 1 });
        if (due === undefined) return { kind: 'moved' };
        return storage.recharges.begin({ id: due.id, lease, way: 'stripe', bounds: BOUNDS });
      }
      const listed = async (accountId: string) =>
        (await storage.recharges.list({ accountId, limit: 50, after: null })).items;

      /** An account with money for three calls, a card and the rule. */
      async function withRule(changes: Partial<typeof rule> = {}): Promise<string> {
        const id = await payer();
        await pay(id, { amountMicros: toMicros(3 * PRICE), card: CARD });
        const set = { actor, accountId: id, rule: { ...rule, ...changes } };
        expect(await storage.recharges.setRule(set)).toEqual({ kind: 'set' });
        return id;
      }
      async function claimed() {
        for (let i = 0; i < 20; i++) {
          await storage.recharges.want();
          if (!(await storage.duties.dueKinds({ kinds: ['recharge'] })).includes('recharge')) return null;
          const result = await claim();
          if (result.kind === 'begun') return result.begun;
        }
        throw new Error('claims never end');
      }
      const end = (accountId: string) => storage.recharges.setRule({ actor, accountId, rule: null });

      test('the charge that crosses the limit requests one in its own commit, and later charges add none', async () => {
        const id = await withRule();
        await buy(id, 'r1');
        expect(await listed(id)).toEqual([]);
        await buy(id, 'r2');
        expect(await listed(id)).toMatchObject([{ state: 'wanted', amountMicros: null }]);
        await buy(id, 'r3');
        expect(await listed(id)).toHaveLength(1);
        await end(id);
        expect(await listed(id)).toMatchObject([{ state: 'cancelled' }]);
      });

      test('is claimed by one process, with a fixed amount, and claimed again under its id when that process does not end it', async () => {
        const id = await withRule();
        for (const one of ['r1', 'r2']) await buy(id, one);
        const all = await Promise.all(Array.from({ length: 8 }, claim));
        const [first, ...others] = all.flatMap((one) => (one.kind === 'begun' ? [one.begun] : []));
        expect(others).toEqual([]);
        expect(first).toMatchObject({ card: CARD, recharge: { state: 'charging', amountMicros: 9 * PRICE } });
        await buy(id, 'r3');
        expect(await claimed()).toBeNull();
        clock.advance(LEASE_MS);
        expect((await claimed())?.recharge).toMatchObject({
          id: first!.recharge.id,
          amountMicros: 9 * PRICE,
        });
        const note = { id: first!.recharge.id, payment: 'stripe:pi_noted' };
        expect(await storage.recharges.notePayment(note)).toMatchObject(note);
        await pay(id, { amountMicros: toMicros(9 * PRICE), rechargeId: first!.recharge.id });
        expect(await listed(id)).toMatchObject([{ state: 'paid' }]);
        expect(await storage.recharges.notePayment({ ...note, payment: 'stripe:pi_late' })).toBeNull();
        expect(
          await storage.recharges.decline({ id: first!.recharge.id, failure: 'x', needsOwner: false }),
        ).toBeNull();
        await end(id);
      });

      test('whose card is gone does not block others', async () => {
        const [without, other] = [await withRule(), await withRule()];
        for (const one of ['r1', 'r2']) await buy(without, one);
        const stuck = await claimed();
        await pay(without, { amountMicros: toMicros(1), card: { ...CARD, way: 'manual' } });
        clock.advance(LEASE_MS);
        for (const one of ['r1', 'r2']) await buy(other, one);
        const next = await claimed();
        expect(next?.recharge.accountId).toBe(other);
        for (const paid of [stuck!, next!]) {
          const { id, accountId, amountMicros } = paid.recharge;
          await pay(accountId, { amountMicros, rechargeId: id });
          await end(accountId);
        }
      });

      test('takes at most one payment an hour, and of a month exactly what the rule allows', async () => {
        clock.advance(Date.UTC(2027, 5, 1) - clock.nowMs());
        const id = await withRule({ monthMaxMicros: toMicros(20 * PRICE) });
        const amounts: number[] = [];
        let bought = 0;
        for (let hour = 0; hour < 6; hour++) {
          while ((await balanceOf(id)) >= PRICE) await buy(id, `r${bought++}`);
          const taken = await claimed();
          if (taken !== null) {
            amounts.push(taken.recharge.amountMicros);
            await pay(id, { amountMicros: taken.recharge.amountMicros, rechargeId: taken.recharge.id });
            while ((await balanceOf(id)) >= PRICE) await buy(id, `r${bought++}`);
            expect(await claimed()).toBeNull();
          }
          clock.advance(HOUR_MS);
        }
        expect(amounts).toEqual([10 * PRICE, 10 * PRICE]);
        expect((await standing(id)).monthMicros).toBe(20 * PRICE);
        expect((await typesOf(id)).filter((type) => type === 'recharge.capped')).toHaveLength(1);
        clock.advance(Date.UTC(2027, 6, 1) - clock.nowMs());
        const next = (await claimed())!.recharge;
        expect(next).toMatchObject({ accountId: id, amountMicros: 10 * PRICE });
        await storage.recharges.decline({ id: next.id, failure: 'card_declined', needsOwner: false });
        await end(id);
      });

      test('is paused after three refusals, and at once when only the owner can continue', async () => {
        const [often, once] = [await withRule(), await withRule()];
        for (const id of [often, once]) for (const one of ['r1', 'r2']) await buy(id, one);
        const refused: Record<string, number> = { [often]: 0, [once]: 0 };
        for (let hour = 0; hour < 6; hour++, clock.advance(HOUR_MS)) {
          for (let taken = await claimed(); taken !== null; taken = await claimed()) {
            const { id, accountId } = taken.recharge;
            if (!(accountId in refused)) continue;
            refused[accountId]!++;
            const needsOwner = accountId === once;
            await storage.recharges.decline({ id, failure: 'card_declined', needsOwner });
          }
        }
        expect(refused).toEqual({ [often]: 3, [once]: 1 });
        expect((await standing(often)).pausedBy).toBe('declined');
        expect((await standing(once)).pausedBy).toBe('authentication_required');
        expect((await typesOf(often)).slice(-2)).toEqual(['recharge.declined', 'recharge.paused']);
        // Setting the rule again ends the pause.
        await storage.recharges.setRule({ actor, accountId: once, rule });
        expect((await standing(once)).pausedBy).toBeNull();
        expect((await claimed())?.recharge.accountId).toBe(once);
        for (const id of [often, once]) await end(id);
      });

      test('is paused when a payment is withdrawn, and is not requested without a card', async () => {
        const id = await withRule();
        const reference = await pay(id);
        await take(reference, 12 * PRICE);
        expect((await standing(id)).pausedBy).toBe('dispute');
        while ((await balanceOf(id)) >= PRICE) await buy(id, `r${made++}`);
        expect(await claimed()).not.toMatchObject({ recharge: { accountId: id } });
        const bare = await payer(1);
        expect(await storage.recharges.setRule({ actor, accountId: bare, rule })).toEqual({
          kind: 'no_card',
        });
        await end(id);
      });
    });

    test('the periodic run of payments is done by one process at a time', async () => {
      const run = () => storage.payments.claimRun({ everyMs: HOUR_MS });
      const claims = async () =>
        (await Promise.all(Array.from({ length: 6 }, run))).filter(({ isClaimed }) => isClaimed).length;
      expect(await claims()).toBe(1);
      clock.advance(HOUR_MS - 1);
      expect(await claims()).toBe(0);
      clock.advance(1);
      expect(await claims()).toBe(1);
    });
  });
}
