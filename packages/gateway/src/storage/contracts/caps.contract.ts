// Contract of every backend for total caps, caps of projects and the highest price of one call. One database serves the whole suite.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Clock } from '../../domain/clock.ts';
import type { SpendCaps } from '../../domain/limiting/spend-cap.ts';
import { toMicros } from '../../domain/money.ts';
import type { KeyLimits, Storage } from '../storage.ts';
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
const NO_CAPS: SpendCaps = { dailyCapMicros: null, monthlyCapMicros: null, totalCapMicros: null };

export function describeCaps(name: string, openStorage: (clock: Clock) => Promise<OpenedStorage>): void {
  describe(`${name}: budgets`, () => {
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
    afterAll(() => opened.close());

    async function payer(calls: number, limits: Partial<KeyLimits> = {}): Promise<string> {
      const id = `payer-${++payers}`;
      await addPayer(storage, id, calls);
      if (Object.keys(limits).length > 0) await storage.keys.update({ actor, id: keyIdOf(id), ...limits });
      return id;
    }

    async function addKey(accountId: string, id: string, limits: Partial<KeyLimits>): Promise<void> {
      const key = { id, accountId, name: id, prefix: 'p', hash: `hash-${id}`, groups: ['u1' as const] };
      await storage.keys.create({ actor, ...key, ...UNBOUND, ...limits });
    }

    async function project(accountId: string, caps: Partial<SpendCaps>): Promise<string> {
      const id = `project-of-${accountId}`;
      await storage.projects.create({ actor, id, accountId, name: 'crawl', ...NO_CAPS, ...caps });
      return id;
    }

    async function spend(
      payerId: string,
      requestId: string,
      keyId = keyIdOf(payerId),
      charged = PRICE,
    ): Promise<void> {
      const opened = await storage.calls.open(callOf(payerId, requestId, { keyId }));
      if (opened.kind !== 'opened') throw new Error(`expected opened, got ${opened.kind}`);
      await storage.calls.settle(settlementOf(opened.hold, { chargedMicros: charged }));
    }

    const told = async (payerId: string) => {
      const events = await storage.events.list({ stream: payerId, after: 0, limit: 100 });
      return events
        .filter(({ type }) => type.startsWith('budget.'))
        .map(({ type, data }) => `${type} ${data.scope} ${data.window} ${data.spent}`);
    };

    test('four fifths of a cap and its end cause one event each, per window and limit', async () => {
      const id = await payer(20, { dailyCapMicros: toMicros(5.5 * PRICE) });
      for (const one of ['1', '2', '3', '4']) await spend(id, one);
      expect(await told(id)).toEqual([]);
      const ended = 'budget.reached key day 0.005000';
      const hold = await openHold(storage, id, '5');
      expect(await told(id)).toEqual([ended]);
      // A hold that is released and taken again causes no second event.
      await storage.calls.release({ hold, failureCode: 'UPSTREAM_ERROR', attempts: [] });
      await spend(id, '5');
      expect(await kindOf(id, '6')).toBe('capped');
      expect(await told(id)).toEqual([ended]);
      await storage.keys.update({ actor, id: keyIdOf(id), dailyCapMicros: toMicros(7 * PRICE) });
      await spend(id, '6');
      await spend(id, '7');
      expect(await told(id)).toEqual([
        ended,
        'budget.warned key day 0.006000',
        'budget.reached key day 0.007000',
      ]);
      clock.advance(86_400_000);
      for (const one of ['a', 'b', 'c', 'd', 'e', 'f']) await spend(id, one);
      expect((await told(id)).slice(3)).toEqual(['budget.warned key day 0.006000']);
    });

    test('a cap of a project causes one event, whichever key reached it', async () => {
      const id = await payer(20);
      const projectId = await project(id, { totalCapMicros: toMicros(2 * PRICE) });
      await storage.keys.update({ actor, id: keyIdOf(id), projectId });
      await addKey(id, `${id}-other`, { projectId });
      await spend(id, '1');
      const hold = await openHold(storage, id, '2', { keyId: `${id}-other` });
      expect(await told(id)).toEqual(['budget.reached project total 0.002000']);
      // The other key takes the same hold again.
      await storage.calls.release({ hold, failureCode: 'UPSTREAM_ERROR', attempts: [] });
      await spend(id, '2');
      expect(await told(id)).toEqual(['budget.reached project total 0.002000']);
      expect(await kindOf(id, '4')).toBe('capped');
    });

    test('equal caps of a key and of its project cause one event each', async () => {
      const cap = { dailyCapMicros: toMicros(2 * PRICE) };
      const id = await payer(20, cap);
      await storage.keys.update({ actor, id: keyIdOf(id), projectId: await project(id, cap) });
      await spend(id, '1');
      await spend(id, '2');
      expect((await told(id)).sort()).toEqual([
        'budget.reached key day 0.002000',
        'budget.reached project day 0.002000',
      ]);
    });

    const kindOf = async (payerId: string, requestId: string, keyId = keyIdOf(payerId)) =>
      (await storage.calls.open(callOf(payerId, requestId, { keyId }))).kind;

    async function differences(): Promise<unknown> {
      return (await storage.ledger.verify()).differences;
    }

    test('a total cap counts what is charged and held, however long ago, and never opens by itself', async () => {
      const id = await payer(100, { totalCapMicros: 3 * PRICE });
      await spend(id, 'r1');
      const held = await openHold(storage, id, 'r2');
      await spend(id, 'r3', keyIdOf(id), toMicros(PRICE / 2));
      expect(await storage.calls.open(callOf(id, 'r4'))).toMatchObject({
        kind: 'capped',
        cap: {
          scope: 'key',
          window: 'total',
          limitMicros: 3 * PRICE,
          leftMicros: PRICE / 2,
          resetsAtMs: null,
        },
      });
      await storage.calls.release({ hold: held, failureCode: 'UPSTREAM_ERROR', attempts: [] });
      await spend(id, 'r4');
      clock.advance(40 * 24 * 3_600_000);
      expect(await kindOf(id, 'r5')).toBe('capped');
      expect(await storage.caps.ofKey({ keyId: keyIdOf(id) })).toMatchObject([{ spentMicros: 2.5 * PRICE }]);
      expect(await differences()).toEqual([]);
    });

    test('a total cap counts from the first charge, also when it is set late, taken away and set again', async () => {
      const id = await payer(100);
      await spend(id, 'r1');
      await spend(id, 'r2');
      await storage.keys.update({ actor, id: keyIdOf(id), totalCapMicros: 3 * PRICE });
      await spend(id, 'r3');
      expect(await kindOf(id, 'r4')).toBe('capped');
      await storage.keys.update({ actor, id: keyIdOf(id), totalCapMicros: null });
      await spend(id, 'r4');
      await storage.keys.update({ actor, id: keyIdOf(id), totalCapMicros: 5 * PRICE });
      await spend(id, 'r5');
      expect(await kindOf(id, 'r6')).toBe('capped');
      expect(await differences()).toEqual([]);
    });

    test('a call that was open when its key got a total cap is counted when it is charged', async () => {
      const id = await payer(100);
      const hold = await openHold(storage, id, 'r1');
      await storage.keys.update({ actor, id: keyIdOf(id), totalCapMicros: 2 * PRICE });
      await storage.calls.settle(settlementOf(hold));
      expect(await storage.caps.ofKey({ keyId: keyIdOf(id) })).toMatchObject([{ spentMicros: PRICE }]);
      await spend(id, 'r2');
      expect(await kindOf(id, 'r3')).toBe('capped');
      expect(await differences()).toEqual([]);
    });

    test('a project limits all of its keys together, and no other keys', async () => {
      const id = await payer(100);
      const projectId = await project(id, { dailyCapMicros: 3 * PRICE });
      await addKey(id, `${id}-a`, { projectId });
      await addKey(id, `${id}-b`, { projectId });
      await spend(id, 'r1', `${id}-a`);
      await spend(id, 'r2', `${id}-b`);
      expect(await kindOf(id, 'r3', `${id}-a`)).toBe('opened');
      expect(await storage.calls.open(callOf(id, 'r4', { keyId: `${id}-b` }))).toMatchObject({
        kind: 'capped',
        cap: { scope: 'project', window: 'day', spentMicros: 3 * PRICE, leftMicros: 0 },
      });
      await spend(id, 'r5');
      expect(await differences()).toEqual([]);
    });

    test('an open call takes from the caps of its key and of its project, and from no others', async () => {
      const id = await payer(100, { totalCapMicros: 3 * PRICE });
      const projectId = await project(id, { totalCapMicros: 2 * PRICE });
      await addKey(id, `${id}-in`, { projectId, totalCapMicros: 3 * PRICE });
      await addKey(id, `${id}-too`, { projectId });
      for (const one of ['r1', 'r2', 'r3']) await openHold(storage, id, one);
      const kinds = [];
      for (const keyId of [`${id}-in`, `${id}-too`, `${id}-in`, keyIdOf(id)])
        kinds.push(await kindOf(id, `r${kinds.length + 4}`, keyId));
      expect(kinds).toEqual(['opened', 'opened', 'capped', 'capped']);
    });

    test('a window of a project ends with its UTC day and month; its total does not', async () => {
      const id = await payer(100);
      const caps = { dailyCapMicros: PRICE, monthlyCapMicros: 2 * PRICE, totalCapMicros: 3 * PRICE };
      const projectId = await project(id, caps);
      await storage.keys.update({ actor, id: keyIdOf(id), projectId });
      const refusedBy = async (requestId: string) => {
        const result = await storage.calls.open(callOf(id, requestId));
        return result.kind === 'capped' ? result.cap.window : result.kind;
      };
      await spend(id, 'r1');
      expect(await refusedBy('r2')).toBe('day');
      clock.advance(24 * 3_600_000);
      await spend(id, 'r2');
      expect(await refusedBy('r3')).toBe('month');
      clock.advance(31 * 24 * 3_600_000);
      await spend(id, 'r3');
      expect(await refusedBy('r4')).toBe('total');
      expect(await storage.caps.ofProject({ projectId })).toMatchObject([
        { window: 'day', spentMicros: PRICE, leftMicros: 0 },
        { window: 'month', spentMicros: PRICE, leftMicros: PRICE },
        { window: 'total', spentMicros: 3 * PRICE, leftMicros: 0, resetsAtMs: null },
      ]);
    });

    test('a clock that is set back over midnight opens no cap', async () => {
      const id = await payer(100);
      const projectId = await project(id, { dailyCapMicros: PRICE });
      await storage.keys.update({ actor, id: keyIdOf(id), projectId });
      await spend(id, 'r1');
      clock.advance(-24 * 3_600_000);
      expect(await kindOf(id, 'r2')).toBe('capped');
      clock.advance(24 * 3_600_000);
      expect(await kindOf(id, 'r2')).toBe('capped');
    });

    test('a key that changes its project leaves its spending and its open holds behind', async () => {
      const id = await payer(100);
      const first = await project(id, { totalCapMicros: 10 * PRICE });
      const second = `${id}-second`;
      await storage.projects.create({
        actor,
        id: second,
        accountId: id,
        name: 'other',
        ...NO_CAPS,
        totalCapMicros: PRICE,
      });
      await storage.keys.update({ actor, id: keyIdOf(id), projectId: first });
      await spend(id, 'r1');
      const hold = await openHold(storage, id, 'r2');
      await storage.keys.update({ actor, id: keyIdOf(id), projectId: second });
      expect(await storage.caps.ofProject({ projectId: second })).toMatchObject([{ spentMicros: 0 }]);
      await storage.calls.settle(settlementOf(hold));
      await spend(id, 'r3');
      expect(await storage.caps.ofProject({ projectId: first })).toMatchObject([{ spentMicros: 2 * PRICE }]);
      expect(await storage.caps.ofProject({ projectId: second })).toMatchObject([{ spentMicros: PRICE }]);
      expect(await differences()).toEqual([]);
    });

    test('a call that failed and runs again under a key of another project is counted there', async () => {
      const id = await payer(100);
      const projectId = await project(id, { totalCapMicros: 5 * PRICE });
      await addKey(id, `${id}-a`, { projectId, totalCapMicros: 5 * PRICE });
      const hold = await openHold(storage, id, 'r1');
      await storage.calls.release({ hold, failureCode: 'UPSTREAM_ERROR', attempts: [] });
      await spend(id, 'r1', `${id}-a`);
      expect(await storage.caps.ofKey({ keyId: `${id}-a` })).toMatchObject([
        { scope: 'key', spentMicros: PRICE },
        { scope: 'project', spentMicros: PRICE },
      ]);
      const keyIds = [keyIdOf(id), 'none', `${id}-a`];
      const each = await Promise.all(keyIds.map((keyId) => storage.caps.ofKey({ keyId })));
      expect(await storage.caps.ofKeys({ keyIds })).toEqual(each);
      const named = { accountName: `name-of-${id}`, projectName: 'crawl' };
      expect(await storage.keys.find({ id: `${id}-a` })).toMatchObject(named);
      expect(await differences()).toEqual([]);
    });

    test('of several caps the one with the least left refuses', async () => {
      const id = await payer(100);
      const projectId = await project(id, { monthlyCapMicros: 5 * PRICE, totalCapMicros: PRICE / 2 });
      await storage.keys.update({ actor, id: keyIdOf(id), projectId, dailyCapMicros: PRICE - 1 });
      const result = await storage.calls.open(callOf(id, 'r1'));
      expect(result).toMatchObject({ kind: 'capped', cap: { scope: 'project', window: 'total' } });
    });

    test('the highest price of one call refuses before anything is claimed or counted', async () => {
      const id = await payer(100, { maxCallMicros: PRICE - 1 });
      const refused = { kind: 'ceiling', priceMicros: PRICE, of: 'key' };
      expect(await storage.calls.open(callOf(id, 'r1'))).toEqual(refused);
      expect(await storage.calls.find({ accountId: id, requestId: 'r1' })).toBeNull();
      await storage.keys.update({ actor, id: keyIdOf(id), maxCallMicros: PRICE });
      await spend(id, 'r1');
      await storage.keys.update({ actor, id: keyIdOf(id), maxCallMicros: 0 });
      expect(await kindOf(id, 'r1')).toBe('replay');
    });

    test('a key keeps its lists, its ceiling and its project', async () => {
      const id = await payer(1);
      const projectId = await project(id, {});
      const limits = { platforms: ['library'], operations: ['video.search'], maxCallMicros: 7, projectId };
      expect(await storage.keys.update({ actor, id: keyIdOf(id), ...limits })).toMatchObject(limits);
      expect(await storage.keys.find({ id: keyIdOf(id) })).toMatchObject(limits);
      expect((await storage.keys.findByHash({ hash: `hash-${id}` }))?.key).toMatchObject(limits);
      const none = { platforms: null, operations: null, maxCallMicros: null, projectId: null };
      expect(await storage.keys.update({ actor, id: keyIdOf(id), ...none })).toMatchObject(none);
    });

    test('projects have one name each in their account, are listed by id, and change what they are given', async () => {
      const id = await payer(0);
      const first = await project(id, { totalCapMicros: 5 });
      const made = { actor, accountId: id, name: 'crawl', ...NO_CAPS };
      expect(await storage.projects.create({ ...made, id: `${id}-x` })).toEqual({ kind: 'exists' });
      const nobody = { ...made, id: `${id}-y`, accountId: 'nobody' };
      expect(await storage.projects.create(nobody)).toEqual({ kind: 'not_found' });
      await storage.projects.create({ ...made, id: `z-${id}`, name: 'night' });
      const listed = await storage.projects.list({ accountId: id, limit: 10, after: null });
      expect(listed.items.map(({ name }) => name)).toEqual(['crawl', 'night']);
      expect(await storage.projects.update({ actor, id: first, name: 'night' })).toEqual({ kind: 'exists' });
      expect(await storage.projects.update({ actor, id: 'none' })).toEqual({ kind: 'not_found' });
      const changed = await storage.projects.update({ actor, id: first, dailyCapMicros: 3, name: 'day' });
      expect(changed).toMatchObject({ project: { name: 'day', dailyCapMicros: 3, totalCapMicros: 5 } });
      expect(await storage.projects.find({ id: first })).toMatchObject({ name: 'day', accountId: id });
      expect(await storage.caps.ofKey({ keyId: 'none' })).toEqual([]);
      expect(await storage.caps.ofProject({ projectId: 'none' })).toEqual([]);
    });
  });
}
