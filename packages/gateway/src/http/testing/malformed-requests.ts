// Bytes for a listener that no client library sends: what is not a request, and requests whose end two programs may see at different
// places. What follows such bytes on a connection must never be read as a request of another caller.
import { rawRequest, SEARCH } from './servers.ts';

/** A complete request that must never be answered when it follows bad bytes on the same socket. */
export const SMUGGLED = 'GET /livez HTTP/1.1\r\nHost: smuggled\r\n\r\n';

const chunked = 'Transfer-Encoding: chunked';
const post = 'POST /api/test/apikey';
const json = 'Content-Type: application/json';

/** None of these is a request. */
export const MALFORMED: Record<string, string> = {
  'not HTTP': 'hello\r\n\r\n',
  'TLS on a plain port': '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  'space before the colon': rawRequest(post, [json, 'Content-Length : 5'], 'hello'),
  'both length and chunked': rawRequest(post, [json, 'Content-Length: 5', chunked], '0\r\n\r\n'),
  'two lengths': rawRequest(post, [json, 'Content-Length: 0', 'Content-Length: 41']),
  'a length with a sign': rawRequest(post, [json, 'Content-Length: +5'], 'hello'),
  'two codings': rawRequest(post, [json, chunked, 'Transfer-Encoding: identity'], '0\r\n\r\n'),
  'an unknown coding': rawRequest(post, [json, 'Transfer-Encoding: xchunked'], '0\r\n\r\n'),
  'a folded header': rawRequest(post, [json, 'Transfer-Encoding:', ' chunked'], '0\r\n\r\n'),
  'line feeds only': `GET /livez HTTP/1.1\nHost: test\n\n`,
  'a carriage return inside a header': rawRequest('GET /livez', ['X-A: a\rTransfer-Encoding: chunked']),
  'a bad chunk size': rawRequest(post, [json, chunked], 'zz\r\n{}\r\n0\r\n\r\n'),
  'a NUL in a header': rawRequest('GET /livez', ['X-A: a\0b']),
  'a space in the path': 'GET /livez x HTTP/1.1\r\nHost: test\r\n\r\n',
  'another protocol version': 'GET /livez HTTP/3.7\r\nHost: test\r\n\r\n',
};

const HIDDEN = 'GET /hidden HTTP/1.1\r\nHost: hidden\r\n\r\n';
/** For bodies whose end nobody can doubt: no listener may ever read it as a request. */
export const IN_BODY_PATH = '/in-a-body';
const IN_BODY = HIDDEN.replace('/hidden', IN_BODY_PATH);
const IN_BODY_SIZE = IN_BODY.length.toString(16);

/** A proxy may accept these, change them or refuse them: only what it passes on counts, and that both must read alike. */
export const AMBIGUOUS: Record<string, string> = {
  'a GET with a body that is a request': rawRequest(
    'GET /livez',
    [`Content-Length: ${IN_BODY.length}`],
    IN_BODY,
  ),
  'a chunk that is a request': rawRequest(
    post,
    [json, chunked],
    `${IN_BODY_SIZE}\r\n${IN_BODY}\r\n0\r\n\r\n`,
  ),
  'a length, and a coding in capitals': rawRequest(
    post,
    [json, `Content-Length: ${HIDDEN.length + 5}`, 'TRANSFER-ENCODING: CHUNKED'],
    `0\r\n\r\n${HIDDEN}`,
  ),
  'a coding behind a tab': rawRequest(
    post,
    [json, 'Content-Length: 3', 'Transfer-Encoding:\tchunked'],
    `0\r\n\r\n`,
  ),
  'a coding behind a vertical tab': rawRequest(
    post,
    [json, 'Content-Length: 3', 'Transfer-Encoding:\x0bchunked'],
    `0\r\n\r\n${HIDDEN}`,
  ),
  'a coding with a comma': rawRequest(post, [json, 'Transfer-Encoding: chunked,'], `0\r\n\r\n${HIDDEN}`),
  'a coding in a list': rawRequest(post, [json, 'Transfer-Encoding: gzip, chunked'], `0\r\n\r\n${HIDDEN}`),
  'a coding in quotes': rawRequest(post, [json, 'Transfer-Encoding: "chunked"'], `0\r\n\r\n${HIDDEN}`),
  'a chunked request of HTTP/1.0': rawRequest(post, [json, chunked], `0\r\n\r\n${HIDDEN}`).replace(
    '1.1',
    '1.0',
  ),
  'a chunk with an extension': rawRequest(post, [json, chunked], `2;a="\r\n{}\r\n0\r\n\r\n`),
  'a chunk with bare line feeds': rawRequest(post, [json, chunked], `2\n{}\n0\n\n${HIDDEN}`),
  'a chunk size beyond 64 bits': rawRequest(post, [json, chunked], `10000000000000002\r\n{}\r\n0\r\n\r\n`),
  'a trailer that is a header': rawRequest(
    post,
    [json, chunked],
    `2\r\n{}\r\n0\r\nContent-Length: 40\r\n\r\n`,
  ),
  'a list of the same length': rawRequest(post, [json, 'Content-Length: 2, 2'], `{}${HIDDEN}`),
  'a length in hexadecimal': rawRequest(post, [json, 'Content-Length: 0x2'], `{}${HIDDEN}`),
  'a length with an underscore': rawRequest(post, [json, 'Content_Length: 40', 'Content-Length: 2'], '{}'),
  'two hosts': 'GET /livez HTTP/1.1\r\nHost: one\r\nHost: two\r\n\r\n',
  'another host in the address': 'GET http://other.example/livez HTTP/1.1\r\nHost: test\r\n\r\n',
  'a fragment in the path': 'GET /livez#?a=b HTTP/1.1\r\nHost: test\r\n\r\n',
  'dots in the path': rawRequest('GET /api/../admin/v1/accounts'),
  'encoded dots and slashes in the path': rawRequest('GET /api/%2e%2e%2fadmin/v1/accounts'),
  'an upgrade': rawRequest('GET /livez', [
    'Connection: Upgrade, HTTP2-Settings',
    'Upgrade: h2c',
    'HTTP2-Settings: AAMAAABk',
  ]),
  'an expectation without its body': rawRequest(
    post,
    [json, 'Expect: 100-continue', 'Content-Length: 2'],
    '{}',
  ),
  'headers that a hop must drop': rawRequest(`GET ${SEARCH}?keyword=a`, [
    'Connection: Authorization, X-Forwarded-For',
  ]),
  CONNECT: 'CONNECT 127.0.0.1:80 HTTP/1.1\r\nHost: 127.0.0.1:80\r\n\r\n',
};
