// Owns the id of a request: the caller's own when it is usable, else one made here. It is never trusted to be unique.
import type { IncomingMessage } from 'node:http';
import type { Clock, RandomBytes } from '../domain/clock.ts';
import { type Failure, failure } from '../domain/failure.ts';
import { REQUEST_ID_BYTES_MAX } from '../domain/limits.ts';
import { isRequestId } from '../domain/request-id.ts';
import { isCall } from './call-paths.ts';
import { IDEMPOTENCY_KEY, readIdempotencyKey } from './idempotency-key.ts';

/** Crockford's base 32: no letter that reads like another, and text order is time order. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** 50 bits of milliseconds last beyond the year 30,000. */
const TIME_CHARS = 10;
/** 80 random bits: two requests of one millisecond do not meet. */
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

/** Requests come several to a millisecond. */
const last = { ms: 0, text: timeText(0) };

export function makeRequestId(clock: Clock, random: RandomBytes): string {
  const ms = Math.floor(clock.nowMs());
  if (ms !== last.ms) Object.assign(last, { ms, text: timeText(ms) });
  let text = '';
  for (const byte of random(RANDOM_CHARS)) text += ALPHABET[byte % 32];
  return `req_${last.text}${text}`;
}

type Named = Pick<IncomingMessage, 'headers' | 'url'>;

export interface RequestIds {
  /** Lower-case name of the header, in requests and answers. */
  header: string;
  /** What the caller sent as its id, if anything. A call may also name it by `Idempotency-Key`. */
  given(request: Named): string | undefined;
  /** The caller's id if it is usable, else a new one. Every answer carries it, refusals too. */
  choose(given: string | undefined): string;
  /** The same, of this request. */
  of(request: Named): string;
  /** The refusal of an id that was given and is not usable, or of two that are not the same. */
  refusal(request: Named): Failure | null;
}

export function createRequestIds(serviceName: string, clock: Clock, random: RandomBytes): RequestIds {
  const header = `x-${serviceName.toLowerCase()}-request-id`;
  const own = ({ headers }: Named) => headers[header] as string | undefined;
  const given = (request: Named) => own(request) ?? keyOf(request) ?? undefined;
  const choose = (id: string | undefined) =>
    id !== undefined && isRequestId(id) ? id : makeRequestId(clock, random);
  return {
    header,
    given,
    choose,
    of: (request) => choose(given(request)),
    refusal(request) {
      const [id, key] = [own(request), keyOf(request)];
      if (!isUsable(id)) return invalidId(header, USABLE);
      if (!isUsable(key)) return invalidId(IDEMPOTENCY_KEY, USABLE);
      const isOne = id === undefined || key === undefined || id === key;
      return isOne ? null : invalidId(IDEMPOTENCY_KEY, `must be the same as ${header}, or absent`);
    },
  };
}

/** Only a call takes it: elsewhere nothing is charged, and whoever sends it with every request is not refused for it. */
function keyOf({ headers, url = '' }: Named): string | null | undefined {
  const value = headers[IDEMPOTENCY_KEY] as string | undefined;
  return value === undefined || !isCall(url) ? undefined : readIdempotencyKey(value);
}

const USABLE = `must be 1 to ${REQUEST_ID_BYTES_MAX} visible ASCII characters, given once`;

/** Node joins a header that came twice with a comma and a space, and a space is not visible: twice is refused as well. */
const isUsable = (id: string | null | undefined) => id === undefined || (id !== null && isRequestId(id));

function invalidId(field: string, message: string): Failure {
  return failure('INVALID_REQUEST_ID', `${field} ${message}`, { errors: [{ field, message }] });
}
