// Stops a listener: running requests are answered, idle connections are closed. Timeouts ensure that a caller that
// stopped reading, or never finished sending, does not delay a restart.
import type { Server as NodeServer } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { systemIntervals, systemTimers } from '../../domain/clock.ts';
import type { ConnectionQueues, ConnectionState } from '../limits/connection-queues.ts';
import type { ServerTimes } from './server-times.ts';
import { untilClosed } from './until-closed.ts';

/** How often, in milliseconds, connections that became idle during a stop are closed. */
const CLOSE_IDLE_MS = 50;

export function boundClosing(
  app: FastifyInstance,
  { unfinishedMs, drainMs }: ServerTimes,
  queues: ConnectionQueues,
  sockets: ReadonlySet<Socket>,
): void {
  const { server } = app;
  const stops: (() => void)[] = [];
  const close = (...states: ConnectionState[]) => {
    for (const socket of sockets) if (states.includes(queues.stateOf(socket))) socket.destroy();
  };
  // Node's own version counts an answer as done once it is written to the socket, and would cut off one that the
  // caller has not read yet.
  server.closeIdleConnections = () => close('idle');
  app.addHook('preClose', async () => {
    stops.push(systemIntervals(CLOSE_IDLE_MS, () => close('idle')));
    stops.push(systemTimers(unfinishedMs, () => close('idle', 'arriving')));
    stops.push(systemTimers(drainMs, () => server.closeAllConnections()));
  });
  app.addHook('onClose', async () => {
    for (const stop of stops) stop();
  });
}

/** The open connections of a server. */
export function watchSockets(server: NodeServer): ReadonlySet<Socket> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    untilClosed(socket, () => sockets.delete(socket));
  });
  return sockets;
}
