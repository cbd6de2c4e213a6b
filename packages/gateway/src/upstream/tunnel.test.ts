// Proves connections through proxies over real sockets: CONNECT and SOCKS5, with and without a login, for http and https, in
// turn; that the guard holds for the proxy and for names; and that no failure contains a credential.
import type { LookupFunction, Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type ProxyServer, parseProxyServer } from '../domain/network/proxy-server.ts';
import { ConnectionError } from './failures.ts';
import { createConnect } from './guarded-connect.ts';
import { CONNECT_TIMEOUT_MS, TUNNEL_TIMEOUT_MS } from './limits.ts';
import { testCertificate, testKey } from './testing/certificate.ts';
import { httpProxy, socks5Proxy, type TestProxy } from './testing/proxies.ts';
import { ok, World } from './testing/raw-server.ts';

/** The gateway must not look up the name of a target: the proxy does. */
const nowhere: LookupFunction = (_name, _options, callback) =>
  callback(Object.assign(new Error('no'), { code: 'ENOTFOUND' }), []);

let world: World;
let proxies: TestProxy[];
beforeEach(() => {
  world = new World({ lookup: nowhere, ca: testCertificate });
  proxies = [];
});
afterEach(async () => {
  await world.close();
  await Promise.all(proxies.map((proxy) => proxy.close()));
});

const makers = { http: httpProxy, socks5: socks5Proxy };
type Kind = keyof typeof makers;

async function proxyTo(kind: Kind, leadsTo: number, login: string | null = null): Promise<TestProxy> {
  const proxy = await makers[kind]({ leadsTo, login });
  proxies.push(proxy);
  return proxy;
}

function address(kind: Kind, port: number, login = ''): ProxyServer {
  return parseProxyServer(`${kind}://${login}127.0.0.1:${port}`)!;
}

test.each(['http', 'socks5'] as const)(
  'a request goes through a proxy of kind %s, and its name with it',
  async (kind) => {
    const server = await world.server(ok('through'));
    const proxy = await proxyTo(kind, server.port);
    const policy = { proxies: [address(kind, proxy.port)] };
    for (let n = 0; n < 2; n++) {
      expect(await world.ask('http://platform.example', { policy })).toMatchObject({ body: 'through' });
      world.rest();
    }
    expect(proxy.asked).toEqual(['platform.example:80']);
    expect(server.seen[0]?.request).toContain('host: platform.example\r\n');
    expect(server.seen[0]?.request).not.toMatch(/proxy/i);
  },
);

test.each(['http', 'socks5'] as const)(
  'TLS goes through a proxy of kind %s to the platform itself',
  async (kind) => {
    const server = await world.server(ok('secure'), { key: testKey, cert: testCertificate });
    const proxy = await proxyTo(kind, server.port);
    const policy = { proxies: [address(kind, proxy.port)] };
    expect(await world.ask('https://upstream.test', { policy })).toMatchObject({ body: 'secure' });
    expect(proxy.asked).toEqual(['upstream.test:443']);
    expect(await world.ask('https://other.test', { policy })).toEqual({
      kind: 'unavailable',
      detail: 'cannot connect (ERR_TLS_CERT_ALTNAME_INVALID)',
    });
  },
);

test.each(['http', 'socks5'] as const)(
  'a proxy of kind %s gets its login, and a wrong one is a failure',
  async (kind) => {
    const server = await world.server(ok('through'));
    const proxy = await proxyTo(kind, server.port, 'ann:p@ss:word');
    const right = { proxies: [address(kind, proxy.port, 'ann:p%40ss%3Aword@')] };
    const wrong = { provider: 'wrong', proxies: [address(kind, proxy.port, 'ann:SECRET@')] };
    const none = { provider: 'none', proxies: [address(kind, proxy.port)] };
    expect(await world.ask('http://platform.example', { policy: right })).toMatchObject({ body: 'through' });
    for (const policy of [wrong, none]) {
      expect(await world.ask('http://platform.example', { policy })).toEqual({
        kind: 'unavailable',
        detail: 'cannot connect (PROXY_AUTH)',
      });
    }
    expect(proxy.asked).toEqual(['platform.example:80']);
    expect(proxy.logins[0]).toBe('ann:p@ss:word');
  },
);

describe('the times that opening a connection may take', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  const here: LookupFunction = (_name, options, callback) =>
    options.all ? callback(null, [{ address: '127.0.0.1', family: 4 }]) : callback(null, '127.0.0.1', 4);

  function open(origin: string, proxy: ProxyServer | null): Promise<Socket> {
    const proxies = proxy === null ? [] : [proxy];
    const connect = createConnect({ allowPrivate: true, proxies, ca: testCertificate, lookup: here });
    return new Promise((resolve, reject) => {
      connect(origin, (error, socket) => (error === null ? resolve(socket) : reject(error)));
    });
  }

  const tls = { key: testKey, cert: testCertificate };
  const ways = (['http', 'https'] as const).flatMap((scheme) =>
    ([null, 'http', 'socks5'] as const).map((kind) => [scheme, kind] as const),
  );

  test.each(ways)('end with it: a connection for %s, by a proxy of kind %s, stays', async (scheme, kind) => {
    const server = await world.server('', scheme === 'https' ? tls : null);
    const proxy = kind && address(kind, (await proxyTo(kind, server.port)).port);
    const socket = await open(`${scheme}://upstream.test:${server.port}`, proxy);
    vi.advanceTimersByTime(CONNECT_TIMEOUT_MS + TUNNEL_TIMEOUT_MS);
    expect(socket.destroyed).toBe(false);
    socket.destroy();
  });

  test.each([
    ['a platform that is silent about TLS', 'https', null, CONNECT_TIMEOUT_MS],
    ['a proxy of kind http that is silent', 'http', 'http', TUNNEL_TIMEOUT_MS],
    ['a proxy of kind socks5 that is silent', 'http', 'socks5', TUNNEL_TIMEOUT_MS],
  ] as const)('are over: %s is given up', async (_, scheme, kind, afterMs) => {
    const silent = await world.server('');
    const asked = new Promise((resolve) => silent.onConnection((socket) => socket.once('data', resolve)));
    const proxy = kind && address(kind, silent.port);
    const failed = open(`${scheme}://upstream.test:${silent.port}`, proxy).catch((error: Error) => error);
    await asked;
    vi.advanceTimersByTime(afterMs - 1);
    expect(silent.sockets[0]!.destroyed).toBe(false);
    vi.advanceTimersByTime(1);
    expect(await failed).toBeInstanceOf(ConnectionError);
  });
});

test('connections take the proxies of a list in turn', async () => {
  const server = await world.server(ok('through'));
  const first = await proxyTo('http', server.port);
  const second = await proxyTo('socks5', server.port);
  const policy = { keepAlive: false, proxies: [address('http', first.port), address('socks5', second.port)] };
  for (let n = 0; n < 5; n++) await world.ask('http://platform.example', { policy });
  expect([first.asked.length, second.asked.length]).toEqual([3, 2]);
});

test('a proxy on a private address needs allow_private, and so does a private target behind one', async () => {
  const refused = { kind: 'unavailable', detail: 'address is private; set allow_private' };
  const server = await world.server(ok('through'));
  const proxy = await proxyTo('http', server.port);
  const policy = { allowPrivate: false, proxies: [address('http', proxy.port)] };
  expect(await world.ask('http://platform.example', { policy })).toEqual(refused);
  const far = { allowPrivate: false, proxies: [parseProxyServer('http://8.8.8.8:3128')!] };
  for (const target of [
    'http://127.0.0.1',
    'http://metadata.google.internal',
    'http://[::1]',
    'http://localhost',
  ])
    expect(await world.ask(target, { policy: far })).toEqual(refused);
  expect(proxy.asked).toEqual([]);
});

test.each([
  ['http', 'garbage\r\n\r\n'],
  ['http', 'HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\n\r\n'],
  ['http', ''],
  ['socks5', 'HTTP/1.1 400 Bad Request\r\n\r\n'],
  ['socks5', '\x05\x00\x05\x05\x00\x01'],
  ['socks5', '\x05'],
] as const)('a proxy of kind %s that says %j is unavailable', async (kind, text) => {
  const proxy = await world.server('');
  proxy.onConnection((socket) => socket.once('data', () => socket.end(Buffer.from(text, 'latin1'))));
  const policy = { proxies: [address(kind, proxy.port, 'ann:SECRET@')] };
  const answer = await world.ask('http://platform.example', { policy });
  expect(answer).toEqual({ kind: 'unavailable', detail: 'cannot connect (PROXY_REFUSED)' });
});

test('a proxy that never answers ends at the deadline', async () => {
  const proxy = await world.server(() => {});
  const policy = { proxies: [address('http', proxy.port)] };
  expect(await world.ask('http://platform.example', { policy, timeoutMs: 150 })).toEqual({
    kind: 'timeout',
    detail: 'deadline passed while connecting',
  });
});

test.each([
  'ftp://a.example',
  'https://a.example:443',
  'http://',
  'http://a.example/path',
  'http://a.example?x=1',
  'http://u:%zz@a.example',
  `socks5://${'u'.repeat(256)}:p@a.example`,
  'a.example:8080',
])('%j is no proxy', (text) => {
  expect(parseProxyServer(text)).toBeNull();
});

test('a proxy has the default port of its protocol unless it names one', () => {
  expect(parseProxyServer('http://a.example')).toEqual({
    kind: 'http',
    hostname: 'a.example',
    port: 80,
    credentials: null,
  });
  expect(parseProxyServer('socks5://u:p@[2001:4860::1]')).toEqual({
    kind: 'socks5',
    hostname: '2001:4860::1',
    port: 1080,
    credentials: { user: 'u', password: 'p' },
  });
});
