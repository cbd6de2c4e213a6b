// What tools ask of a remote gateway, and which request id a tool call gets there.
import { expect, test } from 'vitest';
import type { ToolAnswer, ToolPort } from '../mcp/tool-port.ts';
import { createRemoteTools, RemoteRequestIds } from './remote-tools.ts';

const NONE = { charged: null, balance: null, isReplay: false };
const answer = (status: number, body = {}): ToolAnswer => ({ status, body, ...NONE });
const received = (call: object) => async () => answer(200, { call });
const unknown = async () => answer(404);
const bought = async () => answer(200);
const question = { requestId: 'now', twins: ['before', 'after'] };

test.each([
  ['paid and kept', { state: 'settled', answer_kept: true }, 'before'],
  ['still running', { state: 'held', answer_kept: false }, 'before'],
  ['given back', { state: 'released', answer_kept: false }, 'now'],
  ['paid and no longer kept', { state: 'settled', answer_kept: false }, 'now'],
])('a question whose window before was %s is asked as that says: %j', async (_, call, id) => {
  const asked = new RemoteRequestIds(received(call));
  expect((await asked.under(question, bought)).requestId).toBe(id);
});

test('an id that the caller chose is used as it is, without asking the gateway', async () => {
  const asked = new RemoteRequestIds(() => Promise.reject(new Error('asked')));
  expect((await asked.under({ requestId: 'own', twins: [] }, bought)).requestId).toBe('own');
});

test('a repeat in a new window takes the id of the same question under way, and a new one after its end', async () => {
  const asked = new RemoteRequestIds(unknown);
  const { promise: end, resolve } = Promise.withResolvers<ToolAnswer>();
  const first = asked.under(question, () => end);
  const next = { requestId: 'after', twins: ['now', 'later'] };
  expect((await asked.under(next, bought)).requestId).toBe('now');
  resolve(answer(200));
  expect((await first).requestId).toBe('now');
  expect((await asked.under(next, bought)).requestId).toBe('after');
});

test('nothing is bought while it is unknown whether the previous window was paid', async () => {
  const asked = new RemoteRequestIds(async () => answer(503));
  const work = () => Promise.reject(new Error('bought'));
  expect((await asked.under(question, work)).status).toBe(503);
});

/** Tools at a gateway that answers everything with this body. `asked` has what it was asked. */
function remote(body: object) {
  const asked: string[] = [];
  const sent: { headers: Headers; body: unknown }[] = [];
  const now = { ms: 0, status: 200 };
  const fetch = async (
    url: string | URL | Request,
    { method = 'GET', headers, body: text }: RequestInit = {},
  ) => {
    const { pathname, search } = new URL(String(url));
    asked.push(`${method} ${pathname}${search}`);
    sent.push({ headers: new Headers(headers), body: text === undefined ? null : JSON.parse(String(text)) });
    const type = now.status === 200 ? 'application/json' : 'application/problem+json';
    const named = {
      'content-type': type,
      'x-acme-request-id': 'r',
      'x-acme-balance': '9',
    };
    return new Response(JSON.stringify(body), { status: now.status, headers: named });
  };
  const clock = { nowMs: () => now.ms, monotonicMs: () => now.ms };
  const port = createRemoteTools({
    url: 'http://gateway.example',
    key: 'rgk_live_x',
    fetch: fetch as never,
    clock,
  });
  return { port, asked, sent, now };
}

test.each<[string, (port: ToolPort) => unknown, string]>([
  [
    'a quote',
    (port) => port.quote({ platform: 'p', action: 'search_video_v2', count: 7, calls: 3 }),
    'GET /api/pricing/v1/quote?path=%2Fapi%2Fu1%2Fv1%2Fp%2Fapp%2Fsearch_video_v2&pages=3&count=7',
  ],
  ['a receipt', (port) => port.receipt('a/b'), 'GET /api/account/v1/requests/a%2Fb'],
  ['records', (port) => port.records('a/b'), 'GET /api/account/v1/requests/a%2Fb/records'],
  ['the account', (port) => port.account(), 'GET /api/account/v1/key'],
  ['prices', (port) => port.prices(), 'GET /api/pricing/v1/endpoints'],
  ['platforms', (port) => port.platforms(), 'GET /api/pricing/v1/platforms'],
  [
    'items of a collection',
    (port) => port.collectionItems({ id: 'c/1', after: 4, limit: 5 }),
    'GET /api/collections/v1/c%2F1/items?after=4&limit=5',
  ],
  [
    'items of a watch',
    (port) => port.watchItems({ id: 'w/1', after: 4, limit: 5 }),
    'GET /api/watches/v1/w%2F1/items?after=4&limit=5',
  ],
  ['a collection', (port) => port.collection('c/1'), 'GET /api/collections/v1/c%2F1'],
  ['a watch', (port) => port.watch('w/1'), 'GET /api/watches/v1/w%2F1'],
  [
    'the end of a collection',
    (port) => port.cancelCollection('c/1'),
    'POST /api/collections/v1/c%2F1/cancel',
  ],
  [
    'a change of a watch',
    (port) => port.updateWatch('w/1', { state: 'paused' }),
    'PATCH /api/watches/v1/w%2F1',
  ],
])('%s is asked for where the gateway serves it', async (_, ask, line) => {
  const { port, asked } = remote({});
  await ask(port);
  expect(asked).toEqual([line]);
});

test('a purchase has its id, its price limit and its quote, under the names of the gateway, and comes back with its bill', async () => {
  const receipt = { charged: '0.100000' };
  const { port, asked, sent } = remote({ key: { id: 'key_1' }, confirm_above: '0.5', receipt });
  expect(await port.payer()).toEqual({ keyId: 'key_1', confirmAbove: '0.5' });
  const bounds = { requestId: 'own', twins: [], maxPrice: '0.2', quote: 'sealed' };
  const question = { platform: 'a/b', action: 'search_video_v2', query: { keyword: 'cat' } };
  const bought = await port.buy({ ...question, ...bounds }, new AbortController().signal);
  expect(bought).toMatchObject({ requestId: 'own', charged: '0.100000', balance: '9', isReplay: false });
  expect(asked[1]).toMatch(/^GET \/api\/u1\/v1\/a%2Fb\/app\/search_video_v2\?keyword=cat/);
  const { headers } = sent[1]!;
  expect(headers.get('x-acme-request-id')).toBe('own');
  expect(`${asked[1]} ${headers.get('x-acme-max-price')}`).toContain('0.2');
  expect(`${asked[1]} ${headers.get('x-acme-quote')}`).toContain('sealed');
});

test("the key and the operator's limit are asked for once in a minute, and again at once when they were not told", async () => {
  const { port, asked, now } = remote({
    key: { id: 'key_1' },
    confirm_above: '0.5',
    code: 'X',
    title: '',
    detail: '',
  });
  now.status = 404;
  expect(await port.payer()).toMatchObject({ status: 404 });
  now.status = 200;
  await port.payer();
  now.ms = 59_999;
  await port.payer();
  expect(asked).toHaveLength(2);
  now.ms = 60_000;
  await port.payer();
  expect(asked).toHaveLength(3);
});
