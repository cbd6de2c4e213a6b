// One limit for both listeners, below the descriptors of the process.

import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { CONNECTIONS_MAX, DESCRIPTORS_RESERVED, OPERATOR_CONNECTIONS } from '../../domain/limits.ts';
import { watchSockets } from '../connections/close-connections.ts';
import {
  ConnectionPlaces,
  connectionsWithin,
  fewConnectionsNotice,
  type LimitConnections,
} from './connection-places.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function listener(limit: LimitConnections) {
  const server = createServer();
  servers.push(server);
  const open = watchSockets(server);
  limit(server, open);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  /** True when the connection is taken, false when it is dropped. */
  const take = async (): Promise<Socket | null> => {
    const { promise: taken, resolve } = Promise.withResolvers<boolean>();
    server.once('connection', () => resolve(true));
    server.once('drop', () => resolve(false));
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {});
    const isTaken = await taken;
    server.removeAllListeners('drop');
    return isTaken ? socket : null;
  };
  return { open, take };
}

async function takeAll(take: () => Promise<Socket | null>): Promise<Socket[]> {
  const sockets: Socket[] = [];
  for (let one = await take(); one !== null; one = await take()) sockets.push(one);
  return sockets;
}

test.each([
  [Number.POSITIVE_INFINITY, CONNECTIONS_MAX],
  [CONNECTIONS_MAX + DESCRIPTORS_RESERVED, CONNECTIONS_MAX],
  [CONNECTIONS_MAX + DESCRIPTORS_RESERVED - 1, CONNECTIONS_MAX - 1],
  [1_024, 1_024 - DESCRIPTORS_RESERVED],
  [2 * DESCRIPTORS_RESERVED, DESCRIPTORS_RESERVED],
  [256, 128],
  [11, 5],
])(
  'a process that may open %d files takes %d connections, and the start says so when they are fewer',
  (files, connections) => {
    expect(connectionsWithin(files)).toBe(connections);
    const notice = fewConnectionsNotice(files);
    if (connections === CONNECTIONS_MAX) expect(notice).toBeNull();
    else expect(notice).toMatch(new RegExp(`open ${files} files .*takes ${connections} connections`));
  },
);

test('both listeners share one limit, callers leave the operator some of it, and a place that becomes free is taken again', async () => {
  const places = new ConnectionPlaces(12);
  const callers = await listener(places.ofCallers);
  const operators = await listener(places.ofOperators);
  const ofCallers = await takeAll(callers.take);
  expect([ofCallers.length, operators.open.size]).toEqual([9, 0]);
  const ofOperators = await takeAll(operators.take);
  expect([ofCallers.length, ofOperators.length]).toEqual([9, 3]);
  ofCallers.pop()!.destroy();
  await expect.poll(() => callers.open.size).toBe(8);
  expect((await takeAll(operators.take)).length).toBe(1);
  expect(await callers.take()).toBeNull();
  for (const socket of ofOperators) socket.destroy();
  await expect.poll(() => operators.open.size).toBe(1);
  expect((await takeAll(callers.take)).length).toBe(1);
});

test('of many places the operator has a named number', async () => {
  const most: number[] = [];
  for (const limit of [new ConnectionPlaces(1_000)].flatMap((places) => [
    places.ofCallers,
    places.ofOperators,
  ])) {
    const server = createServer();
    limit(server, new Set());
    servers.push(server);
  }
  for (const server of servers) most.push(server.maxConnections);
  expect(most).toEqual([1_000 - OPERATOR_CONNECTIONS, 1_000]);
});
