import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answersIn, type RawAnswer, RawConnection } from '../../testing/raw-http.ts';
import {
  answered,
  bodyOf,
  connectionsOf,
  exchange,
  holdCalls,
  ID_HEADER,
  rawRequest,
  SEARCH,
  type Servers,
  startServers,
  statusOf,
} from '../testing/servers.ts';

let servers: Servers;
let bearer: string;
beforeAll(async () => {
  servers = await startServers();
  bearer = `Authorization: Bearer ${servers.key}`;
});
afterAll(() => servers.close());

/** Lets tests of good requests end without waiting for silence. */
const CLOSE = 'Connection: close';
/** A complete request that must never be answered when it follows bad bytes on the same socket. */
const SMUGGLED = 'GET /livez HTTP/1.1\r\nHost: smuggled\r\n\r\n';

describe('bytes that are not a request get a problem and a closed connection', () => {
  const chunked = 'Transfer-Encoding: chunked';
  const post = 'POST /api/test/apikey';
  const json = 'Content-Type: application/json';
  const cases: Record<string, string> = {
    'not HTTP': 'hello\r\n\r\n',
    'TLS on a plain port': '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    'space before the colon': rawRequest(post, [json, 'Content-Length : 5'], 'hello'),
    'both length and chunked': rawRequest(post, [json, 'Content-Length: 5', chunked], '0\r\n\r\n'),
    'two lengths': rawRequest(post, [json, 'Content-Length: 0', 'Content-Length: 41']),
    'a length with a sign': rawRequest(post, [json, 'Content-Length: +5'], 'hello'),
    'two codings': rawRequest(post, [json, chunked, 'Transfer-Encoding: identity'], '0\r\n\r\n'),
    'an unknown coding': rawRequest(post, [json, 'Transfer-Encoding: xchunked'], '0\r\n\r\n'),
    'a folded header': rawRequest(post, [json, 'Transfer-Encoding:', ' chunked'], '0\r\n\r\n'),
    'line feeds only': `GET /livez HTTP/1.1\nHost: test\n\n`,
    'a carriage return inside a header': rawRequest('GET /livez', ['X-A: a\rTransfer-Encoding: chunked']),
    'a bad chunk size': rawRequest(post, [json, chunked], 'zz\r\n{}\r\n0\r\n\r\n'),
    'a NUL in a header': rawRequest('GET /livez', ['X-A: a\0b']),
    'a space in the path': 'GET /livez x HTTP/1.1\r\nHost: test\r\n\r\n',
    'another protocol version': 'GET /livez HTTP/3.7\r\nHost: test\r\n\r\n',
  };
  test.each(Object.entries(cases))('%s', async (_name, bytes) => {
    const { text, closed } = await exchange(servers.publicPort, bytes + SMUGGLED, 1000);
    expect(closed).toBe(true);
    expect(statusOf(text)).toBe(400);
    expect(text.match(/HTTP\/1\.1 /g)).toHaveLength(1);
    const id = new RegExp(`${ID_HEADER}: (req_\\w{26})`).exec(text)?.[1];
    expect(bodyOf(text)).toMatchObject({
      code: 'INVALID_REQUEST',
      status: 400,
      charged: '0.000000',
      request_id: id,
    });
    expect(text).toContain('x-content-type-options: nosniff');
  });
});

test('a header flood is 431 as a problem, and closes', async () => {
  const { text, closed } = await exchange(
    servers.publicPort,
    rawRequest('GET /livez', [`X-A: ${'a'.repeat(17_000)}`]),
  );
  expect(closed).toBe(true);
  expect(statusOf(text)).toBe(431);
  expect(bodyOf(text)).toMatchObject({ code: 'HEADERS_TOO_LARGE', status: 431, charged: '0.000000' });
});

test('three thousand headers, and names of object properties, are only headers', async () => {
  const many = Array.from({ length: 3000 }, () => 'a:');
  const odd = ['__proto__: x', 'constructor: x', 'toString: x'];
  const { text } = await exchange(
    servers.publicPort,
    rawRequest(`GET ${SEARCH}?keyword=a`, [...many, ...odd, bearer, CLOSE]),
  );
  expect(statusOf(text)).toBe(200);
});

test('a request without Host is 400 with a request id', async () => {
  const { text } = await exchange(servers.publicPort, `GET /livez HTTP/1.1\r\n${CLOSE}\r\n\r\n`);
  expect(statusOf(text)).toBe(400);
  expect(bodyOf(text).request_id).toMatch(/^req_/);
});

const HOSTS: Record<string, string> = {
  'two equal ones': 'GET /livez HTTP/1.1\r\nHost: test\r\nHost: test',
  'two different ones': 'GET /livez HTTP/1.1\r\nHost: test\r\nHost: other',
  'two in other letters, apart': 'GET /livez HTTP/1.1\r\nHOST: test\r\nX-A: 1\r\nhost: other',
  'an empty second one': 'GET /livez HTTP/1.1\r\nHost: test\r\nHost:',
  'an empty first one': 'GET /livez HTTP/1.1\r\nHost:\r\nHost: test',
  'three of them': 'GET /livez HTTP/1.1\r\nHost: a\r\nHost: b\r\nHost: a',
  'an address in the first line': 'GET http://test/livez HTTP/1.1\r\nHost: test\r\nHost: other',
  'the older version': 'GET /livez HTTP/1.0\r\nHost: test\r\nHost: other',
  'a path without a route': 'GET /none HTTP/1.1\r\nHost: test\r\nHost: other',
  'a request with a body':
    'POST /api/test/apikey HTTP/1.1\r\nHost: test\r\nHost: other\r\nContent-Type: application/json\r\nContent-Length: 0',
  'a call': `GET ${SEARCH}?keyword=two-hosts HTTP/1.1\r\nHost: test\r\nHost: other`,
};

/** Of each, somebody in front may read another host than we do. */
const NO_HOSTS = [
  ...[
    'a,b',
    'a, b',
    'a@b',
    'u:p@b',
    'a b',
    'a/b',
    'a?b',
    'a#b',
    'a\\b',
    'a%2eb',
    'http://a',
    '\u00e9',
    '',
    '.a:',
    ':80',
  ],
  ...[
    '[::1',
    '::1]',
    '::1',
    '[::1]a',
    '[]',
    '[a]',
    '[1.2.3.4]',
    '[::1]:',
    'a:b',
    'a:1:2',
    'a:65536',
    'a:999999',
    'a;b',
  ],
];
const SOME_HOSTS = [
  'a',
  'A.b-c.',
  'a_b:1',
  '127.0.0.1:65535',
  '[::1]',
  '[::ffff:127.0.0.1]:80',
  'xn--bcher-kva.example',
];

test('a Host that is none is 400 on both listeners, and one that is one is read', async () => {
  const told = async (port: number, host: string) =>
    statusOf((await exchange(port, `GET /livez HTTP/1.1\r\nHost: ${host}\r\n${CLOSE}\r\n\r\n`)).text);
  for (const port of [servers.publicPort, servers.adminPort]) {
    for (const host of NO_HOSTS) expect(await told(port, host), host).toBe(400);
    for (const host of SOME_HOSTS) expect(await told(port, host), host).not.toBe(400);
  }
});

test.each(Object.entries(HOSTS))('two Host lines are 400 on both listeners: %s', async (_name, head) => {
  const before = servers.calls.seen.length;
  for (const [port, secret] of [
    [servers.publicPort, servers.key],
    [servers.adminPort, servers.adminToken],
  ] as const) {
    const { text } = await exchange(port, `${head}\r\nAuthorization: Bearer ${secret}\r\n${CLOSE}\r\n\r\n`);
    expect([statusOf(text), bodyOf(text).code]).toEqual([400, 'INVALID_REQUEST']);
    expect(bodyOf(text).detail).toContain('two Host');
  }
  expect(servers.calls.seen).toHaveLength(before);
});

test('one Host line is enough, and headers that only look like it do not count', async () => {
  const { text } = await exchange(
    servers.publicPort,
    rawRequest('GET /livez', ['Hosts: a', 'X-Host: b', 'Hos: c', CLOSE]),
  );
  expect(statusOf(text)).toBe(200);
});

test('another version of HTTP in the first line is refused, and no call runs', async () => {
  const before = servers.calls.seen.length;
  const request = rawRequest(`GET ${SEARCH}?keyword=a`, [bearer, CLOSE]).replace('HTTP/1.1', 'HTTP/2.0');
  const { text } = await exchange(servers.publicPort, request);
  expect(statusOf(text)).toBe(400);
  expect(bodyOf(text)).toMatchObject({ code: 'INVALID_REQUEST', charged: '0.000000' });
  expect(servers.calls.seen).toHaveLength(before);
});

test('a NUL in a path leads to no route, because a database could not look for it', async () => {
  const paths = [
    '/api/account/v1/requests/ID',
    '/api/account/v1/topups/ID',
    '/api/watches/v1/ID',
    '/feeds/v1/ID',
  ];
  for (const path of [
    ...paths,
    '/api/collections/v1/ID',
    '/api/collections/v1/ID/export',
    SEARCH.replace('/u1/', '/ID/'),
  ])
    for (const id of ['%00', 'a%00', '%00.atom']) {
      const head = rawRequest(`GET ${path.replace('ID', id)}?keyword=a`, [bearer, CLOSE]);
      const { text } = await exchange(servers.publicPort, head, 5000);
      expect(bodyOf(text)).toMatchObject({ code: 'ROUTE_NOT_FOUND', status: 404 });
    }
});

test('an unknown expectation is ignored', async () => {
  const { text } = await exchange(servers.publicPort, rawRequest('GET /livez', ['Expect: tea', CLOSE]));
  expect(statusOf(text)).toBe(200);
});

test('two Authorization headers get the same 401 as none, byte for byte apart from the id', async () => {
  const ask = async (headers: string[]) => {
    const { text } = await exchange(
      servers.publicPort,
      rawRequest(`GET ${SEARCH}?keyword=a`, [...headers, CLOSE]),
    );
    return text.replaceAll(/req_\w{26}/g, 'ID').replace(/date: .*\r\n/i, '');
  };
  const none = await ask([]);
  expect(statusOf(none)).toBe(401);
  expect(none.toLowerCase()).toContain('www-authenticate: bearer\r\n');
  const spellings = [
    [bearer, bearer],
    [bearer, 'authorization: Bearer x'],
    ['Authorization: Basic eDp5'],
    ['Authorization: Bearer'],
    ['Authorization: Bearer rgk_live_nonsense'],
    [`Authorization: Bearer ${servers.key.slice(0, -1)}${servers.key.endsWith('x') ? 'y' : 'x'}`],
    [`Authorization: Bearer ${servers.adminToken}`],
  ];
  for (const headers of spellings) expect(await ask(headers)).toBe(none);
});

describe('bytes behind a running call do not replace its answer', () => {
  /** Sends a call, then these bytes while it runs, then lets it end. */
  async function followWith(bytes: string): Promise<RawAnswer[]> {
    const { started, letGo } = holdCalls(servers);
    const { socket, closed } = new RawConnection(`http://127.0.0.1:${servers.publicPort}`);
    socket.write(rawRequest(`GET ${SEARCH}?keyword=a`, [bearer]));
    await started;
    const sent = new Promise<void>((resolve) => socket.write(bytes, () => resolve()));
    await sent;
    await onceQuiet();
    letGo();
    servers.calls.next = answered;
    return answersIn(await closed);
  }
  /** After this round trip the server has read everything that was sent before. */
  const onceQuiet = () => exchange(servers.publicPort, rawRequest('GET /livez', [CLOSE]));

  test.each([
    ['nonsense', 'nonsense\r\n\r\n'],
    ['endless nonsense', 'nonsense\r\n\r\n'.repeat(100_000)],
    ['a request of two lengths', rawRequest('POST /livez', ['Content-Length: 1', 'Content-Length: 2'])],
    ['an unknown coding', rawRequest('POST /livez', ['Transfer-Encoding: x'])],
  ])('%s is refused behind its answer', async (_name, bytes) => {
    const answers = await followWith(bytes);
    expect(answers.map(({ status }) => status)).toEqual(
      [200, expect.toBeOneOf([400, 404, 405]), 400].slice(0, answers.length),
    );
    expect(answers.at(-1)).toMatchObject({ status: 400, headers: { connection: 'close' } });
  });
});

describe('slow callers are cut', () => {
  const times = { headersMs: 150, requestMs: 300, checkIntervalMs: 50, stallMs: 400, keepAliveMs: 5_000 };

  test('headers that do not end, bodies that do not arrive, and connections that say nothing', async () => {
    const slow = await startServers({ times });
    const silent = await exchange(slow.publicPort, '', 3000);
    expect(silent.closed).toBe(true);
    const headers = await exchange(slow.publicPort, 'GET /livez HTTP/1.1\r\nHost:', 3000);
    expect(headers.closed).toBe(true);
    expect(statusOf(headers.text)).toBe(408);
    expect(bodyOf(headers.text)).toMatchObject({ code: 'REQUEST_TIMEOUT', status: 408, charged: '0.000000' });
    const body = await exchange(
      slow.publicPort,
      rawRequest('POST /api/test/apikey', ['Content-Type: application/json', 'Content-Length: 20'], '{"key"'),
      3000,
    );
    expect(body.closed).toBe(true);
    await slow.close();
  });

  test('a caller that does not read its answer', async () => {
    const slow = await startServers({ times });
    const content = { kind: 'text' as const, head: [Buffer.alloc(50_000_000, 'x')], tail: '' };
    const { promise: served, resolve: serve } = Promise.withResolvers<void>();
    slow.calls.next = (request) => {
      serve();
      return { ...answered(request), content } as ReturnType<typeof answered>;
    };
    const closed = new Promise<void>((resolve) => {
      slow.public.app.server.once('connection', (connection) => connection.once('close', () => resolve()));
    });
    const socket = connect(slow.publicPort, '127.0.0.1');
    socket.on('error', () => {});
    socket.pause();
    socket.write(rawRequest(`GET ${SEARCH}?keyword=a`, [`Authorization: Bearer ${slow.key}`]));
    await served;
    expect(await connectionsOf(slow)).toBe(1);
    await closed;
    expect(await connectionsOf(slow)).toBe(0);
    socket.destroy();
    await slow.close();
  });
});
