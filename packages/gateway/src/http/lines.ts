// Keeps the order of requests on each connection. One request is answered at a time, later ones wait behind it, and
// bytes that are not a request are refused only after the pending answers. So a connection never has more than one
// answer in memory, and nothing that follows a request can replace its answer.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { failure } from '../domain/failure.ts';
import { takeListener } from './interpose.ts';
import { createRefusal, sendRefusal } from './refusal.ts';
import type { RequestIds } from './request-id.ts';

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

interface Line {
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
export type LineState = 'idle' | 'arriving' | 'answering';

export class Lines {
  readonly #lines = new WeakMap<Socket, Line>();

  of(socket: Socket): Line {
    const known = this.#lines.get(socket);
    if (known !== undefined) return known;
    const line: Line = {
      current: null,
      ahead: 0,
      isClosing: false,
      passedOver: 0,
      whenFree: null,
      bytesRead: 0,
    };
    this.#lines.set(socket, line);
    return line;
  }

  stateOf(socket: Socket): LineState {
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
    const line = this.of(socket);
    line.current = { request, response };
    response.on('close', () => {
      // The next request may already have taken its place.
      if (line.current?.response !== response) return;
      line.current = null;
      line.bytesRead = socket.bytesRead;
      const then = line.whenFree;
      line.whenFree = null;
      then?.();
    });
  }
}

interface Answering {
  app: FastifyInstance;
  requestIds: RequestIds;
  lines: Lines;
  docs: string;
}

/** Runs before the current request listener, so it must be installed last. */
export function answerInTurn({ app, requestIds, lines, docs }: Answering): void {
  const handle = takeListener(app.server);
  const refuse = createRefusal(requestIds.header, tooFarAhead(), docs, { connection: 'close' });
  app.server.on('request', (request, response) => {
    const line = lines.of(request.socket);
    if (line.isClosing) return passOver(line, request.socket);
    // The common case: the response has the socket, so no answer is pending before it.
    if (response.socket !== null) {
      lines.take(request, response);
      return handle(request, response);
    }
    if (line.ahead >= AHEAD_MAX) {
      line.isClosing = true;
      return sendRefusal(response, refuse(requestIds.of(request)));
    }
    line.ahead++;
    response.on('socket', () => {
      line.ahead--;
      lines.take(request, response);
      // Node has not finished assigning the socket yet.
      process.nextTick(handle, request, response);
    });
  });
}

function passOver(line: Line, socket: Socket): void {
  if (++line.passedOver > PASSED_OVER_MAX) socket.destroy();
}

function tooFarAhead() {
  const detail = `The connection has sent more than ${AHEAD_MAX} requests ahead of their answers. It is closed after the answers that are pending.`;
  return failure('OVERLOADED', detail, { retryAfterMs: RETRY_AFTER_MS });
}
