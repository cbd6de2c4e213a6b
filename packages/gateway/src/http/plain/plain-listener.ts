// Owns the way of each new connection: it is plain until a piece of it says otherwise, and Node's from then on. Node's server stays
// the listener, with its limit of connections and its two verbs of closing, which here cover the plain ones as well.
import type { Server as NodeServer } from 'node:http';
import type { Socket } from 'node:net';
import { takeListener } from '../interpose.ts';
import type { ServerTimes } from '../server.ts';
import { PlainConnection, type PlainWay } from './plain-connection.ts';

export interface PlainListenerOptions extends Omit<PlainWay, 'handOver' | 'closed' | 'stallMs'> {
  times: ServerTimes;
  /** A connection that never said a word; must end it. */
  onSilent(socket: Socket): void;
}

export function listenPlainly(server: NodeServer, options: PlainListenerOptions): void {
  const connections = new Set<PlainConnection>();
  const toNode = takeListener<(this: NodeServer, socket: Socket) => void>(server, 'connection');
  const way: PlainWay = {
    ...options,
    stallMs: options.times.stallMs,
    closed: (connection) => void connections.delete(connection),
    handOver(connection, bytes) {
      connections.delete(connection);
      const socket = connection.release();
      socket.unshift(bytes);
      toNode.call(server, socket);
    },
  };
  server.on('connection', (socket) => void connections.add(new PlainConnection(socket, way)));
  endQuietOnes(server, connections, options);
  coverClosing(server, connections);
}

/** A caller who takes less than this of a long answer, a kilobyte a second, only pretends to read. */
const BYTES_PER_LOOK_MIN = 2_000;

/**
 * One timer for all of them. It counts looks, so that a request sets no time; an end comes up to one look late. Who takes nothing of
 * an answer is cut by the socket's own timer, which bytes that are sent to us set back: such a caller is found here.
 */
function endQuietOnes(
  server: NodeServer,
  connections: ReadonlySet<PlainConnection>,
  { times, onSilent }: PlainListenerOptions,
): void {
  const looksFor = (ms: number) => Math.ceil(ms / times.checkIntervalMs) + 1;
  const most = {
    silent: looksFor(times.headersMs),
    idle: looksFor(times.keepAliveMs),
    answering: looksFor(times.stallMs),
  };
  const end = {
    silent: onSilent,
    idle: (socket: Socket) => socket.destroySoon(),
    answering: (socket: Socket) => socket.destroy(),
  };
  const look = () => {
    for (const connection of connections) {
      const { socket, state } = connection;
      const max = most[state] + Math.ceil(socket.writableLength / BYTES_PER_LOOK_MIN);
      if (connection.look() >= max) end[state](socket);
    }
  };
  const timer = setInterval(look, times.checkIntervalMs).unref();
  server.on('close', () => clearInterval(timer));
}

function coverClosing(server: NodeServer, connections: ReadonlySet<PlainConnection>): void {
  const closeIdle = server.closeIdleConnections.bind(server);
  const closeAll = server.closeAllConnections.bind(server);
  server.closeIdleConnections = () => {
    closeIdle();
    for (const { state, socket } of connections) if (state !== 'answering') socket.destroy();
  };
  server.closeAllConnections = () => {
    closeAll();
    for (const { socket } of connections) socket.destroy();
  };
}
