// A request is the same however the network cuts it. Here each request is cut at every byte, and its caller closes
// its sending side in a segment of its own: it runs once and is answered once. A request that is incomplete or
// ambiguous never runs.
import type { Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  answersIn,
  exchangeBytes,
  type RawAnswer,
  RawConnection,
  requestText,
} from '../../testing/raw-http.ts';
import { answered, SEARCH, type Servers, startServers } from '../testing/servers.ts';

let servers: Servers;
/** The server's ends of open connections, by the port of the client. */
const ends = new Map<number, Socket>();
beforeAll(async () => {
  servers = await startServers({ keyCheckLimit: { requests: 10_000, perSeconds: 60 } });
  servers.public.app.server.on('connection', (socket: Socket) => ends.set(socket.remotePort!, socket));
});
beforeEach(() => {
  servers.calls.seen.length = 0;
  servers.calls.next = answered;
});
afterAll(() => servers.close());

const url = () => `http://127.0.0.1:${servers.publicPort}`;
const key = () => `Authorization: Bearer ${servers.key}`;

/** The two ways in, each with a request that it answers. */
const WAYS: Record<string, () => string> = {
  'a billed call': () => requestText(`GET ${SEARCH}?keyword=a`, [key()]),
  'a free route': () => requestText('GET /api/account/v1/balance', [key()]),
  'a route with a body': () =>
    requestText('POST /api/test/apikey', ['Content-Type: application/json'], '{"key":"nobody"}'),
};

const turn = () => new Promise(setImmediate);

/**
 * Sends the segments one after the other, each when the server has read the previous one, and then closes the sending
 * side.
 */
async function sendInSegments(segments: readonly string[]): Promise<RawAnswer[]> {
  const { socket, closed } = new RawConnection(url());
  socket.setNoDelay(true);
  await new Promise((resolve) => socket.on('connect', resolve));
  const port = socket.localPort!;
  let sent = 0;
  for (const segment of segments) {
    socket.write(segment);
    sent += segment.length;
    while (!socket.destroyed && (ends.get(port)?.bytesRead ?? 0) < sent) await turn();
  }
  socket.end();
  return answersIn(await closed);
}

/** As many at a time as a small machine can handle. */
const AT_A_TIME = 25;

async function atEveryCut(text: string, check: (at: number) => Promise<void>): Promise<void> {
  for (let from = 1; from < text.length; from += AT_A_TIME) {
    const cuts = Array.from({ length: Math.min(AT_A_TIME, text.length - from) }, (_one, i) => from + i);
    await Promise.all(cuts.map(check));
  }
}

test.each(Object.entries(WAYS))('%s, cut at any byte, is answered once', async (name, make) => {
  const text = make();
  await atEveryCut(text, async (at) => {
    const answers = await sendInSegments([text.slice(0, at), text.slice(at)]);
    expect([at, answers.map(({ status }) => status)]).toEqual([at, [200]]);
  });
  expect(servers.calls.seen).toHaveLength(name === 'a billed call' ? text.length - 1 : 0);
});

test.each(Object.entries(WAYS))('%s that ends at any byte never runs', async (_name, make) => {
  const text = make();
  await atEveryCut(text, async (at) => {
    const answers = await sendInSegments([text.slice(0, at)]);
    expect([at, answers.map(({ status }) => status)]).toEqual([at, [400]]);
    expect(JSON.parse(answers[0]!.text)).toMatchObject({ code: 'INVALID_REQUEST' });
  });
  expect(servers.calls.seen).toEqual([]);
});

const CHUNKED = 'Transfer-Encoding: chunked';
test.each<[string, string[], string]>([
  ['a body', ['Content-Length: 2'], '{}'],
  ['a body that does not come', ['Content-Length: 2'], ''],
  ['good chunks', [CHUNKED], '2\r\n{}\r\n0\r\n\r\n'],
  ['bad chunks', [CHUNKED], 'zz\r\n'],
  ['chunks that do not end', [CHUNKED], '2\r\n{}\r\n'],
  ['an unknown coding', ['Transfer-Encoding: x'], ''],
  ['an unknown coding before chunks', ['Transfer-Encoding: gzip, chunked'], '0\r\n\r\n'],
  ['an empty coding', ['Transfer-Encoding:'], ''],
  ['a length and chunks', ['Content-Length: 5', CHUNKED], '0\r\n\r\n'],
  ['two lengths', ['Content-Length: 0', 'Content-Length: 0'], ''],
  ['a list of lengths', ['Content-Length: 0, 0'], ''],
  ['a length with a sign', ['Content-Length: +0'], ''],
])('a billed GET with %s is refused before it begins, and closes', async (_name, headers, body) => {
  const head = requestText(`GET ${SEARCH}?keyword=a`, [key(), ...headers]);
  const { answers } = await exchangeBytes(url(), head + body);
  expect(answers).toMatchObject([{ status: 400, headers: { connection: 'close' } }]);
  // The same when the bad part comes after the head.
  const later = await sendInSegments([head, body]);
  expect(later).toMatchObject([{ status: 400, headers: { connection: 'close' } }]);
  expect(servers.calls.seen).toEqual([]);
});

test('a billed GET with content-length 0 is answered', async () => {
  const bytes = requestText(`GET ${SEARCH}?keyword=a`, [key(), 'Content-Length: 0', 'Connection: close']);
  expect((await exchangeBytes(url(), bytes)).answers).toMatchObject([{ status: 200 }]);
});
