// What tools ask of a remote gateway, and which request id a tool call gets there.
import { expect, test } from 'vitest';
import { request } from '../features/calls/call.account.ts';
import { priceQuote } from '../features/catalog/quote.account.ts';
import {
  collectionCancel,
  collectionCreate,
  collectionItems,
} from '../features/collections/collection.account.ts';
import { ownWatchUpdate } from '../features/watches/watch.account.ts';
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

test.each<[Parameters<ToolPort['free']>, string]>([
  [
    [priceQuote, { query: { path: '/api/u1', pages: '3' } }],
    'GET /api/pricing/v1/quote?path=%2Fapi%2Fu1&pages=3',
  ],
  [[request, { params: { request_id: 'a/b' } }], 'GET /api/account/v1/requests/a%2Fb'],
  [
    [collectionItems, { params: { collection: 'c/1' }, query: { after: '4', limit: '5' } }],
    'GET /api/collections/v1/c%2F1/items?after=4&limit=5',
  ],
  [[collectionCancel, { params: { collection: 'c/1' } }], 'POST /api/collections/v1/c%2F1/cancel'],
  [[ownWatchUpdate, { params: { watch: 'w/1' }, body: { state: 'paused' } }], 'PATCH /api/watches/v1/w%2F1'],
])('a verb is asked for where the gateway serves it: %#', async (asking, line) => {
  const { port, asked, sent } = remote({});
  await port.free(...asking);
  expect(asked).toEqual([line]);
  expect(sent[0]!.body).toEqual(asking[1]?.body ?? null);
});

test('what a verb makes has the id that the tool chose', async () => {
  const { port, sent } = remote({});
  await port.free(collectionCreate, { body: { budget: '1' }, requestId: 'own' });
  expect(sent[0]!.headers.get('x-reelgate-request-id')).toBe('own');
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
