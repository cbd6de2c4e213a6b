// Proves how duplicate and late answers are handled. HTTP/1.1 alone cannot tell a late copy from the right answer, so a provider
// that ever sends unexpected bytes is noticed, and its connections are not reused.
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { attempt } from '../call/trying/attempt.ts';
import type { ConnectedProvider } from '../call/trying/connected-provider.ts';
import type { SearchInput } from '../connectors/connector.ts';
import { tikhub } from '../connectors/tikhub/tikhub.ts';
import { systemClock } from '../domain/clock.ts';
import { ZERO } from '../domain/money.ts';
import { type Behaviour, closed, ok, policyOf, World } from './testing/raw-server.ts';
import { createUpstream } from './upstream.ts';

let world: World;
let told: [string, boolean][];
beforeEach(() => {
  told = [];
  world = new World({ onUnexpectedBytes: (provider, isFirst) => told.push([provider, isFirst]) });
});
afterEach(() => world.close());

const numbered: Behaviour = (socket, { number }) => void socket.write(ok(`answer ${number}`));

/** Sends a request when every connection has rested, and returns the text. */
async function ask(origin: string, policy = {}): Promise<string> {
  world.rest();
  const answer = await world.ask(origin, { policy });
  return answer.kind === 'response' ? answer.body : answer.detail;
}

test.each([
  ['a whole extra answer', ok('extra')],
  ['the beginning of one', Buffer.from('HTTP/1.1 200 OK\r\ncontent-le')],
  ['garbage', Buffer.from('garbage')],
])('%s on a resting connection is told, and no connection is used again', async (_what, bytes) => {
  const server = await world.server(numbered);
  expect(await ask(server.origin)).toBe('answer 1');
  server.sockets[0]!.write(bytes);
  await closed(server.sockets[0]);
  for (let n = 2; n <= 4; n++) expect(await ask(server.origin)).toBe(`answer ${n}`);
  expect(told).toEqual([['p', true]]);
  expect(server.sockets.length).toBe(4);
  expect(server.seen.map(({ request }) => /connection: (\S+)/.exec(request)?.[1])).toEqual([
    'keep-alive',
    'close',
    'close',
    'close',
  ]);
  expect(world.http.clients()).toMatchObject([{ provider: 'p', unasked: 1 }]);
  expect(world.http.alarms()).toBe(1);
});

test('so are bytes after an answer in the same piece, bytes after a complete one that is still decoded, and each further time', async () => {
  const answers = [
    Buffer.concat([ok('right'), ok('extra')]),
    Buffer.concat([ok(gzipSync('right'), 'content-encoding: gzip'), ok('extra')]),
  ];
  const server = await world.server((socket, { number }) => socket.write(answers[number - 1] ?? ok('right')));
  for (const provider of ['a', 'b']) {
    expect(await ask(server.origin, { provider })).toBe('bytes after the end of the answer');
  }
  expect(await ask(server.origin, { provider: 'a' })).toBe('right');
  expect(told).toEqual([
    ['a', true],
    ['b', true],
  ]);
});

test('all idle connections of such a provider are closed, and those of others are not', async () => {
  const server = await world.server(numbered);
  const two = [world.ask(server.origin), world.ask(server.origin)];
  await Promise.all(two);
  await world.ask(server.origin, { policy: { provider: 'other' } });
  server.sockets[0]!.write('extra');
  await closed(server.sockets[0]);
  await closed(server.sockets[1]);
  await ask(server.origin, { provider: 'other' });
  expect(server.sockets.length).toBe(3);
  expect(world.http.clients().map(({ provider, unasked }) => [provider, unasked])).toEqual([
    ['p', 1],
    ['other', 0],
  ]);
});

test.each([
  [
    'a notice that the server gives the connection up',
    'HTTP/1.1 408 Request Timeout\r\nconnection: close\r\n\r\n',
  ],
  ['an empty line', '\r\n'],
  ['its end', ''],
])('%s is no answer, and nothing is told', async (_what, text) => {
  const server = await world.server(numbered);
  await ask(server.origin);
  server.sockets[0]!.end(text);
  await closed(server.sockets[0]);
  await ask(server.origin);
  await ask(server.origin);
  expect(told).toEqual([]);
  expect(server.sockets.length).toBe(2);
});

test('a wrong answer to an open request is a bad answer and raises no alarm', async () => {
  const server = await world.server('garbage');
  expect(await ask(server.origin)).toBe('answer is not HTTP');
  server.onConnection((socket) => socket.write('hello'));
  await ask(server.origin);
  expect(told).toEqual([]);
});

test('with keep_alive: false every request has a connection of its own, and announces it', async () => {
  const server = await world.server(numbered);
  for (let n = 1; n <= 3; n++) expect(await ask(server.origin, { keepAlive: false })).toBe(`answer ${n}`);
  expect(server.sockets.length).toBe(3);
  expect(server.seen.every(({ request }) => request.includes('connection: close\r\n'))).toBe(true);
});

/** Before each answer, repeats the previous answer of the same connection. */
function lateCopies(answerTo: (request: string) => Buffer): Behaviour {
  const last = new Map<number, Buffer>();
  return (socket, { request, connection }) => {
    const late = last.get(connection);
    const answer = answerTo(request);
    last.set(connection, answer);
    socket.write(late === undefined ? answer : Buffer.concat([late, answer]));
  };
}

test('a copy that comes with the next answer is refused, and it happens only once', async () => {
  const server = await world.server(lateCopies((request) => ok(/^GET (\S+)/.exec(request)?.[1] ?? '')));
  const bodies: string[] = [];
  for (let n = 0; n < 20; n++) {
    world.rest();
    const answer = await world.ask(server.origin, { path: `/${n}` });
    bodies.push(answer.kind === 'response' ? answer.body : answer.kind);
  }
  expect(bodies).toEqual(Array.from({ length: 20 }, (_, n) => (n === 1 ? 'bad_response' : `/${n}`)));
});

test('a copy that arrives alone after the next request is sold at most once', async () => {
  const last = new Map<number, Buffer>();
  const server = await world.server((socket, { request, connection }) => {
    const late = last.get(connection);
    const answer = ok(/^GET (\S+)/.exec(request)?.[1] ?? '');
    last.set(connection, answer);
    if (late === undefined) socket.write(answer);
    else socket.write(late, () => setImmediate(() => setImmediate(() => socket.write(answer))));
  });
  let wrong = 0;
  for (let n = 0; n < 20; n++) {
    world.rest();
    const answer = await world.ask(server.origin, { path: `/${n}` });
    if (answer.kind === 'response' && answer.body !== `/${n}`) wrong++;
    // Waits until the bytes after the copy have arrived.
    if (wrong === 1 && told.length === 0) await closed(server.sockets.at(-1));
  }
  expect(wrong).toBeLessThanOrEqual(1);
  expect(told).toEqual([['p', true]]);
});

test('where a platform repeats the keyword, a late copy is not sold even once', async () => {
  const envelope = (keyword: string) =>
    ok(JSON.stringify({ code: 200, params: { keyword }, data: { result: 1, mixFeeds: [] } }));
  const last = new Map<number, Buffer>();
  const server = await world.server((socket, { request, connection }) => {
    const keyword = new URL(request.split(' ')[1]!, 'http://x').searchParams.get('keyword')!;
    // Only the content of the answer shows that it is one request behind.
    socket.write(last.get(connection) ?? envelope(keyword));
    last.set(connection, envelope(keyword));
  });
  const upstream = createUpstream({ 'http:': world.http.transport }, systemClock, world.http);
  const provider = {
    name: 'p',
    connector: 'tikhub',
    baseUrl: server.origin,
    token: 't',
    timeoutMs: null,
    userAgent: 'x',
    options: {},
    publicUrl: '',
  };
  const by: ConnectedProvider = {
    connector: tikhub,
    policy: policyOf(server.origin),
    costMicros: ZERO,
    quota: null,
    provider,
  };
  const search = tikhub.operations['video.search']!;
  const results: string[] = [];
  for (const keyword of ['one', 'two', 'three', 'four']) {
    world.rest();
    const input: SearchInput = {
      platform: 'kuaishou',
      keyword,
      count: 10,
      cursor: null,
      position: 0,
      wantsRaw: false,
    };
    const time = { operation: 'video.search', leftMs: 5_000, cancel: null, onBehalfOf: null, requestId: 'r' };
    const { result } = await attempt({ clock: systemClock, upstream }, by, search, input, time);
    results.push(result.kind === 'exchanged' ? result.said.kind : result.detail);
  }
  expect(results).toEqual(['page', 'the answer is to another question', 'page', 'page']);
  expect(told).toEqual([['p', true]]);
  expect(server.sockets.length).toBe(3);
});
