// Judges an upstream's answer: a success is passed on with its bytes unchanged, anything else becomes a failure,
// which is never charged. Neither ever contains the provider's credential.
import type { UpstreamResponse } from '../connectors/connector.ts';
import { retryAfterMs } from '../connectors/parsing/failures.ts';
import { type Failure, type FailureCode, failure } from '../domain/failure.ts';
import { isJson } from './document.ts';
import type { SuccessTest } from './mount.ts';

interface PassedOn {
  kind: 'passed_on';
  bytes: Uint8Array;
  headers: Record<string, string>;
  status: number;
}

/** The only headers of the upstream that reach the caller. */
const PASSED_DOWN = ['content-type', 'content-language', 'last-modified'];
const HEADER = /^[\x20-\x7e]{1,256}$/;
/** Sent when the upstream gave no `content-type`, so that no browser guesses one. */
const UNKNOWN_TYPE = 'application/octet-stream';

/** Bytes of an answer that are searched for an error message, and characters of that message that are shown. */
const EXPLAINED_BYTES_MAX = 64 * 1024;
const MESSAGE_CHARS_MAX = 300;
/** The longest pause that an upstream may ask for: one day, in milliseconds. */
const WAIT_MS_MAX = 24 * 3_600_000;

interface AnswerRules {
  success: SuccessTest | null;
  /** Texts that must not reach the caller. */
  secrets: readonly string[];
  /** Removes the upstream's names from texts; null when callers may see them. */
  hides?: ((text: string) => string) | null;
}

export function readAnswer(response: UpstreamResponse, rules: AnswerRules): PassedOn | Failure {
  const answer = judged(response, rules);
  return rules.hides ? hidden(answer, rules.hides) : answer;
}

/** Only in texts: a name inside a picture or an archive cannot be removed. */
function hidden(answer: PassedOn | Failure, hides: (text: string) => string): PassedOn | Failure {
  if (answer.kind === 'failure') return { ...answer, detail: hides(answer.detail) };
  const isText = /json|^text\/|xml|javascript/.test(answer.headers['content-type'] ?? '');
  return isText ? { ...answer, bytes: Buffer.from(hides(Buffer.from(answer.bytes).toString())) } : answer;
}

function judged(response: UpstreamResponse, rules: AnswerRules): PassedOn | Failure {
  const { status } = response;
  const bytes = Buffer.from(response.bytes ?? Buffer.from(response.body));
  const isGood = status >= 200 && status < 300;
  if (!isGood) return failed(response, bytes, rules.secrets);
  const headers = passedDown(response.headers, bytes.length);
  if (
    rules.secrets.some(
      (secret) => bytes.includes(secret) || Object.values(headers).some((v) => v.includes(secret)),
    )
  ) {
    return failure('UPSTREAM_ERROR', 'The upstream sent an unusable answer. Nothing was charged.', {
      upstreamStatus: status,
      internal: "the answer contains the provider's credential",
    });
  }
  if (rules.success !== null && !hasSucceeded(bytes, rules.success))
    return errorInside(status, bytes, rules.secrets);
  return { kind: 'passed_on', bytes, headers, status };
}

function passedDown(given: Readonly<Record<string, string>>, length: number): Record<string, string> {
  const kept = PASSED_DOWN.flatMap((name) => {
    const value = given[name];
    return value !== undefined && HEADER.test(value) ? [[name, value] as const] : [];
  });
  return { ...(length > 0 && { 'content-type': UNKNOWN_TYPE }), ...Object.fromEntries(kept) };
}

/** By status. Other statuses are about the input below 500 and about the upstream from 500 on. */
const CODES: Record<number, FailureCode> = {
  401: 'UPSTREAM_REFUSED',
  402: 'UPSTREAM_REFUSED',
  403: 'UPSTREAM_REFUSED',
  404: 'NOT_FOUND',
  407: 'UPSTREAM_REFUSED',
  408: 'UPSTREAM_TIMEOUT',
  409: 'CONFLICT',
  410: 'NOT_FOUND',
  429: 'UPSTREAM_BUSY',
  451: 'UPSTREAM_REFUSED',
};

const ABOUT_THE_CALL = new Set<FailureCode>(['INVALID_REQUEST', 'NOT_FOUND', 'CONFLICT']);

function codeOfStatus(status: number): FailureCode {
  return CODES[status] ?? (status >= 400 && status < 500 ? 'INVALID_REQUEST' : 'UPSTREAM_ERROR');
}

function failed(response: UpstreamResponse, bytes: Buffer, secrets: readonly string[]): Failure {
  const { status } = response;
  const code = codeOfStatus(status);
  // The upstream's message is shown only when it is about the caller's own call; others concern the operator.
  const said = ABOUT_THE_CALL.has(code) ? messageIn(bytes, secrets) : null;
  const wait = code === 'UPSTREAM_BUSY' ? retryAfterMs(response) : null;
  return failure(code, detailOf(`The upstream answered ${status}`, said), {
    upstreamStatus: status,
    ...(wait !== null && { retryAfterMs: Math.min(wait, WAIT_MS_MAX) }),
  });
}

function errorInside(status: number, bytes: Buffer, secrets: readonly string[]): Failure {
  const detail = detailOf('The upstream says that the call failed', messageIn(bytes, secrets));
  return failure('UPSTREAM_ERROR', detail, { upstreamStatus: status });
}

function detailOf(what: string, said: string | null): string {
  return `${what}${said === null ? '' : `: ${said}`}${said?.endsWith('.') ? '' : '.'} Nothing was charged.`;
}

function hasSucceeded(bytes: Buffer, { field, values }: SuccessTest): boolean {
  let value = parsed(bytes);
  for (const name of field.split('.'))
    value = isJson(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return value !== undefined && values.includes(String(value));
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return null;
  }
}

/** Fields in which APIs usually explain an error. */
const MESSAGES = ['message', 'detail', 'error_description', 'error', 'msg', 'title'];

function messageIn(bytes: Buffer, secrets: readonly string[]): string | null {
  if (bytes.length > EXPLAINED_BYTES_MAX) return null;
  const body = parsed(bytes);
  const places = isJson(body) ? [body, ...(isJson(body.error) ? [body.error] : [])] : [];
  const found = places
    .flatMap((place) => MESSAGES.map((name) => place[name]))
    .find((one) => typeof one === 'string');
  if (found === undefined || secrets.some((secret) => String(found).includes(secret))) return null;
  const plain = String(found)
    .replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')
    .trim();
  return plain === '' ? null : plain.slice(0, MESSAGE_CHARS_MAX).toWellFormed();
}
