// Callers that do not read. Unread bytes are limited per connection, account and process; above a limit calls are
// refused before they start, and the connections that have waited longest are closed.
import type { Socket } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { hashSecret } from '../../domain/access/key.ts';
import { exchangeBytes, RawConnection, requestText } from '../../testing/raw-http.ts';
import { makeAccount, makeKey } from '../../verb/testing/account.ts';
import { answered, SEARCH, type Servers, startServers } from '../testing/servers.ts';

/** More than the kernel buffers for one connection: the rest waits in the process. */
const LARGE = 16 * 1024 * 1024;

let servers: Servers;
let opened: RawConnection[] = [];
let sockets: Socket[] = [];
afterEach(async () => {
  for (const { socket } of opened) socket.destroy();
  [opened, sockets] = [[], []];
  await servers.close();
});

async function start(accountBytes: number, processBytes: number): Promise<void> {
  servers = await startServers({ unread: () => ({ accountBytes, processBytes }) });
  servers.public.app.server.on('connection', (socket: Socket) => sockets.push(socket));
  const content = { kind: 'text' as const, head: [Buffer.alloc(LARGE, 'x')], tail: '' };
  servers.calls.next = (request) => ({ ...answered(request), content }) as ReturnType<typeof answered>;
}

const url = () => `http://127.0.0.1:${servers.publicPort}`;
const search = (key: string, ...headers: string[]) =>
  requestText(`GET ${SEARCH}`, [`Authorization: Bearer ${key}`, ...headers]);

/** Sends a request, and reads nothing. */
async function askUnread(key = servers.key): Promise<RawConnection> {
  const connection = new RawConnection(url());
  opened.push(connection);
  connection.socket.pause();
  const before = servers.calls.seen.length;
  connection.socket.write(search(key));
  await vi.waitFor(() => expect(servers.calls.seen).toHaveLength(before + 1));
  return connection;
}

async function statusOf(key: string): Promise<[number, string]> {
  const { answers } = await exchangeBytes(url(), search(key, 'Connection: close'));
  return [answers[0]!.status, answers[0]!.status === 200 ? '' : JSON.parse(answers[0]!.text).code];
}

const anotherAccount = async () => {
  const { id } = await makeAccount(servers.world.storage);
  return (await makeKey(servers.world.storage, id)).secret;
};

const furtherKey = async () => {
  const { account } = (await servers.world.storage.keys.findByHash({ hash: hashSecret(servers.key) }))!;
  return (await makeKey(servers.world.storage, account.id)).secret;
};

test('an account with too many unread answers starts no further call, with any of its keys, and others are served', async () => {
  await start(LARGE / 2, 100 * LARGE);
  const [other, further] = [await anotherAccount(), await furtherKey()];
  await askUnread();
  await vi.waitFor(() => expect(servers.public.unreadBytes.bytes).toBeGreaterThan(LARGE / 2));
  const before = servers.calls.seen.length;
  expect(await statusOf(servers.key)).toEqual([429, 'RATE_LIMITED']);
  expect(await statusOf(further)).toEqual([429, 'RATE_LIMITED']);
  expect(servers.calls.seen).toHaveLength(before);
  expect(await statusOf(other)).toEqual([200, '']);
  opened[0]!.socket.destroy();
  await vi.waitFor(() => expect(servers.public.unreadBytes.bytes).toBe(0));
  expect(await statusOf(servers.key)).toEqual([200, '']);
});

test('a process with too many unread bytes starts no further call', async () => {
  await start(100 * LARGE, LARGE / 2);
  await askUnread();
  await vi.waitFor(() => expect(servers.public.unreadBytes.bytes).toBeGreaterThan(LARGE / 2));
  expect(await statusOf(await anotherAccount())).toEqual([503, 'OVERLOADED']);
  const { answers } = await exchangeBytes(url(), requestText('GET /livez', ['Connection: close']));
  expect(answers[0]!.status).toBe(200);
});

test('of answers that were started at one time, those that have waited longest are cut', async () => {
  await start(2.5 * LARGE, 100 * LARGE);
  const gate = Promise.withResolvers<void>();
  const { next } = servers.calls;
  servers.calls.next = async (request) => {
    await gate.promise;
    return next(request);
  };
  for (let i = 0; i < 4; i++) await askUnread();
  gate.resolve();
  await vi.waitFor(() => expect(sockets.filter(({ destroyed }) => destroyed)).toHaveLength(2));
  expect(servers.public.unreadBytes.bytes).toBeLessThanOrEqual(2.5 * LARGE);
  expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true, true, false, false]);
});
