// Callers that send too slowly, too much or without end, or that never read. Each is bounded by a timeout or a size
// limit, on both ports, and none of them keeps other callers from being answered.

import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HEADER_BYTES_MAX } from '../../domain/limits.ts';
import { answersIn, exchangeBytes, RawConnection, requestText } from '../../testing/raw-http.ts';
import type { ServerTimes } from '../connections/server-times.ts';
import { holdCalls, SEARCH, type Servers, startServers } from '../testing/servers.ts';
import { ConnectionPlaces } from './connection-places.ts';
import { AHEAD_MAX, PASSED_OVER_MAX } from './connection-queues.ts';

/** Short timeouts, so that a test sees them end. `checkIntervalMs` is how late the first two may act. */
const TIMES: Partial<ServerTimes> = {
  headersMs: 200,
  requestMs: 400,
  checkIntervalMs: 50,
  stallMs: 500,
  keepAliveMs: 200,
};
/** Well below every timeout above: a connection that drips is never idle. */
const DRIP_MS = 20;

let servers: Servers;
let impatient: Servers;
let usual: Servers;
beforeAll(async () => {
  impatient = await startServers({ times: TIMES });
  usual = await startServers();
});
afterAll(() => Promise.all([impatient.close(), usual.close()]));

const urlOf = (name: string) =>
  `http://127.0.0.1:${name === 'public' ? servers.publicPort : servers.adminPort}`;
const POST: Record<string, string> = { public: 'POST /api/test/apikey', admin: 'POST /admin/v1/accounts' };
const authorized = () => `Authorization: Bearer ${servers.adminToken}`;

/** Sends `first`, then byte after byte of `endless`, until the server closes. */
async function drip(url: string, first: string, endless: string): Promise<{ text: string; sent: number }> {
  const connection = new RawConnection(url);
  connection.socket.write(first);
  let sent = 0;
  const timer = setInterval(() => connection.socket.write(endless[sent++ % endless.length]!), DRIP_MS);
  const received = await connection.closed.finally(() => clearInterval(timer));
  return { text: received.toString('utf8'), sent };
}

/** Writes `again` repeatedly, as fast as it is accepted, until the server closes. */
async function flood(url: string, first: string, again: string): Promise<{ text: string; written: number }> {
  const connection = new RawConnection(url);
  const { socket } = connection;
  const pour = () => {
    while (!socket.destroyed && socket.write(again))
      if (socket.bytesWritten > 50_000_000) return socket.destroy();
  };
  socket.on('drain', pour);
  socket.write(first);
  pour();
  const received = await connection.closed;
  return { text: received.toString('utf8'), written: socket.bytesWritten };
}

describe.each(['public', 'admin'])(
  'on the %s port, who is slow is cut, however busy the connection looks',
  (name) => {
    test('headers byte by byte', async () => {
      servers = impatient;
      const { text } = await drip(urlOf(name), 'GET /livez HTTP/1.1\r\nHost: test\r\n', 'X-A: b\r\n');
      expect(answersIn(Buffer.from(text)).map(({ status }) => status)).toEqual([408]);
    });

    test('a request line byte by byte', async () => {
      servers = impatient;
      const { text } = await drip(urlOf(name), 'GET /', 'a');
      expect(answersIn(Buffer.from(text)).map(({ status }) => status)).toEqual([408]);
    });

    test.each([
      ['a body', 'Content-Length: 1000', ' '],
      ['chunks', 'Transfer-Encoding: chunked', '1\r\n \r\n'],
      ['the size of a chunk', 'Transfer-Encoding: chunked', '0'],
    ])('%s byte by byte', async (_name, length, endless) => {
      servers = impatient;
      const headers = ['Content-Type: application/json', length, authorized()];
      const { sent } = await drip(urlOf(name), requestText(POST[name]!, headers), endless);
      expect(sent).toBeLessThan(5_000 / DRIP_MS);
      expect((await servers.world.storage.accounts.list({ limit: 10, after: null })).items).toHaveLength(1);
    });

    test('empty lines before a request', async () => {
      servers = impatient;
      const { text } = await drip(urlOf(name), '\r\n'.repeat(1_000), '\r\n');
      expect(text).toMatch(/^HTTP\/1\.1 408 /);
    });

    test('a connection between two requests', async () => {
      servers = impatient;
      const { answers } = await exchangeBytes(urlOf(name), requestText('GET /livez'));
      expect(answers).toHaveLength(1);
    });
  },
);

describe.each(['public', 'admin'])('on the %s port, what has no end is refused at the limit', (name) => {
  const refusedAtLimit = async (first: string, again: string, status: number) => {
    servers = usual;
    const { text, written } = await flood(urlOf(name), first, again);
    expect(text).toMatch(new RegExp(`^(HTTP/1.1 ${status} |$)`));
    // The rest was buffered by the operating system and never read.
    expect(written).toBeLessThan(50_000_000);
    const { answers } = await exchangeBytes(urlOf(name), requestText('GET /nothing', ['Connection: close']));
    expect(answers[0]!.status).toBe(404);
  };

  test('headers', () =>
    refusedAtLimit('GET /livez HTTP/1.1\r\nHost: test\r\n', `X-A: ${'b'.repeat(100)}\r\n`, 431));
  test('many small headers', () =>
    refusedAtLimit('GET /livez HTTP/1.1\r\nHost: test\r\n', 'a:\r\n'.repeat(250), 431));
  test('one header', () => refusedAtLimit('GET /livez HTTP/1.1\r\nX-A: ', 'b'.repeat(1_000), 431));
  test('the name of a header', () => refusedAtLimit('GET /livez HTTP/1.1\r\n', 'b'.repeat(1_000), 431));
  test('the path', () => refusedAtLimit('GET /', 'b'.repeat(1_000), 431));
  test('the method', () => refusedAtLimit('', 'b'.repeat(1_000), 400));

  const chunked = () => {
    const headers = ['Content-Type: application/json', 'Transfer-Encoding: chunked'];
    return requestText(POST[name]!, name === 'admin' ? [...headers, authorized()] : headers);
  };
  const endsChunks = async (again: string) => {
    servers = usual;
    const { written } = await flood(urlOf(name), chunked(), again);
    expect(written).toBeLessThan(50_000_000);
  };
  test('the extension of a chunk', () => endsChunks(`1;${'a'.repeat(1_000)}`));
  test('chunks', () => endsChunks('400\r\n'.padEnd(5 + 1024, ' ').concat('\r\n')));
  test('tiny chunks', () => endsChunks('1\r\n \r\n'.repeat(200)));
  test('trailers', () => endsChunks(`0\r\n${'X-A: b\r\n'.repeat(100)}`));
});

test('headers up to the limit are read, and one byte more is not', async () => {
  servers = usual;
  const sizes = [HEADER_BYTES_MAX - 200, HEADER_BYTES_MAX + 1];
  const statuses = sizes.map(async (size) => {
    const bytes = requestText('GET /livez', [`X-A: ${'a'.repeat(size)}`, 'Connection: close']);
    return (await exchangeBytes(urlOf('public'), bytes)).answers[0]!.status;
  });
  expect(await Promise.all(statuses)).toEqual([200, 431]);
});

test('two hundred slow callers do not delay a good one, and all are disconnected in time', async () => {
  servers = await startServers({ times: { headersMs: 1_000, requestMs: 1_500, checkIntervalMs: 50 } });
  const slow = Array.from({ length: 200 }, () => new RawConnection(urlOf('public')));
  for (const { socket } of slow) socket.write('GET /livez HTTP/1.1\r\nHost:');
  const good = await exchangeBytes(
    urlOf('public'),
    requestText(`GET ${SEARCH}?keyword=a`, [`Authorization: Bearer ${servers.key}`, 'Connection: close']),
  );
  expect(good.answers[0]!.status).toBe(200);
  expect(slow.filter(({ socket }) => socket.closed)).toEqual([]);
  const ends = await Promise.all(slow.map(({ closed }) => closed));
  expect(new Set(ends.map((bytes) => answersIn(bytes)[0]?.status))).toEqual(new Set([408]));
  await servers.close();
});

test('no more connections than allowed are open, and a place that becomes available is used again', async () => {
  servers = await startServers({ limitConnections: new ConnectionPlaces(5).ofCallers });
  const get = requestText('GET /livez');
  const held = Array.from({ length: 5 }, () => new RawConnection(urlOf('public')));
  const isAnswered = held.map(({ socket }) => once(socket, 'data'));
  for (const { socket } of held) socket.write(get);
  await Promise.all(isAnswered);
  const refused = new RawConnection(urlOf('public'));
  refused.socket.write(get);
  expect((await refused.closed).length).toBe(0);
  held[0]!.socket.destroy();
  const served = async () =>
    (await exchangeBytes(urlOf('public'), requestText('GET /livez', ['Connection: close']))).answers.length;
  await expect.poll(served).toBe(1);
  for (const { socket } of held) socket.destroy();
  await servers.close();
});

describe('of pipelined requests', () => {
  const searches = (count: number) =>
    requestText(`GET ${SEARCH}?keyword=a`, [`Authorization: Bearer ${servers.key}`]).repeat(count);
  /** The first request of a connection is not ahead of any answer. */
  const answeredMost = 1 + AHEAD_MAX;

  const whenRun = (count: number) =>
    expect.poll(() => servers.calls.seen.length, { timeout: 10_000 }).toBe(count);

  /** A gateway whose calls wait until they are released, and a caller that reads nothing yet. */
  const callUnread = async (count: number) => {
    servers = await startServers();
    const { letGo } = holdCalls(servers);
    const connection = new RawConnection(urlOf('public'));
    connection.socket.pause();
    connection.socket.write(searches(count));
    await whenRun(1);
    return { connection, letGo };
  };

  test('one runs at a time, as many as allowed are answered, the next one is refused, and the rest is ignored', async () => {
    const { connection, letGo } = await callUnread(AHEAD_MAX + PASSED_OVER_MAX);
    expect(servers.calls.seen).toHaveLength(1);
    letGo();
    connection.socket.resume();
    const answers = answersIn(await connection.closed);
    const refused = answers.pop()!;
    expect(answers.map(({ status }) => status)).toEqual(Array(answeredMost).fill(200));
    expect(refused).toMatchObject({ status: 503, headers: { connection: 'close', 'retry-after': '1' } });
    expect(JSON.parse(refused.text)).toMatchObject({ code: 'OVERLOADED', charged: '0.000000' });
    expect(servers.calls.seen).toHaveLength(answeredMost);
    await servers.close();
  });

  test('a caller that keeps sending is disconnected before any call has ended, and calls that had not started never run', async () => {
    const { connection } = await callUnread(3_000);
    expect(await connection.closed).toHaveLength(0);
    expect(servers.calls.seen).toHaveLength(1);
    await servers.close();
  });

  test('as many as allowed are all answered, and the connection may then send as many again', async () => {
    const { connection, letGo } = await callUnread(answeredMost);
    letGo();
    connection.socket.resume();
    await expect.poll(() => answersIn(connection.received).length, { timeout: 10_000 }).toBe(answeredMost);
    connection.socket.write(searches(answeredMost - 1) + requestText('GET /livez', ['Connection: close']));
    const statuses = answersIn(await connection.closed).map(({ status }) => status);
    expect(statuses).toEqual(Array(2 * answeredMost).fill(200));
    await servers.close();
  });

  test('the same holds on the admin port', async () => {
    const { promise, resolve: letGo } = Promise.withResolvers<string>();
    let begun = 0;
    const metrics = () => {
      begun++;
      return promise;
    };
    servers = await startServers({ metrics });
    const connection = new RawConnection(urlOf('admin'));
    connection.socket.write(requestText('GET /metrics', [authorized()]).repeat(2 * AHEAD_MAX));
    await expect.poll(() => begun, { timeout: 10_000 }).toBe(1);
    letGo('up 1\n');
    const statuses = answersIn(await connection.closed).map(({ status }) => status);
    expect(statuses).toEqual([...Array(answeredMost).fill(200), 503]);
    expect(begun).toBe(answeredMost);
    await servers.close();
  });
});
