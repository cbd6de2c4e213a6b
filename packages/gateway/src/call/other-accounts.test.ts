// Answers are shared between accounts, but no account can learn from that what another one asked for: an answer that another
// account's call has brought is reported, priced and dated as a live one.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { systemTimers, type Timers } from '../domain/clock.ts';
import { createTestClock } from '../storage/contracts/storage.contract.ts';
import { RespServer } from '../testing/resp-server.ts';
import type { ScriptedAnswer } from '../testing/scripted-platform.ts';
import { type Answer, startTestGateway, type TestGateway } from '../testing/test-gateway.ts';

const LOOK_UP_TIMEOUT_MS = 9_999;
const timers: Timers = (ms, wake) => (ms === LOOK_UP_TIMEOUT_MS ? () => {} : systemTimers(ms, wake));

const settingsWith = (cache: string) => `
service: { public: "127.0.0.1:0", admin: "[::1]:0" }
platforms: { scripted: [first] }
providers: { first: { connector: scripted } }
limits: { rate: { requests: 100000, per_seconds: 60, concurrent: 1000 }, free: { requests: 1000000, per_seconds: 60, concurrent: 1000 } }
cache: { fresh_seconds: 60, stale_if_error_seconds: 600, price_factor: 0.5${cache} }
prices:
  endpoints:
    - { path: "/api/*/v1/*/app/search_video_v2", unit_price: "0.012" }
    - { path: "/api/*/v1/*/app/search_video", unit: item, unit_price: "0.001" }
    - { path: "/api/*/v1/*/app/get_video_v2", unit_price: "0.004" }
    - { path: "/api/*/v1/*/app/get_transcript_v2", unit_price: "0.008" }
`;
const SEARCH = '/api/u1/v1/scripted/app/search_video_v2';
const BY_ITEM = '/api/u1/v1/scripted/app/search_video';
const ALL = '/api/u1/v1/all/app/search_video_v2';
const TRANSCRIPT = '/api/u1/v1/scripted/app/get_transcript_v2';

const clock = createTestClock();
let asked = 0;
let isDown = false;

async function openAccount(gateway: TestGateway, name: string, amount: string): Promise<string> {
  await gateway.admin('accounts', { method: 'POST', body: { name } });
  await gateway.admin(`accounts/${name}/topups`, { method: 'POST', body: { amount, reference: name } });
  return (await gateway.newKey({ account: name, name })).secret;
}

const VTT = 'WEBVTT\n\n00:01.000 --> 00:03.000\nGood morning.\n';

/** How long the provider takes. */
const TOOK_MS = 92;

function play(gateway: TestGateway): void {
  gateway.script = (query) => {
    asked++;
    clock.advance(TOOK_MS);
    if (query.has('transcript')) return { text: JSON.stringify({ vtt: VTT }) };
    return isDown ? { kind: 'unavailable', detail: 'scripted' } : { ids: ['a', 'b'], cursor: null };
  };
}

beforeEach(() => {
  clock.advance(86_400_000);
  [asked, isDown] = [0, false];
});

/** Everything in an answer that could reveal where it came from. */
function told({ status, headers, body }: Answer) {
  const { receipt, items, item, platforms, would, price, providers } = body;
  const { balance: _, ...paid } = receipt ?? {};
  return {
    ...{ status, paid, would, price, providers, platforms },
    age: headers.get('age'),
    records: (items ?? [item]).map((one: { source: object } | undefined) => one?.source),
  };
}

describe('an answer that another account’s call has brought', () => {
  let gateway: TestGateway;
  let other: string;

  beforeAll(async () => {
    gateway = await startTestGateway({ settings: settingsWith(''), ports: { clock, chance: () => 0 } });
    play(gateway);
    other = await openAccount(gateway, 'other', '100');
  });
  afterAll(() => gateway.close());

  const ask = (query: Record<string, string>, path: string, key = gateway.key) =>
    gateway.search(query, { path, key });

  test.each([
    ['a search', SEARCH, { keyword: 'cat' }],
    ['a search with raw records', SEARCH, { keyword: 'cat', include: 'raw' }],
    ['a search priced by item', BY_ITEM, { keyword: 'cat' }],
    ['a search in the platform’s own shape', SEARCH.replace('u1', 'u2'), { keyword: 'cat' }],
    ['a record', '/api/u1/v1/scripted/app/get_video_v2', { id: 'a' }],
    ['several records', '/api/u1/v1/scripted/app/get_video_v2', { ids: 'a,b' }],
    ['a transcript', TRANSCRIPT, { id: 'a' }],
    ['a part of a transcript', TRANSCRIPT, { id: 'a', from: '2' }],
    ['some fields of a search', SEARCH, { keyword: 'cat', fields: 'title,source' }],
    ['a search over all platforms', ALL, { keyword: 'cat' }],
  ])('is told as a live one: %s', async (_, path, query: Record<string, string>) => {
    const unasked = told(await ask({ ...query, dry_run: '1' }, path, other));
    const live = told(await ask(query, path, other));
    const then = new Date(clock.nowMs()).toISOString();
    clock.advance(86_400_000);
    await ask(query, path);
    clock.advance(7_000);
    asked = 0;
    const dry = told(await ask({ ...query, dry_run: '1' }, path, other));
    const shared = told(await ask(query, path, other));
    // Positive control: the answer came from memory.
    expect(asked).toBe(0);
    const now = new Date(clock.nowMs()).toISOString();
    expect(JSON.stringify(shared)).toBe(JSON.stringify(live).replaceAll(then, now));
    expect(dry).toEqual(unasked);
    // The account that brought the answer is told that it is cached, and pays the cached price.
    const own = told(await ask(query, path));
    expect(asked).toBe(0);
    expect(own.paid).toMatchObject({ source: 'cache' });
    expect(Number(own.paid.charged)).toBe(Number(live.paid.charged) / 2);
    if (path !== ALL)
      expect([own.age, told(await ask({ ...query, dry_run: '1' }, path)).would]).toEqual(['7', 'cache']);
  });

  test('is the account’s own from then on, as old as the account knows it', async () => {
    await ask({ keyword: 'cat' }, SEARCH);
    clock.advance(7_000);
    const first = await ask({ keyword: 'cat' }, SEARCH, other);
    clock.advance(3_000);
    expect((await ask({ keyword: 'cat', dry_run: '1' }, SEARCH, other)).body.would).toBe('cache');
    const again = await ask({ keyword: 'cat' }, SEARCH, other);
    expect(asked).toBe(1);
    expect([again.body.receipt.source, again.headers.get('age')]).toEqual(['cache', '3']);
    expect(again.body.items[0].source.fetched_at).toBe(first.body.items[0].source.fetched_at);
    // For the account that brought it, nothing changes.
    expect((await ask({ keyword: 'cat' }, SEARCH)).headers.get('age')).toBe('10');
  });

  test('does not become its own by a dry run, nor by a call that it could not pay for', async () => {
    const poor = await openAccount(gateway, 'poor', '0.001');
    await ask({ keyword: 'cat' }, SEARCH);
    expect((await ask({ keyword: 'cat' }, SEARCH, poor)).status).toBe(402);
    await gateway.admin('accounts/poor/topups', { method: 'POST', body: { amount: '1', reference: 'more' } });
    for (let i = 0; i < 2; i++)
      expect((await ask({ keyword: 'cat', dry_run: '1' }, SEARCH, poor)).body.would).toBe('live');
  });

  test('needs the balance of a live call, where the hold is more than the charge', async () => {
    const short = await openAccount(gateway, 'short', '0.010');
    // Twenty items may come, and two do.
    await ask({ keyword: 'cat' }, BY_ITEM);
    expect((await ask({ keyword: 'cat' }, BY_ITEM, short)).status).toBe(402);
    expect((await ask({ keyword: 'cat', count: '10' }, BY_ITEM, short)).status).toBe(200);
  });

  test('shows in a receipt no more than a live one', async () => {
    await ask({ keyword: 'cat' }, SEARCH);
    await gateway.search({ keyword: 'cat' }, { key: other, id: 'shared-one' });
    await gateway.search({ keyword: 'dog' }, { key: other, id: 'live-one' });
    const receiptOf = async (id: string) => {
      const { body } = await gateway.ask(`/api/account/v1/requests/${id}`, { key: other });
      const { request_id: _, asked: _asked, opened_at, finished_at, ...receipt } = body.call;
      return { ...receipt, tookMs: Date.parse(finished_at) - Date.parse(opened_at) };
    };
    const live = await receiptOf('live-one');
    expect(await receiptOf('shared-one')).toEqual(live);
    expect([live.duration_ms, live.tookMs, live.attempts[0].duration_ms]).toEqual([
      TOOK_MS,
      TOOK_MS,
      TOOK_MS,
    ]);
  });

  test.each([
    [
      'a search that the platform rejects',
      SEARCH,
      { keyword: 'odd' },
      { kind: 'input_rejected', detail: 'scripted' },
    ],
    [
      'a video that is gone',
      '/api/u1/v1/scripted/app/get_video_v2',
      { id: 'gone' },
      { ids: [], cursor: null },
    ],
  ] satisfies [string, string, Record<string, string>, ScriptedAnswer][])(
    'shows as many attempts when it is a refusal that is remembered: %s',
    async (_, path, query, result) => {
      gateway.script = () => {
        asked++;
        clock.advance(TOOK_MS);
        return result;
      };
      const receiptOf = async (key: string, id: string) => {
        await gateway.search(query, { path, key, id });
        const { body } = await gateway.ask(`/api/account/v1/requests/${id}`, { key });
        const { request_id: _, key_id: _key, opened_at, finished_at, ...receipt } = body.call;
        return { ...receipt, tookMs: Date.parse(finished_at) - Date.parse(opened_at) };
      };
      const first = await receiptOf(gateway.key, `first-${path}`.replaceAll('/', '-'));
      expect([first.attempts.length, first.tookMs, first.charged]).toEqual([1, TOOK_MS, '0.000000']);
      expect(await receiptOf(other, `second-${path}`.replaceAll('/', '-'))).toEqual(first);
      expect(asked).toBe(1);
      // Both know of it now: nobody was asked again, and their receipts say so.
      for (const key of [gateway.key, other])
        expect(await receiptOf(key, `third-${path}`.replaceAll('/', '-'))).toMatchObject({
          attempts: [],
          tookMs: 0,
        });
      expect(asked).toBe(1);
      play(gateway);
    },
  );

  test('counts as no request to its provider', async () => {
    const attempts = async () =>
      (await gateway.admin('usage/providers')).body.providers.map(
        (one: { attempts: number }) => one.attempts,
      );
    await ask({ keyword: 'counted' }, SEARCH);
    const before = await attempts();
    await ask({ keyword: 'counted' }, SEARCH, other);
    expect(await attempts()).toEqual(before);
  });

  test('is not given stale: it would have to be marked as old', async () => {
    await ask({ keyword: 'cat' }, SEARCH);
    clock.advance(61_000);
    isDown = true;
    expect((await ask({ keyword: 'cat' }, SEARCH, other)).status).toBe(502);
    const own = await ask({ keyword: 'cat' }, SEARCH);
    expect([own.body.receipt.source, own.headers.get('age')]).toEqual(['stale', '61']);
  });

  /** Two accounts ask at once: the second joins after a part of the time that the provider takes. */
  async function askTogether(keyword: string, result: ScriptedAnswer): Promise<[Answer, Answer]> {
    const { promise: held, resolve: go } = Promise.withResolvers<void>();
    const { promise: begun, resolve: tell } = Promise.withResolvers<void>();
    gateway.script = async () => {
      asked++;
      tell();
      await held;
      return result;
    };
    const first = gateway.search({ keyword }, { id: `${keyword}-one` });
    await begun;
    clock.advance(TOOK_MS / 2);
    const second = gateway.search({ keyword }, { key: other, id: `${keyword}-other` });
    // The second call has joined when it has its hold.
    while ((await gateway.ask('/api/account/v1/balance', { key: other })).body.held === '0.000000');
    clock.advance(TOOK_MS / 2);
    go();
    const answers = await Promise.all([first, second]);
    play(gateway);
    return answers;
  }

  test('belongs to both accounts when both waited for it', async () => {
    const sources = (await askTogether('both', { ids: ['a'], cursor: null })).map(
      ({ body }) => body.receipt.source,
    );
    expect([sources, asked]).toEqual([['live', 'live'], 1]);
    expect((await ask({ keyword: 'both' }, SEARCH, other)).body.receipt.source).toBe('cache');
  });

  test.each<[string, ScriptedAnswer]>([
    ['answered', { ids: ['a'], cursor: null }],
    ['refused', { kind: 'input_rejected', detail: 'scripted' }],
  ])('is told alike to both accounts that waited for it: %s', async (keyword, result) => {
    await askTogether(keyword, result);
    expect(asked).toBe(1);
    const shown = async (id: string, key: string) => {
      const { duration_ms, attempts } = (await gateway.ask(`/api/account/v1/requests/${id}`, { key })).body
        .call;
      return { duration_ms, attempts };
    };
    const one = await shown(`${keyword}-one`, gateway.key);
    expect(await shown(`${keyword}-other`, other)).toEqual(one);
    expect([one.duration_ms, one.attempts[0].duration_ms]).toEqual([TOOK_MS, TOOK_MS]);
  });
});

test('where nodes share a cache, an account recognises what it brought at another node, and no other account does', async () => {
  const resp = await RespServer.start(() => clock.nowMs());
  const settings = settingsWith(`, url: "${resp.url}", timeout_ms: ${LOOK_UP_TIMEOUT_MS}`);
  const ports = { clock, timers, chance: () => 0 };
  const one = await startTestGateway({ settings, ports });
  const two = await startTestGateway({ settings, ports, beside: one });
  play(one);
  play(two);
  const other = await openAccount(one, 'other', '100');
  await one.search({ keyword: 'cat' });
  await resp.holds(1);
  clock.advance(5_000);
  // The first call loads the answer into the memory of the node.
  const strange = await two.search({ keyword: 'cat' }, { key: other });
  const own = await two.search({ keyword: 'cat' });
  expect(asked).toBe(1);
  expect([strange.body.receipt.source, strange.headers.get('age')]).toEqual(['live', null]);
  expect([own.body.receipt.source, own.headers.get('age')]).toEqual(['cache', '5']);
  const { body } = await two.ask(`/api/account/v1/requests/${strange.body.request_id}`, { key: other });
  expect([body.call.duration_ms, body.call.attempts[0].duration_ms]).toEqual([TOOK_MS, TOOK_MS]);
  expect([...resp.values.values()].map(({ value }) => value.toString()).join()).not.toContain('acc_');
  await two.close();
  await one.close();
  await resp.close();
});
