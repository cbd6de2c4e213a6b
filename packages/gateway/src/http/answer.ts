// Owns how answers leave through Fastify: the forms of billed calls and refusals past it, everything else by its own ways. It
// decides nothing: outcomes come in, bytes go out.
import type { FastifyReply } from 'fastify';
import type { CallOutcome } from '../call/run-call.ts';
import type { Piece } from '../domain/answer.ts';
import type { Failure } from '../domain/failure.ts';
import { type FailureExtras, type Form, type Forms, JSON_TYPE, PROTECTIVE_HEADERS } from './answer-form.ts';

export interface TextAnswer {
  type: string;
  text: string;
  status?: number;
  headers?: Record<string, string>;
}

export interface Answers {
  failure(reply: FastifyReply, failure: Failure, extras?: FailureExtras): FastifyReply;
  /** `request_id` comes first in the body. */
  object(reply: FastifyReply, status: number, value: object): FastifyReply;
  call(reply: FastifyReply, outcome: CallOutcome): FastifyReply;
  text(reply: FastifyReply, answer: TextAnswer): FastifyReply;
}

/**
 * Writes the answer to node's own response. Fastify's way checks each header, looks for hooks and serializers and copies the
 * headers once more; every billed call and every refusal would pay 15 µs for it.
 */
function send(reply: FastifyReply, { status, headers, body }: Form, isLast: boolean): FastifyReply {
  if (isLast || reply.hasHeader('connection')) headers.push('Connection', 'close');
  const { raw } = reply.hijack();
  raw.writeHead(status, headers);
  // Behind another answer on its connection it may wait for long; pages are not lent for that long.
  const pieces = raw.socket === null ? body.map(copyOf) : body;
  // Node holds the pieces back until the end and hands them to the kernel as one.
  for (const piece of pieces.slice(0, -1)) raw.write(piece);
  raw.end(pieces.at(-1));
  return reply;
}

function copyOf(piece: Piece): Piece {
  return typeof piece === 'string' ? piece : Buffer.from(piece);
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
    object(reply, status, value) {
      return begin(reply, status, JSON_TYPE).send(JSON.stringify({ request_id: reply.request.id, ...value }));
    },
    call: (reply, outcome) => send(reply, forms.call(reply.request.id, outcome), draining()),
    text(reply, answer) {
      begin(reply, answer.status ?? 200, answer.type).headers(answer.headers ?? {});
      return reply.send(answer.text);
    },
  };
}
