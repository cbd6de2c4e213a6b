// Owns the time that a caller may take to read an answer. Whoever takes longer only pretends to read, and its connection is cut: an
// answer that was paid for can be fetched again by its request id. Node's own timer does not see this while bytes still come in.
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Lines } from './lines.ts';
import type { ServerTimes } from './server-times.ts';

interface Unread {
  response: ServerResponse | null;
  looks: number;
  looksMax: number;
}

/** One timer for all of them. It counts looks, so that an answer sets no time; an end comes up to one look late. */
export function cutUnread(sockets: ReadonlySet<Socket>, lines: Lines, times: ServerTimes): NodeJS.Timeout {
  const unread = new WeakMap<Socket, Unread>();
  const looksFor = (ms: number) => Math.ceil(ms / times.checkIntervalMs) + 1;
  const look = () => {
    for (const socket of sockets) {
      const waiting = socket.writableLength;
      if (waiting === 0) continue;
      const response = lines.answerOf(socket);
      let one = unread.get(socket);
      if (one === undefined || one.response !== response) {
        const ms = times.stallMs + (waiting / times.readBytesPerSecondMin) * 1_000;
        one = { response, looks: 0, looksMax: looksFor(ms) };
        unread.set(socket, one);
      }
      if (++one.looks >= one.looksMax) socket.destroy();
    }
  };
  return setInterval(look, times.checkIntervalMs).unref();
}
