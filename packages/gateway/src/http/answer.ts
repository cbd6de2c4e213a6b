// Owns how answers leave: the forms of billed calls and refusals past Fastify, everything else by its own ways. It
// decides nothing: outcomes come in, bytes go out.
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Failure } from '../domain/failure.ts';
import {
  asGzip,
  type FailureExtras,
  type Form,
  type Forms,
  JSON_TYPE,
  PROTECTIVE_HEADERS,
  VARY,
} from './answer-form.ts';
import { acceptsGzip, CODED_BYTES_MIN, gzipped } from './content-coding.ts';

export interface TextAnswer {
  type: string;
  text: string;
  /** The same as gzip, when it was made before. */
  gzip?: Buffer;
  status?: number;
  headers?: Record<string, string>;
}

export interface BytesAnswer extends Pick<TextAnswer, 'type' | 'status' | 'headers'> {
  /** null for an answer without a body. */
  bytes: Uint8Array | null;
}

export interface Answers {
  failure(reply: FastifyReply, failure: Failure, extras?: FailureExtras): FastifyReply;
  /** `request_id` comes first in the body. */
  object(reply: FastifyReply, status: number, value: object): FastifyReply;
  text(reply: FastifyReply, answer: TextAnswer): FastifyReply;
  /** Past Fastify, as billed calls are answered. */
  quick(reply: FastifyReply, answer: Pick<TextAnswer, 'type' | 'text'>): Promise<FastifyReply>;
  /** Piece by piece, as fast as the caller reads. */
  stream(reply: FastifyReply, answer: { type: string; chunks: AsyncIterable<string> }): FastifyReply;
  /** As they are: what is to be compressed is so already. */
  bytes(reply: FastifyReply, answer: BytesAnswer): FastifyReply;
}

/**
 * Writes the answer to node's own response. Fastify's way checks each header, looks for hooks and serializers and copies the
 * headers once more; every billed call and every refusal would pay 15 µs for it.
 */
export function sendForm(response: ServerResponse, { status, headers, body }: Form, isLast: boolean): void {
  if (isLast) headers.push('Connection', 'close');
  response.writeHead(status, headers);
  // Node holds the pieces back until the end and hands them to the kernel as one.
  for (let i = 0; i < body.length - 1; i++) response.write(body[i]);
  response.end(body.at(-1));
}

function send(reply: FastifyReply, form: Form, isLast: boolean): FastifyReply {
  sendForm(reply.hijack().raw, form, isLast || reply.hasHeader('connection'));
  return reply;
}

/** Compressed for who accepts it. The reply counts as sent only when it is: Fastify waits for it. */
function sendText(reply: FastifyReply, text: string, gzip?: Buffer): FastifyReply {
  if (Buffer.byteLength(text) < CODED_BYTES_MIN) return reply.send(text);
  reply.header('vary', VARY);
  if (!acceptsGzip(reply.request.headers['accept-encoding'])) return reply.send(text);
  reply.header('content-encoding', 'gzip');
  const bytes = gzip ?? gzipped([text]);
  if (Buffer.isBuffer(bytes)) return reply.send(bytes);
  bytes.then(
    (ready) => reply.send(ready),
    (error: unknown) => reply.removeHeader('content-encoding').send(error),
  );
  return reply;
}

/** While the process stops (`draining`), answers close their connections, whenever their requests began. */
export function createAnswers(forms: Forms, requestIdHeader: string, draining: () => boolean): Answers {
  /** For the free routes. */
  function begin(reply: FastifyReply, status: number, type: string): FastifyReply {
    reply.code(status).headers(PROTECTIVE_HEADERS);
    if (draining()) reply.header('connection', 'close');
    return reply.header(requestIdHeader, reply.request.id).header('content-type', type);
  }

  return {
    failure: (reply, failure, extras) =>
      send(reply, forms.failure(reply.request.id, failure, extras), draining()),
    async quick(reply, { type, text }) {
      const form = forms.text(reply.request.id, type, text);
      const isCoded = form.gzip !== undefined && acceptsGzip(reply.request.headers['accept-encoding']);
      return send(reply, isCoded ? await asGzip(form) : form, draining());
    },
    object(reply, status, value) {
      const text = JSON.stringify({ request_id: reply.request.id, ...value });
      return sendText(begin(reply, status, JSON_TYPE), text);
    },
    bytes(reply, { status = 200, type, headers = {}, bytes }) {
      begin(reply, status, type).headers(headers);
      return bytes === null
        ? reply.send()
        : reply.send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
    },
    stream: (reply, { type, chunks }) => begin(reply, 200, type).send(Readable.from(chunks)),
    text(reply, answer) {
      begin(reply, answer.status ?? 200, answer.type).headers(answer.headers ?? {});
      return sendText(reply, answer.text, answer.gzip);
    },
  };
}
