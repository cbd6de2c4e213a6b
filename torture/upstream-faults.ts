// The ways in which a platform can fail one request, and the bytes of each. For every fault here the request arrived; a closed port or a
// broken link is the fault proxy's part. A bad answer must never end correctly.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { Dice } from './seed.ts';

export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  socket: Socket;
  /** The correct answer. */
  body: string;
  nonce: string;
  dice: Dice;
}

interface Fault {
  /** Set when a complete and correct answer is sent in spite of the fault. */
  good?: true;
  act(exchange: Exchange): void;
}

const DRIP_MS = 1_000;
const HUGE_CHUNK = Buffer.alloc(256 * 1024, 0x20);
/** Twice what a gateway may accept. */
const HUGE_BYTES = 20 * 1024 * 1024;
const BOMB = gzipSync(Buffer.alloc(48 * 1024 * 1024, 0x20), { level: 9 });
/** Longer than any attempt may take. */
const SILENCE_MS = 40_000;

function head(status: string, ...lines: string[]): string {
  return [`HTTP/1.1 ${status}`, 'content-type: application/json', ...lines, '', ''].join('\r\n');
}

function status(code: number, headers: Record<string, string> = {}, body = '{"error":"fault"}'): Fault {
  return {
    act({ response }) {
      response.writeHead(code, { 'content-type': 'application/json', ...headers }).end(body);
    },
  };
}

function text(body: string, type = 'application/json'): Fault {
  return {
    act({ response }) {
      response.writeHead(200, { 'content-type': type }).end(body);
    },
  };
}

function raw(bytes: (exchange: Exchange) => string, then: 'reset' | 'close' | 'stay'): Fault {
  return {
    act(exchange) {
      const { socket } = exchange;
      socket.write(bytes(exchange), () => {
        if (then === 'reset') socket.resetAndDestroy();
        if (then === 'close') socket.destroy();
        if (then === 'stay') setTimeout(() => socket.destroy(), SILENCE_MS).unref();
      });
    },
  };
}

function drip({ socket, body }: Exchange): void {
  socket.write(head('200 OK', `content-length: ${Buffer.byteLength(body)}`));
  let at = 0;
  const timer = setInterval(() => {
    if (socket.destroyed || at >= SILENCE_MS / DRIP_MS) {
      clearInterval(timer);
      socket.destroy();
      return;
    }
    socket.write(body.slice(at, ++at));
  }, DRIP_MS);
  timer.unref();
}

function huge({ response }: Exchange): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  let sent = 0;
  const more = () => {
    while (!response.destroyed && sent < HUGE_BYTES) {
      sent += HUGE_CHUNK.length;
      if (!response.write(HUGE_CHUNK)) {
        response.once('drain', more);
        return;
      }
    }
    response.end('{}');
  };
  more();
}

/** A second, complete answer on a connection whose request is already answered. */
function extra({ response, socket, body, nonce }: Exchange): void {
  const forged = body.replaceAll(nonce, `forged-${nonce}`);
  response.writeHead(200, { 'content-type': 'application/json' }).end(body, () => {
    socket.write(`${head('200 OK', `content-length: ${Buffer.byteLength(forged)}`)}${forged}`);
  });
}

export const FAULTS: Record<string, Fault> = {
  black_hole: { act: ({ socket }) => void setTimeout(() => socket.destroy(), SILENCE_MS).unref() },
  reset_before_head: { act: ({ socket }) => void socket.resetAndDestroy() },
  reset_after_head: raw(() => head('200 OK', 'content-length: 900'), 'reset'),
  truncated: raw(({ body }) => head('200 OK', 'content-length: 90000') + body, 'close'),
  endless_chunks: raw(
    ({ body }) => `${head('200 OK', 'transfer-encoding: chunked')}${body.length.toString(16)}\r\n${body}\r\n`,
    'stay',
  ),
  slow_drip: { act: drip },
  garbage: raw(() => '\u0000\u0001\u0002 this is no HTTP \r\n\r\n\r\n', 'close'),
  invalid_json: text('{"total": 3, "data": [{"uuid": "broken'),
  wrong_shape: text('{"total":1,"data":{"uuid":"not a list"}}'),
  error_envelope: text('{"code":500,"message":"failed","data":null}'),
  html: text('<!doctype html><title>Sign in</title><p>Sign in to go on.</p>', 'text/html'),
  status_204: status(204, {}, ''),
  redirect: status(302, { location: 'http://127.0.0.1:1/elsewhere' }),
  status_500: status(500),
  status_502: status(502),
  status_503: status(503, { 'retry-after': '1' }),
  status_429: status(429, { 'retry-after': '1' }),
  huge: { act: huge },
  gzip_bomb: {
    act: ({ response }) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(BOMB);
    },
  },
  brotli: {
    act: ({ response, body }) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'br' }).end(body);
    },
  },
  two_lengths: raw(
    ({ body }) =>
      head('200 OK', `content-length: ${body.length}`, `content-length: ${body.length + 7}`) + body,
    'close',
  ),
  extra_answer: { good: true, act: extra },
  late: {
    good: true,
    act: ({ response, body, dice }) => {
      const send = () => response.writeHead(200, { 'content-type': 'application/json' }).end(body);
      setTimeout(send, dice.between(300, 1_500)).unref();
    },
  },
  gzip: {
    good: true,
    act: ({ response, body }) => {
      const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
      response.writeHead(200, headers).end(gzipSync(body));
    },
  },
};

export const FAULT_NAMES = Object.keys(FAULTS);

/** How one platform treats some keywords, independent of other faults. */
export const MISCONDUCT: Record<'hangs' | 'refuses', Fault> = {
  hangs: FAULTS.black_hole!,
  refuses: status(403),
};
