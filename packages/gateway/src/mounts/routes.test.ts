import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestGateway } from '../testing/test-gateway.ts';
import { rawGet, TestUpstream } from './testing/upstream.ts';

const SHOP = '/api/u2/v1/shop';

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
    // `fetch` would normalize the path.
    const { text } = await rawGet(gateway, path);
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

  test.each([
    ['/clips?q=abc&pages=2', 'pages', 'did you mean "page"?'],
    ['/clips?q=abc&TAG=a&TAG=b', 'TAG', 'did you mean "tag"?'],
    ['/clips/1?evil=1', 'evil', 'it takes none.'],
  ])(
    '%s: the parameter is unknown and the nearest one named; nobody is asked or charged',
    async (target, field, hint) => {
      const before = await gateway.money();
      const { body } = await gateway.ask(`${SHOP}${target}`);
      expect(body).toMatchObject({ status: 400, code: 'INVALID_REQUEST', errors: [{ field }] });
      expect(body.errors[0].message).toContain(hint);
      expect([await gateway.money(), upstream.seen]).toEqual([before, []]);
    },
  );

  test('a body for an operation that takes none', async () => {
    const answer = await gateway.ask(`${SHOP}/clips/1`, { method: 'DELETE', body: {} });
    expect(answer.body.errors).toEqual([{ field: 'body', message: 'is not accepted by this operation' }]);
  });
});

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
      expect((await rawGet(gateway, `${SHOP}${target}`)).text).toMatch(/^HTTP\/1.1 404/);
    },
  );

  test('a caller without access learns nothing about the input', async () => {
    expect((await gateway.ask(`${SHOP}/clips`, { key: null })).status).toBe(401);
    const bad = { method: 'POST', key: null, body: { nothing: true } };
    expect((await gateway.ask(`${SHOP}/clips`, bad)).status).toBe(401);
    const { secret } = await gateway.newKey({ groups: ['u1'] });
    expect((await gateway.ask(`${SHOP}/clips`, { key: secret })).status).toBe(403);
  });

  test('the receipt and the price list name them', async () => {
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
