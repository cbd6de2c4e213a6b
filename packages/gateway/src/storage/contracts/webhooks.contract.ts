// Contract of every backend for webhooks: only the holder of the lease moves the cursor, and only past accepted events; one sender at a
// time; a limited number per account; and a webhook that fails for days is disabled.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toMicros } from '../../domain/money.ts';
import type { Storage } from '../storage.ts';
import { createTestClock, type OpenedStorage, type TestClock } from './storage.contract.ts';

const actor = 'test';
const DAY = 86_400_000;
const LEASE_MS = 60_000;

export function describeWebhooks(name: string, open: (clock: TestClock) => Promise<OpenedStorage>): void {
  describe(`${name}: webhooks`, () => {
    const clock = createTestClock();
    let opened: OpenedStorage;
    let storage: Storage;
    let drawn = 0;

    beforeAll(async () => {
      opened = await open(clock);
      storage = opened.storage;
    });
    afterAll(() => opened.close());

    /** A new account with a webhook, and this many events for it. */
    async function make(events: number) {
      const id = `wh-${++drawn}`;
      const stream = `acc-${drawn}`;
      await storage.accounts.create({ actor, id: stream, name: stream, currency: 'USD', rate: null });
      const made = { actor, id, stream, url: 'https://a.example/', secret: 's1', max: 2 };
      expect(await storage.webhooks.create(made)).toMatchObject({
        kind: 'created',
        webhook: { id, cursor: 0 },
      });
      for (let i = 1; i <= events; i++) await happen(stream, `${id}-${i}`);
      return { id, stream };
    }

    const happen = (accountId: string, reference: string) =>
      storage.accounts.topUp({ actor, accountId, amountMicros: toMicros(1), reference, reason: null });

    /** Claims all due webhooks and gives those up again that are not wanted. */
    async function claimOnly(lease: string, isWanted: (id: string) => boolean): Promise<string[]> {
      const share = { limit: 100, perParty: 100, held: { bystander: 100 } };
      const all = await storage.duties.claim({ kind: 'webhook', lease, leaseMs: LEASE_MS, ...share });
      for (const { id } of all) if (!isWanted(id)) await release(id, lease);
      return all.map(({ id }) => id);
    }
    const release = (id: string, lease: string) => storage.duties.release({ kind: 'webhook', id, lease });
    const due = () => claimOnly('look', () => false);

    async function claim(id: string, lease: string) {
      const claimed = await claimOnly(lease, (one) => one === id);
      const found = await storage.webhooks.toSend({ id, lease, eventsMax: 10 });
      expect(found !== null).toBe(claimed.includes(id));
      return found === null ? [] : [found];
    }
    const sent = { status: 204, tookMs: 7 };
    const failure = { status: 500, tookMs: 7, retryMs: 5_000, failingMsMax: 5 * DAY, isGone: false };

    test('a webhook is sent what comes after it was made, in order, and is due only then', async () => {
      const { id, stream } = await make(0);
      expect(await due()).not.toContain(id);
      await happen(stream, `${id}-a`);
      await happen(stream, `${id}-b`);
      expect(await due()).toContain(id);
      const [claimed] = await claim(id, 'l1');
      expect(claimed?.events.map(({ seq }) => seq)).toEqual([1, 2]);
      expect(claimed?.webhook.secrets).toEqual(['s1']);
    });

    test('what active webhooks have not taken is counted, with how long its oldest has waited', async () => {
      const watch = async () => (await storage.ledger.watch({ nowMs: clock.nowMs() })).undelivered;
      const before = await watch();
      const happenedMs = clock.nowMs();
      const { id } = await make(3);
      expect(await watch()).toEqual({
        count: before.count + 3,
        sinceMs: before.sinceMs ?? happenedMs,
      });
      await claim(id, 'counted');
      await storage.webhooks.taken({ id, lease: 'counted', seq: 2, ...sent });
      expect((await watch()).count).toBe(before.count + 1);
      await storage.webhooks.taken({ id, lease: 'counted', seq: 3, ...sent });
      expect(await watch()).toEqual(before);
      await make(1);
      const { id: gone } = await make(1);
      await claim(gone, 'gone');
      await storage.webhooks.failed({ id: gone, lease: 'gone', ...failure, isGone: true });
      // The event about its end is not delivered to it.
      expect((await watch()).count).toBe(before.count + 1);
    });

    test('a webhook is due since the first event that it has not taken happened, not since one that it took', async () => {
      const { id, stream } = await make(0);
      const happenedMs: number[] = [];
      for (const one of ['a', 'b', 'c']) {
        happenedMs.push(clock.nowMs());
        await happen(stream, `${id}-${one}`);
        clock.advance(1_000);
      }
      const dueAtMs = async () => {
        const { items } = await storage.duties.list({ kind: 'webhook', after: null, limit: 1_000 });
        return items.find((one) => one.id === id)?.dueAtMs;
      };
      for (const [taken, sinceMs] of happenedMs.entries()) {
        expect([taken, await dueAtMs()]).toEqual([taken, sinceMs]);
        await claim(id, 'l');
        await storage.webhooks.taken({ id, lease: 'l', seq: taken + 1, ...sent });
        await release(id, 'l');
      }
      expect(await dueAtMs()).toBeUndefined();
    });

    test('one sends at a time, and another only when the lease is over', async () => {
      const { id } = await make(1);
      expect(await claim(id, 'first')).toHaveLength(1);
      expect(await claim(id, 'second')).toEqual([]);
      clock.advance(LEASE_MS);
      expect(await claim(id, 'second')).toHaveLength(1);
      expect(await storage.webhooks.taken({ id, lease: 'first', seq: 1, ...sent })).toEqual({
        isOurs: false,
      });
      expect(await storage.webhooks.find({ id })).toMatchObject({ cursor: 0 });
    });

    test('the cursor moves past accepted events and never back, and a released webhook can be claimed', async () => {
      const { id } = await make(2);
      await claim(id, 'l');
      expect(await storage.webhooks.taken({ id, lease: 'l', seq: 1, ...sent })).toEqual({ isOurs: true });
      expect(await storage.webhooks.taken({ id, lease: 'l', seq: 1, ...sent })).toEqual({ isOurs: false });
      await release(id, 'l');
      const [again] = await claim(id, 'm');
      expect(again?.events.map(({ seq }) => seq)).toEqual([2]);
      expect(again?.webhook).toMatchObject({ lastStatus: 204, lastTookMs: 7, lastAtMs: clock.nowMs() });
    });

    test('one that failed is due again after its delay, and one that fails for days is disabled with an event', async () => {
      const { id, stream } = await make(1);
      await claim(id, 'l');
      const first = await storage.webhooks.failed({ id, lease: 'l', ...failure });
      expect(first).toEqual({ isOurs: true, isDisabled: false });
      expect(await claim(id, 'm')).toEqual([]);
      clock.advance(5_000);
      expect(await claim(id, 'm')).toHaveLength(1);
      clock.advance(5 * DAY);
      await claim(id, 'n');
      const last = await storage.webhooks.failed({ id, lease: 'n', ...failure });
      expect(last).toEqual({ isOurs: true, isDisabled: true });
      const events = await storage.events.list({ stream, after: 1, limit: 10 });
      expect(events).toMatchObject([{ type: 'webhook.disabled', data: { webhook: id } }]);
      expect(await claim(id, 'o')).toEqual([]);
      // A replay gives it the same days again.
      await storage.webhooks.replay({ actor, id, after: 0 });
      await claim(id, 'p');
      expect(await storage.webhooks.failed({ id, lease: 'p', ...failure })).toEqual({
        isOurs: true,
        isDisabled: false,
      });
    });

    test('an accepted event ends the days of failures: the next failure begins to count anew', async () => {
      const { id } = await make(2);
      for (const lease of ['l', 'm']) {
        await claim(id, lease);
        if (lease === 'm') await storage.webhooks.taken({ id, lease, seq: 1, ...sent });
        expect((await storage.webhooks.failed({ id, lease, ...failure })).isDisabled).toBe(false);
        clock.advance(5 * DAY);
      }
    });

    test('a replay begins behind the number that was given, also after the end, and takes the lease away', async () => {
      const { id } = await make(3);
      await claim(id, 'l');
      await storage.webhooks.taken({ id, lease: 'l', seq: 3, ...sent });
      await storage.webhooks.failed({ id, lease: 'l', ...failure, isGone: true });
      expect(await storage.webhooks.replay({ actor, id, after: 1 })).toMatchObject({
        state: 'active',
        cursor: 1,
      });
      const [again] = await claim(id, 'm');
      expect(again?.events.map(({ seq }) => seq)).toEqual([2, 3, 4]);
      await storage.webhooks.replay({ actor, id, after: 0 });
      expect(await storage.webhooks.taken({ id, lease: 'm', seq: 4, ...sent })).toEqual({ isOurs: false });
    });

    test('a replay from a number that no event has yet skips none of the events to come', async () => {
      const { id } = await make(3);
      const replayed = await storage.webhooks.replay({ actor, id, after: Number.MAX_SAFE_INTEGER });
      await storage.webhooks.test({ actor, id });
      const [next] = await claim(id, 'l');
      expect(next?.events.map(({ seq }) => seq)).toEqual([replayed!.cursor + 1]);
    });

    test('a rotated secret signs beside the old one for as long as was said', async () => {
      const { id } = await make(1);
      const graceUntilMs = clock.nowMs() + 1_000;
      await storage.webhooks.rotate({ actor, id, secret: 's2', graceUntilMs });
      expect((await claim(id, 'l'))[0]?.webhook.secrets).toEqual(['s2', 's1']);
      await release(id, 'l');
      clock.advance(1_000);
      expect((await claim(id, 'm'))[0]?.webhook.secrets).toEqual(['s2']);
    });

    test('a secret that was replaced twice, or whose time is over, never signs again, and webhooks of others keep theirs', async () => {
      const [{ id }, { id: other }] = [await make(1), await make(1)];
      const rotate = (secret: string, graceMs: number, of = id) =>
        storage.webhooks.rotate({ actor, id: of, secret, graceUntilMs: clock.nowMs() + graceMs });
      const secretsOf = async (of: string) => {
        const [claimed] = await claim(of, 'look');
        await release(of, 'look');
        return claimed?.webhook.secrets;
      };
      await rotate('s2', 1_000);
      await rotate('s3', 1_000);
      expect(await secretsOf(id)).toEqual(['s3', 's2']);
      clock.advance(999);
      expect(await secretsOf(id)).toEqual(['s3', 's2']);
      clock.advance(1);
      expect(await secretsOf(id)).toEqual(['s3']);
      await rotate('s4', 5_000);
      expect(await secretsOf(id)).toEqual(['s4', 's3']);
      await rotate('o2', 60_000, other);
      clock.advance(5_000);
      expect([await secretsOf(id), await secretsOf(other)]).toEqual([['s4'], ['o2', 's1']]);
      // The grace period of an older secret is not given to the next one.
      await rotate('s5', 60_000);
      await rotate('s6', 0);
      expect(await secretsOf(id)).toEqual(['s6']);
    });

    test('after a turn the next event makes a webhook due again, once for each sender and each account', async () => {
      const [{ id, stream }, { id: other }] = [await make(0), await make(0)];
      const turn = async (lease: string) => {
        const [claimed] = await claim(id, lease);
        const numbers = claimed?.events.map(({ seq }) => seq) ?? [];
        for (const seq of numbers) await storage.webhooks.taken({ id, lease, seq, ...sent });
        await release(id, lease);
        return numbers;
      };
      for (const [at, lease] of ['a', 'a', 'b'].entries()) {
        await happen(stream, `${id}-turn-${at}`);
        expect(await due()).toContain(id);
        expect(await turn(lease)).toEqual([at + 1]);
        expect(await due()).not.toContain(id);
        expect(await turn(lease)).toEqual([]);
      }
      expect(await due()).not.toContain(other);
      expect(await storage.webhooks.find({ id: other })).toMatchObject({ cursor: 0, lastAtMs: null });
    });

    test('an account has a limited number; a removed one is gone, and a test is an event', async () => {
      const { id, stream } = await make(0);
      const another = (n: string) =>
        storage.webhooks.create({
          actor,
          id: `${id}${n}`,
          stream,
          url: 'https://b.example/',
          secret: 's',
          max: 2,
        });
      expect(await another('b')).toMatchObject({ kind: 'created' });
      expect(await another('c')).toEqual({ kind: 'full' });
      expect((await storage.webhooks.list({ stream })).map((one) => one.id).sort()).toEqual([id, `${id}b`]);
      expect(await storage.webhooks.test({ actor, id })).toMatchObject({ id });
      expect(await storage.events.list({ stream, after: 0, limit: 9 })).toMatchObject([
        { type: 'webhook.test' },
      ]);
      expect(await storage.webhooks.remove({ actor, id })).toEqual({ removed: true });
      expect(await storage.webhooks.remove({ actor, id })).toEqual({ removed: false });
      expect(await storage.webhooks.find({ id })).toBeNull();
    });
  });
}
