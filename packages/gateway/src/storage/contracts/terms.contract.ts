// Contract of every backend for calls whose charge depends on what they deliver: the hold is the maximum, the charge follows from the
// terms, and any other amount is refused. One database serves the whole suite, so that it is quick.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { CatalogDraft } from '../../domain/catalog.ts';
import type { Clock } from '../../domain/clock.ts';
import { toMicros } from '../../domain/money.ts';
import { mostOf, type Terms } from '../../domain/prices/terms.ts';
import type { OpenCall, Storage } from '../storage.ts';
import { addPayer, callOf, settlementOf } from '../testing/payer.ts';
import { createTestClock, type OpenedStorage, type TestClock } from './storage.contract.ts';

const none = { summary: null, deprecated: false, sunsetAtMs: null, successor: null };
const draft: CatalogDraft = {
  currency: 'USD',
  effectiveFromMs: 0,
  overrides: [],
  endpoints: [
    { path: '/p', unitPriceMicros: toMicros(1_000), ...none },
    {
      path: '/items',
      unit: 'item',
      unitPriceMicros: toMicros(100),
      minimumMicros: toMicros(250),
      ...none,
    },
    { path: '/free/*', unitPriceMicros: toMicros(1_000), freePerDay: 2, ...none },
    { path: '/one', unitPriceMicros: toMicros(700), ...none },
    { path: '/two', unitPriceMicros: toMicros(80), ...none },
  ],
};
const items: Terms = {
  unit: 'item',
  unitPriceMicros: toMicros(100),
  minimumMicros: toMicros(250),
  itemsMax: 20,
};
const legs: Terms = {
  unit: 'leg',
  legs: [
    { name: 'one', path: '/one', terms: { unit: 'call', priceMicros: toMicros(700) } },
    { name: 'two', path: '/two', terms: { unit: 'call', priceMicros: toMicros(80) } },
  ],
};

const legOf = (name: string, micros: number, isLive = true) => ({
  ...{ name, items: 1, isLive, chargedMicros: toMicros(micros) },
});

export function describeTerms(name: string, openStorage: (clock: Clock) => Promise<OpenedStorage>): void {
  describe(`${name}, for a call with terms,`, () => {
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

    /** A new account for each test, with 10,000 micro-units. */
    async function payer(): Promise<string> {
      const id = `terms-${++payers}`;
      await addPayer(storage, id, 10);
      return id;
    }
    const asked = (payerId: string, terms: Terms, requestId = 'r'): OpenCall =>
      callOf(payerId, requestId, { path: '/items', terms, priceMicros: mostOf(terms) });
    async function held(payerId: string, terms: Terms, requestId = 'r') {
      const result = await storage.calls.open(asked(payerId, terms, requestId));
      if (result.kind !== 'opened') throw new Error(`expected opened, got ${result.kind}`);
      return result.hold;
    }
    const money = async (id: string) => {
      const account = await storage.accounts.find({ idOrName: id });
      return [account!.balanceMicros, account!.heldMicros];
    };

    test('the most is held, and the charge is what was delivered', async () => {
      const id = await payer();
      const hold = await held(id, items);
      expect(await money(id)).toEqual([10_000, 2_000]);
      const paid = { chargedMicros: toMicros(700), delivered: { items: 7 } };
      expect(await storage.calls.settle(settlementOf(hold, paid))).toMatchObject({ balanceMicros: 9_300 });
      expect(await money(id)).toEqual([9_300, 0]);
      expect(await storage.calls.find({ accountId: id, requestId: 'r' })).toMatchObject({
        ...{ priceMicros: 2_000, chargedMicros: 700, terms: items, delivered: { items: 7 } },
      });
    });

    test('legs that delivered are charged, and no others', async () => {
      const id = await payer();
      const hold = await held(id, legs);
      expect(await money(id)).toEqual([10_000, 780]);
      const paid = { chargedMicros: toMicros(80), delivered: { items: 3, legs: [legOf('two', 80)] } };
      expect(await storage.calls.settle(settlementOf(hold, paid))).toMatchObject({ balanceMicros: 9_920 });
    });

    test('a leg that was answered from memory may be cheaper, and the others are not', async () => {
      const id = await payer();
      const hold = await held(id, legs);
      const delivered = { items: 3, legs: [legOf('one', 700), legOf('two', 40, false)] };
      const settled = await storage.calls.settle(
        settlementOf(hold, { chargedMicros: toMicros(740), delivered }),
      );
      expect(settled).toMatchObject({ balanceMicros: 9_260 });
    });

    test('charges of legs that are not theirs, or do not add up, are refused', async () => {
      const id = await payer();
      const hold = await held(id, legs);
      const wrong: [number, ReturnType<typeof legOf>[]][] = [
        [780, [legOf('one', 700)]],
        [700, [legOf('one', 700), legOf('two', 80)]],
        [160, [legOf('two', 80), legOf('two', 80)]],
        [80, [legOf('three', 80)]],
        [79, [legOf('two', 79)]],
        [81, [legOf('two', 81, false)]],
      ];
      for (const [micros, charged] of wrong) {
        const paid = { chargedMicros: toMicros(micros), delivered: { items: 3, legs: charged } };
        await expect(storage.calls.settle(settlementOf(hold, paid))).rejects.toThrow('would break');
      }
      expect(await money(id)).toEqual([10_000, 780]);
      await storage.calls.release({ hold, failureCode: 'INTERNAL', attempts: [] });
    });

    test('each leg’s attempt earns what its leg was charged', async () => {
      const id = await payer();
      const hold = await held(id, legs);
      const made = (provider: string, leg: string, earned: number) => ({
        ...{ provider, leg, earnedMicros: toMicros(earned), startedMs: 0, durationMs: 1, outcome: 'ok' },
        ...{ bytes: 1, costMicros: toMicros(1) },
      });
      const delivered = { items: 3, legs: [legOf('one', 700), legOf('two', 80)] };
      const attempts = [made('p-one', 'one', 700), made('p-two', 'two', 80)];
      await storage.calls.settle(settlementOf(hold, { chargedMicros: toMicros(780), delivered, attempts }));
      const span = { fromDay: '2000-01-01', toDay: '2100-01-01' };
      for (const range of [span, { ...span, accountId: id }]) {
        const usage = await storage.usage.providers(range);
        const earned = usage.filter(({ provider }) => provider.startsWith('p-'));
        expect(earned.map(({ chargedMicros }) => chargedMicros)).toEqual([700, 80]);
      }
    });

    test('a charge other than what follows is refused, and the hold is still there', async () => {
      const id = await payer();
      const hold = await held(id, items);
      const wrong = [
        { chargedMicros: toMicros(701), delivered: { items: 7 } },
        { chargedMicros: toMicros(699), delivered: { items: 7 } },
        { chargedMicros: toMicros(100), delivered: { items: 1 } },
        { chargedMicros: toMicros(2_100), delivered: { items: 21 } },
        { chargedMicros: toMicros(700) },
      ];
      for (const paid of wrong) {
        await expect(storage.calls.settle(settlementOf(hold, paid))).rejects.toThrow('would break');
      }
      expect(await money(id)).toEqual([10_000, 2_000]);
      await storage.calls.release({ hold, failureCode: 'INTERNAL', attempts: [] });
      expect(await money(id)).toEqual([10_000, 0]);
    });

    test('a hold other than their most is refused', async () => {
      const id = await payer();
      const call = { ...asked(id, items), priceMicros: toMicros(1_999) };
      await expect(storage.calls.open(call)).rejects.toThrow('another amount than the most');
      expect(await money(id)).toEqual([10_000, 0]);
    });

    test('an answer at hand is charged for what it holds, and may be cheaper', async () => {
      const id = await payer();
      const answer = settlementOf({ accountId: id, requestId: 'r', epoch: 1 }).answer;
      const paid = { source: 'cache' as const, delivered: { items: 4 }, answer };
      const settled = await storage.calls.openSettled({
        ...asked(id, items),
        ...paid,
        chargedMicros: toMicros(200),
      });
      expect(settled).toMatchObject({ kind: 'settled', balanceMicros: 9_800 });
      const dearer = { ...asked(id, items, 'r2'), ...paid, chargedMicros: toMicros(401) };
      await expect(storage.calls.openSettled(dearer)).rejects.toThrow('would break');
      expect(await storage.calls.find({ accountId: id, requestId: 'r2' })).toBeNull();
    });

    test('an id that failed may run again under other terms', async () => {
      const id = await payer();
      const first = await held(id, items);
      await storage.calls.release({ hold: first, failureCode: 'UPSTREAM_ERROR', attempts: [] });
      const fewer: Terms = { ...items, itemsMax: 5 } as Terms;
      const second = await held(id, fewer);
      expect(await money(id)).toEqual([10_000, 500]);
      await storage.calls.settle(
        settlementOf(second, { chargedMicros: toMicros(500), delivered: { items: 9 } }),
      );
      const record = await storage.calls.find({ accountId: id, requestId: 'r' });
      expect(record).toMatchObject({ terms: fewer, delivered: { items: 9 }, chargedMicros: 500 });
    });

    test('verify finds terms that the catalog does not have', async () => {
      const id = await payer();
      const cheap: Terms = { ...items, unitPriceMicros: toMicros(50) } as Terms;
      const hold = await held(id, cheap);
      const { differences } = await storage.ledger.verify();
      expect(differences.map(({ accountId, expected, found }) => [accountId, expected, found])).toEqual([
        [id, '100', '50'],
      ]);
      await storage.calls.release({ hold, failureCode: 'INTERNAL', attempts: [] });
      await held(id, items);
    });

    describe('and an allowance', () => {
      const allowance = { path: '/free/*', callsPerDay: 2 };
      const open = (id: string, requestId: string, more: Partial<OpenCall> = {}) =>
        storage.calls.open(callOf(id, requestId, { path: '/free/a', allowance, ...more }));
      async function holdOf(id: string, requestId: string, more: Partial<OpenCall> = {}) {
        const result = await open(id, requestId, more);
        if (result.kind !== 'opened') throw new Error(`expected opened, got ${result.kind}`);
        return result;
      }
      const free = settlementOf({ accountId: '', requestId: '', epoch: 1 }, { chargedMicros: toMicros(0) });
      const settleFree = async (id: string, requestId: string) => {
        const { hold } = await holdOf(id, requestId);
        return storage.calls.settle({ ...free, hold, delivered: { items: 1 } });
      };
      const kinds = async (id: string, names: string[]) => {
        const results = await Promise.all(names.map((name) => open(id, name)));
        return results.map((one) =>
          one.kind === 'opened' ? (one.free === undefined ? 'paid' : 'free') : one.kind,
        );
      };

      test('covers its number of calls per day under concurrency, and then the price is held', async () => {
        const id = await payer();
        expect(await kinds(id, ['a', 'b', 'c', 'd'])).toEqual(['free', 'free', 'paid', 'paid']);
        expect(await money(id)).toEqual([10_000, 2_000]);
      });

      test('needs no money, and is not the ceiling that a price is measured by', async () => {
        const id = `poor-${++payers}`;
        await addPayer(storage, id, 0);
        const first = await open(id, 'a', { ceilingMicros: toMicros(0) });
        expect(first).toMatchObject({ kind: 'opened', free: { path: '/free/*', day: '2026-11-15' } });
        expect((await open(id, 'b')).kind).toBe('opened');
        expect((await open(id, 'c')).kind).toBe('insufficient');
      });

      test('is counted over all paths of its pattern, for each account and each day', async () => {
        const [id, other] = [await payer(), await payer()];
        await settleFree(id, 'a');
        await holdOf(id, 'b', { path: '/free/b' });
        expect(await kinds(id, ['c'])).toEqual(['paid']);
        expect(await kinds(other, ['a'])).toEqual(['free']);
        clock.advance(12 * 3_600_000);
        expect(await kinds(id, ['d'])).toEqual(['free']);
      });

      test('is given back by a call that fails or expires, also the day after', async () => {
        const id = await payer();
        const { hold } = await holdOf(id, 'a');
        await holdOf(id, 'b');
        await storage.calls.release({ hold, failureCode: 'UPSTREAM_ERROR', attempts: [] });
        expect(await kinds(id, ['a', 'c'])).toEqual(['free', 'paid']);
        await storage.calls.expire({ holdTtlMs: 60_000 });
        clock.advance(24 * 3_600_000);
        await storage.calls.expire({ holdTtlMs: 60_000 });
        expect(await kinds(id, ['a', 'b', 'c'])).toEqual(['free', 'free', 'paid']);
      });

      test('allows no charge above 0', async () => {
        const id = await payer();
        const { hold } = await holdOf(id, 'a');
        const dear = { ...free, hold, delivered: { items: 1 }, chargedMicros: toMicros(1) };
        await expect(storage.calls.settle(dear)).rejects.toThrow('would break');
        expect(await storage.calls.settle({ ...dear, chargedMicros: toMicros(0) })).toMatchObject({
          balanceMicros: 10_000,
        });
        expect(await storage.calls.find({ accountId: id, requestId: 'a' })).toMatchObject({
          ...{ priceMicros: 0, chargedMicros: 0, terms: { unit: 'call', priceMicros: 1_000, free: {} } },
        });
      });

      test('is not used up by refused or repeated calls', async () => {
        const id = await payer();
        await settleFree(id, 'a');
        expect((await open(id, 'a')).kind).toBe('replay');
        expect((await open(id, 'a', { fingerprint: 'other' })).kind).toBe('reused');
        const narrow = { requests: 1, perSeconds: 60, concurrent: 1 };
        expect((await open(id, 'b', { defaultRate: narrow })).kind).toBe('limited');
        expect(await kinds(id, ['c', 'd'])).toEqual(['free', 'paid']);
      });
    });

    describe('that is only asked about', () => {
      const preview = (id: string, more: Partial<OpenCall> = {}) =>
        storage.calls.preview({ ...asked(id, items, 'p'), ...more });

      test('the price and the funds are reported, and nothing is stored', async () => {
        const id = await payer();
        await held(id, items, 'other');
        const funds = { balanceMicros: 10_000, availableMicros: 8_000 };
        expect(await preview(id)).toEqual({ kind: 'opens', priceMicros: 2_000, isFree: false, ...funds });
        expect(await money(id)).toEqual([10_000, 2_000]);
        expect(await storage.calls.find({ accountId: id, requestId: 'p' })).toBeNull();
        const allowance = { path: '/free/*', callsPerDay: 1 };
        const free = { path: '/free/a', allowance };
        for (let i = 0; i < 3; i++)
          expect(await preview(id, free)).toMatchObject({ isFree: true, priceMicros: 0 });
      });

      test('the refusal is the one of the call', async () => {
        const id = await payer();
        expect(await preview(id, { ceilingMicros: toMicros(1) })).toMatchObject({ kind: 'ceiling' });
        expect(await preview(id, { keyId: 'nobody' })).toEqual({ kind: 'unauthorized' });
        const dear: Terms = { unit: 'call', priceMicros: toMicros(10_001) };
        expect(await preview(id, { terms: dear, priceMicros: mostOf(dear) })).toMatchObject({
          ...{ kind: 'insufficient', availableMicros: 10_000 },
        });
        const hold = await held(id, items, 'p');
        expect(await preview(id)).toEqual({ kind: 'running' });
        await storage.calls.settle(
          settlementOf(hold, { chargedMicros: toMicros(250), delivered: { items: 1 } }),
        );
        expect(await preview(id)).toEqual({ kind: 'replays', balanceMicros: 9_750, availableMicros: 9_750 });
        expect(await preview(id, { fingerprint: 'another' })).toEqual({ kind: 'reused' });
      });
    });

    test('a fixed price stores neither terms nor what was delivered', async () => {
      const id = await payer();
      const one = await storage.calls.open(callOf(id, 'plain', { path: '/p' }));
      if (one.kind !== 'opened') throw new Error(`expected opened, got ${one.kind}`);
      await storage.calls.settle(settlementOf(one.hold));
      const record = await storage.calls.find({ accountId: id, requestId: 'plain' });
      expect(record).toMatchObject({ terms: null, delivered: null, chargedMicros: 1_000 });
    });
  });
}
