// Limits the time in which a caller must read an answer. The connection of a caller that takes longer is closed; a
// paid answer can be fetched again by its request id. Node's own timeout does not notice this while bytes still come
// in.
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { systemIntervals } from '../../domain/clock.ts';
import type { ConnectionQueues } from '../limits/connection-queues.ts';
import type { ServerTimes } from './server-times.ts';

interface Unread {
  response: ServerResponse | null;
  looks: number;
  looksMax: number;
}

/**
 * One timer for all connections; the returned function ends it. It counts its own runs, so that no clock is read per answer; a connection is closed
 * up to one interval late.
 */
export function cutSlowReaders(
  sockets: ReadonlySet<Socket>,
  queues: ConnectionQueues,
  times: ServerTimes,
): () => void {
  const unread = new WeakMap<Socket, Unread>();
  const looksFor = (ms: number) => Math.ceil(ms / times.checkIntervalMs) + 1;
  const look = () => {
    for (const socket of sockets) {
      const waiting = socket.writableLength;
      if (waiting === 0) continue;
      const response = queues.answerOf(socket);
      let one = unread.get(socket);
      if (one === undefined || one.response !== response) {
        const ms = times.stallMs + (waiting / times.readBytesPerSecondMin) * 1_000;
        one = { response, looks: 0, looksMax: looksFor(ms) };
        unread.set(socket, one);
      }
      if (++one.looks >= one.looksMax) socket.destroy();
    }
  };
  return systemIntervals(times.checkIntervalMs, look);
}
