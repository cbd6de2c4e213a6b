// Requests between two processes: each reply reaches its request, a failure is reported, and a side that is gone blocks no
// request.
import { EventEmitter } from 'node:events';
import { afterEach, expect, test, vi } from 'vitest';
import { Channel, type Handlers } from './channel.ts';

afterEach(() => void vi.useRealTimers());

/** Two ends of one channel; messages arrive one turn of the event loop later, as between processes. */
function wire(left: Handlers, right: Handlers): [Channel, Channel] {
  const [a, b] = [new EventEmitter(), new EventEmitter()];
  const end = (own: EventEmitter, other: EventEmitter) => ({
    on: (event: 'message', listener: (message: unknown) => void) => own.on(event, listener),
    send: (message: never) => void setImmediate(() => other.emit('message', structuredClone(message))),
  });
  return [new Channel(end(a, b), left), new Channel(end(b, a), right)];
}

test('both sides may send requests, and every reply reaches its request', async () => {
  const [left, right] = wire(
    { double: (n: number) => n * 2 },
    { later: (n: number) => Promise.resolve(n + 1) },
  );
  const answers = [left.ask('later', 1), left.ask('later', 10), right.ask('double', 4)];
  expect(await Promise.all(answers)).toEqual([2, 11, 8]);
});

test('a failing handler and an unknown topic are reported to the requester', async () => {
  const fail = () => {
    throw new Error('no money');
  };
  const [left] = wire({}, { fail });
  await expect(left.ask('fail')).rejects.toThrow('no money');
  await expect(left.ask('unheard')).rejects.toThrow('nobody here knows "unheard"');
});

test('a request to a side that never replies ends by its deadline, and a late reply is ignored', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { promise, resolve } = Promise.withResolvers<string>();
  const [left] = wire({}, { slow: () => promise, quick: () => 'quick' });
  const asked = expect(left.ask('slow')).rejects.toThrow('no answer to "slow"');
  vi.advanceTimersByTime(2_000);
  await asked;
  resolve('late');
  expect(await left.ask('quick')).toBe('quick');
});

test('answered requests make room: a channel that answered more than may wait at one time takes the next', async () => {
  const [left] = wire({}, { echo: (n: number) => n });
  for (let asked = 0; asked <= 10_000; asked += 1_000)
    await Promise.all(Array.from({ length: 1_000 }, (_, n) => left.ask('echo', n)));
  expect(await left.ask('echo', 'still')).toBe('still');
});

test('an answered request leaves no timer', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const [left] = wire({}, { echo: (n: number) => n });
  await left.ask('echo', 1);
  expect(vi.getTimerCount()).toBe(0);
});
