// The main contract of every storage backend. A backend's test file calls `describeStorage` with a function that opens it. The suite uses
// real databases, a clock that the test moves, and no sleeps.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Key } from '../../domain/access/key.ts';
import type { Clock } from '../../domain/clock.ts';
import { type Micros, toMicros, ZERO } from '../../domain/money.ts';
import type {
  HoldRef,
  OpenCall,
  OpenResult,
  OpenSettledCall,
  ProviderUsageRow,
  Storage,
  StoredAnswer,
} from '../storage.ts';
import { BYSTANDER } from '../testing/bystander.ts';
import { UNBOUND } from '../testing/payer.ts';

export interface TestClock extends Clock {
  advance(ms: number): void;
}

/** The tests' clocks start here. */
export const START_MS = Date.parse('2026-11-15T12:00:00.000Z');

export function createTestClock(): TestClock {
  let elapsedMs = 0;
  return {
    nowMs: () => START_MS + elapsedMs,
    monotonicMs: () => elapsedMs,
    advance(ms) {
      elapsedMs += ms;
    },
  };
}

export interface OpenedStorage {
  storage: Storage;
  close(): Promise<void>;
}

export interface EditedStorage extends OpenedStorage {
  /** Runs one query on a connection of its own, as another process would. */
  edit(sql: string): Promise<unknown>;
}

const PRICE = toMicros(1_000);
const RATE = { requests: 1_000_000, perSeconds: 60, concurrent: 100_000 };
const actor = 'test';

export function describeStorage(name: string, openStorage: (clock: Clock) => Promise<OpenedStorage>): void {
  describe(`${name} storage`, () => {
    let clock: TestClock;
    let opened: OpenedStorage;
    let storage: Storage;

    beforeEach(async () => {
      clock = createTestClock();
      opened = await openStorage(clock);
      storage = opened.storage;
      const draft = {
        currency: 'USD',
        effectiveFromMs: 0,
        overrides: [],
        endpoints: [
          {
            path: '/*',
            unitPriceMicros: PRICE,
            summary: null,
            deprecated: false,
            sunsetAtMs: null,
            successor: null,
          },
        ],
      };
      await storage.catalog.publish({ actor, draft, note: null });
    });

    /** After every test the ledger must add up. */
    afterEach(async () => {
      const report = await storage.ledger.verify();
      await opened.close();
      // Whoever closes it again waits for nothing.
      await storage.close();
      expect(report.differences).toEqual([]);
    });

    async function account(id: string, calls: number): Promise<void> {
      await storage.accounts.create({ actor, id, name: `name-${id}`, currency: 'USD', rate: null });
      if (calls === 0) return;
      const amountMicros = toMicros(calls * PRICE);
      await storage.accounts.topUp({
        actor,
        accountId: id,
        amountMicros,
        reference: `first-${id}`,
        reason: null,
      });
    }

    async function key(id: string, accountId: string, limits: Partial<Key> = {}): Promise<void> {
      const hash = `hash-${id}`;
      await storage.keys.create({
        ...UNBOUND,
        groups: ['u1'],
        ...limits,
        actor,
        id,
        accountId,
        name: id,
        prefix: 'p',
        hash,
      });
    }

    /** An account `acc` with money for this many calls, and its key `key`. */
    async function payer(calls: number, limits: Partial<Key> = {}): Promise<void> {
      await account('acc', calls);
      await key('key', 'acc', limits);
    }

    function callNamed(requestId: string, changes: Partial<OpenCall> = {}): OpenCall {
      return {
        accountId: 'acc',
        keyId: 'key',
        requestId,
        fingerprint: 'f',
        path: '/p',
        group: 'u1',
        platform: 'x',
        operation: 'video.search',
        variant: 'stable',
        catalogVersion: 1,
        priceMicros: PRICE,
        defaultRate: RATE,
        keysMax: 10,
        ...changes,
      };
    }

    function open(requestId: string, changes: Partial<OpenCall> = {}): Promise<OpenResult> {
      return storage.calls.open(callNamed(requestId, changes));
    }

    function openSettled(requestId: string, changes: Partial<OpenSettledCall> = {}) {
      const answer = { kind: 'text' as const, head: ['{"balance":"'], tail: '"}' };
      const paid = { chargedMicros: PRICE, source: 'cache' as const, answer };
      return storage.calls.openSettled({ ...callNamed(requestId), ...paid, ...changes });
    }

    async function openHold(requestId: string, changes: Partial<OpenCall> = {}): Promise<HoldRef> {
      const result = await open(requestId, changes);
      if (result.kind !== 'opened') throw new Error(`expected opened, got ${result.kind}`);
      return result.hold;
    }

    const settle = (hold: HoldRef, text: string | null = 'answer') =>
      storage.calls.settle({
        hold,
        chargedMicros: PRICE,
        source: 'live',
        attempts: [],
        answer: text === null ? null : { kind: 'text', head: [`{"text":"${text}","balance":"`], tail: '"}' },
      });
    const release = (hold: HoldRef) =>
      storage.calls.release({ hold, failureCode: 'UPSTREAM_ERROR', attempts: [] });

    async function money(id = 'acc'): Promise<{ balance: number; held: number }> {
      const found = await storage.accounts.find({ idOrName: id });
      return { balance: found!.balanceMicros / PRICE, held: found!.heldMicros / PRICE };
    }

    describe('a call', () => {
      test('holds the exact price when it opens and charges it when it settles', async () => {
        await payer(5);
        const hold = await openHold('r1');
        expect(await money()).toEqual({ balance: 5, held: 1 });
        expect(await settle(hold)).toEqual({ kind: 'settled', balanceMicros: 4 * PRICE });
        expect(await money()).toEqual({ balance: 4, held: 0 });
      });

      test('that is released costs nothing and its id may run again', async () => {
        await payer(1);
        expect(await release(await openHold('r1'))).toEqual({ kind: 'released' });
        expect(await money()).toEqual({ balance: 1, held: 0 });
        const again = await openHold('r1');
        expect(again.epoch).toBe(2);
        expect((await settle(again)).kind).toBe('settled');
      });

      test('is charged at most once, however often it is settled', async () => {
        await payer(5);
        const hold = await openHold('r1');
        const results = await Promise.all([settle(hold), settle(hold), settle(hold)]);
        expect(results.map(({ kind }) => kind)).toEqual(['settled', 'lost', 'lost']);
        expect(await money()).toEqual({ balance: 4, held: 0 });
      });

      test('that was settled cannot be released, nor a released one settled', async () => {
        await payer(5);
        const paid = await openHold('r1');
        await settle(paid);
        expect(await release(paid)).toEqual({ kind: 'lost' });
        const freed = await openHold('r2');
        await release(freed);
        expect(await settle(freed)).toEqual({ kind: 'lost' });
        expect(await money()).toEqual({ balance: 4, held: 0 });
      });

      test('of an earlier epoch can no longer be settled or released', async () => {
        await payer(5);
        const first = await openHold('r1');
        await release(first);
        await openHold('r1');
        expect(await settle(first)).toEqual({ kind: 'lost' });
        expect(await release(first)).toEqual({ kind: 'lost' });
        expect(await money()).toEqual({ balance: 5, held: 1 });
      });

      test('can be looked up with its state, price and attempts by its own account only', async () => {
        await payer(5);
        await account('other', 0);
        const attempts = [
          { provider: 'p', startedMs: 0, durationMs: 7, outcome: 'ok', bytes: 10, costMicros: ZERO },
        ];
        const hold = await openHold('r1');
        await storage.calls.settle({ hold, chargedMicros: PRICE, source: 'live', attempts, answer: null });
        const record = await storage.calls.find({ accountId: 'acc', requestId: 'r1' });
        expect(record).toMatchObject({
          state: 'settled',
          priceMicros: PRICE,
          chargedMicros: PRICE,
          attempts,
        });
        expect(await storage.calls.find({ accountId: 'other', requestId: 'r1' })).toBeNull();
      });
    });

    describe('a call whose answer is at hand', () => {
      test('is claimed and charged in one commit, holds nothing, and replays like any other', async () => {
        await payer(2);
        expect(await openSettled('r1')).toMatchObject({ kind: 'settled', balanceMicros: PRICE });
        expect(await money()).toEqual({ balance: 1, held: 0 });
        const replay = (await openSettled('r1')) as { kind: string; answer: StoredAnswer };
        expect(replay.kind).toBe('replay');
        expect(Buffer.from(replay.answer.body).toString()).toBe('{"balance":"0.001000"}');
        const record = await storage.calls.find({ accountId: 'acc', requestId: 'r1' });
        expect(record).toMatchObject({
          state: 'settled',
          source: 'cache',
          chargedMicros: PRICE,
          attempts: [],
        });
      });

      test('may be charged less than its price, and the rest stays available', async () => {
        await payer(2);
        const half = toMicros(PRICE / 2);
        expect(await openSettled('r1', { chargedMicros: half })).toMatchObject({
          balanceMicros: 1.5 * PRICE,
        });
        expect(await money()).toEqual({ balance: 1.5, held: 0 });
      });

      test('is refused without money, under another fingerprint and while its twin runs', async () => {
        await payer(1);
        const hold = await openHold('r1');
        expect(await openSettled('r1')).toEqual({ kind: 'running' });
        expect(await openSettled('r1', { fingerprint: 'other' })).toEqual({ kind: 'reused' });
        expect((await openSettled('r2')).kind).toBe('insufficient');
        await release(hold);
        expect((await openSettled('r1')).kind).toBe('settled');
      });

      test('counts in the rate window like any other', async () => {
        await payer(5, { rate: { requests: 1, perSeconds: 60, concurrent: 1 } });
        expect((await openSettled('r1')).kind).toBe('settled');
        expect((await openSettled('r2')).kind).toBe('limited');
        expect((await open('r3')).kind).toBe('limited');
      });
    });

    describe('a request id', () => {
      test('that settled replays the same bytes with the balance of that moment, also with no money left', async () => {
        await payer(1);
        await settle(await openHold('r1'), '中文 🎬');
        const replay = await open('r1');
        expect(replay.kind).toBe('replay');
        const body = Buffer.from((replay as { answer: StoredAnswer }).answer.body).toString();
        expect(body).toBe('{"text":"中文 🎬","balance":"0.000000"}');
        expect(await money()).toEqual({ balance: 0, held: 0 });
      });

      test('that passed on an upstream answer replays its bytes, status and headers unchanged', async () => {
        await payer(1);
        const bytes = Uint8Array.of(0, 255, 10, 128);
        const passed = { headers: { 'content-type': 'image/png' }, status: 203 };
        const hold = await openHold('r1');
        const answer = { kind: 'bytes' as const, bytes, ...passed };
        await storage.calls.settle({ hold, chargedMicros: PRICE, source: 'live', attempts: [], answer });
        const { answer: kept } = (await open('r1')) as { answer: StoredAnswer };
        expect([...kept.body]).toEqual([...bytes]);
        expect(kept.passedOn).toEqual(passed);
      });

      test('gives the call with its kept answer to its own account, and nothing before it has settled', async () => {
        await payer(2);
        const hold = await openHold('r1');
        const read = (accountId = 'acc') => storage.calls.findAnswer({ accountId, requestId: 'r1' });
        expect(await read()).toBeNull();
        await settle(hold, '中文 🎬');
        const kept = await read();
        expect(kept!.call).toMatchObject({ requestId: 'r1', state: 'settled', answerKept: true });
        expect(kept!.call).toEqual(await storage.calls.find({ accountId: 'acc', requestId: 'r1' }));
        expect(kept!.answer.passedOn).toBeNull();
        expect(Buffer.from(kept!.answer.body).toString()).toBe('{"text":"中文 🎬","balance":"0.001000"}');
        expect(await read('other')).toBeNull();
      });

      test('that still runs is reported as running and holds no second price', async () => {
        await payer(5);
        await openHold('r1');
        expect(await open('r1')).toEqual({ kind: 'running' });
        expect(await money()).toEqual({ balance: 5, held: 1 });
      });

      test('stays bound to its first fingerprint, while it runs, after success and after failure', async () => {
        await payer(5);
        const hold = await openHold('r1');
        expect(await open('r1', { fingerprint: 'other' })).toEqual({ kind: 'reused' });
        await release(hold);
        expect(await open('r1', { fingerprint: 'other' })).toEqual({ kind: 'reused' });
        await settle(await openHold('r1'));
        expect(await open('r1', { fingerprint: 'other' })).toEqual({ kind: 'reused' });
      });

      test('belongs to one account: another account may use the same', async () => {
        await payer(5);
        await account('other', 5);
        await key('other-key', 'other');
        await settle(await openHold('r1'));
        await settle(await openHold('r1', { accountId: 'other', keyId: 'other-key', fingerprint: 'else' }));
        expect([await money(), await money('other')]).toEqual([
          { balance: 4, held: 0 },
          { balance: 4, held: 0 },
        ]);
      });

      test('whose answer was purged is expired and never charged again', async () => {
        await payer(5);
        clock.advance(1_000);
        await storage.calls.purgeAnswers({ keepMs: 0 });
        await settle(await openHold('r1'));
        clock.advance(1_000);
        expect(await storage.calls.purgeAnswers({ keepMs: 0 })).toEqual({ purged: 1 });
        expect(await open('r1')).toEqual({ kind: 'expired' });
        expect(await storage.calls.findAnswer({ accountId: 'acc', requestId: 'r1' })).toBeNull();
        expect(await money()).toEqual({ balance: 4, held: 0 });
      });

      test('sent a hundred times at once is opened once', async () => {
        await payer(100);
        const results = await Promise.all(Array.from({ length: 100 }, () => open('r1')));
        expect(results.filter(({ kind }) => kind === 'opened')).toHaveLength(1);
        expect(results.filter(({ kind }) => kind === 'running')).toHaveLength(99);
      });
    });

    describe('the balance', () => {
      test('opens exactly as many calls as it can pay for, under any concurrency', async () => {
        await payer(50);
        const results = await Promise.all(Array.from({ length: 200 }, (_, i) => open(`r${i}`)));
        expect(results.filter(({ kind }) => kind === 'opened')).toHaveLength(50);
        expect(results.filter(({ kind }) => kind === 'insufficient')).toHaveLength(150);
        expect(await money()).toEqual({ balance: 50, held: 50 });
      });

      test('refuses a call without claiming its id: after a top-up the same id runs', async () => {
        await payer(0);
        expect(await open('r1')).toMatchObject({
          kind: 'insufficient',
          reason: 'balance',
          availableMicros: 0,
        });
        await storage.accounts.topUp({
          actor,
          accountId: 'acc',
          amountMicros: PRICE,
          reference: 'more',
          reason: null,
        });
        expect((await open('r1', { fingerprint: 'other' })).kind).toBe('opened');
      });
    });

    describe('a hold that is neither settled nor released', () => {
      const sweep = () => storage.calls.expire({ holdTtlMs: 60_000 });

      test('expires after its time, and its late settlement charges nothing', async () => {
        await payer(5);
        const hold = await openHold('r1');
        expect(await sweep()).toEqual({ expired: 0 });
        clock.advance(59_999);
        expect(await sweep()).toEqual({ expired: 0 });
        clock.advance(1);
        expect(await sweep()).toEqual({ expired: 1 });
        expect(await settle(hold)).toEqual({ kind: 'lost' });
        expect(await money()).toEqual({ balance: 5, held: 0 });
      });

      test('counts anew when the same id is opened again', async () => {
        await payer(5);
        const first = await openHold('r1');
        await sweep();
        clock.advance(50_000);
        await release(first);
        await openHold('r1');
        await sweep();
        clock.advance(50_000);
        expect(await sweep()).toEqual({ expired: 0 });
      });
    });

    describe('a limit', () => {
      const rate = { requests: 3, perSeconds: 10, concurrent: 100 };

      test('admits its number of calls per window, refuses the next and opens again with the next window', async () => {
        await payer(100, { rate });
        const kinds = [];
        for (let i = 0; i < 4; i++) kinds.push((await open(`a${i}`)).kind);
        expect(kinds).toEqual(['opened', 'opened', 'opened', 'limited']);
        clock.advance(4_000);
        expect(await open('a3')).toMatchObject({ kind: 'limited', reason: 'requests', retryAfterMs: 6_000 });
        clock.advance(6_000);
        expect((await open('a3')).kind).toBe('opened');
      });

      test('counts the pages that earlier calls took beyond one, with the next that is admitted', async () => {
        await payer(100, { rate: { ...rate, requests: 10 } });
        expect(await open('r1')).toMatchObject({ rate: { remaining: 9 } });
        expect(await open('r2', { extraPages: 4 })).toMatchObject({ rate: { remaining: 4 } });
        expect((await open('r3', { extraPages: 4 })).kind).toBe('limited');
        expect(await open('r3')).toMatchObject({ rate: { remaining: 3 } });
        expect(await openSettled('r4', { extraPages: 2 })).toMatchObject({ rate: { remaining: 0 } });
      });

      test('reports what is left of the window', async () => {
        await payer(100, { rate });
        expect(await open('r1')).toMatchObject({ rate: { limit: rate, remaining: 2, resetMs: 10_000 } });
        clock.advance(1_500);
        expect(await open('r2')).toMatchObject({ rate: { remaining: 1, resetMs: 8_500 } });
      });

      test('of concurrent calls admits one more with each end', async () => {
        await payer(100, { rate: { requests: 100, perSeconds: 10, concurrent: 2 } });
        const first = await openHold('r1');
        await openHold('r2');
        expect(await open('r3')).toMatchObject({ kind: 'limited', reason: 'concurrent' });
        await settle(first);
        expect((await open('r3')).kind).toBe('opened');
      });

      test('of an account counts all of its keys together', async () => {
        await account('acc', 100);
        await storage.accounts.update({ actor, accountId: 'acc', rate: { ...rate, requests: 2 } });
        await key('key', 'acc');
        await key('key2', 'acc');
        expect((await open('r1')).kind).toBe('opened');
        expect((await open('r2', { keyId: 'key2' })).kind).toBe('opened');
        expect(await open('r3', { keyId: 'key2' })).toMatchObject({ kind: 'limited' });
      });

      test('is exact under concurrency, and a refused call claims and counts nothing', async () => {
        await payer(100, { rate });
        const results = await Promise.all(Array.from({ length: 50 }, (_, i) => open(`r${i}`)));
        expect(results.filter(({ kind }) => kind === 'opened')).toHaveLength(3);
        expect(await money()).toEqual({ balance: 100, held: 3 });
      });
    });

    describe('a spend cap', () => {
      const MIDNIGHT = Date.UTC(2026, 10, 16);

      test('by day counts what is charged and what is held, and opens again at midnight UTC', async () => {
        await payer(100, { dailyCapMicros: 2 * PRICE });
        await settle(await openHold('r1'));
        const second = await openHold('r2');
        expect(await open('r3')).toMatchObject({
          kind: 'capped',
          cap: { scope: 'key', window: 'day', spentMicros: 2 * PRICE, leftMicros: 0, resetsAtMs: MIDNIGHT },
        });
        await release(second);
        await settle(await openHold('r3'));
        expect(await open('r4')).toMatchObject({
          kind: 'capped',
          cap: { scope: 'key', window: 'day', spentMicros: 2 * PRICE, leftMicros: 0, resetsAtMs: MIDNIGHT },
        });
        clock.advance(12 * 3_600_000);
        expect((await open('r4')).kind).toBe('opened');
      });

      test('by month outlives midnight', async () => {
        await payer(100, { monthlyCapMicros: PRICE });
        await settle(await openHold('r1'));
        clock.advance(24 * 3_600_000);
        expect(await open('r2')).toMatchObject({
          kind: 'capped',
          cap: { scope: 'key', window: 'month', resetsAtMs: Date.UTC(2026, 11, 1) },
        });
        clock.advance(16 * 24 * 3_600_000);
        expect((await open('r2')).kind).toBe('opened');
      });

      test('is exact under concurrency', async () => {
        await payer(100, { dailyCapMicros: 7 * PRICE });
        const results = await Promise.all(Array.from({ length: 30 }, (_, i) => open(`r${i}`)));
        expect(results.filter(({ kind }) => kind === 'opened')).toHaveLength(7);
      });
    });

    describe('a key', () => {
      test('is not made where an account has as many living ones as it may, also when several are made at once', async () => {
        await account('acc', 0);
        await key('old', 'acc');
        await key('gone', 'acc');
        await storage.keys.revoke({ actor, id: 'gone' });
        const make = (id: string) =>
          storage.keys.create({
            ...{ ...UNBOUND, groups: ['u1'], actor, id, accountId: 'acc' },
            ...{ name: id, prefix: 'p', hash: `hash-${id}`, livingMax: 4 },
          });
        const made = await Promise.all(Array.from({ length: 10 }, (_, i) => make(`new-${i}`)));
        expect(made.map(({ kind }) => kind).sort()).toEqual([
          ...Array(3).fill('created'),
          ...Array(7).fill('full'),
        ]);
        const { items } = await storage.keys.list({ accountId: 'acc', limit: 100, after: null });
        expect(items.filter(({ status }) => status !== 'revoked')).toHaveLength(4);
      });

      test('is made by its account a limited number of times per UTC day, including new secrets and revoked keys, and by operators without limit', async () => {
        const DAY_MS = 86_400_000;
        await account('acc', 0);
        await account('other', 0);
        await key('first', 'acc');
        const untilMidnight = DAY_MS - (clock.nowMs() % DAY_MS);
        const make = (id: string, accountId = 'acc', madePerDayMax: number | null = 4) =>
          storage.keys.create({
            ...{ ...UNBOUND, groups: ['u1' as const], actor, id, accountId },
            ...{ name: id, prefix: 'p', hash: `hash-${id}`, ...(madePerDayMax && { madePerDayMax }) },
          });
        const rotate = (hash: string, madePerDayMax?: number) =>
          storage.keys.rotate({
            ...{ actor, id: 'first', prefix: 'p', hash, graceUntilMs: clock.nowMs() },
            ...(madePerDayMax && { madePerDayMax }),
          });
        expect((await rotate('hash-r0', 4)).kind).toBe('rotated');
        const made = await Promise.all(Array.from({ length: 8 }, (_, i) => make(`made-${i}`)));
        expect(made.map(({ kind }) => kind).sort()).toEqual([
          ...Array(3).fill('created'),
          ...Array(5).fill('made_too_many'),
        ]);
        const { items } = await storage.keys.list({ accountId: 'acc', limit: 100, after: null });
        expect(items).toHaveLength(4);
        for (const { id } of items) if (id !== 'first') await storage.keys.revoke({ actor, id });
        expect(await make('again')).toEqual({ kind: 'made_too_many', retryAfterMs: untilMidnight });
        expect(await rotate('hash-r1', 4)).toEqual({ kind: 'made_too_many', retryAfterMs: untilMidnight });
        // An operator is neither limited nor counted, and another account has its own count.
        expect((await make('by-operator', 'acc', null)).kind).toBe('created');
        expect((await rotate('hash-r2')).kind).toBe('rotated');
        expect((await make('neighbour', 'other')).kind).toBe('created');
        clock.advance(untilMidnight - 1);
        expect(await make('too-early')).toEqual({ kind: 'made_too_many', retryAfterMs: 1 });
        clock.advance(1);
        for (const id of ['next-1', 'next-2', 'next-3', 'next-4'])
          expect((await make(id)).kind).toBe('created');
        expect(await make('next-5')).toEqual({ kind: 'made_too_many', retryAfterMs: DAY_MS });
      });

      test('does not help its account past the limit of as many keys as it may have, also when each is revoked after its calls', async () => {
        await account('acc', 100);
        await account('other', 100);
        await key('neighbour', 'other');
        const narrow = { requests: 2, perSeconds: 60, concurrent: 50 };
        const openWith = async (keyId: string, id: string, accountId = 'acc') =>
          (await open(id, { accountId, keyId, defaultRate: narrow, keysMax: 3 })).kind;
        const kinds: string[] = [];
        for (let i = 0; i < 5; i++) {
          await key(`short-${i}`, 'acc');
          kinds.push(await openWith(`short-${i}`, `a${i}`), await openWith(`short-${i}`, `b${i}`));
          await storage.keys.revoke({ actor, id: `short-${i}` });
        }
        expect(kinds).toEqual([...Array(6).fill('opened'), ...Array(4).fill('limited')]);
        expect(await openWith('neighbour', 'c', 'other')).toBe('opened');
        await key('later', 'acc');
        clock.advance(59_999);
        expect(await openWith('later', 'd')).toBe('limited');
        clock.advance(1);
        expect(await openWith('later', 'e')).toBe('opened');
      });

      test('counts its open calls among those of its account', async () => {
        await account('acc', 100);
        const narrow = { requests: 50, perSeconds: 60, concurrent: 1 };
        const opened: OpenResult[] = [];
        for (const id of ['k1', 'k2', 'k3', 'k4']) {
          await key(id, 'acc');
          opened.push(await open(`of-${id}`, { keyId: id, defaultRate: narrow, keysMax: 2 }));
        }
        expect(opened.map(({ kind }) => kind)).toEqual(['opened', 'opened', 'limited', 'limited']);
        expect(opened[2]).toMatchObject({ reason: 'concurrent', rate: { limit: { concurrent: 2 } } });
      });

      test('that is revoked, disabled or expired opens no call, although it was authenticated before', async () => {
        await account('acc', 100);
        await key('revoked', 'acc');
        await key('disabled', 'acc');
        await key('expired', 'acc', { expiresAtMs: clock.nowMs() + 1 });
        await storage.keys.revoke({ actor, id: 'revoked' });
        await storage.keys.update({ actor, id: 'disabled', status: 'disabled' });
        clock.advance(1);
        for (const keyId of ['revoked', 'disabled', 'expired']) {
          expect(await open('r1', { keyId })).toEqual({ kind: 'unauthorized' });
        }
      });

      test('of a disabled account opens no call', async () => {
        await payer(5);
        await storage.accounts.update({ actor, accountId: 'acc', status: 'disabled' });
        expect(await open('r1')).toEqual({ kind: 'unauthorized' });
      });

      test('cannot spend the money of another account', async () => {
        await payer(5);
        await account('other', 5);
        expect(await open('r1', { accountId: 'other' })).toEqual({ kind: 'unauthorized' });
      });

      test('that is rotated is found by both secrets, the old one with its end', async () => {
        await payer(0);
        const graceUntilMs = clock.nowMs() + 1_000;
        await storage.keys.rotate({ actor, id: 'key', prefix: 'p2', hash: 'hash-new', graceUntilMs });
        const before = await storage.keys.findByHash({ hash: 'hash-key' });
        const after = await storage.keys.findByHash({ hash: 'hash-new' });
        expect([before?.secretValidUntilMs, after?.secretValidUntilMs]).toEqual([graceUntilMs, null]);
        expect(before?.key).toEqual(after?.key);
      });

      test('that is rotated again keeps or shortens the time of its old secrets, and a secret whose time is over stays over', async () => {
        await payer(0);
        await account('other', 0);
        await key('theirs', 'other');
        const startMs = clock.nowMs();
        const rotate = async (hash: string, graceMs: number, id = 'key') => {
          const graceUntilMs = clock.nowMs() + graceMs;
          const rotated = await storage.keys.rotate({ actor, id, prefix: hash, hash, graceUntilMs });
          expect(rotated).toMatchObject({ kind: 'rotated', key: { id, prefix: hash } });
        };
        /** When each secret expires, in ms from the start; null for the newest. */
        const ends = async (...hashes: string[]) => {
          const found = await Promise.all(hashes.map((hash) => storage.keys.findByHash({ hash })));
          return found.map((holder) => holder!.secretValidUntilMs && holder!.secretValidUntilMs - startMs);
        };
        await rotate('h2', 1_000);
        await rotate('h3', 5_000);
        expect(await ends('hash-key', 'h2', 'h3')).toEqual([1_000, 5_000, null]);
        clock.advance(2_000);
        await rotate('h4', 10_000);
        expect(await ends('hash-key', 'h2', 'h3', 'h4')).toEqual([1_000, 5_000, 12_000, null]);
        await rotate('h5', 0);
        const after = [1_000, 2_000, 2_000, 2_000, null];
        expect(await ends('hash-key', 'h2', 'h3', 'h4', 'h5')).toEqual(after);
        for (const hash of ['t2', 't3']) await rotate(hash, 60_000, 'theirs');
        expect(await ends('hash-theirs', 't2', 't3')).toEqual([62_000, 62_000, null]);
        expect(await ends('hash-key', 'h2', 'h3', 'h4', 'h5')).toEqual(after);
      });

      test('that is revoked stays revoked', async () => {
        await payer(0);
        await storage.keys.revoke({ actor, id: 'key' });
        await storage.keys.update({ actor, id: 'key', status: 'active' });
        const rotated = await storage.keys.rotate({
          actor,
          id: 'key',
          prefix: 'p',
          hash: 'h2',
          graceUntilMs: 0,
        });
        expect(rotated).toEqual({ kind: 'revoked' });
        expect((await storage.keys.find({ id: 'key' }))?.status).toBe('revoked');
      });

      test('shows when it was last used', async () => {
        await payer(5);
        clock.advance(5_000);
        await settle(await openHold('r1'));
        expect((await storage.keys.find({ id: 'key' }))?.lastUsedAtMs).toBe(clock.nowMs());
      });
    });

    describe('money moved by operators', () => {
      const topUp = (reference: string, micros: number, accountId = 'acc') =>
        storage.accounts.topUp({ actor, accountId, amountMicros: toMicros(micros), reference, reason: null });
      const adjust = (micros: number, reference: string | null = null) =>
        storage.accounts.adjust({
          actor,
          accountId: 'acc',
          amountMicros: toMicros(micros),
          reference,
          reason: 'because',
        });
      const refund = (amountMicros: Micros | null, reference: string | null = null) =>
        storage.accounts.refund({
          actor,
          accountId: 'acc',
          requestId: 'r1',
          amountMicros,
          reference,
          reason: 'sorry',
        });

      test('a top-up is posted once per reference, however often and at the same time it is sent', async () => {
        await payer(0);
        const results = await Promise.all([topUp('x', PRICE), topUp('x', PRICE), topUp('x', PRICE)]);
        expect(results.map(({ kind }) => kind)).toEqual(['posted', 'duplicate', 'duplicate']);
        expect(await money()).toEqual({ balance: 1, held: 0 });
      });

      test('a reference used for another amount or account is a conflict', async () => {
        await payer(0);
        await account('other', 0);
        await topUp('x', PRICE);
        expect((await topUp('x', 2 * PRICE)).kind).toBe('conflict');
        expect((await topUp('x', PRICE, 'other')).kind).toBe('conflict');
      });

      test('a refund or an adjustment with a reference is made once, and one without it every time', async () => {
        await payer(5);
        await settle(await openHold('r1'));
        const refunds = [
          await refund(toMicros(400), 'x'),
          await refund(toMicros(400), 'x'),
          await refund(null, 'x'),
        ];
        expect(refunds.map(({ kind }) => kind)).toEqual(['posted', 'duplicate', 'duplicate']);
        const adjusted = [
          await adjust(-400, 'x'),
          await adjust(-400, 'x'),
          await adjust(7, 'x'),
          await adjust(-5),
        ];
        expect(adjusted.map(({ kind }) => kind)).toEqual(['posted', 'duplicate', 'conflict', 'posted']);
        expect((await storage.accounts.find({ idOrName: 'acc' }))?.balanceMicros).toBe(4 * PRICE - 5);
      });

      test('refunds never exceed what the call was charged', async () => {
        await payer(5);
        await settle(await openHold('r1'));
        expect((await refund(toMicros(400))).kind).toBe('posted');
        expect((await refund(toMicros(601))).kind).toBe('refused');
        expect(await refund(null)).toMatchObject({ kind: 'posted', entry: { amountMicros: 600 } });
        expect((await refund(null)).kind).toBe('refused');
        expect(await money()).toEqual({ balance: 5, held: 0 });
      });

      test('a call that was not charged cannot be refunded', async () => {
        await payer(5);
        await release(await openHold('r1'));
        expect(await refund(null)).toEqual({ kind: 'not_found' });
      });

      test('an adjustment may not take what is held', async () => {
        await payer(5);
        await openHold('r1');
        expect((await adjust(-5 * PRICE)).kind).toBe('refused');
        expect((await adjust(-4 * PRICE)).kind).toBe('posted');
        expect(await money()).toEqual({ balance: 1, held: 1 });
      });

      test('a balance never exceeds the largest exact amount', async () => {
        await payer(0);
        expect((await topUp('x', 1_000_000_000_000_000)).kind).toBe('posted');
        expect((await topUp('y', 1)).kind).toBe('refused');
        expect((await adjust(1)).kind).toBe('refused');
      });

      test('entries are listed newest first, page by page, without a gap', async () => {
        await payer(0);
        for (let i = 0; i < 5; i++) await topUp(`ref-${i}`, 10 + i);
        const first = await storage.accounts.entries({ accountId: 'acc', limit: 3, after: null });
        const second = await storage.accounts.entries({ accountId: 'acc', limit: 3, after: first.next });
        expect([...first.items, ...second.items].map(({ seq }) => seq)).toEqual([5, 4, 3, 2, 1]);
        expect(second.next).toBeNull();
      });
    });

    describe('the control plane', () => {
      test('audits the changes of a key with their actors, and raises the revision', async () => {
        const before = await storage.revision();
        await payer(1);
        await storage.keys.revoke({ actor: 'someone', id: 'key' });
        expect(await storage.revision()).toBeGreaterThan(before);
        const { items } = await storage.audit.list({ limit: 10, after: null, subject: 'key' });
        expect(items.map(({ actor, action }) => [actor, action])).toEqual([
          ['someone', 'key.revoke'],
          ['test', 'key.create'],
        ]);
      });

      test('a new name of a key is audited without raising the revision; any other change raises it', async () => {
        await payer(1);
        await account('other', 1);
        await key('neighbour', 'other');
        const before = await storage.revision();
        for (const name of ['one', 'two']) await storage.keys.update({ actor, id: 'key', name });
        expect(await storage.revision()).toBe(before);
        expect((await storage.keys.find({ id: 'key' }))?.name).toBe('two');
        expect((await storage.keys.find({ id: 'neighbour' }))?.name).toBe('neighbour');
        const { items } = await storage.audit.list({ limit: 10, after: null, subject: 'key' });
        expect(items.map(({ action }) => action)).toEqual(['key.update', 'key.update', 'key.create']);
        await storage.keys.update({ actor, id: 'key', name: 'three', status: 'disabled' });
        expect(await storage.revision()).toBe(before + 1);
        await storage.keys.update({ actor, id: 'key', maxCallMicros: 7 });
        expect(await storage.revision()).toBe(before + 2);
      });

      test('webhooks are not cached: a test of one raises no revision', async () => {
        await payer(1);
        const before = await storage.revision();
        const made = { actor, id: 'hook', stream: 'acc', url: 'https://example.com', secret: 's', max: 5 };
        expect((await storage.webhooks.create(made)).kind).toBe('created');
        await storage.webhooks.test({ actor, id: 'hook' });
        await storage.webhooks.remove({ actor, id: 'hook' });
        expect(await storage.revision()).toBe(before);
        const { items } = await storage.audit.list({ limit: 10, after: null, subject: 'hook' });
        expect(items.map(({ action }) => action)).toEqual([
          'webhook.remove',
          'webhook.test',
          'webhook.create',
        ]);
      });

      test('numbers catalog versions and keeps every one', async () => {
        const draft = { currency: 'USD', effectiveFromMs: 5, endpoints: [], overrides: [] };
        const published = await storage.catalog.publish({ actor, draft, note: 'second' });
        expect(published).toMatchObject({ kind: 'published', catalog: { version: 2, note: 'second' } });
        expect((await storage.catalog.all()).map(({ version }) => version)).toEqual([1, 2]);
      });

      test('publishes a version with those that follow it or none of them, and none based on a replaced version', async () => {
        const draft = { currency: 'USD', effectiveFromMs: 5, endpoints: [], overrides: [] };
        const later = [{ draft: { ...draft, effectiveFromMs: 9 }, note: 'waits' }];
        const publish = () => storage.catalog.publish({ actor, draft, note: null, basedOn: 1, later });
        const [first, second] = await Promise.all([publish(), publish()]);
        expect(first).toMatchObject({ kind: 'published', catalog: { version: 2, effectiveFromMs: 5 } });
        expect(second).toEqual({ kind: 'refused', detail: 'version 3 was published in the meantime' });
        const all = await storage.catalog.all();
        expect(
          all.map(({ version, effectiveFromMs, note }) => [version, effectiveFromMs, note]).slice(1),
        ).toEqual([
          [2, 5, null],
          [3, 9, 'waits'],
        ]);
      });

      test('refuses a second account of the same name', async () => {
        await account('acc', 0);
        const again = { actor, id: 'acc2', name: 'name-acc', currency: 'USD', rate: null };
        expect(await storage.accounts.create(again)).toEqual({ kind: 'exists' });
      });

      test('lists accounts by name, and finds them by a part of it or by their whole id', async () => {
        for (const id of ['b', 'a', 'c']) await account(id, 0);
        const found = async (search?: string) =>
          (await storage.accounts.list({ limit: 10, after: null, ...(search && { search }) })).items.map(
            ({ id }) => id,
          );
        expect(await found()).toEqual(['a', 'b', 'c', BYSTANDER]);
        expect(await found('E-B')).toEqual(['b']);
        expect(await found('c')).toEqual(['c']);
        for (const pattern of ['%', '_ame-b']) expect(await found(pattern)).toEqual([]);
      });

      test('finds an admin token by its hash until and after it is revoked', async () => {
        const token = { actor, name: 'n', role: 'viewer' as const, prefix: 'p' };
        await storage.adminTokens.create({ ...token, id: 'tok', hash: 'h' });
        await storage.adminTokens.create({ ...token, id: 'tok2', hash: 'h2' });
        await storage.adminTokens.revoke({ actor, id: 'tok' });
        expect((await storage.adminTokens.findByHash({ hash: 'h' }))?.revokedAtMs).toBe(clock.nowMs());
      });

      test('agrees on the first service secret that is claimed, until it is forgotten', async () => {
        const first = { fingerprint: 'f1', secret: 'aa' };
        const second = { fingerprint: 'f2', secret: null };
        expect(await storage.secret.find()).toBeNull();
        const claims = await Promise.all([storage.secret.claim(first), storage.secret.claim(second)]);
        expect(claims[0]).toEqual(claims[1]);
        expect(await storage.secret.claim(second)).toEqual(claims[0]);
        expect(await storage.secret.forget({ actor })).toEqual({ forgotten: true });
        expect(await storage.secret.forget({ actor })).toEqual({ forgotten: false });
        expect(await storage.secret.claim(second)).toEqual(second);
        expect(await storage.secret.find()).toEqual(second);
      });

      test('makes every process use a provider again', async () => {
        const before = await storage.revision();
        await storage.providers.resume({ actor, provider: 'far' });
        expect(await storage.revision()).toBe(before + 1);
        expect((await storage.audit.list({ limit: 1, after: null })).items).toMatchObject([
          { actor, action: 'provider.resume', subject: 'far', detail: {} },
        ]);
      });

      test('audits a change of something outside the ledger', async () => {
        const change = { action: 'library.remove' as const, subject: 'video-1', detail: { reason: 'why' } };
        await storage.audit.note({ actor, ...change });
        expect((await storage.audit.list({ limit: 1, after: null })).items).toMatchObject([
          { actor, ...change },
        ]);
      });

      test('finds changes by what was done and by whom, page by page', async () => {
        const note = (actor: string, subject: string) =>
          storage.audit.note({ actor, action: 'provider.check', subject, detail: {} });
        await note('session:ada/ses_1', 'p1');
        await note('session:ada/ses_2', 'p2');
        await note('session:ad_/ses_3', 'p3');
        await note('ada', 'p4');
        const found = async (filter: object) => {
          const subjects: string[] = [];
          for (let after: string | null = null; ; ) {
            const page = await storage.audit.list({ limit: 1, after, ...filter } as never);
            subjects.push(...page.items.map(({ subject }: { subject: string }) => subject));
            after = page.next;
            if (after === null) return subjects;
          }
        };
        expect(await found({ action: 'provider.check' })).toEqual(['p4', 'p3', 'p2', 'p1']);
        expect(await found({ actor: 'ada' })).toEqual(['p4', 'p2', 'p1']);
        expect(await found({ actor: 'ad_' })).toEqual(['p3']);
        expect(await found({ actor: 'ada', subject: 'p1', action: 'provider.check' })).toEqual(['p1']);
        expect(await found({ actor: 'ada', action: 'key.revoke' })).toEqual([]);
      });

      test('names what a list of ids stands for, and nothing else', async () => {
        await payer(1);
        const [account] = (await storage.accounts.list({ limit: 1, after: null })).items;
        const names = await storage.audit.names({ ids: [account!.id, 'nobody', account!.id] });
        expect([...names]).toEqual([[account!.id, account!.name]]);
      });

      test('seeds a catalog only as the first one', async () => {
        const draft = { currency: 'USD', effectiveFromMs: 5, endpoints: [], overrides: [] };
        const seeded = await storage.catalog.publish({ actor, draft, note: null, first: true });
        expect(seeded.kind).toBe('refused');
        expect(await storage.catalog.all()).toHaveLength(1);
      });

      test('never revokes the last active admin token, also when all are revoked at the same time', async () => {
        const token = { actor, name: 'n', role: 'viewer' as const, prefix: 'p' };
        for (const id of ['a', 'b', 'c']) await storage.adminTokens.create({ ...token, id, hash: id });
        const revoked = ['a', 'b', 'c'].map((id) => storage.adminTokens.revoke({ actor, id }));
        expect((await Promise.all(revoked)).map(({ kind }) => kind)).toEqual(['revoked', 'revoked', 'last']);
      });
    });

    test('usage by provider sets what attempts cost against what their calls earned', async () => {
      await payer(10);
      const attempt = (provider: string, outcome: string, cost: number) => {
        const costMicros = toMicros(cost);
        return { provider, startedMs: 0, durationMs: 5, outcome, bytes: 1, costMicros };
      };
      const paid = await openHold('r1');
      const attempts = [attempt('a', 'timeout', 100), attempt('b', 'ok', 300), attempt('c', 'cancelled', 50)];
      await storage.calls.settle({
        hold: paid,
        chargedMicros: PRICE,
        source: 'live',
        attempts,
        answer: null,
      });
      const failed = await openHold('r2');
      const failureCode = 'UPSTREAM_TIMEOUT';
      const tried = [attempt('a', 'timeout', 100), attempt('c', 'not_found', 50)];
      await storage.calls.release({ hold: failed, failureCode, attempts: tried });
      await account('other', 10);
      await key('other-key', 'other');
      const others = await openHold('r1', { accountId: 'other', keyId: 'other-key' });
      const theirs = [attempt('b', 'ok', 300)];
      await storage.calls.settle({
        hold: others,
        chargedMicros: PRICE,
        source: 'live',
        attempts: theirs,
        answer: null,
      });
      const november = { fromDay: '2026-11-01', toDay: '2026-11-30' };
      const of = (accountId: string, days: typeof november) =>
        storage.usage.providersOf({ party: 'test', accountId, ...days }) as Promise<ProviderUsageRow[]>;
      const rows = await of('acc', november);
      const one = {
        path: '/p',
        durationMs: 5,
        attempts: 1,
        failures: 0,
        costMicros: 300,
        chargedMicros: PRICE,
      };
      const two = { path: '/p', durationMs: 10, attempts: 2, failures: 2, costMicros: 200, chargedMicros: 0 };
      expect(rows).toEqual([
        { provider: 'a', ...two },
        { provider: 'b', ...one },
        { provider: 'c', ...two, failures: 0, costMicros: 100 },
      ]);
      expect(await of('other', november)).toEqual([{ provider: 'b', ...one }]);
      const both = { ...one, durationMs: 10, attempts: 2, costMicros: 600, chargedMicros: 2 * PRICE };
      expect(await storage.usage.providers(november)).toEqual([rows[0], { provider: 'b', ...both }, rows[2]]);
      for (const days of [
        { fromDay: '2026-11-16', toDay: '2026-11-30' },
        { fromDay: '2026-11-01', toDay: '2026-11-14' },
      ]) {
        expect(await of('acc', days)).toEqual([]);
      }
      const today = { fromDay: '2026-11-15', toDay: '2026-11-15' };
      expect(await of('acc', today)).toEqual(rows);
    });

    test('of a call with several legs each provider earns what its leg was charged', async () => {
      await payer(10);
      const leg = (provider: string, earned: number) => {
        const facts = { startedMs: 0, durationMs: 5, outcome: 'ok', bytes: 1, costMicros: toMicros(1) };
        return { provider, ...facts, leg: provider, earnedMicros: toMicros(earned) };
      };
      const attempts = [leg('a', PRICE - 300), leg('b', 300)];
      const paid = { chargedMicros: PRICE, source: 'live' as const, answer: null };
      await storage.calls.settle({ hold: await openHold('r1'), ...paid, attempts });
      const days = { fromDay: '2026-11-15', toDay: '2026-11-15' };
      const of = await storage.usage.providersOf({ party: 'test', accountId: 'acc', ...days });
      const rows = of as ProviderUsageRow[];
      expect(rows.map(({ provider, chargedMicros }) => [provider, chargedMicros])).toEqual([
        ['a', PRICE - 300],
        ['b', 300],
      ]);
      expect(await storage.usage.providers(days)).toEqual(rows);
    });

    test.each(['day', 'path', 'key'] as const)('usage by %s is that of the account alone', async (by) => {
      await payer(10);
      await account('other', 10);
      await key('other-key', 'other');
      const theirs = { accountId: 'other', keyId: 'other-key' };
      await settle(await openHold('r1'));
      for (const id of ['r1', 'r2']) await settle(await openHold(id, theirs));
      await release(await openHold('r3', theirs));
      const sums = async (asked: { accountId?: string }) => {
        const rows = await storage.usage.read({ ...asked, fromDay: '2026-11-01', toDay: '2026-11-30', by });
        const sum = (figure: 'calls' | 'failures') => rows.reduce((all, row) => all + row[figure], 0);
        return [sum('calls'), sum('failures'), rows.length];
      };
      expect(await sums({ accountId: 'acc' })).toEqual([1, 0, 1]);
      expect(await sums({ accountId: 'other' })).toEqual([2, 1, 1]);
      const [calls = 0, failures = 0, rows = 0] = await sums({ accountId: BYSTANDER });
      expect(await sums({})).toEqual([3 + calls, 1 + failures, by === 'key' ? 2 + rows : 1]);
    });

    test('usage of one key leaves out the other keys of its account', async () => {
      await payer(10);
      await key('second', 'acc');
      await settle(await openHold('r1'));
      for (const id of ['r2', 'r3']) await settle(await openHold(id, { keyId: 'second' }));
      await release(await openHold('r4', { keyId: 'second' }));
      const sumOf = (rows: { calls: number; failures: number }[]) =>
        rows.reduce(([calls, failures], row) => [calls! + row.calls, failures! + row.failures], [0, 0]);
      const of = { accountId: 'acc', keyId: 'second' };
      for (const by of ['day', 'path', 'key'] as const) {
        const days = { fromDay: '2026-11-01', toDay: '2026-11-30', by };
        expect(sumOf(await storage.usage.read({ ...of, ...days }))).toEqual([2, 1]);
        expect(sumOf(await storage.usage.read({ accountId: 'acc', ...days }))).toEqual([3, 1]);
        expect(await storage.usage.read({ accountId: 'other', keyId: 'second', ...days })).toEqual([]);
      }
      const bounds = { fromMs: Date.parse('2026-11-01'), toMs: Date.parse('2026-12-01'), party: 'test' };
      // The first is added up from days, the second is counted from calls.
      for (const by of [['path'], ['failure']] as const) {
        const read = await storage.usage.slice({ ...of, ...bounds, by });
        expect(read.kind === 'slices' && sumOf(read.slices)).toEqual([2, 1]);
      }
    });

    test('usage counts calls, failures and charges by day, path and key', async () => {
      await payer(10);
      await settle(await openHold('r1'));
      await release(await openHold('r2', { path: '/q' }));
      clock.advance(24 * 3_600_000);
      await settle(await openHold('r3'));
      const read = (by: 'day' | 'path' | 'key') =>
        storage.usage.read({ accountId: 'acc', fromDay: '2026-11-01', toDay: '2026-11-30', by });
      expect(await read('day')).toEqual([
        { group: '2026-11-15', name: null, calls: 1, failures: 1, chargedMicros: PRICE },
        { group: '2026-11-16', name: null, calls: 1, failures: 0, chargedMicros: PRICE },
      ]);
      expect((await read('path')).map(({ group, calls }) => [group, calls])).toEqual([
        ['/p', 2],
        ['/q', 0],
      ]);
      expect(await read('key')).toEqual([
        { group: 'key', name: 'key', calls: 2, failures: 1, chargedMicros: 2 * PRICE },
      ]);
    });
  });
}
