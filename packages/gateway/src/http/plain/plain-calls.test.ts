// A billed search may come in by two ways: the plain one, or Node's. No answer may tell which it was, and a connection that changes
// from one to the other loses nothing and mixes nothing up.
import type { Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { CallRequest } from '../../call/run-call.ts';
import { failure } from '../../domain/failure.ts';
import { StorageUnavailable } from '../../storage/storage.ts';
import { answersIn, RawConnection, requestText } from '../../testing/raw-http.ts';
import type { Door, Entrant } from '../shed-load.ts';
import { answered, ID_HEADER, SEARCH, type Servers, startServers } from '../testing-servers.ts';
import { takePlainCalls } from './plain-calls.ts';

/** A header that says nothing new, and that only Node reads. */
const BY_NODE = 'Content-Length: 0';

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
/** For a test that changes or ends them. */
async function startOwn(options: Parameters<typeof startServers>[0] = {}): Promise<void> {
  servers = await startServers(options);
}
afterEach(() => (servers === shared ? undefined : servers.close()));
afterAll(() => shared.close());

const open = () => new RawConnection(`http://127.0.0.1:${servers.publicPort}`);
const search = (keyword: string, headers: readonly string[] = []) =>
  requestText(`GET ${SEARCH}?keyword=${keyword}`, [`Authorization: Bearer ${servers.key}`, ...headers]);
const keywordOf = ({ target }: CallRequest) => (target as { query: Record<string, string> }).query.keyword!;

/** Calls wait until they are let go, one by one and by their keyword. */
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

describe('both ways answer with the same bytes', () => {
  const ask = async (line: string, headers: readonly string[]) => {
    const { socket, closed } = open();
    socket.write(requestText(line, [...headers, 'Connection: close']));
    return (await closed)
      .toString('latin1')
      .replaceAll(/req_\w{26}/g, 'ID')
      .replace(/Date: .*\r\n/, '');
  };
  const key = () => `Authorization: Bearer ${servers.key}`;
  const fail = (error: Error) => () => Promise.reject(error);

  test.each<
    [string, number, () => { target?: string; headers?: string[]; next?: typeof servers.calls.next }]
  >([
    ['a paid answer', 200, () => ({ headers: [key()] })],
    ['an id of the caller’s own', 200, () => ({ headers: [key(), `${ID_HEADER}: mine`] })],
    ['an id that is not usable', 400, () => ({ headers: [key(), `${ID_HEADER}: a b`] })],
    ['an empty id', 400, () => ({ headers: [key(), `${ID_HEADER}:`] })],
    ['no key', 401, () => ({ headers: [] })],
    ['an unknown key', 401, () => ({ headers: ['Authorization: Bearer rgk_live_nonsense'] })],
    ['a bad query', 400, () => ({ target: `${SEARCH}?keyword=%ff`, headers: [key()] })],
    ['no query', 200, () => ({ target: SEARCH, headers: [key()] })],
    ['an unknown platform', 404, () => ({ target: SEARCH.replace('demo', 'other'), headers: [key()] })],
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
    ['a bug', 500, () => ({ headers: [key()], next: fail(new Error('a bug')) })],
    ['a ledger that is away', 503, () => ({ headers: [key()], next: fail(new StorageUnavailable('away')) })],
  ])('%s', async (_name, status, make) => {
    const { target = `${SEARCH}?keyword=a`, headers = [], next = answered } = make();
    servers.calls.next = next;
    const plain = await ask(`GET ${target}`, headers);
    const byNode = await ask(`GET ${target}`, [...headers, BY_NODE]);
    expect(plain).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(plain).toBe(byNode);
    // As unlike as they look from outside: one socket belongs to Node's server, the other never did.
    const listeners = sockets.map((socket) => 'parser' in socket && socket.parser !== undefined);
    expect(listeners).toEqual([false, true]);
  });

  test('and a bug is logged with its request id and route', async () => {
    servers.calls.next = fail(new Error('a bug'));
    await ask(`GET ${SEARCH}?keyword=a`, [key(), `${ID_HEADER}: mine`]);
    expect(servers.logged).toMatchObject([
      { level: 'error', fields: { requestId: 'mine', route: '/api/u1/v1/:platform/app/search_video_v2' } },
    ]);
  });

  test('also while the gateway stops', async () => {
    await startOwn();
    servers.setDraining(true);
    const texts = [[], [BY_NODE]].map(async (headers) => {
      const { socket, closed } = open();
      socket.write(search('a', [`${ID_HEADER}: x`, ...headers]));
      return (await closed).toString().replace(/Date: .*\r\n/, '');
    });
    const [plain, byNode] = await Promise.all(texts);
    expect(plain).toContain('\r\nConnection: close\r\n');
    expect(plain!.split('\r\n').sort()).toEqual(byNode!.split('\r\n').sort());
  });

  test('also where the connection goes on', async () => {
    const plain = open();
    plain.socket.write(search('a', [`${ID_HEADER}: x`]));
    const byNode = open();
    byNode.socket.write(search('a', [`${ID_HEADER}: x`, BY_NODE]));
    await vi.waitFor(() => expect(byNode.received.length).toBeGreaterThan(0));
    await vi.waitFor(() => expect(plain.received.length).toBe(byNode.received.length));
    const text = ({ received }: RawConnection) => received.toString().replace(/Date: .*\r\n/, '');
    expect(text(plain)).toBe(text(byNode));
    expect(text(plain)).toContain('\r\nConnection: keep-alive\r\nKeep-Alive: timeout=65\r\n');
  });
});

describe('on one connection', () => {
  test('a request that is sent ahead is not begun before the answer is out, and all are answered in their order', async () => {
    const letGo = holdCalls();
    const { socket, closed } = open();
    socket.write(search('a'));
    await whenAsked('a');
    socket.write(search('b') + search('c'));
    await vi.waitFor(() => expect(sockets[0]!.isPaused()).toBe(true));
    socket.write(search('d', ['Connection: close']));
    await whenAsked('a');
    for (const keyword of ['d', 'c', 'b', 'a']) letGo(keyword);
    const answers = answersIn(await closed);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(servers.calls.seen.map(keywordOf)).toEqual(['a', 'b', 'c', 'd']);
  });

  test('what is not plain behind a running call is Node’s, and comes behind its answer', async () => {
    const letGo = holdCalls();
    const { socket, closed } = open();
    socket.write(search('a'));
    await whenAsked('a');
    const body = '{"key":"nobody"}';
    const check = requestText('POST /api/test/apikey', ['Content-Type: application/json'], body);
    socket.write(check.slice(0, -5));
    await vi.waitFor(() => expect(sockets[0]!.isPaused()).toBe(true));
    socket.write(check.slice(-5) + requestText('GET /livez', ['Connection: close']));
    letGo('a');
    expect(answersIn(await closed).map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  test('plain and other requests may come in turns', async () => {
    const connection = open();
    const requests = [
      search('a'),
      search('b'),
      requestText('GET /livez'),
      search('c'),
      requestText('GET /nothing'),
    ];
    for (const [i, request] of requests.entries()) {
      connection.socket.write(request);
      await vi.waitFor(() => expect(answersIn(connection.received)).toHaveLength(i + 1));
    }
    expect(answersIn(connection.received).map(({ status }) => status)).toEqual([200, 200, 200, 200, 404]);
    connection.socket.destroy();
  });

  test('a request in two pieces is one request', async () => {
    const { socket, closed } = open();
    const request = search('a', ['Connection: close']);
    socket.write(request.slice(0, 20));
    await vi.waitFor(() => expect(sockets[0]?.bytesRead).toBe(20));
    socket.write(request.slice(20));
    expect(answersIn(await closed).map(({ status }) => status)).toEqual([200]);
    expect(servers.calls.seen).toHaveLength(1);
  });
});

describe('a caller who', () => {
  test('ends its side after its request still gets the answer', async () => {
    const letGo = holdCalls();
    const { socket, closed } = open();
    socket.end(search('a'));
    await whenAsked('a');
    await vi.waitFor(() => expect(sockets[0]!.readableEnded).toBe(true));
    letGo('a');
    expect(answersIn(await closed).map(({ status }) => status)).toEqual([200]);
  });

  test('hangs up while its call waits at the door does not start it', async () => {
    const waiting: Entrant[] = [];
    const door: Door = {
      figures: () => ({ waiting: waiting.length, refused: 0 }),
      enter: (entrant) => {
        waiting.push(entrant);
        return null;
      },
    };
    await startOwn();
    const { calls, world } = servers;
    takePlainCalls(servers.public, { calls, clock: world.clock, door, draining: () => false });
    servers.public.app.server.on('connection', watch);
    const [gone, here] = [open(), open()];
    gone.socket.write(search('gone'));
    await vi.waitFor(() => expect(waiting).toHaveLength(1));
    here.socket.write(search('here', ['Connection: close']));
    await vi.waitFor(() => expect(waiting).toHaveLength(2));
    gone.socket.resetAndDestroy();
    await vi.waitFor(() => expect(sockets.some(({ destroyed }) => destroyed)).toBe(true));
    for (const entrant of waiting) entrant.begin();
    await here.closed;
    expect(calls.seen.map(keywordOf)).toEqual(['here']);
  });

  test('is gone when its answer is ready leaves the gateway as it was', async () => {
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

describe('a connection whose answer is due', () => {
  const times = { stallMs: 100, checkIntervalMs: 20 };

  test('is cut when the call never ends', async () => {
    await startOwn({ times });
    servers.calls.next = () => new Promise(() => {});
    const { socket, closed } = open();
    socket.write(search('a'));
    expect(await closed).toHaveLength(0);
  });

  test('is cut when its caller reads nothing, also when it goes on sending', async () => {
    await startOwn({ times });
    const content = { kind: 'text' as const, head: [Buffer.alloc(20_000, 'x')], tail: '' };
    servers.calls.next = (request) => ({ ...answered(request), content }) as ReturnType<typeof answered>;
    servers.public.app.server.on('connection', (socket: Socket) => {
      watch(socket);
      // As if the kernel's buffers were full already: what is written stays here.
      socket.cork();
    });
    const { socket, closed } = open();
    socket.write(search('a'));
    const drip = setInterval(() => socket.write('G'), times.checkIntervalMs);
    expect(await closed.finally(() => clearInterval(drip))).toHaveLength(0);
    expect(sockets[0]!.bytesRead).toBeGreaterThan(search('a').length + 5);
  });
});

describe('an idle plain connection', () => {
  test('is closed when its time is over', async () => {
    await startOwn({ times: { keepAliveMs: 100, checkIntervalMs: 50 } });
    const connection = open();
    connection.socket.write(search('a'));
    expect(answersIn(await connection.closed).map(({ status }) => status)).toEqual([200]);
  });

  test('does not hold up a stop', async () => {
    await startOwn();
    const connection = open();
    connection.socket.write(search('a'));
    await vi.waitFor(() => expect(answersIn(connection.received)).toHaveLength(1));
    servers.setDraining(true);
    await servers.public.app.close();
    await connection.closed;
  });
});
