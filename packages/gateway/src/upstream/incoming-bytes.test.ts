// The bound on the bytes of an answer counts each answer for itself, on whatever connection it comes.
import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { Incoming } from './incoming-bytes.ts';
import { ANSWER_BYTES_MAX } from './limits.ts';

const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n';

/** A socket that has these bytes, and what undici reads of them. */
function socketWith() {
  const arrived: Buffer[] = [];
  const lost: Error[] = [];
  const socket = {
    read: () => arrived.shift() ?? null,
    destroy: (error: Error) => lost.push(error),
  } as unknown as Socket;
  const incoming = new Incoming(socket);
  const receive = (bytes: Buffer | string) => {
    arrived.push(typeof bytes === 'string' ? Buffer.from(bytes) : bytes);
    return (socket.read() as Buffer | null)?.toString('latin1', 0, 20) ?? null;
  };
  return { incoming, receive, lost };
}

test('many answers over one connection may have more bytes together than one answer may have', () => {
  const { incoming, receive, lost } = socketWith();
  const large = Buffer.alloc(ANSWER_BYTES_MAX);
  for (let i = 0; i < 2; i++) {
    incoming.expect();
    expect(receive(large)).not.toBeNull();
    incoming.rest();
  }
  expect(lost).toEqual([]);
  incoming.expect();
  receive(large);
  expect(receive('b')).toBeNull();
  expect(lost).toMatchObject([{ code: 'TOO_MANY_BYTES' }]);
});

test('what was left out before one answer is not counted for the next, which has not begun', () => {
  const { incoming, receive } = socketWith();
  incoming.expect();
  expect(receive(CONTINUE)).toBeNull();
  expect(incoming.hasBegun).toBe(true);
  expect(receive('HTTP/1.1 200 OK')).toBe('HTTP/1.1 200 OK');
  incoming.rest();
  incoming.expect();
  expect(incoming.hasBegun).toBe(false);
});
