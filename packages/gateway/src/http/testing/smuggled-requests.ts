// Bytes in which a second request can be hidden, in every way known to have fooled a server or a proxy. Each case is a function of the
// request line; a test adds the request to hide.
import { requestText } from '../../testing/raw-http.ts';

const head = (line: string, headers: readonly string[]) =>
  requestText(line, ['Content-Type: application/json', ...headers]);
const CHUNKED = 'Transfer-Encoding: chunked';
const BODY = '{"key":"x"}';
const LENGTH = `Content-Length: ${BODY.length}`;
/** A whole chunked body with `line` before its data and `end` after it. */
const chunk = (line: string, end = '\r\n0\r\n\r\n') => `${line}\r\n${BODY}${end}`;
const withChunk = (text: string) => (line: string) => head(line, [CHUNKED]) + text;
const withHeaders =
  (headers: readonly string[], body = BODY) =>
  (line: string) =>
    head(line, headers) + body;

/** Two parsers could cut these differently, or none can parse them. */
export const AMBIGUOUS: Record<string, (line: string) => string> = {
  // Two lengths, or a length and chunks.
  'a length, then chunks': withHeaders([LENGTH, CHUNKED], chunk('b')),
  'chunks, then a length': withHeaders([CHUNKED, LENGTH], chunk('b')),
  'chunks that end where the length goes on': withHeaders(['Content-Length: 200', CHUNKED], '0\r\n\r\n'),
  'a length of nothing, and chunks': withHeaders(['Content-Length: 0', CHUNKED], '0\r\n\r\n'),
  'two different lengths': withHeaders([LENGTH, 'Content-Length: 0']),
  'two equal lengths': withHeaders([LENGTH, LENGTH]),
  'a list of lengths': withHeaders([`Content-Length: ${BODY.length}, ${BODY.length}`]),
  'a list of different lengths': withHeaders([`Content-Length: ${BODY.length}, 0`]),
  // Lengths that some parsers accept as a number.
  'a length with a sign': withHeaders([`Content-Length: +${BODY.length}`]),
  'a negative length': withHeaders(['Content-Length: -1']),
  'a length in hexadecimal': withHeaders(['Content-Length: 0xb']),
  'a length with a fraction': withHeaders(['Content-Length: 11.0']),
  'a length with an exponent': withHeaders(['Content-Length: 1e1']),
  'a length with an underscore': withHeaders(['Content-Length: 1_1']),
  'a length in two words': withHeaders(['Content-Length: 1 1']),
  'a length beyond 64 bits': withHeaders([`Content-Length: ${2n ** 64n + 11n}`]),
  'a length beyond everything': withHeaders([`Content-Length: ${'9'.repeat(400)}`]),
  'an empty length': withHeaders(['Content-Length:']),
  'a length in quotes': withHeaders(['Content-Length: "11"']),
  'a length with a NUL': withHeaders(['Content-Length: 11\0']),
  'a length with a vertical tab': withHeaders(['Content-Length: \x0b11']),
  // Codings that some parsers take for chunked.
  'an unknown coding': withHeaders(['Transfer-Encoding: xchunked'], chunk('b')),
  'chunked, but not last': withHeaders(['Transfer-Encoding: chunked, identity'], chunk('b')),
  identity: withHeaders(['Transfer-Encoding: identity']),
  'chunked in quotes': withHeaders(['Transfer-Encoding: "chunked"'], chunk('b')),
  'chunked with a parameter': withHeaders(['Transfer-Encoding: chunked;q=1'], chunk('b')),
  'chunked behind a vertical tab': withHeaders(['Transfer-Encoding: \x0bchunked'], chunk('b')),
  'chunked and a NUL': withHeaders(['Transfer-Encoding: chunked\0'], chunk('b')),
  'chunked, then another coding': withHeaders([CHUNKED, 'Transfer-Encoding: x'], chunk('b')),
  'another coding, then a length': withHeaders(['Transfer-Encoding: x', LENGTH]),
  'an empty coding and a length': withHeaders(['Transfer-Encoding:', LENGTH]),
  // Header names and line endings that some parsers take for others.
  'a space before the colon': withHeaders(['Transfer-Encoding : chunked', LENGTH], chunk('b')),
  'a tab before the colon': withHeaders(['Content-Length\t: 11']),
  'a space in a name': withHeaders(['Content Length: 11', LENGTH]),
  'a line that begins with a space': withHeaders([' Transfer-Encoding: chunked', LENGTH], chunk('b')),
  'a folded coding': withHeaders(['Transfer-Encoding:', ' chunked', LENGTH], chunk('b')),
  'a folded coding with a tab': withHeaders(['Transfer-Encoding:', '\tchunked', LENGTH], chunk('b')),
  'a folded length': withHeaders(['Content-Length:', ' 11']),
  'a folded other header': withHeaders(['X-A: a', ' Content-Length: 0', LENGTH]),
  'no name': withHeaders([': x', LENGTH]),
  'no colon': withHeaders(['X-A', LENGTH]),
  'a NUL in a name': withHeaders(['Transfer\0-Encoding: chunked', LENGTH]),
  'a carriage return in a name': withHeaders(['Transfer\r-Encoding: chunked', LENGTH]),
  'a carriage return in a value': withHeaders([`X-A: a\r${CHUNKED}`, LENGTH]),
  'a line feed in a value': withHeaders([`X-A: a\n${CHUNKED}`, LENGTH], chunk('b')),
  'a line feed before the coding': withHeaders([`X-A: a\n ${CHUNKED}`, LENGTH]),
  'line feeds alone': (line) => `${line} HTTP/1.1\nHost: test\n${LENGTH}\n\n${BODY}`,
  'headers that end in a line feed': (line) => `${line} HTTP/1.1\r\nHost: test\r\n${LENGTH}\r\n\n${BODY}`,
  'headers that end in two carriage returns': (line) =>
    `${line} HTTP/1.1\r\nHost: test\r\n${LENGTH}\r\r\n${BODY}`,
  // Malformed chunks.
  'a chunk size in C': withChunk(chunk('0xb')),
  'a chunk size with a sign': withChunk(chunk('+b')),
  'a negative chunk size': withChunk(chunk('-1')),
  'a chunk size behind a space': withChunk(chunk(' b')),
  'no chunk size': withChunk(chunk('')),
  'a chunk size beyond 64 bits': withChunk(chunk('1000000000000000b')),
  'a chunk size that ends in a line feed': withChunk(`b\n${BODY}\r\n0\r\n\r\n`),
  'a chunk size that ends in a carriage return': withChunk(`b\r${BODY}\r\n0\r\n\r\n`),
  'a chunk extension with a line feed': withChunk(`b;a\n${BODY}\r\n0\r\n\r\n`),
  'a chunk extension with a carriage return': withChunk(chunk('b;a\rb')),
  'a chunk extension with a quoted line break': withChunk(chunk('b;a="\r\n"')),
  'a chunk that is longer than it says': withChunk(chunk('a')),
  'a chunk that ends in a line feed': withChunk(`b\r\n${BODY}\n0\r\n\r\n`),
  'a chunk that ends in two other bytes': withChunk(`b\r\n${BODY}xx0\r\n\r\n`),
  'a last chunk that ends in a line feed': withChunk(`b\r\n${BODY}\r\n0\n\n`),
  'a trailer with a space before its colon': withChunk(chunk('b', '\r\n0\r\nX : y\r\n\r\n')),
  'a trailer that ends in a line feed': withChunk(chunk('b', '\r\n0\r\nX: y\n\r\n')),
  // Malformed request lines.
  'a tab in the request line': (line) => head(line.replace(' ', '\t'), [LENGTH]) + BODY,
  'no version': (line) => `${line}\r\n\r\n`,
  'a version with a space behind it': (line) => head(line, [LENGTH]).replace('/1.1\r\n', '/1.1 \r\n') + BODY,
  'a version in small letters': (line) => head(line, [LENGTH]).replace('HTTP/1.1', 'http/1.1') + BODY,
  'another version': (line) => head(line, [LENGTH]).replace('HTTP/1.1', 'HTTP/1.2') + BODY,
  'the preface of HTTP/2': () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'a byte before the method': (line) => `\x01${head(line, [LENGTH])}${BODY}`,
  'a method with a line feed': (line) => `GET\n${head(line, [LENGTH])}${BODY}`,
};

/** Unambiguous requests: what looks like a request in them is a body, and the last request is answered after it. */
export const PLAIN: Record<string, (line: string, hidden: string, key: string) => string> = {
  'a request as a body': (line, hidden) => requestText(line, ['Content-Type: application/json'], hidden),
  'a request as a chunk': (line, hidden) =>
    `${head(line, [CHUNKED])}${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`,
  'a request in many chunks': (line, hidden) => {
    const chunks = [...hidden].map((char) => `1\r\n${char}\r\n`).join('');
    return `${head(line, [CHUNKED])}${chunks}0\r\n\r\n`;
  },
  'a request in a chunk extension': (line, hidden) =>
    `${head(line, [CHUNKED])}b;x=${hidden.split('\r\n')[0]!.replaceAll(/[^\w]/g, '_')}\r\n${BODY}\r\n0\r\n\r\n`,
  'a request as a body of another type': (line, hidden) =>
    requestText(line, ['Content-Type: message/http'], hidden),
  'a request as a compressed body': (line, hidden) =>
    requestText(line, ['Content-Type: application/json', 'Content-Encoding: gzip'], hidden),
  'a request as a body that was announced': (line, hidden) =>
    requestText(line, ['Content-Type: application/json', 'Expect: 100-continue'], hidden),
  'a request as the body of a GET': (_line, hidden) => requestText('GET /nothing', [], hidden),
  'a request as the body of a HEAD': (_line, hidden) => requestText('DELETE /nothing', [], hidden),
  'a request as the body of one that is refused': (_line, hidden) =>
    requestText('POST /api/account/v1/balance', [], hidden),
  'a request as the body of one with a bad request id': (line, hidden) =>
    requestText(line, ['X-Reelgate-Request-Id: a b'], hidden),
  'a request as the body of one that asks for another protocol': (line, hidden) =>
    requestText(
      line,
      ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQAAP__'],
      hidden,
    ),
  'a coding that is spelled with an underscore': (line, hidden) =>
    requestText(line, ['Content-Type: application/json', 'Transfer_Encoding: chunked'], `0\r\n\r\n${hidden}`),
  'a coding in capitals': (line, hidden) =>
    `${head(line, ['TRANSFER-ENCODING: CHUNKED'])}${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`,
  'a trailer that names a key and a length': (line, _hidden, key) =>
    `${head(line, [CHUNKED])}${chunk('b', `\r\n0\r\nAuthorization: Bearer ${key}\r\nContent-Length: 5\r\n\r\n`)}`,
};
