// Builds answers: status, headers and body of every kind of outcome. Every answer has the request id and the same
// protective headers; a data answer adds what it cost and the balance. Pure: it decides nothing and sends nothing.
import type { CallOutcome, Deprecation } from '../../call/call-outcome.ts';
import { bytesIn, gzipOf, type Piece, withFacts } from '../../domain/answer.ts';
import { type Failure, isFailure } from '../../domain/failure.ts';
import type { FreeState } from '../../domain/limiting/account-limiter.ts';
import { formatMoney, type Micros, ZERO } from '../../domain/money.ts';
import { CODED_BYTES_MIN } from '../../domain/text/gzip-member.ts';
import type { RateState, StoredAnswer } from '../../storage/storage.ts';
import { gzipped, isTextType } from './content-coding.ts';
import { PROBLEM_TYPE, type ProblemDocs, problemHeaders, problemOf } from './problem.ts';

type PassedOn = NonNullable<StoredAnswer['passedOn']>;

/** Request headers that an answer may depend on besides its URL. */
export const VARY = 'Accept-Encoding, Origin';

export const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * Headers of every answer, including errors and malformed requests. A page that needs another policy sets it itself.
 */
export const PROTECTIVE_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

export interface FailureExtras {
  /** On a 405: the methods that the path accepts. */
  allow?: string;
  rate?: RateState | undefined;
  /** The state of a limit on free requests. */
  free?: FreeState | undefined;
  /** The state of the limit on requests to platforms for calls that end uncharged. */
  misses?: RateState | undefined;
}

/** Names and values alternate, as `writeHead` takes them; a record would have to be flattened again. */
type HeaderList = string[];

export interface Form {
  status: number;
  headers: HeaderList;
  body: readonly Piece[];
  /** The body as gzip; null when it must still be compressed; absent when it is never compressed. */
  gzip?: Uint8Array | null;
}

export interface Forms {
  failure(requestId: string, failure: Failure, extras?: FailureExtras): Form;
  call(requestId: string, outcome: CallOutcome): Form;
  /** Any other text with status 200. */
  text(requestId: string, type: string, text: string): Form;
}

/** `request_id` comes first in the body. */
export const withRequestId = (requestId: string, json: string): string =>
  `{"request_id":${JSON.stringify(requestId)}${json === '{}' ? '' : ','}${json.slice(1)}`;

const FIXED: readonly string[] = Object.entries(PROTECTIVE_HEADERS).flat();

type Limits = Pick<FailureExtras, 'free' | 'misses'> & { rate?: RateState | null | undefined };

/**
 * RateLimit and RateLimit-Policy as in draft-ietf-httpapi-ratelimit-headers: `default` is the limit on calls, `misses` the one on requests to
 * platforms for calls that end uncharged. Limits on free requests have names of their own.
 */
export function limitHeaders({ rate, free, misses }: Limits): Record<string, string> {
  const named = [
    ...(rate ? [['default', rate] as const] : []),
    ...(free === undefined ? [] : [[free.policy, free] as const]),
    ...(misses === undefined ? [] : [['misses', misses] as const]),
  ];
  if (named.length === 0) return NO_HEADERS;
  return {
    'ratelimit-policy': named
      .map(([name, { limit }]) => `"${name}";q=${limit.requests};w=${limit.perSeconds}`)
      .join(', '),
    ratelimit: named.map(([name, state]) => `"${name}";${leftOf(state)}`).join(', '),
  };
}

const NO_HEADERS: Record<string, string> = {};

function leftOf({ remaining, resetMs }: RateState): string {
  return `r=${Math.max(0, remaining)};t=${Math.max(0, Math.ceil(resetMs / 1000))}`;
}

function pushAll(headers: HeaderList, more: Record<string, string>): void {
  for (const name in more) headers.push(name, more[name]!);
}

/** Statuses without a body, which must not send a content-length either. */
const BODILESS = [204, 304];

function form(
  status: number,
  headers: HeaderList,
  body: readonly Piece[],
  gzip?: Uint8Array | null | undefined,
): Form {
  if (BODILESS.includes(status)) return { status, headers, body };
  const length = bytesIn(body);
  const isCodable = gzip !== undefined && length >= CODED_BYTES_MIN;
  if (isCodable) headers.push('vary', VARY);
  headers.push('content-length', String(length));
  return isCodable ? { status, headers, body, gzip } : { status, headers, body };
}

/** The same answer, compressed, for a caller that accepts gzip. */
export async function asGzip(form: Form): Promise<Form> {
  if (form.gzip === undefined) return form;
  const bytes = form.gzip ?? (await gzipped(form.body));
  const headers = [...form.headers];
  headers[headers.indexOf('content-length') + 1] = String(bytes.length);
  headers.push('content-encoding', 'gzip');
  return { status: form.status, headers, body: [bytes] };
}

/**
 * Node throws on an invalid header, which would turn a paid answer into an error. So every unusual character is
 * percent-encoded.
 */
function linkTarget(path: string): string {
  return path.toWellFormed().replace(/[^\x21-\x3b\x3d\x3f-\x7e]/gu, encodeURIComponent);
}

/** The headers of RFC 9745 (Deprecation) and RFC 8594 (Sunset). */
function deprecationHeaders(deprecation: Deprecation): Record<string, string> {
  const { deprecatedAtMs, sunsetAtMs, successor } = deprecation;
  return {
    deprecation: `@${Math.floor(deprecatedAtMs / 1000)}`,
    ...(sunsetAtMs !== null && { sunset: new Date(sunsetAtMs).toUTCString() }),
    ...(successor !== null && { link: `<${linkTarget(successor)}>; rel="successor-version"` }),
  };
}

/**
 * Our own JSON with its balance, or an upstream's bytes with their status and headers; the same for new and replayed
 * answers.
 */
function bodyOf(outcome: Exclude<CallOutcome, Failure>) {
  if (outcome.kind === 'replayed') {
    const { body, passedOn, gzip } = outcome.answer;
    return { body: [body], passedOn, gzip };
  }
  const { content } = outcome;
  if (content.kind === 'bytes') return { body: [content.bytes], passedOn: content, gzip: null };
  return { body: withFacts(content, outcome), passedOn: null, gzip: gzipOf(content, outcome) };
}

/** An upstream's bytes may be a picture, or already compressed. */
function isCodable(passedOn: PassedOn | null): boolean {
  if (passedOn === null) return true;
  const { headers } = passedOn;
  return headers['content-encoding'] === undefined && isTextType(headers['content-type'] ?? JSON_TYPE);
}

export function createForms(serviceName: string, requestIdHeader: string, docs: ProblemDocs): Forms {
  const named = (word: string) => `x-${serviceName.toLowerCase()}-${word}`;
  const [chargedHeader, balanceHeader, replayedHeader] = [
    named('charged'),
    named('balance'),
    named('replayed'),
  ];

  const headersOf = (requestId: string, type: string): HeaderList => [
    ...FIXED,
    requestIdHeader,
    requestId,
    'content-type',
    type,
  ];

  /** An upstream's headers override ours. */
  function passedHeaders(requestId: string, { headers, status }: PassedOn): HeaderList {
    const type = status === 204 ? {} : { 'content-type': JSON_TYPE };
    return Object.entries({
      ...PROTECTIVE_HEADERS,
      [requestIdHeader]: requestId,
      ...type,
      ...headers,
    }).flat();
  }

  function pushMoney(headers: HeaderList, charged: Micros, balance: Micros): void {
    headers.push(chargedHeader, formatMoney(charged), balanceHeader, formatMoney(balance));
  }

  const forms: Forms = {
    // As bytes: for a string with characters of many scripts, Node takes twice as long to write it to a socket.
    text: (requestId, type, text) =>
      form(200, headersOf(requestId, type), [Buffer.from(text)], isTextType(type) ? null : undefined),
    failure(requestId, failure, extras = {}) {
      const headers = headersOf(requestId, PROBLEM_TYPE);
      pushAll(headers, problemHeaders(failure));
      if (extras.allow !== undefined) headers.push('allow', extras.allow);
      pushAll(headers, limitHeaders(extras));
      const problem = problemOf(failure, requestId, docs);
      return form(problem.status, headers, [JSON.stringify(problem)]);
    },
    call(requestId, outcome) {
      if (isFailure(outcome)) return forms.failure(requestId, outcome, outcome);
      const { body, passedOn, gzip } = bodyOf(outcome);
      const headers =
        passedOn === null ? headersOf(requestId, JSON_TYPE) : passedHeaders(requestId, passedOn);
      if (outcome.deprecation !== null) pushAll(headers, deprecationHeaders(outcome.deprecation));
      pushAll(headers, limitHeaders(outcome));
      if (outcome.kind === 'replayed') {
        pushMoney(headers, ZERO, outcome.balanceMicros);
        headers.push(replayedHeader, 'true');
      } else {
        pushMoney(headers, outcome.chargedMicros, outcome.balanceMicros);
        if (outcome.ageSeconds !== null) headers.push('age', String(outcome.ageSeconds));
      }
      return form(passedOn?.status ?? 200, headers, body, isCodable(passedOn) ? gzip : undefined);
    },
  };
  return forms;
}
