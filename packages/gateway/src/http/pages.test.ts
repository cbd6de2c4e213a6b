// Pages are served from a fixed map, under a policy that lets nothing else run, and each listener serves only its
// own.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOT_BUILT } from './pages.ts';
import { type Servers, startServers } from './testing/servers.ts';

const bytes = (text: string) => Buffer.from(text);
const SCRIPT = `console.log("${'x'.repeat(2_000)}")`;

let servers: Servers;
let admin: string;
let open: string;
let title = 'Reelgate';
beforeAll(async () => {
  servers = await startServers({
    title: () => title,
    logo: { bytes: bytes('<svg/>'), ending: 'svg' },
    pages: {
      console: new Map([
        ['/', bytes('<!doctype html><title>Reelgate console</title>')],
        ['/assets/index-ab12.js', bytes(SCRIPT)],
      ]),
      portal: new Map([
        ['/portal', bytes('<!doctype html><title>Reelgate portal</title>')],
        ['/portal/assets/index-cd34.css', bytes('a{}')],
      ]),
    },
  });
  admin = `http://127.0.0.1:${servers.adminPort}`;
  open = `http://127.0.0.1:${servers.publicPort}`;
});
afterAll(() => servers.close());

test('each listener serves its own page, revalidated each time', async () => {
  for (const [url, name] of [
    [`${admin}/`, 'console'],
    [`${admin}/?x=1`, 'console'],
    [`${open}/portal`, 'portal'],
    [`${open}/portal/`, 'portal'],
  ]) {
    const page = await fetch(url!);
    expect([url, page.status, page.headers.get('cache-control')]).toEqual([url, 200, 'no-cache']);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await page.text()).toContain(`<title>Reelgate ${name}</title>`);
  }
});

test('a page has the current name of the service, its logo and its public address', async () => {
  const pageOf = async (url: string) => {
    const answer = await fetch(url);
    const text = await answer.text();
    const said = /<meta name="service" content="([^"]+)">/.exec(text)?.[1] ?? '';
    return { text, etag: answer.headers.get('etag'), said: JSON.parse(said.replaceAll('&quot;', '"')) };
  };
  const before = await pageOf(`${admin}/`);
  expect(before.said).toEqual({
    title: 'Reelgate',
    logo: expect.stringMatching(/^\/assets\/logo-[0-9a-f]{12}\.svg$/),
    public_url: 'http://127.0.0.1:8080',
  });
  const logo = await fetch(admin + before.said.logo);
  expect([logo.status, logo.headers.get('content-type'), await logo.text()]).toEqual([
    200,
    'image/svg+xml; charset=utf-8',
    '<svg/>',
  ]);
  expect((await pageOf(`${open}/portal`)).said.logo).toBe(`/portal${before.said.logo}`);
  title = '<b>"Acme" & $&</b>';
  const after = await pageOf(`${admin}/`);
  expect(after.text).toContain('<title>&lt;b&gt;&quot;Acme&quot; &amp; $&amp;&lt;/b&gt; console</title>');
  expect(after.text).not.toContain('<b>');
  expect(after.etag).not.toBe(before.etag);
  title = 'Reelgate';
});

test('the policy lets nothing run or load from another origin', async () => {
  const { headers } = await fetch(`${admin}/`);
  expect(headers.get('content-security-policy')).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  );
  expect(Object.fromEntries(headers)).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  });
});

test('a file is cached for ever under its name, compressed for callers that accept it, and not sent again', async () => {
  const url = `${admin}/assets/index-ab12.js`;
  const coded = await fetch(url);
  expect(await coded.text()).toBe(SCRIPT);
  expect(Object.fromEntries(coded.headers)).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'content-encoding': 'gzip',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
  });
  const plain = await fetch(url, { headers: { 'accept-encoding': 'identity' } });
  expect([await plain.text(), plain.headers.get('content-encoding')]).toEqual([SCRIPT, null]);
  const etag = coded.headers.get('etag')!;
  expect(plain.headers.get('etag')).not.toBe(etag);
  const again = await fetch(url, { headers: { 'if-none-match': `"other", W/${etag}` } });
  expect([again.status, await again.text()]).toEqual([304, '']);
});

test('a path that is not in the map is 404, and not a page', async () => {
  for (const url of [
    `${admin}/assets/index-00.js`,
    `${admin}/assets/`,
    `${admin}/assets/..%2f..%2fpackage.json`,
    `${admin}/index.html`,
    `${admin}/calls`,
    `${admin}/portal`,
    `${admin}/assets/index-cd34.css`,
    `${open}/assets/index-ab12.js`,
    `${open}/portal/assets/index-ab12.js`,
    `${open}/portal/keys`,
  ]) {
    const answer = await fetch(url);
    expect([url, answer.status]).toEqual([url, 404]);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
  }
});

test('the root of the public listener redirects a browser to the portal, and is an index for a program', async () => {
  const root = (accept: string, method = 'GET') =>
    fetch(`${open}/`, { method, redirect: 'manual', headers: { accept } });
  for (const method of ['GET', 'HEAD']) {
    const led = await root('text/html,application/xhtml+xml;q=0.9,*/*;q=0.8', method);
    expect([led.status, led.headers.get('location'), led.headers.get('vary')]).toEqual([
      ...[302, '/portal/'],
      expect.stringContaining('accept'),
    ]);
  }
  const told = await root('*/*');
  expect([told.status, told.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
});

test('without a build a browser gets the reason as a page, and the root redirects to the reference', async () => {
  const bare = await startServers();
  const browser = { headers: { accept: 'text/html' }, redirect: 'manual' } as const;
  for (const url of [`http://127.0.0.1:${bare.adminPort}/`, `http://127.0.0.1:${bare.publicPort}/portal/`]) {
    const page = await fetch(url, browser);
    expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(await page.text()).toContain('&quot;npm ci&quot; with development dependencies to build them');
  }
  const led = await fetch(`http://127.0.0.1:${bare.publicPort}/`, browser);
  expect([led.status, led.headers.get('location')]).toEqual([302, '/docs']);
  expect((await fetch(`http://127.0.0.1:${bare.publicPort}/docs`)).status).toBe(200);
  await bare.close();
});

test('without a build the page says how to build it, and everything else is served', async () => {
  const bare = await startServers();
  const page = await fetch(`http://127.0.0.1:${bare.adminPort}/`);
  expect([page.status, ((await page.json()) as { detail: string }).detail]).toEqual([404, NOT_BUILT]);
  expect((await fetch(`http://127.0.0.1:${bare.publicPort}/livez`)).status).toBe(200);
  await bare.close();
});
