// Billed GETs bypass Fastify's reply. They get everything that it does for other requests: the same refusals, the same headers, and the
// same behaviour when the gateway stops or a caller disconnects.
import type { Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { CallRequest } from '../call/read-request.ts';
import { failure } from '../domain/failure.ts';
import { StorageUnavailable } from '../storage/storage.ts';
import { answersIn, exchangeBytes, RawConnection, requestText } from '../testing/raw-http.ts';
import { PROTECTIVE_HEADERS } from './answers/answer-form.ts';
import { admitCalls } from './billed-calls.ts';
import type { CallAdmission, StartingCall } from './limits/shed-load.ts';
import { answered, ID_HEADER, SEARCH, type Servers, startServers } from './testing/servers.ts';

let shared: Servers;
let servers: Servers;
/** The server's ends of all connections of a test. */
let sockets: Socket[];
const watch = (socket: Socket) => sockets.push(socket);

beforeAll(async () => {
  shared = await startServers();
  shared.public.app.server.on('connection', watch);
});
beforeEach(() => {
  servers = shared;
  sockets = [];
  servers.calls.next = answered;
  servers.calls.seen.length = 0;
  servers.logged.length = 0;
});
/** Starts servers for a test that changes or closes them. */
async function startOwn(options: Parameters<typeof startServers>[0] = {}): Promise<void> {
  servers = await startServers(options);
  servers.public.app.server.on('connection', watch);
}
afterEach(() => (servers === shared ? undefined : servers.close()));
afterAll(() => shared.close());

const url = () => `http://127.0.0.1:${servers.publicPort}`;
const open = () => new RawConnection(url());
const key = () => `Authorization: Bearer ${servers.key}`;
const search = (keyword: string, headers: readonly string[] = []) =>
  requestText(`GET ${SEARCH}?keyword=${keyword}`, [key(), ...headers]);
const keywordOf = ({ target }: CallRequest) => (target as { query: Record<string, string> }).query.keyword!;

/** Makes calls wait until the returned function releases the one with this keyword. */
function holdCalls(): (keyword: string) => void {
  const gates = new Map<string, PromiseWithResolvers<void>>();
  const gateOf = (keyword: string) => {
    const gate = gates.get(keyword) ?? Promise.withResolvers<void>();
    gates.set(keyword, gate);
    return gate;
  };
  servers.calls.next = (request) => gateOf(keywordOf(request)).promise.then(() => answered(request));
  return (keyword) => gateOf(keyword).resolve();
}

const whenAsked = (...keywords: string[]) =>
  vi.waitFor(() => expect(servers.calls.seen.map(keywordOf)).toEqual(keywords));

describe('every answer has its status, the request id, the protective headers and its length:', () => {
  const fail = (error: Error) => () => Promise.reject(error);

  test.each<
    [string, number, () => { target?: string; headers?: string[]; next?: typeof servers.calls.next }]
  >([
    ['a paid answer', 200, () => ({ headers: [key()] })],
    ['an id of the caller’s own', 200, () => ({ headers: [key(), `${ID_HEADER}: mine`] })],
    ['an id that is not usable', 400, () => ({ headers: [key(), `${ID_HEADER}: a b`] })],
    ['an empty id', 400, () => ({ headers: [key(), `${ID_HEADER}:`] })],
    ['two ids', 400, () => ({ headers: [key(), `${ID_HEADER}: a`, `${ID_HEADER}: a`] })],
    ['no key', 401, () => ({ headers: [] })],
    ['an unknown key', 401, () => ({ headers: ['Authorization: Bearer rgk_live_nonsense'] })],
    ['two keys', 401, () => ({ headers: [key(), key()] })],
    ['a bad query', 400, () => ({ target: `${SEARCH}?keyword=%ff`, headers: [key()] })],
    ['no query', 200, () => ({ target: SEARCH, headers: [key()] })],
    ['an unknown platform', 404, () => ({ target: SEARCH.replace('demo', 'other'), headers: [key()] })],
    ['an encoded platform', 404, () => ({ target: SEARCH.replace('demo', 'd%65mo'), headers: [key()] })],
    [
      'a platform encoded twice',
      404,
      () => ({ target: SEARCH.replace('demo', 'd%2565mo'), headers: [key()] }),
    ],
    ['no platform', 404, () => ({ target: SEARCH.replace('demo', ''), headers: [key()] })],
    ['another group', 404, () => ({ target: SEARCH.replace('u1', 'u3'), headers: [key()] })],
    ['a bug', 500, () => ({ headers: [key()], next: fail(new Error('a bug')) })],
    ['a ledger that is away', 503, () => ({ headers: [key()], next: fail(new StorageUnavailable('away')) })],
    [
      'a refusal with the state of the limit',
      429,
      () => ({
        headers: [key()],
        next: () => ({
          ...failure('RATE_LIMITED', 'Too many.', { retryAfterMs: 1_500 }),
          rate: { limit: { requests: 1, perSeconds: 60, concurrent: 1 }, remaining: 0, resetMs: 1_500 },
        }),
      }),
    ],
  ])('%s', async (_name, status, make) => {
    const { target = `${SEARCH}?keyword=a`, headers = [], next = answered } = make();
    servers.calls.next = next;
    const bytes = requestText(`GET ${target}`, [...headers, 'Connection: close']);
    const { answers } = await exchangeBytes(url(), bytes);
    expect(answers).toHaveLength(1);
    const answer = answers[0]!;
    expect(answer.status).toBe(status);
    expect(answer.headers).toMatchObject({ ...PROTECTIVE_HEADERS, connection: 'close' });
    const { request_id } = JSON.parse(answer.text);
    expect(answer.headers[ID_HEADER]).toBe(request_id);
    if (status === 429) expect(answer.headers.ratelimit).toBe('"default";r=0;t=2');
  });

  test('HTTP/1.0 without Host is answered, HTTP/1.1 and other versions are refused', async () => {
    const ask = async (version: string) => {
      const bytes = `GET ${SEARCH}?keyword=a HTTP/${version}\r\n${key()}\r\nConnection: close\r\n\r\n`;
      return (await exchangeBytes(url(), bytes)).answers.map(({ status }) => status);
    };
    expect([await ask('1.0'), await ask('1.1'), await ask('2.0')]).toEqual([[200], [400], [400]]);
    expect(servers.calls.seen).toHaveLength(1);
  });

  test('a request for another protocol is ignored, and closes the connection', async () => {
    const { answers } = await exchangeBytes(
      url(),
      search('a', ['Connection: Upgrade', 'Upgrade: websocket']),
    );
    expect(answers).toMatchObject([{ status: 200, headers: { connection: 'close' } }]);
  });

  test('other methods get a 405 that names GET', async () => {
    for (const method of ['POST', 'HEAD', 'OPTIONS', 'DELETE']) {
      const bytes = requestText(`${method} ${SEARCH}`, [key(), 'Connection: close']);
      const { answers } = await exchangeBytes(url(), bytes, [method]);
      expect(answers).toMatchObject([{ status: 405, headers: { allow: 'GET' } }]);
    }
    expect(servers.calls.seen).toEqual([]);
  });

  test('a bug is logged with its request id and route', async () => {
    servers.calls.next = fail(new Error('a bug'));
    await exchangeBytes(url(), search('a', [`${ID_HEADER}: mine`, 'Connection: close']));
    expect(servers.logged).toMatchObject([
      { level: 'error', fields: { requestId: 'mine', route: '/api/u1/v1/:platform/app/search_video_v2' } },
    ]);
  });

  test('a bug outside the call pipeline is logged and costs its caller the connection, and the next caller is answered', async () => {
    await startOwn();
    const { unreadBytes } = servers.public;
    const refusal = vi.spyOn(unreadBytes, 'refusal').mockImplementationOnce(() => {
      throw new Error('a bug');
    });
    const broken = open();
    broken.socket.write(search('a', [`${ID_HEADER}: mine`]));
    expect(await broken.closed).toHaveLength(0);
    expect(servers.logged).toMatchObject([{ level: 'error', fields: { requestId: 'mine' } }]);
    const next = open();
    next.socket.write(search('b', ['Connection: close']));
    expect(answersIn(await next.closed)).toMatchObject([{ status: 200 }]);
    refusal.mockRestore();
  });

  test('an answer says whether its connection stays open, and while the gateway stops it does not', async () => {
    await startOwn();
    const connection = open();
    connection.socket.write(search('a'));
    await vi.waitFor(() => expect(answersIn(connection.received)).toHaveLength(1));
    servers.setDraining(true);
    connection.socket.write(search('b'));
    const answers = answersIn(await connection.closed);
    expect(answers).toMatchObject([
      { status: 200, headers: { connection: 'keep-alive', 'keep-alive': 'timeout=65' } },
      { status: 200, headers: { connection: 'close' } },
    ]);
  });
});

describe('on one connection', () => {
  test('a pipelined request does not start before the previous answer is sent, and all are answered in order', async () => {
    const letGo = holdCalls();
    const { socket, closed } = open();
    socket.write(search('a') + search('b') + search('c'));
    await whenAsked('a');
    socket.write(search('d', ['Connection: close']));
    for (const keyword of ['d', 'c', 'b', 'a']) letGo(keyword);
    const answers = answersIn(await closed);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(servers.calls.seen.map(keywordOf)).toEqual(['a', 'b', 'c', 'd']);
  });

  test('searches and other requests may alternate, also with bodies in pieces', async () => {
    const letGo = holdCalls();
    const { socket, closed } = open();
    socket.write(search('a'));
    await whenAsked('a');
    const body = '{"key":"nobody"}';
    const check = requestText('POST /api/test/apikey', ['Content-Type: application/json'], body);
    socket.write(check.slice(0, -5));
    letGo('a');
    letGo('b');
    socket.write(
      check.slice(-5) +
        search('b') +
        requestText('GET /livez') +
        requestText('GET /nothing', ['Connection: close']),
    );
    expect(answersIn(await closed).map(({ status }) => status)).toEqual([200, 200, 200, 200, 404]);
  });
});

describe('a caller who', () => {
  test('ends its side after its request still gets the answer', async () => {
    const letGo = holdCalls();
    const { socket, closed } = open();
    socket.write(search('a'));
    await whenAsked('a');
    socket.end();
    await vi.waitFor(() => expect(sockets[0]!.readableEnded).toBe(true));
    letGo('a');
    expect(answersIn(await closed).map(({ status }) => status)).toEqual([200]);
  });

  test('disconnects while its call waits to start does not start it', async () => {
    const waiting: StartingCall[] = [];
    const admission: CallAdmission = {
      figures: () => ({ waiting: waiting.length, refused: 0 }),
      enter: (call) => {
        waiting.push(call);
        return null;
      },
    };
    await startOwn();
    const { calls } = servers;
    admitCalls(servers.public, admission);
    const [gone, here] = [open(), open()];
    gone.socket.write(search('gone'));
    await vi.waitFor(() => expect(waiting).toHaveLength(1));
    here.socket.write(search('here', ['Connection: close']));
    await vi.waitFor(() => expect(waiting).toHaveLength(2));
    gone.socket.resetAndDestroy();
    await vi.waitFor(() => expect(sockets.some(({ destroyed }) => destroyed)).toBe(true));
    for (const call of waiting) call.begin();
    await here.closed;
    expect(calls.seen.map(keywordOf)).toEqual(['here']);
  });

  test('has disconnected when its answer is ready does not disturb the gateway', async () => {
    const letGo = holdCalls();
    const { socket } = open();
    socket.write(search('a'));
    await whenAsked('a');
    socket.resetAndDestroy();
    await vi.waitFor(() => expect(sockets[0]!.destroyed).toBe(true));
    letGo('a');
    const again = open();
    again.socket.write(search('b', ['Connection: close']));
    letGo('b');
    expect(answersIn(await again.closed).map(({ status }) => status)).toEqual([200]);
  });
});

describe('a connection whose answer is pending', () => {
  const times = { stallMs: 600, checkIntervalMs: 50, readBytesPerSecondMin: 1e9 };
  /** More than the kernel buffers: the rest waits in the process. */
  const BYTES = 16 * 1024 * 1024;

  test('is cut when the call never ends', async () => {
    await startOwn({ times });
    servers.calls.next = () => new Promise(() => {});
    const { socket, closed } = open();
    socket.write(search('a'));
    expect(await closed).toHaveLength(0);
  });

  test('is cut when its caller reads nothing, also when it goes on sending', async () => {
    await startOwn({ times });
    const content = { kind: 'text' as const, head: [Buffer.alloc(BYTES, 'x')], tail: '' };
    servers.calls.next = (request) => ({ ...answered(request), content }) as ReturnType<typeof answered>;
    const { socket } = open();
    socket.pause();
    socket.write(search('a'));
    const drip = setInterval(() => socket.write('\r\n'), times.checkIntervalMs);
    await vi
      .waitFor(() => expect(sockets[0]?.destroyed).toBe(true), 10_000)
      .finally(() => clearInterval(drip));
    socket.destroy();
    expect(sockets[0]!.bytesRead).toBeGreaterThan(search('a').length + 5);
  });
});

describe('an idle connection', () => {
  test('is closed after its timeout', async () => {
    await startOwn({ times: { keepAliveMs: 100, checkIntervalMs: 50 } });
    const connection = open();
    connection.socket.write(search('a'));
    expect(answersIn(await connection.closed).map(({ status }) => status)).toEqual([200]);
  });

  test('does not delay a stop', async () => {
    await startOwn();
    const connection = open();
    connection.socket.write(search('a'));
    await vi.waitFor(() => expect(answersIn(connection.received)).toHaveLength(1));
    servers.setDraining(true);
    await servers.public.app.close();
    await connection.closed;
  });
});
