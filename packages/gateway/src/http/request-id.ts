// Owns the id of a request: the caller's own when it is usable, else one made here. It is never trusted to be unique.
import type { IncomingHttpHeaders } from 'node:http';
import type { Clock, RandomBytes } from '../domain/clock.ts';
import { type Failure, failure } from '../domain/failure.ts';
import { REQUEST_ID_BYTES_MAX } from '../domain/limits.ts';
import { isRequestId } from '../domain/request-id.ts';

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

export interface RequestIds {
  /** Lower-case name of the header, in requests and answers. */
  header: string;
  /** What the caller sent as its id, if anything. */
  given(headers: IncomingHttpHeaders): string | undefined;
  /** The caller's id if it is usable, else a new one. Every answer carries it, refusals too. */
  choose(given: string | undefined): string;
  /** The same, of these headers. */
  of(headers: IncomingHttpHeaders): string;
  /** The refusal of an id that was given and is not usable. */
  refusal(given: string | undefined): Failure | null;
}

export function createRequestIds(serviceName: string, clock: Clock, random: RandomBytes): RequestIds {
  const header = `x-${serviceName.toLowerCase()}-request-id`;
  const given = (headers: IncomingHttpHeaders) => headers[header] as string | undefined;
  const choose = (id: string | undefined) =>
    id !== undefined && isRequestId(id) ? id : makeRequestId(clock, random);
  return {
    header,
    given,
    choose,
    of: (headers) => choose(given(headers)),
    refusal(given) {
      // Node joins a header that came twice with a comma and a space, and a space is not visible: twice is refused as well.
      if (given === undefined || isRequestId(given)) return null;
      const rule = `must be 1 to ${REQUEST_ID_BYTES_MAX} visible ASCII characters, given once`;
      return failure('INVALID_REQUEST_ID', `${header} ${rule}`, {
        errors: [{ field: header, message: rule }],
      });
    },
  };
}
