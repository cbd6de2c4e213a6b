// Owns the reading of plain requests: a whole GET of a billed search in one piece, without a body and without any wish about the
// connection that has more than one meaning. Whatever is not of this form is null and left to Node's parser: this reader accepts
// or declines, and never refuses. What it accepts, Node would read in the same way (plain-request.test.ts compares them).
import { GROUPS, type Group } from '../../domain/key.ts';
import { SEARCH_ACTIONS, type SearchAction } from '../../operations/operation.ts';
import type { SearchAddress } from '../mount-calls.ts';

export interface PlainRequest extends SearchAddress {
  authorization: string | null;
  /** As it was sent. */
  requestId: string | undefined;
  forwardedFor: string | undefined;
  /** The caller wants the connection closed behind the answer. */
  isLast: boolean;
}

/** Heads of ordinary callers have some 300 bytes; long ones are rare, and Node's limit for all of them is higher. */
export const PLAIN_HEAD_BYTES_MAX = 8_192;

/** No character has a second meaning to anybody: no control, no space within the target, nothing that is not ASCII. */
const LINE = `GET /api/(${GROUPS.join('|')})/v1/([\\w.-]{1,64})/app/(${SEARCH_ACTIONS.join('|')})(?:\\?([\\w.~%!$&'()*+,;=:@/?-]*))? HTTP/1\\.1\\r\\n`;
const FIELD = "[!#$%&'*+.^`|~\\w-]+:[\\t\\x20-\\x7e]*\\r\\n";
const HEAD = new RegExp(`^${LINE}(?:${FIELD})+\\r\\n$`);
const CR = 13;

/** Each may change where the request ends, or what becomes of its connection. */
const DECLINED = new Set(['content-length', 'transfer-encoding', 'expect', 'upgrade', 'proxy-connection']);

export type PlainReader = (bytes: Buffer) => PlainRequest | null;

export function createPlainReader(requestIdHeader: string): PlainReader {
  return (bytes) => {
    if (bytes.length > PLAIN_HEAD_BYTES_MAX) return null;
    const head = bytes.toString('latin1');
    const found = HEAD.exec(head);
    if (found === null) return null;
    const request: PlainRequest = {
      group: found[1] as Group,
      platform: found[2]!,
      action: found[3] as SearchAction,
      rawQuery: found[4] ?? '',
      authorization: null,
      requestId: undefined,
      forwardedFor: undefined,
      isLast: false,
    };
    return readFields(head, request, requestIdHeader) ? request : null;
  };
}

/** False when a field is not for this reader, or one that counts is there twice. */
function readFields(head: string, request: PlainRequest, requestIdHeader: string): boolean {
  let hasHost = false;
  let hasConnection = false;
  for (let at = head.indexOf('\r\n') + 2; head.charCodeAt(at) !== CR; ) {
    const colon = head.indexOf(':', at);
    const end = head.indexOf('\r\n', colon);
    const name = head.slice(at, colon).toLowerCase();
    if (name === 'host') {
      if (hasHost) return false;
      hasHost = true;
    } else if (name === 'authorization') {
      if (request.authorization !== null) return false;
      request.authorization = valueIn(head, colon, end);
    } else if (name === requestIdHeader) {
      if (request.requestId !== undefined) return false;
      request.requestId = valueIn(head, colon, end);
    } else if (name === 'x-forwarded-for') {
      if (request.forwardedFor !== undefined) return false;
      request.forwardedFor = valueIn(head, colon, end);
    } else if (name === 'connection') {
      const wish = valueIn(head, colon, end).toLowerCase();
      if (hasConnection || (wish !== 'keep-alive' && wish !== 'close')) return false;
      hasConnection = true;
      request.isLast = wish === 'close';
    } else if (DECLINED.has(name)) return false;
    at = end + 2;
  }
  return hasHost;
}

function valueIn(head: string, colon: number, end: number): string {
  return head.slice(colon + 1, end).trim();
}
