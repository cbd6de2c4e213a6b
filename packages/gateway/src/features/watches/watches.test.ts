// Watches over a whole gateway, with a platform that pins, reorders, deletes and adds items between slots.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Intervals } from '../../domain/clock.ts';
import { SqliteConnection } from '../../storage/sqlite/connection.ts';
import { verifyFile } from '../../storage/sqlite/import.ts';
import { createShiftedClock } from '../../testing/shifted-clock.ts';
import {
  type Answer,
  startTestGateway,
  TEST_SETTINGS,
  type TestGateway,
} from '../../testing/test-gateway.ts';
import { HELD_RETRY_MS } from './watch-runs.ts';

const PATH = '/api/u1/v1/scripted/app/search_video_v2';
const HOUR = 3_600_000;
const ITEM = 1_200; // As in the first price list, also for a run without a new item.

const clock = createShiftedClock();
/** Jobs run when the test says so. */
const jobs = new Set<() => Promise<void>>();
const intervals: Intervals = (_everyMs, work) => {
  jobs.add(work);
  return () => jobs.delete(work);
};

let gateway: TestGateway;
/** The list of each keyword, the first item first, in pages of `count`. */
const lists = new Map<string, string[]>();
/** The keywords that the platform was asked for. */
const asked: string[] = [];
let isDown = false;

/** The platform answers these keywords later. */
const gates = new Map<string, Promise<void>>();

async function script(query: URLSearchParams) {
  asked.push(query.get('q')!);
  await gates.get(query.get('q')!);
  if (isDown) return { kind: 'unavailable' as const, detail: 'down' };
  const ids = lists.get(query.get('q')!) ?? [];
  const from = Number(query.get('cursor') || 0);
  const to = from + Number(query.get('count'));
  const page = ids.slice(from, to);
  const urls = page.map((id) => `https://v.example/${id}?a=1&b=<2>`);
  return { ids: page, urls, cursor: to < ids.length ? String(to) : null };
}

/** The data folder, which the gateway gets again when a test restarts it. */
const folder = mkdtempSync(path.join(tmpdir(), 'reelgate-watches-'));
const SETTINGS = `${TEST_SETTINGS}gathering: { watches: { max: 20 } }\n`;
const start = (beside?: TestGateway) =>
  startTestGateway({
    ...{ settings: SETTINGS, script, ports: { clock, intervals } },
    ...(beside === undefined ? { folder } : { beside }),
  });

beforeAll(async () => {
  gateway = await start();
});
afterAll(async () => {
  await gateway.close();
  rmSync(folder, { recursive: true });
});

let made = 0;
const create = (body: object, options: { key?: string; id?: string } = {}) =>
  gateway.ask('/api/watches/v1', {
    ...{ method: 'POST', body: { path: PATH, every: '1h', ...body } },
    headers: { 'x-reelgate-request-id': options.id ?? `create-${++made}` },
    ...(options.key !== undefined && { key: options.key }),
  });
type Body = Record<string, unknown>;

async function made1(body: object, options: { key?: string } = {}) {
  const answer = await create(body, options);
  expect(answer.status, answer.text).toBe(201);
  return answer.body.watch as Body & { id: string };
}

const one = async (id: string, key?: string) =>
  (await gateway.ask(`/api/watches/v1/${id}`, key === undefined ? {} : { key })).body.watch;

/** Runs what is due, until this watch has ended this many runs or is no longer active. */
async function runsUntil(id: string, runs: number, key?: string) {
  await expect
    .poll(
      async () => {
        for (const job of jobs) await job();
        const watch = await one(id, key);
        return watch.runs >= runs || watch.state !== 'active';
      },
      { interval: 5, timeout: 10_000 },
    )
    .toBe(true);
  return one(id, key);
}

/** The next slot, and its run. */
async function nextRun(id: string, key?: string) {
  const { runs, next_run_at } = await one(id, key);
  clock.advance(Math.max(0, Date.parse(next_run_at) - clock.nowMs()));
  return runsUntil(id, runs + 1, key);
}

async function itemsOf(id: string, query = '', key?: string) {
  const answer = await gateway.ask(`/api/watches/v1/${id}/items${query}`, key === undefined ? {} : { key });
  expect(answer.status, answer.text).toBe(200);
  return answer.body as { items: { number: number; record: { id: string } }[]; next: number };
}
const idsOf = async (id: string, key?: string) =>
  (await itemsOf(id, '?limit=500', key)).items.map(({ record }) => record.id);

const ids = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => `v${from + i}`);

describe('what is new', () => {
  test('ids that a database cannot store as they are count as seen all the same', async () => {
    const odd = ['a\0b', 'a\ud800', 'a\udfff', 'x'.repeat(10_000), 'a:b', 'A:B'];
    lists.set('odd', odd);
    const { id } = await made1({ query: { keyword: 'odd', count: '10' }, baseline: 'deliver' });
    await runsUntil(id, 1);
    expect(await idsOf(id)).toEqual(odd);
    expect((await nextRun(id)).last_run).toMatchObject({ items: 0, charged: '0.001200' });
  });

  test('a watch whose first run failed marks in its next one: it delivers nothing, and costs a check for each page', async () => {
    lists.set('late', ids(1, 30));
    isDown = true;
    const { id } = await made1({ query: { keyword: 'late', count: '10' } });
    expect(await runsUntil(id, 1)).toMatchObject({ items: 0, spent: { total: '0.000000' } });
    isDown = false;
    clock.advance(24 * HOUR);
    expect(await nextRun(id)).toMatchObject({ items: 0, has_gap: false, spent: { total: '0.003600' } });
    expect(await idsOf(id)).toEqual([]);
    lists.set('late', ['n1', ...ids(1, 30)]);
    expect((await nextRun(id)).last_run).toMatchObject({ items: 1, charged: '0.002400' });
    expect(await idsOf(id)).toEqual(['n1']);
  });

  test('the first run marks; each new item comes once, in numbered order, whatever the list does', async () => {
    lists.set('cats', ids(1, 30));
    const { id } = await made1({ query: { keyword: 'cats', count: '10' } });
    const first = await runsUntil(id, 1);
    expect(first).toMatchObject({ state: 'active', items: 0, has_gap: false, spent: { total: '0.003600' } });
    expect(await idsOf(id)).toEqual([]);

    // Added in front, behind a pinned old item.
    lists.set('cats', ['v7', 'n1', 'n2', ...ids(1, 6), ...ids(8, 30)]);
    expect((await nextRun(id)).last_run).toMatchObject({
      items: 2,
      pages: 2,
      charged: '0.003600',
      gap: false,
    });
    // Reordered: nothing is new, which costs a check.
    lists.set('cats', ['n2', 'v3', 'n1', 'v7', 'v1', 'v2', ...ids(4, 6), ...ids(8, 30)]);
    expect((await nextRun(id)).last_run).toMatchObject({ items: 0, pages: 1, charged: '0.001200' });
    // Deleted, and back again later.
    lists.set('cats', ['v3', 'v1', ...ids(4, 6), ...ids(8, 30), 'n3']);
    await nextRun(id);
    lists.set('cats', ['n4', 'n1', 'n2', 'v3', 'v1', ...ids(4, 6), ...ids(8, 30)]);
    await nextRun(id);
    const { items, next } = await itemsOf(id);
    expect(items.map(({ number, record }) => [number, record.id])).toEqual([
      [1, 'n1'],
      [2, 'n2'],
      [3, 'n4'],
    ]);
    expect(next).toBe(3);
    expect((await itemsOf(id, '?after=2')).items.map(({ record }) => record.id)).toEqual(['n4']);
    const charged = (await gateway.ask(`/api/watches/v1/${id}/runs`)).body.runs.map(
      ({ charged }: Body) => charged,
    );
    expect(charged).toEqual(['0.002400', '0.001200', '0.001200', '0.003600', '0.003600']);
    expect((await one(id)).spent).toEqual({ month: '0.012000', total: '0.012000' });
  });

  test('more new items than a run may read are a gap, which the next run reads deeper to close', async () => {
    lists.set('dogs', ids(1, 5));
    const { id } = await made1({ query: { keyword: 'dogs', count: '5' }, pages_max: 1 });
    await runsUntil(id, 1);
    lists.set('dogs', [...ids(101, 108), ...ids(1, 5)]);
    expect(await nextRun(id)).toMatchObject({ has_gap: true, last_run: { items: 5, gap: true } });
    expect(await nextRun(id)).toMatchObject({ has_gap: true, last_run: { items: 3, pages: 2, gap: true } });
    expect(await nextRun(id)).toMatchObject({ has_gap: false, last_run: { items: 0, pages: 2, gap: false } });
    expect(await nextRun(id)).toMatchObject({ has_gap: false, last_run: { items: 0, pages: 1, gap: false } });
    expect(await idsOf(id)).toEqual(ids(101, 108));
    const { body } = await gateway.ask('/api/account/v1/events?limit=500');
    const told = body.events.filter(
      ({ type, data }: Body & { data: Body }) => type === 'watch.items' && data.watch === id,
    );
    expect(told.map(({ data }: { data: Body }) => [data.first_number, data.last_number, data.gap])).toEqual([
      [1, 5, true],
      [6, 8, true],
    ]);
    expect(told[0].data.items.map((record: Body) => record.id)).toEqual(ids(101, 105));
  });

  test('the baseline `deliver` delivers what the list shows at first; `run` is a slot of its own', async () => {
    lists.set('birds', ids(1, 3));
    const { id, next_run_at } = await made1({
      query: { keyword: 'birds' },
      baseline: 'deliver',
      every: '2h',
    });
    await runsUntil(id, 1);
    expect(await idsOf(id)).toEqual(ids(1, 3));
    lists.set('birds', ['b1', ...ids(1, 3)]);
    const { next_run_at: planned } = await one(id);
    expect(planned).not.toBe(next_run_at);
    expect((await gateway.ask(`/api/watches/v1/${id}/run`, { method: 'POST', body: {} })).status).toBe(200);
    expect(await runsUntil(id, 2)).toMatchObject({
      next_run_at: planned,
      last_run: { items: 1, late_by_s: 0 },
    });
  });

  test('a new watch, a requested run and a resumed watch run at once, and wait for no regular look', async () => {
    lists.set('at once', ids(1, 3));
    const { id } = await made1({ query: { keyword: 'at once' } });
    // No job of the gateway runs here.
    const untilRuns = (runs: number) =>
      expect.poll(async () => (await one(id)).runs, { interval: 5, timeout: 10_000 }).toBe(runs);
    await untilRuns(1);
    await gateway.ask(`/api/watches/v1/${id}/run`, { method: 'POST', body: {} });
    await untilRuns(2);
    const set = (state: string) => gateway.ask(`/api/watches/v1/${id}`, { method: 'PATCH', body: { state } });
    await set('paused');
    clock.advance(2 * HOUR);
    await set('active');
    await untilRuns(3);
  });

  test('a gateway that was down makes up for missed slots by one late run, and forgets nothing', async () => {
    lists.set('fish', ids(1, 3));
    const { id } = await made1({ query: { keyword: 'fish' } });
    const before = await runsUntil(id, 1);
    await gateway.close();
    jobs.clear();
    lists.set('fish', ['f1', ...ids(1, 3)]);
    clock.advance(Date.parse(before.next_run_at) - clock.nowMs() + 10 * HOUR);
    gateway = await start(gateway);
    const after = await runsUntil(id, 2);
    expect(after).toMatchObject({ runs: 2, last_run: { items: 1, gap: false } });
    expect(after.last_run.late_by_s).toBeGreaterThanOrEqual(36_000);
    expect(Date.parse(after.next_run_at) - Date.parse(before.next_run_at)).toBe(11 * HOUR);
    expect(await idsOf(id)).toEqual(['f1']);
  });

  test('equal questions of two accounts ask the platform once, and each pays for its own new items', async () => {
    const settings = SETTINGS.replace('cache: { fresh_seconds: 0 }', 'cache: { fresh_seconds: 60 }');
    const other = await gateway.newAccount('second');
    lists.set('owls', ids(1, 3));
    await gateway.close();
    jobs.clear();
    gateway = await startTestGateway({ settings, script, ports: { clock, intervals }, beside: gateway });
    const mine = await made1({ query: { keyword: 'owls' }, baseline: 'deliver' });
    await runsUntil(mine.id, 1);
    const theirs = await made1({ query: { keyword: 'owls' } }, { key: other.secret });
    await runsUntil(theirs.id, 1, other.secret);
    const [one1, one2] = [await one(mine.id), await one(theirs.id, other.secret)];
    expect(one1.next_run_at).toBe(one2.next_run_at);
    lists.set('owls', ['o1', ...ids(1, 3)]);
    asked.length = 0;
    await nextRun(mine.id);
    await runsUntil(theirs.id, 2, other.secret);
    expect(asked.filter((keyword) => keyword === 'owls')).toHaveLength(1);
    expect([await idsOf(mine.id), await idsOf(theirs.id, other.secret)]).toEqual([
      ['v1', 'v2', 'v3', 'o1'],
      ['o1'],
    ]);
    expect((await gateway.ask(`/api/watches/v1/${theirs.id}`)).status).toBe(404);
  });
});

describe('money', () => {
  test('an empty balance pauses and tells; the top-up resumes in its commit, and says how late the run is', async () => {
    const poor = await gateway.newAccount('poor', '1');
    lists.set('ants', ids(1, 2));
    const { id } = await made1(
      { query: { keyword: 'ants', count: '2' }, pages_max: 1 },
      { key: poor.secret },
    );
    await runsUntil(id, 1, poor.secret);
    const take = { amount: '-0.998000', reason: 'test' };
    expect((await gateway.admin('accounts/poor/adjustments', { method: 'POST', body: take })).status).toBe(
      201,
    );
    lists.set('ants', ['a1', 'a2', ...ids(1, 2)]);
    expect(await nextRun(id, poor.secret)).toMatchObject({
      state: 'paused',
      paused_for: 'balance',
      next_run_at: null,
    });
    clock.advance(3 * HOUR);
    const paid = { amount: '1', reference: 'poor-2' };
    expect((await gateway.admin('accounts/poor/topups', { method: 'POST', body: paid })).status).toBe(201);
    expect(await one(id, poor.secret)).toMatchObject({ state: 'active', paused_for: null });
    const after = await runsUntil(id, 2, poor.secret);
    expect(after.last_run).toMatchObject({ items: 2, charged: '0.002400' });
    expect(after.last_run.late_by_s).toBeGreaterThanOrEqual(3 * 3600);
    const { body } = await gateway.ask('/api/account/v1/events?limit=500', { key: poor.secret });
    expect(
      body.events.map(({ type }: Body) => type).filter((type: string) => type.startsWith('watch.')),
    ).toEqual(['watch.paused', 'watch.resumed', 'watch.items']);
  });

  test('a balance that another run holds for a moment delays a run; it does not wait for a top-up', async () => {
    const { secret: key } = await gateway.newAccount('narrow', '0.1');
    const gate = Promise.withResolvers<void>();
    gates.set('first', gate.promise);
    const body = { pages_max: 10, baseline: 'deliver' };
    const first = await made1({ ...body, query: { keyword: 'first', count: '50' } }, { key });
    await expect
      .poll(async () => {
        for (const job of jobs) await job();
        return Number((await gateway.ask('/api/account/v1/balance', { key })).body.available);
      })
      .toBeLessThan(50 * ITEM * 1e-6);
    const second = await made1({ ...body, query: { keyword: 'second', count: '50' } }, { key });
    await expect
      .poll(async () => {
        for (const job of jobs) await job();
        const { state, next_run_at } = await one(second.id, key);
        return state !== 'active' || Date.parse(next_run_at) > clock.nowMs();
      })
      .toBe(true);
    const delayed = await one(second.id, key);
    expect(delayed).toMatchObject({ state: 'active', runs: 0 });
    const delayMs = Date.parse(delayed.next_run_at) - clock.nowMs();
    expect(delayMs).toBeGreaterThan(HELD_RETRY_MS - 20_000);
    expect(delayMs).toBeLessThanOrEqual(HELD_RETRY_MS);
    gate.resolve();
    await runsUntil(first.id, 1, key);
    expect(await nextRun(second.id, key)).toMatchObject({ state: 'active', runs: 1 });
  });

  test("a month's budget is never passed, and the next month goes on", async () => {
    lists.set('bees', ids(1, 2));
    const budget = { month: (4 * ITEM) / 1e6 };
    const { id } = await made1({
      ...{ query: { keyword: 'bees', count: '2' }, pages_max: 1, every: '1d' },
      budget: { month: budget.month.toFixed(6) },
    });
    await runsUntil(id, 1);
    let n = 0;
    while ((await one(id)).state === 'active' && n < 9) {
      lists.set('bees', [`b${++n}`, ...(lists.get('bees') ?? [])]);
      await nextRun(id);
    }
    const paused = await one(id);
    expect(paused).toMatchObject({ state: 'paused', paused_for: 'budget' });
    expect(Number(paused.spent.month)).toBeLessThanOrEqual(budget.month);
    const now = new Date(clock.nowMs());
    clock.advance(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1) - clock.nowMs());
    for (const job of jobs) await job();
    expect((await one(id)).state).toBe('active');
    const after = await runsUntil(id, paused.runs + 1);
    expect(after.items).toBeGreaterThan(paused.items);
    expect(after.spent.month).toBe(after.last_run.charged);
  });

  test('a platform that is down costs nothing: the distance doubles, the owner is told after three, and hears when it is back', async () => {
    lists.set('wasps', ids(1, 2));
    const { id } = await made1({ query: { keyword: 'wasps' } });
    await runsUntil(id, 1);
    const { spent } = await one(id);
    isDown = true;
    for (let i = 0; i < 3; i++) await nextRun(id);
    isDown = false;
    expect(await one(id)).toMatchObject({ spent, last_run: { charged: '0.000000', items: 0 } });
    expect((await one(id)).last_run.failure).not.toBeNull();
    lists.set('wasps', ['w1', ...ids(1, 2)]);
    await nextRun(id);
    expect(await idsOf(id)).toEqual(['w1']);
    const { body } = await gateway.ask('/api/account/v1/events?limit=500');
    const types = body.events
      .filter(({ data }: { data: Body }) => data.watch === id)
      .map(({ type }: Body) => type);
    expect(types).toEqual(['watch.failing', 'watch.items', 'watch.recovered']);
  });

  test('a revoked key pauses its watches, and another key of the account takes over', async () => {
    lists.set('moths', ids(1, 2));
    const key = await gateway.newKey();
    const { id } = await made1({ query: { keyword: 'moths' } }, { key: key.secret });
    await runsUntil(id, 1);
    await gateway.admin(`keys/${key.id}/revoke`, { method: 'POST', body: {} });
    expect(await nextRun(id)).toMatchObject({ state: 'paused', paused_for: 'key' });
    const resumed = await gateway.ask(`/api/watches/v1/${id}`, {
      method: 'PATCH',
      body: { state: 'active' },
    });
    expect(resumed.body.watch.key).not.toBe(key.id);
    expect((await runsUntil(id, 2)).last_run.failure).toBeNull();
  });
});

test('`ledger verify` notices a charged run that was not recorded, an item that was not delivered, and a wrong sum', async () => {
  lists.set('frogs', ids(1, 3));
  const { id } = await made1({ query: { keyword: 'frogs' }, baseline: 'deliver' });
  await runsUntil(id, 1);
  await gateway.close();
  jobs.clear();
  const db = new DatabaseSync(path.join(folder, 'reelgate.db'));
  const verdict = () => {
    const connection = new SqliteConnection(path.join(folder, 'reelgate.db'), { readOnly: true });
    const { differences } = verifyFile(connection);
    connection.close();
    return differences.map(({ check }) => check.replace(/ \(wat_.*/, ''));
  };
  expect(verdict()).toEqual([]);
  for (const [change, back, found] of [
    ['spent_micros = spent_micros + 1', 'spent_micros = spent_micros - 1', ['spent of a watch']],
    ['items = items + 1', 'items = items - 1', ['items of a watch are on its pages']],
  ] as const) {
    db.exec(`UPDATE watches SET ${change} WHERE id = '${id}'`);
    expect(verdict()).toEqual(found.map((text) => expect.stringContaining(text)));
    db.exec(`UPDATE watches SET ${back} WHERE id = '${id}'`);
  }
  db.exec(`UPDATE watch_runs SET charged_micros = 0, items = 2 WHERE watch_id = '${id}'`);
  expect(verdict()).toHaveLength(2);
  db.exec(`UPDATE watch_runs SET charged_micros = ${3 * ITEM}, items = 3 WHERE watch_id = '${id}'`);
  expect(verdict()).toEqual([]);
  db.close();
  gateway = await start(gateway);
});

describe('what cannot work is refused, with the figure, and nothing is charged', () => {
  test.each([
    ['a distance below the least', { every: '14m' }, 'every', '15m to 7d'],
    ['a distance above the most', { every: '8d' }, 'every', '15m to 7d'],
    ['a distance in another unit', { every: '90s' }, 'every', 'whole minutes, hours or days'],
    ['a look-up', { path: '/api/u1/v1/scripted/app/get_video_v2' }, 'path', 'must be the path of a list'],
    ['many platforms', { path: '/api/u1/v1/all/app/search_video_v2' }, 'path', 'name one platform'],
    ['group u2', { path: '/api/u2/v1/scripted/app/search_video_v2' }, 'path', 'group u1'],
    ['a path with parameters', { path: `${PATH}?keyword=a` }, 'path', 'must be the path of a list'],
    ['a cursor', { query: { keyword: 'a', pcursor: 'x' } }, 'query.pcursor', 'cannot be part'],
    ['a price limit', { query: { keyword: 'a', max_price: '1' } }, 'query.max_price', 'cannot be part'],
    ['a number that has lost digits', { query: { keyword: 2 ** 53 } }, 'query.keyword', 'in quotes'],
    ['a budget below one page', { budget: { month: '0.001' } }, 'budget.month', 'costs up to 0.024000'],
  ])('%s', async (_, changes, field, text) => {
    const before = await gateway.money();
    const answer = await create({ query: { keyword: 'a' }, ...changes });
    expect([answer.status, answer.body.errors?.[0]?.field]).toEqual([400, field]);
    expect(answer.text).toContain(text);
    expect(await gateway.money()).toEqual(before);
  });

  test('a look-up, an unknown platform, an unknown parameter, a key without the right', async () => {
    const video = await create({ path: '/api/u1/v1/scripted/app/get_video_v2', query: { id: '1' } });
    expect([video.status, video.body.code]).toEqual([400, 'INVALID_REQUEST']);
    expect(
      (await create({ path: '/api/u1/v1/nowhere/app/search_video_v2', query: { keyword: 'a' } })).status,
    ).toBe(404);
    expect((await create({ query: { keyword: 'a', colour: 'red' } })).status).toBe(400);
    const limited = await gateway.newKey({ platforms: ['library'] });
    expect((await create({ query: { keyword: 'a' } }, { key: limited.secret })).status).toBe(403);
  });

  test('the same request id gives the same watch, another body is 422, and one too many is refused', async () => {
    const account = await gateway.newAccount('many');
    const body = { query: { keyword: 'same' } };
    const first = await create(body, { key: account.secret, id: 'same' });
    const again = await create(body, { key: account.secret, id: 'same' });
    expect([first.status, again.status, again.body.created]).toEqual([201, 200, false]);
    expect(again.body.watch.id).toBe(first.body.watch.id);
    const byHeader = await gateway.ask('/api/watches/v1', {
      ...{ method: 'POST', key: account.secret, headers: { 'idempotency-key': '"same"' } },
      body: { path: PATH, every: '1h', ...body },
    });
    expect(byHeader.body.watch.id).toBe(first.body.watch.id);
    const other = await create({ query: { keyword: 'other' } }, { key: account.secret, id: 'same' });
    expect([other.status, other.body.code]).toEqual([422, 'REQUEST_ID_REUSED']);
    for (let i = 0; i < 19; i++) expect((await create(body, { key: account.secret })).status).toBe(201);
    const further = await create(body, { key: account.secret });
    expect([further.status, further.body.code]).toEqual([409, 'CONFLICT']);
    expect((await create(body)).status).toBe(201);
  });

  test('more runs than a provider has quota for', async () => {
    const settings = SETTINGS.replaceAll(
      '{ connector: scripted }',
      '{ connector: scripted, quota: { units: 10000, per: day, reset: UTC, cost: { search: 100 } } }',
    );
    const small = await startTestGateway({ settings, script, ports: { clock, intervals: () => () => {} } });
    const ask = (every: string) =>
      small.ask('/api/watches/v1', { method: 'POST', body: { path: PATH, query: { keyword: 'a' }, every } });
    const refused = await ask('15m');
    expect([refused.status, refused.body.errors[0].field]).toEqual([400, 'every']);
    expect(refused.text).toContain('96 runs a day of 100 quota units each, 9600 in all');
    expect(refused.text).toContain('2500 units');
    expect((await ask('30m')).status).toBe(400);
    expect((await ask('1h')).status).toBe(201);
    await small.close();
  });
});

describe('ways out', () => {
  test('a waiting caller gets the next items with the run that finds them', async () => {
    lists.set('rays', ids(1, 2));
    const { id } = await made1({ query: { keyword: 'rays' } });
    await runsUntil(id, 1);
    lists.set('rays', ['r1', ...ids(1, 2)]);
    // Past what the cache keeps.
    clock.advance(120_000);
    const waiting = itemsOf(id, '?after=0&wait=20');
    await gateway.ask(`/api/watches/v1/${id}/run`, { method: 'POST', body: {} });
    await runsUntil(id, 2);
    expect((await waiting).items.map(({ record }) => record.id)).toEqual(['r1']);
  });

  test('feeds have a secret address, a guessed or replaced one is 404, and an entry never changes', async () => {
    lists.set('bats', ids(1, 2));
    const { id } = await made1({ query: { keyword: 'bats' }, name: 'Bats & <more>', baseline: 'deliver' });
    await runsUntil(id, 1);
    const address = async () => {
      const answer = await gateway.ask(`/api/watches/v1/${id}/feed`, { method: 'POST', body: {} });
      expect([answer.status, answer.body.watch.feed]).toEqual([201, true]);
      return answer.body.feed as { atom: string; json: string };
    };
    const open = (url: string, headers: Record<string, string> = {}) =>
      gateway.ask(new URL(url).pathname, { key: null, headers });
    const first = await address();
    const atom = await open(first.atom);
    expect([atom.status, atom.headers.get('x-content-type-options')]).toEqual([200, 'nosniff']);
    expect(atom.headers.get('referrer-policy')).toBe('no-referrer');
    // Readers that follow it look every five minutes, and no cache on the way keeps what a secret address gives.
    expect(atom.headers.get('cache-control')).toBe('private, max-age=300');
    expect(atom.text).toContain('<title>Bats &amp; &lt;more&gt;</title>');
    expect(atom.text).toContain('href="https://v.example/v1?a=1&amp;b=&lt;2&gt;"');
    const etag = atom.headers.get('etag')!;
    expect((await open(first.atom, { 'if-none-match': etag })).status).toBe(304);
    const json = await open(first.json);
    expect(json.body).toMatchObject({
      version: 'https://jsonfeed.org/version/1.1',
      items: [{ title: 'video v2' }, {}],
    });

    lists.set('bats', ['b1', ...ids(1, 2)]);
    await nextRun(id);
    const later = await open(first.atom, { 'if-none-match': etag });
    expect(later.status).toBe(200);
    const entries = (text: string) =>
      text
        .split('<entry>')
        .slice(1)
        .map((entry) => entry.split('</entry>')[0]);
    expect(entries(later.text).slice(1)).toEqual(entries(atom.text));
    await gateway.ask(`/api/watches/v1/${id}`, { method: 'PATCH', body: { state: 'paused' } });
    expect((await open(first.atom)).status).toBe(200);

    const second = await address();
    expect([(await open(first.atom)).status, (await open(second.atom)).status]).toEqual([404, 200]);
    const guessed = second.atom.replace(/.\.atom$/, (end) => (end[0] === 'a' ? 'b.atom' : 'a.atom'));
    expect((await open(guessed)).status).toBe(404);
    await gateway.ask(`/api/watches/v1/${id}/feed`, { method: 'DELETE', body: {} });
    expect((await open(second.atom)).status).toBe(404);
  });

  test('only the key that pays for a watch changes its feeds; they live as long as that key, through a new secret of it', async () => {
    const payer = await gateway.newAccount('feeds');
    const beside = await gateway.newKey({ account: 'feeds' });
    const strange = await gateway.newAccount('feeds-beside');
    const watchOf = async ({ secret: key }: { secret: string }) =>
      (await made1({ query: { keyword: 'fed' } }, { key })).id;
    const [id, strangeId] = [await watchOf(payer), await watchOf(strange)];
    const change = (key: string, method = 'POST', of = id) =>
      gateway.ask(`/api/watches/v1/${of}/feed`, { key, method, body: {} });
    const opened = async (of: Answer) =>
      (await gateway.ask(new URL(of.body.feed.atom).pathname, { key: null })).status;
    const [made, strangeMade] = [await change(payer.secret), await change(strange.secret, 'POST', strangeId)];
    for (const method of ['POST', 'DELETE']) {
      expect((await change(beside.secret, method)).body).toMatchObject({ code: 'FORBIDDEN' });
      expect((await change(strange.secret, method)).status).toBe(404);
    }
    const rotated = await gateway.admin(`keys/${payer.id}/rotate`, { method: 'POST', body: {} });
    expect([rotated.status, await opened(made)]).toEqual([200, 200]);
    await gateway.admin(`keys/${payer.id}/revoke`, { method: 'POST' });
    expect([await opened(made), await opened(strangeMade)]).toEqual([404, 200]);
    expect(await one(id, beside.secret)).toMatchObject({ feed: false });
    // Nobody pays for it any more, so every key that sees it may.
    const taken = await change(beside.secret);
    expect([taken.status, await opened(taken)]).toEqual([201, 200]);
    await gateway.admin(`keys/${beside.id}/revoke`, { method: 'POST' });
    expect([await opened(taken), await opened(strangeMade)]).toEqual([404, 200]);
  });

  test('a limited key sees only its own watches; a full key of the account sees all', async () => {
    const { id } = await made1({ query: { keyword: 'whole' } });
    const { secret: key } = await gateway.newKey({ platforms: ['scripted'] });
    const own = await made1({ query: { keyword: 'limited' } }, { key });
    for (const below of ['', '/items', '/runs', '/pictures'])
      expect((await gateway.ask(`/api/watches/v1/${id}${below}`, { key })).status).toBe(404);
    expect((await gateway.ask(`/api/watches/v1/${id}/feed`, { key, method: 'POST', body: {} })).status).toBe(
      404,
    );
    const listed = async (asking: object) =>
      (await gateway.ask('/api/watches/v1?limit=100', asking)).body.watches.map((watch: Body) => watch.id);
    expect(await listed({ key })).toEqual([own.id]);
    expect(await listed({})).toEqual(expect.arrayContaining([id, own.id]));
  });

  test('a key with a cap neither runs nor widens what another key pays for; it may stop it, and pays for what it takes over', async () => {
    const account = 'paid-by-another';
    const payer = await gateway.newAccount(account);
    const capped = await gateway.newKey({ account, total_cap: '0.5' });
    const { id } = await made1({ query: { keyword: 'paid' }, budget: { total: '1' } }, { key: payer.secret });
    const change = (body: object, key: string) =>
      gateway.ask(`/api/watches/v1/${id}`, { method: 'PATCH', key, body });
    const run = (key: string) => gateway.ask(`/api/watches/v1/${id}/run`, { method: 'POST', key, body: {} });
    for (const body of [{ budget: { total: '9' } }, { every: '15m' }, { pages_max: 20 }])
      expect((await change(body, capped.secret)).body).toMatchObject({ status: 403, code: 'FORBIDDEN' });
    expect((await run(capped.secret)).status).toBe(403);
    expect((await change({ state: 'paused' }, capped.secret)).status).toBe(200);
    expect((await change({ state: 'active' }, capped.secret)).status).toBe(403);
    expect(await one(id, payer.secret)).toMatchObject({ state: 'paused', every: '1h', pages_max: 3 });
    expect((await change({ state: 'active' }, payer.secret)).status).toBe(200);
    expect((await run(payer.secret)).status).toBe(200);
    await gateway.admin(`keys/${payer.id}/revoke`, { method: 'POST' });
    await runsUntil(id, 100, capped.secret);
    const taken = await change({ state: 'active' }, capped.secret);
    expect(taken.body.watch).toMatchObject({ state: 'active', key: capped.id });
    expect((await run(capped.secret)).status).toBe(200);
  });

  test('deleting takes the items with it; an operator sees, pauses and ends watches of all accounts', async () => {
    lists.set('eels', ids(1, 2));
    const { id } = await made1({ query: { keyword: 'eels' }, baseline: 'deliver' });
    await runsUntil(id, 1);
    const listed = (await gateway.admin('watches?limit=100')).body.watches.find(
      (watch: Body) => watch.id === id,
    );
    expect(listed).toMatchObject({ state: 'active', late_by_s: 0, items: 2 });
    await gateway.admin(`watches/${id}/pause`, { method: 'POST', body: {} });
    const resume = await gateway.ask(`/api/watches/v1/${id}`, { method: 'PATCH', body: { state: 'active' } });
    expect([resume.status, resume.body.code]).toEqual([409, 'CONFLICT']);
    await gateway.admin(`watches/${id}/resume`, { method: 'POST', body: {} });
    expect((await gateway.admin(`watches/${id}/end`, { method: 'POST', body: {} })).body.watch.state).toBe(
      'ended',
    );
    expect(await idsOf(id)).toEqual(['v1', 'v2']);
    const receipt = (await gateway.ask(`/api/watches/v1/${id}/runs`)).body.runs[0].request_id;
    expect((await gateway.ask(`/api/watches/v1/${id}`, { method: 'DELETE', body: {} })).body.removed).toBe(
      true,
    );
    expect((await gateway.ask(`/api/watches/v1/${id}/items`)).status).toBe(404);
    expect((await gateway.ask(`/api/account/v1/requests/${receipt}`)).status).toBe(200);
  });
});
