// Contract of every backend for events: each movement of money with an event has exactly one, in its own commit; a stream has no gap;
// crossing a limit causes one event, and another only after money came in.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EventType, StreamEvent } from '../../domain/event.ts';
import { OPERATOR_STREAM } from '../../domain/event.ts';
import { toMicros } from '../../domain/money.ts';
import type { Storage } from '../storage.ts';
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
const DAY = 86_400_000;

export function describeEvents(name: string, open: (clock: TestClock) => Promise<OpenedStorage>): void {
  describe(`${name}: events`, () => {
    const clock = createTestClock();
    let opened: OpenedStorage;
    let storage: Storage;
    let payers = 0;

    beforeAll(async () => {
      opened = await open(clock);
      storage = opened.storage;
      await publishPrice(storage);
    });
    afterAll(() => opened.close());

    /** An account with money for this many calls; its first events are those of the money and of the key. */
    async function payer(calls: number): Promise<string> {
      const id = `payer-${++payers}`;
      await addPayer(storage, id, calls);
      return id;
    }

    const all = (stream: string) => storage.events.list({ stream, after: 0, limit: 1_000 });
    const types = (events: StreamEvent[]) => events.map(({ type }) => type);

    async function buy(account: string, requestId: string): Promise<void> {
      const hold = await openHold(storage, account, requestId);
      expect(await storage.calls.settle(settlementOf(hold))).toMatchObject({ kind: 'settled' });
    }

    const topUp = (accountId: string, amountMicros: number, reference: string) =>
      storage.accounts.topUp({
        actor,
        accountId,
        amountMicros: toMicros(amountMicros),
        reference,
        reason: null,
      });

    const adjust = (accountId: string, amountMicros: number) =>
      storage.accounts.adjust({
        ...{ actor, accountId, amountMicros: toMicros(amountMicros) },
        ...{ reference: null, reason: 'test' },
      });

    async function typesAfter(account: string, work: () => Promise<unknown>): Promise<EventType[]> {
      const before = (await all(account)).length;
      await work();
      return types((await all(account)).slice(before));
    }

    test('a top-up has one event, and the same top-up again has none', async () => {
      const account = await payer(2);
      await topUp(account, PRICE, `again-${account}`);
      await topUp(account, PRICE, `again-${account}`);
      const credited = (await all(account)).filter(({ type }) => type === 'topup.credited');
      expect(credited.map(({ data }) => data)).toEqual([
        {
          amount: '0.002000',
          balance: '0.002000',
          entry_seq: 1,
          reference: `first-${account}`,
          reason: null,
        },
        {
          amount: '0.001000',
          balance: '0.003000',
          entry_seq: 2,
          reference: `again-${account}`,
          reason: null,
        },
      ]);
    });

    test('an ordinary call writes no event', async () => {
      const account = await payer(9);
      expect(await typesAfter(account, () => buy(account, 'one'))).toEqual([]);
    });

    test('a refund has one event, with the call that it is of', async () => {
      const account = await payer(5);
      await buy(account, 'paid');
      const input = { actor, accountId: account, requestId: 'paid', amountMicros: null, reference: 'r-1' };
      const refund = () => storage.accounts.refund({ ...input, reference: `r-${account}`, reason: 'bad' });
      expect(await typesAfter(account, refund)).toEqual(['refund.made']);
      expect(await typesAfter(account, refund)).toEqual([]);
      expect((await all(account)).at(-1)?.data).toEqual({
        ...{ amount: '0.001000', balance: '0.005000', entry_seq: 3 },
        ...{ reference: `r-${account}`, reason: 'bad', request_id: 'paid' },
      });
    });

    test('numbers of a stream have no gap and ids are unique, under concurrent writes', async () => {
      const account = await payer(3);
      await Promise.all(Array.from({ length: 8 }, (_, i) => topUp(account, 1, `${account}-${i}`)));
      const events = await all(account);
      expect(events.map(({ seq }) => seq)).toEqual(events.map((_, i) => i + 1));
      expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
      expect(await storage.events.heads({ streams: [account, 'nobody'] })).toEqual({
        [account]: events.length,
      });
    });

    test('a balance that falls below the limit causes one event, and another only after money came in', async () => {
      const account = await payer(4);
      await storage.accounts.update({ actor, accountId: account, lowBalanceMicros: toMicros(3 * PRICE) });
      expect(await typesAfter(account, () => buy(account, 'a'))).toEqual([]);
      expect(await typesAfter(account, () => buy(account, 'b'))).toEqual(['balance.low']);
      expect((await all(account)).at(-1)?.data).toEqual({ balance: '0.002000', limit: '0.003000' });
      expect(await typesAfter(account, () => buy(account, 'c'))).toEqual([]);
      await topUp(account, 3 * PRICE, `more-${account}`);
      expect(await typesAfter(account, () => buy(account, 'd'))).toEqual([]);
      expect(await typesAfter(account, () => buy(account, 'e'))).toEqual(['balance.low']);
    });

    test('the limit of the settings holds for accounts without one of their own', async () => {
      await storage.events.setLowBalance({ micros: toMicros(2 * PRICE) });
      const account = await payer(2);
      expect(await typesAfter(account, () => buy(account, 'a'))).toEqual(['balance.low']);
      const own = await payer(2);
      await storage.accounts.update({ actor, accountId: own, lowBalanceMicros: toMicros(0) });
      expect(await typesAfter(own, () => buy(own, 'a'))).toEqual([]);
      await storage.events.setLowBalance({ micros: toMicros(0) });
      const later = await payer(2);
      expect(await typesAfter(later, () => buy(later, 'a'))).toEqual([]);
    });

    test('a balance that covers no further call like the last one causes an event', async () => {
      const account = await payer(1);
      await topUp(account, PRICE / 2, `half-${account}`);
      expect(await typesAfter(account, () => buy(account, 'last'))).toEqual(['balance.empty']);
      expect((await all(account)).at(-1)?.data).toEqual({ balance: '0.000500', limit: '0.001000' });
    });

    test('an adjustment crosses limits as a charge does, and is no top-up', async () => {
      const account = await payer(4);
      await storage.accounts.update({ actor, accountId: account, lowBalanceMicros: toMicros(2 * PRICE) });
      expect(await typesAfter(account, () => adjust(account, -3 * PRICE))).toEqual(['balance.low']);
      expect(await typesAfter(account, () => adjust(account, 3 * PRICE))).toEqual([]);
      expect(await typesAfter(account, () => adjust(account, -4 * PRICE))).toEqual([
        'balance.low',
        'balance.empty',
      ]);
    });

    test('calls of one batch that cross a limit together cause one event', async () => {
      const account = await payer(6);
      await storage.accounts.update({ actor, accountId: account, lowBalanceMicros: toMicros(4 * PRICE) });
      const holds = await Promise.all(
        Array.from({ length: 6 }, (_, i) => openHold(storage, account, `batch-${i}`)),
      );
      const told = await typesAfter(account, () =>
        Promise.all(holds.map((hold) => storage.calls.settle(settlementOf(hold)))),
      );
      expect(told).toEqual(['balance.low', 'balance.empty']);
    });

    test('an answer at hand crosses limits in its one commit', async () => {
      const account = await payer(1);
      const {
        hold: _hold,
        attempts: _attempts,
        ...paid
      } = settlementOf({
        ...{ accountId: account, requestId: 'kept', epoch: 1 },
      });
      const told = await typesAfter(account, () =>
        storage.calls.openSettled({ ...callOf(account, 'kept'), ...paid }),
      );
      expect(told).toEqual(['balance.empty']);
    });

    test('keys cause events when they are made, rotated and revoked', async () => {
      const account = await payer(1);
      const key = { id: `k-${account}`, accountId: account, name: 'n', prefix: 'p', hash: `h-${account}` };
      const told = await typesAfter(account, async () => {
        await storage.keys.create({ actor, ...UNBOUND, ...key, groups: ['u1'] });
        await storage.keys.rotate({ actor, id: key.id, prefix: 'q', hash: `i-${account}`, graceUntilMs: 5 });
        await storage.keys.revoke({ actor, id: key.id });
        await storage.keys.revoke({ actor, id: key.id });
      });
      expect(told).toEqual(['key.created', 'key.rotated', 'key.revoked']);
      expect((await all(account)).at(-1)?.data).toEqual({ key: key.id, name: 'n', prefix: 'q' });
    });

    test('a page begins behind the number that was given, and the stream of the operator is its own', async () => {
      const account = await payer(1);
      await storage.events.note({ type: 'ledger.difference', data: { difference_count: 1 } });
      const [first, second] = await all(account);
      expect(await storage.events.list({ stream: account, after: 1, limit: 1 })).toEqual([second]);
      expect(first?.seq).toBe(1);
      const newest = await storage.events.list({ stream: account, after: 0, before: 1_000, limit: 2 });
      expect(newest).toEqual((await all(account)).reverse().slice(0, 2));
      expect(await storage.events.list({ stream: account, after: 0, before: 2, limit: 9 })).toEqual([first]);
      expect(types(await all(OPERATOR_STREAM))).toEqual(['ledger.difference']);
    });

    test('old events are dropped, and the numbers go on', async () => {
      const account = await payer(1);
      const before = (await all(account)).length;
      clock.advance(100 * DAY);
      while ((await storage.events.purge({ keepMs: 90 * DAY })).purged > 0);
      expect(await all(account)).toEqual([]);
      await topUp(account, 1, `later-${account}`);
      expect((await all(account)).map(({ seq }) => seq)).toEqual([before + 1]);
    });

    test('an unchanged state causes one event and a changed one another, also when several nodes notice it at once', async () => {
      const last = (await all(OPERATOR_STREAM)).length;
      const tell = (state: string, isUsual = false) =>
        storage.events.noteOnce({
          ...{ name: 'provider:p', state, isUsual },
          event: {
            stream: OPERATOR_STREAM,
            type: 'provider.suspended',
            data: { provider: 'p', failure: null },
          },
        });
      expect(await tell('ok', true)).toEqual({ noted: false });
      const results = await Promise.all([tell('suspended'), tell('suspended'), tell('suspended')]);
      expect(results.filter(({ noted }) => noted)).toHaveLength(1);
      expect([await tell('ok', true), await tell('ok', true)]).toEqual([{ noted: true }, { noted: false }]);
      expect(await all(OPERATOR_STREAM)).toHaveLength(last + 2);
    });

    test('a key that expires soon causes one event, and another when its expiry was moved', async () => {
      const account = await payer(1);
      const soon = () => storage.events.noteExpiringKeys({ withinMs: 7 * DAY });
      const expiring = async () => types(await all(account)).filter((type) => type === 'key.expiring');
      await storage.keys.update({
        actor: 'test',
        id: keyIdOf(account),
        expiresAtMs: clock.nowMs() + 8 * DAY,
      });
      expect(await soon()).toEqual({ noted: 0 });
      clock.advance(DAY);
      expect([await soon(), await soon()]).toEqual([{ noted: 1 }, { noted: 0 }]);
      await storage.keys.update({
        actor: 'test',
        id: keyIdOf(account),
        expiresAtMs: clock.nowMs() + 6 * DAY,
      });
      expect(await soon()).toEqual({ noted: 1 });
      expect(await expiring()).toHaveLength(2);
      clock.advance(6 * DAY);
      await storage.keys.update({ actor: 'test', id: keyIdOf(account), expiresAtMs: null });
      expect(await soon()).toEqual({ noted: 0 });
    });

    test('the ledger is sound, its events included', async () => {
      expect((await storage.ledger.verify()).differences).toEqual([]);
    });

    test('an account gets one event when its price changes: for paths it used or agreed on, on the day of the change', async () => {
      const tell = async () => {
        for (let more = true; more; ) ({ isMore: more } = await storage.events.notePriceChanges());
      };
      const told = async (id: string) =>
        (await all(id)).filter(({ type }) => type === 'price.changed').map(({ data }) => data);
      const [user, agreed, idle] = [await payer(3), await payer(3), await payer(3)];
      await buy(user, 'used');
      await tell();
      const none = { summary: null, deprecated: false, sunsetAtMs: null, successor: null };
      const publish = (micros: number, effectiveFromMs: number, agreedMicros: number) =>
        storage.catalog.publish({
          ...{ actor, note: null },
          draft: {
            ...{ currency: 'USD', effectiveFromMs },
            endpoints: [{ path: '/*', unitPriceMicros: toMicros(micros), ...none }],
            overrides: [{ accountId: agreed, path: '/p', unitPriceMicros: toMicros(agreedMicros) }],
          },
        });
      await publish(PRICE, clock.nowMs(), 500);
      const later = clock.nowMs() + DAY;
      await publish(2 * PRICE, later, 500);
      await Promise.all([tell(), tell()]);
      expect([await told(user), await told(idle)]).toEqual([[], []]);
      const first = { path: '/p', from: '0.001000', to: '0.000500' };
      expect(await told(agreed)).toMatchObject([{ catalog_version: 2, changes: [first], change_count: 1 }]);
      clock.advance(DAY);
      await Promise.all([tell(), tell()]);
      await tell();
      const second = { path: '/p', from: '0.001000', to: '0.002000' };
      expect(await told(user)).toEqual([
        {
          ...{ catalog_version: 3, effective_from: new Date(later).toISOString() },
          ...{ changes: [second], change_count: 1 },
        },
      ]);
      expect([(await told(agreed)).length, await told(idle)]).toEqual([1, []]);
      // A path counts as used until the thirtieth day after the call; the first of them has passed.
      for (const [days, events] of [
        [29, 2],
        [1, 2],
      ] as const) {
        clock.advance(days * DAY);
        await publish(days * PRICE, clock.nowMs(), 500);
        await tell();
        expect(await told(user)).toHaveLength(events);
      }
    });
  });
}
