// Contract of every backend for the pages of a run: calls of their own that are charged in one commit with the run, or not at all.

import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Watch } from '../../domain/gathering/watch.ts';
import { toMicros } from '../../domain/money.ts';
import { runPageId, runRequestId } from '../../domain/request-id.ts';
import { inBothLives } from '../../testing/run-duties.ts';
import type { BegunRun, HoldRef, RunFound, Storage } from '../storage.ts';
import { newWatch } from '../testing/gathered.ts';
import { addPayer, openHold, PRICE, settlementOf } from '../testing/payer.ts';
import { createTestClock, type EditedStorage, type TestClock } from './storage.contract.ts';

const actor = 'test';
const HOUR = 3_600_000;
const BALANCE = 20;
const ITEM_PRICE = { unitPriceMicros: toMicros(PRICE / 10), minimumMicros: toMicros(PRICE / 2) };

export function describeRunPages(name: string, open: (clock: TestClock) => Promise<EditedStorage>): void {
  inBothLives(`${name}: a watch`, (isUsed) => {
    const clock = createTestClock();
    let opened: EditedStorage;
    let storage: Storage;
    let drawn = 0;

    beforeAll(async () => {
      opened = await open(clock);
      storage = opened.storage;
      const none = { summary: null, deprecated: false, sunsetAtMs: null, successor: null };
      const endpoints = [
        { path: '/p', unitPriceMicros: PRICE, ...none },
        { path: '/items', unit: 'item' as const, ...ITEM_PRICE, ...none },
      ];
      const draft = { currency: 'USD', effectiveFromMs: 0, overrides: [], endpoints };
      await storage.catalog.publish({ actor, draft, note: null });
    });
    afterAll(async () => {
      const { differences } = await storage.ledger.verify();
      await opened.close();
      expect(differences).toEqual([]);
    });

    async function make(): Promise<Watch> {
      const accountId = `pages-${isUsed}-${++drawn}`;
      await addPayer(storage, accountId, BALANCE);
      const made = await storage.watches.create(
        newWatch(accountId, {
          ...{ query: { keyword: accountId }, pagesMax: 3, baseline: 'mark' },
          runMostMicros: toMicros(3 * PRICE),
        }),
      );
      if (made.kind !== 'created') throw new Error(`expected created, got ${made.kind}`);
      return isUsed ? usedUp(made.watch) : made.watch;
    }

    /** It ran, failed and rested. */
    async function usedUp(watch: Watch): Promise<Watch> {
      const first = await begin(watch);
      await storage.gathered.settle(await settlement(first, [['old']], { marksAgain: true }));
      clock.advance(HOUR);
      const { number, slotMs, lateBySeconds, lease } = await begin(watch);
      const failed = { number, slotMs, lateBySeconds, requestId: runRequestId(watch.id, number) };
      await storage.watches.failRun({
        ...keyOf(watch),
        lease,
        ...failed,
        failure: 'UPSTREAM_BUSY',
        retryAfterMs: 0,
      });
      clock.advance(24 * HOUR);
      return found(watch);
    }

    const keyOf = ({ id, accountId }: Watch) => ({ id, accountId });
    const found = async ({ id }: Watch) => (await storage.watches.find({ id }))!;
    const money = async ({ accountId }: Watch) => {
      const { balanceMicros, heldMicros } = (await storage.accounts.find({ idOrName: accountId }))!;
      return [balanceMicros / PRICE, heldMicros / PRICE];
    };

    async function begin(watch: Watch): Promise<BegunRun & { lease: string }> {
      const lease = `lease-${++drawn}`;
      const share = { leaseMs: HOUR, limit: 100, perParty: 100, held: {} };
      const claimed = await storage.duties.claim({ kind: 'watch', lease, ...share });
      for (const { id } of claimed)
        if (id !== watch.id) await storage.duties.release({ kind: 'watch', id, lease });
      const prices = { leastMicros: PRICE, mostMicros: toMicros(9 * PRICE) };
      const begun = await storage.watches.beginRun({ ...keyOf(watch), lease, ...prices });
      if (begun.kind !== 'begun') throw new Error(`expected begun, got ${begun.kind}`);
      return { ...begun, lease };
    }

    const holdsOf = async ({ watch, number }: BegunRun, pages: number): Promise<HoldRef[]> => {
      const holds: HoldRef[] = [];
      for (let page = 1; page <= pages; page++)
        holds.push(await openHold(storage, watch.accountId, runPageId(runRequestId(watch.id, number), page)));
      return holds;
    };

    function foundOf(
      { watch, number, slotMs, lateBySeconds }: BegunRun,
      ids: string[],
      more: Partial<RunFound> = {},
    ): RunFound {
      const text = ids.map((id) => `${JSON.stringify({ id })}\n`).join('');
      return {
        ...{ kind: 'run', watchId: watch.id, run: { number, slotMs, lateBySeconds, pages: 1, gap: false } },
        ...{ items: ids.length, bytes: text.length, body: ids.length === 0 ? null : gzipSync(text) },
        ...{ linksUntilMs: null, seen: ids.map((id) => `x:${id}`), eventLines: [], ...more },
      };
    }

    /** Of a run with these items on its pages. */
    async function settlement(begun: BegunRun, pages: string[][], more: Partial<RunFound> = {}) {
      const [first, ...rest] = (await holdsOf(begun, pages.length)).map((hold) =>
        settlementOf(hold, { answer: null }),
      );
      return { settle: first!, further: rest, found: foundOf(begun, pages.flat(), more) };
    }

    test('pays for all pages of a run in the commit that records it, and once', async () => {
      const watch = await make();
      const [balance] = await money(watch);
      const begun = await begin(watch);
      const input = await settlement(begun, [['a', 'b'], ['c'], []]);
      const { runs, spentMicros } = await found(watch);
      expect(await storage.gathered.settle(input)).toEqual({
        kind: 'settled',
        balanceMicros: (balance! - 3) * PRICE,
      });
      expect(await storage.gathered.settle(input)).toEqual({ kind: 'lost' });
      expect(await found(watch)).toMatchObject({ runs: runs + 1, spentMicros: spentMicros + 3 * PRICE });
      expect((await storage.watches.runs({ id: watch.id }))[0]).toMatchObject({
        chargedMicros: 3 * PRICE,
        items: 3,
      });
      expect(await money(watch)).toEqual([balance! - 3, 0]);
    });

    test('pays for no page of a run, and records none, when one of them lost its hold', async () => {
      const watch = await make();
      const [balance] = await money(watch);
      const input = await settlement(await begin(watch), [['a'], ['b'], ['c']]);
      const before = await found(watch);
      const hold = input.further[1]!.hold;
      await storage.calls.release({ hold, failureCode: 'INTERNAL', attempts: [] });
      await expect(storage.gathered.settle(input)).rejects.toThrow('lost its hold');
      expect([await found(watch), await money(watch)]).toEqual([before, [balance, 2]]);
      await storage.calls.release({ hold: input.settle.hold, failureCode: 'INTERNAL', attempts: [] });
      expect(await storage.gathered.settle(input)).toEqual({ kind: 'lost' });
      expect([await found(watch), await money(watch)]).toEqual([before, [balance, 1]]);
    });

    test('that marks marks again after a run that was cut short, until one is whole', async () => {
      const watch = await make();
      await storage.gathered.settle(await settlement(await begin(watch), [[]], { marksAgain: true }));
      expect((await found(watch)).hasRun).toBe(false);
      clock.advance(HOUR);
      await storage.gathered.settle(await settlement(await begin(watch), [[]]));
      expect((await found(watch)).hasRun).toBe(true);
    });

    /** Charged with what each page had, as before a restore: the watch has not got it. */
    async function charge(begun: BegunRun, items: number[]): Promise<void> {
      const { accountId } = begun.watch;
      const terms = { unit: 'item', ...ITEM_PRICE, itemsMax: 10 } as const;
      for (const [at, count] of items.entries()) {
        const id = runPageId(runRequestId(begun.watch.id, begun.number), at + 1);
        const hold = await openHold(storage, accountId, id, { path: '/items', terms });
        const chargedMicros = toMicros(
          Math.max(ITEM_PRICE.minimumMicros, count * ITEM_PRICE.unitPriceMicros),
        );
        await storage.calls.settle(
          settlementOf(hold, { answer: null, chargedMicros, delivered: { items: count } }),
        );
      }
    }

    test('counts all pages of a run that was charged before a restore, once, and gives back what each of them lacks', async () => {
      const watch = await make();
      const begun = await begin(watch);
      const { spentMicros } = await found(watch);
      const [balance] = await money(watch);
      await charge(begun, [10, 8, 0]);
      const of = { accountId: watch.accountId, requestId: runRequestId(watch.id, begun.number) };
      expect(await storage.gathered.noteFound(of)).toEqual({ noted: true });
      expect(await storage.gathered.noteFound(of)).toEqual({ noted: false });
      const paidMicros = PRICE + 800 + 500;
      expect(await found(watch)).toMatchObject({
        spentMicros: spentMicros + paidMicros,
        paidTo: begun.number,
      });
      const owed = { accountId: watch.accountId, ownerId: watch.id, from: begun.number - 1 };
      expect(await storage.gathered.paid(owed)).toMatchObject({
        ...of,
        items: 18,
        chargedMicros: paidMicros,
      });
      const ids = Array.from({ length: 12 }, (_, n) => `n${n}`);
      const redone = await storage.gathered.redo({ ...of, found: foundOf(begun, ids), failure: null });
      // Of the second page, two items are left: the minimum stays.
      expect(redone).toEqual({ kind: 'redone', refundedMicros: 300 });
      expect(await money(watch)).toEqual([balance! - 2, 0]);
      expect(await storage.gathered.paid({ ...owed, from: begun.number })).toBeNull();
      expect((await storage.watches.runs({ id: watch.id }))[0]).toMatchObject({ chargedMicros: paidMicros });
    });
  });
}
