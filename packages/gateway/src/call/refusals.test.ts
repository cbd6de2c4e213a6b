// Which callers are let in and which input is accepted, over real HTTP: keys, groups, addresses, limits, caps, input and cursors.
// Every refusal names its code, carries its request id, and costs nothing.
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeSecret } from '../domain/access/key.ts';
import { systemRandom } from '../domain/clock.ts';
import { type Answer, startTestGateway, type TestGateway } from '../testing/test-gateway.ts';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.close());

function withoutId({ status, headers, text, body }: Answer) {
  const id = body.request_id;
  const own = [...headers]
    .filter(([name]) => name !== 'date')
    .map(([name, value]) => [name, value.replace(id, 'ID')]);
  return { status, headers: own, text: text.replace(id, 'ID') };
}

describe('a key that is not valid', () => {
  const path = '/api/u1/v1/library/app/search_video_v2?keyword=a';
  const bad: [string, () => Promise<Record<string, string>>][] = [
    ['missing', async () => ({})],
    ['empty', async () => ({ authorization: '' })],
    ['without its scheme', async () => ({ authorization: gateway.key })],
    ['sent as Basic', async () => ({ authorization: `Basic ${btoa(`x:${gateway.key}`)}` })],
    ['cut off', async () => ({ authorization: `Bearer ${gateway.key.slice(0, -1)}` })],
    ['changed in one character', async () => ({ authorization: `Bearer ${gateway.key.slice(0, -1)}_` })],
    ['unknown', async () => ({ authorization: `Bearer ${makeSecret('rgk', systemRandom)}` })],
    ['an admin token', async () => ({ authorization: `Bearer ${gateway.adminToken}` })],
    [
      'revoked',
      async () => {
        const { id, secret } = await gateway.newKey();
        await gateway.search({ keyword: 'a' }, { key: secret, platform: 'nowhere' });
        await gateway.admin(`keys/${id}/revoke`, { method: 'POST' });
        return { authorization: `Bearer ${secret}` };
      },
    ],
    [
      'disabled',
      async () => {
        const { id, secret } = await gateway.newKey();
        await gateway.admin(`keys/${id}`, { method: 'PATCH', body: { status: 'disabled' } });
        return { authorization: `Bearer ${secret}` };
      },
    ],
    [
      'rotated away without grace',
      async () => {
        const { id, secret } = await gateway.newKey();
        await gateway.admin(`keys/${id}/rotate`, { method: 'POST', body: { grace_seconds: 0 } });
        return { authorization: `Bearer ${secret}` };
      },
    ],
  ];

  test.each(bad)('because it is %s gets the same 401 as every other', async (_name, headersOf) => {
    const reference = await gateway.ask(path, { key: null });
    const answer = await gateway.ask(path, { key: null, headers: await headersOf() });
    expect(answer.body).toMatchObject({ status: 401, code: 'UNAUTHORIZED', charged: '0.000000' });
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    expect(withoutId(answer)).toEqual(withoutId(reference));
  });

  test('because two were sent gets that 401 too', async () => {
    const { port } = new URL(gateway.url);
    const socket = connect(Number(port), '127.0.0.1');
    const authorization = `Authorization: Bearer ${gateway.key}\r\n`;
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: x\r\n${authorization}${authorization}Connection: close\r\n\r\n`,
    );
    let text = '';
    for await (const chunk of socket) text += chunk;
    expect(text).toMatch(/^HTTP\/1\.1 401 /);
    expect(text).toContain('"code":"UNAUTHORIZED"');
  });

  test('is refused on every route that needs one', async () => {
    for (const target of ['balance', 'usage', 'entries', 'requests/x'].map(
      (name) => `/api/account/v1/${name}`,
    )) {
      expect((await gateway.ask(target, { key: null })).status).toBe(401);
    }
    expect((await gateway.ask('/api/pricing/v1/endpoints', { key: null })).status).toBe(401);
  });
});

describe('a key', () => {
  test('works with its scheme in any case', async () => {
    const headers = { authorization: `bEaReR ${gateway.key}` };
    expect((await gateway.ask('/api/account/v1/balance', { key: null, headers })).status).toBe(200);
  });

  test('of group u1 gets 403 in u2 and works in u1', async () => {
    const { secret: key } = await gateway.newKey({ groups: ['u1'] });
    const u2 = await gateway.search(
      { keyword: 'a' },
      { key, path: '/api/u2/v1/scripted/app/search_video_v2' },
    );
    expect(u2.body).toMatchObject({ status: 403, code: 'FORBIDDEN' });
    const u1 = await gateway.search({ keyword: '' }, { key });
    expect(u1.body.code).toBe('INVALID_REQUEST');
  });

  test('with an address list gets 403 from other addresses, and works from listed ones', async () => {
    const { secret: outside } = await gateway.newKey({ addresses: ['203.0.113.0/24'] });
    const { secret: inside } = await gateway.newKey({ addresses: ['127.0.0.0/8'] });
    const refused = await gateway.search({ keyword: '' }, { key: outside });
    expect(refused.body).toMatchObject({ status: 403, code: 'FORBIDDEN' });
    expect((await gateway.search({ keyword: '' }, { key: inside })).status).toBe(400);
    const spoofed = { 'x-forwarded-for': '203.0.113.7' };
    expect((await gateway.search({ keyword: '' }, { key: outside, headers: spoofed })).status).toBe(403);
  });

  test('that is rotated with grace works with both secrets', async () => {
    const { id, secret } = await gateway.newKey();
    const rotated = await gateway.admin(`keys/${id}/rotate`, { method: 'POST', body: { grace_seconds: 60 } });
    for (const key of [secret, rotated.body.secret]) {
      expect((await gateway.ask('/api/account/v1/balance', { key })).status).toBe(200);
    }
  });

  test('with a rate limit gets 429 with Retry-After when its window is full', async () => {
    await gateway.fundCalls(100);
    const { secret: key } = await gateway.newKey({ rate: { requests: 2, per_seconds: 60, concurrent: 5 } });
    const statuses = [];
    for (let i = 0; i < 2; i++) statuses.push((await gateway.search({ keyword: 'a' }, { key })).status);
    expect(statuses).toEqual([200, 200]);
    const refused = await gateway.search({ keyword: 'a' }, { key });
    expect(refused.body).toMatchObject({
      status: 429,
      code: 'RATE_LIMITED',
      next: 'wait',
      charged: '0.000000',
    });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50);
    expect(refused.headers.get('ratelimit')).toContain('r=0');
    await gateway.fundCalls(833);
  });

  test('with a list of platforms or operations gets 403 for any other, and nothing is claimed or counted', async () => {
    const platforms = await gateway.newKey({ platforms: ['elsewhere'] });
    const operations = await gateway.newKey({ operations: ['video.get'] });
    for (const { secret: key } of [platforms, operations]) {
      const refused = await gateway.search({ keyword: 'a' }, { key, id: 'not-claimed' });
      expect(refused.body).toMatchObject({ status: 403, code: 'FORBIDDEN', next: 'switch' });
      expect(refused.body.detail).toMatch(
        /may only call these (platforms: elsewhere|operations: video.get)\.$/,
      );
      expect(refused.headers.get('ratelimit')).toBeNull();
    }
    const open = await gateway.newKey({ platforms: ['scripted'], operations: ['video.search'] });
    const answered = await gateway.search({ keyword: 'a' }, { key: open.secret, id: 'not-claimed' });
    expect(answered.status).toBe(200);
  });

  test('with a highest price of one call gets 402 with the price, and a replay stays free', async () => {
    const { id, secret: key } = await gateway.newKey({ max_call: '0.012' });
    expect((await gateway.search({ keyword: 'a' }, { key, id: 'once' })).status).toBe(200);
    const lower = { method: 'PATCH', body: { max_call: '0.011999' } };
    expect((await gateway.admin(`keys/${id}`, lower)).status).toBe(200);
    const refused = await gateway.search({ keyword: 'a' }, { key, id: 'dear' });
    expect(refused.body).toMatchObject({
      status: 402,
      code: 'PRICE_CEILING',
      price: '0.012000',
      next: 'fix',
    });
    expect((await gateway.search({ keyword: 'a' }, { key, id: 'once' })).status).toBe(200);
  });

  test('with a total cap gets 402, which says that waiting does not help', async () => {
    const { secret: key } = await gateway.newKey({ total_cap: '0.012' });
    expect((await gateway.search({ keyword: 'a' }, { key })).status).toBe(200);
    const refused = await gateway.search({ keyword: 'a' }, { key });
    const cap = { scope: 'key', window: 'total', spent: '0.012000', left: '0.000000', resets_at: null };
    expect(refused.body).toMatchObject({ status: 402, code: 'SPEND_CAP_REACHED', next: 'switch', cap });
    expect(refused.headers.get('retry-after')).toBeNull();
  });

  test('with a spend cap gets 402 when it is reached, though the account has money', async () => {
    const { secret: key } = await gateway.newKey({ daily_cap: '0.012' });
    expect((await gateway.search({ keyword: 'a' }, { key })).status).toBe(200);
    const refused = await gateway.search({ keyword: 'a' }, { key });
    expect(refused.body).toMatchObject({
      ...{ status: 402, code: 'SPEND_CAP_REACHED', next: 'wait' },
      cap: { scope: 'key', window: 'day', limit: '0.012000', spent: '0.012000', left: '0.000000' },
    });
    expect(refused.body.detail).toContain('daily');
    expect(refused.body.next).toBe('wait');
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(86_400);
  });

  test('that is revoked in another process is refused there within five seconds', async () => {
    const { id, secret: key } = await gateway.newKey();
    expect((await gateway.search({ keyword: 'a' }, { key })).status).toBe(200);
    await gateway.withStorage((storage) => storage.keys.revoke({ actor: 'elsewhere', id }));
    // Without waiting: the ledger itself refuses a key that this process still has in its cache.
    expect((await gateway.search({ keyword: 'a' }, { key })).status).toBe(401);
  });
});

describe('a search that cannot be run is refused at no cost', () => {
  const target = '/api/u1/v1/library/app/search_video_v2';
  test.each([
    ['no keyword', '', 'keyword'],
    ['an empty keyword', 'keyword=', 'keyword'],
    ['a keyword of 201 characters', `keyword=${'x'.repeat(201)}`, 'keyword'],
    ['a keyword of 5 kB', `keyword=${'x'.repeat(5_120)}`, 'keyword'],
    ['a NUL', 'keyword=a%00b', 'keyword'],
    ['a lone surrogate', 'keyword=%ED%A0%80', 'keyword'],
    ['broken percent-encoding', 'keyword=%zz', 'keyword'],
    ['broken UTF-8', 'keyword=%E7%8C', 'keyword'],
    ['the keyword twice', 'keyword=a&keyword=b', 'keyword'],
    ['the cursor twice', 'keyword=a&pcursor=&pcursor=', 'pcursor'],
    ['a count of 0', 'keyword=a&count=0', 'count'],
    ['a count of 51', 'keyword=a&count=51', 'count'],
    ['an unknown include', 'keyword=a&include=all', 'include'],
    ['an unknown parameter', 'keyword=a&utm_source=x', 'utm_source'],
    ['an unknown parameter on the free page', 'keyword=a&pcursor=no_more&page=2', 'page'],
  ])('%s', async (_name, query, field) => {
    const answer = await gateway.ask(`${target}?${query}`);
    expect(answer.body).toMatchObject({
      status: 400,
      code: 'INVALID_REQUEST',
      charged: '0.000000',
      errors: [{ field }],
    });
    expect(answer.body.request_id).toBe(answer.headers.get('x-reelgate-request-id'));
  });

  test.each([
    '/api/u1/v1/scripted/app/search_video_v2',
    '/api/u2/v1/scripted/app/search_video_v2',
    '/api/u1/v1/scripted/app/search_video',
    '/api/u2/v1/scripted/app/search_video',
  ])('%s: cursor for pcursor never pays for the first page again, and pcursor is named', async (path) => {
    gateway.script = () => {
      throw new Error('the platform was asked');
    };
    const before = await gateway.money();
    const { body } = await gateway.search({ keyword: 'a', cursor: 'x' }, { path, id: 'misspelt' });
    const message = 'is not a parameter of this route; did you mean "pcursor"?';
    expect(body).toMatchObject({
      status: 400,
      code: 'INVALID_REQUEST',
      errors: [{ field: 'cursor', message }],
    });
    expect(await gateway.money()).toEqual(before);
    expect((await gateway.ask('/api/account/v1/requests/misspelt')).status).toBe(404);
  });

  test.each(['x', '10kB', 'tampered', 'of another keyword', 'of another platform'])(
    'a cursor: %s',
    async (kind) => {
      gateway.script = () => ({ ids: ['1'], cursor: 'next' });
      const page = await gateway.search({ keyword: 'a' });
      const { pcursor } = page.body;
      const cursors: Record<string, [string, Record<string, string>]> = {
        x: ['scripted', { keyword: 'a', pcursor: 'x' }],
        '10kB': ['scripted', { keyword: 'a', pcursor: 'A'.repeat(10_240) }],
        tampered: ['scripted', { keyword: 'a', pcursor: `${pcursor.slice(0, -2)}AA` }],
        'of another keyword': ['scripted', { keyword: 'b', pcursor }],
        'of another platform': ['library', { keyword: 'a', pcursor }],
      };
      const [platform, query] = cursors[kind]!;
      const before = await gateway.money();
      const answer = await gateway.search(query, { platform });
      expect(answer.body).toMatchObject({ status: 400, code: 'INVALID_CURSOR', charged: '0.000000' });
      expect(await gateway.money()).toEqual(before);
    },
  );

  test.each([
    ['/api/u1/v1/nowhere/app/search_video_v2?keyword=a', 'PLATFORM_NOT_FOUND'],
    ['/api/u3/v1/library/app/search_video_v2?keyword=a', 'ROUTE_NOT_FOUND'],
    ['/api/u1/v2/library/app/search_video_v2?keyword=a', 'ROUTE_NOT_FOUND'],
    ['/api/u1/v1/library/app/other?keyword=a', 'ROUTE_NOT_FOUND'],
    ['/api/pricing/v1/endpoints?path=/nowhere', 'ENDPOINT_NOT_FOUND'],
    ['/admin/v1/accounts', 'ROUTE_NOT_FOUND'],
    ['/metrics', 'ROUTE_NOT_FOUND'],
    ['/api/u1/v1/any/app/search_video_v2?keyword=a', 'PLATFORM_NOT_FOUND'],
  ])('%s is 404 %s', async (path, code) => {
    expect((await gateway.ask(path)).body).toMatchObject({ status: 404, code });
  });

  test('a search without a platform, which the clients write as "any", names the platforms', async () => {
    const { body } = await gateway.ask('/api/u1/v1/any/app/search_video_v2?keyword=a');
    expect(body.detail).toMatch(/^This call needs a platform, not "any"\. Known platforms: .*library/);
  });

  test.each(['HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'])(
    '%s on a search is 405 and runs nothing',
    async (method) => {
      const before = await gateway.money();
      const answer = await gateway.ask(`${target}?keyword=a`, { method });
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET']);
      expect(await gateway.money()).toEqual(before);
    },
  );
});

test.each(['/livez', '/readyz', '/docs', '/openapi.json'])(
  'HEAD on %s is for monitors: 200 without a body',
  async (path) => {
    const answer = await gateway.ask(path, { method: 'HEAD', key: null });
    expect([answer.status, answer.text]).toEqual([200, '']);
  },
);

describe('unusual input that is valid', () => {
  test.each([
    '%',
    '"',
    '*',
    'AND',
    '"unbalanced',
    'a'.repeat(200),
    'قطة',
    '👩‍👩‍👧',
    "'; DROP TABLE videos;--",
  ])('the keyword %s is searched', async (keyword) => {
    const answer = await gateway.search({ keyword }, { platform: 'library' });
    expect([answer.status, answer.body.keyword]).toEqual([200, keyword]);
  });
});
