import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestGateway } from '../testing/test-gateway.ts';
import { TestUpstream, TOKEN } from './testing-upstream.ts';

const SHOP = '/api/u2/v1/shop';
const PRICE = 3_000;

let upstream: TestUpstream;
let gateway: TestGateway;

beforeAll(async () => {
  upstream = await TestUpstream.start();
  gateway = await upstream.gateway();
});
afterAll(async () => {
  await gateway.close();
  await upstream.close();
});
beforeEach(() => {
  upstream.seen.length = 0;
  upstream.respond = (_seen, response) => response.end('{"ok":true}');
});

const id = (name: string) => ({ 'x-reelgate-request-id': name });
const charged = async (work: () => Promise<unknown>) => {
  const before = (await gateway.money()).balance;
  await work();
  return before - (await gateway.money()).balance;
};

describe('a call is passed on', () => {
  test('with the documented parameters only, and with every form of list', async () => {
    const answer = await gateway.ask(
      `${SHOP}/clips?q=%E7%8C%AB%26x&tag=a&tag=b&ids=1,7301234567890123456&page=2&evil=1`,
    );
    expect(answer.text).toBe('{"ok":true}');
    const url = new URL(upstream.seen[0]!.url, upstream.url);
    expect(url.pathname).toBe('/base/v2/clips');
    expect([...url.searchParams]).toEqual([
      ['q', '猫&x'],
      ['page', '2'],
      ['tag', 'a'],
      ['tag', 'b'],
      ['ids', '1,7301234567890123456'],
    ]);
  });

  test.each(['PUT', 'DELETE'])('with its method %s', async (method) => {
    await gateway.ask(`${SHOP}/clips/a%20b`, { method, ...(method === 'PUT' && { body: { any: 1 } }) });
    expect(upstream.seen[0]).toMatchObject({ method, url: '/base/v2/clips/a%20b' });
  });

  test('a fixed path goes before a parameter, and a closing slash is put back', async () => {
    await gateway.ask(`${SHOP}/clips/mine`);
    await gateway.ask(`${SHOP}/picture`);
    expect(upstream.seen.map(({ url }) => url)).toEqual(['/base/v2/clips/mine', '/base/v2/picture/']);
  });

  test('a body keeps every digit and loses what is given twice', async () => {
    const body = '{"title":"first", "views":12345678901234567890, "title":"last"}';
    const response = await fetch(`${gateway.url}${SHOP}/clips`, {
      method: 'POST',
      headers: { authorization: `Bearer ${gateway.key}`, 'content-type': 'application/json' },
      body,
    });
    expect(response.status).toBe(200);
    expect(upstream.seen[0]!.body).toBe('{"title":"last","views":12345678901234567890}');
  });
});

describe('headers', () => {
  test("the caller's key is replaced, and only listed headers go up", async () => {
    const headers = {
      accept: 'text/csv',
      'accept-language': 'de',
      cookie: 'a=b',
      'x-forwarded-for': '1.2.3.4',
      'x-api-key': 'mine',
      ...id('headers-up'),
    };
    await gateway.ask(`${SHOP}/clips/1`, { headers });
    const sent = upstream.seen[0]!.headers;
    expect(sent.authorization).toBe(`Bearer ${TOKEN}`);
    expect(Object.keys(sent).sort()).toEqual([
      'accept',
      'accept-encoding',
      'accept-language',
      'authorization',
      'connection',
      'host',
      'user-agent',
    ]);
    expect(sent).toMatchObject({ accept: 'text/csv', 'accept-language': 'de' });
    expect(JSON.stringify(upstream.seen)).not.toContain(gateway.key);
  });

  test('only listed headers come down', async () => {
    upstream.respond = (_seen, response) => {
      const headers = { 'content-type': 'text/csv', 'content-language': 'de', 'x-secret': '1', etag: '"1"' };
      response.writeHead(203, { ...headers, 'set-cookie': 'a=b', server: 'shop', 'cache-control': 'public' });
      response.end('a;b');
    };
    const { status, headers, text } = await gateway.ask(`${SHOP}/clips/1`);
    expect({ status, text }).toEqual({ status: 203, text: 'a;b' });
    expect(headers.get('content-type')).toBe('text/csv');
    expect(headers.get('content-language')).toBe('de');
    expect(headers.get('cache-control')).toBe('no-store');
    for (const name of ['x-secret', 'etag', 'set-cookie', 'server']) expect(headers.get(name)).toBeNull();
  });
});

describe('money', () => {
  test('a 2xx is charged, and the same id gives the same bytes again for nothing', async () => {
    const bytes = Buffer.from([0, 255, 254, 10, 13, 200, 1]);
    upstream.respond = (_seen, response) => {
      response.writeHead(201, {
        'content-type': 'image/webp',
        'last-modified': 'Sun, 15 Nov 2026 00:00:00 GMT',
      });
      response.end(bytes);
    };
    const call = () =>
      fetch(`${gateway.url}${SHOP}/picture`, {
        headers: { authorization: `Bearer ${gateway.key}`, ...id('binary') },
      });
    let [first, second] = [await call(), null as Response | null];
    expect(
      await charged(async () => {
        second = await call();
      }),
    ).toBe(0);
    expect(first.headers.get('x-reelgate-charged')).toBe('0.003000');
    expect(second!.headers.get('x-reelgate-replayed')).toBe('true');
    for (const answer of [first, second!]) {
      expect(answer.status).toBe(201);
      expect(answer.headers.get('content-type')).toBe('image/webp');
      expect(answer.headers.get('last-modified')).toContain('2026');
      expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
    }
    expect(upstream.seen).toHaveLength(1);
  });

  test('a POST runs once per id, however its body is written', async () => {
    const post = (body: object) =>
      gateway.ask(`${SHOP}/clips`, { method: 'POST', body, headers: id('post') });
    expect(await charged(() => post({ title: 'a', views: 1 }))).toBe(PRICE);
    expect(await charged(() => post({ views: 1, title: 'a' }))).toBe(0);
    expect((await post({ title: 'b', views: 1 })).body).toMatchObject({
      status: 422,
      code: 'REQUEST_ID_REUSED',
    });
    expect(upstream.seen).toHaveLength(1);
  });

  test('one id belongs to one method and one path parameter', async () => {
    await gateway.ask(`${SHOP}/clips/1`, { headers: id('one') });
    expect((await gateway.ask(`${SHOP}/clips/2`, { headers: id('one') })).status).toBe(422);
    expect((await gateway.ask(`${SHOP}/clips/1`, { method: 'DELETE', headers: id('one') })).status).toBe(422);
  });

  test('an empty 204 is a success', async () => {
    upstream.respond = (_seen, response) => response.writeHead(204).end();
    const drop = () => gateway.ask(`${SHOP}/clips/1`, { method: 'DELETE', headers: id('gone') });
    const answer = await drop();
    expect(answer).toMatchObject({ status: 204, text: '' });
    expect(answer.headers.get('x-reelgate-charged')).toBe('0.003000');
    expect(await charged(drop)).toBe(0);
  });

  test.each([
    [400, 400, 'INVALID_REQUEST'],
    [404, 400, 'INVALID_REQUEST'],
    [409, 400, 'INVALID_REQUEST'],
    [422, 400, 'INVALID_REQUEST'],
    [401, 502, 'UPSTREAM_REFUSED'],
    [402, 502, 'UPSTREAM_REFUSED'],
    [403, 502, 'UPSTREAM_REFUSED'],
    [408, 504, 'UPSTREAM_TIMEOUT'],
    [429, 503, 'UPSTREAM_BUSY'],
    [500, 502, 'UPSTREAM_ERROR'],
    [503, 502, 'UPSTREAM_ERROR'],
  ])('%i is %i %s, never charged, and may run again', async (given, status, code) => {
    upstream.respond = (_seen, response) => {
      response.writeHead(given, { 'retry-after': '7' }).end('{"message":"nothing like that"}');
    };
    const headers = id(`status-${given}`);
    const paid = await charged(async () => {
      const answer = await gateway.ask(`${SHOP}/clips/1`, { headers });
      expect(answer.headers.get('content-type')).toContain('application/problem+json');
      expect(answer.body).toMatchObject({ status, code, upstream_status: given, charged: '0' });
      if (code === 'INVALID_REQUEST') expect(answer.body.detail).toContain('nothing like that');
      if (code === 'UPSTREAM_BUSY') expect(answer.headers.get('retry-after')).toBe('7');
    });
    expect(paid).toBe(0);
    upstream.respond = (_seen, response) => response.end('{}');
    expect(await charged(() => gateway.ask(`${SHOP}/clips/1`, { headers }))).toBe(PRICE);
  });

  test('a redirect is not followed and not charged', async () => {
    upstream.respond = (_seen, response) => response.writeHead(302, { location: '/base/v2/clips/2' }).end();
    const paid = await charged(async () => {
      expect((await gateway.ask(`${SHOP}/clips/1`)).body.code).toBe('UPSTREAM_ERROR');
    });
    expect([paid, upstream.seen.length]).toEqual([0, 1]);
  });
});

describe("the provider's credential", () => {
  test.each([TOKEN, encodeURIComponent(TOKEN), Buffer.from(TOKEN).toString('base64')])(
    'never comes back, as %s neither in an answer nor in an error',
    async (secret) => {
      for (const status of [200, 400]) {
        upstream.respond = (_seen, response) => {
          response.writeHead(status).end(JSON.stringify({ message: `see https://x.org/?t=${secret}` }));
        };
        const paid = await charged(async () => {
          const { text, status: shown } = await gateway.ask(`${SHOP}/clips/1`);
          expect(text).not.toContain(secret);
          expect(shown).toBe(status === 200 ? 502 : 400);
        });
        expect(paid).toBe(0);
      }
    },
  );
});

describe('what the document does not allow is refused before any money moves', () => {
  test.each([
    ['/clips', 'q'],
    ['/clips?q=a', 'q'],
    ['/clips?q=abc&page=0', 'page'],
    ['/clips?q=abc&page=two', 'page'],
    ['/clips?q=abc&page=1&page=2', 'page'],
    ['/clips?q=abc&ids=1,b', 'ids.1'],
    ['/clips/..', 'id'],
    ['/clips/%2e%2e', 'id'],
    ['/clips/a%2fb', 'id'],
    ['/clips/a%252fb', 'id'],
    ['/clips/a%5cb', 'id'],
    ['/clips/a%00b', 'id'],
  ])('%s', async (target, field) => {
    const path = `${SHOP}${target}`;
    // `fetch` would tidy the path up.
    const { text } = await exchangeRaw(path);
    expect(text).toContain('"code":"INVALID_REQUEST"');
    expect(text).toContain(`"field":"${field}"`);
    expect(upstream.seen).toEqual([]);
  });

  test.each([
    [{}, 'body.title'],
    [{ title: 5 }, 'body.title'],
    [{ title: 'a', extra: 1 }, 'body.extra'],
    [{ title: 'a', parent: { title: 'b', views: 'x' } }, 'body.parent.views'],
  ])('the body %j', async (body, field) => {
    const answer = await gateway.ask(`${SHOP}/clips`, { method: 'POST', body });
    expect(answer.body).toMatchObject({ status: 400, code: 'INVALID_REQUEST' });
    expect(answer.body.errors.map((error: { field: string }) => error.field)).toContain(field);
    expect(upstream.seen).toEqual([]);
  });

  test.each([
    ['', 'application/json', 400],
    ['{"title":', 'application/json', 400],
    ['{"title":"a","__proto__":{}}', 'application/json', 400],
    [`${'['.repeat(5000)}${']'.repeat(5000)}`, 'application/json', 400],
    ['title=a', 'application/x-www-form-urlencoded', 415],
    [JSON.stringify({ title: 'a'.repeat(70_000) }), 'application/json', 413],
  ])('a body that cannot be read: %#', async (body, type, status) => {
    const headers = { authorization: `Bearer ${gateway.key}`, 'content-type': type };
    const response = await fetch(`${gateway.url}${SHOP}/clips`, { method: 'POST', headers, body });
    expect(response.status).toBe(status);
    expect(upstream.seen).toEqual([]);
  });

  test('a body for an operation that takes none', async () => {
    const answer = await gateway.ask(`${SHOP}/clips/1`, { method: 'DELETE', body: {} });
    expect(answer.body.errors).toEqual([{ field: 'body', message: 'is not taken by this operation' }]);
  });
});

/** The raw status line, headers and body. */
function exchangeRaw(target: string): Promise<{ text: string }> {
  return rawGet(gateway.url, target, gateway.key);
}

describe('routes', () => {
  test.each([
    ['POST', '/clips/mine', 'GET, PUT, DELETE'],
    ['HEAD', '/clips', 'GET, POST'],
    ['OPTIONS', '/clips', 'GET, POST'],
    ['DELETE', '/clips', 'GET, POST'],
  ])('%s %s is 405 and names what there is', async (method, target, allow) => {
    const answer = await gateway.ask(`${SHOP}${target}`, { method });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, allow]);
    expect(upstream.seen).toEqual([]);
  });

  test.each(['/nothing', '/clips/', '/clips/1/2', '/upload', '', '/', '/%63lips?q=abc', '//clips'])(
    '%s is 404',
    async (target) => {
      expect((await rawGet(gateway.url, `${SHOP}${target}`, gateway.key)).text).toMatch(/^HTTP\/1.1 404/);
    },
  );

  test('who may not call learns nothing about the input', async () => {
    expect((await gateway.ask(`${SHOP}/clips`, { key: null })).status).toBe(401);
    const bad = { method: 'POST', key: null, body: { nothing: true } };
    expect((await gateway.ask(`${SHOP}/clips`, bad)).status).toBe(401);
    const { secret } = await gateway.newKey({ groups: ['u1'] });
    expect((await gateway.ask(`${SHOP}/clips`, { key: secret })).status).toBe(403);
  });

  test('the receipt and the price list know them', async () => {
    await gateway.ask(`${SHOP}/clips/77`, { headers: id('receipt') });
    const { body } = await gateway.ask('/api/account/v1/requests/receipt');
    const route = { path: `${SHOP}/clips/{id}`, operation: 'mount.shop.readClip', variant: 'economy' };
    expect(JSON.stringify(body)).toContain(`"path":"${route.path}"`);
    const all = (await gateway.ask('/api/pricing/v1/endpoints')).body.endpoints;
    expect(all).toContainEqual(expect.objectContaining({ ...route, method: 'GET', unit_price: '0.003000' }));
    const one = await gateway.ask(`/api/pricing/v1/endpoints?path=${SHOP}/clips/99`);
    expect(one.body.endpoints.map((each: { method: string }) => each.method)).toEqual([
      'GET',
      'PUT',
      'DELETE',
    ]);
  });

  test('the reference shows them, with every reference in place', async () => {
    const { body } = await gateway.ask('/openapi.json', { key: null });
    const item = body.paths[`${SHOP}/clips`];
    expect(item.get.summary).toBe('List clips');
    expect(item.get.parameters.map((one: { name?: string }) => one.name).slice(0, 4)).toEqual([
      'q',
      'page',
      'tag',
      'ids',
    ]);
    expect(item.post.requestBody.content['application/json'].schema.$ref).toBe(
      '#/components/schemas/u2.shop.Clip',
    );
    for (const [, kind, name] of JSON.stringify(body).matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)) {
      expect(body.components[kind!], `${kind}/${name}`).toHaveProperty([name!]);
    }
    const page = await gateway.ask('/docs', { key: null });
    expect(page.text).toContain('mount.shop.listClips');
  });
});

test('checks are compiled when an operation is first called, and only then', async () => {
  const fresh = await upstream.gateway();
  try {
    const [mount] = fresh.config.mounts;
    expect(mount!.compiledCount).toBe(0);
    await fresh.ask('/openapi.json');
    await fresh.ask('/api/pricing/v1/endpoints');
    expect(mount!.compiledCount).toBe(0);
    await fresh.ask(`${SHOP}/clips/1`);
    await fresh.ask(`${SHOP}/clips/2`);
    expect(mount!.compiledCount).toBe(1);
  } finally {
    await fresh.close();
  }
});

async function rawGet(base: string, target: string, key: string): Promise<{ text: string }> {
  const { connect } = await import('node:net');
  const { port } = new URL(base);
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(Number(port), '127.0.0.1', () =>
      socket.write(
        `GET ${target} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nConnection: close\r\n\r\n`,
      ),
    );
    socket.on('data', (chunk) => {
      text += chunk.toString();
    });
    socket.on('close', () => resolve({ text }));
    socket.on('error', reject);
  });
}
