// Owns the order on each connection: one request is answered at a time, the next ones wait behind it, and bytes that are no request
// get their refusal behind the answers that are due. So a connection never holds more than one answer in memory, and nothing that
// comes after a request can take its answer away.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { failure } from '../domain/failure.ts';
import { takeListener } from './interpose.ts';
import { createRefusal, sendRefusal } from './refusal.ts';
import type { RequestIds } from './request-id.ts';

/** Clients and proxies wait for each answer; the few that send ahead, such as load generators, are about ten ahead. */
export const AHEAD_MAX = 100;
/**
 * About as many as a read of 64 KiB holds when each brings a key: what was read with the refused one is passed over, so that
 * the answers that are due still leave. Who sends on is cut, because Node keeps each of them until the connection ends.
 */
export const PASSED_OVER_MAX = 1_000;
const RETRY_AFTER_MS = 1_000;

interface Line {
  /** The request that is being answered, until its answer has left. */
  current: { request: IncomingMessage; response: ServerResponse } | null;
  /** Requests behind it that wait for their turn. */
  ahead: number;
  /** The first request too many has been refused: nothing behind it is read. */
  isClosing: boolean;
  passedOver: number;
  /** Runs when the answer that is due has left. */
  whenFree: (() => void) | null;
  /** What had been read of the connection when its latest answer had left. */
  bytesRead: number;
}

/** `idle`: no byte of a request is here. `arriving`: not all of them are. `answering`: a whole request has its answer due. */
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
    // A refusal may leave before the request has arrived, and is an answer all the same.
    return current.request.complete || current.response.headersSent ? 'answering' : 'arriving';
  }

  /** The answer that this connection is being given now. */
  answerOf(socket: Socket): ServerResponse | null {
    return this.of(socket).current?.response ?? null;
  }

  /** Runs it once, when the answer that is due has left, unless something waits for that already. */
  whenFree(socket: Socket, then: () => void): void {
    this.of(socket).whenFree ??= then;
  }

  take(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const line = this.of(socket);
    line.current = { request, response };
    response.on('close', () => {
      // The next one may have taken its place already.
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

/** Stands in front of whatever answers requests now, so it comes last. */
export function answerInTurn({ app, requestIds, lines, docs }: Answering): void {
  const handle = takeListener(app.server);
  const refuse = createRefusal(requestIds.header, tooFarAhead(), docs, { connection: 'close' });
  app.server.on('request', (request, response) => {
    const line = lines.of(request.socket);
    if (line.isClosing) return passOver(line, request.socket);
    // An answer that is given the socket at once has none before it. So it is with ordinary callers.
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
      // Node is still in the middle of giving it the socket.
      process.nextTick(handle, request, response);
    });
  });
}

function passOver(line: Line, socket: Socket): void {
  if (++line.passedOver > PASSED_OVER_MAX) socket.destroy();
}

function tooFarAhead() {
  const detail = `The connection has sent more than ${AHEAD_MAX} requests ahead of their answers, and is closed behind them.`;
  return failure('OVERLOADED', detail, { retryAfterMs: RETRY_AFTER_MS });
}
