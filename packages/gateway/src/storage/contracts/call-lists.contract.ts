// Contract of every backend for lists of calls: for any filter, all pages together are exactly the matching calls of the ledger, each
// once, the latest end first, and their sums are the ledger's.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Attempt } from '../../domain/call.ts';
import { DAY_MS } from '../../domain/duration.ts';
import { LONG_READS_AT_ONCE, LONG_READS_WAITING_PER_PARTY } from '../../domain/limits.ts';
import { type Micros, toMicros } from '../../domain/money.ts';
import type { CallFilter, ListedCall } from '../nouns/listed-call.ts';
import type { Dimension, Storage, UsageSlice } from '../storage.ts';
import { addPayer, callOf, keyIdOf, PRICE, publishPrice, settlementOf } from '../testing/payer.ts';
import { createTestClock, type EditedStorage } from './storage.contract.ts';

const PLATFORMS = ['x', 'y'] as const;

/** A few calls of every kind, over three days; some ids fail first and are answered later. */
async function fillCalls(storage: Storage, advance: (ms: number) => void): Promise<void> {
  for (let n = 0; n < 60; n++) {
    const payer = n % 3 === 0 ? 'b' : 'a';
    await makeCall(storage, payer, `r-${n}`, n);
    if (n % 10 === 7) await makeCall(storage, payer, `r-${n - 3}`, n - 3);
    advance(n % 7 === 0 ? DAY_MS / 8 : 40_000);
  }
}

async function makeCall(storage: Storage, payer: string, requestId: string, n: number): Promise<void> {
  const platform = PLATFORMS[n % 2]!;
  const path = `/api/u1/v1/${platform}/app/search_${n % 3}`;
  const opened = await storage.calls.open(callOf(payer, requestId, { platform, path }));
  if (opened.kind !== 'opened') return;
  const { hold } = opened;
  if (n % 20 === 19) return;
  if (n % 5 === 4) {
    const failureCode = n % 2 === 0 ? 'UPSTREAM_TIMEOUT' : 'UPSTREAM_ERROR';
    await storage.calls.release({ hold, failureCode, attempts: [attemptOf('one', 'timeout', 3)] });
  } else if (n % 4 === 3) await storage.calls.settle(settlementOf(hold, { source: 'cache' }));
  else {
    const attempts = [attemptOf('one', 'timeout', 3), attemptOf(n % 3 === 1 ? 'two' : 'one', 'ok', 70)];
    await storage.calls.settle(settlementOf(hold, { attempts: n % 2 === 0 ? attempts : attempts.slice(1) }));
  }
}

function attemptOf(provider: string, outcome: string, cost: number): Attempt {
  return { provider, startedMs: 0, durationMs: 12, outcome, bytes: 1, costMicros: toMicros(cost) };
}

async function walk(storage: Storage, filter: CallFilter, limit: number): Promise<ListedCall[]> {
  const calls: ListedCall[] = [];
  let after: string | null = null;
  do {
    const page: Awaited<ReturnType<Storage['calls']['list']>> = await storage.calls.list({
      ...filter,
      limit,
      after,
    });
    expect(page.items.filter(({ state }) => state !== 'held').length).toBeLessThanOrEqual(limit);
    calls.push(...page.items);
    after = page.next;
  } while (after !== null);
  return calls;
}

/** The filter, implemented independently. */
function fits(call: ListedCall, filter: CallFilter): boolean {
  const endMs = call.finishedAtMs;
  const isAsked = (provider: string) => call.attempts.some((attempt) => attempt.provider === provider);
  return (
    (filter.accountId === undefined || call.accountId === filter.accountId) &&
    (filter.keyId === undefined || call.keyId === filter.keyId) &&
    (filter.path === undefined || call.path === filter.path) &&
    (filter.platform === undefined || call.platform === filter.platform) &&
    (filter.provider === undefined || isAsked(filter.provider)) &&
    (filter.requestPrefix === undefined || call.requestId.startsWith(filter.requestPrefix)) &&
    (filter.state === undefined || call.state === filter.state) &&
    (filter.failureCode === undefined || call.failureCode === filter.failureCode) &&
    (filter.fromMs === undefined || endMs === null || endMs >= filter.fromMs) &&
    (filter.toMs === undefined || (endMs !== null && endMs < filter.toMs))
  );
}

const sumOf = (calls: readonly ListedCall[], of: (call: ListedCall) => number) =>
  calls.reduce((sum, call) => sum + of(call), 0) as Micros;

const costOf = ({ attempts }: ListedCall) => attempts.reduce((sum, { costMicros }) => sum + costMicros, 0);

/** What a release before schema version 11 writes for calls: days, and no steps. */
const olderDay = (day: string) => [
  `INSERT INTO usage_days (account_id, key_id, day, path, calls, failures, charged_micros, last_at_ms)
   VALUES ('a', 'older', '${day}', '/older', 5000, 100, 60000, 0)`,
  `INSERT INTO provider_days (day, path, provider, attempts, failures, duration_ms, cost_micros, charged_micros)
   VALUES ('${day}', '/older', 'older', 5100, 100, 1, 7000, 60000)`,
];
const WITHOUT_OLDER = [
  "DELETE FROM usage_days WHERE path = '/older'",
  "DELETE FROM provider_days WHERE path = '/older'",
];

export function describeCallLists(
  name: string,
  openStorage: (clock: ReturnType<typeof createTestClock>) => Promise<EditedStorage>,
): void {
  describe(`lists of calls on ${name}`, () => {
    const clock = createTestClock();
    let opened: EditedStorage;
    let storage: Storage;
    let all: ListedCall[];

    beforeAll(async () => {
      opened = await openStorage(clock);
      storage = opened.storage;
      await publishPrice(storage, PRICE, '/api/*/v1/*/app/*');
      await addPayer(storage, 'a', 100);
      await addPayer(storage, 'b', 100);
      await fillCalls(storage, (ms) => clock.advance(ms));
      const refund = { amountMicros: toMicros(400), reference: null, reason: 'why' };
      await storage.accounts.refund({ actor: 't', accountId: 'b', requestId: 'r-0', ...refund });
      all = await walk(storage, {}, 500);
    });
    afterAll(() => opened.close());

    test('every call is listed once, running calls first, then the latest end', () => {
      expect(new Set(all.map(({ seq }) => seq)).size).toBe(60);
      const ends = all.map(({ finishedAtMs }) => finishedAtMs ?? Number.MAX_SAFE_INTEGER);
      expect(ends).toEqual([...ends].sort((a, b) => b - a));
      expect(all.filter(({ state }) => state === 'held')).toHaveLength(3);
    });

    test('the charges of the list are those of the ledger, and the refunds too', async () => {
      for (const accountId of ['a', 'b']) {
        const { items } = await storage.accounts.entries({ accountId, limit: 500, after: null });
        const own = all.filter((call) => call.accountId === accountId);
        const posted = (kind: string) =>
          items.filter((entry) => entry.kind === kind).reduce((sum, entry) => sum + entry.amountMicros, 0);
        expect(sumOf(own, ({ chargedMicros }) => chargedMicros)).toBe(-posted('charge'));
        expect(sumOf(own, ({ refundedMicros }) => refundedMicros)).toBe(posted('refund'));
      }
      expect(await storage.ledger.verify()).toMatchObject({ differenceCount: 0, calls: 60 });
    });

    const startMs = clock.nowMs();
    const midnightMs = startMs - (startMs % DAY_MS) + DAY_MS;
    const filters: [string, CallFilter][] = [
      ['one account', { accountId: 'a' }],
      ['one key', { accountId: 'b', keyId: keyIdOf('b') }],
      ['request ids that begin alike', { accountId: 'a', requestPrefix: 'r-1' }],
      ['answered calls whose ids begin alike', { accountId: 'b', requestPrefix: 'r-2', state: 'settled' }],
      ['ids that begin alike, since a moment', { accountId: 'a', requestPrefix: 'r-', fromMs: midnightMs }],
      ['ids that begin alike, before a moment', { accountId: 'b', requestPrefix: 'r-', toMs: midnightMs }],
      ['a path', { path: '/api/u1/v1/y/app/search_1' }],
      ['a platform', { platform: 'x' }],
      ['a platform of one account', { accountId: 'a', platform: 'y' }],
      ['a provider', { provider: 'two' }],
      ['an unknown provider', { provider: 'tw%' }],
      ['answered', { state: 'settled' }],
      ['failed', { state: 'released' }],
      ['running', { state: 'held' }],
      ['a failure', { failureCode: 'UPSTREAM_TIMEOUT' }],
      ['a failure of one account', { accountId: 'b', failureCode: 'UPSTREAM_ERROR' }],
      ['a day', { fromMs: midnightMs, toMs: midnightMs + DAY_MS }],
      ['a day of one account', { accountId: 'a', fromMs: midnightMs, toMs: midnightMs + DAY_MS }],
      ['since a moment', { fromMs: startMs + 100_000 }],
      ['before a moment', { toMs: startMs + DAY_MS + 1 }],
      ['between moments at one provider', { provider: 'one', fromMs: startMs + 1, toMs: startMs + DAY_MS }],
    ];

    test.each(filters)(
      '%s: all pages together are the matching calls, for any page size',
      async (_name, filter) => {
        const expected = all.filter((call) => fits(call, filter));
        for (const limit of [1, 7, 500]) {
          expect((await walk(storage, filter, limit)).map(({ seq }) => seq).sort()).toEqual(
            expected.map(({ seq }) => seq).sort(),
          );
        }
      },
    );

    test.each(filters)('%s: the sums are those of the list', async (_name, filter) => {
      const answered = all.filter((call) => call.state === 'settled' && fits(call, filter));
      const totals = await storage.calls.totals(filter);
      expect(totals).toMatchObject({
        calls: answered.length,
        chargedMicros: sumOf(answered, ({ chargedMicros }) => chargedMicros),
        countedFromMs: null,
      });
      expect(totals.chargedMicros).toBe(answered.length * PRICE);
    });

    describe('sums of whole days', () => {
      const later = createTestClock();
      const firstDayMs = midnightMs - DAY_MS;
      const dayMs = (n: number) => firstDayMs + n * DAY_MS;
      let months: EditedStorage;

      beforeAll(async () => {
        months = await openStorage(later);
        await publishPrice(months.storage, PRICE, '/api/*/v1/*/app/*');
        await addPayer(months.storage, 'a', 9);
        for (const day of [0, 20, 40]) {
          later.advance(dayMs(day) + DAY_MS / 2 - later.nowMs());
          await makeCall(months.storage, 'a', `day-${day}`, 0);
        }
      });
      afterAll(() => months.close());

      test.each<[string, CallFilter, number, number | null]>([
        ['of all accounts are those of 31 days, and say so', {}, 2, dayMs(10)],
        ['of all accounts before a day are those of 31 days before it', { toMs: dayMs(32) }, 1, dayMs(1)],
        ['of all accounts are whole if the first day is late enough', { toMs: dayMs(31) }, 2, null],
        ['of all accounts since a day leave out what was before', { fromMs: dayMs(21) }, 1, null],
        ['of all accounts since exactly 31 days are whole', { fromMs: dayMs(10) }, 2, null],
        ['of all accounts since 32 days are those of 31 days', { fromMs: dayMs(9) }, 2, dayMs(10)],
        ['of charged calls of all accounts are those of 31 days', { state: 'settled' }, 2, dayMs(10)],
        ['of one account are whole', { accountId: 'a' }, 3, null],
      ])('%s', async (_name, filter, calls, countedFromMs) => {
        const chargedMicros = calls * PRICE;
        expect(await months.storage.calls.totals(filter)).toMatchObject({
          calls,
          chargedMicros,
          countedFromMs,
        });
      });
    });

    test('a call that failed before it was answered counts every opening, with its cost', async () => {
      const ended = all.filter(({ state }) => state !== 'held');
      const again = ended.filter(({ state, requestId }) => state === 'settled' && /[4]$/.test(requestId));
      const totals = await storage.calls.totals({});
      const failed = ended.filter(({ state }) => state !== 'settled').length;
      expect(totals.failures).toBeGreaterThanOrEqual(failed + again.length);
      expect(totals.costMicros).toBeGreaterThanOrEqual(sumOf(ended, costOf));
      const failedCost = sumOf(ended, costOf) - sumOf(answeredOf(ended), costOf);
      expect(await storage.calls.totals({ state: 'settled' })).toEqual({
        ...totals,
        failures: 0,
        costMicros: totals.costMicros - failedCost,
      });
      const counted = await storage.calls.totals({ state: 'settled', fromMs: startMs - 1 });
      expect(counted.costMicros).toBe(sumOf(answeredOf(ended), costOf));
    });

    const answeredOf = (calls: ListedCall[]) => calls.filter(({ state }) => state === 'settled');

    test('one call has its charge, its refunds and its openings', async () => {
      const call = all.find(({ requestId }) => requestId === 'r-0')!;
      const detail = await storage.calls.detail({ seq: call.seq });
      expect(detail).toMatchObject({ ...call, epoch: 1, complaint: null });
      expect(detail!.entries.map(({ kind, amountMicros }) => [kind, amountMicros])).toEqual([
        ['charge', -PRICE],
        ['refund', 400],
      ]);
      expect(await storage.calls.detail({ seq: 999_999 })).toBeNull();
    });

    test('open holds are listed oldest first, page by page', async () => {
      const first = await storage.calls.holds({ limit: 2, after: null });
      const second = await storage.calls.holds({ limit: 2, after: first.next });
      const held = [...first.items, ...second.items];
      expect([first.items.length, second.items.length, second.next]).toEqual([2, 1, null]);
      expect(held.map(({ requestId }) => requestId)).toEqual(['r-19', 'r-39', 'r-59']);
      expect((await storage.calls.holds({ limit: 9, after: null, accountId: 'b' })).items).toMatchObject([
        { requestId: 'r-39' },
      ]);
    });

    test('everything is found by its id or request id, an account also by its name, and nothing by another', async () => {
      const { seq } = all.find(({ requestId }) => requestId === 'r-0')!;
      const call = { kind: 'call', id: `call_${seq}`, name: 'r-0', accountId: 'b', state: 'settled' };
      expect(await storage.lookUp({ id: `call_${seq}` })).toMatchObject([call]);
      expect(await storage.lookUp({ id: 'r-0' })).toMatchObject([call]);
      const own = { accountId: 'a', accountName: 'name-of-a', state: 'active' };
      const account = { kind: 'account', ...own, id: 'a', name: 'name-of-a' };
      const key = { kind: 'key', ...own, id: keyIdOf('a'), name: 'key-name-of-a' };
      for (const id of ['a', account.name]) expect(await storage.lookUp({ id })).toMatchObject([account]);
      expect(await storage.lookUp({ id: key.id })).toMatchObject([key]);
      expect(await storage.lookUp({ id: 'p' })).toMatchObject([{ kind: 'key' }, { kind: 'key' }]);
      const { items } = await storage.accounts.entries({ accountId: 'a', limit: 1, after: null });
      expect(await storage.lookUp({ id: String(items[0]!.id) })).toMatchObject([
        { kind: 'entry', id: String(items[0]!.id), accountId: 'a', name: 'charge' },
      ]);
      for (const id of ['r-', '%', 'call_0', 'A', key.name]) expect(await storage.lookUp({ id })).toEqual([]);
    });

    const days = { fromMs: midnightMs - DAY_MS, toMs: midnightMs + 20 * DAY_MS };
    const dimensions: Dimension[][] = [
      ['day'],
      ['account', 'day'],
      ['key', 'platform'],
      ['project', 'path'],
      ['path', 'provider'],
      ['day', 'provider'],
      ['account', 'failure'],
      ['provider', 'key'],
      ['day', 'failure'],
      ['failure', 'platform'],
    ];

    test.each(dimensions.map((by) => [by.join(' and '), by] as const))(
      'usage by %s earns what the ledger charged, and no more',
      async (_name, by) => {
        const result = await storage.usage.slice({ party: 'test', ...days, by });
        if (result.kind !== 'slices') throw new Error(result.kind);
        const answered = all.filter(({ state }) => state === 'settled');
        const sum = (of: 'calls' | 'chargedMicros') => result.slices.reduce((all, one) => all + one[of], 0);
        expect([sum('calls'), sum('chargedMicros')]).toEqual([answered.length, answered.length * PRICE]);
        const names = result.slices.map(({ groups }) => groups.join(' '));
        expect(new Set(names).size).toBe(names.length);
        const own = await storage.usage.slice({ party: 'test', ...days, by, accountId: 'a' });
        if (own.kind !== 'slices') throw new Error(own.kind);
        expect(own.slices.reduce((all, one) => all + one.chargedMicros, 0)).toBe(
          answered.filter(({ accountId }) => accountId === 'a').length * PRICE,
        );
      },
    );

    test('hours add up to their days, and are refused where they are no longer kept', async () => {
      const week = { fromMs: midnightMs - DAY_MS, toMs: midnightMs + 7 * DAY_MS };
      const byHour = await storage.usage.slice({ party: 'test', ...week, by: ['hour', 'provider'] });
      const byDay = await storage.usage.slice({ party: 'test', ...week, by: ['day', 'provider'] });
      if (byHour.kind !== 'slices' || byDay.kind !== 'slices') throw new Error(byHour.kind);
      const sums = new Map<string, number>();
      for (const { groups, costMicros } of byHour.slices) {
        const name = `${groups[0]!.slice(0, 10)} ${groups[1]}`;
        sums.set(name, (sums.get(name) ?? 0) + costMicros);
      }
      const expected = byDay.slices.map(({ groups, costMicros }) => [groups.join(' '), costMicros] as const);
      expect([...sums].sort()).toEqual([...expected].sort());
      expect(await storage.usage.slice({ party: 'test', ...days, by: ['hour'] })).toMatchObject({
        kind: 'too_old',
      });
    });

    test('a party that asks for many reports at once gets a few of them, and other parties still get theirs', async () => {
      const ask = (party: string) =>
        storage.usage.slice({ party, ...days, by: ['failure'], accountId: party });
      const many = Array.from({ length: 64 }, () => ask('a'));
      const other = await ask('b');
      const kinds = Map.groupBy(await Promise.all(many), ({ kind }) => kind);
      const answered = LONG_READS_AT_ONCE - 1 + LONG_READS_WAITING_PER_PARTY;
      expect(other.kind).toBe('slices');
      expect([kinds.get('slices')?.length, kinds.get('busy')?.length]).toEqual([answered, 64 - answered]);
      expect((await ask('a')).kind).toBe('slices');
    });

    test('an overview agrees with the ledger about today, yesterday and accounts that run out of money', async () => {
      const nowMs = clock.nowMs();
      const todayMs = nowMs - (nowMs % DAY_MS);
      const answered = all.filter(({ state }) => state === 'settled');
      const since = (fromMs: number, toMs: number) =>
        answered.filter(({ finishedAtMs }) => finishedAtMs! >= fromMs && finishedAtMs! < toMs);
      const overview = await storage.usage.overview({ nowMs, runwayDays: 1_000_000 });
      expect(overview.today).toMatchObject({
        calls: since(todayMs, nowMs + 1).length,
        chargedMicros: since(todayMs, nowMs + 1).length * PRICE,
      });
      const sameMs = nowMs - DAY_MS - (nowMs % 300_000);
      expect(overview.yesterday.calls).toBe(since(todayMs - DAY_MS, sameMs).length);
      expect(overview.hours.reduce((sum, { calls }) => sum + calls, 0)).toBe(
        since(todayMs - DAY_MS, nowMs + 1).length,
      );
      expect(overview.runways.map(({ accountId }) => accountId).sort()).toEqual(['a', 'b']);
      for (const { accountId, availableMicros, spentMicros } of overview.runways) {
        const own = answered.filter((call) => call.accountId === accountId);
        expect(spentMicros).toBe(own.length * PRICE);
        const account = await storage.accounts.find({ idOrName: accountId });
        expect(availableMicros).toBe(account!.balanceMicros - account!.heldMicros);
        expect(await storage.usage.runway({ accountId, nowMs })).toMatchObject({
          availableMicros,
          spentMicros,
        });
      }
      expect((await storage.usage.overview({ nowMs, runwayDays: 0.0001 })).runways).toEqual([]);
      expect(overview.refundedMicros + overview.waitingComplaints).toBe(400);
    });

    test('what an older release has counted without times is in the figures of its day and in no hour', async () => {
      const nowMs = clock.nowMs();
      const midnightMs = nowMs - (nowMs % DAY_MS);
      const before = await storage.usage.overview({ nowMs, runwayDays: 1 });
      expect(before.untimedCalls).toBe(0);
      const usage = async () => {
        const { slices } = (await storage.usage.slice({
          ...{ fromMs: midnightMs, toMs: midnightMs + DAY_MS, by: ['day'], party: 'test' },
        })) as { slices: UsageSlice[] };
        const [{ calls, failures, chargedMicros }] = slices as [UsageSlice];
        return { calls, failures, chargedMicros };
      };
      expect(before.today).toMatchObject(await usage());
      const day = (atMs: number) => new Date(atMs).toISOString().slice(0, 10);
      for (const sql of [midnightMs, midnightMs - DAY_MS].flatMap((atMs) => olderDay(day(atMs)))) {
        await opened.edit(sql);
      }
      const after = await storage.usage.overview({ nowMs, runwayDays: 1 });
      expect(after.today).toEqual({
        calls: before.today.calls + 5_000,
        failures: before.today.failures + 100,
        chargedMicros: before.today.chargedMicros + 60_000,
        costMicros: before.today.costMicros + 7_000,
      });
      expect(after.today).toMatchObject(await usage());
      expect(after.untimedCalls).toBe(5_100);
      expect(after.hours).toEqual(before.hours);
      const part = (nowMs - (nowMs % 300_000) - midnightMs) / DAY_MS;
      expect(after.yesterday.calls - before.yesterday.calls).toBe(Math.floor(5_000 * part));
      const route = after.routes.find(({ provider }) => provider === 'older');
      expect(route).toMatchObject({ attempts: 5_100, failedAttempts: 100, costMicros: 7_000 });
      for (const sql of WITHOUT_OLDER) await opened.edit(sql);
      expect(await storage.usage.overview({ nowMs, runwayDays: 1 })).toEqual(before);
    });

    test('the history of a provider has every attempt in its five-minute step, with its duration', async () => {
      const steps = await storage.usage.providerSteps({ provider: 'two', ...days });
      const asked = all.flatMap(({ attempts }) => attempts).filter(({ provider }) => provider === 'two');
      expect(steps.reduce((sum, { attempts }) => sum + attempts, 0)).toBe(asked.length);
      expect(steps.reduce((sum, { costMicros }) => sum + costMicros, 0)).toBe(asked.length * 70);
      for (const { stepMs, attempts, durations } of steps) {
        expect([stepMs % 300_000, durations]).toEqual([0, [0, attempts, 0, 0, 0, 0, 0, 0, 0, 0]]);
      }
    });

    test('how calls ended agrees with the list, from steps and from days, and the time has both its ends', async () => {
      const endMs = clock.nowMs() + 1;
      const whole = { fromMs: midnightMs - DAY_MS, toMs: endMs, parts: 3 };
      const read = async (input: Omit<Parameters<typeof storage.usage.outcomes>[0], 'party'>) => {
        const found = await storage.usage.outcomes({ ...input, party: 'test' });
        if ('kind' in found) throw new Error(found.kind);
        return found;
      };
      const bySteps = await read({ ...whole, totals: 'steps' });
      expect(await read({ ...whole, totals: 'days' })).toEqual(bySteps);
      const paths = [...new Set(all.filter(({ state }) => state !== 'held').map(({ path }) => path))].sort();
      expect(bySteps.map(({ path }) => path)).toEqual(paths);
      for (const { path, calls, failed, durations, codes } of bySteps) {
        const own = all.filter((call) => call.path === path);
        expect(calls).toBe(answeredOf(own).length);
        const ended = Map.groupBy(
          own.filter(({ state }) => state === 'released'),
          ({ failureCode }) => failureCode,
        );
        const counted = [...ended].map(([code, of]) => ({ code, calls: of.length }));
        const inOrder = (some: { code: string | null; calls: number }[]) =>
          some
            .map((one) => ({ code: one.code, calls: one.calls }))
            .sort((x, y) => (x.code! < y.code! ? -1 : 1));
        expect(inOrder(codes)).toEqual(inOrder(counted));
        // An id that failed and was answered later is counted as failed, and its code is gone.
        expect(failed).toBeGreaterThanOrEqual(counted.reduce((sum, one) => sum + one.calls, 0));
        expect(durations[1]).toBeGreaterThanOrEqual(own.flatMap(({ attempts }) => attempts).length);
      }
      const lastMs = Math.max(...answeredOf(all).map(({ finishedAtMs }) => finishedAtMs!));
      const stepMs = lastMs - (lastMs % 300_000);
      const callsFrom = async (fromMs: number, toMs: number) =>
        (await read({ fromMs, toMs, totals: 'steps', parts: 1 })).reduce((sum, { calls }) => sum + calls, 0);
      expect(await callsFrom(stepMs, endMs)).toBeGreaterThan(0);
      expect(await callsFrom(stepMs + 1, endMs)).toBe(
        answeredOf(all).filter(({ finishedAtMs }) => finishedAtMs! >= stepMs + 300_000).length,
      );
      expect((await callsFrom(0, stepMs)) + (await callsFrom(stepMs, endMs))).toBe(answeredOf(all).length);
    });

    test('the result of the last check of the ledger is stored, and null before the first check', async () => {
      expect(await storage.ledger.verdict()).toBeNull();
      await storage.ledger.keepVerdict({ atMs: 1, entries: 2, differences: 3 });
      await storage.ledger.keepVerdict({ atMs: 4, entries: 5, differences: 0 });
      expect(await storage.ledger.verdict()).toEqual({ atMs: 4, entries: 5, differences: 0 });
      const nowMs = clock.nowMs();
      expect(await storage.ledger.watch({ nowMs })).toMatchObject({
        ...{
          verdict: { atMs: 4 },
          backedUpAtMs: null,
          archivedAtMs: null,
          drill: null,
          refundedMicros: (await storage.usage.overview({ nowMs, runwayDays: 1 })).refundedMicros,
        },
      });
      await storage.ledger.noteBackup({ atMs: 6 });
      await storage.ledger.noteBackup({ atMs: 7 });
      await storage.ledger.noteDrill({ atMs: 8, durationMs: 9 });
      await storage.ledger.noteArchive({ atMs: 10 });
      expect(await storage.ledger.watch({ nowMs })).toMatchObject({
        backedUpAtMs: 7,
        archivedAtMs: 10,
        drill: { atMs: 8, durationMs: 9 },
      });
    });

    test('old steps are added to their days, and what providers cost and earned stays the same', async () => {
      const year = { fromDay: '2026-01-01', toDay: '2027-12-31' };
      const before = await storage.usage.providers(year);
      expect(before.length).toBeGreaterThan(2);
      clock.advance(30 * DAY_MS);
      let folded = 0;
      for (let round = await storage.usage.fold(); round.folded > 0; round = await storage.usage.fold())
        folded += round.folded;
      expect(folded).toBeGreaterThan(before.length);
      expect(await storage.usage.providers(year)).toEqual(before);
    });
  });
}
