import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { failure } from '../domain/failure.ts';
import { toMicros } from '../domain/money.ts';
import { StorageUnavailable } from '../storage/storage.ts';
import {
  answered,
  exchange,
  ID_HEADER,
  rawRequest,
  SEARCH,
  type Servers,
  startServers,
  statusOf,
} from './testing/servers.ts';

let servers: Servers;
let base: string;
beforeAll(async () => {
  servers = await startServers();
  base = `http://127.0.0.1:${servers.publicPort}`;
});
afterAll(() => servers.close());
afterEach(() => {
  servers.calls.next = answered;
  servers.logged.length = 0;
});

function ask(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { authorization: `Bearer ${servers.key}`, ...(init.headers as Record<string, string>) };
  return fetch(base + path, { ...init, headers });
}

describe('a billed call', () => {
  test('has its cost, its balance and its limits in the headers', async () => {
    const response = await ask(`${SEARCH}?keyword=%E7%8C%AB`, { headers: { [ID_HEADER]: 'mine-1' } });
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('{"request_id":"mine-1","balance":"9.988000"}');
    expect(Object.fromEntries(response.headers)).toMatchObject({
      [ID_HEADER]: 'mine-1',
      'content-type': 'application/json; charset=utf-8',
      'x-reelgate-charged': '0.012000',
      'x-reelgate-balance': '9.988000',
      'ratelimit-policy': '"default";q=600;w=60',
      ratelimit: '"default";r=599;t=60',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    expect(servers.calls.seen.at(-1)).toMatchObject({
      requestId: 'mine-1',
      requestIdChosen: true,
      clientAddress: '127.0.0.1',
      target: {
        group: 'u1',
        platform: 'demo',
        called: { name: 'search_video_v2' },
        query: { keyword: '猫' },
      },
    });
  });

  test('a replay has exactly the bytes of the first answer and says that it is free', async () => {
    const body = Buffer.from('{"request_id":"mine-1","receipt":{"charged":"0.012000"}}');
    servers.calls.next = () => ({
      kind: 'replayed',
      answer: { body, gzip: null, passedOn: null },
      balanceMicros: toMicros(1),
      rate: { limit: { requests: 600, perSeconds: 60, concurrent: 50 }, remaining: 7, resetMs: 1 },
      free: {
        policy: 'free',
        limit: { requests: 100, perSeconds: 10, concurrent: 50 },
        remaining: 99,
        resetMs: 9_001,
      },
      deprecation: { deprecatedAtMs: 1_700_000_000_999, sunsetAtMs: null, successor: null },
    });
    const response = await ask(`${SEARCH}?keyword=a`);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(body);
    expect(response.headers.get('x-reelgate-replayed')).toBe('true');
    expect(response.headers.get('x-reelgate-charged')).toBe('0.000000');
    expect(response.headers.get('deprecation')).toBe('@1700000000');
    expect(response.headers.get('ratelimit-policy')).toBe('"default";q=600;w=60, "free";q=100;w=10');
    expect(response.headers.get('ratelimit')).toBe('"default";r=7;t=1, "free";r=99;t=10');
  });

  test('a deprecated route has its dates and its successor, whatever characters that has', async () => {
    const deprecation = { deprecatedAtMs: 1_700_000_000_999, sunsetAtMs: 0, successor: '/api/猫\r\nx: y>' };
    servers.calls.next = (request) => ({ ...answered(request), deprecation }) as never;
    const { headers } = await ask(`${SEARCH}?keyword=a`);
    expect(headers.get('deprecation')).toBe('@1700000000');
    expect(headers.get('sunset')).toBe('Thu, 01 Jan 1970 00:00:00 GMT');
    expect(headers.get('link')).toBe('</api/%E7%8C%AB%0D%0Ax:%20y%3E>; rel="successor-version"');
  });

  test.each(['keyword=%', 'keyword=a&keyword=b', 'keyword=%00', 'keyword=%ed%a0%80'])(
    'the query %s is told to callers with a key, and 401 to all others',
    async (query) => {
      const told = await ask(`${SEARCH}?${query}`);
      expect(told.status).toBe(400);
      expect(await told.json()).toMatchObject({ code: 'INVALID_REQUEST', errors: [{ field: 'keyword' }] });
      expect((await fetch(`${base}${SEARCH}?${query}`)).status).toBe(401);
    },
  );

  test('a refusal says when to come back, in whole seconds, and the rate', async () => {
    const rate = { limit: { requests: 1, perSeconds: 60, concurrent: 1 }, remaining: 0, resetMs: 10 };
    servers.calls.next = () => ({ ...failure('RATE_LIMITED', 'slow down', { retryAfterMs: 10 }), rate });
    const response = await ask(`${SEARCH}?keyword=a`);
    expect(response.status).toBe(429);
    expect(response.headers.get('retry-after')).toBe('1');
    expect(response.headers.get('ratelimit')).toBe('"default";r=0;t=1');
    expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    expect(await response.json()).toMatchObject({ charged: '0.000000', retry_after_ms: 10, next: 'wait' });
  });

  test('a connection to the ledger lost during the commit says nothing about a charge, and what to do', async () => {
    servers.calls.next = () => Promise.reject(new StorageUnavailable('lost', { inDoubt: true }));
    const response = await ask(`${SEARCH}?keyword=a`);
    const body = (await response.json()) as Record<string, unknown>;
    expect([response.status, body.code]).toEqual([503, 'STORAGE_UNAVAILABLE']);
    expect(body).not.toHaveProperty('charged');
    expect(body.detail).toContain('same request id');
  });

  test('an outage of storage is logged at most once per interval, with its reason and without a stack', async () => {
    servers.logged.length = 0;
    servers.calls.next = () => Promise.reject(new StorageUnavailable('connect ECONNREFUSED'));
    for (let n = 0; n < 20; n++) expect((await ask(`${SEARCH}?keyword=a`)).status).toBe(503);
    const lines = servers.logged.filter(({ message }) => message === 'storage is unavailable');
    expect(lines.length).toBeLessThan(3);
    expect(JSON.stringify(servers.logged)).not.toContain('at ');
    for (const { fields } of lines) expect(fields).toMatchObject({ reason: 'connect ECONNREFUSED' });
  });

  test('storage that cannot commit is 503, and a bug is 500 without details', async () => {
    const answerOf = async (error: Error) => {
      servers.calls.next = () => Promise.reject(error);
      const response = await ask(`${SEARCH}?keyword=a`);
      return [response.status, ((await response.json()) as { code: string; detail: string }).code];
    };
    expect(await answerOf(new StorageUnavailable('disk full'))).toEqual([503, 'STORAGE_UNAVAILABLE']);
    expect(await answerOf(new StorageUnavailable('full', { overloaded: true }))).toEqual([503, 'OVERLOADED']);
    expect(await answerOf(new Error('secret text'))).toEqual([500, 'INTERNAL']);
    servers.calls.next = () => Promise.reject(new Error('secret text'));
    expect(await (await ask(`${SEARCH}?keyword=a`)).text()).not.toContain('secret');
    expect(servers.logged.at(-1)).toMatchObject({ level: 'error', fields: { route: expect.any(String) } });
  });
});

describe('request ids', () => {
  test.each([
    ['255 bytes', 'a'.repeat(255), 200],
    ['256 bytes', 'a'.repeat(256), 400],
    ['a space', 'a b', 400],
    ['nothing', '', 400],
  ])('%s → %i', async (_name, id, status) => {
    const response = await fetch(`${base}/livez`, { headers: { [ID_HEADER]: id } });
    expect(response.status).toBe(status);
    const echoed = response.headers.get(ID_HEADER);
    expect(((await response.json()) as { request_id: string }).request_id).toBe(echoed);
    if (status === 400) expect(echoed).toMatch(/^req_\w{26}$/);
  });

  test('given twice is refused', async () => {
    const { text } = await exchange(
      servers.publicPort,
      rawRequest('GET /livez', [`${ID_HEADER}: a`, `${ID_HEADER}: b`, 'Connection: close']),
    );
    expect(text).toContain('INVALID_REQUEST_ID');
  });
});

describe('another method', () => {
  test.each(['HEAD', 'OPTIONS', 'POST', 'DELETE', 'PROPFIND', 'TRACE'])(
    '%s on a billed route is 405 and runs nothing',
    async (method) => {
      const before = servers.calls.seen.length;
      const { text } = await exchange(
        servers.publicPort,
        rawRequest(`${method} ${SEARCH}?keyword=a`, [
          `Authorization: Bearer ${servers.key}`,
          'Connection: close',
        ]),
      );
      expect(text).toContain('HTTP/1.1 405 ');
      expect(text.toLowerCase()).toContain('\r\nallow: get\r\n');
      expect(text).toContain(ID_HEADER);
      expect(text.toLowerCase()).not.toContain('access-control');
      expect(servers.calls.seen.length).toBe(before);
    },
  );

  test('a free GET with a body is answered, and the body ignored; a billed one is refused', async () => {
    const headers = [`Authorization: Bearer ${servers.key}`, 'Content-Length: 5', 'Connection: close'];
    const ask = async (path: string) =>
      statusOf((await exchange(servers.publicPort, rawRequest(`GET ${path}`, headers, 'hello'))).text);
    expect([await ask('/api/account/v1/balance'), await ask(`${SEARCH}?keyword=a`)]).toEqual([200, 400]);
  });
});

test('an unknown path and an unknown group are 404 problems', async () => {
  for (const path of [
    '/nothing',
    '/api/u3/v1/demo/app/search_video_v2',
    '/api/u1/v2/demo/app/search_video_v2',
  ]) {
    const response = await ask(path);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({
      type: '/docs/errors/ROUTE_NOT_FOUND',
      code: 'ROUTE_NOT_FOUND',
      status: 404,
      request_id: response.headers.get(ID_HEADER),
    });
  }
});

test.each([
  [`${SEARCH}/`, '/api/u1/v1/{platform}/app/search_video_v2'],
  [SEARCH.toUpperCase(), '/api/u1/v1/{platform}/app/search_video_v2'],
  [SEARCH.replace('/app', '//app'), '/api/u1/v1/{platform}/app/search_video_v2'],
  ['/api/account/v1/requests/Secret-Key/', '/api/account/v1/requests/{request_id}'],
  ['/LiveZ', '/livez'],
  [SEARCH.replace('video', 'vide'), '/api/u1/v1/{platform}/app/search_video_v2'],
  ['/api/account/v1/balanse', '/api/account/v1/balance'],
])(
  '%s is 404 and points to the route that is meant, without a word of what was asked',
  async (path, meant) => {
    const response = await ask(path);
    const { detail } = (await response.json()) as { detail: string };
    expect(response.status).toBe(404);
    expect(detail).toContain(`Did you mean ${meant}?`);
    expect(detail).toContain('/docs');
    expect(detail).not.toMatch(/secret-key|demo/i);
  },
);

test('a path that resembles no route, or has more words than any, gets no suggestion', async () => {
  for (const path of [
    SEARCH.replace('search_video_v2', 'buy'),
    `${SEARCH}/more`,
    '/api/account/v9/balance',
  ]) {
    const { detail } = (await (await ask(path)).json()) as { detail: string };
    expect(detail).toBe('No route has this path. All routes are listed at /docs.');
  }
});

describe('free routes', () => {
  test('the balance needs a key and starts with the request id', async () => {
    const response = await ask('/api/account/v1/balance');
    expect(response.status).toBe(200);
    expect(await response.text()).toMatch(/^\{"request_id":"req_\w{26}",/);
    expect((await fetch(`${base}/api/account/v1/balance`)).status).toBe(401);
  });

  test('refuse a parameter that they do not have, by its name', async () => {
    const cut = await ask('/api/resolve/v1/url?url=https://v.example/watch?v=1&t=5');
    expect(cut.status).toBe(400);
    expect(await cut.json()).toMatchObject({
      code: 'INVALID_REQUEST',
      errors: [{ field: 't', message: expect.stringContaining('write "&" as %26') }],
    });
    const misspelt = (await (await ask('/api/account/v1/usage?form=2026-01-01')).json()) as {
      detail: string;
    };
    expect(misspelt.detail).toContain('did you mean "from"?');
    // The specification does not define the query of its own routes, so these accept unknown parameters.
    expect((await ask('/api/pricing/v1/endpoints?endpoint=/api/u1/v1/demo/app/search_video_v2')).status).toBe(
      200,
    );
  });

  test('entries are CSV when requested, and `format` takes precedence over Accept', async () => {
    const csv = await ask('/api/account/v1/entries?format=csv');
    expect(csv.headers.get('content-type')).toContain('text/csv');
    expect(await csv.text()).toMatch(/^id,seq,at,/);
    const accepted = await ask('/api/account/v1/entries', { headers: { accept: 'text/csv' } });
    expect(accepted.headers.get('content-type')).toContain('text/csv');
    const json = await ask('/api/account/v1/entries?format=json', { headers: { accept: 'text/csv' } });
    expect(json.headers.get('content-type')).toContain('application/json');
    expect((await ask('/api/account/v1/entries?format=xml')).status).toBe(400);
  });

  test('a request id with any visible character can be looked up', async () => {
    const response = await ask(`/api/account/v1/requests/${encodeURIComponent('a/b?c#d%e'.repeat(28))}`);
    expect(await response.json()).toMatchObject({ code: 'NOT_FOUND' });
  });

  test('prices need a key unless they are public, and an invalid key is refused either way', async () => {
    expect((await fetch(`${base}/api/pricing/v1/endpoints`)).status).toBe(401);
    expect((await ask('/api/pricing/v1/endpoints?path=/nothing')).status).toBe(404);
    const open = await startServers({ pricingPublic: true });
    const url = `http://127.0.0.1:${open.publicPort}/api/pricing/v1/endpoints`;
    expect((await fetch(url)).status).toBe(200);
    expect((await fetch(url, { headers: { authorization: 'Bearer x' } })).status).toBe(401);
    await open.close();
  });

  test('pictures need no key, are cached for a day and may run nothing', async () => {
    const response = await fetch(`${base}/api/library/v1/thumbnails/v1.svg`);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/svg+xml; charset=utf-8',
      'cache-control': 'public, max-age=86400',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    });
    expect((await fetch(`${base}/api/library/v1/thumbnails/v2.svg`)).status).toBe(404);
    expect((await fetch(`${base}/api/library/v1/thumbnails/v%0D%0A1.svg`)).status).toBe(404);
  });
});

test('the key check is limited per address, with Retry-After', async () => {
  const tight = await startServers({ keyCheckLimit: { requests: 2, perSeconds: 60 } });
  const check = () =>
    fetch(`http://127.0.0.1:${tight.publicPort}/api/test/apikey`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ key: tight.key }),
    });
  expect(await (await check()).json()).toMatchObject({ valid: true });
  expect((await check()).status).toBe(200);
  const refused = await check();
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  await tight.close();
});

test('ready follows storage and draining; live does not', async () => {
  let broken = false;
  const ready = async () => {
    if (broken) throw new StorageUnavailable('gone');
  };
  const own = await startServers({ ready });
  const statuses = async () =>
    Promise.all(
      ['/readyz', '/livez'].map(
        async (path) => (await fetch(`http://127.0.0.1:${own.publicPort}${path}`)).status,
      ),
    );
  expect(await statuses()).toEqual([200, 200]);
  broken = true;
  own.world.advance(1000);
  expect(await statuses()).toEqual([503, 200]);
  broken = false;
  own.world.advance(1000);
  own.setDraining(true);
  expect(await statuses()).toEqual([503, 200]);
  expect((await fetch(`http://127.0.0.1:${own.publicPort}/livez`)).headers.get('connection')).toBe('close');
  await own.close();
});

describe('the client address', () => {
  const forwarded = async (trustProxy: string[], value: string) => {
    const own = await startServers({ trustProxy });
    await fetch(`http://127.0.0.1:${own.publicPort}${SEARCH}?keyword=a`, {
      headers: { authorization: `Bearer ${own.key}`, 'x-forwarded-for': value },
    });
    await own.close();
    return own.calls.seen[0]?.clientAddress;
  };

  test('is that of the socket unless the peer is a trusted proxy', async () => {
    expect(await forwarded([], '203.0.113.9')).toBe('127.0.0.1');
    expect(await forwarded(['192.0.2.1'], '203.0.113.9')).toBe('127.0.0.1');
    expect(await forwarded(['127.0.0.1'], '198.51.100.7, 203.0.113.9')).toBe('203.0.113.9');
    expect(await forwarded(['127.0.0.1'], 'nonsense')).toBe('127.0.0.1');
  });
});
