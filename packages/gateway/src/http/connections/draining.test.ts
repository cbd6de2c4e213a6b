import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { answersIn, RawConnection } from '../../testing/raw-http.ts';
import {
  answered,
  connectionsOf,
  holdCalls,
  rawRequest,
  SEARCH,
  type Servers,
  startServers,
} from '../testing/servers.ts';

test('closing lets a running call finish, and its answer closes the connection', async () => {
  const servers = await startServers();
  const { started, letGo } = holdCalls(servers);
  const url = `http://127.0.0.1:${servers.publicPort}${SEARCH}?keyword=a`;
  const pending = fetch(url, { headers: { authorization: `Bearer ${servers.key}` } });
  await started;
  servers.setDraining(true);
  const closing = servers.public.app.close();
  await expect(fetch(url)).rejects.toThrow();
  letGo();
  expect((await pending).status).toBe(200);
  await closing;
  await servers.close();
});

test('a caller that never reads does not delay closing beyond its timeout', async () => {
  const servers = await startServers({ times: { drainMs: 200 } });
  const content = { kind: 'text' as const, head: [Buffer.alloc(50_000_000, 'x')], tail: '' };
  servers.calls.next = (request) => ({ ...answered(request), content }) as ReturnType<typeof answered>;
  const socket = connect(servers.publicPort, '127.0.0.1');
  socket.on('error', () => {});
  socket.pause();
  socket.write(rawRequest(`GET ${SEARCH}?keyword=a`, [`Authorization: Bearer ${servers.key}`]));
  await expect.poll(() => servers.calls.seen.length).toBe(1);
  await servers.public.app.close();
  socket.destroy();
  await servers.close();
});

/** A connection that has sent this text and sends no more. */
function send(servers: Servers, text: string): RawConnection {
  const connection = new RawConnection(`http://127.0.0.1:${servers.publicPort}`);
  connection.socket.write(text);
  return connection;
}

test('a request that arrives only in part does not delay closing', async () => {
  const servers = await startServers({ times: { unfinishedMs: 100 } });
  const body = ['Content-Type: application/json', 'Content-Length: 9'];
  const halves = ['GET /livez HTTP/1.1\r\nHost:', rawRequest('POST /api/test/apikey', body, '{')];
  const connections = halves.map((half) => send(servers, half));
  await expect.poll(() => connectionsOf(servers)).toBe(halves.length);
  await servers.public.app.close();
  for (const { closed } of connections) expect(await closed).toHaveLength(0);
  await servers.close();
});

test('a running call still gets its answer while other connections are closed', async () => {
  const servers = await startServers({ times: { unfinishedMs: 50 } });
  const { letGo } = holdCalls(servers);
  const search = rawRequest(`GET ${SEARCH}?keyword=a`, [`Authorization: Bearer ${servers.key}`]);
  const calls = [send(servers, search), send(servers, search)];
  const unfinished = send(servers, 'GET /livez');
  await expect.poll(() => servers.calls.seen.length).toBe(2);
  await expect.poll(() => connectionsOf(servers)).toBe(3);
  servers.setDraining(true);
  const closing = servers.public.app.close();
  await unfinished.closed;
  letGo();
  for (const { closed } of calls) expect(answersIn(await closed).map(({ status }) => status)).toEqual([200]);
  await closing;
  await servers.close();
});

test('the answer to a request whose body arrived during the stop closes its connection', async () => {
  const servers = await startServers();
  const body = '{"key":"nobody"}';
  const headers = ['Content-Type: application/json', `Content-Length: ${body.length}`];
  const { socket, closed } = send(servers, rawRequest('POST /api/test/apikey', headers, body.slice(0, 3)));
  await expect.poll(() => connectionsOf(servers)).toBe(1);
  servers.setDraining(true);
  socket.write(body.slice(3));
  const [answer] = answersIn(await closed);
  expect(answer).toMatchObject({ status: 200, headers: { connection: 'close' } });
  await servers.close();
});
