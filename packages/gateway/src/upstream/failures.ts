// Owns the turning of errors into typed failures. A detail is made of our own words and of error codes, never of an
// error's message, an address or a header: those may hold a token that a platform wants in its query.
import type { AttemptFailure } from '../connectors/connector.ts';

/** How far an exchange came: nothing sent yet, sent without an answer, or in the middle of the answer. */
export type Stage = 'connecting' | 'waiting' | 'reading';

export const PRIVATE_ADDRESS = 'PRIVATE_ADDRESS';

/** What ended a connection when it was not the system that said so. */
export class ConnectionError extends Error {
  readonly code: 'PRIVATE_ADDRESS' | 'ENOTFOUND' | 'CONNECT_TIMEOUT' | 'PEER_CLOSED' | 'CLOSED_HERE';

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

/** The peer ended the connection; says nothing about why. */
export function isPeerGone(error: Error): boolean {
  return /^(PEER_CLOSED|ECONNRESET|ECONNABORTED|EPIPE)$/.test(codeOf(error));
}

export function failureOf(error: Error, stage: Stage): AttemptFailure {
  const code = codeOf(error);
  if (code === PRIVATE_ADDRESS) return unavailable('address is private; set allow_private');
  if (stage === 'reading') return badResponse(`answer broken off (${code})`);
  return unavailable(stage === 'connecting' ? `cannot connect (${code})` : `connection lost (${code})`);
}
