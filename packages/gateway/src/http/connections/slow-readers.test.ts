// The memory of an answer's page is not reused until its bytes are sent. Here a page is overwritten as soon as its
// call leaves, as the page memory may do: a slow reader must not notice.
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { GatewayCalls, SendOutcome } from '../../call/gateway-calls.ts';
import type { CallRequest } from '../../call/read-request.ts';
import { answersIn, RawConnection, requestText } from '../../testing/raw-http.ts';
import type { ConnectionQueues } from '../limits/connection-queues.ts';
import { answered, SEARCH, type Servers, startServers } from '../testing/servers.ts';
import { cutSlowReaders } from './cut-slow-readers.ts';
import { PUBLIC_TIMES } from './server-times.ts';

/** More than sockets buffer: the rest waits in the process until it is read. */
const LARGE = 16 * 1024 * 1024;

class OverwrittenPages implements GatewayCalls {
  readonly pages: Buffer[] = [];
  left = 0;
  readonly leftWhenEntered: number[] = [];

  async run(request: CallRequest, send: SendOutcome) {
    // A call that has ended reports it within this turn of the event loop.
    await new Promise(setImmediate);
    this.leftWhenEntered.push(this.left);
    const page = Buffer.alloc(LARGE, 0x61 + this.pages.length);
    this.pages.push(page);
    const content = { kind: 'text' as const, head: [page], tail: '' };
    await send({ ...answered(request), content, rate: null } as ReturnType<typeof answered>, () => {
      this.left++;
      page.fill(0x2a);
    });
  }
}

let calls: OverwrittenPages;
let servers: Servers;
beforeEach(async () => {
  calls = new OverwrittenPages();
  servers = await startServers({ calls });
});
afterEach(() => servers.close());

/** Sends the requests, and reads nothing until the test does. */
function askUnread(...lines: string[][]): RawConnection {
  const connection = new RawConnection(`http://127.0.0.1:${servers.publicPort}`);
  connection.socket.pause();
  connection.socket.write(lines.map((headers) => requestText(`GET ${SEARCH}`, headers)).join(''));
  return connection;
}

/** The letter that a page consists of; empty when it is damaged. */
const letters = (text: string) => (text.startsWith(text[0]!.repeat(LARGE)) ? text[0] : '');

test('a call leaves when its answer has been read, and not before', async () => {
  const { socket, closed } = askUnread(['Connection: close']);
  await vi.waitFor(() => expect(calls.pages).toHaveLength(1));
  socket.resume();
  const [answer] = answersIn(await closed);
  expect(letters(answer!.text)).toBe('a');
  await vi.waitFor(() => expect(calls.left).toBe(1));
});

test('an answer behind an unread one is not even built', async () => {
  const { socket, closed } = askUnread([], ['Connection: close']);
  await vi.waitFor(() => expect(calls.pages).toHaveLength(1));
  socket.resume();
  const answers = answersIn(await closed);
  expect(answers.map(({ text }) => letters(text))).toEqual(['a', 'b']);
  // When the second answer was built, the first had been sent.
  expect(calls.leftWhenEntered).toEqual([0, 1]);
  await vi.waitFor(() => expect(calls.left).toBe(2));
});

test('a call leaves when its caller disconnects without reading', async () => {
  const { socket } = askUnread([]);
  await once(socket, 'connect');
  await vi.waitFor(() => expect(calls.pages).toHaveLength(1));
  socket.destroy();
  await vi.waitFor(() => expect(calls.left).toBe(1));
});

// How long a caller may take to read an answer: the pause that every caller may make, and the time that its bytes take at the slowest rate.
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
