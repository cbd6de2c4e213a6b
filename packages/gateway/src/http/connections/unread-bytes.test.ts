// Callers that do not read. Unread bytes are limited per connection, account and process; above a limit calls are
// refused before they start, and the connections that have waited longest are closed.

import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { hashSecret } from '../../domain/access/key.ts';
import { exchangeBytes, RawConnection, requestText } from '../../testing/raw-http.ts';
import { makeAccount, makeKey } from '../../verb/testing/account.ts';
import { answered, SEARCH, type Servers, startServers } from '../testing/servers.ts';
import { UnreadBytes } from './unread-bytes.ts';

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

// Whose connections are closed when answers that nobody reads exceed a limit: those of the account that exceeds it, the longest unread first.

/** An answer whose caller does not read it. */
class Answer extends EventEmitter {
  socket: { writableLength: number; destroy: () => void };

  constructor(bytes: number) {
    super();
    this.socket = { writableLength: bytes, destroy: vi.fn() };
  }

  get isCut(): boolean {
    return vi.mocked(this.socket.destroy).mock.calls.length > 0;
  }
}

function world(accountBytes: number, processBytes: number) {
  const unread = new UnreadBytes(() => ({ accountBytes, processBytes }));
  const wait = (accountId: string, bytes: number) => {
    const answer = new Answer(bytes);
    unread.watch(answer as unknown as ServerResponse, accountId);
    return answer;
  };
  return { unread, wait };
}

const cut = (...answers: Answer[]) => answers.map(({ isCut }) => isCut);

test('an account above its limit loses its own answers, the oldest first, and no other account loses one', () => {
  const { unread, wait } = world(100, 1_000);
  const answers = [wait('other', 90), wait('mine', 60), wait('mine', 40), wait('mine', 60)];
  expect(cut(...answers)).toEqual([false, true, false, false]);
  expect(unread.bytes).toBe(190);
  expect([unread.refusalOf('mine')?.code, unread.refusalOf('other')]).toEqual(['RATE_LIMITED', null]);
});

test('a process above its limit loses the oldest answers of whichever account, never the latest', () => {
  const { unread, wait } = world(1_000, 100);
  const answers = [wait('a', 60), wait('b', 40), wait('c', 50)];
  expect(cut(...answers)).toEqual([true, false, false]);
  expect([unread.bytes, unread.refusal()]).toEqual([90, null]);
  expect(cut(wait('d', 500), ...answers)).toEqual([false, true, true, true]);
  expect(unread.refusal()?.code).toBe('OVERLOADED');
});

test('an answer that was read, or whose caller has left, counts no longer, once', () => {
  const { unread, wait } = world(100, 100);
  const answer = wait('a', 100);
  expect([unread.refusal()?.code, unread.refusalOf('a')?.code]).toEqual(['OVERLOADED', 'RATE_LIMITED']);
  answer.emit('close');
  answer.emit('close');
  expect([unread.bytes, unread.refusal(), unread.refusalOf('a')]).toEqual([0, null, null]);
});
