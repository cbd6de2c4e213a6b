// Owns the turning of errors into typed failures. A detail is made of our own words and of error codes, never of an
// error's message, an address or a header: those may hold a token that a platform wants in its query.
import type { AttemptFailure } from '../connectors/connector.ts';

/** How far an exchange came: nothing sent yet, sent without an answer, or in the middle of the answer. */
export type Stage = 'connecting' | 'waiting' | 'reading';

export const PRIVATE_ADDRESS = 'PRIVATE_ADDRESS';

/** What ended a connection when it was not the system that said so. */
export class ConnectionError extends Error {
  readonly code:
    | 'PRIVATE_ADDRESS'
    | 'ENOTFOUND'
    | 'CONNECT_TIMEOUT'
    | 'CLOSED_HERE'
    | 'LOST_UNSENT'
    | 'TOO_MANY_BYTES'
    | 'PROXY_AUTH'
    | 'PROXY_REFUSED';

  constructor(code: ConnectionError['code']) {
    super(code);
    this.code = code;
  }
}

/** A code of capitals cannot carry a secret. Anything else is dropped. */
function codeOf(error: unknown): string {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && /^[A-Z0-9_]{1,60}$/.test(code) ? code : 'unknown error';
}

export function badResponse(detail: string): AttemptFailure {
  return { kind: 'bad_response', detail };
}

export function unavailable(detail: string): AttemptFailure {
  return { kind: 'unavailable', detail };
}

/** The provider never heard of it. */
export const closing: AttemptFailure = {
  kind: 'unavailable',
  detail: 'the gateway is closing',
  isLocal: true,
};

export function localLimit(retryMs: number): AttemptFailure {
  return { kind: 'unavailable', detail: 'local limit', isLocal: true, retryMs: Math.ceil(retryMs) };
}

const WHILE: Record<Stage, string> = {
  connecting: 'while connecting',
  waiting: 'before the answer began',
  reading: 'in the middle of the answer',
};

export function timedOut(stage: Stage): AttemptFailure {
  return { kind: 'timeout', detail: `deadline passed ${WHILE[stage]}` };
}

/** What undici says of a head or body beyond its bound, of a length that lies, and of what it held to be impossible. */
const WRONG_ANSWER =
  /^(UND_ERR_(HEADERS_OVERFLOW|RES_CONTENT_LENGTH_MISMATCH|RES_EXCEEDED_MAX_SIZE)|ERR_ASSERTION|TOO_MANY_BYTES)$/;

/** An answer that nobody asked for, or a 101; undici gives it the code of any broken socket, so its text must do. */
function isUnasked(error: Error): boolean {
  return error.message === 'bad response' || error.message === 'bad upgrade';
}

/** The parser's errors have a name; their codes come and go with undici's versions. */
function isNoHttp(error: Error): boolean {
  return error.name === 'HTTPParserError';
}

/** The bytes were no HTTP, or no answer to what was asked. */
export function isWrongAnswer(error: Error): boolean {
  return WRONG_ANSWER.test(codeOf(error)) || isUnasked(error) || isNoHttp(error);
}

/** The peer ended the connection; says nothing about why. */
export function isPeerGone(error: Error): boolean {
  return /^(UND_ERR_SOCKET|ECONNRESET|ECONNABORTED|EPIPE)$/.test(codeOf(error)) && !isUnasked(error);
}

export function isReset(error: Error): boolean {
  return codeOf(error) === 'ECONNRESET';
}

/** The connection ended before the question was written. */
export function isUnsent(error: Error): boolean {
  return codeOf(error) === 'LOST_UNSENT';
}

export function attemptFailureOf(error: Error, stage: Stage): AttemptFailure {
  const code = codeOf(error);
  if (code === PRIVATE_ADDRESS) return unavailable('address is private; set allow_private');
  if (isNoHttp(error)) return badResponse('answer is not HTTP');
  if (isWrongAnswer(error)) return badResponse(`answer breaks the rules of HTTP (${code})`);
  if (stage === 'reading') return badResponse(`answer broken off (${code})`);
  return unavailable(stage === 'connecting' ? `cannot connect (${code})` : `connection lost (${code})`);
}
