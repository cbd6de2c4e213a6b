// Contract of every backend for prices with tiers: a call has the price of the tier that its account is in when it is opened, and its
// charge counts once. One database serves the whole suite, so that it is quick.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type CatalogDraft, priceOf } from '../../domain/catalog.ts';
import type { Clock } from '../../domain/clock.ts';
import { toMicros } from '../../domain/money.ts';
import {
  chargeOf,
  type Delivered,
  mostOf,
  type Terms,
  termsOf,
  termsOfEach,
} from '../../domain/prices/terms.ts';
import type { HoldRef, OpenCall, OpenResult, Storage } from '../storage.ts';
import { addPayer, callOf, settlementOf } from '../testing/payer.ts';
import { createTestClock, type OpenedStorage, type TestClock } from './storage.contract.ts';

const none = { summary: null, deprecated: false, sunsetAtMs: null, successor: null };
const steps = (...prices: [number, number][]) =>
  prices.map(([from, micros]) => ({ from, unitPriceMicros: toMicros(micros) }));
const draft: CatalogDraft = {
  currency: 'USD',
  effectiveFromMs: 0,
  overrides: [],
  endpoints: [
    { path: '/a/*', unitPriceMicros: toMicros(1_000), tiers: steps([0, 1_000], [2, 600], [4, 0]), ...none },
    {
      ...{ path: '/items', unit: 'item', unitPriceMicros: toMicros(100), minimumMicros: toMicros(150) },
      ...{ tiers: steps([0, 100], [5, 40]), ...none },
    },
    {
      ...{ path: '/free', unitPriceMicros: toMicros(1_000), freePerDay: 1 },
      ...{ tiers: steps([0, 1_000], [1, 600]), ...none },
    },
  ],
};
const priceAt = (path: string) => priceOf(draft, path, null)!;
const calls = termsOf(priceAt('/a/x'), 1);
const items = termsOf(priceAt('/items'), 10);
const legs: Terms = {
  unit: 'leg',
  legs: ['x', 'y'].map((name) => ({ name, path: `/a/${name}`, terms: calls })),
};
const MONTH = '2026-11';

export function describeTiers(name: string, openStorage: (clock: Clock) => Promise<OpenedStorage>): void {
  describe(`${name}, for a price with tiers,`, () => {
    let clock: TestClock;
    let opened: OpenedStorage;
    let storage: Storage;
    let payers = 0;

    beforeAll(async () => {
      clock = createTestClock();
      opened = await openStorage(clock);
      storage = opened.storage;
      await storage.catalog.publish({ actor: 'test', draft, note: null });
    });
    /** Each test continues from the checkpoint of the one before. */
    afterEach(async () => {
      const { differences, next } = await storage.ledger.verify({ from: 'checkpoint' });
      expect(differences).toEqual([]);
      expect(await storage.ledger.keepCheckpoint(next!)).toEqual({ kept: true });
    });
    afterAll(async () => {
      const { differences } = await storage.ledger.verify();
      await opened.close();
      expect(differences).toEqual([]);
    });

    async function payer(): Promise<string> {
      const id = `tiers-${++payers}`;
      await addPayer(storage, id, 10);
      return id;
    }
    const asked = (id: string, requestId: string, terms: Terms = calls, more: Partial<OpenCall> = {}) =>
      callOf(id, requestId, { path: '/a/x', terms, priceMicros: mostOf(terms), ...more });
    const open = (...call: Parameters<typeof asked>) => storage.calls.open(asked(...call));
    async function held(...call: Parameters<typeof asked>) {
      return expectOpened(await open(...call));
    }
    const used = async (id: string, month = MONTH) => {
      const counts = await storage.usage.tiers({ accountId: id, month });
      return Object.fromEntries(counts.map((one) => [one.path, one.used]));
    };
    /** Charges what follows from the terms of the hold. */
    async function settle({ hold, terms }: { hold: HoldRef; terms: Terms }, delivered: Delivered) {
      const chargedMicros = chargeOf(terms, delivered);
      await storage.calls.settle(settlementOf(hold, { chargedMicros, delivered }));
      return chargedMicros;
    }
    const pay = async (id: string, requestId: string, terms: Terms = calls, more: Partial<OpenCall> = {}) =>
      settle(await held(id, requestId, terms, more), { items: 7 });

    test('each call costs what its tier says, down to nothing', async () => {
      const id = await payer();
      const charged: number[] = [];
      for (const requestId of ['1', '2', '3', '4', '5']) charged.push(await pay(id, requestId));
      expect(charged).toEqual([1_000, 1_000, 600, 600, 0]);
      // Free calls are not counted.
      expect(await used(id)).toEqual({ '/a/*': 4 });
      const record = await storage.calls.find({ accountId: id, requestId: '3' });
      const tier = { path: '/a/*', month: MONTH, from: 2 };
      expect(record).toMatchObject({ priceMicros: 600, chargedMicros: 600 });
      expect(record?.terms).toEqual({ unit: 'call', priceMicros: 600, tier });
    });

    test('calls that are opened at the same time see what was charged before, and keep their price', async () => {
      const id = await payer();
      await pay(id, '1');
      const all = await Promise.all(['2', '3', '4'].map((requestId) => held(id, requestId)));
      expect(all.map(({ terms }) => mostOf(terms))).toEqual([1_000, 1_000, 1_000]);
      for (const one of all) expect(await settle(one, { items: 1 })).toBe(1_000);
      expect(mostOf((await held(id, '5')).terms)).toBe(0);
      expect(await used(id)).toEqual({ '/a/*': 4 });
    });

    test('a charge and the next opening may come in one batch', async () => {
      const id = await payer();
      const [first, second] = [await held(id, '1'), await held(id, '2')];
      const [, , third] = await Promise.all([
        settle(first, { items: 1 }),
        settle(second, { items: 1 }),
        open(id, '3'),
      ]);
      expect(mostOf(expectOpened(third).terms)).toBe(600);
    });

    test('a call that fails, is repeated or is refunded changes no count', async () => {
      const id = await payer();
      const { hold } = await held(id, '1');
      await storage.calls.release({ hold, failureCode: 'UPSTREAM_ERROR', attempts: [] });
      expect(await used(id)).toEqual({});
      await pay(id, '1');
      expect((await open(id, '1')).kind).toBe('replay');
      const by = { actor: 'test', accountId: id, requestId: '1', reason: 'r', reference: null };
      await storage.accounts.refund({ ...by, amountMicros: null });
      expect(await used(id)).toEqual({ '/a/*': 1 });
    });

    test('all paths of the pattern are counted together, and each account by itself', async () => {
      const [id, other] = [await payer(), await payer()];
      await pay(id, '1');
      await pay(id, '2', calls, { path: '/a/y' });
      expect(mostOf((await held(id, '3')).terms)).toBe(600);
      expect(mostOf((await held(other, '1')).terms)).toBe(1_000);
    });

    test('items are counted as they are charged, and a call is in one tier as a whole', async () => {
      const id = await payer();
      expect(await pay(id, '1', items, { path: '/items' })).toBe(700);
      expect(await used(id)).toEqual({ '/items': 7 });
      const second = await held(id, '2', items, { path: '/items' });
      expect(await settle(second, { items: 1 })).toBe(150);
      expect(await settle(await held(id, '3', items, { path: '/items' }), { items: 99 })).toBe(400);
      expect(await used(id)).toEqual({ '/items': 18 });
    });

    test('several things in one call cost what each would alone in its tier', async () => {
      const id = await payer();
      const each = termsOfEach(priceAt('/items'), 4);
      expect(await pay(id, '1', each, { path: '/items' })).toBe(600);
      const ofCalls = termsOfEach(priceAt('/a/x'), 3);
      expect(await pay(id, '2', ofCalls)).toBe(3_000);
      expect(await pay(id, '3', ofCalls)).toBe(1_800);
      expect(await used(id)).toEqual({ '/a/*': 6, '/items': 4 });
    });

    test('each leg that was charged counts, and all have the tier of the opening', async () => {
      const id = await payer();
      const brought = (...names: string[]) => ({
        items: 2,
        legs: names.map((leg) => ({ name: leg, items: 1, isLive: true, chargedMicros: toMicros(1_000) })),
      });
      await settle(await held(id, '1', legs, { path: '/all' }), brought('x'));
      await settle(await held(id, '2', legs, { path: '/all' }), brought('x', 'y'));
      expect(await used(id)).toEqual({ '/a/*': 3 });
      const third = await held(id, '3', legs, { path: '/all' });
      expect(mostOf(third.terms)).toBe(1_200);
      await storage.calls.release({ hold: third.hold, failureCode: 'INTERNAL', attempts: [] });
    });

    test('what an allowance covers is in no tier and is not counted', async () => {
      const id = await payer();
      const terms = termsOf(priceAt('/free'), 1);
      const more = { path: '/free', allowance: { path: '/free', callsPerDay: 1 } };
      const first = await open(id, '1', terms, more);
      if (first.kind !== 'opened') throw new Error(first.kind);
      expect(first).toMatchObject({ free: { path: '/free' } });
      const free = { chargedMicros: toMicros(0), delivered: { items: 1 } };
      await storage.calls.settle(settlementOf(first.hold, free));
      expect(await used(id)).toEqual({});
      expect(await pay(id, '2', terms, more)).toBe(1_000);
      expect(await pay(id, '3', terms, more)).toBe(600);
    });

    test('the price of the tier is what a ceiling and the balance are measured by', async () => {
      const id = await payer();
      const low = { ceilingMicros: toMicros(600) };
      expect(await open(id, '3', calls, low)).toMatchObject({ kind: 'ceiling', priceMicros: 1_000 });
      await pay(id, '1');
      await pay(id, '2');
      const preview = await storage.calls.preview(asked(id, '3', calls, low));
      expect(preview).toMatchObject({ kind: 'opens', priceMicros: 600, terms: { tier: { from: 2 } } });
      expect((await open(id, '3', calls, low)).kind).toBe('opened');
    });

    test('the count starts again each month; what was opened or quoted in the month before still belongs to it', async () => {
      const id = await payer();
      await pay(id, '1');
      const late = await held(id, '2');
      clock.advance(16 * 86_400_000);
      const next = await held(id, '3');
      expect(mostOf(next.terms)).toBe(1_000);
      await settle(next, { items: 1 });
      await settle(late, { items: 1 });
      expect(await used(id)).toEqual({ '/a/*': 2 });
      expect(await used(id, '2026-12')).toEqual({ '/a/*': 1 });
      const told: Terms = { ...calls, tiers: { ...calls.tiers!, month: MONTH } };
      expect(await pay(id, '4', told)).toBe(600);
      expect(await used(id)).toEqual({ '/a/*': 3 });
    });

    test('verify finds a tier that the catalog does not have', async () => {
      const id = await payer();
      const cheap: Terms = { ...calls, tiers: { path: '/a/*', steps: steps([0, 1]) } };
      const { hold } = await held(id, '1', cheap);
      const { differences } = await storage.ledger.verify();
      expect(differences).toMatchObject([{ accountId: id, expected: '1000', found: '1' }]);
      await storage.calls.release({ hold, failureCode: 'INTERNAL', attempts: [] });
      await held(id, '1');
    });
  });
}

function expectOpened(result: OpenResult): { hold: HoldRef; terms: Terms } {
  if (result.kind !== 'opened' || result.terms === undefined)
    throw new Error(`expected opened in a tier, got ${result.kind}`);
  return { hold: result.hold, terms: result.terms };
}
