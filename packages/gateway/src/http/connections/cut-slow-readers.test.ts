// How long a caller may take to read an answer: the pause that every caller may make, and the time that its bytes take at the slowest rate.
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import type { ConnectionQueues } from '../limits/connection-queues.ts';
import { cutSlowReaders } from './cut-slow-readers.ts';
import { PUBLIC_TIMES } from './server-times.ts';

afterEach(() => void vi.useRealTimers());

const { stallMs, readBytesPerSecondMin, checkIntervalMs } = PUBLIC_TIMES;

/** A connection with bytes that its caller does not read. */
class Unread {
  writableLength: number;
  destroy = vi.fn();
  response = {} as ServerResponse;

  constructor(seconds: number) {
    this.writableLength = seconds * readBytesPerSecondMin;
  }
}

function watch(...unread: Unread[]): void {
  vi.useFakeTimers({ toFake: ['setInterval'] });
  const answerOf = (socket: unknown) => (socket as Unread).response;
  const queues = { answerOf } as unknown as ConnectionQueues;
  cutSlowReaders(new Set(unread as unknown as Socket[]), queues, PUBLIC_TIMES);
}

test.each([0.01, 1, 60, 320])(
  'an answer of %d seconds at the slowest rate is cut when that time and the allowed pause are over, not before',
  (seconds) => {
    const slow = new Unread(seconds);
    watch(slow);
    vi.advanceTimersByTime(stallMs + seconds * 1_000);
    expect(slow.destroy).not.toHaveBeenCalled();
    // It is noticed at a look, and the first one only begins to count.
    vi.advanceTimersByTime(2 * checkIntervalMs);
    expect(slow.destroy).toHaveBeenCalled();
  },
);

test('each answer of a connection has its own time, and a connection without unread bytes is never cut', () => {
  const [next, empty] = [new Unread(60), new Unread(0)];
  watch(next, empty);
  for (let answers = 0; answers < 5; answers++) {
    vi.advanceTimersByTime(stallMs + 60_000);
    next.response = {} as ServerResponse;
  }
  expect([next.destroy.mock.calls.length, empty.destroy.mock.calls.length]).toEqual([0, 0]);
});
