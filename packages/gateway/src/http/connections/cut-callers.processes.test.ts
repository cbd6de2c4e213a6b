// Callers that leave at any moment: whatever an account may have only so many of at one time is free again when their connection is gone.
// Every route of both listeners is cut at each of its first waits for the ledger, and some milliseconds after it was asked.
import { channel } from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { systemPorts } from '../../assemble/core.ts';
import { systemIntervals, systemTimers } from '../../domain/clock.ts';
import { WAITERS_PER_ACCOUNT_MAX } from '../../features/events/event-waiters.ts';
import { silentLog } from '../../observe/log.ts';
import type { Storage } from '../../storage/storage.ts';
import { RawConnection, requestText } from '../../testing/raw-http.ts';
import type { Script } from '../../testing/scripted-platform.ts';
import { startTestGateway, TEST_SETTINGS, type TestGateway } from '../../testing/test-gateway.ts';
import type { ServedRoute } from '../route-table.ts';
import { startServers, statusOf } from '../testing/servers.ts';
import { untilClosed } from './until-closed.ts';

/** Of the queries of a request, before each of which it is cut once. */
const QUERIES_CUT = 3;

/** When each request is cut, beside its first queries: most are answered within this time. */
const CUT_AFTER_MS = [0, 1, 2, 3, 4];

/** One place of each kind: a single one that is not given back refuses everything that follows. */
const SETTINGS = TEST_SETTINGS.replace(
  'free: { requests: 100000, per_seconds: 60, concurrent: 1000 }',
  'free: { requests: 100000, per_seconds: 60, concurrent: 1 }',
).replace('reads: { requests: 1000000, concurrent: 1000 }', 'reads: { requests: 1000000, concurrent: 1 }');

/** Stops the request that is looked at before its `waitAt`-th query, until it is let go. */
class LedgerGate {
  #waitAt = 0;
  #queries = 0;
  #reached = Promise.withResolvers<void>();
  #open = Promise.withResolvers<void>();
  /** What the ledger throws at the request that it let go. */
  error: unknown = null;

  close(waitAt: number): void {
    this.#waitAt = waitAt;
    this.#queries = 0;
    this.#reached = Promise.withResolvers();
    this.#open = Promise.withResolvers();
  }

  open(): void {
    this.#waitAt = 0;
    this.#open.resolve();
  }

  get reached(): Promise<void> {
    return this.#reached.promise;
  }

  async pass(): Promise<void> {
    if (++this.#queries !== this.#waitAt) return;
    this.#reached.resolve();
    await this.#open.promise;
    if (this.error !== null) throw this.error;
  }

  around(storage: Storage): Storage {
    const gated =
      (verb: (...given: unknown[]) => unknown) =>
      async (...given: unknown[]) => {
        await this.pass();
        return verb(...given);
      };
    const nouns = Object.entries(storage).map(([noun, verbs]) => {
      if (typeof verbs !== 'object' || verbs === null) return [noun, verbs];
      const all = Object.entries(verbs).map(([name, verb]) => [
        name,
        typeof verb === 'function' ? gated(verb.bind(verbs)) : verb,
      ]);
      return [noun, Object.fromEntries(all)];
    });
    return Object.fromEntries(nouns) as Storage;
  }
}

const gate = new LedgerGate();
/** Work of the gateway's own would count as queries of the request. */
let isQuiet = false;
const logged: [string, string][] = [];
let gateway: TestGateway;
let routes: { public: readonly ServedRoute[]; admin: readonly ServedRoute[] };
let collection: string;
/** The path of the feed of a watch. */
let feed: string;

const accepted: Socket[] = [];
const onAccepted = (message: unknown) => accepted.push((message as { socket: Socket }).socket);

/** More items than an export reads at a time. */
const ITEMS = 700;

const listed: Script = (query) => {
  const from = Number(query.get('cursor') ?? 0);
  const to = Math.min(ITEMS, from + Number(query.get('count') ?? 20));
  const ids = Array.from({ length: to - from }, (_, i) => String(from + i));
  return { ids, cursor: to < ITEMS ? String(to) : null };
};

async function collect(): Promise<string> {
  const made = await gateway.ask('/api/collections/v1', {
    method: 'POST',
    body: {
      path: '/api/u1/v1/scripted/app/search_video_v2',
      ...{ query: { keyword: 'cat' }, items_max: ITEMS, budget: '1' },
    },
  });
  expect(made.status, made.text).toBe(201);
  const { id } = made.body.collection;
  const read = async () => (await gateway.ask(`/api/collections/v1/${id}`)).body.collection;
  await vi.waitFor(async () => expect(await read()).toMatchObject({ state: 'done', items: ITEMS }), {
    timeout: 10_000,
  });
  return id;
}

async function makeFeed(): Promise<string> {
  const made = await gateway.ask('/api/watches/v1', {
    method: 'POST',
    body: { path: '/api/u1/v1/scripted/app/search_video_v2', query: { keyword: 'fed' }, every: '7d' },
  });
  expect(made.status, made.text).toBe(201);
  const { body } = await gateway.ask(`/api/watches/v1/${made.body.watch.id}/feed`, {
    method: 'POST',
    body: {},
  });
  return new URL(body.feed.atom).pathname;
}

beforeAll(async () => {
  const servers = await startServers();
  routes = { public: servers.public.routes.all(), admin: servers.admin.routes.all() };
  await servers.close();
  gateway = await startTestGateway({
    settings: SETTINGS,
    script: listed,
    ports: {
      openStorage: async (...given) => gate.around(await systemPorts.openStorage(...given)),
      intervals: (everyMs, work) =>
        systemIntervals(everyMs, async () => {
          if (!isQuiet) await work();
        }),
      log: {
        ...silentLog,
        error: (fields, message) => logged.push(['error', `${message} ${JSON.stringify(fields)}`]),
        warn: (fields, message) => logged.push(['warn', `${message} ${JSON.stringify(fields)}`]),
      },
    },
  });
  collection = await collect();
  feed = await makeFeed();
  channel('net.server.socket').subscribe(onAccepted);
  isQuiet = true;
});
afterAll(async () => {
  channel('net.server.socket').unsubscribe(onAccepted);
  await gateway.close();
});

type Listener = keyof typeof routes;
const urlOf = (listener: Listener) => (listener === 'public' ? gateway.url : gateway.adminUrl);

interface Asked {
  method: string;
  target: string;
  headers?: string[];
  body?: string;
}

/** Tools for agents look at the Host. */
function textOf(listener: Listener, asked: Asked): string {
  return requestOf(listener, asked).replace('Host: test', 'Host: 127.0.0.1');
}

function requestOf(listener: Listener, { method, target, headers = [], body = '{}' }: Asked): string {
  const secret = listener === 'public' ? gateway.key : gateway.adminToken;
  const own = target.includes('signature=') ? [] : [`Authorization: Bearer ${secret}`];
  if (method === 'GET') return requestText(`GET ${target}`, [...own, ...headers]);
  return requestText(`${method} ${target}`, [...own, ...headers, 'Content-Type: application/json'], body);
}

const everyRoute = (listener: Listener): Asked[] =>
  routes[listener].map(({ method, path }) => ({
    method,
    // Changes go to none, so that it is still there for what follows.
    target: path
      .replace('{collection}', method === 'GET' ? collection : 'none')
      .replaceAll(/\{\w+\}/g, 'none'),
  }));

/** Requests that hold their place for longer, or take another one. */
async function furtherRequests(): Promise<Asked[]> {
  const target = `/api/collections/v1/${collection}/export`;
  const link = await gateway.ask(`${target}_link`, { method: 'POST', body: {} });
  const byLink = new URL(link.body.url);
  const message = (method: string) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: {} });
  const accept = ['Accept: application/json, text/event-stream'];
  return [
    { method: 'GET', target: byLink.pathname + byLink.search },
    { method: 'GET', target, headers: ['Accept-Encoding: gzip'] },
    { method: 'GET', target: `${target}?format=csv`, headers: ['Range: bytes=5-60'] },
    { method: 'HEAD', target },
    { method: 'GET', target: feed, headers: ['Accept-Encoding: gzip'] },
    { method: 'GET', target: '/api/account/v1/requests?format=csv' },
    { method: 'GET', target: '/api/account/v1/events?after=1000000&wait=2' },
    { method: 'POST', target: '/mcp', headers: accept, body: message('tools/list') },
    { method: 'GET', target: '/api/u1/v1/scripted/app/search_video_v2?keyword=cat&dry_run=1' },
  ];
}

/** Resolves when the server, too, has seen that the caller is gone. */
async function cut({ socket }: RawConnection, server: Socket): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  untilClosed(server, resolve);
  socket.resetAndDestroy();
  await promise;
}

async function begin(
  listener: Listener,
  asked: Asked,
  sent: (text: string) => string = (text) => text,
): Promise<{ caller: RawConnection; server: Socket }> {
  accepted.length = 0;
  const caller = new RawConnection(urlOf(listener));
  await once(caller.socket, 'connect');
  await vi.waitFor(() => expect(accepted).toHaveLength(1), { interval: 1 });
  caller.socket.write(sent(textOf(listener, asked)));
  return { caller, server: accepted[0]! };
}

/** Cuts the caller while its request waits before a query; false when it is answered without that many. */
async function cutAtQuery(listener: Listener, asked: Asked, query: number): Promise<boolean> {
  gate.close(query);
  const { caller, server } = await begin(listener, asked);
  const isReached = await Promise.race([
    gate.reached.then(() => true),
    once(caller.socket, 'data').then(() => false),
  ]);
  await cut(caller, server);
  gate.open();
  return isReached;
}

async function cutAfter(listener: Listener, asked: Asked, ms: number): Promise<void> {
  const { caller, server } = await begin(listener, asked);
  const { promise, resolve } = Promise.withResolvers<void>();
  systemTimers(ms, resolve);
  await promise;
  await cut(caller, server);
}

/** What is still running for a caller that has left ends by itself. */
async function expectAllFree(asked: string): Promise<void> {
  const ask = async (target: string) => (await gateway.ask(target)).status;
  const places = { reads: '/api/account/v1/balance', 'free answers': '/api/account/v1/requests/none' };
  for (const [name, target] of Object.entries(places)) {
    await vi.waitFor(async () => expect([200, 404], `${name} after ${asked}`).toContain(await ask(target)), {
      timeout: 5_000,
      interval: 20,
    });
  }
}

test.each(['public', 'admin'] as const)(
  'a caller of any route of the %s listener that leaves takes no place with it',
  async (listener) => {
    const further = listener === 'public' ? await furtherRequests() : [];
    let cuts = 0;
    for (const asked of [...everyRoute(listener), ...further]) {
      for (let query = 1; query <= QUERIES_CUT && (await cutAtQuery(listener, asked, query)); query++) cuts++;
      for (const ms of CUT_AFTER_MS) await cutAfter(listener, asked, ms);
      await expectAllFree(`${asked.method} ${asked.target}`);
    }
    expect(cuts).toBeGreaterThan(100);
    await expectDownloads();
    expect(logged, 'a caller that leaves is no bug').toEqual([]);
  },
  120_000,
);

/** Both places of its keys and both of its links: with one taken, the second of two at once is refused. */
async function expectDownloads(): Promise<void> {
  const target = `/api/collections/v1/${collection}/export`;
  const { body } = await gateway.ask(`${target}_link`, { method: 'POST', body: {} });
  const byLink = new URL(body.url);
  for (const [asked, key] of [
    [target, gateway.key],
    [byLink.pathname + byLink.search, null],
  ] as const)
    await vi.waitFor(async () => {
      const both = await Promise.all([gateway.ask(asked, { key }), gateway.ask(asked, { key })]);
      expect(both.map(({ status }) => status)).toEqual([200, 200]);
    }, 5_000);
}

test('150 downloads that are cut, by key and by link, whole, compressed and in part, leave every place', async () => {
  const downloads = (await furtherRequests()).filter(({ target }) => target.includes('/export'));
  for (let i = 0; i < 150; i++) await cutAfter('public', downloads[i % downloads.length]!, i % 5);
  await expectDownloads();
  await expectAllFree('150 downloads');
}, 60_000);

test('200 reads that are cut leave every place', async () => {
  const balance = { method: 'GET', target: '/api/account/v1/balance' };
  for (let i = 0; i < 200; i++) await cutAfter('public', balance, i % 5);
  await expectAllFree('200 reads');
}, 60_000);

test.each(['public', 'admin'] as const)(
  'a caller of any route of the %s listener that leaves in the middle of its body takes no place with it',
  async (listener) => {
    const withBody = everyRoute(listener).filter(({ method }) => method !== 'GET');
    expect(withBody.length).toBeGreaterThan(10);
    for (const asked of withBody) {
      const { caller, server } = await begin(listener, asked, (text) => text.slice(0, -1));
      await new Promise((resolve) => caller.socket.write('', resolve));
      await cut(caller, server);
    }
    await expectAllFree('bodies that broke off');
    expect(logged, 'a caller that leaves is no bug').toEqual([]);
  },
  60_000,
);

const WAYS = {
  'by a reset': ({ socket }: RawConnection) => void socket.resetAndDestroy(),
  'by closing': ({ socket }: RawConnection) => void socket.destroy(),
  'by ending what it sends': ({ socket }: RawConnection) => void socket.end(),
};

/** The beginnings of requests whose bodies never arrive in full. */
function* beginnings(listener: Listener): Generator<string> {
  for (const asked of everyRoute(listener)) {
    if (asked.method === 'GET' || asked.method === 'HEAD') continue;
    const text = textOf(listener, asked);
    const [head] = text.split('\r\n\r\n');
    yield text.slice(0, -1);
    yield `${head!.replace(/Content-Length: \d+/i, 'Transfer-Encoding: chunked')}\r\n\r\n5\r\n{"a"`;
  }
}

test.each(Object.entries(WAYS))(
  'a caller that leaves in the middle of its body %s is no bug',
  async (_, leave) => {
    for (const listener of ['public', 'admin'] as const) {
      for (const text of beginnings(listener)) {
        accepted.length = 0;
        const caller = new RawConnection(urlOf(listener));
        await once(caller.socket, 'connect');
        await vi.waitFor(() => expect(accepted).toHaveLength(1), { interval: 1 });
        const { promise, resolve } = Promise.withResolvers<void>();
        untilClosed(accepted[0]!, resolve);
        caller.socket.write(text);
        await once(accepted[0]!, 'data');
        leave(caller);
        await promise;
      }
    }
    expect(logged).toEqual([]);
  },
);

test.each([
  ['EPIPE', 0],
  ['ECONNRESET', 0],
  ['ERR_STREAM_DESTROYED', 0],
  ['ERR_STREAM_PREMATURE_CLOSE', 0],
  ['ABORT_ERR', 0],
  ['ANOTHER', 1],
])('an error of the code %s, after its caller has left, is logged as %i bugs', async (code, bugs) => {
  gate.error = Object.assign(new Error('thrown'), { code });
  await cutAtQuery('public', { method: 'GET', target: '/api/account/v1/requests' }, 1);
  gate.error = null;
  await expectAllFree('requests');
  expect(logged.splice(0)).toHaveLength(bugs);
});

test('the requests that are cut are answered when they are not', async () => {
  for (const asked of await furtherRequests()) {
    const connection = new RawConnection(gateway.url);
    const headers = [...(asked.headers ?? []), 'Connection: close'];
    connection.socket.write(textOf('public', { ...asked, headers }));
    expect([200, 206], asked.target).toContain(statusOf(`${await connection.closed}`));
  }
});

test('callers that wait for events and leave make room for others', async () => {
  const waiting = { method: 'GET', target: '/api/account/v1/events?after=1000000&wait=20' };
  for (let i = 0; i <= WAITERS_PER_ACCOUNT_MAX; i++) await cutAfter('public', waiting, 5);
  expect((await gateway.ask('/api/account/v1/events?after=1000000&wait=1')).status).toBe(200);
});

test.each([
  ['before its first byte', 4, /^HTTP\/1\.1 404 .*NOT_FOUND.*HTTP\/1\.1 200 .*\bavailable\b/s],
  ['in the middle', 5, /^HTTP\/1\.1 200 (?!.*HTTP\/1\.1)(?!.*\bavailable\b)/s],
])(
  'an export whose records are deleted %s is an error or ends the connection, and the next answer is no part of it',
  async (_when, query, got) => {
    const id = await collect();
    const url = `/api/collections/v1/${id}/export`;
    for (const coding of ['identity', 'gzip']) {
      gate.close(query);
      const caller = new RawConnection(gateway.url);
      const [first, second] = [
        { method: 'GET', target: url, headers: [`Accept-Encoding: ${coding}`] },
        { method: 'GET', target: '/api/account/v1/balance', headers: ['Connection: close'] },
      ].map((asked) => textOf('public', asked));
      caller.socket.write(first! + second!);
      await gate.reached;
      const db = new DatabaseSync(path.join(gateway.folder, 'reelgate.db'), { timeout: 5_000 });
      // With gzip the first time has deleted them already: they are put aside, and come back.
      db.exec(`UPDATE found_pages SET owner = 'gone' WHERE owner = '${id}'`);
      gate.open();
      const text = `${await caller.closed}`;
      db.exec(`UPDATE found_pages SET owner = '${id}' WHERE owner = 'gone'`);
      db.close();
      expect(text).toMatch(got);
    }
    await expectAllFree(url);
  },
);
