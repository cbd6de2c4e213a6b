// Owns how answers leave: their headers and bodies. Every answer carries the request id and the same protective
// headers; a data answer adds what it cost and what is left. It decides nothing: outcomes come in, bytes go out.
import type { FastifyReply } from 'fastify';
import type { CallOutcome, Deprecation } from '../call/run-call.ts';
import { bytesIn, type Piece, withBalance } from '../domain/answer.ts';
import { type Failure, isFailure } from '../domain/failure.ts';
import { formatMoney, type Micros, ZERO } from '../domain/money.ts';
import type { RateState, StoredAnswer } from '../storage/storage.ts';
import { PROBLEM_TYPE, problemHeaders, problemOf } from './problem.ts';

type PassedOn = NonNullable<StoredAnswer['passedOn']>;

const JSON_TYPE = 'application/json; charset=utf-8';

/** Of every answer, errors and malformed requests included. A page that needs more says so itself. */
export const PROTECTIVE_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

export interface FailureExtras {
  /** The methods that a path does take, on a 405. */
  allow?: string;
  rate?: RateState | undefined;
}

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

/** Names and values in turn, as node writes them out: a record of them would be taken apart again. */
type HeaderList = string[];

const FIXED: readonly string[] = Object.entries(PROTECTIVE_HEADERS).flat();

/** RateLimit and RateLimit-Policy as in draft-ietf-httpapi-ratelimit-headers. */
function pushRate(headers: HeaderList, rate: RateState): void {
  const { requests, perSeconds } = rate.limit;
  const [remaining, seconds] = [Math.max(0, rate.remaining), Math.max(0, Math.ceil(rate.resetMs / 1000))];
  headers.push('ratelimit-policy', `"default";q=${requests};w=${perSeconds}`);
  headers.push('ratelimit', `"default";r=${remaining};t=${seconds}`);
}

function pushAll(headers: HeaderList, more: Record<string, string>): void {
  for (const name in more) headers.push(name, more[name]!);
}

/** Those have no body, and must not announce one. */
const BODILESS = [204, 304];

/**
 * Writes the answer to node's own response. Fastify's way checks each header, looks for hooks and serializers and copies the
 * headers once more; every billed call and every refusal would pay 15 µs for it.
 */
function send(
  reply: FastifyReply,
  status: number,
  headers: HeaderList,
  body: readonly Piece[],
): FastifyReply {
  if (reply.hasHeader('connection')) headers.push('connection', 'close');
  if (!BODILESS.includes(status)) headers.push('content-length', String(bytesIn(body)));
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

/** A header that node refuses would turn a paid answer into an error, so every odd character is encoded. */
function linkTarget(path: string): string {
  return path.toWellFormed().replace(/[^\x21-\x3b\x3d\x3f-\x7e]/gu, encodeURIComponent);
}

/** RFC 9745 and RFC 8594. */
function deprecationHeaders(deprecation: Deprecation): Record<string, string> {
  const { deprecatedAtMs, sunsetAtMs, successor } = deprecation;
  return {
    deprecation: `@${Math.floor(deprecatedAtMs / 1000)}`,
    ...(sunsetAtMs !== null && { sunset: new Date(sunsetAtMs).toUTCString() }),
    ...(successor !== null && { link: `<${linkTarget(successor)}>; rel="successor-version"` }),
  };
}

/** Our own JSON with its balance, or an upstream's bytes with their status and headers; fresh and replayed alike. */
function bodyOf(outcome: Exclude<CallOutcome, Failure>) {
  if (outcome.kind === 'replayed') return { body: [outcome.answer.body], passedOn: outcome.answer.passedOn };
  const { content, balanceMicros } = outcome;
  if (content.kind === 'bytes') return { body: [content.bytes], passedOn: content };
  return { body: withBalance(content, balanceMicros), passedOn: null };
}

export function createAnswers(serviceName: string, requestIdHeader: string): Answers {
  const named = (word: string) => `x-${serviceName.toLowerCase()}-${word}`;
  const [chargedHeader, balanceHeader, replayedHeader] = [
    named('charged'),
    named('balance'),
    named('replayed'),
  ];

  /** For the free routes. */
  function begin(reply: FastifyReply, status: number, type: string): FastifyReply {
    reply.code(status).headers(PROTECTIVE_HEADERS);
    return reply.header(requestIdHeader, reply.request.id).header('content-type', type);
  }

  const headersOf = ({ request }: FastifyReply, type: string): HeaderList => [
    ...FIXED,
    requestIdHeader,
    request.id,
    'content-type',
    type,
  ];

  /** An upstream's own headers take the place of ours. */
  function passedHeaders({ request }: FastifyReply, { headers, status }: PassedOn): HeaderList {
    const type = status === 204 ? {} : { 'content-type': JSON_TYPE };
    return Object.entries({
      ...PROTECTIVE_HEADERS,
      [requestIdHeader]: request.id,
      ...type,
      ...headers,
    }).flat();
  }

  function pushMoney(headers: HeaderList, charged: Micros, balance: Micros): void {
    headers.push(chargedHeader, formatMoney(charged), balanceHeader, formatMoney(balance));
  }

  const answers: Answers = {
    failure(reply, failure, extras = {}) {
      const headers = headersOf(reply, PROBLEM_TYPE);
      pushAll(headers, problemHeaders(failure));
      if (extras.allow !== undefined) headers.push('allow', extras.allow);
      if (extras.rate !== undefined) pushRate(headers, extras.rate);
      const problem = problemOf(failure, reply.request.id);
      return send(reply, problem.status, headers, [JSON.stringify(problem)]);
    },
    object(reply, status, value) {
      return begin(reply, status, JSON_TYPE).send(JSON.stringify({ request_id: reply.request.id, ...value }));
    },
    call(reply, outcome) {
      if (isFailure(outcome)) return answers.failure(reply, outcome, { rate: outcome.rate });
      const { body, passedOn } = bodyOf(outcome);
      const headers = passedOn === null ? headersOf(reply, JSON_TYPE) : passedHeaders(reply, passedOn);
      if (outcome.deprecation !== null) pushAll(headers, deprecationHeaders(outcome.deprecation));
      if (outcome.rate !== null) pushRate(headers, outcome.rate);
      if (outcome.kind === 'replayed') {
        pushMoney(headers, ZERO, outcome.balanceMicros);
        headers.push(replayedHeader, 'true');
      } else {
        pushMoney(headers, outcome.chargedMicros, outcome.balanceMicros);
        if (outcome.ageSeconds !== null) headers.push('age', String(outcome.ageSeconds));
      }
      return send(reply, passedOn?.status ?? 200, headers, body);
    },
    text(reply, answer) {
      begin(reply, answer.status ?? 200, answer.type).headers(answer.headers ?? {});
      return reply.send(answer.text);
    },
  };
  return answers;
}
