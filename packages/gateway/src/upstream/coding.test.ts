// Proves which content codings and charsets are read, that bombs are cut, and that no other decoder ever runs.
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ByteBudget, createBodyReader } from './body.ts';
import { BODY_BYTES_MAX } from './limits.ts';
import { ok, World } from './testing-raw-server.ts';

let world: World;
beforeEach(() => {
  world = new World();
});
afterEach(() => world.close());

const text = JSON.stringify({ items: Array.from({ length: 2_000 }, (_, n) => `video ${n * 7919}`) });

test.each(['gzip', 'GZIP', 'x-gzip'])('%s is decoded', async (coding) => {
  const server = await world.server(ok(gzipSync(text), `content-encoding: ${coding}`));
  expect(await world.ask(server.origin)).toMatchObject({ status: 200, body: text });
});

test.each(['identity', ''])('coding %j is left as it is', async (coding) => {
  const server = await world.server(ok(text, `content-encoding: ${coding}`));
  expect(await world.ask(server.origin)).toMatchObject({ status: 200, body: text });
});

test('a large gzip body in many pieces comes out whole', async () => {
  const long = text.repeat(100);
  const coded = gzipSync(long, { level: 1 });
  const server = await world.server((socket) => {
    socket.write(`HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${coded.length}\r\n\r\n`);
    for (let at = 0; at < coded.length; at += 1_000) socket.write(coded.subarray(at, at + 1_000));
  });
  expect(await world.ask(server.origin)).toMatchObject({ status: 200, body: long });
});

test.each([
  ['br', brotliCompressSync(text)],
  ['deflate', deflateSync(text)],
  ['zstd', zstdCompressSync(text)],
  ['gzip, gzip', gzipSync(gzipSync(text))],
  ['gzip, identity', gzipSync(text)],
  ['compress', Buffer.from(text)],
  ['anything', Buffer.from(text)],
])('content-encoding %s is refused before any decoder runs', async (coding, bytes) => {
  // The body never comes: who needed it to decide would wait for the deadline.
  const server = await world.server((socket) =>
    socket.write(`HTTP/1.1 200 OK\r\ncontent-encoding: ${coding}\r\ncontent-length: ${bytes.length}\r\n\r\n`),
  );
  expect(await world.ask(server.origin)).toEqual({
    kind: 'bad_response',
    detail: 'content coding was not asked for',
  });
});

test('two content-encoding headers are two codings', async () => {
  const coded = gzipSync(gzipSync(text));
  const server = await world.server(ok(coded, 'content-encoding: gzip', 'content-encoding: gzip'));
  expect(await world.ask(server.origin)).toMatchObject({ kind: 'bad_response' });
});

test.each([
  ['plain text', Buffer.from(text)],
  ['a broken checksum', Buffer.concat([gzipSync(text).subarray(0, -8), Buffer.alloc(8, 1)])],
  ['a missing end', gzipSync(text).subarray(0, -20)],
  ['bytes after the end', Buffer.concat([gzipSync(text), Buffer.from('extra')])],
])('gzip that is %s is a bad answer', async (_what, bytes) => {
  const server = await world.server(ok(bytes, 'content-encoding: gzip'));
  expect(await world.ask(server.origin)).toEqual({ kind: 'bad_response', detail: 'body is not valid gzip' });
});

test('an empty body with a coding is an empty body', async () => {
  const server = await world.server(ok('', 'content-encoding: gzip'));
  expect(await world.ask(server.origin)).toMatchObject({ status: 200, body: '' });
});

test('a bomb of 1000:1 is cut', async () => {
  const bomb = gzipSync(Buffer.alloc(4 * BODY_BYTES_MAX), { level: 9 });
  const server = await world.server(ok(bomb, 'content-encoding: gzip'));
  expect(await world.ask(server.origin)).toMatchObject({ kind: 'bad_response' });
});

test('a small bomb below the byte bound falls by its ratio', async () => {
  const bomb = gzipSync(Buffer.alloc(500_000, 'a'), { level: 9 });
  const server = await world.server(ok(bomb, 'content-encoding: gzip'));
  expect(await world.ask(server.origin)).toEqual({
    kind: 'bad_response',
    detail: 'body is compressed beyond belief',
  });
});

test('a well-packed body above the byte bound falls by its size', async () => {
  const noise = Array.from({ length: 200_000 }, (_, n) => `${(n * 2_654_435_761) % 4_294_967_296}`).join('');
  const server = await world.server(ok(gzipSync(noise.repeat(5), { level: 1 }), 'content-encoding: gzip'));
  expect(noise.length * 5).toBeGreaterThan(BODY_BYTES_MAX);
  expect(await world.ask(server.origin)).toEqual({ kind: 'bad_response', detail: 'body is too large' });
});

test('a provider whose bodies together exceed their memory loses one, and gets all of it back', () => {
  const failures: string[] = [];
  const events = {
    onReady() {},
    onWhole() {},
    onFailure: ({ detail }: { detail: string }) => failures.push(detail),
  };
  const budget = new ByteBudget(100_000);
  const readers = [
    createBodyReader('identity', budget, events),
    createBodyReader('identity', budget, events),
  ];
  for (const reader of readers) reader.write(Buffer.alloc(60_000));
  expect(failures).toEqual(['bodies of this provider are too large together']);
  for (const reader of readers) reader.close();
  expect(budget.take(100_000)).toBe(true);
});

test.each([
  ['a byte order mark is dropped', Buffer.from('\ufeff{}'), 'application/json'],
  ['latin-1 is read as declared', Buffer.from('é', 'latin1'), 'text/html; charset=ISO-8859-1'],
  ['GBK is read as declared', Buffer.from([0xc4, 0xe3]), 'text/plain; charset="gbk"'],
  ['UTF-16 is read as declared', Buffer.from('你', 'utf16le'), 'text/plain;charset=utf-16le'],
])('%s', async (_what, bytes, type) => {
  const server = await world.server(ok(bytes, `content-type: ${type}`));
  const answer = await world.ask(server.origin);
  expect(['{}', 'é', '你']).toContain((answer as { body: string }).body);
});

test.each([
  ['invalid UTF-8', Buffer.from([0x22, 0xff, 0x22]), 'application/json', 'text is not valid utf-8'],
  [
    'a cut UTF-8 sequence',
    Buffer.from([0xe4, 0xbd]),
    'application/json; charset=utf-8',
    'text is not valid utf-8',
  ],
  ['an unknown charset', Buffer.from('a'), 'text/plain; charset=klingon', 'unknown charset'],
  ['UTF-7', Buffer.from('a'), 'text/plain; charset=utf-7', 'unknown charset'],
])('%s is a bad answer', async (_what, bytes, type, detail) => {
  const server = await world.server(ok(bytes, `content-type: ${type}`));
  expect(await world.ask(server.origin)).toEqual({ kind: 'bad_response', detail });
});

test('who asks for bytes gets them decoded from gzip and untouched otherwise', async () => {
  const bytes = Buffer.from([0xef, 0xbb, 0xbf, 0xff, 0x00]);
  const server = await world.server(ok(gzipSync(bytes), 'content-encoding: gzip'));
  const answer = await world.ask(server.origin, { wantsBytes: true });
  expect(answer).toMatchObject({ kind: 'response', body: '' });
  expect((answer as { bytes?: Uint8Array }).bytes).toEqual(bytes);
});
