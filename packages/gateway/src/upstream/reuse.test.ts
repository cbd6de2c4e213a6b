// Proves when a connection is reused, that an unexpected answer is never taken for the next request's, which lost request is sent
// again, and what a changed policy does to open connections.
import { connect, type LookupFunction } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../domain/clock.ts';
import { inBackground } from '../domain/in-background.ts';
import { RESTING_PER_PLACE } from './limits.ts';
import { type Outgoing, prepare } from './outgoing-request.ts';
import { ProviderClient } from './provider-client.ts';
import { testCertificate, testKey } from './testing/certificate.ts';
import { type Ask, type Behaviour, closed, ok, policyOf, World } from './testing/raw-server.ts';
import { TimeLimit } from './time-limit.ts';
import { UnexpectedBytes } from './unexpected-bytes.ts';
import type { UpstreamPolicy } from './upstream.ts';

let world: World;
beforeEach(() => {
  world = new World();
});
afterEach(() => world.close());

/** Sends a request after enough time for a used connection to be reusable. */
function ask(origin: string, options?: Ask) {
  world.rest();
  return world.ask(origin, options);
}

/** Answers with the number of the request. */
const numbered: Behaviour = (socket, { number }) => void socket.write(ok(`answer ${number}`));

/** Blocks the event loop, as a busy process does, while the operating system receives bytes that this process cannot read yet. */
function standStill(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
}

const toLoopback: LookupFunction = (_name, options, callback) => {
  if (options.all) callback(null, [{ address: '127.0.0.1', family: 4 }]);
  else callback(null, '127.0.0.1', 4);
};

test('sequential requests share one connection', async () => {
  const server = await world.server(numbered);
  for (const n of [1, 2, 3]) expect(await ask(server.origin)).toMatchObject({ body: `answer ${n}` });
  expect(server.sockets.length).toBe(1);
});

test('concurrent requests have one connection each, and no answer is mixed up', async () => {
  const server = await world.server((socket, { request }) => {
    const path = /^GET (\S+)/.exec(request)?.[1] ?? '';
    setImmediate(() => socket.write(ok(path)));
  });
  for (let round = 0; round < 5; round++) {
    const paths = Array.from({ length: 20 }, (_, n) => `/${round}/${n}`);
    const answers = await Promise.all(paths.map((path) => ask(server.origin, { path })));
    expect(answers.map((answer) => (answer as { body: string }).body)).toEqual(paths);
  }
  expect(server.sockets.length).toBe(20);
});

test('S10: an extra answer on an idle connection never answers the next request', async () => {
  const server = await world.server((socket, { number }) => void socket.write(ok(`answer ${number}`)));
  expect(await ask(server.origin)).toMatchObject({ body: 'answer 1' });
  server.sockets[0]!.write(ok('extra'));
  await closed(server.sockets[0]);
  expect(await ask(server.origin)).toMatchObject({ body: 'answer 2' });
  expect(server.sockets.length).toBe(2);
});

test.each([
  ['a whole extra answer', ok('extra')],
  ['the beginning of an extra answer', Buffer.from('HTTP/1.1 200 OK\r\ncontent-le')],
  ['garbage', Buffer.from('garbage')],
])(
  '%s that lies in the socket when the next question starts ends the connection first',
  async (_what, bytes) => {
    const server = await world.server(numbered);
    for (let n = 1; n <= 5; n++) {
      expect(await ask(server.origin)).toMatchObject({ body: `answer ${n}` });
      server.sockets.at(-1)!.write(bytes);
      standStill();
    }
    expect(server.sockets.length).toBe(5);
  },
);

test('that holds as well for a request sent from within the event of another socket', async () => {
  const server = await world.server(numbered);
  const other = await world.server(ok('go'));
  const trigger = connect(other.port, '127.0.0.1');
  for (let n = 1; n <= 5; n++) {
    expect(await ask(server.origin)).toMatchObject({ body: `answer ${2 * n - 1}` });
    // In such an event the loop has already polled its sockets, and would write before it polls again.
    const next = new Promise((resolve) => {
      trigger.once('data', () => {
        server.sockets.at(-1)!.write(ok('extra'));
        standStill();
        resolve(ask(server.origin));
      });
    });
    trigger.write('GET / HTTP/1.1\r\n\r\n');
    expect(await next).toMatchObject({ body: `answer ${2 * n}` });
  }
  trigger.destroy();
});

test('a POST whose connection was ended that way goes over a fresh one: nothing of it was sent', async () => {
  const server = await world.server(numbered);
  await ask(server.origin);
  server.sockets[0]!.write(ok('extra'));
  standStill();
  expect(await ask(server.origin, { method: 'POST', body: 'x' })).toMatchObject({ body: 'answer 2' });
  expect(server.seen.map(({ connection }) => connection)).toEqual([1, 2]);
});

test('closing between the check of the socket and the request sends nothing', async () => {
  const server = await world.server(numbered);
  await ask(server.origin);
  const asked = ask(server.origin);
  await world.http.close();
  expect(await asked).toMatchObject({ kind: 'unavailable' });
  expect(server.seen.length).toBe(1);
});

test('over TLS, bytes after the answer refuse it though they come in a record of their own', async () => {
  await world.close();
  world = new World({ ca: testCertificate, lookup: toLoopback });
  const server = await world.server(
    (socket) => {
      socket.write(ok('right'));
      socket.write(ok('extra'));
    },
    { key: testKey, cert: testCertificate },
  );
  expect(await world.ask(`https://upstream.test:${server.port}`)).toEqual({
    kind: 'bad_response',
    detail: 'bytes after the end of the answer',
  });
});

test('bytes that come while a body is still decoded refuse the answer', async () => {
  // Decoding takes a hundred turns of the event loop; the extra bytes need two.
  const long = Array.from({ length: 200_000 }, (_, n) => `${(n * 2_654_435_761) % 4_294_967_296}`).join('');
  const server = await world.server((socket) => {
    socket.write(ok(gzipSync(long), 'content-encoding: gzip'), () => socket.write('extra'));
  });
  expect(await ask(server.origin)).toEqual({
    kind: 'bad_response',
    detail: 'bytes after the end of the answer',
  });
});

test('a connection that has just answered rests before it is used again', async () => {
  const server = await world.server(numbered);
  expect(await world.ask(server.origin)).toMatchObject({ body: 'answer 1' });
  expect(await world.ask(server.origin)).toMatchObject({ body: 'answer 2' });
  expect(server.sockets.length).toBe(2);
  world.rest();
  expect(await world.ask(server.origin)).toMatchObject({ body: 'answer 3' });
  expect(server.sockets.length).toBe(2);
});

test('so an extra answer that TCP holds back until the next request is not taken for its answer', async () => {
  const server = await world.server((socket, { number }) => {
    socket.setNoDelay(false);
    socket.write(ok(`answer ${number}`));
    setImmediate(() => socket.write(ok('extra')));
  });
  for (let n = 1; n <= 10; n++) {
    expect(await world.ask(server.origin)).not.toMatchObject({ body: 'extra' });
  }
});

test('resting connections are kept beside busy ones; beyond the bound the one that began to rest last is closed', async () => {
  await world.close();
  world = new World({ clock: { ...systemClock, monotonicMs: () => 0 } });
  const server = await world.server(numbered);
  const policy = { inFlightMax: 1 };
  for (let n = 0; n <= RESTING_PER_PLACE; n++) await world.ask(server.origin, { policy });
  expect(server.sockets.filter(({ closed }) => closed)).toEqual([]);
  await world.ask(server.origin, { policy });
  await closed(server.sockets[RESTING_PER_PLACE]);
  expect(server.sockets.filter(({ closed }) => closed).length).toBe(1);
});

test('of resting connections, each is reused as soon as its rest is over, however long others rest', async () => {
  const slow = Promise.withResolvers<void>();
  let lookUps = 0;
  const firstTakesLong = async () => {
    if (++lookUps > 1) return;
    await slow.promise;
    pass(10_000);
  };
  const found = { address: '127.0.0.1', family: 4 };
  const lookup: LookupFunction = (_name, options, callback) => {
    const answer = () =>
      options.all ? callback(null, [found]) : callback(null, found.address, found.family);
    inBackground(firstTakesLong().then(answer));
  };
  let aheadMs = 0;
  const pass = (ms: number) => {
    aheadMs += ms;
  };
  const clock = { ...systemClock, monotonicMs: () => systemClock.monotonicMs() + aheadMs };
  await world.close();
  world = new World({ lookup, clock });
  const server = await world.server(numbered);
  const origin = `http://upstream.test:${server.port}`;
  const first = world.ask(origin, { timeoutMs: 60_000 });
  slow.resolve();
  await first;
  await world.ask(origin);
  expect(server.sockets.length).toBe(2);
  // The first took ten seconds to connect, so it rests as long.
  pass(1_000);
  await world.ask(origin);
  expect(server.sockets.length).toBe(2);
  expect(server.seen.map(({ connection }) => connection)).toEqual([1, 2, 2]);
});

test('an answer to a 204 with a body is not taken for the next answer', async () => {
  const server = await world.server((socket, { number }) =>
    socket.write(number === 1 ? `HTTP/1.1 204 X\r\ncontent-length: 5\r\n\r\n${ok('extra')}` : ok('right')),
  );
  await ask(server.origin);
  expect(await ask(server.origin)).toMatchObject({ body: 'right' });
});

test.each(['HTTP/1.1 200 OK\r\nconnection: close\r\n', 'HTTP/1.0 200 OK\r\n'])(
  'a connection that the peer will not keep is not kept (%j)',
  async (first) => {
    const server = await world.server((socket) => socket.write(`${first}content-length: 2\r\n\r\n{}`));
    expect(await ask(server.origin)).toMatchObject({ body: '{}' });
    expect(await ask(server.origin)).toMatchObject({ body: '{}' });
    expect(server.sockets.length).toBe(2);
  },
);

test.each(['timeout=1', 'max=5, timeout=0'])(
  'a connection that the peer keeps for no longer than the way there and back is not kept (%j)',
  async (promise) => {
    const server = await world.server(ok('{}', `keep-alive: ${promise}`));
    await ask(server.origin);
    await ask(server.origin);
    expect(server.sockets.length).toBe(2);
  },
);

test('an idle connection is closed before the peer closes it', async () => {
  const server = await world.server(ok('{}', 'keep-alive: timeout=2'));
  await ask(server.origin);
  const openedMs = systemClock.monotonicMs();
  await closed(server.sockets[0]);
  expect(systemClock.monotonicMs() - openedMs).toBeLessThan(2_000);
});

test('after a failure the connection is gone', async () => {
  const server = await world.server((socket, { number }) =>
    socket.write(number === 1 ? ok('x', 'content-encoding: br') : ok('right')),
  );
  expect(await ask(server.origin)).toMatchObject({ kind: 'bad_response' });
  await closed(server.sockets[0]);
  expect(await ask(server.origin)).toMatchObject({ body: 'right' });
});

/** Answers the first request and closes the connection on the second without an answer; a fresh connection is answered. */
const hangsUp =
  (word = ''): Behaviour =>
  (socket, { number, connection }) => {
    if (number === 1 || connection > 1) socket.write(ok(`answer ${number}`));
    else socket.write(word, () => setImmediate(() => socket.resetAndDestroy()));
  };

test('a GET that met a closing connection is sent once more, on a fresh one', async () => {
  const server = await world.server(hangsUp());
  await ask(server.origin);
  expect(await ask(server.origin)).toMatchObject({ body: 'answer 3' });
  expect(server.sockets.length).toBe(2);
});

test('it is sent once more only', async () => {
  const server = await world.server((socket, { number }) => {
    if (number === 1) socket.write(ok(''));
    else socket.resetAndDestroy();
  });
  await ask(server.origin);
  expect(await ask(server.origin)).toMatchObject({ kind: 'unavailable' });
  expect(server.seen.length).toBe(3);
});

test('a GET is not sent again when its connection was fresh', async () => {
  const server = await world.server((socket) => socket.resetAndDestroy());
  expect(await ask(server.origin)).toMatchObject({ kind: 'unavailable' });
  expect(server.seen.length).toBe(1);
});

test('a GET is not sent again once a byte of an answer came', async () => {
  const server = await world.server(hangsUp('HTTP/1.1 2'));
  await ask(server.origin);
  expect(await ask(server.origin)).toMatchObject({ kind: 'unavailable' });
  expect(server.seen.length).toBe(2);
});

test('a POST is never sent again', async () => {
  const server = await world.server(hangsUp());
  await ask(server.origin);
  const answer = await ask(server.origin, { method: 'POST', body: 'x' });
  expect(answer).toMatchObject({ kind: 'unavailable' });
  expect(server.seen.length).toBe(2);
});

test('a changed policy closes idle connections and lets a running exchange end', async () => {
  let finish = () => {};
  const reached = Promise.withResolvers<void>();
  const server = await world.server((socket, { request, number }) => {
    if (!request.startsWith('GET /slow')) return socket.write(ok(`answer ${number}`));
    finish = () => socket.write(ok('slow'));
    reached.resolve();
  });
  const slow = ask(server.origin, { path: '/slow' });
  await reached.promise;
  await ask(server.origin);
  await ask(server.origin, { policy: { inFlightMax: 3 } });
  await closed(server.sockets[1]);
  expect(server.sockets.length).toBe(3);
  finish();
  expect(await slow).toMatchObject({ body: 'slow' });
});

/**
 * Which change of a policy needs a client of its own; without it, the limits before the change would stay in force until a restart. A request
 * to another origin than that of its policy never gets so far.
 */
const CHANGES: Record<
  Exclude<keyof UpstreamPolicy, 'origin'>,
  [change: Partial<UpstreamPolicy>, clients: 1 | 2]
> = {
  provider: [{ provider: 'q' }, 2],
  allowPrivate: [{ allowPrivate: false }, 2],
  requestsPerSecond: [{ requestsPerSecond: 9 }, 2],
  inFlightMax: [{ inFlightMax: 9 }, 2],
  gatheringShare: [{ gatheringShare: 0.25 }, 2],
  whole: [{ whole: { requestsPerSecond: null, inFlightMax: 9 } }, 2],
  keepAlive: [{ keepAlive: false }, 2],
  proxies: [{ proxies: [{ kind: 'http', hostname: '127.0.0.1', port: 1, credentials: null }] }, 2],
  redirects: [{ redirects: 'never' }, 1],
  fileHosts: [{ fileHosts: ['files.example'] }, 1],
  sendTraceparent: [{ sendTraceparent: true }, 1],
};

test.each(Object.entries(CHANGES))(
  'a changed %s: a client of its own, or the one before',
  async (_, [change, count]) => {
    const server = await world.server(numbered);
    await ask(server.origin);
    await ask(server.origin, { policy: change });
    expect(world.http.clients()).toHaveLength(count);
  },
);

test('a client that is no longer needed lets a running exchange end, and keeps no connection for another one', async () => {
  const [reached, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const server = await world.server((socket) => {
    reached.resolve();
    inBackground(finish.promise.then(() => socket.write(ok('slow'))));
  });
  let aheadMs = 0;
  const clock = { ...systemClock, monotonicMs: () => systemClock.monotonicMs() + aheadMs };
  const policy = policyOf(server.origin);
  const client = new ProviderClient(policy, clock, { unexpectedBytes: new UnexpectedBytes(() => {}) });
  const outgoing = prepare({ method: 'GET', url: `${server.origin}/`, headers: {} }, policy, 'test');
  const timeLimit = new TimeLimit(Number.POSITIVE_INFINITY, null);
  const turn = { timeLimit, deadlineMs: Number.POSITIVE_INFINITY, onBehalfOf: null, permit: null };
  const slow = client.send(outgoing as Outgoing, turn);
  await reached.promise;
  client.retire();
  finish.resolve();
  expect(await slow).toMatchObject({ body: 'slow' });
  aheadMs = 10_000;
  expect(await client.send(outgoing as Outgoing, turn)).toMatchObject({ body: 'slow' });
  expect(server.sockets).toHaveLength(2);
  for (const socket of server.sockets) await closed(socket);
});

test('a provider whose policy changes keeps to the part of its limits that this process has leased', async () => {
  const server = await world.server(numbered);
  world.http.allow(new Map([['p', { requestsPerSecond: null, inFlightMax: 2 }]]));
  for (const inFlightMax of [8, 9]) await ask(server.origin, { policy: { inFlightMax } });
  expect(world.http.clients().map(({ limit }) => limit)).toEqual([2, 2]);
});

test('closing ends idle connections', async () => {
  const server = await world.server(numbered);
  await ask(server.origin);
  await world.http.close();
  await closed(server.sockets[0]);
});
