// Owns how answers leave: their headers and bodies. Every answer carries the request id and the same protective
// headers; a data answer adds what it cost and what is left. It decides nothing: outcomes come in, bytes go out.
import type { FastifyReply } from 'fastify';
import type { CallOutcome, Deprecation } from '../call/run-call.ts';
import { wholeAnswer } from '../domain/answer.ts';
import { type Failure, isFailure } from '../domain/failure.ts';
import { formatMoney, type Micros, ZERO } from '../domain/money.ts';
import type { RateState } from '../storage/storage.ts';
import { PROBLEM_TYPE, problemHeaders, problemOf } from './problem.ts';
import { STATUS } from './status.ts';

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

/** RateLimit and RateLimit-Policy as in draft-ietf-httpapi-ratelimit-headers. */
function rateHeaders(rate: RateState): Record<string, string> {
  const { requests, perSeconds } = rate.limit;
  return {
    'ratelimit-policy': `"default";q=${requests};w=${perSeconds}`,
    ratelimit: `"default";r=${Math.max(0, rate.remaining)};t=${Math.max(0, Math.ceil(rate.resetMs / 1000))}`,
  };
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
  if (outcome.kind === 'replayed') return outcome.answer;
  const { content, balanceMicros } = outcome;
  if (content.kind === 'bytes') return { body: content.bytes, passedOn: content };
  return { body: wholeAnswer(content, balanceMicros), passedOn: null };
}

export function createAnswers(serviceName: string, requestIdHeader: string): Answers {
  const named = (word: string) => `x-${serviceName.toLowerCase()}-${word}`;
  const [chargedHeader, balanceHeader, replayedHeader] = [
    named('charged'),
    named('balance'),
    named('replayed'),
  ];

  function begin(reply: FastifyReply, status: number, type: string): FastifyReply {
    reply.code(status).headers(PROTECTIVE_HEADERS);
    return reply.header(requestIdHeader, reply.request.id).header('content-type', type);
  }

  function money(reply: FastifyReply, charged: Micros, balance: Micros): void {
    reply.header(chargedHeader, formatMoney(charged)).header(balanceHeader, formatMoney(balance));
  }

  const answers: Answers = {
    failure(reply, failure, extras = {}) {
      begin(reply, STATUS[failure.code], PROBLEM_TYPE).headers(problemHeaders(failure));
      if (extras.allow !== undefined) reply.header('allow', extras.allow);
      if (extras.rate !== undefined) reply.headers(rateHeaders(extras.rate));
      return reply.send(JSON.stringify(problemOf(failure, reply.request.id)));
    },
    object(reply, status, value) {
      return begin(reply, status, JSON_TYPE).send(JSON.stringify({ request_id: reply.request.id, ...value }));
    },
    call(reply, outcome) {
      if (isFailure(outcome)) return answers.failure(reply, outcome, { rate: outcome.rate });
      const { body, passedOn } = bodyOf(outcome);
      begin(reply, passedOn?.status ?? 200, JSON_TYPE).headers(passedOn?.headers ?? {});
      if (outcome.deprecation !== null) reply.headers(deprecationHeaders(outcome.deprecation));
      if (outcome.rate !== null) reply.headers(rateHeaders(outcome.rate));
      if (outcome.kind === 'replayed') {
        money(reply, ZERO, outcome.balanceMicros);
        return reply.header(replayedHeader, 'true').send(body);
      }
      money(reply, outcome.chargedMicros, outcome.balanceMicros);
      if (outcome.ageSeconds !== null) reply.header('age', outcome.ageSeconds);
      return reply.send(body);
    },
    text(reply, answer) {
      begin(reply, answer.status ?? 200, answer.type).headers(answer.headers ?? {});
      return reply.send(answer.text);
    },
  };
  return answers;
}
