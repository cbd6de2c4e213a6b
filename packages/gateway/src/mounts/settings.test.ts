import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { diffConfig, isConfigError, loadConfig } from '../config/config.ts';
import { unpricedTexts } from '../features/catalog/price-lists.ts';
import { startTestGateway, testConfig } from '../testing/test-gateway.ts';
import { billedPaths } from './billed-routes.ts';
import { DOCUMENT, TestUpstream, TOKEN } from './testing/upstream.ts';

const SHOP = '/api/u2/v1/shop';

let upstream: TestUpstream;
beforeAll(async () => {
  upstream = await TestUpstream.start();
});
afterAll(() => upstream.close());

describe('an upstream with its credential elsewhere, and with failures as status 200', () => {
  const document = {
    ...DOCUMENT,
    paths: {
      '/search': {
        get: {
          parameters: [
            { name: 'token', in: 'query', required: true, schema: { type: 'string' } },
            { name: 'keyword', in: 'query', required: true, schema: { type: 'string' } },
          ],
        },
      },
    },
  };

  test('gets it where the settings say, never from the caller, and is charged only for success', async () => {
    const mount = ', credential: "query:token", success_field: code, success_values: ["0", "201"]';
    const gateway = await upstream.gateway(upstream.settings({ document, mount, served: 'gets: [/search]' }));
    try {
      upstream.respond = (_seen, response) => response.end('{"code":301,"message":"Failed, please retry"}');
      const ask = () => gateway.ask(`${SHOP}/search?keyword=a`);
      expect((await gateway.ask(`${SHOP}/search?keyword=a&token=mine`)).body.errors).toMatchObject([
        { field: 'token' },
      ]);
      expect(upstream.seen).toEqual([]);
      const before = (await gateway.money()).balance;
      expect((await ask()).body).toMatchObject({
        code: 'UPSTREAM_ERROR',
        upstream_status: 200,
        detail: 'The upstream says that the call failed: Failed, please retry. Nothing was charged.',
      });
      upstream.respond = (_seen, response) => response.end('no JSON at all');
      expect((await ask()).status).toBe(502);
      expect((await gateway.money()).balance).toBe(before);
      upstream.respond = (_seen, response) => response.end('{"code":0,"data":[]}');
      expect((await ask()).text).toBe('{"code":0,"data":[]}');
      expect((await gateway.money()).balance).toBe(before - 3_000);
      const seen = upstream.seen.at(-1)!;
      expect(new URL(seen.url, upstream.url).searchParams.getAll('token')).toEqual([TOKEN]);
      expect(seen.headers.authorization).toBeUndefined();
    } finally {
      await gateway.close();
    }
  });
});

test('an upstream that is too slow is a timeout, and not charged', async () => {
  const gateway = await upstream.gateway(upstream.settings({ provider: ', timeout_ms: 100' }));
  try {
    upstream.respond = () => {};
    const answer = await gateway.ask(`${SHOP}/clips/1`);
    expect(answer.body).toMatchObject({ status: 504, code: 'UPSTREAM_TIMEOUT' });
    expect(await gateway.money()).toMatchObject({ balance: 10_000_000, held: 0 });
  } finally {
    await gateway.close();
  }
});

describe('prices', () => {
  test('single operations have their own, and other operations keep theirs', async () => {
    const served =
      'gets: ["*"], operations: { readClip: { unit_price: "0.5" }, picture: { enabled: false } }';
    const gateway = await upstream.gateway(upstream.settings({ served }));
    try {
      upstream.respond = (_seen, response) => response.end('{}');
      const price = async (target: string) =>
        (await gateway.ask(`${SHOP}${target}`)).headers.get('x-reelgate-charged');
      expect(await price('/clips/1')).toBe('0.500000');
      expect(await price('/clips/mine')).toBe('0.003000');
      expect((await gateway.ask(`${SHOP}/picture`)).status).toBe(404);
    } finally {
      await gateway.close();
    }
  });

  test('a mount that is added later is served once its price is published', async () => {
    const plain = upstream.settings().replace(/mounts:\n.*\n/, '');
    const first = await upstream.gateway(plain);
    const catalog = (await first.admin('catalog')).body.catalog;
    expect(JSON.stringify(catalog.endpoints)).not.toContain('shop');
    const config = testConfig(first.folder, upstream.settings());
    const [notice] = await first.withStorage(async (storage) =>
      unpricedTexts((await storage.catalog.all())[0]!, billedPaths(config), config),
    );
    expect(notice).toMatch(
      /^4 configured paths have no price .*: \/api\/u2\/v1\/shop.* reelgate catalog apply .* --new-only$/,
    );
    const later = await startTestGateway({ settings: upstream.settings(), beside: first });
    try {
      expect((await later.ask(`${SHOP}/clips/1`)).body).toMatchObject({
        status: 404,
        code: 'ROUTE_NOT_FOUND',
      });
      expect((await later.ask('/api/pricing/v1/endpoints')).text).not.toContain('shop');
      const rules = [{ path: '/api/u2/v1/shop/*/*', unit_price: '0.001' }];
      const body = { endpoints: [...catalog.endpoints, ...rules] };
      const published = await later.admin('catalog/versions', { method: 'POST', body });
      expect(published.body.unpriced).toEqual([`${SHOP}/clips`, `${SHOP}/picture`]);
      upstream.respond = (_seen, response) => response.end('{}');
      expect((await later.ask(`${SHOP}/clips/1`)).headers.get('x-reelgate-charged')).toBe('0.001000');
    } finally {
      await later.close();
      await first.close();
    }
  });
});

test('an operation that no setting names is not a route, has no price and is not listed', async () => {
  const gateway = await upstream.gateway(upstream.settings({ served: 'gets: ["/clips"]' }));
  try {
    upstream.seen.length = 0;
    expect((await gateway.ask(`${SHOP}/clips`, { method: 'POST', body: { title: 'a' } })).status).toBe(405);
    expect((await gateway.ask(`${SHOP}/clips/1`, { method: 'DELETE' })).status).toBe(404);
    expect((await gateway.ask(`${SHOP}/clips/1`)).status).toBe(404);
    expect(upstream.seen).toEqual([]);
    const { body } = await gateway.ask('/api/pricing/v1/endpoints');
    const paths = body.endpoints.map(({ path: one }: { path: string }) => one);
    expect(paths.filter((one: string) => one.startsWith(SHOP))).toEqual([`${SHOP}/clips`]);
    const document = (await gateway.ask('/openapi.json')).body;
    expect(Object.keys(document.paths).filter((one) => one.startsWith(SHOP))).toEqual([`${SHOP}/clips`]);
    expect(Object.keys(document.paths[`${SHOP}/clips`])).toEqual(['get']);
  } finally {
    await gateway.close();
  }
});

describe('the configuration', () => {
  const load = (yaml: string) => {
    const file = path.join(upstream.folder, 'reelgate.yaml');
    writeFileSync(file, yaml);
    return loadConfig({ file, connectors: ['library'], env: {} });
  };
  const mount = (fields: string, provider = 'base_url: "https://a.org"') => `
providers:
  library: { connector: library }
  p: { connector: openapi, ${provider} }
mounts:
  - { ${fields} }
`;
  const good = 'name: m, openapi: ./shop.json, provider: p, unit_price: "1", gets: ["*"]';

  test('reads a document beside it', () => {
    upstream.settings();
    const config = load(mount(good));
    if (isConfigError(config)) throw new Error(config.message);
    expect(config.mounts[0]!.routes).toHaveLength(4);
    expect(Object.isFrozen(config.mounts[0])).toBe(true);
  });

  test.each([
    [good.replace('./shop.json', './none.json'), 'mounts[0].openapi: there is no such file'],
    [good.replace('./shop.json', './bad.json'), 'mounts[0].openapi: the document is not valid JSON or YAML'],
    [
      good.replace('name: m', 'name: library'),
      'mounts[0].name: a platform is already called "library"; choose another name',
    ],
    [good.replace('provider: p', 'provider: q'), 'mounts[0].provider: no provider "q" is defined'],
    [`${good} }\n  - { ${good}`, 'mounts[1].name: u2 already has a mount "m"'],
    [`${good}, success_field: code`, 'mounts[0].success_field: needs success_values'],
    [`${good}, credential: cookie`, 'mounts[0].credential: expected one of none, bearer'],
    [`${good}, operations: { nothing: {} }`, 'no mountable operation is called nothing'],
    [good.replace(', gets: ["*"]', ''), 'mounts[0].openapi: no operation is served'],
    [good.replace('"*"', 'clips'), 'mounts[0].gets[0]: expected a path such as "/items/{id}"'],
    [good.replace(', unit_price: "1"', ''), 'mounts[0]: unit_price is missing'],
  ])('refuses %s', (fields, message) => {
    writeFileSync(path.join(upstream.folder, 'bad.json'), '{ not json: [');
    upstream.settings();
    const error = load(mount(fields));
    expect(isConfigError(error) && error.message).toContain(message);
    expect(isConfigError(error) && error.line).toBeGreaterThan(4);
  });

  test('uses the server of the document without a base_url, unless that is private', () => {
    const write = (servers: object[]) => upstream.settings({ document: { ...DOCUMENT, servers } });
    const nowhere = mount(good, 'cost: "0"');
    write([]);
    expect(load(nowhere)).toMatchObject({ message: expect.stringContaining('names no usable server') });
    write([{ url: 'http://127.0.0.1:9/' }]);
    expect(load(nowhere)).toMatchObject({ message: expect.stringContaining('allow_private') });
    write([{ url: 'https://api.example.org/v2/' }]);
    expect(load(nowhere)).toMatchObject({ mounts: [{ server: 'https://api.example.org/v2' }] });
  });

  test('does not let a provider for mounts serve a platform', () => {
    const yaml = `platforms: { x: [p] }\n${mount(good)}`;
    expect(load(yaml)).toMatchObject({ message: expect.stringContaining('serves mounts only') });
  });

  test('reports that a changed mount, or a changed document, needs a restart', () => {
    const [before, changed] = [upstream.settings(), { ...DOCUMENT, info: { title: 'New', version: '2' } }];
    const config = testConfig('/tmp/x', before);
    expect(diffConfig(config, testConfig('/tmp/x', before))).toMatchObject({ changed: [], needsRestart: [] });
    const after = testConfig('/tmp/x', upstream.settings({ document: changed }));
    expect(diffConfig(config, after).needsRestart).toEqual(['mounts']);
  });
});
