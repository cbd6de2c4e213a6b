import { afterEach, expect, test } from 'vitest';
import {
  bodyOf,
  exchange,
  ID_HEADER,
  rawRequest,
  SEARCH,
  type Servers,
  startServers,
  statusOf,
} from '../testing/servers.ts';
import type { StartQueueFigures } from './start-queue.ts';

/** No call starts and none may wait: every call is refused. */
const SHUT = { startsPerTurn: 0, waitingMax: 0 };
const BURST = 200;

let servers: Servers;
afterEach(() => servers.close());

/** The last request of a connection, so that the answer ends with the connection. */
const get = (path: string, headers: readonly string[] = []) =>
  rawRequest(`GET ${path}`, [`Authorization: Bearer ${servers.key}`, 'Connection: close', ...headers]);
/** Everything sent here is answered; this only ends a failing test. */
const QUIET_MS = 10_000;
const ask = async (sent: string) => (await exchange(servers.publicPort, sent, QUIET_MS)).text;

test('a call above the limit is refused at once, unread: 503, its own id, when to retry, nothing charged', async () => {
  const looks: (() => StartQueueFigures)[] = [];
  servers = await startServers({ admission: SHUT, watchAdmission: (look) => void looks.push(look) });
  const text = await ask(get(`${SEARCH}?keyword=cat`, [`${ID_HEADER}: a"b\\c`]));
  expect(statusOf(text)).toBe(503);
  expect(bodyOf(text)).toEqual({
    type: '/docs/errors/OVERLOADED',
    title: 'The gateway is shedding load.',
    status: 503,
    detail: 'The gateway has more calls than it can serve. Try again later.',
    code: 'OVERLOADED',
    request_id: 'a"b\\c',
    charged: '0.000000',
    retry_after_ms: 1000,
    next: 'retry',
  });
  expect(text).toContain(`${ID_HEADER}: a"b\\c\r\n`);
  expect(text).toContain('retry-after: 1\r\n');
  expect(text).toContain('cache-control: no-store\r\n');
  expect(text).toContain('content-type: application/problem+json; charset=utf-8\r\n');
  expect(servers.calls.seen).toEqual([]);
  expect(looks[0]!()).toEqual({ waiting: 0, refused: 1 });
});

test('a refusal is prepared again when the public URL changes', async () => {
  let statedUrl = '';
  servers = await startServers({ admission: SHUT, statedUrl: () => statedUrl });
  const typeOf = async () => (bodyOf(await ask(get(`${SEARCH}?keyword=cat`))) as { type: string }).type;
  expect(await typeOf()).toBe('/docs/errors/OVERLOADED');
  statedUrl = 'https://video.example.org';
  expect(await typeOf()).toBe('https://video.example.org/docs/errors/OVERLOADED');
});

test('a refused call leaves its connection usable, whatever body it came with', async () => {
  servers = await startServers({ admission: SHUT });
  const body = 'x'.repeat(5_000);
  const refused = rawRequest(`POST ${SEARCH}`, [`Content-Length: ${body.length}`], body);
  const text = await ask(refused + get('/livez'));
  expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 503', 'HTTP/1.1 200']);
});

test('a gateway that sheds load still serves balances, prices and health', async () => {
  servers = await startServers({ admission: SHUT });
  const asked = [
    '/livez',
    '/readyz',
    '/api/account/v1/balance',
    '/api/pricing/v1/endpoints',
    '/openapi.json',
  ];
  const statuses = asked.map(async (path) => statusOf(await ask(get(path))));
  expect(await Promise.all(statuses)).toEqual(asked.map(() => 200));
});

test('a burst on an idle gateway is served to the last call', async () => {
  servers = await startServers();
  const all = Array.from({ length: BURST }, (_, i) => ask(get(`${SEARCH}?keyword=k${i}`)));
  const statuses = (await Promise.all(all)).map(statusOf);
  expect(statuses).toEqual(Array(BURST).fill(200));
});
