// Turns errors into typed failures. A detail consists of our own words and of error codes, never of an error's message, an
// address or a header: those may contain a token that a platform wants in its query.
import type { AttemptFailure } from '../connectors/connector.ts';

/** How far an exchange came: nothing sent yet, sent without an answer, or in the middle of the answer. */
export type Stage = 'connecting' | 'waiting' | 'reading';

const PRIVATE_ADDRESS = 'PRIVATE_ADDRESS';

/** Why a connection ended, when the operating system did not report it. */
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

/** Only a code in capitals, which cannot carry a secret. Everything else is dropped. */
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

/** Nothing was sent to the provider. */
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

/** undici's codes for a head or body beyond its bound, a wrong content-length, and its own failed assertions. */
const WRONG_ANSWER =
  /^(UND_ERR_(HEADERS_OVERFLOW|RES_CONTENT_LENGTH_MISMATCH|RES_EXCEEDED_MAX_SIZE)|ERR_ASSERTION|TOO_MANY_BYTES)$/;

/** An unexpected answer, or a 101. undici gives it the code of any broken socket, so its text is compared. */
function isUnexpected(error: Error): boolean {
  return error.message === 'bad response' || error.message === 'bad upgrade';
}

/** The parser's errors have a name; their codes change with undici's versions. */
function isNoHttp(error: Error): boolean {
  return error.name === 'HTTPParserError';
}

/** The bytes were not HTTP, or not an answer to the request. */
export function isWrongAnswer(error: Error): boolean {
  return WRONG_ANSWER.test(codeOf(error)) || isUnexpected(error) || isNoHttp(error);
}

/** The peer closed the connection; the reason is unknown. */
export function isPeerGone(error: Error): boolean {
  return /^(UND_ERR_SOCKET|ECONNRESET|ECONNABORTED|EPIPE)$/.test(codeOf(error)) && !isUnexpected(error);
}

export function isReset(error: Error): boolean {
  return codeOf(error) === 'ECONNRESET';
}

/** The connection ended before the request was written. */
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
