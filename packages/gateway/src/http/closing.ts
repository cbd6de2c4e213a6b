// Owns how a listener stops: requests that run are answered, connections without one are closed. Nobody who stopped reading, or never
// finished sending, may hold up a restart.
import type { Server as NodeServer } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { LineState, Lines } from './lines.ts';
import type { ServerTimes } from './server-times.ts';

/** How often connections that fell idle during a stop are looked for. */
const CLOSE_IDLE_MS = 50;

export function boundClosing(
  app: FastifyInstance,
  { unfinishedMs, drainMs }: ServerTimes,
  lines: Lines,
  sockets: ReadonlySet<Socket>,
): void {
  const { server } = app;
  const timers: NodeJS.Timeout[] = [];
  const close = (...states: LineState[]) => {
    for (const socket of sockets) if (states.includes(lines.stateOf(socket))) socket.destroy();
  };
  // Node's own takes an answer for read when it was handed to the socket, and would cut it off.
  server.closeIdleConnections = () => close('idle');
  app.addHook('preClose', async () => {
    timers.push(setInterval(() => close('idle'), CLOSE_IDLE_MS));
    timers.push(setTimeout(() => close('idle', 'arriving'), unfinishedMs));
    timers.push(setTimeout(() => server.closeAllConnections(), drainMs));
  });
  app.addHook('onClose', async () => {
    for (const timer of timers) clearTimeout(timer);
  });
}

/** The open ones. */
export function watchSockets(server: NodeServer): ReadonlySet<Socket> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  return sockets;
}
