// Every free GET answers HEAD with the same headers, and a client that has the answer already with 304. What is billed answers no HEAD.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accountVerbs } from '../features/index.ts';
import { type Servers, startServers } from './testing/servers.ts';

let servers: Servers;
beforeAll(async () => {
  servers = await startServers({ securityContact: () => 'mailto:security@gate.example' });
});
afterAll(() => servers.close());

const isBilled = (path: string) => /^\/api\/u[12]\//.test(path);
const filled = (path: string) => path.replace(/\{\w+\}/g, 'demo');

function ask(target: string, method: string, headers: Record<string, string> = {}): Promise<Response> {
  const isAdmin = target.startsWith('/admin/');
  const [port, secret] = isAdmin
    ? [servers.adminPort, servers.adminToken]
    : [servers.publicPort, servers.key];
  const url = `http://127.0.0.1:${port}${target}`;
  return fetch(url, {
    method,
    redirect: 'manual',
    headers: { authorization: `Bearer ${secret}`, ...headers },
  });
}

/** Of requests and connections, not of the answer. */
const OTHERS = [
  'x-reelgate-request-id',
  'ratelimit',
  'date',
  'connection',
  'keep-alive',
  'transfer-encoding',
];
const headersOf = ({ headers }: Response) => [...headers].filter(([name]) => !OTHERS.includes(name));

test('every free route that answers GET answers HEAD, and no billed one does', () => {
  for (const { routes } of [servers.public, servers.admin]) {
    const reads = routes.all().filter(({ method }) => method === 'GET');
    expect(reads.length).toBeGreaterThan(10);
    for (const { path } of reads)
      expect([path, routes.methodsOf(filled(path)).includes('HEAD')]).toEqual([path, !isBilled(path)]);
  }
});

const reads = accountVerbs.filter(({ method, path }) => method === 'GET' && !path.includes('{'));
const TARGETS = [
  ...reads.map(({ path }) => path),
  ...['/', '/robots.txt', '/.well-known/security.txt', '/.well-known/api-catalog', '/openapi.json'],
  ...['/docs', '/llms.txt', '/admin/v1/accounts', '/admin/v1/keys', '/admin/v1/tokens'],
];
describe.each(TARGETS)('%s', (target) => {
  test('tells HEAD all that it tells GET, but the body', async () => {
    const [get, head] = [await ask(target, 'GET'), await ask(target, 'HEAD')];
    expect(await head.text()).toBe('');
    expect(head.status).toBe(get.status);
    expect(headersOf(head)).toEqual(headersOf(get));
  });

  test('sends what is known already no second time', async () => {
    const first = await ask(target, 'GET');
    if (first.status !== 200 || target === '/') return;
    const etag = first.headers.get('etag')!;
    const again = await ask(target, 'GET', { 'if-none-match': etag });
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag]);
    const other = await ask(target, 'GET', { 'if-none-match': 'W/"other"' });
    expect([other.status, other.headers.get('etag')]).toEqual([200, etag]);
  });
});

test('an answer that has changed since is sent again', async () => {
  const etagOf = async () => (await ask('/admin/v1/accounts', 'GET')).headers.get('etag')!;
  const before = await etagOf();
  const made = await fetch(`http://127.0.0.1:${servers.adminPort}/admin/v1/accounts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${servers.adminToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'newcomer' }),
  });
  expect(made.status).toBe(201);
  const again = await ask('/admin/v1/accounts', 'GET', { 'if-none-match': before });
  expect(again.status).toBe(200);
  expect(await again.text()).toContain('newcomer');
  expect(await etagOf()).not.toBe(before);
});

test('HEAD of a list as CSV reads no page of it', async () => {
  const head = await ask('/api/account/v1/entries?format=csv', 'HEAD');
  expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([
    200,
    'text/csv; charset=utf-8; header=present',
    '',
  ]);
});

test('a free read says what is left of its limit, to the number', async () => {
  const left = async () => (await ask('/api/account/v1/balance', 'GET')).headers.get('ratelimit')!;
  const [first, second] = [await left(), await left()];
  const numberOf = (text: string) => Number(/^"reads";r=(\d+);t=\d+$/.exec(text)![1]);
  expect(numberOf(first) - numberOf(second)).toBe(1);
});

test('the root leads browsers on and tells programs where things are', async () => {
  const page = await ask('/', 'GET', { accept: 'text/html' });
  expect([page.status, page.headers.get('vary')]).toEqual([302, 'accept']);
  const index = await ask('/', 'GET', { accept: '*/*' });
  expect(index.headers.get('link')).toBe('</.well-known/api-catalog>; rel="api-catalog"');
  const { request_id: _id, name, ...places } = (await index.json()) as Record<string, string>;
  expect(name).toBe('Reelgate');
  for (const path of Object.values(places))
    expect([path, (await ask(path, 'GET')).status]).toEqual([path, 200]);
});

test('security.txt names the contact, and the catalog of APIs leads to the document', async () => {
  const text = await (await ask('/.well-known/security.txt', 'GET')).text();
  const today = Math.floor(servers.world.clock.nowMs() / 86_400_000);
  const expires = new Date((today + 180) * 86_400_000).toISOString();
  expect(text).toContain(`Contact: mailto:security@gate.example\nExpires: ${expires}\n`);
  const { linkset } = (await (await ask('/.well-known/api-catalog', 'GET')).json()) as {
    linkset: { 'service-desc': { href: string }[] }[];
  };
  expect(new URL(linkset[0]!['service-desc'][0]!.href).pathname).toBe('/openapi.json');
});
