// Proves that the guards work on the real path of a request: private addresses by name, by literal and by rebinding, untrusted
// certificates, and that no failure contains a secret.
import type { LookupFunction } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { testCertificate, testKey } from './testing/certificate.ts';
import { ok, World } from './testing/raw-server.ts';

const REFUSED = { kind: 'unavailable', detail: 'address is private; set allow_private' };
const tls = { key: testKey, cert: testCertificate };

let world: World;
afterEach(() => world.close());

/** Every name resolves to these addresses. */
function resolvesTo(...addresses: string[]): LookupFunction {
  return (_hostname, options, callback) => {
    const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    if (options.all) callback(null, found);
    else callback(null, found[0]!.address, found[0]!.family);
  };
}

function at(name: string, port: number, scheme = 'http'): string {
  return `${scheme}://${name}:${port}`;
}

test.each([
  ['127.0.0.1'],
  ['1.1.1.1', '127.0.0.1'],
  ['::1'],
  ['::ffff:127.0.0.1'],
  ['10.0.0.1'],
  ['169.254.169.254'],
])('a public name that resolves to %s is refused without a connection', async (...addresses) => {
  world = new World({ lookup: resolvesTo(...addresses) });
  const server = await world.server(ok(''));
  const origin = at('rebind.example', server.port);
  expect(await world.ask(origin, { policy: { allowPrivate: false } })).toEqual(REFUSED);
  expect(server.sockets).toEqual([]);
});

test('the guard also holds over https', async () => {
  world = new World({ lookup: resolvesTo('127.0.0.1'), ca: testCertificate });
  const server = await world.server(ok(''), tls);
  const origin = at('upstream.test', server.port, 'https');
  expect(await world.ask(origin, { policy: { allowPrivate: false } })).toEqual(REFUSED);
  expect(server.sockets).toEqual([]);
});

test.each(['127.0.0.1', '[::1]', '[::ffff:7f00:1]', 'localhost', 'metadata.google.internal', 'metadata'])(
  '%s is refused by its form alone',
  async (host) => {
    world = new World({ lookup: resolvesTo('1.1.1.1') });
    const server = await world.server(ok(''));
    expect(await world.ask(at(host, server.port), { policy: { allowPrivate: false } })).toEqual(REFUSED);
    expect(server.sockets).toEqual([]);
  },
);

test('an address that turns private between look-up and connection is refused', async () => {
  // The array passes the look-up's check and changes before the socket connects: the fastest possible DNS rebinding.
  const changing = [{ address: '1.1.1.1', family: 4 }];
  world = new World({
    lookup: (_hostname, _options, callback) => {
      callback(null, changing);
    },
  });
  Object.defineProperty(changing[0], 'address', {
    get: (() => {
      let reads = 0;
      return () => (reads++ === 0 ? '1.1.1.1' : '127.0.0.1');
    })(),
  });
  const server = await world.server(ok(''));
  const answer = await world.ask(at('rebind.example', server.port), { policy: { allowPrivate: false } });
  expect(answer).toEqual(REFUSED);
  expect(server.seen).toEqual([]);
});

test('allow_private applies to exactly that provider', async () => {
  world = new World({ lookup: resolvesTo('127.0.0.1') });
  const server = await world.server(ok('inside'));
  const origin = at('peertube.example', server.port);
  const closed = { provider: 'closed', allowPrivate: false };
  expect(await world.ask(origin)).toMatchObject({ body: 'inside' });
  expect(await world.ask(origin, { policy: closed })).toEqual(REFUSED);
  expect(await world.ask(origin, { policy: { allowPrivate: false } })).toEqual(REFUSED);
});

test('a name without an address, and a resolver that fails, are unavailable', async () => {
  world = new World({ lookup: resolvesTo() });
  expect(await world.ask('http://a.example', { policy: { allowPrivate: false } })).toEqual({
    kind: 'unavailable',
    detail: 'cannot connect (ENOTFOUND)',
  });
  const failing: LookupFunction = (_hostname, _options, callback) =>
    callback(Object.assign(new Error('no'), { code: 'EAI_AGAIN' }), []);
  await world.close();
  world = new World({ lookup: failing });
  expect(await world.ask('http://a.example', { policy: { allowPrivate: false } })).toEqual({
    kind: 'unavailable',
    detail: 'cannot connect (EAI_AGAIN)',
  });
});

test('an untrusted certificate is refused before anything is sent', async () => {
  world = new World({ lookup: resolvesTo('127.0.0.1') });
  const server = await world.server(ok('x'), tls);
  const answer = await world.ask(at('upstream.test', server.port, 'https'), {
    headers: { authorization: 't' },
  });
  expect(answer).toEqual({ kind: 'unavailable', detail: 'cannot connect (DEPTH_ZERO_SELF_SIGNED_CERT)' });
  expect(server.seen).toEqual([]);
});

test('a certificate for another name is refused', async () => {
  world = new World({ lookup: resolvesTo('127.0.0.1'), ca: testCertificate });
  const server = await world.server(ok('x'), tls);
  const answer = await world.ask(at('other.test', server.port, 'https'));
  expect(answer).toEqual({ kind: 'unavailable', detail: 'cannot connect (ERR_TLS_CERT_ALTNAME_INVALID)' });
  expect(server.seen).toEqual([]);
});

test('a trusted certificate works, over a reused connection', async () => {
  world = new World({ lookup: resolvesTo('127.0.0.1'), ca: testCertificate });
  const server = await world.server(ok('secure'), tls);
  const origin = at('upstream.test', server.port, 'https');
  expect(await world.ask(origin)).toMatchObject({ body: 'secure' });
  world.rest();
  expect(await world.ask(origin)).toMatchObject({ body: 'secure' });
  expect(server.sockets.length).toBe(1);
});

test('TLS at a plain port and plain text at a TLS port are unavailable', async () => {
  world = new World({ lookup: resolvesTo('127.0.0.1'), ca: testCertificate });
  const plain = await world.server((socket) => socket.end('HTTP/1.1 400 X\r\n\r\n'));
  plain.onConnection((socket) => socket.end('no TLS here'));
  const secure = await world.server(ok(''), tls);
  expect(await world.ask(at('upstream.test', plain.port, 'https'))).toMatchObject({ kind: 'unavailable' });
  expect(await world.ask(at('upstream.test', secure.port))).toMatchObject({ kind: 'unavailable' });
});

test('no failure contains a token, a header or an address', async () => {
  const secret = 'SECRET-TOKEN';
  world = new World({ lookup: resolvesTo('127.0.0.1') });
  const broken = [
    await world.server('garbage'),
    await world.server((socket) => socket.resetAndDestroy()),
    await world.server(
      `HTTP/1.1 302 X\r\nlocation: http://evil.example/?token=${secret}\r\ncontent-length: 0\r\n\r\n`,
    ),
    await world.server(ok(secret, `content-encoding: br, ${secret}`)),
    await world.server(ok(secret, 'content-encoding: gzip')),
    await world.server(ok(secret, `transfer-encoding: ${secret}`)),
    await world.server(() => {}),
  ];
  const ask = { path: `/v1?token=${secret}`, headers: { authorization: secret }, timeoutMs: 300 };
  const failures = await Promise.all([
    ...broken.map(({ origin, port }) => world.ask(origin, { ...ask, policy: { provider: `p${port}` } })),
    world.ask('http://a.example:1', { ...ask, policy: { provider: 'a', allowPrivate: false } }),
    world.ask('http://127.0.0.1:1', { ...ask, policy: { provider: 'b' } }),
    world.ask('http://127.0.0.1:1', { ...ask, url: `http://b.example/?token=${secret}` }),
    world.ask('http://127.0.0.1:1', { ...ask, headers: { a: `${secret}\n` } }),
  ]);
  expect(failures.filter(({ kind }) => kind === 'response')).toEqual([]);
  expect(JSON.stringify(failures)).not.toMatch(/SECRET|token|example|127\.0/);
});
