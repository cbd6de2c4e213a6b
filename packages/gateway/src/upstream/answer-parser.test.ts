// Proves that an answer is read the same wherever the network cuts it, that no part of one is ever taken for the whole,
// and that whatever RFC 9112 forbids or leaves unclear is refused.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AnswerHead } from './answer-head.ts';
import { AnswerParser, type Progress } from './answer-parser.ts';
import { BODY_BYTES_MAX, CHUNK_LINE_BYTES_MAX, INFORMATIONAL_MAX, RESPONSE_HEADERS_MAX } from './limits.ts';

interface Read {
  progress: Progress;
  head: AnswerHead | null;
  body: string;
  isFramed: boolean;
}

/** Reads the pieces in turn; `isClosed` when the peer then ends the connection. */
function read(pieces: readonly Buffer[], isClosed = false): Read {
  const result: Read = { progress: 'more', head: null, body: '', isFramed: false };
  const parser = new AnswerParser({
    onHead: (head) => {
      result.head = head;
    },
    onPiece: (piece) => {
      result.body += piece.toString('latin1');
      return true;
    },
  });
  for (const piece of pieces) result.progress = parser.take(piece);
  if (isClosed) result.progress = parser.end();
  return { ...result, isFramed: parser.isFramed };
}

const readText = (text: string, isClosed = false) => read([Buffer.from(text, 'latin1')], isClosed);

/** Cuts at these places, each taken modulo the length. */
function cut(bytes: Buffer, places: readonly number[]): Buffer[] {
  const ends = [...new Set(places.map((place) => place % bytes.length)), bytes.length].sort((a, b) => a - b);
  return ends
    .map((end, n) => bytes.subarray(n === 0 ? 0 : ends[n - 1], end))
    .filter(({ length }) => length > 0);
}

const latin1 = (from: number, to: number) =>
  fc.integer({ min: from, max: to }).map((code) => String.fromCharCode(code));
const token = fc.stringMatching(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,12}$/);
const value = fc.string({ unit: fc.oneof(latin1(0x20, 0x7e), latin1(0x80, 0xff)), maxLength: 30 });
const isFree = (name: string) => !/^(content-length|transfer-encoding|set-cookie.*)$/i.test(name);
const field = fc.tuple(token.filter(isFree), value).map(([name, text]) => `${name}: ${text}\r\n`);
const fields = fc.array(field, { maxLength: 5 }).map((lines) => lines.join(''));
const bodyText = fc.string({ unit: latin1(0, 0xff), maxLength: 60 });

const chunk = fc.tuple(bodyText, fc.constantFrom('', ';a=b', ';x')).map(([data, extension]) => ({
  data,
  coded: data === '' ? '' : `${data.length.toString(16)}${extension}\r\n${data}\r\n`,
}));
const chunked = fc.tuple(fc.array(chunk, { maxLength: 4 }), fields).map(([chunks, trailers]) => ({
  head: 'Transfer-Encoding: chunked\r\n',
  body: chunks.map(({ data }) => data).join(''),
  coded: `${chunks.map(({ coded }) => coded).join('')}0\r\n${trailers}\r\n`,
}));
const sized = bodyText.map((body) => ({ head: `Content-Length: ${body.length}\r\n`, body, coded: body }));
const interim = fields.map((lines) => `HTTP/1.1 103 Early\r\n${lines}\r\n`);

/** An answer that says where it ends, and its body. */
const framed = fc
  .tuple(fc.array(interim, { maxLength: 2 }), fields, fc.oneof(sized, chunked))
  .map(([before, lines, { head, body, coded }]) => ({
    bytes: Buffer.from(`${before.join('')}HTTP/1.1 200 OK\r\n${lines}${head}\r\n${coded}`, 'latin1'),
    body,
  }));
const cuts = fc.array(fc.nat(), { maxLength: 8 });

test('wherever an answer is cut, it is read the same', () => {
  fc.assert(
    fc.property(framed, cuts, ({ bytes, body }, places) => {
      const whole = read([bytes]);
      expect(whole).toMatchObject({ progress: 'whole', body, isFramed: true });
      expect(read(cut(bytes, places))).toEqual(whole);
      expect(read([...bytes].map((byte) => Buffer.of(byte)))).toEqual(whole);
    }),
  );
});

test('no part of an answer is taken for the whole, even when the peer hangs up there', () => {
  fc.assert(
    fc.property(framed, ({ bytes }) => {
      for (let length = 0; length < bytes.length; length++)
        expect(read([bytes.subarray(0, length)], true).progress).toBe('more');
    }),
  );
});

test('bytes behind an answer refuse it, in the same piece and in the next one', () => {
  const refused = { refused: 'bytes after the end of the answer' };
  fc.assert(
    fc.property(framed, ({ bytes }) => {
      const extra = Buffer.from('x');
      expect(read([Buffer.concat([bytes, extra])]).progress).toEqual(refused);
      expect(read([bytes, extra]).progress).toEqual(refused);
    }),
  );
});

test('whatever bytes come, in whatever pieces, they are refused, wait for more, or are whole', () => {
  const parts = fc.constantFrom(
    'HTTP/1.1 200 OK\r\n',
    '\r\n',
    'a: b\r\n',
    'content-length: 3\r\n',
    '5\r\n',
    '\n',
    '\r',
  );
  const mixed = fc.array(fc.oneof(parts, fc.string({ unit: latin1(0, 0xff), maxLength: 8 })), {
    maxLength: 12,
  });
  fc.assert(
    fc.property(mixed, cuts, (texts, places) => {
      const bytes = Buffer.from(`${texts.join('')}!`, 'latin1');
      const whole = read([bytes]);
      const pieces = read(cut(bytes, places));
      // A cut may only show sooner that it is wrong, never change what it is.
      expect(typeof pieces.progress).toBe(typeof whole.progress);
      if (whole.progress === 'whole') expect(pieces).toEqual(whole);
    }),
  );
});

const head = (...lines: string[]) => `${['HTTP/1.1 200 OK', ...lines].join('\r\n')}\r\n\r\n`;
const chunks = (text: string) => head('transfer-encoding: chunked') + text;

test.each([
  ['another protocol', 'SSH-2.0-x'],
  ['the first byte of another protocol', '\x16'],
  ['another version', 'HTTP/2.0 200 OK\r\n'],
  ['an empty line first', `\r\n${head('content-length: 0')}`],
  ['lower case', 'http/1.1 200 OK\r\n'],
  ['a status of two digits', 'HTTP/1.1 20 OK\r\n'],
  ['a status of four digits', 'HTTP/1.1 2000 OK\r\n'],
  ['a status that begins with zero', 'HTTP/1.1 099 OK\r\n'],
  ['two spaces before the status', 'HTTP/1.1  200 OK\r\n'],
  ['a control character in the reason', 'HTTP/1.1 200 O\0K\r\n'],
  ['a status line that ends with LF', 'HTTP/1.1 200 OK\ncontent-length: 0\n\n'],
  ['a header that ends with LF', 'HTTP/1.1 200 OK\r\ncontent-length: 0\n'],
  ['a header that ends with CR', head('a: b\rc: d')],
  ['a header without a colon', head('content-length')],
  ['a header without a name', head(': 1')],
  ['a space in a name', head('content length: 0')],
  ['a space before the colon', head('content-length : 0')],
  ['a name beyond ASCII', head('contént: 0')],
  ['a folded header', head('a: b', ' c')],
  ['a folded header by a tab', head('a: b', '\tc')],
  ['a NUL in a value', head('a: b\0c')],
  ['a DEL in a value', head('a: b\x7fc')],
  ['too many headers', head(...Array<string>(RESPONSE_HEADERS_MAX + 1).fill('a: b'))],
  ['a head without an end', `HTTP/1.1 200 OK\r\n${'a: b\r\n'.repeat(150)}a: ${'b'.repeat(20_000)}`],
  ['an endless status line', `HTTP/1.1 200 ${'a'.repeat(20_000)}`],
  ['a switch of protocols', 'HTTP/1.1 101 X\r\n\r\n'],
  ['too many interim answers', 'HTTP/1.1 100 X\r\n\r\n'.repeat(INFORMATIONAL_MAX + 1)],
  ['two equal lengths', head('content-length: 5', 'content-length: 5')],
  ['an empty length', head('content-length:')],
  ['a length with a sign', head('content-length: +5')],
  ['a length in hex', head('content-length: 0x5')],
  ['a length with a fraction', head('content-length: 5.0')],
  ['a length beyond every number', head(`content-length: ${'9'.repeat(40)}`)],
  ['a length beyond the bound', head(`content-length: ${BODY_BYTES_MAX + 1}`)],
  ['a length beside chunks', head('content-length: 5', 'transfer-encoding: chunked')],
  ['chunks twice', head('transfer-encoding: chunked', 'transfer-encoding: chunked')],
  ['chunks and something else', head('transfer-encoding: chunked, gzip')],
  ['a transfer coding of another name', head('transfer-encoding: xchunked')],
  ['an identity transfer', head('transfer-encoding: identity')],
  ['chunks in HTTP/1.0', 'HTTP/1.0 200 OK\r\ntransfer-encoding: chunked\r\n\r\n'],
  ['a malformed length where there is no body', 'HTTP/1.1 204 X\r\ncontent-length: x\r\n\r\n'],
  ['a chunk without a size', chunks('\r\n')],
  ['a chunk with a sign', chunks('+5\r\nhello\r\n')],
  ['a chunk in 0x', chunks('0x5\r\nhello\r\n')],
  ['a space behind the size', chunks('5 \r\nhello\r\n')],
  ['a size that ends with LF', chunks('5\nhello\r\n')],
  ['a size that ends with CR', chunks('5\rhello\r\n')],
  ['an extension that ends with LF', chunks('5;a\nhello\r\n')],
  ['a chunk longer than its size', chunks('4\r\nhello\r\n')],
  ['a chunk that ends with LF', chunks('5\r\nhello\n')],
  ['a chunk that ends with CR', chunks('5\r\nhello\r0')],
  ['a size beyond the bound', chunks('fffffffff\r\n')],
  ['a size beyond every number', chunks('f'.repeat(200))],
  ['a size of endless zeros', chunks('0'.repeat(CHUNK_LINE_BYTES_MAX + 1))],
  ['an endless extension', chunks(`5;${'a'.repeat(CHUNK_LINE_BYTES_MAX)}`)],
  ['a trailer without a colon', chunks('0\r\nabc\r\n\r\n')],
  ['trailers without an end', chunks(`0\r\n${'a: b\r\n'.repeat(3_000)}`)],
])('%s is refused', (_what, text) => {
  expect(readText(text).progress).toHaveProperty('refused');
});

test('chunks are refused as soon as all of them together exceed the bound', () => {
  const size = (BODY_BYTES_MAX / 2).toString(16);
  const half = Buffer.concat([
    Buffer.from(`${size}\r\n`),
    Buffer.alloc(BODY_BYTES_MAX / 2),
    Buffer.from('\r\n'),
  ]);
  const begin = Buffer.from(chunks(''));
  expect(read([begin, half, half]).progress).toBe('more');
  expect(read([begin, half, half, Buffer.from('1')]).progress).toEqual({ refused: 'body is too large' });
});

test('a body without a length is refused beyond the bound', () => {
  const begin = Buffer.from(head('a: b'));
  expect(read([begin, Buffer.alloc(BODY_BYTES_MAX)]).progress).toBe('more');
  expect(read([begin, Buffer.alloc(BODY_BYTES_MAX), Buffer.alloc(1)]).progress).toHaveProperty('refused');
});

test.each([204, 304])('a %i has no body, whatever its head says', (status) => {
  const first = `HTTP/1.1 ${status} X\r\n`;
  expect(readText(`${first}content-length: 5\r\n\r\n`)).toMatchObject({ progress: 'whole', body: '' });
  expect(readText(`${first}transfer-encoding: chunked\r\n\r\n`)).toMatchObject({
    progress: 'whole',
    body: '',
  });
  expect(readText(`${first}content-length: 5\r\n\r\nhello`).progress).toHaveProperty('refused');
});

test('without a length the body goes on until the peer ends the connection', () => {
  const text = `${head('a: b')}hello`;
  expect(readText(text)).toMatchObject({ progress: 'more', body: 'hello', isFramed: false });
  expect(readText(text, true)).toMatchObject({ progress: 'whole', body: 'hello', isFramed: false });
  expect(readText('HTTP/1.1 200 OK\r\na: b\r\n', true).progress).toBe('more');
});

test('a reason may be missing, and values lose the blanks around them but no others', () => {
  const { head: found, progress } = readText(
    'HTTP/1.1 200\r\nA:\t b \t c \xa0 \r\nB:\r\nContent-Length: 0\r\n\r\n',
  );
  expect(progress).toBe('whole');
  expect({ ...found?.headers }).toEqual({ a: 'b \t c \xa0', b: '', 'content-length': '0' });
});
