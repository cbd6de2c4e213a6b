// Owns how a listener stops: requests that run are answered, connections without one are closed. Nobody who stopped reading, or never
// finished sending, may hold up a restart.
import type { Server as NodeServer } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { ClientErrors } from './client-error.ts';
import { takeListener } from './interpose.ts';
import type { ServerTimes } from './server.ts';

/** How often connections that fell idle during a stop are looked for. */
const CLOSE_IDLE_MS = 50;

export function boundClosing(
  app: FastifyInstance,
  { unfinishedMs, drainMs }: ServerTimes,
  clientErrors: ClientErrors,
): void {
  const { server } = app;
  const sockets = watchSockets(server);
  const timers: NodeJS.Timeout[] = [];
  // Node takes half a request for a running one.
  const closeUnfinished = () => {
    for (const socket of sockets) if (!clientErrors.isRunning(socket)) socket.destroy();
  };
  app.addHook('preClose', async () => {
    timers.push(setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_MS));
    timers.push(setTimeout(closeUnfinished, unfinishedMs));
    timers.push(setTimeout(() => server.closeAllConnections(), drainMs));
  });
  app.addHook('onClose', async () => {
    for (const timer of timers) clearTimeout(timer);
  });
}

/** The open ones that are in the hands of Node's server. Plain ones are not, until they are handed to it. */
function watchSockets(server: NodeServer): ReadonlySet<Socket> {
  const sockets = new Set<Socket>();
  const take = takeListener<(this: NodeServer, socket: Socket) => void>(server, 'connection');
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    take.call(server, socket);
  });
  return sockets;
}
