import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { exchangeBytes, requestText } from '../testing/raw-http.ts';
import type { TestGateway } from '../testing/test-gateway.ts';
import { rawGet, TestUpstream, TOKEN } from './testing/upstream.ts';

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

test.each(['%252e%252e', '%252e', '%252E%252e', '%252fadmin', '%2e%2e', '%2e', 'a%2Fb', 'a%5cb'])(
  'a value that some reader would take for a way through the path is refused: %s',
  async (value) => {
    const taken = await charged(async () => {
      for (const target of [
        `${SHOP}/clips/${value}`,
        `${SHOP}/${value}/clips`,
        `${SHOP}/clips/${value}/mine`,
      ]) {
        expect((await rawGet(gateway, target)).text).toMatch(/^HTTP\/1\.1 40[04] /);
      }
    });
    expect([taken, upstream.seen]).toEqual([0, []]);
  },
);

test('a GET with a body is refused before it begins, and closes; the same GET without one is passed on', async () => {
  const ask = (headers: string[], body?: string) => {
    const line = `GET ${SHOP}/clips/7`;
    const key = `Authorization: Bearer ${gateway.key}`;
    return exchangeBytes(gateway.url, requestText(line, [key, ...headers], body));
  };
  const taken = await charged(async () => {
    expect((await ask([], '{}')).answers).toMatchObject([{ status: 400, headers: { connection: 'close' } }]);
  });
  expect([taken, upstream.seen]).toEqual([0, []]);
  expect((await ask(['Connection: close'])).answers).toMatchObject([{ status: 200 }]);
});

describe('a call is passed on', () => {
  test('with the documented parameters, and with every form of list', async () => {
    const answer = await gateway.ask(
      `${SHOP}/clips?q=%E7%8C%AB%26x&tag=a&tag=b&ids=1,7301234567890123456&page=2`,
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

  test('a fixed path takes precedence over a parameter, and a closing slash is restored', async () => {
    await gateway.ask(`${SHOP}/clips/mine`);
    await gateway.ask(`${SHOP}/picture`);
    expect(upstream.seen.map(({ url }) => url)).toEqual(['/base/v2/clips/mine', '/base/v2/picture/']);
  });

  test('a body keeps every digit and loses repeated keys', async () => {
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
  test("the caller's key is replaced, and only listed headers are sent upstream", async () => {
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

  test('only listed headers reach the caller', async () => {
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
  test('a 2xx is charged, and the same id returns the same bytes free of charge', async () => {
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

  test('an answer is stored only under an id that the caller chose', async () => {
    const path = `${SHOP}/clips/1`;
    const first = await gateway.ask(path);
    const made = first.headers.get('x-reelgate-request-id')!;
    expect(first.status).toBe(200);
    // Without a chosen id the caller cannot ask for it again: its receipt is kept, its answer is not.
    const paid = await charged(async () => {
      const again = await gateway.ask(path, { headers: id(made) });
      expect(again.body).toMatchObject({ status: 409, code: 'REQUEST_EXPIRED' });
    });
    expect(paid).toBe(0);
    const { body } = await gateway.ask(`/api/account/v1/requests/${made}`);
    expect(body.call).toMatchObject({ state: 'settled', charged: '0.003000' });
    await gateway.ask(path, { headers: id('chosen') });
    expect((await gateway.ask(path, { headers: id('chosen') })).text).toBe(first.text);
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

  test('a POST runs once per Idempotency-Key too, and not at all when two headers give different ids', async () => {
    const post = (headers: Record<string, string>) =>
      gateway.ask(`${SHOP}/clips`, { method: 'POST', body: { title: 'k', views: 1 }, headers });
    expect(await charged(() => post({ 'idempotency-key': '"post-k"' }))).toBe(PRICE);
    expect(await charged(() => post({ 'idempotency-key': 'post-k' }))).toBe(0);
    expect(await charged(() => post({ 'idempotency-key': 'post-k', ...id('post-k') }))).toBe(0);
    const both = { 'idempotency-key': 'post-x', ...id('post-y') };
    const unpaid = await charged(async () => {
      expect((await post(both)).body).toMatchObject({ status: 400, code: 'INVALID_REQUEST_ID' });
    });
    expect([unpaid, upstream.seen.length]).toEqual([0, 1]);
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
    [404, 404, 'NOT_FOUND'],
    [409, 409, 'CONFLICT'],
    [410, 404, 'NOT_FOUND'],
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
      expect(answer.body).toMatchObject({ status, code, upstream_status: given, charged: '0.000000' });
      if (given < 500 && !/UPSTREAM/.test(code)) expect(answer.body.detail).toContain('nothing like that');
      if (code === 'UPSTREAM_BUSY') expect(answer.headers.get('retry-after')).toBe('7');
    });
    expect(paid).toBe(0);
    // The upstream does not bill what it did not do; a refusal or a broken answer may have been billed.
    const { body } = await gateway.ask(`/api/account/v1/requests/status-${given}`);
    const wanted = { INVALID_REQUEST: 'input_rejected', NOT_FOUND: 'not_found', CONFLICT: 'input_rejected' }[
      code
    ];
    if (wanted !== undefined) expect(body.call.attempts).toMatchObject([{ outcome: wanted }]);
    upstream.respond = (_seen, response) => response.end('{}');
    // A requested pause is respected.
    upstream.clock.advance(7_000);
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

describe('a ceiling on the price of a mounted call', () => {
  test('refuses a more expensive one, in the query or in the header, and nothing reaches the upstream', async () => {
    const dearer = [
      await gateway.ask(`${SHOP}/clips?q=cats&max_price=0.002999`),
      await gateway.ask(`${SHOP}/clips?q=cats`, { headers: { 'x-reelgate-max-price': '0.002999' } }),
      await gateway.ask(`${SHOP}/clips/1?max_price=0`, { method: 'DELETE' }),
    ];
    for (const { status, body } of dearer) {
      expect([status, body.code, body.price, body.charged]).toEqual([
        402,
        'PRICE_CEILING',
        '0.003000',
        '0.000000',
      ]);
    }
    expect(upstream.seen).toEqual([]);
  });

  test('lets a cheaper one through, and is not sent to the upstream', async () => {
    const answer = await gateway.ask(`${SHOP}/clips?q=cats&max_price=0.003`);
    expect([answer.status, upstream.seen[0]!.url]).toEqual([200, '/base/v2/clips?q=cats']);
  });

  test('given twice is refused', async () => {
    const { status, body } = await gateway.ask(`${SHOP}/clips?q=cats&max_price=1&max_price=2`);
    expect([status, body.errors[0].field]).toEqual([400, 'max_price']);
  });
});
