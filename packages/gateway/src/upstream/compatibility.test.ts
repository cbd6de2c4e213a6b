// Proves which answers of real servers are read, over real sockets: unusual but common ones are, and ambiguous ones are refused.
// undici draws the line; docs/decisions/connectors.md#undici-reads-the-answers-of-platforms explains where we are stricter.
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ANSWER_BYTES_MAX, INFORMATIONAL_MAX, UPSTREAM_BODY_BYTES_MAX } from './limits.ts';
import { type Behaviour, closed, ok, World } from './testing/raw-server.ts';

let world: World;
beforeEach(() => {
  world = new World();
});
afterEach(() => world.close());

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const head = (...lines: string[]) => `${['HTTP/1.1 200 OK', ...lines].join('\r\n')}\r\n\r\n`;
const chunks = (text: string) => head('transfer-encoding: chunked') + text;
const right = `${head('content-length: 2')}{}`;

test.each([
  ['no reason phrase', `HTTP/1.1 200\r\ncontent-length: 2\r\n\r\n{}`],
  ['an empty reason phrase', `HTTP/1.1 200 \r\ncontent-length: 2\r\n\r\n{}`],
  ['an empty line before the answer', `\r\n${right}`],
  ['UTF-8 in a header value', `${head('x: \xe7\x8c\xab', 'content-length: 2')}{}`],
  ['Latin-1 in a header value', `${head('x: caf\xe9', 'content-length: 2')}{}`],
  ['100 before the answer', `HTTP/1.1 100 Continue\r\n\r\n${right}`],
  ['100 with headers before the answer', `HTTP/1.1 100 Continue\r\nserver: x\r\n\r\n${right}`],
  ['100 several times', `${'HTTP/1.1 100 Continue\r\n\r\n'.repeat(INFORMATIONAL_MAX)}${right}`],
  ['102 before the answer', `HTTP/1.1 102 Processing\r\n\r\n${right}`],
  ['103 before the answer', `HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n${right}`],
  ['100 and 103', `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n${right}`],
  ['Transfer-Encoding: Chunked', `${head('Transfer-Encoding: Chunked')}2\r\n{}\r\n0\r\n\r\n`],
  ['chunks in HTTP/1.0', `HTTP/1.0 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`],
  ['chunk extensions', chunks('1;a=b\r\n{\r\n1;c="d;e"\r\n}\r\n0;f\r\n\r\n')],
  ['sizes of chunks in capitals and with zeros', chunks('002\r\n{}\r\n000\r\n\r\n')],
  ['trailers', chunks('2\r\n{}\r\n0\r\nchecksum: abc\r\n\r\n')],
  ['content-encoding: identity', `${head('content-encoding: identity', 'content-length: 2')}{}`],
  ['Content-Length: 007', `${head('content-length: 002')}{}`],
  ['an empty line after the answer', `${right}\r\n`],
])('read: %s', async (_what, text) => {
  const server = await world.server(latin1(text));
  expect(await world.ask(server.origin)).toMatchObject({ kind: 'response', status: 200, body: '{}' });
});

test.each([
  ['a status line that ends with LF', `HTTP/1.1 200 OK\ncontent-length: 2\r\n\r\n{}`],
  ['a header that ends with LF', `HTTP/1.1 200 OK\r\ncontent-length: 2\n\r\n{}`],
  ['a head that ends with LF', `HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\n{}`],
  ['a head of LF alone', `HTTP/1.1 200 OK\ncontent-length: 2\n\n{}`],
  ['a folded header', `${head('a: b', ' c', 'content-length: 2')}{}`],
  ['a header folded by a tab', `${head('a: b', '\tc', 'content-length: 2')}{}`],
  ['a bare CR in a header', `${head('a: b\rc: d', 'content-length: 2')}{}`],
  ['a NUL in a header', `${head('a: b\0', 'content-length: 2')}{}`],
  ['a space before the colon', `${head('content-length : 2')}{}`],
  ['a header without a colon', `${head('a', 'content-length: 2')}{}`],
  ['a name beyond ASCII', `${head('\xe9: b', 'content-length: 2')}{}`],
  ['lower case', `http/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}`],
  ['a status of two digits', `HTTP/1.1 20 OK\r\ncontent-length: 2\r\n\r\n{}`],
  ['a status of four digits', `HTTP/1.1 2000 OK\r\ncontent-length: 2\r\n\r\n{}`],
  ['a status that begins with zero', `HTTP/1.1 099 OK\r\ncontent-length: 2\r\n\r\n{}`],
  ['100 without an end', `${'HTTP/1.1 100 Continue\r\n\r\n'.repeat(INFORMATIONAL_MAX + 1)}${right}`],
  ['a 100 larger than a head', `HTTP/1.1 100 Continue\r\na: ${'b'.repeat(20_000)}\r\n\r\n${right}`],
  ['two equal lengths', `${head('content-length: 2', 'content-length: 2')}{}`],
  ['an empty length', `${head('content-length:')}{}`],
  ['a length with a sign', `${head('content-length: +2')}{}`],
  ['a length in hex', `${head('content-length: 0x2')}{}`],
  ['a length with a fraction', `${head('content-length: 2.0')}{}`],
  ['a length beyond every number', head(`content-length: ${'9'.repeat(40)}`)],
  ['a length beyond the bound', head(`content-length: ${UPSTREAM_BODY_BYTES_MAX + 1}`)],
  ['a length beside chunks', `${head('content-length: 2', 'transfer-encoding: chunked')}0\r\n\r\n`],
  ['chunks twice', `${head('transfer-encoding: chunked', 'transfer-encoding: chunked')}0\r\n\r\n`],
  ['a transfer coding that is not ours', `${head('transfer-encoding: gzip, chunked')}0\r\n\r\n`],
  ['a transfer coding of another name', `${head('transfer-encoding: xchunked')}0\r\n\r\n`],
  ['a malformed length where there is no body', 'HTTP/1.1 204 X\r\ncontent-length: x\r\n\r\n'],
  ['a chunk without a size', chunks('\r\n')],
  ['a chunk with a sign', chunks('+2\r\n{}\r\n0\r\n\r\n')],
  ['a chunk in 0x', chunks('0x2\r\n{}\r\n0\r\n\r\n')],
  ['a size that ends with LF', chunks('2\n{}\r\n0\r\n\r\n')],
  ['an extension that ends with LF', chunks('2;a\n{}\r\n0\r\n\r\n')],
  ['a chunk longer than its size', chunks('1\r\n{}\r\n0\r\n\r\n')],
  ['a chunk that ends with LF', chunks('2\r\n{}\n0\r\n\r\n')],
  ['a size beyond every number', chunks('f'.repeat(200))],
  ['a trailer without a colon', chunks('2\r\n{}\r\n0\r\nabc\r\n\r\n')],
])('refused: %s', async (_what, text) => {
  const server = await world.server(latin1(text));
  expect(await world.ask(server.origin)).toMatchObject({ kind: 'bad_response' });
  await closed(server.sockets[0]);
});

test('an extension without an end is cut at the bound of a whole answer', async () => {
  const piece = Buffer.alloc(65_536, 'a');
  const server = await world.server((socket) => {
    const more = () => {
      while (!socket.destroyed && socket.write(piece));
    };
    socket.on('drain', more).write(chunks('2;'));
    more();
  });
  expect(await world.ask(server.origin)).toEqual({
    kind: 'bad_response',
    detail: 'answer breaks the rules of HTTP (TOO_MANY_BYTES)',
  });
  expect(server.sockets[0]?.bytesWritten).toBeGreaterThan(ANSWER_BYTES_MAX);
});

test('header values are handed on as Latin-1, byte for byte', async () => {
  const server = await world.server(latin1(`${head('x: \xe7\x8c\xab', 'content-length: 0')}`));
  expect(await world.ask(server.origin)).toMatchObject({ headers: { x: '\xe7\x8c\xab' } });
});

test.each([
  ['HTTP/1.0', 'HTTP/1.0 200 OK\r\ncontent-length: 2\r\n\r\n{}', 2],
  ['HTTP/1.0 with keep-alive', 'HTTP/1.0 200 OK\r\nconnection: keep-alive\r\ncontent-length: 2\r\n\r\n{}', 1],
  ['HTTP/1.1 with close', `${head('connection: close', 'content-length: 2')}{}`, 2],
  ['HTTP/1.1', right, 1],
])('%s is read, and its connection kept as it says', async (_what, text, connections) => {
  const server = await world.server(text);
  for (let n = 0; n < 2; n++) {
    expect(await world.ask(server.origin)).toMatchObject({ status: 200, body: '{}' });
    world.rest();
  }
  expect(server.sockets.length).toBe(connections);
});

test.each([204, 304])(
  'a %i with headers is an answer without a body, and its connection is not kept',
  async (status) => {
    const server = await world.server(`HTTP/1.1 ${status} X\r\netag: "a"\r\ncontent-length: 5\r\n\r\n`);
    for (let n = 0; n < 2; n++) {
      expect(await world.ask(server.origin)).toMatchObject({ status, headers: { etag: '"a"' }, body: '' });
      world.rest();
    }
    expect(server.sockets.length).toBe(2);
  },
);

test.each(['gzip', 'x-gzip'])(
  '%s with padding behind it is read, in one piece and in two',
  async (coding) => {
    const coded = gzipSync('{"a":1}');
    const padding = Buffer.alloc(512);
    const bytes = ok(Buffer.concat([coded, padding]), `content-encoding: ${coding}`);
    const whole = await world.server(bytes);
    const parts = await world.server(inTwo(bytes, bytes.length - 512));
    expect(await world.ask(whole.origin)).toMatchObject({ body: '{"a":1}' });
    expect(await world.ask(parts.origin)).toMatchObject({ body: '{"a":1}' });
  },
);

/** The two parts arrive in different turns of the event loop. */
function inTwo(bytes: Buffer, at: number): Behaviour {
  return (socket) => {
    socket.write(bytes.subarray(0, at), () => setImmediate(() => socket.write(bytes.subarray(at))));
  };
}

const answers = [
  ['a length', latin1(`HTTP/1.1 100 Continue\r\na: b\r\n\r\n${head('content-length: 7')}{"a":1}`)],
  ['chunks', latin1(`HTTP/1.1 103 X\r\n\r\n${chunks('3;x\r\n{"a\r\n4\r\n":1}\r\n0\r\nt: u\r\n\r\n')}`)],
] as const;

test.each(answers)('an answer with %s is read the same wherever it is split', async (_what, bytes) => {
  const server = await world.server((socket, seen) => {
    const at = Number(/^GET \/(\d+)/.exec(seen.request)?.[1]);
    inTwo(bytes, at)(socket, seen);
  });
  for (let at = 1; at < bytes.length; at++) {
    world.rest();
    expect(await world.ask(server.origin, { path: `/${at}` })).toMatchObject({
      status: 200,
      body: '{"a":1}',
    });
  }
  expect(server.sockets.length).toBe(1);
});

test.each(answers)('no part of an answer with %s is taken for the whole', async (_what, bytes) => {
  const server = await world.server((socket, { number }) => socket.end(bytes.subarray(0, number - 1)));
  for (let length = 0; length < bytes.length; length++)
    expect((await world.ask(server.origin)).kind).not.toBe('response');
  expect(server.seen.length).toBe(bytes.length);
});
