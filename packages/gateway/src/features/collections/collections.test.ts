// Collections through a whole gateway: real HTTP, a real ledger, the real worker, and a platform that the test scripts.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { GONE, type Script } from '../../testing/scripted-platform.ts';
import {
  type Answer,
  startTestGateway,
  TEST_SETTINGS,
  type TestGateway,
  type TestOptions,
} from '../../testing/test-gateway.ts';
import { IDLE_PAGES_MAX } from './collection-walk.ts';

const PATH = '/api/u1/v1/scripted/app/search_video_v2';
const COLLECTIONS = '/api/collections/v1';
const PRICE = 0.012;

/** A list of this many items with cursors, in pages of the size that is asked for. Every tenth item comes twice. */
const listOf =
  (total: number): Script =>
  (query) => {
    const from = Number(query.get('cursor') ?? 0);
    const to = Math.min(total, from + Number(query.get('count') ?? 20));
    const ids = Array.from({ length: to - from }, (_, i) => String(from + i)).flatMap((id) =>
      id.endsWith('0') ? [id, id] : [id],
    );
    return { ids, cursor: to < total ? String(to) : null };
  };

let gateway: TestGateway;
let ids = 0;

async function start(options: TestOptions = {}): Promise<TestGateway> {
  const started = await startTestGateway({ script: listOf(300), ...options });
  const endpoints = [{ path: '/api/*/v1/*/collect/*', unit_price: String(PRICE) }];
  const published = await started.admin('catalog/versions', {
    method: 'POST',
    body: { mode: 'merge', endpoints },
  });
  expect(published.status, published.text).toBe(201);
  return started;
}

beforeAll(async () => {
  gateway = await start();
});
afterAll(() => gateway.close());
beforeEach(async () => {
  gateway.script = listOf(300);
});

const create = (body: object, options: { id?: string; key?: string } = {}, on = gateway) =>
  on.ask(COLLECTIONS, {
    method: 'POST',
    headers: { 'x-reelgate-request-id': options.id ?? `make-${++ids}` },
    ...(options.key !== undefined && { key: options.key }),
    body: { path: PATH, query: { keyword: 'cat' }, budget: '1', ...body },
  });
const read = async (id: string, key = gateway.key) =>
  (await gateway.ask(`${COLLECTIONS}/${id}`, { key })).body.collection;
const post = (id: string, verb: string, body?: object, key = gateway.key) =>
  gateway.ask(`${COLLECTIONS}/${id}/${verb}`, { method: 'POST', key, ...(body && { body }) });

/** Waits until the collection is in one of these states. */
function until(id: string, states: readonly string[], key = gateway.key) {
  return vi.waitFor(
    async () => {
      const collection = await read(id, key);
      expect(states).toContain(collection.state);
      return collection;
    },
    { timeout: 15_000, interval: 20 },
  );
}
const ENDS = ['done', 'stopped', 'failed'];

async function collected(body: object, key = gateway.key) {
  const made = await create(body, { key });
  expect(made.status, made.text).toBe(201);
  return until(made.body.collection.id, ENDS, key);
}

const exported = (id: string, query = '', headers: Record<string, string> = {}) =>
  gateway.ask(`${COLLECTIONS}/${id}/export${query}`, {
    headers: { 'accept-encoding': 'identity', ...headers },
  });
const idsOf = ({ text }: Answer) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).id as string);
const eventsOf = async (id: string, key = gateway.key) => {
  const { body } = await gateway.ask('/api/account/v1/events?limit=500', { key });
  return body.events.filter((event: { data: { collection?: string } }) => event.data.collection === id);
};

test('a collection has every item of a list once, in the order of delivery, and charges each page once', async () => {
  const before = await gateway.money();
  const done = await collected({ items_max: 1_000 });
  expect(done).toMatchObject({ state: 'done', end: 'exhausted', items: 300, in_flight: false });
  expect(done.most_cost, 'an ended collection costs nothing more').toBe(done.charged);
  const all = Array.from({ length: 300 }, (_, i) => String(i));
  expect(idsOf(await exported(done.id))).toEqual(all);
  const charged = Math.round(Number(done.charged) * 1e6);
  expect(charged).toBe(Math.round(done.pages * PRICE * 1e6));
  expect(await gateway.money()).toEqual({ balance: before.balance - charged, held: 0 });
  expect((await eventsOf(done.id)).map(({ type }: { type: string }) => type)).toEqual(['collection.done']);
  const seen: string[] = [];
  for (let after: number | null = 0; after !== null; ) {
    const { body } = await gateway.ask(`${COLLECTIONS}/${done.id}/items?after=${after}&limit=70`);
    seen.push(...body.items.map((item: { record: { id: string } }) => item.record.id));
    after = body.next;
  }
  expect(seen).toEqual(all);
});

test('a node that stops in the middle leaves it to the next one, and the export is the same as without', async () => {
  const script = listOf(300);
  const held = Promise.withResolvers<void>();
  let pages = 0;
  const folder = mkdtempSync(path.join(tmpdir(), 'reelgate-collections-'));
  const first = await start({ folder });
  first.script = async (query, at) => {
    // The third page is under way when the node is told to stop.
    if (++pages === 3) await held.promise;
    return script(query, at);
  };
  const made = await create({ items_max: 1_000 }, { id: 'through-a-stop' }, first);
  const target = `${COLLECTIONS}/${made.body.collection.id}`;
  await vi.waitFor(() => expect(pages).toBe(3), { timeout: 10_000, interval: 5 });
  const stopped = first.close();
  held.resolve();
  await stopped;
  const next = await startTestGateway({ beside: first, script });
  try {
    const done = await vi.waitFor(
      async () => {
        const { collection } = (await next.ask(target)).body;
        expect(collection.state).toBe('done');
        return collection;
      },
      { timeout: 15_000, interval: 50 },
    );
    const answer = await next.ask(`${target}/export`, { headers: { 'accept-encoding': 'identity' } });
    expect([done.items, idsOf(answer)]).toEqual([300, Array.from({ length: 300 }, (_, i) => String(i))]);
    const whole = await collected({ items_max: 1_000, query: { keyword: 'without a stop' } });
    expect([done.pages, done.charged]).toEqual([whole.pages, whole.charged]);
  } finally {
    await next.close();
    rmSync(folder, { recursive: true, force: true });
  }
}, 60_000);

test('the last page asks only for the items that are left', async () => {
  const counts: number[] = [];
  gateway.script = (query, at) => {
    counts.push(Number(query.get('count')));
    return listOf(300)(query, at);
  };
  const done = await collected({ items_max: 60, query: { keyword: 'sixty' } });
  expect(done).toMatchObject({ state: 'done', end: 'items', items: 60 });
  expect(counts.at(-1)).toBeLessThan(50);
});

test('it stops before the page that could pass the budget, and keeps what it has', async () => {
  const done = await collected({ items_max: 1_000, budget: '0.03', query: { keyword: 'dear' } });
  expect(done).toMatchObject({ state: 'stopped', end: 'budget', pages: 2, charged: '0.024000' });
  expect(idsOf(await exported(done.id))).toHaveLength(done.items);
});

test.each([
  ['the same page', ['a', 'b', 'c'], 3],
  ['an empty page', [], 0],
])(
  'a platform that gives %s for ever ends the list, and the next question follows',
  async (_, ids, items) => {
    let asked = 0;
    gateway.script = (query) =>
      query.get('q') === 'next' ? { ids: ['z'], cursor: null } : { ids, cursor: String(++asked) };
    const before = await gateway.money();
    const path = '/api/u1/v1/scripted/app/search_video';
    const queries = [{ query: { keyword: `endless ${items}` } }, { query: { keyword: 'next' } }];
    const done = await collected({ path, query: undefined, queries, budget: '5' });
    const pages = IDLE_PAGES_MAX + (items === 0 ? 1 : 2);
    expect(done).toMatchObject({ state: 'done', end: 'unknown', items: items + 1, pages });
    const charged = Math.round(Number(done.charged) * 1e6);
    expect(await gateway.money()).toEqual({ balance: before.balance - charged, held: 0 });
  },
);

test('the number of items is not lowered below what the page under way may bring', async () => {
  const [held, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  gateway.script = async (query, at) => {
    if (query.get('cursor') !== '') {
      second.resolve();
      await held.promise;
    }
    return listOf(300)(query, at);
  };
  const made = await create({ items_max: 200, query: { keyword: 'lowered' } });
  const { id } = made.body.collection;
  await second.promise;
  const { items } = await read(id);
  const lower = (to: number) =>
    gateway.ask(`${COLLECTIONS}/${id}`, { method: 'PATCH', body: { items_max: to } });
  expect((await lower(items + 1)).status).toBe(409);
  expect((await lower(items + 50)).status).toBe(200);
  held.resolve();
  const done = await until(id, ENDS);
  expect([done.items <= done.items_max, done.end]).toEqual([true, 'items']);
});

describe('refused at once, without a charge:', () => {
  const refused = async (body: object) => {
    const before = await gateway.money();
    const answer = await create({ ...body });
    expect(await gateway.money()).toEqual(before);
    return [answer.status, answer.body.code, answer.body.detail] as const;
  };

  test('a budget below one page, with the price', async () => {
    expect(await refused({ budget: '0.011' })).toEqual([
      402,
      'PRICE_CEILING',
      expect.stringContaining('0.012'),
    ]);
  });
  test('a path that is not a list, and one of group u2 or of all platforms', async () => {
    for (const asked of [
      '/api/u1/v1/scripted/app/get_video',
      '/api/u2/v1/scripted/app/search_video_v2',
      '/api/u1/v1/all/app/search_video_v2',
      '/api/account/v1/balance',
    ])
      expect((await refused({ path: asked, query: { keyword: 'x' } }))[0]).toBe(400);
  });
  test.each([
    ['get_video', { id: '1' }, '"ids" or "urls"'],
    ['get_transcript_v2', { id: '1' }, 'must be the path of a list'],
  ])('the refusal of %s says that its path is wrong', async (action, query, text) => {
    const [status, , detail] = await refused({ path: `/api/u1/v1/scripted/app/${action}`, query });
    expect([status, detail]).toEqual([400, expect.stringMatching(/^path: /)]);
    expect(detail).toContain(text);
  });
  test('a missing parameter, one that the gateway sets, and two kinds of questions', async () => {
    expect((await refused({ query: {} }))[0]).toBe(400);
    expect((await refused({ query: { keyword: 'x', pcursor: 'y' } }))[2]).toContain('pcursor');
    expect((await refused({ ids: ['1'] }))[2]).toContain('exactly one');
  });
  test('a number that has lost digits, which would be another id', async () => {
    const path = '/api/u1/v1/scripted/app/list_comments_v2';
    const [status, , detail] = await refused({ path, query: { id: 2 ** 62 } });
    expect([status, detail]).toEqual([400, 'query.id: must be a string, in quotes']);
  });
  test('questions of two platforms, and a bad one among several, by its index', async () => {
    const other = { path: '/api/u1/v1/library/app/search_video_v2', query: { keyword: 'a' } };
    const queries = [{ query: { keyword: 'a' } }, other];
    expect((await refused({ query: undefined, queries }))[2]).toContain('queries[1]');
    const bad = [{ query: { keyword: 'a' } }, { query: { keyword: '' } }];
    expect((await refused({ query: undefined, queries: bad }))[2]).toContain('queries[1]');
  });
  test('a time that is over, too many items, and a request id of the gateway itself', async () => {
    expect((await refused({ until: '2020-01-01T00:00:00Z' }))[0]).toBe(400);
    expect((await refused({ items_max: 100_001 }))[0]).toBe(400);
    expect((await create({}, { id: 'c-col_0123456789abcdef-0' })).body.code).toBe('INVALID_REQUEST_ID');
  });
});

test('the same request id and body answer with the same collection; another body is refused', async () => {
  const [one, two] = await Promise.all([create({}, { id: 'same' }), create({}, { id: 'same' })]);
  expect([one.status, two.status].sort()).toEqual([200, 201]);
  expect(one.body.collection.id).toBe(two.body.collection.id);
  expect((await create({ budget: '2' }, { id: 'same' })).body.code).toBe('REQUEST_ID_REUSED');
  await until(one.body.collection.id, ENDS);
});

test('a question that the platform refuses fails and costs nothing; among several it is passed over', async () => {
  gateway.script = (query, at) =>
    query.get('q') === 'bad' ? { kind: 'input_rejected', detail: 'no' } : listOf(3)(query, at);
  const before = await gateway.money();
  const failed = await collected({ query: { keyword: 'bad' } });
  expect(failed).toMatchObject({ state: 'failed', end: 'refused', charged: '0.000000', items: 0 });
  expect(await gateway.money()).toEqual(before);
  const queries = [{ query: { keyword: 'bad' } }, { query: { keyword: 'good' } }];
  const passed = await collected({ query: undefined, queries });
  expect(passed).toMatchObject({
    state: 'done',
    end: 'exhausted',
    items: 3,
    questions: 2,
    questions_refused: 1,
  });
});

test('it says what each question brought, how it ended, and which were not asked because it was full', async () => {
  gateway.script = (query, at) => {
    if (query.get('q') === 'down') return { kind: 'input_rejected', detail: 'no' };
    const page = listOf(60)(query, at) as { ids: string[]; cursor: string | null };
    return { ...page, ids: page.ids.map((id) => `${query.get('q')}-${id}`) };
  };
  const keywords = ['first', 'down', 'third', 'fourth', 'fifth'];
  const queries = keywords.map((keyword) => ({ query: { keyword } }));
  const full = await collected({ query: undefined, queries, items_max: 100 });
  expect(full).toMatchObject({ state: 'done', end: 'items', items: 100, questions: 5, questions_unasked: 2 });
  const of = (index: number, asked: boolean, pages: number, items: number, end: string | null) => ({
    ...{ index, query: { keyword: keywords[index] }, asked, pages, items, end },
  });
  const detail = await gateway.ask(`${COLLECTIONS}/${full.id}`);
  expect(detail.body.by_question).toEqual([
    of(0, true, 2, 60, 'exhausted'),
    of(1, true, 0, 0, 'refused'),
    of(2, true, 1, 40, 'items'),
    of(3, false, 0, 0, null),
    of(4, false, 0, 0, null),
  ]);
  const whole = await collected({ query: undefined, queries: queries.slice(0, 3), items_max: 500 });
  expect(whole).toMatchObject({ state: 'done', end: 'exhausted', items: 120, questions_unasked: 0 });
});

test('it asks for as many things that are not there as an account may, and then waits', async () => {
  const misses = 3;
  const on = await start({
    settings: TEST_SETTINGS.replace('limits:\n', `limits:\n  misses: { requests: ${misses} }\n`),
  });
  let asked = 0;
  on.script = () => {
    asked++;
    return { text: GONE };
  };
  const queries = Array.from({ length: 50 }, (_, i) => ({ query: { playlist_id: `no-${i}` } }));
  const body = { path: '/api/u1/v1/scripted/app/list_playlist_videos_v2', query: undefined, queries };
  const made = await create(body, {}, on);
  const { id } = made.body.collection;
  const waits = {
    ...{ state: 'waiting', waiting_for: 'misses', failure: 'RATE_LIMITED' },
    ...{ questions_refused: misses, charged: '0.000000' },
  };
  const isWaiting = async () => {
    const { collection } = (await on.ask(`${COLLECTIONS}/${id}`)).body;
    expect(collection).toMatchObject(waits);
  };
  await vi.waitFor(isWaiting, { timeout: 15_000, interval: 20 });
  expect(asked).toBe(misses);
  await on.close();
});

test('ids are looked up in batches; missing ones cost no item', async () => {
  gateway.script = (query) => ({
    ids: (query.get('ids') ?? query.get('id') ?? '').split(',').filter((id) => id !== 's-7'),
    cursor: null,
  });
  const wanted = Array.from({ length: 60 }, (_, i) => `s-${i}`);
  const body = {
    query: undefined,
    path: '/api/u1/v1/scripted/app/get_video_v2',
    ids: [...wanted, 's-1'],
    budget: '5',
  };
  const done = await collected(body);
  expect(done).toMatchObject({ state: 'done', questions: 2, items: 59, pages: 2 });
  expect(idsOf(await exported(done.id))).toEqual(wanted.filter((id) => id !== 's-7'));
});

test('without money it waits, says so once, and a top-up lets it go on', async () => {
  const { secret: key } = await gateway.newAccount('short-of-money', '0.02');
  const made = await create({ items_max: 1_000, query: { keyword: 'poor' } }, { key });
  const { id } = made.body.collection;
  const waiting = await until(id, ['waiting'], key);
  expect(waiting).toMatchObject({ waiting_for: 'balance', failure: 'INSUFFICIENT_BALANCE', pages: 1 });
  expect(waiting.next_try_at).not.toBeNull();
  const body = { amount: '5', reference: 'more-money' };
  await gateway.admin('accounts/short-of-money/topups', { method: 'POST', body });
  const done = await until(id, ENDS, key);
  expect(done).toMatchObject({ state: 'done', items: 300 });
  const types = (await eventsOf(id, key)).map(({ type }: { type: string }) => type);
  expect(types).toEqual(['collection.waiting', 'collection.done']);
});

test('a provider that fails makes it wait with a back-off; nothing is charged for that', async () => {
  gateway.script = () => ({ kind: 'unavailable', detail: 'down' });
  const made = await create({ query: { keyword: 'down' } });
  const waiting = await until(made.body.collection.id, ['waiting']);
  expect(waiting).toMatchObject({ waiting_for: 'provider', charged: '0.000000' });
  await post(made.body.collection.id, 'cancel');
  expect(await read(made.body.collection.id)).toMatchObject({ state: 'stopped', end: 'cancelled' });
});

test('a revoked key stops it; another key of the account may take a waiting one over', async () => {
  const { secret: key } = await gateway.newAccount('two-keys', '0.02');
  const other = await gateway.newKey({ account: 'two-keys' });
  const made = await create({ items_max: 1_000, query: { keyword: 'keys' } }, { key });
  const { id, key: keyId } = (await until(made.body.collection.id, ['waiting'], key)) as {
    id: string;
    key: string;
  };
  const taken = await gateway.ask(`${COLLECTIONS}/${id}`, {
    method: 'PATCH',
    key: other.secret,
    body: { key: 'this' },
  });
  expect(taken.body.collection.key).toBe(other.id);
  await gateway.admin(`keys/${keyId}/revoke`, { method: 'POST' });
  await gateway.admin(`keys/${other.id}/revoke`, { method: 'POST' });
  await gateway.admin('accounts/two-keys/topups', {
    method: 'POST',
    body: { amount: '5', reference: 'keys' },
  });
  const last = await gateway.newKey({ account: 'two-keys' });
  expect(await until(id, ENDS, last.secret)).toMatchObject({ state: 'stopped', end: 'key' });
});

test.each([
  ['a cap', { daily_cap: '0.02' }],
  ['a highest price of a call', { max_call: '0.02' }],
  ['one group', { groups: ['u2'] }],
])(
  'a key with %s lets no other key pay for more, and takes nothing from a key that works; it may name the collection',
  async (limit, limits) => {
    const account = `paid-by-another-${Object.keys(limits)[0]}`;
    const payer = await gateway.newAccount(account, '0.02');
    const limited = await gateway.newKey({ account, ...limits });
    const made = await create({ items_max: 1_000, budget: '0.05' }, { key: payer.secret });
    const { id } = await until(made.body.collection.id, ['waiting'], payer.secret);
    const change = (body: object, key: string) =>
      gateway.ask(`${COLLECTIONS}/${id}`, { method: 'PATCH', key, body });
    for (const body of [{ budget: '5' }, { items_max: 2_000 }, { budget: '5', name: 'mine' }])
      expect((await change(body, limited.secret)).body).toMatchObject({ status: 403, code: 'FORBIDDEN' });
    expect(await read(id, payer.secret)).toMatchObject({ budget: '0.050000', items_max: 1_000, name: null });
    expect((await change({ name: 'named' }, limited.secret)).status).toBe(200);
    expect((await change({ budget: '0.06' }, payer.secret)).status).toBe(200);
    for (const body of [{ key: 'this' }, { key: 'this', budget: '0.07' }])
      expect((await change(body, limited.secret)).status).toBe(403);
    await gateway.admin(`keys/${payer.id}/revoke`, { method: 'POST' });
    const own = await change({ key: 'this', budget: '0.07' }, limited.secret);
    expect(own.status).toBe(limit === 'one group' ? 403 : 200);
  },
);

test('one that ended with its key goes on under another key of the account with the right to it, and is not charged twice', async () => {
  const { secret: key } = await gateway.newAccount('taken-over', '0.02');
  const made = await create({ items_max: 150, query: { keyword: 'taken' } }, { key });
  const { id, key: keyId, charged } = await until(made.body.collection.id, ['waiting'], key);
  await gateway.admin(`keys/${keyId}/revoke`, { method: 'POST' });
  const topUp = { amount: '5', reference: 'taken' };
  await gateway.admin('accounts/taken-over/topups', { method: 'POST', body: topUp });
  const last = await gateway.newKey({ account: 'taken-over' });
  const stopped = await until(id, ENDS, last.secret);
  expect(stopped).toMatchObject({ state: 'stopped', end: 'key', charged });
  const take = (by: string) =>
    gateway.ask(`${COLLECTIONS}/${id}`, { method: 'PATCH', key: by, body: { key: 'this' } });
  const { secret: stranger } = await gateway.newAccount('taker');
  const limited = await gateway.newKey({ account: 'taken-over', platforms: ['scripted'] });
  const unable = await gateway.newKey({ account: 'taken-over', groups: ['u2'] });
  expect((await take(stranger)).status).toBe(404);
  expect((await take(limited.secret)).status).toBe(404);
  expect((await take(unable.secret)).body).toMatchObject({ code: 'FORBIDDEN' });
  expect(await read(id, last.secret)).toEqual(stopped);
  const taken = await take(last.secret);
  expect(taken.body.collection, taken.text).toMatchObject({ key: last.id, end: null, expires_at: null });
  const done = await until(id, ENDS, last.secret);
  expect(done).toMatchObject({ state: 'done', items: 150 });
  expect(Number(done.charged)).toBeCloseTo(done.pages * PRICE, 9);
  const items = await gateway.ask(`${COLLECTIONS}/${id}/items?limit=200`, { key: last.secret });
  const ids = items.body.items.map((item: { record: { id: string } }) => item.record.id);
  expect([ids.length, new Set(ids).size]).toEqual([150, 150]);
  expect((await take(last.secret)).body).toMatchObject({ code: 'CONFLICT' });
});

test('another account finds neither the collection nor its items, export or links; its owner does', async () => {
  const done = await collected({ items_max: 20, query: { keyword: 'mine' } });
  const { secret: key } = await gateway.newAccount('stranger');
  const targets = ['', '/items', '/pictures', '/export'].map((end) => `${COLLECTIONS}/${done.id}${end}`);
  for (const target of targets) {
    expect((await gateway.ask(target, { key })).status).toBe(404);
    expect((await gateway.ask(target)).status).toBe(200);
  }
  for (const verb of ['cancel', 'export_link'])
    expect((await post(done.id, verb, undefined, key)).status).toBe(404);
  const strange = { key, method: 'DELETE' };
  expect((await gateway.ask(`${COLLECTIONS}/${done.id}`, strange)).status).toBe(404);
  expect((await gateway.ask(COLLECTIONS, { key })).body.collections).toEqual([]);
  // A limited key of the same account sees only its own.
  const limited = await gateway.newKey({ platforms: ['scripted'] });
  for (const target of targets) expect((await gateway.ask(target, { key: limited.secret })).status).toBe(404);
  expect((await gateway.ask(COLLECTIONS, { key: limited.secret })).body.collections).toEqual([]);
  const own = await collected({ items_max: 5, query: { keyword: 'limited' } }, limited.secret);
  const listed = (await gateway.ask(COLLECTIONS, { key: limited.secret })).body.collections;
  expect(listed.map((of: { id: string }) => of.id)).toEqual([own.id]);
});

describe('an export', () => {
  let id: string;
  let whole: Answer;
  beforeAll(async () => {
    gateway.script = listOf(120);
    id = (await collected({ items_max: 200, query: { keyword: 'export' } })).id;
    whole = await exported(id);
  });

  test('has a length and a tag; HEAD has both too; an equal tag gives 304', async () => {
    expect(whole.headers.get('content-length')).toBe(String(Buffer.byteLength(whole.text)));
    const etag = whole.headers.get('etag')!;
    const url = `${gateway.url}${COLLECTIONS}/${id}/export`;
    const headers = { authorization: `Bearer ${gateway.key}`, 'accept-encoding': 'identity' };
    const head = await fetch(url, { method: 'HEAD', headers });
    expect([head.headers.get('etag'), head.headers.get('content-length')]).toEqual([
      etag,
      whole.headers.get('content-length'),
    ]);
    expect((await exported(id, '', { 'if-none-match': etag })).status).toBe(304);
  });

  test.each(['jsonl', 'csv'])('as %s can be put together from ranges cut anywhere', async (format) => {
    const all = (await exported(id, `?format=${format}`)).text;
    const bytes = Buffer.from(all);
    const etag = (await exported(id, `?format=${format}`)).headers.get('etag')!;
    const cuts = [0, 1, 17, 5_000, bytes.length - 9, bytes.length];
    let joined = '';
    for (const [i, first] of cuts.slice(0, -1).entries()) {
      const last = cuts[i + 1]! - 1;
      const part = await exported(id, `?format=${format}`, {
        range: `bytes=${first}-${last}`,
        'if-range': etag,
      });
      expect([part.status, part.headers.get('content-range')]).toEqual([
        206,
        `bytes ${first}-${last}/${bytes.length}`,
      ]);
      joined += part.text;
    }
    expect(joined).toBe(all);
    expect((await exported(id, `?format=${format}`, { range: 'bytes=-9' })).text).toBe(
      bytes.subarray(-9).toString(),
    );
    const beyond = await exported(id, `?format=${format}`, { range: `bytes=${bytes.length}-` });
    expect(beyond.status).toBe(416);
    const other = await exported(id, `?format=${format}`, { range: 'bytes=0-3', 'if-range': '"other"' });
    expect(other.status).toBe(200);
  });

  test('is compressed where it is accepted, and then without ranges', async () => {
    const response = await fetch(`${gateway.url}${COLLECTIONS}/${id}/export`, {
      headers: { authorization: `Bearer ${gateway.key}`, 'accept-encoding': 'gzip' },
    });
    expect(response.headers.get('accept-ranges')).toBe('none');
    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect(await response.text()).toBe(whole.text);
  });

  test('whose ledger fails in the middle is cut off, compressed or not, and the gateway goes on', async () => {
    gateway.script = listOf(1_000);
    const long = (await collected({ items_max: 1_000, query: { keyword: 'cut off' } })).id;
    const db = new DatabaseSync(path.join(gateway.folder, 'reelgate.db'), { timeout: 5_000 });
    db.exec(`UPDATE found_pages SET body = x'00' WHERE owner = '${long}' AND first_number > 800`);
    db.close();
    for (const coding of ['gzip', 'identity']) {
      const reading = fetch(`${gateway.url}${COLLECTIONS}/${long}/export`, {
        headers: { authorization: `Bearer ${gateway.key}`, 'accept-encoding': coding },
      }).then((response) => response.text());
      await expect(reading, coding).rejects.toThrow();
    }
    expect((await exported(id)).text).toBe(whole.text);
  });

  test('works by a signed link without a key; an altered or expired one does not', async () => {
    const made = await post(id, 'export_link', { format: 'csv', expires_in_seconds: 1 });
    expect(made.status).toBe(201);
    const { url } = made.body as { url: string };
    const link = url.slice(url.indexOf('/api'));
    const open = (target: string) => gateway.ask(target, { key: null });
    expect((await open(link)).text).toMatch(/^platform,id,/);
    for (const altered of [
      link.replace('csv', 'jsonl'),
      link.replace(/expires=(\d+)/, (_, at) => `expires=${Number(at) + 1}`),
      link.replace(/expires=(\d+)/, (_, at) => `expires=0x${Number(at).toString(16)}`),
      link.replace('expires=', 'expires=%20'),
      link.replace(id, `${id.slice(0, -1)}0`),
      `${link}0`,
    ])
      expect((await open(altered)).status).toBe(403);
    await vi.waitFor(async () => expect((await open(link)).status).toBe(410), { timeout: 5_000 });
    expect((await open(`${COLLECTIONS}/${id}/export`)).status).toBe(401);
  });

  test('by a link lasts as long as the key that made the link, through a new secret of it; those of others go on', async () => {
    const made = async (key: string, of = id) => {
      const { body } = await post(of, 'export_link', undefined, key);
      return new URL(body.url).pathname + new URL(body.url).search;
    };
    const key = await gateway.newKey();
    const strange = await gateway.newAccount('links-beside');
    gateway.script = listOf(5);
    const theirs = await collected({ items_max: 5, query: { keyword: 'theirs' } }, strange.secret);
    const links = [
      await made(key.secret),
      await made(gateway.key),
      await made(strange.secret, theirs.id),
    ] as const;
    const opened = () =>
      Promise.all(links.map(async (link) => (await gateway.ask(link, { key: null })).status));
    expect((await gateway.admin(`keys/${key.id}/rotate`, { method: 'POST', body: {} })).status).toBe(200);
    expect(await opened()).toEqual([200, 200, 200]);
    await gateway.admin(`keys/${key.id}/revoke`, { method: 'POST' });
    expect(await opened()).toEqual([410, 200, 200]);
    // Without its maker, or under another one, it is no link.
    for (const other of ['', `&key=${strange.id}`]) {
      const altered = links[0].replace(`&key=${key.id}`, other);
      expect((await gateway.ask(altered, { key: null })).status).toBe(403);
    }
  });

  test('does not begin before the end, and is over when the collection is deleted', async () => {
    gateway.script = () => ({ kind: 'unavailable', detail: 'down' });
    const made = await create({ query: { keyword: 'not yet' } });
    const open = made.body.collection.id;
    expect((await exported(open)).status).toBe(409);
    expect((await post(open, 'export_link')).status).toBe(409);
    expect((await gateway.ask(`${COLLECTIONS}/${open}`, { method: 'DELETE' })).body.removed).toBe(true);
    expect((await exported(open)).status).toBe(404);
  });
});

test('an account keeps so many collections, and one more is refused without a charge', async () => {
  const settings = `${TEST_SETTINGS}gathering: { collections: { kept_max: 3, running_max: 1 } }\n`;
  const small = await start({ settings, script: () => ({ kind: 'unavailable', detail: 'down' }) });
  try {
    const all = await Promise.all([1, 2, 3, 4, 5].map((n) => create({}, { id: `n${n}` }, small)));
    expect(all.map(({ status }) => status).sort()).toEqual([201, 201, 201, 409, 409]);
    const { body } = await small.admin('collections');
    expect(body.collections).toHaveLength(3);
    const stopped = await small.admin(`collections/${body.collections[0].id}/stop`, { method: 'POST' });
    expect(stopped.body.collection).toMatchObject({ end: 'cancelled', account_id: expect.any(String) });
  } finally {
    await small.close();
  }
});
