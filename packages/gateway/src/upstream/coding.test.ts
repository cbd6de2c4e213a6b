// Proves which content codings and charsets are read, that decompression bombs are cut, and that no other decoder ever runs.
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { BodyMemory, createBodyReader } from './body.ts';
import { UPSTREAM_BODY_BYTES_MAX } from './limits.ts';
import { ok, World } from './testing/raw-server.ts';

let world: World;
beforeEach(() => {
  world = new World();
});
afterEach(() => world.close());

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const text = JSON.stringify({ items: Array.from({ length: 2_000 }, (_, n) => `video ${n * 7919}`) });

test.each(['gzip', 'GZIP', 'x-gzip'])('%s is decoded', async (coding) => {
  const server = await world.server(ok(gzipSync(text), `content-encoding: ${coding}`));
  expect(await world.ask(server.origin)).toMatchObject({ status: 200, body: text });
});

test.each(['', 'identity', 'UTF-8', 'none', 'aws-chunked', 'binary'])(
  '%j is no coding, so the body is left as it is',
  async (coding) => {
    const server = await world.server(ok(text, `content-encoding: ${coding}`));
    expect(await world.ask(server.origin)).toMatchObject({ status: 200, body: text });
  },
);

test.each(['gzip, identity', 'aws-chunked,gzip', 'utf-8 , GZIP'])(
  'in %j gzip is the one coding',
  async (coding) => {
    const server = await world.server(ok(gzipSync(text), `content-encoding: ${coding}`));
    expect(await world.ask(server.origin)).toMatchObject({ status: 200, body: text });
  },
);

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
  ['utf-8, br', brotliCompressSync(text)],
  ['compress', Buffer.from(text)],
])('content-encoding %s is refused before any decoder runs', async (coding, bytes) => {
  // The body never arrives: a reader that needed it to decide would wait for the deadline.
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
  ['cut in the middle of its text', gzipSync(text).subarray(0, -20)],
  ['bytes after the end', Buffer.concat([gzipSync(text), Buffer.from('extra')])],
])('gzip that is %s is a bad answer', async (_what, bytes) => {
  const server = await world.server(ok(bytes, 'content-encoding: gzip'));
  expect(await world.ask(server.origin)).toEqual({ kind: 'bad_response', detail: 'body is not valid gzip' });
});

test.each([1, 4, 8])(
  'gzip that lacks %i bytes of its trailer is read, because its JSON is whole',
  async (missing) => {
    const server = await world.server(ok(gzipSync(text).subarray(0, -missing), 'content-encoding: gzip'));
    expect(await world.ask(server.origin)).toMatchObject({ status: 200, body: text });
  },
);

test('so is one in many pieces, and one that ends with its connection', async () => {
  const coded = gzipSync(text).subarray(0, -8);
  const server = await world.server((socket) => {
    socket.write('HTTP/1.0 200 OK\r\ncontent-encoding: gzip\r\n\r\n');
    for (let at = 0; at < coded.length; at += 1_000) socket.write(coded.subarray(at, at + 1_000));
    socket.end();
  });
  expect(await world.ask(server.origin)).toMatchObject({ status: 200, body: text });
});

test('gzip without a trailer is a bad answer when its text is not JSON, which alone can prove that it is whole', async () => {
  const server = await world.server(ok(gzipSync('hello').subarray(0, -8), 'content-encoding: gzip'));
  expect(await world.ask(server.origin)).toEqual({ kind: 'bad_response', detail: 'body is not valid gzip' });
});

test('an empty body with a coding is an empty body', async () => {
  const server = await world.server(ok('', 'content-encoding: gzip'));
  expect(await world.ask(server.origin)).toMatchObject({ status: 200, body: '' });
});

test('a bomb of 1000:1 is cut', async () => {
  const bomb = gzipSync(Buffer.alloc(4 * UPSTREAM_BODY_BYTES_MAX), { level: 9 });
  const server = await world.server(ok(bomb, 'content-encoding: gzip'));
  expect(await world.ask(server.origin)).toMatchObject({ kind: 'bad_response' });
});

test('a small bomb below the byte bound is refused because of its ratio', async () => {
  const bomb = gzipSync(Buffer.alloc(500_000, 'a'), { level: 9 });
  const server = await world.server(ok(bomb, 'content-encoding: gzip'));
  expect(await world.ask(server.origin)).toEqual({
    kind: 'bad_response',
    detail: 'body is compressed beyond belief',
  });
});

test('a well-packed body above the byte bound is refused because of its size', async () => {
  const noise = Array.from({ length: 200_000 }, (_, n) => `${(n * 2_654_435_761) % 4_294_967_296}`).join('');
  const server = await world.server(ok(gzipSync(noise.repeat(5), { level: 1 }), 'content-encoding: gzip'));
  expect(noise.length * 5).toBeGreaterThan(UPSTREAM_BODY_BYTES_MAX);
  expect(await world.ask(server.origin)).toEqual({ kind: 'bad_response', detail: 'body is too large' });
});

/** Reads these pieces as one body, closes the reader, and returns how it ended. */
function readBody(coding: 'identity' | 'gzip', memory: BodyMemory, pieces: Buffer[], isEnded = true) {
  return new Promise<string>((resolve) => {
    const end = (how: string) => {
      reader.close();
      resolve(how);
    };
    const reader = createBodyReader(
      coding,
      { memory, bytesMax: UPSTREAM_BODY_BYTES_MAX },
      {
        onWhole: (bytes, isCut) => end(isCut ? 'cut' : `${bytes.length} bytes`),
        onFailure: ({ detail }) => end(detail),
      },
    );
    for (const piece of pieces) reader.write(piece);
    if (isEnded) reader.end();
    else end('given up');
  });
}

const MEMORY = 400_000;
const noise = Buffer.from(Array.from({ length: 100_000 }, (_, n) => (n * 2_654_435_761) >>> 13));
const tooMuch = 'bodies of this provider are too large together';

test.each<[string, 'identity' | 'gzip', Buffer[], boolean, string]>([
  ['in one piece', 'identity', [noise], true, '100000 bytes'],
  ['in many pieces', 'identity', Array<Buffer>(10).fill(noise.subarray(0, 10_000)), true, '100000 bytes'],
  ['empty', 'identity', [], true, '0 bytes'],
  ['too large for it at once', 'identity', [Buffer.alloc(MEMORY + 1)], true, tooMuch],
  ['too large for it in the end', 'identity', Array<Buffer>(5).fill(noise), true, tooMuch],
  ['given up in the middle', 'identity', [noise, noise], false, 'given up'],
  ['in gzip', 'gzip', [gzipSync(noise)], true, '100000 bytes'],
  ['in gzip, too large for it before it is decoded', 'gzip', [Buffer.alloc(MEMORY + 1)], true, tooMuch],
  ['in gzip, given up before it is decoded', 'gzip', [gzipSync(noise)], false, 'given up'],
  ['in gzip without a trailer', 'gzip', [gzipSync(noise).subarray(0, -8)], true, 'cut'],
  ['no gzip', 'gzip', [noise], true, 'body is not valid gzip'],
])(
  'of a body %s, a provider gets all of its memory back, again and again',
  async (_what, coding, pieces, isEnded, end) => {
    const memory = new BodyMemory(MEMORY);
    for (let n = 0; n < 20; n++) {
      expect(await readBody(coding, memory, pieces, isEnded)).toBe(end);
      expect(memory.left).toBe(MEMORY);
    }
  },
);

test('when the bodies of a provider together exceed its memory, one is refused, and all memory is given back', () => {
  const failures: string[] = [];
  const events = { onWhole() {}, onFailure: ({ detail }: { detail: string }) => failures.push(detail) };
  const memory = new BodyMemory(100_000);
  const readers = [
    createBodyReader('identity', { memory, bytesMax: UPSTREAM_BODY_BYTES_MAX }, events),
    createBodyReader('identity', { memory, bytesMax: UPSTREAM_BODY_BYTES_MAX }, events),
  ];
  for (const reader of readers) reader.write(Buffer.alloc(60_000));
  expect(failures).toEqual([tooMuch]);
  for (const reader of readers) reader.close();
  expect(memory.left).toBe(100_000);
});

const titled = Buffer.from('{"t":"猫"}');

test.each([
  ['JSON without a charset', titled, 'application/json'],
  ['JSON without a type', titled, ''],
  ["charset='utf-8'", titled, "application/json; charset='utf-8'"],
  ['charset="UTF-8"', titled, 'application/json; charset="UTF-8"'],
  ['utf8mb4', titled, 'application/json; charset=utf8mb4'],
  ['UTF_8', titled, 'application/json;charset=UTF_8'],
  ['binary', titled, 'application/json; charset=binary'],
  ['a charset nobody knows', titled, 'text/html; charset=klingon'],
  ['a doubled type', titled, 'application/json; charset=utf-8, text/html; charset=latin1'],
  ['a wrongly declared ISO-8859-1', titled, 'application/json; charset=ISO-8859-1'],
  ['a wrongly declared ISO-8859-1 under another type', titled, 'text/html; charset=ISO-8859-1'],
  ['a wrongly declared GBK', titled, 'application/vnd.api+json; charset=gbk'],
])('JSON is UTF-8, whatever is declared: %s', async (_what, bytes, type) => {
  const server = await world.server(ok(bytes, `content-type: ${type}`));
  expect(await world.ask(server.origin)).toMatchObject({ kind: 'response', body: '{"t":"猫"}' });
});

test.each([
  ['a byte order mark is dropped', Buffer.from('\ufeff{}'), 'application/json', '{}'],
  ['an invalid byte costs one character', latin1('{"a":"x\xffy"}'), 'application/json', '{"a":"x\ufffdy"}'],
  ['so does a cut sequence', latin1('{"a":"\xe4\xbd"}'), 'application/json', '{"a":"\ufffd"}'],
  ['a page in Latin-1 is read as declared', latin1('<p>\xe9'), 'text/html; charset=ISO-8859-1', '<p>é'],
  ['a page in GBK is read as declared', latin1('<p>\xc4\xe3'), 'text/html; charset="gbk"', '<p>你'],
  [
    'a text in UTF-16 is read as declared',
    Buffer.from('你\n', 'utf16le'),
    'text/plain;charset=utf-16le',
    '你\n',
  ],
  ['a page in an unknown charset is UTF-8', Buffer.from('<p>你'), 'text/html; charset=utf-7', '<p>你'],
])('%s', async (_what, bytes, type, body) => {
  const server = await world.server(ok(bytes, `content-type: ${type}`));
  expect(await world.ask(server.origin)).toMatchObject({ kind: 'response', body });
});

test('a request for bytes gets them decoded from gzip and otherwise unchanged', async () => {
  const bytes = Buffer.from([0xef, 0xbb, 0xbf, 0xff, 0x00]);
  const server = await world.server(ok(gzipSync(bytes), 'content-encoding: gzip'));
  const answer = await world.ask(server.origin, { wantsBytes: true });
  expect(answer).toMatchObject({ kind: 'response', body: '' });
  expect((answer as { bytes?: Uint8Array }).bytes).toEqual(bytes);
});
