// Questions between two processes: answers find their question, a failure is told, and a side that is gone keeps nobody waiting.
import { EventEmitter } from 'node:events';
import { afterEach, expect, test, vi } from 'vitest';
import { Channel, type Handlers } from './channel.ts';

afterEach(() => void vi.useRealTimers());

/** Two ends of one wire; messages arrive a turn later, as between processes. */
function wire(left: Handlers, right: Handlers): [Channel, Channel] {
  const [a, b] = [new EventEmitter(), new EventEmitter()];
  const end = (own: EventEmitter, other: EventEmitter) => ({
    on: (event: 'message', listener: (message: unknown) => void) => own.on(event, listener),
    send: (message: never) => void setImmediate(() => other.emit('message', structuredClone(message))),
  });
  return [new Channel(end(a, b), left), new Channel(end(b, a), right)];
}

test('both sides may ask, and every answer finds its question', async () => {
  const [left, right] = wire(
    { double: (n: number) => n * 2 },
    { later: (n: number) => Promise.resolve(n + 1) },
  );
  const answers = [left.ask('later', 1), left.ask('later', 10), right.ask('double', 4)];
  expect(await Promise.all(answers)).toEqual([2, 11, 8]);
});

test('a handler that fails and a topic that nobody knows are told to who asked', async () => {
  const fail = () => {
    throw new Error('no money');
  };
  const [left] = wire({}, { fail });
  await expect(left.ask('fail')).rejects.toThrow('no money');
  await expect(left.ask('unheard')).rejects.toThrow('nobody here knows "unheard"');
});

test('a side that never answers keeps nobody waiting, and its late answer is nobody’s', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { promise, resolve } = Promise.withResolvers<string>();
  const [left] = wire({}, { slow: () => promise, quick: () => 'quick' });
  const asked = expect(left.ask('slow')).rejects.toThrow('no answer to "slow"');
  vi.advanceTimersByTime(2_000);
  await asked;
  resolve('late');
  expect(await left.ask('quick')).toBe('quick');
});
