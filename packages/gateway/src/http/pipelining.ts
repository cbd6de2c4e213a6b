// Owns how many requests one connection may send ahead of its answers. Node reads on until answers pile up, so a caller who
// reads none would have thousands of calls run. The first request too many is refused behind the answers that are due, which
// closes the connection, and whatever follows it is passed over: none of them reads a key or moves money.
import type { RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { failure } from '../domain/failure.ts';
import { takeListener } from './interpose.ts';
import { createRefusal, sendRefusal } from './refusal.ts';
import type { Server } from './server.ts';

/** Clients and proxies wait for each answer; the few that send ahead, such as load generators, are about ten ahead. */
export const AHEAD_MAX = 100;
/**
 * About as many as a read of 64 KiB holds when each brings a key: what was read with the refused one is passed over, so that
 * the answers that are due still leave. Who sends on is cut, because node keeps each of them until the connection ends.
 */
export const PASSED_OVER_MAX = 1_000;
const RETRY_AFTER_MS = 1_000;

/** Of a connection that has ever sent ahead. */
interface Line {
  /** Requests that were sent ahead and have no answer yet. */
  ahead: number;
  isClosing: boolean;
  passedOver: number;
}

/** Stands in front of whatever answers requests now, so it comes last. */
export function boundPipelining({ app, requestIds }: Server): void {
  const handle = takeListener<RequestListener>(app.server, 'request');
  const refuse = createRefusal(requestIds.header, tooFarAhead(), { connection: 'close' });
  const lines = new WeakMap<Socket, Line>();
  app.server.on('request', (request, response) => {
    const { socket } = request;
    const line = lines.get(socket);
    if (line?.isClosing === true) return passOver(line, socket);
    // An answer that is given the socket at once has none before it. So it is with ordinary callers, who cost this look alone.
    if (response.socket !== null) return handle(request, response);
    if (stepAhead(lines, socket, response)) handle(request, response);
    else sendRefusal(response, refuse(requestIds.of(request.headers)));
  });
}

/** False when the request is one too many. */
function stepAhead(lines: WeakMap<Socket, Line>, socket: Socket, response: ServerResponse): boolean {
  const line = lines.get(socket) ?? { ahead: 0, isClosing: false, passedOver: 0 };
  lines.set(socket, line);
  line.isClosing = line.ahead >= AHEAD_MAX;
  if (line.isClosing) return false;
  line.ahead++;
  response.on('close', () => void line.ahead--);
  return true;
}

function passOver(line: Line, socket: Socket): void {
  if (++line.passedOver > PASSED_OVER_MAX) socket.destroy();
}

function tooFarAhead() {
  const detail = `The connection has sent more than ${AHEAD_MAX} requests ahead of their answers, and is closed behind them.`;
  return failure('OVERLOADED', detail, { retryAfterMs: RETRY_AFTER_MS });
}
