// Sends answers. Billed calls and refusals bypass Fastify's reply, everything else uses it. It decides nothing:
// outcomes come in, bytes go out.
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Failure } from '../../domain/failure.ts';
import { CODED_BYTES_MIN } from '../../domain/text/gzip-member.ts';
import {
  asGzip,
  type FailureExtras,
  type Form,
  type Forms,
  JSON_TYPE,
  PROTECTIVE_HEADERS,
  VARY,
  withRequestId,
} from './answer-form.ts';
import { acceptsGzip, gzipped } from './content-coding.ts';
import { promisedBytes } from './promised-bytes.ts';

export interface TextAnswer {
  type: string;
  text: string;
  /** The text already compressed, when available. */
  gzip?: Buffer;
  status?: number;
  headers?: Record<string, string>;
}

interface BytesAnswer extends Pick<TextAnswer, 'type' | 'status' | 'headers'> {
  /** null for an answer without a body. */
  bytes: Uint8Array | null;
}

interface StreamAnswer extends Pick<TextAnswer, 'type' | 'status' | 'headers'> {
  chunks: AsyncIterable<string | Uint8Array>;
  /** The length that the answer announces; null when it is not known before the end. A stream of another length closes the connection. */
  bytes: number | null;
}

export interface Answers {
  failure(reply: FastifyReply, failure: Failure, extras?: FailureExtras): FastifyReply;
  /** `request_id` comes first in the body. */
  object(reply: FastifyReply, status: number, value: object): FastifyReply;
  text(reply: FastifyReply, answer: TextAnswer): FastifyReply;
  /** Bypasses Fastify's reply, as answers of billed calls do. */
  quick(reply: FastifyReply, answer: Pick<TextAnswer, 'type' | 'text'>): Promise<FastifyReply>;
  /** To HEAD without a chunk being made. In chunks, as fast as the caller reads. Rejects when there is no first chunk because of an error: then nothing was sent. */
  stream(reply: FastifyReply, answer: StreamAnswer): Promise<FastifyReply>;
  /** Sent unchanged: bytes that should be compressed must already be. */
  bytes(reply: FastifyReply, answer: BytesAnswer): FastifyReply;
}

/**
 * Writes the answer to Node's response. Fastify's reply checks each header, looks for hooks and serializers and
 * copies the headers once more, which would cost every billed call and every refusal 15 µs.
 */
export function sendForm(response: ServerResponse, { status, headers, body }: Form, isLast: boolean): void {
  if (isLast) headers.push('Connection', 'close');
  response.writeHead(status, headers);
  // Node buffers the pieces until end() and gives them to the kernel in one write.
  for (let i = 0; i < body.length - 1; i++) response.write(body[i]);
  response.end(body.at(-1));
}

function send(reply: FastifyReply, form: Form, isLast: boolean): FastifyReply {
  sendForm(reply.hijack().raw, form, isLast || reply.hasHeader('connection'));
  return reply;
}

/**
 * Compresses the text for callers that accept it. Fastify waits until reply.send is called, also when that happens
 * later.
 */
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

/** While the process stops (`draining`), every answer closes its connection, whenever its request began. */
export function createAnswers(forms: Forms, requestIdHeader: string, draining: () => boolean): Answers {
  /** Starts an answer of a free route. */
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
      const text = withRequestId(reply.request.id, JSON.stringify(value));
      return sendText(begin(reply, status, JSON_TYPE), text);
    },
    bytes(reply, { status = 200, type, headers = {}, bytes }) {
      begin(reply, status, type).headers(headers);
      return bytes === null
        ? reply.send()
        : reply.send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
    },
    async stream(reply, { type, chunks, bytes, status = 200, headers = {} }) {
      if (reply.request.method === 'HEAD') return begin(reply, status, type).headers(headers).send();
      const body = Readable.from(bytes === null ? chunks : promisedBytes(chunks, bytes));
      await once(body, 'readable');
      if (bytes !== null) reply.header('content-length', String(bytes));
      return begin(reply, status, type).headers(headers).send(body);
    },
    text(reply, answer) {
      begin(reply, answer.status ?? 200, answer.type).headers(answer.headers ?? {});
      return sendText(reply, answer.text, answer.gzip);
    },
  };
}
