// How a listener ends its connections when it closes, and that it leaves neither a timer nor a connection behind. The connections are played.
import { EventEmitter } from 'node:events';
import { afterEach, expect, test, vi } from 'vitest';
import type { ConnectionState } from '../limits/connection-queues.ts';
import { createServer } from '../server.ts';
import { boundClosing, watchSockets } from './close-connections.ts';
import { PUBLIC_TIMES } from './server-times.ts';

afterEach(() => void vi.useRealTimers());

class Played extends EventEmitter {
  state: ConnectionState;
  destroy = vi.fn(() => this.emit('close'));

  constructor(state: ConnectionState) {
    super();
    this.state = state;
  }
}

function world(...states: ConnectionState[]) {
  vi.useFakeTimers();
  const hooks: Record<string, () => Promise<void>> = {};
  const server = Object.assign(new EventEmitter(), { closeAllConnections: vi.fn() });
  const addHook = (name: string, hook: () => Promise<void>) => {
    hooks[name] = hook;
  };
  const open = watchSockets(server as never);
  const sockets = states.map((state) => new Played(state));
  for (const socket of sockets) server.emit('connection', socket);
  const queues = { stateOf: (socket: unknown) => (socket as Played).state };
  boundClosing({ server, addHook } as never, PUBLIC_TIMES, queues as never, open);
  return { server, hooks, sockets, open };
}

test('while a listener closes, idle connections end at once, half requests after a moment, and answers may be sent until the end', async () => {
  const { server, hooks, sockets, open } = world('idle', 'arriving', 'answering');
  const ended = () => sockets.map(({ destroy }) => destroy.mock.calls.length > 0);
  await hooks.preClose!();
  vi.advanceTimersByTime(50);
  expect(ended()).toEqual([true, false, false]);
  vi.advanceTimersByTime(PUBLIC_TIMES.unfinishedMs - 51);
  expect(ended()).toEqual([true, false, false]);
  vi.advanceTimersByTime(1);
  expect(ended()).toEqual([true, true, false]);
  expect(open.size).toBe(1);
  vi.advanceTimersByTime(PUBLIC_TIMES.drainMs - PUBLIC_TIMES.unfinishedMs - 1);
  expect(server.closeAllConnections).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(server.closeAllConnections).toHaveBeenCalled();
  expect(ended()[2]).toBe(false);
});

test('a listener that has closed leaves no timer, and a connection that has ended is remembered no longer', async () => {
  const { hooks, sockets, open } = world('answering');
  await hooks.preClose!();
  expect(vi.getTimerCount()).toBe(3);
  await hooks.onClose!();
  expect(vi.getTimerCount()).toBe(0);
  sockets[0]!.emit('close');
  expect(open.size).toBe(0);
});

test('a server that has closed looks for slow readers no longer', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] });
  const clock = { nowMs: () => 0, monotonicMs: () => 0 };
  const deps = { serviceName: 'reelgate', title: () => '', clock, random: () => new Uint8Array(16) };
  const log = { error() {}, warn() {}, info() {}, debug() {} };
  const limits = {
    trustProxy: [],
    limitConnections: () => {},
    unread: () => ({ accountBytes: 1, processBytes: 1 }),
  };
  const docs = { page: '/docs', base: () => '' };
  const { app } = createServer({ ...deps, ...limits, log, draining: () => false }, PUBLIC_TIMES, docs);
  expect(vi.getTimerCount()).toBe(1);
  await app.close();
  expect(vi.getTimerCount()).toBe(0);
});
