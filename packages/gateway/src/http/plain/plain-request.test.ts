// Two readers stand behind one port, and must never disagree: whatever the plain one accepts, Node's parser, over a real socket,
// reads as the same single request. The other way round nothing is promised: it may decline whatever it likes.
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPlainReader, PLAIN_HEAD_BYTES_MAX } from './plain-request.ts';

const ID = 'x-reelgate-request-id';
const TARGET = '/api/u1/v1/demo/app/search_video_v2?keyword=a%20b&page=2';
const readBytes = createPlainReader(ID);
const read = (head: string) => readBytes(Buffer.from(head, 'latin1'));
const headOf = (line: string, fields: readonly string[]) => [line, ...fields, '', ''].join('\r\n');
const get = (...fields: string[]) => headOf(`GET ${TARGET} HTTP/1.1`, ['Host: test', ...fields]);

test('a plain request is read in all its parts', () => {
  const fields = [
    'Authorization:  Bearer k ',
    `${ID.toUpperCase()}: one`,
    'X-Forwarded-For: 1.2.3.4',
    'Accept: */*',
  ];
  expect(read(get(...fields, 'Connection: Keep-Alive'))).toEqual({
    group: 'u1',
    platform: 'demo',
    action: 'search_video_v2',
    rawQuery: 'keyword=a%20b&page=2',
    authorization: 'Bearer k',
    requestId: 'one',
    forwardedFor: '1.2.3.4',
    isLast: false,
  });
  expect(read(get('connection: close'))).toMatchObject({
    authorization: null,
    requestId: undefined,
    isLast: true,
  });
});

describe('left to Node:', () => {
  const whole = get();
  test.each<[string, string]>([
    ['nothing', ''],
    ['a part', whole.slice(0, -1)],
    ['one byte more', `${whole}G`],
    ['two in one piece', whole + whole],
    ['an empty line before', `\r\n${whole}`],
    ['another method', whole.replace('GET', 'HEAD')],
    ['a method in small letters', whole.replace('GET', 'get')],
    ['another path', whole.replace('/app/', '/web/')],
    ['another group', whole.replace('/u1/', '/u3/')],
    ['an encoded platform', whole.replace('demo', 'd%65mo')],
    ['no platform', whole.replace('demo', '')],
    ['a fragment', whole.replace('page=2', 'page=2#x')],
    ['a whole URL', whole.replace('/api', 'http://test/api')],
    ['a byte above ASCII in the target', whole.replace('%20', '\xe9')],
    ['HTTP/1.0', whole.replace('HTTP/1.1', 'HTTP/1.0')],
    ['two spaces', whole.replace('GET ', 'GET  ')],
    ['line ends without CR', whole.replaceAll('\r\n', '\n')],
    ['no Host', headOf(`GET ${TARGET} HTTP/1.1`, ['Accept: */*'])],
    ['two Hosts', get('Host: test')],
    ['two keys', get('Authorization: a', 'authorization: a')],
    ['two ids', get(`${ID}: a`, `${ID}: a`)],
    ['two lists of proxies', get('X-Forwarded-For: 1.2.3.4', 'X-Forwarded-For: 1.2.3.4')],
    ['two wishes for the connection', get('Connection: close', 'Connection: keep-alive')],
    ['a list of wishes', get('Connection: keep-alive, close')],
    ['a wish for another protocol', get('Connection: Upgrade', 'Upgrade: websocket')],
    ['a length', get('Content-Length: 0')],
    ['a wish for a proxy', get('Proxy-Connection: keep-alive')],
    ['another protocol, by its name alone', get('Upgrade: h2c')],
    ['chunks', get('Transfer-Encoding: chunked')],
    ['an expectation', get('Expect: 100-continue')],
    ['a folded line', get('X-A: b\r\n c')],
    ['a space before the colon', get('X-A : b')],
    ['no colon', get('X-A')],
    ['no name', get(': b')],
    ['a control character', get('X-A: b\x00')],
    ['a bare CR', get('X-A: b\rc')],
    ['a byte above ASCII in a value', get('X-A: \xe9')],
    ['a long head', get(`X-A: ${'a'.repeat(PLAIN_HEAD_BYTES_MAX)}`)],
  ])('%s', (_name, head) => {
    expect(read(head)).toBe(null);
  });
});

describe('what is accepted', () => {
  let node: Server;
  let seen: IncomingMessage[] = [];
  beforeAll(async () => {
    node = createServer({ insecureHTTPParser: false }, (request, response) => {
      seen.push(request);
      response.end();
    });
    await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => node.close());

  /** What Node makes of the bytes: its requests, and whether it would keep the connection. */
  async function askNode(head: string): Promise<{ requests: IncomingMessage[]; answer: string }> {
    seen = [];
    let answer = '';
    const socket = connect((node.address() as AddressInfo).port, '127.0.0.1');
    socket.on('data', (bytes) => {
      answer += bytes;
      socket.end();
    });
    socket.end(head, 'latin1');
    await new Promise((resolve) => socket.on('close', resolve));
    return { requests: seen, answer };
  }

  const LINE_ENDS = ['\r\n', '\r\n', '\r\n', '\n', '\r', '\r\n '];
  const name = fc.constantFrom(
    'Host',
    'host',
    'Authorization',
    ID,
    'X-Forwarded-For',
    'Connection',
    'Accept',
    'A_b',
    'x!',
    'Cookie',
    'Keep-Alive',
    'TE',
    'Content-Length',
    'Proxy-Connection',
    '__proto__',
    'X A',
    '',
  );
  const value = fc.oneof(
    fc.constantFrom(
      '',
      'a',
      ' b ',
      '\tc\t',
      'keep-alive',
      'close',
      'Close',
      'keep-alive, x',
      '0',
      'Bearer k',
      '1.1.1.1, 2.2.2.2',
    ),
    fc.string({ unit: 'grapheme-ascii', maxLength: 12 }),
    fc.string({
      unit: fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code)),
      maxLength: 4,
    }),
  );
  const field = fc
    .tuple(name, fc.constantFrom(':', ':', ':', ': ', ' :', ''), value)
    .map((parts) => parts.join(''));
  const line = fc
    .tuple(
      fc.constantFrom('GET', 'GET', 'GET', 'POST', 'get'),
      fc.constantFrom(' ', ' ', ' ', '  ', '\t'),
      fc.constantFrom(
        TARGET,
        '/api/u2/v1/a.b_c-d/app/search_video',
        `${TARGET}#x`,
        `${TARGET}?'()*`,
        '/livez',
        '*',
      ),
      fc.constantFrom(' HTTP/1.1', ' HTTP/1.1', ' HTTP/1.1', ' HTTP/1.0', ' HTTP/1.2', ''),
    )
    .map((parts) => parts.join(''));
  /** Mostly well-formed, with one thing or another out of place. */
  const head = fc
    .tuple(
      fc.oneof({ weight: 4, arbitrary: fc.constant(`GET ${TARGET} HTTP/1.1`) }, line),
      fc.array(field, { maxLength: 4 }),
      fc.array(fc.constantFrom(...LINE_ENDS), { minLength: 7, maxLength: 7 }),
    )
    .map(([first, fields, ends]) =>
      [first, 'Host: test', ...fields, ''].map((text, i) => text + ends[i]).join(''),
    );
  const edited = fc
    .tuple(
      fc.constantFrom(get('Authorization: Bearer k', `${ID}: a`), get('Connection: close', 'Accept: */*')),
      fc.nat(),
      fc.integer({ min: 0, max: 255 }),
      fc.constantFrom('put', 'insert', 'cut'),
    )
    .map(([text, at, code, how]) => {
      const i = at % text.length;
      const byte = how === 'cut' ? '' : String.fromCharCode(code);
      return text.slice(0, i) + byte + text.slice(how === 'insert' ? i : i + 1);
    });

  test('Node reads in the same way, as one request and nothing behind it', async () => {
    let accepted = 0;
    const check = async (bytes: string) => {
      const ours = read(bytes);
      if (ours === null) return;
      accepted++;
      const { requests, answer } = await askNode(bytes);
      expect(requests).toHaveLength(1);
      const [theirs] = requests as [IncomingMessage];
      const query = ours.rawQuery === '' ? '' : `?${ours.rawQuery}`;
      const path = `/api/${ours.group}/v1/${ours.platform}/app/${ours.action}`;
      expect([path + query, `${path}?`]).toContain(theirs.url);
      expect(theirs.method).toBe('GET');
      expect(theirs.complete).toBe(true);
      expect(theirs.headers.host).toBeDefined();
      expect(theirs.headers.authorization ?? null).toBe(ours.authorization);
      expect(theirs.headers[ID]).toBe(ours.requestId);
      expect(theirs.headers['x-forwarded-for']).toBe(ours.forwardedFor);
      expect(answer).toMatch(/^HTTP\/1\.1 200 /);
      expect(answer).toContain(`\r\nConnection: ${ours.isLast ? 'close' : 'keep-alive'}\r\n`);
      expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
    };
    await fc.assert(fc.asyncProperty(fc.oneof(head, edited), check), { numRuns: 5_000 });
    // A property about what is accepted says nothing when nothing is.
    expect(accepted).toBeGreaterThan(500);
  });
});
