// Contract of every backend for collections: one request id makes one collection, limits hold under races, charged and reserved stay within
// the budget, only the holder of the lease moves a collection on, and each end is told once.

import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS } from '../../domain/duration.ts';
import type { CollectionEnd } from '../../domain/gathering/collection.ts';
import { toMicros } from '../../domain/money.ts';
import { pageRequestId } from '../../domain/request-id.ts';
import { TURN_AGAIN_MS } from '../nouns/collection-work.ts';
import type { PageFound } from '../nouns/gathered.ts';
import type { Storage } from '../storage.ts';
import { newCollection } from '../testing/gathered.ts';
import { addPayer, keyIdOf, openHold, PRICE, publishPrice, settlementOf } from '../testing/payer.ts';
import { createTestClock, type EditedStorage, type TestClock } from './storage.contract.ts';

const actor = 'test';
const KEEP_MS = 7 * DAY_MS;
const LEASE_MS = 10_000;
const RUNNING_MAX = 2;

export function describeCollections(name: string, open: (clock: TestClock) => Promise<EditedStorage>): void {
  describe(`${name}: collections`, () => {
    const clock = createTestClock();
    let opened: EditedStorage;
    let storage: Storage;
    let drawn = 0;

    beforeAll(async () => {
      opened = await open(clock);
      storage = opened.storage;
      await publishPrice(storage);
    });
    afterAll(async () => {
      const { differences } = await storage.ledger.verify();
      await opened.close();
      expect(differences).toEqual([]);
    });

    async function payer(calls = 100): Promise<string> {
      const id = `col-payer-${++drawn}`;
      await addPayer(storage, id, calls);
      return id;
    }

    const idOf = (payerId: string, n: number) => `col_${payerId}-${n}`;
    const wanted = (payerId: string, n: number, changes: object = {}) =>
      newCollection(payerId, {
        ...{ id: idOf(payerId, n), requestId: `r${n}`, platform: 'library', itemsMax: 100, keptMax: 5 },
        ...{ budgetMicros: toMicros(10 * PRICE), mostMicros: toMicros(10 * PRICE) },
        questions: [{ path: '/api/u1/v1/library/app/search_video_v2', query: { keyword: 'cat' } }],
        ...changes,
      });
    const create = (payerId: string, n: number, changes: object = {}) =>
      storage.collections.create(wanted(payerId, n, changes));

    /** A claim of the duty of exactly this collection. */
    async function claim(id: string, lease = `lease-${++drawn}`): Promise<string> {
      const claimed = await storage.duties.claim({
        ...{ kind: 'collection', lease, leaseMs: LEASE_MS, limit: 1_000, perParty: 1_000, held: {} },
      });
      expect(claimed.map((one) => one.id)).toContain(id);
      for (const other of claimed)
        if (other.id !== id) await storage.duties.release({ kind: 'collection', id: other.id, lease });
      return lease;
    }

    async function made(changes: object = {}, calls = 100) {
      const account = await payer(calls);
      await create(account, 1, changes);
      const id = idOf(account, 1);
      return { account, id, lease: await claim(id) };
    }
    const find = async (id: string) => (await storage.collections.find({ id }))!;
    const begin = (id: string, lease: string, mostMicros = PRICE) =>
      storage.collections.beginPage({ id, lease, mostMicros, runningMax: RUNNING_MAX, keepMs: KEEP_MS });

    const found = (id: string, page: number, items: number, next: PageFound['next']): PageFound => {
      const lines = Buffer.from(Array.from({ length: items }, (_, i) => `{"id":"${page}-${i}"}\n`).join(''));
      const seen = Array.from({ length: items }, (_, i) => `library:${page}-${i}`);
      const body = items === 0 ? null : gzipSync(lines);
      const of = { kind: 'page', collectionId: id, page, items, body, seen, next, keepMs: KEEP_MS } as const;
      return { ...of, bytes: lines.length, linksUntilMs: null };
    };
    async function settle(account: string, id: string, page: number, next: PageFound['next'], items = 2) {
      const hold = await openHold(storage, account, pageRequestId(id, page));
      return storage.gathered.settle({
        settle: settlementOf(hold, { answer: null }),
        found: found(id, page, items, next),
      });
    }
    const more = { question: 0, pcursor: 'next' };
    const typesOf = async (account: string) =>
      (await storage.events.list({ stream: account, after: 0, limit: 100 }))
        .filter(({ type }) => type.startsWith('collection.'))
        .map(({ type }) => type);

    test('one request id makes one collection, also when it is sent twice at once; another body is refused', async () => {
      const account = await payer();
      const both = await Promise.all([create(account, 1), create(account, 1, { id: 'col_other' })]);
      expect(both.map(({ kind }) => kind).sort()).toEqual(['created', 'known']);
      expect(await create(account, 1, { fingerprint: 'g' })).toEqual({ kind: 'reused' });
      expect(
        (await storage.collections.list({ accountId: account, after: null, limit: 9 })).items,
      ).toHaveLength(1);
      const other = await payer();
      expect(await create(other, 1)).toMatchObject({ kind: 'created' });
    });

    test('an account keeps so many collections, and an expired or removed one makes room', async () => {
      const account = await payer();
      const all = await Promise.all([1, 2, 3, 4, 5, 6, 7].map((n) => create(account, n)));
      expect(all.filter(({ kind }) => kind === 'created')).toHaveLength(5);
      expect(all.filter(({ kind }) => kind === 'full')).toHaveLength(2);
      const kept = (await storage.collections.list({ accountId: account, after: null, limit: 9 })).items;
      await storage.collections.remove({ actor, id: kept[0]!.id });
      expect(await create(account, 8)).toMatchObject({ kind: 'created' });
      await storage.collections.cancel({ actor, id: kept[1]!.id, keepMs: 1_000 });
      expect(await create(account, 9)).toEqual({ kind: 'full' });
      clock.advance(1_000);
      expect(await create(account, 9)).toMatchObject({ kind: 'created' });
    });

    test('a page moves pages, items and charged in the commit that charges it, and its items are numbered', async () => {
      const { account, id, lease } = await made();
      expect(await begin(id, lease)).toMatchObject({ kind: 'begun', collection: { state: 'running' } });
      await settle(account, id, 0, more);
      await begin(id, lease);
      await settle(account, id, 1, { end: 'exhausted' }, 3);
      expect(await find(id)).toMatchObject({
        ...{ state: 'done', end: 'exhausted', pages: 2, items: 5, chargedMicros: 2 * PRICE },
        ...{ reservedMicros: 0, pageAtMs: null, expiresAtMs: clock.nowMs() + KEEP_MS },
      });
      const pages = await storage.found.read({ owner: id, after: 0, limit: 10 });
      expect(pages.map(({ firstNumber, items }) => [firstNumber, items])).toEqual([
        [1, 2],
        [3, 3],
      ]);
      expect(await storage.found.seen({ owner: id, items: ['library:1-2', 'library:9-9'] })).toEqual([
        'library:1-2',
      ]);
      expect(await typesOf(account)).toEqual(['collection.done']);
    });

    test('a page that was kept already, or whose collection is gone, is neither kept nor charged', async () => {
      const { account, id, lease } = await made();
      await begin(id, lease);
      await settle(account, id, 0, more);
      await expect(settle(account, id, 5, more)).rejects.toThrow('page 5');
      await begin(id, lease);
      await storage.collections.remove({ actor, id });
      await expect(settle(account, id, 1, more)).rejects.toThrow('page 1');
      const { balanceMicros } = (await storage.accounts.find({ idOrName: account }))!;
      expect(balanceMicros).toBe(99 * PRICE);
      expect(await storage.collections.find({ id })).toBeNull();
      while ((await storage.collections.purge({ id })).purged > 0);
      expect(await storage.found.read({ owner: id, after: 0, limit: 10 })).toEqual([]);
      expect(await storage.found.seen({ owner: id, items: ['library:0-0'] })).toEqual([]);
    });

    test('of all that is over, the items of what was over first are deleted first', async () => {
      const drain = async () => {
        while ((await storage.collections.purge({})).purged > 0);
      };
      clock.advance(KEEP_MS);
      await drain();
      const over: string[] = [];
      for (let n = 0; n < 3; n++) {
        const { account, id, lease } = await made();
        await begin(id, lease);
        await settle(account, id, 0, { end: 'exhausted' });
        over.push(id);
        clock.advance(1_000);
      }
      clock.advance(KEEP_MS);
      const left = async () => {
        const pages = over.map((owner) => storage.found.read({ owner, after: 0, limit: 10 }));
        return (await Promise.all(pages)).map((one) => one.length);
      };
      expect(await left()).toEqual([1, 1, 1]);
      await storage.collections.purge({});
      expect(await left()).toEqual([0, 1, 1]);
      await drain();
      expect(await left()).toEqual([0, 0, 0]);
    });

    test('it stops before the page that could pass the budget, and keeps what it has', async () => {
      const { account, id, lease } = await made({ budgetMicros: toMicros(2 * PRICE) });
      for (const page of [0, 1]) {
        expect((await begin(id, lease)).kind).toBe('begun');
        await settle(account, id, page, more);
      }
      expect(await begin(id, lease, toMicros(1))).toEqual({ kind: 'over' });
      expect(await find(id)).toMatchObject({
        state: 'stopped',
        end: 'budget',
        items: 4,
        chargedMicros: 2 * PRICE,
      });
      expect(await typesOf(account)).toEqual(['collection.stopped']);
    });

    test('a budget may not fall below what is charged and reserved; a raised one is used', async () => {
      const { account, id, lease } = await made({ budgetMicros: toMicros(2 * PRICE) });
      await begin(id, lease);
      await settle(account, id, 0, more);
      await begin(id, lease);
      const set = (budgetMicros: number) =>
        storage.collections.update({ actor, id, budgetMicros: toMicros(budgetMicros) });
      expect((await set(2 * PRICE - 1)).kind).toBe('too_low');
      expect((await set(3 * PRICE)).kind).toBe('changed');
      await settle(account, id, 1, more);
      expect((await begin(id, lease)).kind).toBe('begun');
      expect((await storage.collections.update({ actor, id, itemsMax: 3 })).kind).toBe('too_low');
    });

    test('without the lease nothing moves', async () => {
      const { id, lease } = await made();
      await begin(id, lease);
      clock.advance(LEASE_MS + 1);
      const other = await claim(id);
      expect(await begin(id, lease)).toEqual({ kind: 'over' });
      const late = { id, lease, keepMs: KEEP_MS };
      const wait = { ...late, waitingFor: 'provider', failure: 'UPSTREAM_BUSY', dueInMs: 1 } as const;
      expect(await storage.collections.wait(wait)).toEqual({ isOurs: false });
      expect(await storage.collections.end({ ...late, end: 'key', failure: null })).toEqual({
        isOurs: false,
      });
      expect(await storage.collections.skip({ ...late, failure: 'X', isRefused: true })).toMatchObject({
        isOurs: false,
      });
      await storage.collections.yield({ id, lease });
      expect((await begin(id, other)).kind).toBe('begun');
    });

    test('only so many of an account run at once; the next gets its turn when one ends', async () => {
      const account = await payer();
      const ids = [1, 2, 3].map((n) => idOf(account, n));
      for (const n of [1, 2, 3]) {
        clock.advance(1);
        await create(account, n);
      }
      const leases: string[] = [];
      for (const id of ids) leases.push(await claim(id));
      const begun: string[] = [];
      for (const [i, id] of ids.entries()) begun.push((await begin(id, leases[i]!)).kind);
      expect(begun).toEqual(['begun', 'begun', 'over']);
      expect(await find(ids[2]!)).toMatchObject({ state: 'waiting', waitingFor: 'turn' });
      expect((await find(ids[2]!)).dueAtMs).toBe(clock.nowMs() + TURN_AGAIN_MS);
      await storage.collections.end({
        id: ids[0]!,
        lease: leases[0]!,
        end: 'time',
        failure: null,
        keepMs: 1,
      });
      expect((await find(ids[2]!)).dueAtMs).toBe(clock.nowMs());
      expect((await begin(ids[2]!, await claim(ids[2]!))).kind).toBe('begun');
      // Waiting for a turn is not news.
      expect(await typesOf(account)).toEqual(['collection.stopped']);
    });

    test('one that waits or is removed gives its turn to the next', async () => {
      const account = await payer();
      const ids = [1, 2, 3, 4].map((n) => idOf(account, n));
      const leases: string[] = [];
      for (const [i, id] of ids.entries()) {
        clock.advance(1);
        await create(account, i + 1);
        leases.push(await claim(id));
        await begin(id, leases[i]!);
      }
      const dueInMs = async (id: string) => (await find(id)).dueAtMs - clock.nowMs();
      expect([await dueInMs(ids[2]!), await dueInMs(ids[3]!)]).not.toContain(0);
      const wait = { waitingFor: 'provider', failure: 'UPSTREAM_BUSY', dueInMs: 1_000, keepMs: 1 } as const;
      await storage.collections.wait({ id: ids[0]!, lease: leases[0]!, ...wait });
      expect(await dueInMs(ids[2]!)).toBe(0);
      expect((await begin(ids[2]!, await claim(ids[2]!))).kind).toBe('begun');
      expect(await dueInMs(ids[3]!)).not.toBe(0);
      await storage.collections.remove({ actor, id: ids[1]! });
      expect(await dueInMs(ids[3]!)).toBe(0);
    });

    test('no further page begins at its time, with a lowered number of items, or after a page that died while it was cancelled', async () => {
      const untilMs = clock.nowMs() + 1_000;
      const timed = await made({ untilMs });
      const full = await made();
      const cancelled = await made();
      for (const { account, id, lease } of [timed, full, cancelled]) {
        await begin(id, lease);
        await settle(account, id, 0, more);
      }
      await storage.collections.update({ actor, id: full.id, itemsMax: 2 });
      expect(await begin(full.id, full.lease)).toEqual({ kind: 'over' });
      expect(await find(full.id)).toMatchObject({ state: 'done', end: 'items', reservedMicros: 0 });
      clock.advance(999);
      expect((await begin(timed.id, timed.lease)).kind).toBe('begun');
      await settle(timed.account, timed.id, 1, more);
      clock.advance(1);
      expect(await begin(timed.id, timed.lease)).toEqual({ kind: 'over' });
      expect(await find(timed.id)).toMatchObject({ state: 'stopped', end: 'time', reservedMicros: 0 });
      await begin(cancelled.id, cancelled.lease);
      await storage.collections.cancel({ actor, id: cancelled.id, keepMs: KEEP_MS });
      clock.advance(LEASE_MS);
      expect(await begin(cancelled.id, await claim(cancelled.id))).toEqual({ kind: 'over' });
      expect(await find(cancelled.id)).toMatchObject({ state: 'stopped', end: 'cancelled', pages: 1 });
    });

    test('a page ends its failures in a row, and the next question begins without the cursor of the one before', async () => {
      const question = { path: '/p', query: { keyword: 'cat' } };
      const { account, id, lease } = await made({ questions: [question, question] });
      const wait = { waitingFor: 'provider', failure: 'UPSTREAM_BUSY', dueInMs: 0, keepMs: 1 } as const;
      await storage.collections.wait({ id, lease, ...wait });
      expect(await find(id)).toMatchObject({ failures: 1, failure: 'UPSTREAM_BUSY' });
      const again = await claim(id);
      await begin(id, again);
      await settle(account, id, 0, more);
      expect(await find(id)).toMatchObject({ failures: 0, failure: null, pcursor: 'next' });
      const skip = { id, lease: again, failure: 'CURSOR_EXPIRED', isRefused: false, keepMs: 1 };
      expect(await storage.collections.skip(skip)).toEqual({ isOurs: true, hasEnded: false });
      expect(await find(id)).toMatchObject({ question: 1, pcursor: null, questionsRefused: 0 });
    });

    test('a read of one item gives the page that has it, also when that item is its first', async () => {
      const { account, id, lease } = await made();
      for (const page of [0, 1]) {
        await begin(id, lease);
        await settle(account, id, page, more);
      }
      const firsts = async (after: number) =>
        (await storage.found.read({ owner: id, after, limit: 1 })).map(({ firstNumber }) => firstNumber);
      expect([await firsts(0), await firsts(1), await firsts(2), await firsts(3)]).toEqual([
        [1],
        [1],
        [3],
        [3],
      ]);
    });

    test('operators see a collection that waits for a platform as failing, and not one that waits for its owner', async () => {
      const failing = async () => (await storage.duties.figures()).collection.failing;
      const before = await failing();
      for (const [waitingFor, more] of [
        ['balance', 0],
        ['cap', 0],
        ['provider', 1],
      ] as const) {
        const { id, lease } = await made();
        await begin(id, lease);
        await storage.collections.wait({
          id,
          lease,
          waitingFor,
          failure: 'X',
          dueInMs: 3_600_000,
          keepMs: 1,
        });
        expect([waitingFor, (await find(id)).failures, await failing()]).toEqual([
          waitingFor,
          1,
          before + more,
        ]);
      }
    });

    test('waiting is told once for each cause until the next page, and a top-up makes it due in its commit', async () => {
      const { account, id, lease } = await made();
      const other = await made();
      const wait = async (of: { id: string; lease: string }, failure: string) => {
        await begin(of.id, of.lease);
        const input = { ...of, waitingFor: 'balance', failure, dueInMs: 3_600_000, keepMs: 1 } as const;
        expect(await storage.collections.wait(input)).toEqual({ isOurs: true });
      };
      await wait({ id, lease }, 'INSUFFICIENT_BALANCE');
      await wait(other, 'INSUFFICIENT_BALANCE');
      expect(await find(id)).toMatchObject({ state: 'waiting', waitingFor: 'balance', failures: 1 });
      await storage.accounts.topUp({
        actor,
        accountId: account,
        amountMicros: PRICE,
        reference: id,
        reason: null,
      });
      expect((await find(id)).dueAtMs).toBe(clock.nowMs());
      expect((await find(other.id)).dueAtMs).toBe(clock.nowMs() + 3_600_000);
      await wait({ id, lease: await claim(id) }, 'INSUFFICIENT_BALANCE');
      expect(await typesOf(account)).toEqual(['collection.waiting']);
      await storage.accounts.adjust({
        actor,
        accountId: account,
        amountMicros: PRICE,
        reference: null,
        reason: 'x',
      });
      const again = await claim(id);
      await begin(id, again);
      await settle(account, id, 0, more);
      await wait({ id, lease: again }, 'INSUFFICIENT_BALANCE');
      expect(await typesOf(account)).toEqual(['collection.waiting', 'collection.waiting']);
    });

    test('a changed cap, of a key or of a project, makes those due that wait for a cap, and no others', async () => {
      const { account, id } = await made();
      const [keyId, projectId] = [keyIdOf(account), `project-of-${account}`];
      const none = { dailyCapMicros: null, monthlyCapMicros: null, totalCapMicros: null };
      await storage.projects.create({ actor, id: projectId, accountId: account, name: 'crawl', ...none });
      const cap = { dailyCapMicros: toMicros(5) };
      const wait = { waitingFor: 'cap', failure: 'SPEND_CAP_REACHED', dueInMs: 9_000, keepMs: 1 } as const;
      const topUp = { actor, accountId: account, amountMicros: PRICE, reason: null };
      for (const [of, change] of Object.entries({
        key: () => storage.keys.update({ actor, id: keyId, ...cap }),
        project: () => storage.projects.update({ actor, id: projectId, ...cap }),
      })) {
        clock.advance(LEASE_MS);
        const lease = await claim(id);
        await begin(id, lease);
        await storage.collections.wait({ id, lease, ...wait });
        await storage.accounts.topUp({ ...topUp, reference: `${id}-${of}` });
        expect((await find(id)).dueAtMs).toBe(clock.nowMs() + 9_000);
        await change();
        expect((await find(id)).dueAtMs).toBe(clock.nowMs());
      }
    });

    test('it ends at its time, also while it waits', async () => {
      const { account, id, lease } = await made({ untilMs: clock.nowMs() + 1_000 });
      await begin(id, lease);
      const wait = { id, lease, waitingFor: 'provider', failure: 'X', dueInMs: 60_000, keepMs: 1 } as const;
      await storage.collections.wait(wait);
      expect((await find(id)).dueAtMs).toBe(clock.nowMs() + 1_000);
      clock.advance(999);
      await storage.duties.postpone({ kind: 'collection', id, lease, dueInMs: 0, isFailure: false });
      clock.advance(1);
      expect(await begin(id, await claim(id))).toEqual({ kind: 'over' });
      expect(await find(id)).toMatchObject({ state: 'stopped', end: 'time' });
      expect(await typesOf(account)).toEqual(['collection.waiting', 'collection.stopped']);
    });

    test('cancelled between pages it ends at once; with a page in flight it ends with that page, which it keeps', async () => {
      const { account, id, lease } = await made();
      await begin(id, lease);
      const cancel = () => storage.collections.cancel({ actor, id, keepMs: KEEP_MS });
      expect(await cancel()).toMatchObject({ state: 'running', endWanted: 'cancelled' });
      await settle(account, id, 0, more);
      expect(await find(id)).toMatchObject({ state: 'stopped', end: 'cancelled', items: 2 });
      expect(await cancel()).toMatchObject({ state: 'stopped' });
      const idle = await made();
      expect(await storage.collections.cancel({ actor, id: idle.id, keepMs: 1 })).toMatchObject({
        ...{ state: 'stopped', end: 'cancelled', endWanted: null },
      });
      expect(await begin(idle.id, idle.lease)).toEqual({ kind: 'over' });
    });

    test('the next page of a running one is reserved within its budget; a first, a last or a cancelled one is not begun so', async () => {
      const { account, id, lease } = await made({ budgetMicros: toMicros(3 * PRICE) });
      const next = (mostMicros = PRICE, by = lease) =>
        storage.collections.nextPage({ id, lease: by, mostMicros, runningMax: RUNNING_MAX, keepMs: KEEP_MS });
      expect(await next()).toEqual({ kind: 'over' });
      await begin(id, lease);
      await settle(account, id, 0, more);
      const before = await find(id);
      expect(await next(toMicros(2 * PRICE + 1))).toEqual({ kind: 'over' });
      expect(await next(PRICE, 'another')).toEqual({ kind: 'over' });
      expect(await find(id)).toEqual(before);
      expect(await next(toMicros(2 * PRICE))).toMatchObject({ kind: 'begun' });
      expect(await find(id)).toMatchObject({ reservedMicros: 2 * PRICE, pageAtMs: clock.nowMs() });
      await storage.collections.cancel({ actor, id, keepMs: KEEP_MS });
      expect(await next()).toEqual({ kind: 'over' });
    });

    test('what was judged by the key that paid does not change what another key pays for meanwhile', async () => {
      const { account, id } = await made();
      const before = await find(id);
      const raise = (paidBy: string) =>
        storage.collections.update({ actor, id, paidBy, budgetMicros: toMicros(50 * PRICE) });
      expect(await raise('another')).toEqual({ kind: 'moved' });
      expect(await find(id)).toEqual(before);
      expect(await raise(keyIdOf(account))).toMatchObject({ kind: 'changed' });
    });

    test('one that ended with its key goes on under another key where it stopped, until it expires; no other end does', async () => {
      const { account, id, lease } = await made();
      await begin(id, lease);
      await settle(account, id, 0, more);
      await storage.collections.end({ id, lease, end: 'key', failure: 'UNAUTHORIZED', keepMs: KEEP_MS });
      const bystander = await made();
      await storage.collections.end({
        ...{ id: bystander.id, lease: bystander.lease, end: 'key', failure: null, keepMs: KEEP_MS },
      });
      const before = await find(bystander.id);
      const take = (of: string, changes: object = {}) =>
        storage.collections.update({ actor, id: of, keyId: keyIdOf(account), ...changes });
      // Without a key to take it over it stays as it is.
      expect(await storage.collections.update({ actor, id, itemsMax: 200 })).toEqual({ kind: 'ended' });
      expect(await take(id, { budgetMicros: toMicros(PRICE - 1) })).toMatchObject({ kind: 'too_low' });
      expect(await find(id)).toMatchObject({ state: 'stopped', end: 'key' });
      clock.advance(KEEP_MS - 1);
      expect(await take(id)).toMatchObject({ kind: 'changed' });
      expect(await find(id)).toMatchObject({
        ...{ state: 'queued', end: null, failure: null, failures: 0, endedAtMs: null, expiresAtMs: null },
        ...{ pages: 1, items: 2, chargedMicros: PRICE, pcursor: 'next', dueAtMs: clock.nowMs() },
      });
      expect(await find(bystander.id)).toEqual(before);
      // Its items outlive the time that it had while it was stopped.
      clock.advance(2 * KEEP_MS);
      while ((await storage.collections.purge({})).purged > 0);
      const again = await claim(id);
      expect(await begin(id, again)).toMatchObject({ kind: 'begun' });
      await settle(account, id, 1, { end: 'exhausted' }, 3);
      expect(await find(id)).toMatchObject({ state: 'done', items: 5, chargedMicros: 2 * PRICE });
      expect(
        (await storage.found.read({ owner: id, after: 0, limit: 10 })).map((page) => page.firstNumber),
      ).toEqual([1, 3]);
      expect(await typesOf(account)).toEqual(['collection.stopped', 'collection.done']);
      expect(await take(id)).toEqual({ kind: 'ended' });
      expect(await take(bystander.id, { keyId: keyIdOf(bystander.account) })).toEqual({ kind: 'ended' });
      const cancelled = await made();
      await storage.collections.cancel({ actor, id: cancelled.id, keepMs: KEEP_MS });
      expect(await take(cancelled.id, { keyId: keyIdOf(cancelled.account) })).toEqual({ kind: 'ended' });
    });

    test('a refused question is passed over; when all are refused the collection has failed', async () => {
      const question = { path: '/p', query: { keyword: 'a' } };
      const { account, id, lease } = await made({ questions: [question, question] });
      const skip = () =>
        storage.collections.skip({ id, lease, failure: 'INVALID_REQUEST', isRefused: true, keepMs: 1 });
      await begin(id, lease);
      await skip();
      expect(await find(id)).toMatchObject({
        state: 'running',
        question: 1,
        questionsRefused: 1,
        query: null,
      });
      await begin(id, lease);
      await settle(account, id, 0, { end: 'exhausted' });
      expect(await find(id)).toMatchObject({ state: 'done', end: 'exhausted' });
      const single = await made();
      await begin(single.id, single.lease);
      await storage.collections.skip({ ...single, failure: 'AUTHOR_NOT_FOUND', isRefused: true, keepMs: 1 });
      expect(await find(single.id)).toMatchObject({
        ...{ state: 'failed', end: 'refused', failure: 'AUTHOR_NOT_FOUND', chargedMicros: 0 },
      });
    });

    test.each<[PageFound['next'], CollectionEnd, CollectionEnd]>([
      [{ question: 1, pcursor: null, listEnd: 'upstream_cap' }, 'exhausted', 'upstream_cap'],
      [{ question: 1, pcursor: null, listEnd: 'unknown' }, 'exhausted', 'unknown'],
      [{ question: 1, pcursor: null }, 'exhausted', 'exhausted'],
      [{ question: 1, pcursor: null, listEnd: 'unknown' }, 'items', 'items'],
    ])('the end says how the weakest list ended (%j, then %s: %s)', async (next, last, end) => {
      const question = { path: '/p', query: { keyword: 'a' } };
      const { account, id, lease } = await made({ questions: [question, question] });
      await begin(id, lease);
      await settle(account, id, 0, next);
      await begin(id, lease);
      await settle(account, id, 1, { end: last });
      expect(await find(id)).toMatchObject({ state: 'done', end });
    });

    test('items go when the collection expires and not a moment before; the row stays a month longer', async () => {
      const { account, id, lease } = await made();
      await begin(id, lease);
      await settle(account, id, 0, { end: 'exhausted' });
      const purgeAll = async () => {
        while ((await storage.collections.purge({})).purged > 0);
      };
      const pages = async () => (await storage.found.read({ owner: id, after: 0, limit: 9 })).length;
      clock.advance(KEEP_MS - 1);
      await purgeAll();
      expect(await pages()).toBe(1);
      clock.advance(1);
      await purgeAll();
      expect([await pages(), (await find(id)).items]).toEqual([0, 2]);
      clock.advance(30 * DAY_MS - 1);
      await purgeAll();
      expect(await storage.collections.find({ id })).not.toBeNull();
      clock.advance(1);
      await purgeAll();
      expect(await storage.collections.find({ id })).toBeNull();
      expect(await storage.calls.find({ accountId: account, requestId: pageRequestId(id, 0) })).toMatchObject(
        {
          state: 'settled',
        },
      );
    });

    test('the collections of a closed account go with it, and those of others stay', async () => {
      const { account, id } = await made();
      const other = await made();
      await storage.accounts.close({ actor, accountId: account });
      expect(await storage.collections.find({ id })).toBeNull();
      expect(await find(other.id)).toMatchObject({ state: 'queued' });
      expect(await create(account, 2)).toEqual({ kind: 'not_found' });
    });

    test('catching up with an open account makes its collections due that wait for money', async () => {
      const { account, id, lease } = await made();
      const wait = { waitingFor: 'balance', failure: 'X', dueInMs: 3_600_000, keepMs: 1 } as const;
      await storage.collections.wait({ id, lease, ...wait });
      expect(await storage.gathered.catchUp({ accountId: account })).toEqual({
        isClosed: false,
        refundedMicros: 0,
      });
      expect(await find(id)).toMatchObject({ state: 'waiting', dueAtMs: clock.nowMs() });
      await storage.collections.remove({ actor, id });
    });

    test('the collections of an account that an older node closed go when this release catches up', async () => {
      const { account, id } = await made();
      const other = await made();
      await opened.edit(`UPDATE accounts SET status = 'disabled', closed_at_ms = 1 WHERE id = '${account}'`);
      expect(await storage.gathered.leftUndone()).toEqual([account]);
      await storage.gathered.catchUp({ accountId: account });
      expect(await storage.collections.find({ id })).toBeNull();
      expect(await find(other.id)).toMatchObject({ state: 'queued' });
      expect(await storage.gathered.leftUndone()).toEqual([]);
    });

    test('a page that was charged and is not on its collection is counted once and delivered free, or its whole charge is refunded', async () => {
      const { account, id } = await made();
      const chargeOf = async (page: number) => {
        const requestId = pageRequestId(id, page);
        await storage.calls.settle(settlementOf(await openHold(storage, account, requestId)));
        const note = () => storage.gathered.noteFound({ accountId: account, requestId });
        expect([await note(), await note()]).toEqual([{ noted: true }, { noted: false }]);
        expect(await storage.gathered.paid({ accountId: account, ownerId: id, from: page })).toMatchObject({
          requestId,
          before: page,
        });
        return { accountId: account, requestId };
      };
      const kept = { ...(await chargeOf(0)), found: found(id, 0, 3, more), failure: null };
      expect(await storage.gathered.redo(kept)).toEqual({ kind: 'redone', refundedMicros: 0 });
      expect(await storage.gathered.redo(kept)).toEqual({ kind: 'lost' });
      expect(await find(id)).toMatchObject({ pages: 1, items: 3, chargedMicros: PRICE });
      const lost = { ...(await chargeOf(1)), found: found(id, 1, 0, more), failure: 'VIDEO_NOT_FOUND' };
      expect(await storage.gathered.redo(lost)).toEqual({ kind: 'redone', refundedMicros: PRICE });
      expect(await find(id)).toMatchObject({ pages: 2, items: 3, chargedMicros: 2 * PRICE });
      expect(await storage.gathered.paid({ accountId: account, ownerId: id, from: 2 })).toBeNull();
      expect((await storage.accounts.find({ idOrName: account }))!.balanceMicros).toBe(99 * PRICE);
    });

    test('verify notices a collection that says another charge, or other items, than its calls and pages', async () => {
      const { account, id, lease } = await made();
      await begin(id, lease);
      // A page that was charged, but is not on the collection: as if the charge and the move had been two commits.
      await storage.calls.settle(settlementOf(await openHold(storage, account, pageRequestId(id, 0))));
      const { differences } = await storage.ledger.verify();
      expect(differences).toMatchObject([{ accountId: account, expected: String(PRICE), found: '0' }]);
      await storage.collections.remove({ actor, id });
      const later = await made();
      await begin(later.id, later.lease);
      await settle(later.account, later.id, 0, more);
      const second = await openHold(storage, later.account, pageRequestId(later.id, 1));
      await storage.calls.settle(settlementOf(second));
      expect((await storage.ledger.verify()).differences).toMatchObject([
        { accountId: later.account, expected: String(2 * PRICE), found: String(PRICE) },
      ]);
      await storage.collections.remove({ actor, id: later.id });
    });

    test('lists: of an account, of a key, of a state, and late ones', async () => {
      const { account, id } = await made();
      const paging = { after: null, limit: 9 };
      const ids = async (more: object) =>
        (await storage.collections.list({ ...paging, ...more })).items.map((of) => of.id);
      expect(await ids({ accountId: account })).toEqual([id]);
      expect(await ids({ accountId: account, keyId: 'another' })).toEqual([]);
      expect(await ids({ accountId: account, state: 'queued' })).toEqual([id]);
      expect(await ids({ accountId: account, state: 'done' })).toEqual([]);
      clock.advance(LEASE_MS + 60_001);
      expect(await ids({ accountId: account, dueBeforeMs: clock.nowMs() - 60_000 })).toEqual([id]);
      await claim(id);
      expect(await ids({ accountId: account, dueBeforeMs: clock.nowMs() - 60_000 })).toEqual([]);
    });
  });
}
