// Contract of every backend for quotas and leases of providers. Nodes that take units at the same time take exactly what there is; a new
// period starts full; units that are given back go to their own period. Leases of rate limits add up to the limit and never to more.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Clock } from '../../domain/clock.ts';
import { DAY_MS, HOUR_MS } from '../../domain/duration.ts';
import type { LimitPart, Storage } from '../storage.ts';
import { createTestClock, type TestClock } from './storage.contract.ts';

interface OpenedNodes {
  nodes: Storage[];
  close(): Promise<void>;
}

export function describeQuotas(name: string, openNodes: (clock: Clock) => Promise<OpenedNodes>): void {
  describe(`${name}: quotas of providers`, () => {
    let clock: TestClock;
    let opened: OpenedNodes;
    let node: Storage;
    beforeAll(async () => {
      clock = createTestClock();
      opened = await openNodes(clock);
      node = opened.nodes[0]!;
    });
    afterAll(() => opened.close());

    const of = (provider: string) => ({ provider, per: 'day' as const, reset: 'UTC' });
    const usedOf = async (provider: string) => (await node.quotas.used({ of: [of(provider)] }))[0]!.usedUnits;

    test('150 takes of three nodes at once take exactly the 100 units that there are', async () => {
      const takes = Array.from({ length: 150 }, (_, i) =>
        opened.nodes[i % opened.nodes.length]!.quotas.take({ ...of('raced'), units: 1, most: 100 }),
      );
      const taken = (await Promise.all(takes)).filter(({ isTaken }) => isTaken);
      expect(taken).toHaveLength(100);
      expect(await usedOf('raced')).toBe(100);
    });

    test('units that do not all fit are not taken, and smaller ones still are', async () => {
      const take = (units: number) => node.quotas.take({ ...of('mixed'), units, most: 100 });
      expect(await take(60)).toMatchObject({ isTaken: true, usedUnits: 60 });
      expect(await take(41)).toMatchObject({ isTaken: false, usedUnits: 60 });
      expect(await take(40)).toMatchObject({ isTaken: true, usedUnits: 100 });
      expect(await take(101)).toMatchObject({ isTaken: false, usedUnits: 100 });
    });

    test('a new period begins whole; what is given back late goes to the old one', async () => {
      const take = () => node.quotas.take({ ...of('daily'), units: 100, most: 100 });
      const first = await take();
      expect(first).toMatchObject({ isTaken: true });
      expect((await take()).isTaken).toBe(false);
      clock.advance(first.leftMs - 1);
      expect(await take()).toMatchObject({ isTaken: false, leftMs: 1 });
      clock.advance(1);
      expect(await take()).toMatchObject({ isTaken: true, leftMs: DAY_MS });
      await node.quotas.giveBack({ provider: 'daily', startMs: first.startMs, units: 100 });
      expect(await usedOf('daily')).toBe(100);
    });

    test('a quota of a time zone west of UTC starts again at its own midnight, on every node', async () => {
      const goTo = (moment: string) => clock.advance(Date.parse(moment) - clock.nowMs());
      const west = { provider: 'west', per: 'day', reset: 'America/Los_Angeles' } as const;
      const take = (at: Storage) => at.quotas.take({ ...west, units: 1, most: 1 });
      const [first, second] = opened.nodes as [Storage, Storage];
      // It is afternoon there, while a UTC day ends.
      goTo('2027-03-13T23:59:59.999Z');
      expect(await take(first)).toMatchObject({ isTaken: true, leftMs: 8 * HOUR_MS + 1 });
      goTo('2027-03-14T00:00:00.000Z');
      expect(await take(second)).toMatchObject({ isTaken: false, usedUnits: 1, leftMs: 8 * HOUR_MS });
      goTo('2027-03-14T07:59:59.999Z');
      expect(await take(first)).toMatchObject({ isTaken: false, leftMs: 1 });
      goTo('2027-03-14T08:00:00.000Z');
      // Clocks there are set forward on this day.
      expect(await take(second)).toMatchObject({ isTaken: true, usedUnits: 1, leftMs: 23 * HOUR_MS });
      expect(await take(first)).toMatchObject({ isTaken: false, usedUnits: 1 });
      goTo('2027-03-15T06:59:59.999Z');
      expect(await take(first)).toMatchObject({ isTaken: false, leftMs: 1 });
      goTo('2027-03-15T07:00:00.000Z');
      expect(await take(first)).toMatchObject({ isTaken: true, usedUnits: 1, leftMs: DAY_MS });
    });

    test('a past period is kept for 100 days, and an older one goes with the first unit of a new one', async () => {
      for (const [days, kept] of [
        [100, 1],
        [101, 0],
      ] as const) {
        const take = (units: number) => node.quotas.take({ ...of(`kept-${days}`), units, most: 9 });
        await take(1);
        clock.advance(days * DAY_MS);
        await take(2);
        expect(await usedOf(`kept-${days}`)).toBe(2);
        clock.advance(-days * DAY_MS);
        expect(await usedOf(`kept-${days}`)).toBe(kept);
      }
    });

    const shared = (name: string, most: number) => {
      const taken: Record<string, number> = {};
      /** Takes as often as it gets units, at most `times`; at all nodes in turns. */
      const take = async (sharer: string, times: number, units = 1) => {
        for (let i = 0; i < times; i++) {
          const { quotas } = opened.nodes[i % opened.nodes.length]!;
          const { isTaken } = await quotas.take({ ...of(name), units, most, sharer });
          if (isTaken) taken[sharer] = (taken[sharer] ?? 0) + units;
        }
        return taken[sharer] ?? 0;
      };
      return { take };
    };

    test('a sharer never has more than half of what the others leave, whoever came first, and the first units of a period are always fair', async () => {
      const { take } = shared('halves', 100);
      expect(await take('one', 60)).toBe(50);
      expect(await take('two', 60)).toBe(25);
      expect(await take('one', 10)).toBe(50);
      expect(await take('three', 60)).toBe(12);
      expect(await usedOf('halves')).toBe(87);
      const few = shared('few', 1);
      expect([await few.take('one', 2), await few.take('two', 2)]).toEqual([1, 0]);
      const dear = shared('dear', 210);
      expect([
        await dear.take('one', 3, 100),
        await dear.take('two', 3, 100),
        await dear.take('three', 3, 100),
      ]).toEqual([100, 100, 0]);
    });

    test('sharers that take at all nodes at once get exactly what they would get one after the other', async () => {
      const take = (i: number) =>
        opened.nodes[i % opened.nodes.length]!.quotas.take({
          ...of('rush'),
          units: 1,
          most: 100,
          sharer: 'one',
        });
      const alone = await Promise.all(Array.from({ length: 90 }, (_, i) => take(i)));
      expect(alone.filter(({ isTaken }) => isTaken)).toHaveLength(50);
      expect(await usedOf('rush')).toBe(50);
    });

    test('what a sharer gave back counts neither for it nor for all, and a new period forgets what each had', async () => {
      const of9 = { ...of('forgotten'), most: 9, sharer: 'one' };
      const first = await node.quotas.take({ ...of9, units: 3 });
      await node.quotas.giveBack({ provider: 'forgotten', startMs: first.startMs, units: 3, sharer: 'one' });
      expect(await usedOf('forgotten')).toBe(0);
      expect(await node.quotas.take({ ...of9, units: 4 })).toMatchObject({ isTaken: true, usedUnits: 4 });
      expect(await node.quotas.take({ ...of9, units: 1 })).toMatchObject({ isTaken: false, usedUnits: 4 });
      clock.advance(DAY_MS);
      expect(await node.quotas.take({ ...of9, units: 4 })).toMatchObject({ isTaken: true, usedUnits: 4 });
      expect(await usedOf('forgotten/one')).toBe(4);
      clock.advance(-DAY_MS);
      expect([await usedOf('forgotten'), await usedOf('forgotten/one')]).toEqual([4, 0]);
      clock.advance(DAY_MS);
    });

    test('what was given back may be taken again', async () => {
      const take = () => node.quotas.take({ ...of('returned'), units: 1, most: 1 });
      const { startMs } = await take();
      await node.quotas.giveBack({ provider: 'returned', startMs, units: 1 });
      expect(await take()).toMatchObject({ isTaken: true, usedUnits: 1 });
    });

    test('nodes that lease at the same time never lease more than the limit, and an old lease is free again', async () => {
      const rateMost = 10_000;
      const want = {
        provider: 'leased',
        rateMost,
        rateWanted: rateMost,
        placesMost: 10,
        placesWanted: 10,
        placesHeld: 0,
      };
      const renew = (at: Storage) => at.leases.renew({ nodes: 3, lastsMs: 3_000, wanted: [want] });
      for (let round = 0; round < 3; round++) {
        const parts = (await Promise.all(opened.nodes.map(renew))).flat();
        expect(parts.reduce((sum, { ratePart }) => sum + ratePart, 0)).toBeLessThanOrEqual(rateMost);
        expect(parts.reduce((sum, { placesPart }) => sum + placesPart, 0)).toBeLessThanOrEqual(10);
      }
      // One after the other, the nodes lease the whole limit: the first to ask gets what cannot be divided.
      const all: LimitPart[] = [];
      for (const one of opened.nodes) all.push(...(await renew(one)));
      expect(all.reduce((sum, { ratePart }) => sum + ratePart, 0)).toBe(rateMost);
      expect(all.reduce((sum, { placesPart }) => sum + placesPart, 0)).toBe(10);
      const alone = { nodes: 1, lastsMs: 3_000, wanted: [want] };
      expect(await node.leases.renew(alone)).toEqual([all[0]]);
      clock.advance(3_000);
      expect(await node.leases.renew(alone)).toMatchObject([{ ratePart: rateMost, placesPart: 10 }]);
    });
  });
}
