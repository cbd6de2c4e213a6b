// Proves what a correct exchange looks like, what is refused before anything is sent, and where redirects may lead.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { inBackground } from '../domain/in-background.ts';
import { CLIENTS_MAX, UPSTREAM_BODY_BYTES_MAX } from './limits.ts';
import { closed, ok, World } from './testing/raw-server.ts';

let world: World;
beforeEach(() => {
  world = new World();
});
afterEach(() => world.close());

test('an answer arrives with its status, lower-case headers and text', async () => {
  const server = await world.server(
    ok('{"a":"ü"}', 'Content-Type: application/json', 'X-A: 1', 'x-a: 2', 'set-cookie: s=1', '__proto__: x'),
  );
  const answer = await world.ask(server.origin, { path: '/search?q=a%20b' });
  expect(answer).toMatchObject({ kind: 'response', status: 200, body: '{"a":"ü"}' });
  const { headers } = answer as { headers: Record<string, string> };
  expect(headers).toMatchObject({ 'content-type': 'application/json', 'x-a': '1, 2' });
  expect(headers).not.toHaveProperty('set-cookie');
  expect(Object.keys(headers)).toContain('__proto__');
});

test('a request carries exactly its own headers, the one coding and a user agent', async () => {
  const server = await world.server(ok(''));
  await world.ask(server.origin, { path: '/a?b=c', headers: { Authorization: 'Bearer t' } });
  expect(server.seen[0]?.request.split('\r\n').sort()).toEqual(
    [
      'GET /a?b=c HTTP/1.1',
      `host: 127.0.0.1:${server.port}`,
      'connection: keep-alive',
      'user-agent: Reelgate',
      'authorization: Bearer t',
      'accept-encoding: gzip',
      '',
      '',
    ].sort(),
  );
});

test('a connector may set its own user agent, and a POST carries its body as it is', async () => {
  const server = await world.server(ok(''));
  const headers = { 'user-agent': 'Mine/1', 'content-type': 'application/json' };
  await world.ask(server.origin, { method: 'POST', headers, body: '{"q":"日本"}' });
  const sent = Buffer.from(server.seen[0]?.request ?? '', 'latin1').toString();
  expect(sent).toContain('user-agent: Mine/1\r\n');
  expect(sent).not.toContain('Reelgate');
  expect(sent).toMatch(/content-length: 14\r\n\r\n\{"q":"日本"\}$/);
});

test.each([
  ['POST', 'content-length: 0'],
  ['PUT', 'content-length: 0'],
  ['DELETE', 'accept-encoding: gzip'],
] as const)('a %s without a body says so where one is usual', async (method, last) => {
  const server = await world.server(ok(''));
  await world.ask(server.origin, { method });
  expect(server.seen[0]?.request.split('\r\n').slice(-3)).toEqual([last, '', '']);
});

test.each([
  ['a cookie', { cookie: 'a=b' }],
  ['a hop-by-hop header', { Connection: 'close' }],
  ['a proxy header', { 'proxy-authorization': 'a' }],
  ['its own coding', { 'accept-encoding': 'br' }],
  ['another host', { host: 'evil.example' }],
  ['a framing header', { 'transfer-encoding': 'chunked' }],
  ['a line break', { a: 'b\r\nx: y' }],
  ['a lone CR', { a: 'b\rc' }],
  ['a NUL', { a: 'b\0' }],
  ['text beyond Latin-1', { a: '日本' }],
  ['a name that is none', { 'a b': 'c' }],
])('a request with %s is not sent', async (_what, headers) => {
  const server = await world.server(ok(''));
  const answer = await world.ask(server.origin, { headers: headers as unknown as Record<string, string> });
  expect(answer).toEqual({ kind: 'unavailable', detail: 'request has a header that cannot be sent' });
  expect(server.sockets).toEqual([]);
});

test.each([
  ['another host', 'http://localhost:1/?token=SECRET'],
  ['another port', 'http://127.0.0.1:1/?token=SECRET'],
  ['another scheme', 'https://127.0.0.1/?token=SECRET'],
])('credentials never leave for %s', async (_what, url) => {
  const server = await world.server(ok(''));
  const answer = await world.ask(server.origin, { url });
  expect(answer).toEqual({ kind: 'unavailable', detail: "address is not the provider's own" });
  expect(server.sockets).toEqual([]);
});

test('a provider without an origin, a user in the address, a broken address and an endless one are refused', async () => {
  const server = await world.server(ok(''));
  const { origin } = server;
  const withUser = origin.replace('//', '//user:pw@');
  const answers = [
    await world.ask(origin, { policy: { origin: null } }),
    await world.ask(origin, { url: withUser }),
    await world.ask(origin, { url: 'http://' }),
    await world.ask(origin, { path: `/${'a'.repeat(9_000)}` }),
    await world.ask(origin, { body: 'x' }),
    await world.ask(origin, { method: 'POST', body: 'x'.repeat(300_000) }),
  ];
  expect(answers.map(({ kind }) => kind)).toEqual(Array(6).fill('unavailable'));
  expect(server.sockets).toEqual([]);
});

test.each([204, 404, 429, 500])('status %i is handed on, even without a body', async (status) => {
  const length = status === 204 ? '' : 'content-length: 0\r\n';
  const server = await world.server(`HTTP/1.1 ${status} X\r\nretry-after: 3\r\n${length}\r\n`);
  expect(await world.ask(server.origin)).toEqual({
    kind: 'response',
    status,
    headers: { 'retry-after': '3', ...(status === 204 ? {} : { 'content-length': '0' }) },
    body: '',
  });
});

test('a body up to the bound is returned whole', async () => {
  const server = await world.server(ok(Buffer.alloc(UPSTREAM_BODY_BYTES_MAX, 'a')));
  const answer = await world.ask(server.origin);
  expect(answer).toMatchObject({ kind: 'response' });
  expect((answer as { body: string }).body.length).toBe(UPSTREAM_BODY_BYTES_MAX);
});

test('an answer in two parts is whole, whatever others send between them', async () => {
  let finish = () => {};
  const begun = Promise.withResolvers<void>();
  const server = await world.server((socket, { request }) => {
    if (!request.startsWith('GET /slow')) return socket.write(ok('b'.repeat(500)));
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 300\r\n\r\n');
    socket.write('a'.repeat(200), () => begun.resolve());
    finish = () => socket.write('a'.repeat(100));
  });
  const slow = world.ask(server.origin, { path: '/slow' });
  await begun.promise;
  expect(await world.ask(server.origin)).toMatchObject({ body: 'b'.repeat(500) });
  finish();
  expect(await slow).toMatchObject({ body: 'a'.repeat(300) });
});

test('the bytes of an answer stay what they are when others come after it', async () => {
  const server = await world.server((socket, { number }) => socket.write(ok(`answer ${number}`)));
  const first = (await world.ask(server.origin, { wantsBytes: true })) as { bytes?: Uint8Array };
  await world.ask(server.origin, { wantsBytes: true });
  expect(String(first.bytes)).toBe('answer 1');
});

function redirect(status: number, location: string): string {
  return `HTTP/1.1 ${status} X\r\nlocation: ${location}\r\ncontent-length: 0\r\n\r\n`;
}

test.each([300, 304, 305])('a %i names no target and is an answer like any other', async (status) => {
  const server = await world.server(`HTTP/1.1 ${status} X\r\nlocation: /b\r\ncontent-length: 0\r\n\r\n`);
  expect(await world.ask(server.origin)).toMatchObject({ kind: 'response', status, body: '' });
  expect(server.seen.length).toBe(1);
});

test.each([301, 302, 303, 307, 308])('a %i within the origin is followed twice, not more', async (status) => {
  const server = await world.server((socket, { number }) =>
    socket.write(number < 3 ? redirect(status, `/${number}`) : ok('there')),
  );
  expect(await world.ask(server.origin)).toMatchObject({ status: 200, body: 'there' });
  expect(server.seen.map(({ request }) => request.split(' ')[1])).toEqual(['/', '/1', '/2']);
  const circle = await world.server(redirect(status, '/again'));
  const policy = { provider: 'circle' };
  expect(await world.ask(circle.origin, { policy })).toEqual({
    kind: 'bad_response',
    detail: 'too many redirects',
  });
  expect(circle.seen.length).toBe(3);
});

test('no redirect is followed where the policy says never', async () => {
  const server = await world.server(redirect(301, '/b'));
  expect(await world.ask(server.origin, { policy: { redirects: 'never' } })).toEqual({
    kind: 'bad_response',
    detail: 'redirect 301 is not followed',
  });
  expect(server.seen.length).toBe(1);
});

test('a redirect is returned where the policy says so, and a HEAD waits for no body', async () => {
  const head = 'HTTP/1.1 302 X\r\nlocation: https://elsewhere.example/\r\ncontent-length: 99999999\r\n';
  const server = await world.server(`${head}content-encoding: gzip\r\n\r\n`);
  const answer = await world.ask(server.origin, { method: 'HEAD', policy: { redirects: 'given' } });
  expect(answer).toMatchObject({
    kind: 'response',
    status: 302,
    headers: { location: 'https://elsewhere.example/' },
    body: '',
  });
  expect(server.seen.map(({ request }) => request.split(' ')[0])).toEqual(['HEAD']);
});

test('a redirect is followed within the deadline of its request, and every hop through the same gate', async () => {
  const server = await world.server((socket, { number }) => {
    if (number === 1) socket.write(redirect(302, '/b'));
  });
  const answer = await world.ask(server.origin, { timeoutMs: 200, policy: { inFlightMax: 1 } });
  expect(answer).toMatchObject({ kind: 'timeout' });
  expect(server.seen.length).toBe(2);
});

test('an address in a redirect may hold UTF-8', async () => {
  const server = await world.server((socket, { number }) =>
    socket.write(number === 1 ? Buffer.from(redirect(302, '/猫')) : ok('there')),
  );
  await world.ask(server.origin);
  expect(server.seen[1]?.request).toMatch(/^GET \/%E7%8C%AB HTTP/);
});

test('an expected redirect is followed within the host, with the same headers', async () => {
  const server = await world.server((socket, { number }) =>
    socket.write(number === 1 ? redirect(302, '/b?c=1') : ok('there')),
  );
  const answer = await world.ask(server.origin, {
    path: '/a',
    headers: { authorization: 't' },
    policy: { redirects: 'host' },
  });
  expect(answer).toMatchObject({ status: 200, body: 'there' });
  expect(server.seen[1]?.request).toMatch(/^GET \/b\?c=1 HTTP/);
  expect(server.seen[1]?.request).toContain('authorization: t');
});

test.each([
  ['another host', 'http://localhost:1/SECRET'],
  ['another port', 'http://127.0.0.1:1/SECRET'],
  ['a user', 'http://u:p@127.0.0.1:PORT/'],
  ['another scheme', 'file:///etc/passwd'],
  ['nowhere', ''],
])('no redirect leads to %s', async (_what, location) => {
  const server = await world.server((socket) =>
    socket.write(redirect(302, location.replace('PORT', String(server.port)))),
  );
  for (const redirects of ['host', 'origin'] as const) {
    const answer = await world.ask(server.origin, { policy: { redirects } });
    expect(answer).toEqual({ kind: 'bad_response', detail: 'redirect 302 leads elsewhere' });
  }
  expect(server.seen.length).toBe(2);
});

test('five redirects are followed and a sixth is not', async () => {
  const server = await world.server(redirect(301, '/again'));
  const answer = await world.ask(server.origin, { policy: { redirects: 'host' } });
  expect(answer).toEqual({ kind: 'bad_response', detail: 'too many redirects' });
  expect(server.seen.length).toBe(6);
});

test('a POST is never repeated at another address', async () => {
  const server = await world.server(redirect(308, '/b'));
  const answer = await world.ask(server.origin, { method: 'POST', body: 'x', policy: { redirects: 'host' } });
  expect(answer).toMatchObject({ kind: 'bad_response' });
  expect(server.seen.length).toBe(1);
});

test('after closing, nothing is sent, and what runs is cut', async () => {
  const server = await world.server(() => inBackground(world.http.close()));
  expect(await world.ask(server.origin)).toMatchObject({ kind: 'unavailable' });
  expect(await world.ask(server.origin)).toEqual({
    kind: 'unavailable',
    detail: 'the gateway is closing',
    isLocal: true,
  });
  expect(server.seen.length).toBe(1);
});

test('of more clients than are kept, the one that was asked for longest ago is given up, with its connections', async () => {
  const server = await world.server(ok('{}'));
  const askFor = (provider: string, more = {}) => world.ask(server.origin, { policy: { provider, ...more } });
  await askFor('kept');
  await askFor('old');
  // A reload gives the same client a new policy.
  await askFor('kept');
  // Refused before anything is sent.
  for (let i = 2; i <= CLIENTS_MAX; i++) await askFor(`other ${i}`, { allowPrivate: false });
  const names = world.http.clients().map(({ provider }) => provider);
  expect([names.length, names.includes('old'), names[0]]).toEqual([CLIENTS_MAX, false, 'kept']);
  const [ofKept, ofOld] = server.seen.map(({ connection }) => server.sockets[connection - 1]);
  await closed(ofOld);
  expect(ofKept!.closed).toBe(false);
});
