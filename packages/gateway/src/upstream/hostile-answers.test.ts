// Proves that no wrong answer passes and none takes longer than its deadline or more than its bound: every malformed, cut,
// endless or oversized answer becomes a typed failure.
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { INFORMATIONAL_MAX, UPSTREAM_BODY_BYTES_MAX } from './limits.ts';
import { closed, ok, World } from './testing/raw-server.ts';
import { Cancel, TimeLimit } from './time-limit.ts';

let world: World;
beforeEach(() => {
  world = new World();
});
afterEach(() => world.close());

const head = (...lines: string[]) => `${['HTTP/1.1 200 OK', ...lines].join('\r\n')}\r\n\r\n`;

test.each([
  ['garbage', 'what is this\r\n\r\n'],
  ['another protocol', 'SSH-2.0-OpenSSH_9.6\r\n'],
  ['two content-lengths', `${head('content-length: 2', 'content-length: 5')}hello`],
  ['a list of content-lengths', `${head('content-length: 5, 5')}hello`],
  ['a negative content-length', `${head('content-length: -1')}hello`],
  ['a content-length beside chunks', `${head('content-length: 5', 'transfer-encoding: chunked')}0\r\n\r\n`],
  ['chunks without sizes', `${head('transfer-encoding: chunked')}hello\r\n`],
  ['a coded transfer', `${head('transfer-encoding: gzip, chunked')}0\r\n\r\n`],
  ['a space before the colon', `${head('content-length : 0')}`],
  ['a folded header', `${head('a: b', ' c', 'content-length: 0')}`],
  ['a bare CR in a header', `${head('a: b\rc', 'content-length: 0')}`],
  ['a head of more than 16 KB', head(`a: ${'b'.repeat(20_000)}`, 'content-length: 0')],
  ['more headers than anyone needs', head(...Array<string>(201).fill('a: b'), 'content-length: 0')],
  [
    'trailers of more than 16 KB',
    `${head('transfer-encoding: chunked')}0\r\na: ${'b'.repeat(20_000)}\r\n\r\n`,
  ],
  ['an unasked switch of protocols', 'HTTP/1.1 101 X\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n'],
  ['a flood of interim answers', 'HTTP/1.1 103 X\r\n\r\n'.repeat(INFORMATIONAL_MAX + 1)],
  ['bytes beyond the content-length', `${head('content-length: 2')}{}extra`],
  ['two answers to one question', Buffer.concat([ok('one'), ok('two')])],
  ['HTTP/2 by force', Buffer.from('\0\0\x06\x04\0\0\0\0\0\0\x03\0\0\0\x64', 'latin1')],
])('%s is a bad answer', async (_what, bytes) => {
  const server = await world.server(bytes);
  expect(await world.ask(server.origin)).toMatchObject({ kind: 'bad_response' });
});

test.each([
  ['a content-length that is never reached', `${head('content-length: 50')}{"a":`],
  ['chunks without an end', `${head('transfer-encoding: chunked')}5\r\nhello\r\n`],
  [
    'gzip without an end',
    Buffer.concat([Buffer.from(head('content-encoding: gzip')), gzipSync('x'.repeat(99)).subarray(0, 15)]),
  ],
])('%s is a bad answer when the peer hangs up', async (_what, bytes) => {
  const server = await world.server((socket) => socket.end(bytes));
  expect(await world.ask(server.origin)).toMatchObject({ kind: 'bad_response' });
});

test('a few interim answers and any trailers are ignored', async () => {
  const early = 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(INFORMATIONAL_MAX);
  const body = `${head('transfer-encoding: chunked', 'trailer: x')}2\r\n{}\r\n0\r\nx: y\r\n\r\n`;
  const server = await world.server(early + body);
  expect(await world.ask(server.origin)).toMatchObject({ status: 200, body: '{}' });
});

test('an answer that ends with its connection is whole', async () => {
  const server = await world.server((socket) => socket.end(`HTTP/1.0 200 OK\r\n\r\n{"a":1}`));
  expect(await world.ask(server.origin)).toMatchObject({ status: 200, body: '{"a":1}' });
});

test('an answer that ends only by a reset counts as cut', async () => {
  const server = await world.server((socket) =>
    socket.write(`HTTP/1.0 200 OK\r\n\r\n{"a":1}`, () => setImmediate(() => socket.resetAndDestroy())),
  );
  expect(await world.ask(server.origin)).toMatchObject({ kind: 'bad_response' });
});

test('a whole answer is good though the peer closes the connection while its body is decoded', async () => {
  const long = Array.from({ length: 200_000 }, (_, n) => `${(n * 2_654_435_761) % 4_294_967_296}`).join('');
  const server = await world.server((socket) => socket.end(ok(gzipSync(long), 'content-encoding: gzip')));
  expect(await world.ask(server.origin)).toMatchObject({ status: 200, body: long });
});

test('a reset before the head is unavailable, a reset after it a bad answer', async () => {
  const before = await world.server((socket) => socket.resetAndDestroy());
  const within = await world.server((socket) => socket.write('HTTP/1.1 200', () => socket.resetAndDestroy()));
  const after = await world.server((socket) =>
    socket.write(`${head('content-length: 9')}{`, () => setImmediate(() => socket.resetAndDestroy())),
  );
  expect(await world.ask(before.origin)).toMatchObject({ kind: 'unavailable' });
  expect(await world.ask(within.origin)).toMatchObject({ kind: 'unavailable' });
  expect(await world.ask(after.origin)).toMatchObject({ kind: 'bad_response' });
});

test('a port without a server is unavailable', async () => {
  const server = await world.server('');
  const { origin } = server;
  await server.close();
  expect(await world.ask(origin)).toEqual({ kind: 'unavailable', detail: 'cannot connect (ECONNREFUSED)' });
});

test.each([
  ['no answer at all', ''],
  ['half a head', 'HTTP/1.1 200 OK\r\ncontent-'],
  ['a head without its body', head('content-length: 5')],
  ['chunks without an end', `${head('transfer-encoding: chunked')}1\r\na\r\n`],
])('%s ends at the deadline', async (_what, bytes) => {
  const server = await world.server((socket) => void socket.write(bytes));
  const answer = await world.ask(server.origin, { timeoutMs: 150 });
  expect(answer).toMatchObject({ kind: 'timeout' });
});

test('a body that drips byte by byte ends at the deadline, and its connection with it', async () => {
  let dripping: NodeJS.Timeout | undefined;
  const server = await world.server((socket) => {
    socket.write(head('content-length: 1000000'));
    dripping = setInterval(() => socket.write('a'), 5);
    socket.on('close', () => clearInterval(dripping));
  });
  expect(await world.ask(server.origin, { timeoutMs: 200 })).toEqual({
    kind: 'timeout',
    detail: 'deadline passed in the middle of the answer',
  });
  await closed(server.sockets[0]);
});

test('a peer that never completes the handshake ends at the deadline', async () => {
  // Accepts the connection and never speaks TLS.
  const server = await world.server(() => {});
  const origin = server.origin.replace('http:', 'https:');
  expect(await world.ask(origin, { timeoutMs: 150 })).toEqual({
    kind: 'timeout',
    detail: 'deadline passed while connecting',
  });
});

test('a deadline already passed sends nothing', async () => {
  const server = await world.server(ok(''));
  const policy = { provider: 'p', origin: server.origin, allowPrivate: true };
  const rest = {
    requestsPerSecond: null,
    inFlightMax: null,
    keepAlive: true,
    proxies: [],
    redirects: 'never' as const,
  };
  const request = { method: 'GET' as const, url: server.origin, headers: {} };
  const unwanted = new Cancel();
  unwanted.abort();
  const over = new TimeLimit(5_000, unwanted);
  const answer = await world.http.transport(request, over, { ...policy, ...rest }, null);
  expect(answer).toMatchObject({ kind: 'unavailable' });
  expect(server.sockets).toEqual([]);
});

/** Writes as fast as the peer reads, without end. */
function pour(world: World, first: string, piece: Buffer) {
  return world.server((socket) => {
    const more = () => {
      while (!socket.destroyed && socket.write(piece));
    };
    socket.on('drain', more).write(first);
    more();
  });
}

const MB = 1024 * 1024;

/** What the kernel and Node buffer for a connection on top of what was read. */
const IN_TRANSIT = 8 * MB;

test('an endless body is cut near its bound', async () => {
  const server = await pour(world, head('content-length: 1073741824'), Buffer.alloc(65_536, 'a'));
  expect(await world.ask(server.origin)).toMatchObject({ kind: 'bad_response' });
  expect(server.sockets[0]?.bytesWritten).toBeLessThan(UPSTREAM_BODY_BYTES_MAX + IN_TRANSIT);
});

test('an endless body in chunks of one byte is cut as well', async () => {
  const piece = Buffer.from('1\r\na\r\n'.repeat(10_000));
  const server = await pour(world, head('transfer-encoding: chunked'), piece);
  expect(await world.ask(server.origin)).toEqual({
    kind: 'bad_response',
    detail: 'body is in too many pieces',
  });
});

test('of many large concurrent bodies only as many are read as the memory of their provider holds', async () => {
  const places = 32;
  const [bytes, fit] = [2 * MB, places / 2]; // 1 MB for each place: room for half of them.
  const last: (() => void)[] = [];
  const server = await world.server((socket, { number }) => {
    if (number > places) return socket.write(ok(Buffer.alloc(UPSTREAM_BODY_BYTES_MAX, 'a')));
    socket.write(head(`content-length: ${bytes}`));
    // The last byte needs no memory. It is sent when every body that does not fit has been refused.
    socket.write(Buffer.alloc(bytes - 1, 'a'));
    last.push(() => socket.write('a'));
    const finish = () => {
      const gone = server.sockets.filter(({ destroyed }) => destroyed).length;
      if (gone >= places - fit) for (const write of last.splice(0)) write();
    };
    finish();
    return socket.on('close', finish);
  });
  const policy = { inFlightMax: places };
  const asked = Array.from({ length: places }, () => world.ask(server.origin, { policy, timeoutMs: 30_000 }));
  const details = (await Promise.all(asked)).map((end) => ('detail' in end ? end.detail : 'read'));
  const refused = details.filter((detail) => detail !== 'read');
  expect(new Set(refused)).toEqual(new Set(['bodies of this provider are too large together']));
  expect(refused.length).toBeGreaterThanOrEqual(places - fit);
  // All memory was given back.
  expect(await world.ask(server.origin, { policy })).toMatchObject({ kind: 'response', status: 200 });
});
