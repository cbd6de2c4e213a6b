// Keeps the order of requests on each connection. One request is answered at a time, later ones wait behind it, and
// bytes that are not a request are refused only after the pending answers. So a connection never has more than one
// answer in memory, and nothing that follows a request can replace its answer.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { failure } from '../../domain/failure.ts';
import type { ProblemDocs } from '../answers/problem.ts';
import { createRefusal, sendRefusal } from '../answers/refusal.ts';
import { takeRequestListener } from '../connections/take-request-listener.ts';
import { untilClosed } from '../connections/until-closed.ts';
import type { RequestIds } from '../requests/request-id.ts';

/**
 * Clients and proxies wait for each answer. The few that pipeline, such as load generators, are about ten requests
 * ahead.
 */
export const AHEAD_MAX = 100;
/**
 * About as many requests as a read of 64 KiB contains when each has a key. Requests that were read together with the
 * refused one are ignored, so that pending answers can still be sent. A caller that sends more is disconnected,
 * because Node keeps each request until the connection ends.
 */
export const PASSED_OVER_MAX = 1_000;
const RETRY_AFTER_MS = 1_000;

interface ConnectionQueue {
  /** The request that is being answered, until its answer was sent. */
  current: { request: IncomingMessage; response: ServerResponse } | null;
  /** Requests that wait behind it. */
  ahead: number;
  /** True once a request above AHEAD_MAX was refused: requests behind it are ignored. */
  isClosing: boolean;
  passedOver: number;
  /** Runs when the pending answer was sent. */
  whenFree: (() => void) | null;
  /** Bytes read from the connection when its latest answer was sent. */
  bytesRead: number;
}

/**
 * `idle`: no byte of a request has arrived. `arriving`: a request has arrived in part. `answering`: a whole request
 * waits for its answer.
 */
export type ConnectionState = 'idle' | 'arriving' | 'answering';

export class ConnectionQueues {
  readonly #queues = new WeakMap<Socket, ConnectionQueue>();

  of(socket: Socket): ConnectionQueue {
    const known = this.#queues.get(socket);
    if (known !== undefined) return known;
    const queue: ConnectionQueue = {
      current: null,
      ahead: 0,
      isClosing: false,
      passedOver: 0,
      whenFree: null,
      bytesRead: 0,
    };
    this.#queues.set(socket, queue);
    return queue;
  }

  stateOf(socket: Socket): ConnectionState {
    const { current, bytesRead } = this.of(socket);
    if (current === null) return socket.bytesRead === bytesRead ? 'idle' : 'arriving';
    // A refusal may be sent before the whole request has arrived; it counts as an answer too.
    return current.request.complete || current.response.headersSent ? 'answering' : 'arriving';
  }

  /** The answer that is being sent on this connection now. */
  answerOf(socket: Socket): ServerResponse | null {
    return this.of(socket).current?.response ?? null;
  }

  /** Runs `then` once, after the pending answer was sent. Ignored when something already waits for that. */
  whenFree(socket: Socket, then: () => void): void {
    this.of(socket).whenFree ??= then;
  }

  take(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const queue = this.of(socket);
    queue.current = { request, response };
    untilClosed(response, () => {
      // The next request may already have taken its place.
      if (queue.current?.response !== response) return;
      queue.current = null;
      queue.bytesRead = socket.bytesRead;
      const then = queue.whenFree;
      queue.whenFree = null;
      then?.();
    });
  }
}

interface Answering {
  app: FastifyInstance;
  requestIds: RequestIds;
  queues: ConnectionQueues;
  docs: ProblemDocs;
}

/** Runs before the current request listener, so it must be installed last. */
export function answerInTurn({ app, requestIds, queues, docs }: Answering): void {
  const handle = takeRequestListener(app.server);
  const refuse = createRefusal(requestIds.header, tooFarAhead(), docs, { connection: 'close' });
  app.server.on('request', (request, response) => {
    const queue = queues.of(request.socket);
    if (queue.isClosing) return passOver(queue, request.socket);
    // The common case: the response has the socket, so no answer is pending before it.
    if (response.socket !== null) {
      queues.take(request, response);
      return handle(request, response);
    }
    if (queue.ahead >= AHEAD_MAX) {
      queue.isClosing = true;
      return sendRefusal(response, refuse(requestIds.of(request)));
    }
    queue.ahead++;
    response.on('socket', () => {
      queue.ahead--;
      queues.take(request, response);
      // Node has not finished assigning the socket yet.
      process.nextTick(handle, request, response);
    });
  });
}

function passOver(queue: ConnectionQueue, socket: Socket): void {
  if (++queue.passedOver > PASSED_OVER_MAX) socket.destroy();
}

function tooFarAhead() {
  const detail = `The connection has sent more than ${AHEAD_MAX} requests ahead of their answers. It is closed after the answers that are pending.`;
  return failure('OVERLOADED', detail, { retryAfterMs: RETRY_AFTER_MS });
}
