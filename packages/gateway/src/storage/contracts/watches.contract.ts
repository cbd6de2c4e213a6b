// Contract of every backend for watches: a run is recorded in the commit that charges it, numbers have no gap, budgets are never passed,
// what is paused goes on when its reason is gone, and old items go in bounded rounds.

import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Watch } from '../../domain/gathering/watch.ts';
import { nextSlot, offsetOf } from '../../domain/gathering/watch-schedule.ts';
import { toMicros } from '../../domain/money.ts';
import { runRequestId } from '../../domain/request-id.ts';
import type { BegunRun, Storage } from '../storage.ts';
import { newWatch } from '../testing/gathered.ts';
import { addPayer, openHold, PRICE, publishPrice, settlementOf } from '../testing/payer.ts';
import { createTestClock, type EditedStorage, type TestClock } from './storage.contract.ts';

const actor = 'test';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const PRICES = { leastMicros: PRICE, mostMicros: toMicros(3 * PRICE) };

export function describeWatches(name: string, open: (clock: TestClock) => Promise<EditedStorage>): void {
  describe(`${name}: watches`, () => {
    const clock = createTestClock();
    let opened: EditedStorage;
    let storage: Storage;
    let drawn = 0;

    beforeAll(async () => {
      opened = await open(clock);
      storage = opened.storage;
      await publishPrice(storage);
    });
    afterAll(() => opened.close());

    const wanted = (accountId: string, changes: Parameters<typeof newWatch>[1] = {}) => {
      const n = ++drawn;
      return newWatch(accountId, {
        ...{ id: `wat_${accountId}_${n}`, requestId: `r-${n}`, query: { keyword: `k${n}` }, pagesMax: 3 },
        ...{ runMostMicros: toMicros(3 * PRICE), max: 10, ...changes },
      });
    };

    /** A new account with money for this many calls, and a watch. */
    async function make(calls: number, changes: Parameters<typeof newWatch>[1] = {}): Promise<Watch> {
      const account = `wa-${++drawn}`;
      await addPayer(storage, account, calls);
      const made = await storage.watches.create(wanted(account, changes));
      if (made.kind !== 'created') throw new Error(`expected created, got ${made.kind}`);
      return made.watch;
    }

    const found = async ({ id }: Watch) => (await storage.watches.find({ id }))!;
    const eventsOf = async ({ accountId }: Watch) =>
      (await storage.events.list({ stream: accountId, after: 0, limit: 100 })).filter(({ type }) =>
        type.startsWith('watch.'),
      );

    let leases = 0;
    /** Claims this watch as a node would. */
    async function claim({ id }: Watch): Promise<string | null> {
      const lease = `lease-${++leases}`;
      const input = { kind: 'watch' as const, lease, leaseMs: MINUTE, limit: 100, perParty: 100, held: {} };
      const claimed = await storage.duties.claim(input);
      for (const one of claimed)
        if (one.id !== id) await storage.duties.release({ kind: 'watch', id: one.id, lease });
      return claimed.some((one) => one.id === id) ? lease : null;
    }

    async function begin(watch: Watch, prices = PRICES): Promise<BegunRun & { lease: string }> {
      const lease = (await claim(watch))!;
      const begun = await storage.watches.beginRun({ ...keyOf(watch), lease, ...prices });
      if (begun.kind !== 'begun') throw new Error(`expected begun, got ${begun.kind}`);
      return { ...begun, lease };
    }
    const keyOf = ({ id, accountId }: Watch) => ({ id, accountId });

    /** Opens and settles the call of a run that found these items. */
    async function settle(
      { watch, number, slotMs, lateBySeconds }: BegunRun,
      ids: string[],
      gap = false,
      more: { wasAsked?: boolean } = {},
    ) {
      const lines = ids.map((id) => JSON.stringify({ id }));
      const text = lines.map((line) => `${line}\n`).join('');
      const hold = await openHold(storage, watch.accountId, runRequestId(watch.id, number));
      return storage.gathered.settle({
        settle: settlementOf(hold, { answer: null }),
        found: {
          ...{ kind: 'run', watchId: watch.id, run: { number, slotMs, lateBySeconds, pages: 1, gap } },
          ...{ items: ids.length, bytes: text.length, body: ids.length === 0 ? null : gzipSync(text) },
          ...{ linksUntilMs: null, seen: ids.map((id) => `x:${id}`), eventLines: lines, ...more },
        },
      });
    }

    async function runOnce(watch: Watch, ids: string[], gap = false): Promise<Watch> {
      await settle(await begin(watch), ids, gap);
      return found(watch);
    }

    const itemsOf = async ({ id }: Watch, after = 0) => {
      const pages = await storage.found.read({ owner: id, after, limit: 100 });
      return pages.flatMap(({ firstNumber, body }) =>
        gunzipSync(body)
          .toString()
          .trim()
          .split('\n')
          .map((line, i) => [firstNumber + i, (JSON.parse(line) as { id: string }).id] as const),
      );
    };
    /** Until its next run is due. */
    const advanceToSlot = async (watch: Watch) => clock.advance((await found(watch)).dueAtMs - clock.nowMs());

    test('the same request id gives the same watch, another body is refused, and an account has a limited number', async () => {
      const watch = await make(1);
      const again = wanted(watch.accountId, { requestId: watch.requestId });
      expect(await storage.watches.create(again)).toMatchObject({ kind: 'found', watch: { id: watch.id } });
      expect(await storage.watches.create({ ...again, fingerprint: 'g' })).toEqual({ kind: 'reused' });
      expect(await storage.watches.create(wanted(watch.accountId, { max: 1 }))).toEqual({ kind: 'full' });
      await storage.watches.update({ actor, ...keyOf(watch), state: 'ended', by: 'caller' });
      const next = await storage.watches.create(wanted(watch.accountId, { max: 1 }));
      if (next.kind !== 'created') throw new Error(`expected created, got ${next.kind}`);
      // Making and ending watches again and again does not fill the database.
      await storage.watches.update({ actor, ...keyOf(next.watch), state: 'ended', by: 'caller' });
      expect(await storage.watches.create(wanted(watch.accountId, { max: 1 }))).toEqual({ kind: 'full' });
      await storage.watches.remove({ actor, ...keyOf(watch) });
      expect(await storage.watches.create(wanted(watch.accountId, { max: 1 }))).toMatchObject({
        kind: 'created',
      });
    });

    test.each(['failRun', 'pauseRun'] as const)(
      'after %s of a run whose watch was paused meanwhile, nothing stays reserved and its budget can be lowered',
      async (verb) => {
        const watch = await make(10, { totalBudgetMicros: toMicros(10 * PRICE) });
        const { lease, number, slotMs, lateBySeconds } = await begin(watch);
        await storage.watches.update({ actor, ...keyOf(watch), state: 'paused', by: 'caller' });
        const lower = { actor, ...keyOf(watch), totalBudgetMicros: toMicros(PRICE), by: 'caller' as const };
        expect(await storage.watches.update(lower)).toMatchObject({ kind: 'spent' });
        const of = { ...keyOf(watch), lease };
        const run = { number, requestId: runRequestId(watch.id, number), slotMs, lateBySeconds };
        const ended =
          verb === 'failRun'
            ? storage.watches.failRun({ ...of, ...run, failure: 'UPSTREAM_BUSY', retryAfterMs: 0 })
            : storage.watches.pauseRun({ ...of, pausedFor: 'balance', resumesInMs: null });
        expect(await ended).toEqual({ isOurs: false });
        expect(await found(watch)).toMatchObject({ reservedMicros: 0, pausedFor: 'caller' });
        expect(await storage.watches.update(lower)).toMatchObject({ kind: 'changed' });
      },
    );

    test('a run is charged, recorded and numbered in one commit, and the next one is due at its slot', async () => {
      const watch = await make(10);
      const begun = await begin(watch);
      expect(begun).toMatchObject({ number: 1, lateBySeconds: 0, slotMs: watch.createdAtMs });
      expect(await found(watch)).toMatchObject({ reservedMicros: 3 * PRICE, runs: 0 });
      expect(await settle(begun, ['a', 'b'])).toMatchObject({ kind: 'settled' });
      const after = await found(watch);
      expect(after).toMatchObject({
        runs: 1,
        items: 2,
        spentMicros: PRICE,
        spentMonthMicros: PRICE,
        hasRun: true,
      });
      expect(after).toMatchObject({ reservedMicros: 0, spentMonth: '2026-11' });
      expect(after.dueAtMs).toBe(nextSlot(clock.nowMs(), HOUR, offsetOf(watch, HOUR)));
      await advanceToSlot(watch);
      await runOnce(watch, ['c'], true);
      expect(await itemsOf(watch)).toEqual([
        [1, 'a'],
        [2, 'b'],
        [3, 'c'],
      ]);
      expect(await itemsOf(watch, 2)).toEqual([[3, 'c']]);
      expect(await storage.found.seen({ owner: watch.id, items: ['x:a', 'x:c', 'x:z'] })).toEqual(
        expect.arrayContaining(['x:a', 'x:c']),
      );
      expect(
        (await eventsOf(watch)).map(({ type, data }) => [
          type,
          data.first_number,
          data.last_number,
          data.gap,
        ]),
      ).toEqual([
        ['watch.items', 1, 2, false],
        ['watch.items', 3, 3, true],
      ]);
      const runs = await storage.watches.runs({ id: watch.id });
      expect(
        runs.map(({ number, items, gap, chargedMicros }) => [number, items, gap, chargedMicros]),
      ).toEqual([
        [2, 1, true, PRICE],
        [1, 2, false, PRICE],
      ]);
      expect(await storage.watches.lastRuns({ ids: [watch.id] })).toMatchObject({
        [watch.id]: { number: 2 },
      });
    });

    test('a run that was begun twice has one number, and only the first commit counts', async () => {
      const watch = await make(10);
      const begun = await begin(watch);
      clock.advance(2 * MINUTE);
      const again = await begin(watch);
      expect(again.number).toBe(begun.number);
      expect(await storage.watches.beginRun({ ...keyOf(watch), lease: begun.lease, ...PRICES })).toEqual({
        kind: 'lost',
      });
      await settle(again, ['a']);
      await expect(settle({ ...again, number: 1, watch }, ['a'])).rejects.toThrow();
      // Its call could be charged, but no run of this number was begun.
      await expect(settle({ ...again, number: 3 }, ['b'])).rejects.toThrow('has no watch');
      expect(await found(watch)).toMatchObject({ runs: 1, items: 1, spentMicros: PRICE });
    });

    test('a removed watch leaves nothing, and its run in flight is not charged', async () => {
      const watch = await make(10);
      await runOnce(watch, ['a']);
      await advanceToSlot(watch);
      const begun = await begin(watch);
      const before = (await storage.accounts.find({ idOrName: watch.accountId }))!.balanceMicros;
      expect(await storage.watches.remove({ actor, ...keyOf(watch) })).toEqual({ removed: true });
      await expect(settle(begun, ['b'])).rejects.toThrow('has no watch');
      expect((await storage.accounts.find({ idOrName: watch.accountId }))!.balanceMicros).toBe(before);
      expect(await itemsOf(watch)).toEqual([]);
      expect(await storage.found.seen({ owner: watch.id, items: ['x:a'] })).toEqual([]);
      expect(await storage.watches.remove({ actor, ...keyOf(watch) })).toEqual({ removed: false });
    });

    test('missed slots are one run, which says how late it is; slots do not drift', async () => {
      const watch = await make(10);
      const first = await runOnce(watch, ['a']);
      clock.advance(first.dueAtMs - clock.nowMs() + 5 * HOUR + 7 * MINUTE);
      const late = await begin(watch);
      expect(late).toMatchObject({ slotMs: first.dueAtMs, lateBySeconds: 5 * 3600 + 7 * 60 });
      await settle(late, []);
      const after = await found(watch);
      expect(after.dueAtMs).toBe(first.dueAtMs + 6 * HOUR);
      expect(await claim(watch)).toBeNull();
      clock.advance(after.dueAtMs - clock.nowMs() - 1);
      expect(await claim(watch)).toBeNull();
      clock.advance(1);
      expect(await claim(watch)).not.toBeNull();
    });

    test('a budget is never passed: a run reserves what is left, and a watch without enough is paused and told once', async () => {
      const watch = await make(10, { totalBudgetMicros: toMicros(2 * PRICE) });
      expect((await begin(watch)).ceilingMicros).toBe(2 * PRICE);
      const lower = { actor, ...keyOf(watch), by: 'caller' as const, totalBudgetMicros: PRICE };
      expect(await storage.watches.update(lower)).toEqual({ kind: 'spent', of: 'total', micros: 2 * PRICE });
      clock.advance(2 * MINUTE);
      await runOnce(watch, ['a']);
      await advanceToSlot(watch);
      await runOnce(watch, ['b']);
      await advanceToSlot(watch);
      const lease = (await claim(watch))!;
      expect(await storage.watches.beginRun({ ...keyOf(watch), lease, ...PRICES })).toEqual({
        kind: 'paused',
      });
      expect(await found(watch)).toMatchObject({
        state: 'paused',
        pausedFor: 'budget',
        spentMicros: 2 * PRICE,
      });
      clock.advance(40 * DAY);
      await storage.watches.resumeDue();
      expect((await found(watch)).state).toBe('paused');
      const renamed = { actor, ...keyOf(watch), by: 'caller' as const, name: 'renamed' };
      expect(await storage.watches.update(renamed)).toMatchObject({
        watch: { state: 'paused', name: 'renamed' },
      });
      await storage.watches.update({ ...lower, totalBudgetMicros: toMicros(3 * PRICE) });
      expect(await found(watch)).toMatchObject({ state: 'active', pausedFor: null });
      expect((await eventsOf(watch)).map(({ type }) => type)).toEqual([
        'watch.items',
        'watch.items',
        'watch.paused',
        'watch.resumed',
      ]);
    });

    test("a month's budget stops a watch until the next UTC month, and not a moment longer", async () => {
      const watch = await make(10, { monthBudgetMicros: PRICE });
      await runOnce(watch, ['a']);
      await advanceToSlot(watch);
      const lease = (await claim(watch))!;
      expect(await storage.watches.beginRun({ ...keyOf(watch), lease, ...PRICES })).toEqual({
        kind: 'paused',
      });
      const now = new Date(clock.nowMs());
      const nextMonth = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);
      clock.advance(nextMonth - clock.nowMs() - 1);
      while ((await storage.watches.resumeDue()).resumed > 0);
      expect((await found(watch)).state).toBe('paused');
      clock.advance(1);
      while ((await storage.watches.resumeDue()).resumed > 0);
      expect((await found(watch)).state).toBe('active');
      const begun = await begin(watch);
      expect(begun.lateBySeconds).toBeGreaterThan(0);
      await settle(begun, ['b']);
      expect(await found(watch)).toMatchObject({ spentMicros: 2 * PRICE, spentMonthMicros: PRICE });
      // What was spent in earlier months does not count for the budget of this one.
      const lower = { actor, ...keyOf(watch), by: 'caller' as const, monthBudgetMicros: PRICE };
      expect(await storage.watches.update(lower)).toMatchObject({ kind: 'changed' });
      const tooLow = { ...lower, monthBudgetMicros: toMicros(PRICE - 1) };
      expect(await storage.watches.update(tooLow)).toEqual({ kind: 'spent', of: 'month', micros: PRICE });
    });

    test('what an operator paused is not resumed by its caller, neither at once nor after pausing it again', async () => {
      const watch = await make(1);
      const update = (state: 'paused' | 'active', by: 'caller' | 'operator') =>
        storage.watches.update({ actor, ...keyOf(watch), state, by });
      await update('paused', 'operator');
      expect(await update('active', 'caller')).toEqual({ kind: 'held' });
      await update('paused', 'caller');
      expect(await update('active', 'caller')).toEqual({ kind: 'held' });
      expect(await found(watch)).toMatchObject({ state: 'paused', pausedFor: 'operator' });
      expect(await update('active', 'operator')).toMatchObject({ watch: { state: 'active' } });
    });

    test('a top-up resumes in its commit what is paused for the balance, and nothing else', async () => {
      const watch = await make(1);
      const byHand = (await storage.watches.create(wanted(watch.accountId))) as { watch: Watch };
      await storage.watches.update({ actor, ...keyOf(byHand.watch), state: 'paused', by: 'caller' });
      const lease = (await claim(watch))!;
      const paused = { ...keyOf(watch), lease, pausedFor: 'balance' as const, resumesInMs: null };
      expect(await storage.watches.pauseRun(paused)).toEqual({ isOurs: true });
      expect(await storage.watches.pauseRun(paused)).toEqual({ isOurs: false });
      const other = await make(1);
      const otherLease = (await claim(other))!;
      await storage.watches.pauseRun({ ...paused, ...keyOf(other), lease: otherLease });
      clock.advance(2 * MINUTE);
      expect(await claim(watch)).toBeNull();
      const topUp = { actor, accountId: watch.accountId, amountMicros: PRICE, reason: null };
      await storage.accounts.topUp({ ...topUp, reference: `${watch.id}-1` });
      expect(await found(watch)).toMatchObject({ state: 'active', pausedFor: null });
      expect(await found(byHand.watch)).toMatchObject({ state: 'paused', pausedFor: 'caller' });
      expect(await found(other)).toMatchObject({ state: 'paused', pausedFor: 'balance' });
      expect(await claim(watch)).not.toBeNull();
      const told = (await eventsOf(watch)).filter(({ type }) => type === 'watch.resumed');
      expect(told.map(({ data }) => data)).toEqual([
        { watches: [watch.id], count: 1, paused_for: 'balance' },
      ]);
    });

    test('a pause for a cap ends at its time, and gives back what its run had reserved', async () => {
      const watch = await make(10);
      const { lease } = await begin(watch);
      expect((await found(watch)).reservedMicros).toBe(PRICES.mostMicros);
      const cap = { ...keyOf(watch), lease, pausedFor: 'cap' as const, resumesInMs: HOUR };
      expect(await storage.watches.pauseRun(cap)).toEqual({ isOurs: true });
      expect(await found(watch)).toMatchObject({ state: 'paused', pausedFor: 'cap', reservedMicros: 0 });
      const resumeAll = async () => {
        while ((await storage.watches.resumeDue()).resumed > 0);
        return (await found(watch)).state;
      };
      clock.advance(HOUR - 1);
      expect(await resumeAll()).toBe('paused');
      clock.advance(1);
      expect(await resumeAll()).toBe('active');
      expect((await eventsOf(watch)).map(({ type, data }) => [type, data.paused_for])).toEqual([
        ['watch.paused', 'cap'],
        ['watch.resumed', 'cap'],
      ]);
      expect(await claim(watch)).not.toBeNull();
    });

    test('failures double the distance up to a day; the owner is told after three, and once more when it works again', async () => {
      const watch = await make(10);
      const distances: number[] = [];
      for (let i = 0; i < 7; i++) {
        const { lease, number, slotMs, lateBySeconds } = await begin(watch);
        const run = { number, slotMs, lateBySeconds, requestId: runRequestId(watch.id, number) };
        const failed = { ...keyOf(watch), lease, ...run, failure: 'UPSTREAM_BUSY', retryAfterMs: 0 };
        expect(await storage.watches.failRun(failed)).toEqual({ isOurs: true });
        expect(await storage.watches.failRun(failed)).toEqual({ isOurs: false });
        distances.push(Math.ceil(((await found(watch)).dueAtMs - clock.nowMs()) / HOUR));
        await advanceToSlot(watch);
      }
      expect(distances).toEqual([2, 4, 8, 16, 24, 24, 24]);
      expect(await found(watch)).toMatchObject({ runs: 7, failures: 7, hasRun: false });
      expect(await runOnce(watch, [])).toMatchObject({ failures: 0, isToldFailing: false });
      await advanceToSlot(watch);
      await runOnce(watch, []);
      expect((await eventsOf(watch)).map(({ type, data }) => [type, data.failures])).toEqual([
        ['watch.failing', 3],
        ['watch.recovered', 7],
      ]);
    });

    test('after a failure that says when to try again, nothing is tried before: the next run is the first slot after that', async () => {
      const watch = await make(10);
      const { lease, number, slotMs, lateBySeconds } = await begin(watch);
      const run = { number, slotMs, lateBySeconds, requestId: runRequestId(watch.id, number) };
      const failed = { ...keyOf(watch), lease, ...run, failure: 'UPSTREAM_BUSY', retryAfterMs: 5 * HOUR };
      await storage.watches.failRun(failed);
      const aheadMs = (await found(watch)).dueAtMs - clock.nowMs();
      expect(aheadMs).toBeGreaterThan(5 * HOUR);
      expect(aheadMs).toBeLessThanOrEqual(6 * HOUR);
    });

    test('a run by request is a slot of its own, at most twenty in an hour', async () => {
      const watch = await make(50);
      const before = await runOnce(watch, []);
      let asked = 0;
      const request = (requestId = `run-${++asked}`) =>
        storage.watches.requestRun({ ...keyOf(watch), requestId });
      for (let i = 0; i < 20; i++) {
        expect(await request()).toMatchObject({ kind: 'requested' });
        expect(await request()).toMatchObject({ kind: 'requested' });
        const begun = await begin(watch);
        expect(begun).toMatchObject({ slotMs: clock.nowMs(), lateBySeconds: 0 });
        await settle(begun, []);
      }
      expect(await found(watch)).toMatchObject({ dueAtMs: before.dueAtMs, runs: 21, runNow: false });
      expect(await request()).toMatchObject({ kind: 'limited' });
      clock.advance(HOUR);
      expect(await request()).toMatchObject({ kind: 'requested' });
      await storage.watches.update({ actor, ...keyOf(watch), state: 'paused', by: 'caller' });
      expect(await request()).toMatchObject({ kind: 'not_active' });
    });

    test('what was judged by the key that paid, or by why it is paused, changes nothing when that changed meanwhile', async () => {
      const watch = await make(53);
      const { keyId } = watch;
      const update = (judged: Pick<Watch, 'keyId' | 'pausedFor'>, more: object = {}) =>
        storage.watches.update({ ...{ actor, ...keyOf(watch), by: 'caller', judged, name: 'n' }, ...more });
      const request = (paidBy: string) =>
        storage.watches.requestRun({ ...keyOf(watch), requestId: paidBy, paidBy });
      const before = await found(watch);
      expect(await update({ keyId: 'another', pausedFor: null })).toEqual({ kind: 'moved' });
      expect(await update({ keyId, pausedFor: 'key' }, { state: 'active' })).toEqual({ kind: 'moved' });
      expect(await request('another')).toEqual({ kind: 'moved' });
      expect(await found(watch)).toEqual(before);
      expect(await request(keyId)).toMatchObject({ kind: 'requested' });
      expect(await update({ keyId, pausedFor: null })).toMatchObject({ kind: 'changed' });
    });

    test('a request that comes while a run is under way that nobody asked for is due after it; one that was asked for does it', async () => {
      const watch = await make(54);
      const request = (requestId: string) => storage.watches.requestRun({ ...keyOf(watch), requestId });
      const planned = await begin(watch);
      await request('meanwhile');
      await settle(planned, [], false, { wasAsked: false });
      expect(await found(watch)).toMatchObject({ runNow: true, runs: 1 });
      const asked = await begin(watch);
      await request('again');
      await settle(asked, [], false, { wasAsked: true });
      expect(await found(watch)).toMatchObject({ runNow: false, runs: 2 });
    });

    test('a request for a run that is repeated gets the same answer, and never runs again', async () => {
      const [watch, other] = [await make(51), await make(52)];
      await runOnce(watch, []);
      const request = (requestId: string, of = watch) =>
        storage.watches.requestRun({ ...keyOf(of), requestId });
      await request('first');
      // It waits for the same run.
      await request('second');
      await settle(await begin(watch), []);
      for (const again of ['first', 'second', 'first'])
        expect(await request(again)).toMatchObject({ kind: 'requested', watch: { runNow: false } });
      expect(await request('first', other)).toMatchObject({ watch: { runNow: true } });
      expect(await request('third')).toMatchObject({ watch: { runNow: true } });
      await storage.watches.update({ actor, ...keyOf(watch), state: 'paused', by: 'caller' });
      expect(await request('first')).toMatchObject({ kind: 'requested' });
    });

    test('only an operator resumes what an operator paused; a watch without its key goes on with the key that resumes it', async () => {
      const watch = await make(1);
      const change = { actor, ...keyOf(watch) };
      await storage.watches.update({ ...change, state: 'paused', by: 'operator' });
      expect(await storage.watches.update({ ...change, state: 'active', by: 'caller' })).toEqual({
        kind: 'held',
      });
      await storage.watches.update({ ...change, state: 'active', by: 'operator' });
      const lease = (await claim(watch))!;
      await storage.watches.pauseRun({ ...keyOf(watch), lease, pausedFor: 'key', resumesInMs: null });
      const key = { id: `${watch.accountId}-2`, accountId: watch.accountId, name: 'k2', prefix: 'p' };
      const { groups: _, ...unbound } = { ...(await storage.keys.find({ id: watch.keyId }))! };
      await storage.keys.create({ ...unbound, actor, ...key, hash: `hash-${key.id}`, groups: ['u1'] });
      await storage.watches.update({ ...change, state: 'active', by: 'caller', keyId: key.id });
      expect(await found(watch)).toMatchObject({ state: 'active', keyId: key.id });
      expect(
        await storage.watches.update({ ...change, accountId: 'other', state: 'ended', by: 'caller' }),
      ).toEqual({
        kind: 'not_found',
      });
    });

    test('an address of a feed is replaced and removed, and ends with its watch', async () => {
      const watch = await make(1);
      const change = { actor, ...keyOf(watch) };
      const setFeed = (hash: string) => storage.watches.setFeed({ ...change, by: watch.keyId, hash });
      await setFeed(`${watch.id}-1`);
      expect(await storage.watches.findByFeed({ hash: `${watch.id}-1` })).toMatchObject({ id: watch.id });
      await setFeed(`${watch.id}-2`);
      expect(await storage.watches.findByFeed({ hash: `${watch.id}-1` })).toBeNull();
      expect(await storage.watches.findByFeed({ hash: `${watch.id}-2` })).toMatchObject({ id: watch.id });
      await storage.watches.update({ ...change, state: 'ended', by: 'caller' });
      expect(await storage.watches.findByFeed({ hash: `${watch.id}-2` })).toBeNull();
      expect(await setFeed('x')).toEqual({ kind: 'ended' });
    });

    test('revoking a key ends the feeds that it made, of whichever watch, and no others; rotating it keeps them', async () => {
      const watch = await make(1);
      const { accountId } = watch;
      const beside = (await storage.watches.create(wanted(accountId))) as { watch: Watch };
      const strange = await make(1);
      const { groups: _, ...unbound } = { ...(await storage.keys.find({ id: watch.keyId }))! };
      const key = { id: `${accountId}-2`, name: 'k2', prefix: 'p', hash: `hash-${accountId}-2` };
      await storage.keys.create({ ...unbound, ...key, actor, groups: ['u1'] });
      const setFeed = ({ id, accountId: of }: Watch, by: string) =>
        storage.watches.setFeed({ actor, accountId: of, id, by, hash: `feed of ${id}` });
      const living = async () => {
        const found = [watch, beside.watch, strange].map(({ id }) =>
          storage.watches.findByFeed({ hash: `feed of ${id}` }),
        );
        return (await Promise.all(found)).map((one) => one !== null);
      };
      await setFeed(watch, key.id);
      await setFeed(beside.watch, watch.keyId);
      await setFeed(strange, strange.keyId);
      await storage.keys.rotate({ actor, ...key, hash: `${key.hash}-new`, graceUntilMs: clock.nowMs() });
      expect(await living()).toEqual([true, true, true]);
      await storage.keys.revoke({ actor, id: key.id });
      expect(await living()).toEqual([false, true, true]);
      expect((await found(watch)).feedHash).toBeNull();
      expect(await setFeed(watch, key.id)).toEqual({ kind: 'revoked' });
      const moved = { actor, ...keyOf(watch), hash: 'x', by: watch.keyId, paidBy: key.id };
      expect(await storage.watches.setFeed(moved)).toEqual({ kind: 'moved' });
    });

    test('feeds end with their key although an older node revoked it; one whose maker is not known stays', async () => {
      const [watch, older] = [await make(1), await make(1)];
      for (const { id, accountId, keyId } of [watch, older])
        await storage.watches.setFeed({ actor, accountId, id, by: keyId, hash: `feed of ${id}` });
      await opened.edit(`UPDATE watches SET feed_key_id = NULL WHERE id = '${older.id}'`);
      for (const { keyId } of [watch, older])
        await opened.edit(`UPDATE keys SET status = 'revoked' WHERE id = '${keyId}'`);
      expect(await storage.watches.findByFeed({ hash: `feed of ${watch.id}` })).toBeNull();
      expect(await storage.watches.findByFeed({ hash: `feed of ${older.id}` })).toMatchObject({
        id: older.id,
      });
    });

    test('items go after their time, sooner where terms say so, also in their event; numbers go on', async () => {
      const watch = await make(10);
      const other = await make(10, { platform: 'y' });
      for (const one of [watch, other]) await runOnce(one, ['a', 'b']);
      const rules = { keepMs: 30 * DAY, keepMsOf: { y: 15 * DAY }, keepEndedMs: 30 * DAY };
      const purgeAll = async () => {
        while ((await storage.watches.purge(rules)).purged > 0);
      };
      clock.advance(15 * DAY);
      await purgeAll();
      expect([(await itemsOf(watch)).length, (await itemsOf(other)).length]).toEqual([2, 2]);
      clock.advance(1);
      await purgeAll();
      expect([(await itemsOf(watch)).length, (await itemsOf(other)).length]).toEqual([2, 0]);
      const told = [...(await eventsOf(watch)), ...(await eventsOf(other))];
      expect(told.map(({ data }) => [data.count, data.items])).toEqual([
        [2, [{ id: 'a' }, { id: 'b' }]],
        [2, []],
      ]);
      await runOnce(watch, ['c']);
      clock.advance(15 * DAY);
      await purgeAll();
      expect(await itemsOf(watch)).toEqual([[3, 'c']]);
      expect(await storage.found.seen({ owner: watch.id, items: ['x:a'] })).toEqual(['x:a']);
    });

    test('terms take the records of one event: those of later runs, and of other watches of the account, stay', async () => {
      const watch = await make(10, { platform: 'terms' });
      const beside = (await storage.watches.create(wanted(watch.accountId))) as { watch: Watch };
      await runOnce(watch, ['old']);
      await runOnce(beside.watch, ['beside']);
      clock.advance(DAY);
      await runOnce(watch, ['new']);
      clock.advance(14 * DAY + 1);
      const rules = { keepMs: 90 * DAY, keepMsOf: { terms: 15 * DAY }, keepEndedMs: 90 * DAY };
      while ((await storage.watches.purge(rules)).purged > 0);
      expect((await eventsOf(watch)).map(({ data }) => data.items)).toEqual([
        [],
        [{ id: 'beside' }],
        [{ id: 'new' }],
      ]);
    });

    test('ids are kept until 30 days after the end of a watch, and go at once with a closed account', async () => {
      const watch = await make(10);
      const closed = await make(10);
      for (const one of [watch, closed]) await runOnce(one, ['a']);
      await storage.watches.setFeed({ actor, ...keyOf(closed), by: closed.keyId, hash: `${closed.id}-1` });
      await storage.watches.update({ actor, ...keyOf(watch), state: 'ended', by: 'caller' });
      await storage.accounts.close({ actor, accountId: closed.accountId });
      expect(await storage.watches.findByFeed({ hash: `${closed.id}-1` })).toBeNull();
      const rules = { keepMs: 90 * DAY, keepMsOf: {}, keepEndedMs: 30 * DAY };
      const purgeAll = async () => {
        while ((await storage.watches.purge(rules)).purged > 0);
      };
      clock.advance(30 * DAY);
      await purgeAll();
      expect(await storage.watches.find({ id: closed.id })).toBeNull();
      expect(await itemsOf(closed)).toEqual([]);
      expect(await storage.found.seen({ owner: watch.id, items: ['x:a'] })).toEqual(['x:a']);
      clock.advance(1);
      await purgeAll();
      expect(await storage.watches.find({ id: watch.id })).toBeNull();
      expect(await storage.found.seen({ owner: watch.id, items: ['x:a'] })).toEqual([]);
    });

    test('an account that an older node credited gets its watches back, if its balance pays for a whole run', async () => {
      // Such a node adds to the balance and leaves the watch as it is.
      const [credited, poor] = [await make(3), await make(2)];
      for (const watch of [credited, poor]) {
        const lease = (await claim(watch))!;
        await storage.watches.pauseRun({ ...keyOf(watch), lease, pausedFor: 'balance', resumesInMs: null });
      }
      const left = await storage.gathered.leftUndone();
      expect([left.includes(credited.accountId), left.includes(poor.accountId)]).toEqual([true, false]);
      const { accountId } = credited;
      expect(await storage.gathered.catchUp({ accountId })).toEqual({ isClosed: false, refundedMicros: 0 });
      expect(await found(credited)).toMatchObject({ state: 'active', pausedFor: null });
      expect((await eventsOf(credited)).map(({ type }) => type)).toEqual(['watch.paused', 'watch.resumed']);
      expect(await storage.gathered.leftUndone()).not.toContain(accountId);
      expect((await found(poor)).state).toBe('paused');
    });

    test('the watches of an account that an older node closed end, with their feeds and items', async () => {
      const [closed, other] = [await make(10), await make(10)];
      await runOnce(closed, ['a']);
      await storage.watches.setFeed({ actor, ...keyOf(closed), by: closed.keyId, hash: `${closed.id}-1` });
      const { accountId } = closed;
      await opened.edit(
        `UPDATE accounts SET status = 'disabled', closed_at_ms = 1 WHERE id = '${accountId}'`,
      );
      expect(await storage.gathered.leftUndone()).toEqual([accountId]);
      expect(await storage.gathered.catchUp({ accountId })).toEqual({ isClosed: true, refundedMicros: 0 });
      expect(await storage.watches.findByFeed({ hash: `${closed.id}-1` })).toBeNull();
      const rules = { keepMs: 90 * DAY, keepMsOf: {}, keepEndedMs: 30 * DAY };
      while ((await storage.watches.purge(rules)).purged > 0);
      expect([await storage.watches.find({ id: closed.id }), await itemsOf(closed)]).toEqual([null, []]);
      expect(await storage.gathered.leftUndone()).toEqual([]);
      expect((await found(other)).state).toBe('active');
    });

    test('a full memory forgets the ids first that the list has not shown for longest', async () => {
      const watch = await make(200, { everyMs: 15 * MINUTE });
      const many = (from: number, count: number) => Array.from({ length: count }, (_, i) => `i${from + i}`);
      const seenNow = async (ids: string[]) =>
        (await storage.found.seen({ owner: watch.id, items: ids.map((id) => `x:${id}`) })).length;
      await runOnce(watch, many(0, 10_000));
      await advanceToSlot(watch);
      await runOnce(watch, [...many(10_000, 9_999), 'i0']);
      await advanceToSlot(watch);
      await runOnce(watch, ['new1', 'new2']);
      expect(await seenNow(['i0', 'new1', 'new2', 'i19998'])).toBe(4);
      expect(await seenNow(many(0, 100))).toBe(99);
    });

    test('the last hundred runs of a watch are kept', async () => {
      const watch = await make(2);
      await runOnce(watch, []);
      // As if ninety-nine free runs had followed.
      const rest = 'slot_ms, at_ms, late_by_s, pages, items, gap, failure';
      await opened.edit(`WITH RECURSIVE more(n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM more WHERE n < 100)
        INSERT INTO watch_runs (watch_id, number, request_id, charged_micros, ${rest})
        SELECT watch_id, n, request_id || n, 0, ${rest} FROM watch_runs, more WHERE watch_id = '${watch.id}'`);
      await opened.edit(`UPDATE watches SET runs = 100 WHERE id = '${watch.id}'`);
      const kept = async () => (await storage.watches.runs({ id: watch.id })).map(({ number }) => number);
      expect([(await kept()).length, (await kept()).at(-1)]).toEqual([100, 1]);
      await advanceToSlot(watch);
      await runOnce(watch, []);
      // One fewer than are shown, so that the oldest would be seen if it was still there.
      await opened.edit(`DELETE FROM watch_runs WHERE watch_id = '${watch.id}' AND number = 50`);
      expect([(await kept()).length, (await kept())[0], (await kept()).at(-1)]).toEqual([99, 101, 2]);
    });

    test('lists go page by page, by account, key and state, and name late ones', async () => {
      const watch = await make(1);
      await storage.watches.create(wanted(watch.accountId));
      const page = { accountId: watch.accountId, limit: 1, after: null };
      const first = await storage.watches.list(page);
      const second = await storage.watches.list({ ...page, after: first.next });
      expect([first.items.length, second.items.length, second.next]).toEqual([1, 1, null]);
      expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(2);
      const all = { ...page, limit: 10 };
      expect((await storage.watches.list({ ...all, keyId: 'none' })).items).toEqual([]);
      expect((await storage.watches.list({ ...all, state: 'ended' })).items).toEqual([]);
      expect((await storage.watches.list({ ...all, dueBeforeMs: clock.nowMs() })).items).toEqual([]);
      expect((await storage.watches.list({ ...all, dueBeforeMs: clock.nowMs() + 1 })).items).toHaveLength(2);
    });

    test('verify notices a run that was charged and not recorded, after runs that were', async () => {
      const watch = await make(10);
      await runOnce(watch, ['a']);
      // As if the charge and the record had been two commits.
      const hold = await openHold(storage, watch.accountId, runRequestId(watch.id, 2));
      await storage.calls.settle(settlementOf(hold));
      const { differences } = await storage.ledger.verify();
      expect(
        differences.map(({ accountId, expected, found }) => [accountId, expected, found]),
      ).toContainEqual([...[watch.accountId, String(2 * PRICE), String(PRICE)]]);
      await storage.watches.remove({ actor, ...keyOf(watch) });
    });

    test('the ledger adds up', async () => {
      expect((await storage.ledger.verify()).differences).toEqual([]);
    });
  });
}
