// The id of a request: the caller's own when it is usable, else a new one. It is not assumed to be unique.
import type { IncomingMessage } from 'node:http';
import { GROUPS } from '../../domain/access/key.ts';
import type { Clock, RandomBytes } from '../../domain/clock.ts';
import { type Failure, failure } from '../../domain/failure.ts';
import { ID_PREFIXES } from '../../domain/ids.ts';
import { REQUEST_ID_BYTES_MAX } from '../../domain/limits.ts';
import { isRequestId, isReservedRequestId, RESERVED_ID } from '../../domain/request-id.ts';

/**
 * Reads `Idempotency-Key`, the name that many services and libraries use for what is the request id here. Its draft standard makes it a
 * string of RFC 8941, in double quotes; most callers send the bare text. Both mean the same key.
 */
export const IDEMPOTENCY_KEY = 'idempotency-key';

/** A string of RFC 8941: visible ASCII and spaces, with quotes and backslashes escaped by a backslash. */
const QUOTED = /^"((?:[ !#-[\]-~]|\\["\\])*)"$/;

/** null for a value that starts with a quote but is not a valid string. */
function readIdempotencyKey(value: string): string | null {
  if (!value.startsWith('"')) return value;
  return QUOTED.exec(value)?.[1]?.replace(/\\(["\\])/g, '$1') ?? null;
}

/** Tells which URLs are those of billed calls: operations and mounts, with any method. */
const CALL_PATHS = GROUPS.map((group) => `/api/${group}/`);

export function isCall(url: string): boolean {
  return CALL_PATHS.some((path) => url.startsWith(path));
}

/** What a repeated request must not make twice. */
const MADE_ONCE = ['/api/collections/v1', '/api/watches/v1'];

/** Whether `Idempotency-Key` is read as the request id. */
function takesIdempotencyKey(url: string): boolean {
  return isCall(url) || MADE_ONCE.some((path) => url.startsWith(path));
}

/** Crockford's base 32: no two letters look alike, and ids sort by time. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** 50 bits of milliseconds last beyond the year 30,000. */
const TIME_CHARS = 10;
/** 80 random bits: ids of the same millisecond do not collide. */
const RANDOM_CHARS = 16;

function timeText(ms: number): string {
  let time = ms;
  let text = '';
  for (let i = 0; i < TIME_CHARS; i++) {
    text = ALPHABET[time % 32] + text;
    time = Math.floor(time / 32);
  }
  return text;
}

/** Caches the text of the current millisecond, because several requests share one. */
const last = { ms: 0, text: timeText(0) };

export function makeRequestId(clock: Clock, random: RandomBytes): string {
  const ms = Math.floor(clock.nowMs());
  if (ms !== last.ms) Object.assign(last, { ms, text: timeText(ms) });
  let text = '';
  for (const byte of random(RANDOM_CHARS)) text += ALPHABET[byte % 32];
  return `${ID_PREFIXES.request}${last.text}${text}`;
}

type Named = Pick<IncomingMessage, 'headers' | 'url'>;

export interface RequestIds {
  /** Lower-case name of the header, in requests and answers. */
  header: string;
  /** The id that the caller sent, if any. A call, a collection or a watch may also send it as `Idempotency-Key`. */
  given(request: Named): string | undefined;
  /** The caller's id if it is usable, else a new one. Every answer has it, including refusals. */
  choose(given: string | undefined): string;
  /** The id of this request, chosen the same way. */
  of(request: Named): string;
  /** The refusal of an unusable id, or of two ids that differ; null when there is no fault. */
  refusal(request: Named): Failure | null;
}

export function createRequestIds(serviceName: string, clock: Clock, random: RandomBytes): RequestIds {
  const header = `x-${serviceName.toLowerCase()}-request-id`;
  const own = ({ headers }: Named) => headers[header] as string | undefined;
  const given = (request: Named) => own(request) ?? keyOf(request) ?? undefined;
  const choose = (id: string | undefined) =>
    id !== undefined && isRequestId(id) && !isReservedRequestId(id) ? id : makeRequestId(clock, random);
  return {
    header,
    given,
    choose,
    of: (request) => choose(given(request)),
    refusal(request) {
      const [id, key] = [own(request), keyOf(request)];
      if (!isUsable(id)) return invalidId(header, USABLE);
      if (!isUsable(key)) return invalidId(IDEMPOTENCY_KEY, USABLE);
      if (isReserved(id)) return invalidId(header, RESERVED_ID);
      if (isReserved(key)) return invalidId(IDEMPOTENCY_KEY, RESERVED_ID);
      const isOne = id === undefined || key === undefined || id === key;
      return isOne ? null : invalidId(IDEMPOTENCY_KEY, `must be the same as ${header}, or absent`);
    },
  };
}

/**
 * Only calls, collections and watches accept it. On other routes nothing is charged or made once, so a client that sends it with every
 * request is not refused.
 */
function keyOf({ headers, url = '' }: Named): string | null | undefined {
  const value = headers[IDEMPOTENCY_KEY] as string | undefined;
  return value === undefined || !takesIdempotencyKey(url) ? undefined : readIdempotencyKey(value);
}

const USABLE = `must be 1 to ${REQUEST_ID_BYTES_MAX} visible ASCII characters, given once`;

/**
 * Node joins a header that was sent twice with a comma and a space. A space is not a visible character, so that is
 * refused too.
 */
const isUsable = (id: string | null | undefined) => id === undefined || (id !== null && isRequestId(id));

const isReserved = (id: string | null | undefined) => id != null && isReservedRequestId(id);

function invalidId(field: string, message: string): Failure {
  return failure('INVALID_REQUEST_ID', `${field} ${message}`, { errors: [{ field, message }] });
}
