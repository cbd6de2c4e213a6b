import { afterEach, beforeEach, expect, test } from 'vitest';
import { EXIT } from '../terminal/world.ts';
import { TestCli } from './testing/cli.ts';

let cli: TestCli;
beforeEach(() => {
  cli = new TestCli();
});
afterEach(() => cli.close());

const paths = {
  '/clips/{id}': { get: { operationId: 'readClip', summary: 'Read a clip' } },
  '/upload': { post: { requestBody: { content: { 'multipart/form-data': {} } } } },
};
const write = (content: object) =>
  cli.write('Clip Shop.v1.json', JSON.stringify({ openapi: '3.1.0', info: { title: 'Shop' }, ...content }));

test('it shows what would be mounted, at which price, and what is skipped and why', async () => {
  const file = write({ paths });
  const { code, out } = await cli.run('mount', 'check', file, '--unit-price', '0.003', '--group', 'u1');
  expect(code).toBe(EXIT.ok);
  expect(out).toMatch(/GET +\/api\/u1\/v1\/clip-shop\/clips\/\{id\} +0\.003000 +bearer +Read a clip/);
  expect(out).toMatch(/POST +\/upload +its body is multipart\/form-data, not JSON/);
});

test('it writes the settings of the mount with everything to choose from, and nothing chosen', async () => {
  const more = { ...paths, '/plugins/install': { post: { operationId: 'install', summary: 'Danger' } } };
  const file = write({ paths: more });
  const { code, out } = await cli.run('mount', 'check', file, '--unit-price', '0.003', '--settings');
  expect(code).toBe(EXIT.ok);
  expect(out).toContain('\n      # "GET /clips/{id}": {}  # Read a clip\n');
  expect(out).toContain('\n      # "POST /plugins/install": {}  # Danger\n');
  expect(out).not.toContain('/upload');
  const providers =
    'providers: { library: { connector: library }, PROVIDER: { connector: openapi, base_url: "https://a.org" } }\n';
  // As written, no operation is enabled; with one line uncommented, that one is.
  const load = (text: string) =>
    cli.run(
      'config',
      'check',
      cli.write('reelgate.yaml', providers.replaceAll('PROVIDER', 'p') + text.replace('PROVIDER', 'p')),
    );
  expect((await load(out)).code).toBe(EXIT.no);
  expect(await load(out.replace('# "GET', '"GET'))).toMatchObject({ code: EXIT.ok });
});

test('its JSON names the rules that price the whole mount', async () => {
  const answer = await cli.json(
    'mount',
    'check',
    write({ paths }),
    '--name',
    'shop',
    '--credential',
    'header:X-Key',
  );
  expect(answer).toMatchObject({
    title: 'Shop',
    mounted: [{ operation: 'mount.shop.readClip', credential: 'header:X-Key', unit_price: null }],
    skipped: [{ method: 'POST', path: '/upload' }],
    prices: [{ path: '/api/u2/v1/shop/*/*' }],
  });
});

test('nothing to mount is exit code 1, a wrong option or no file is 2', async () => {
  const empty = write({ paths: {} });
  expect(await cli.run('mount', 'check', empty)).toMatchObject({
    code: EXIT.no,
    out: expect.stringContaining('Nothing'),
  });
  expect((await cli.run('mount', 'check', cli.write('x.json', '{'))).code).toBe(EXIT.no);
  expect((await cli.run('mount', 'check', 'nowhere.json')).code).toBe(EXIT.usage);
  for (const option of ['--name=A B', '--unit-price=x', '--credential=cookie', '--group=u9']) {
    expect((await cli.run('mount', 'check', empty, option)).code).toBe(EXIT.usage);
  }
});

test('a configuration with mounts can be applied as a price list', async () => {
  cli.write('shop.json', JSON.stringify({ openapi: '3.1.0', paths }));
  const file = cli.write(
    'reelgate.yaml',
    `providers: { library: { connector: library }, p: { connector: openapi, base_url: "https://a.org" } }
mounts: [{ name: shop, openapi: ./shop.json, provider: p, unit_price: "0.003", gets: ["/clips/*"] }]
`,
  );
  const answer = await cli.json('catalog', 'apply', file, '--yes');
  expect(answer.catalog.endpoints.map((rule: { path: string }) => rule.path)).toContain(
    '/api/u2/v1/shop/*/*',
  );
  expect(await cli.json('price', 'https://x.org/api/u2/v1/shop/clips/9?a=b')).toMatchObject({
    path: '/api/u2/v1/shop/clips/{id}',
    unit_price: '0.003000',
  });
});
