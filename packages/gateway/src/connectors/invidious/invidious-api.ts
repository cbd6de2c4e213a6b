// How requests to Invidious are built, and how its lists continue: by tokens that are sent back unchanged.
import type { AttemptFailure, PageInput, Provider, UpstreamRequest, UpstreamResponse } from '../connector.ts';
import { badResponse, unreadable } from '../parsing/failures.ts';
import { text } from '../parsing/fields.ts';
import { type Json, object, parseJson } from '../parsing/json.ts';
import { type Onward, readSlicedPlace } from '../parsing/sliced-pages.ts';
import { youtubeRefusal } from '../youtube-front-ends/youtube-front-end.ts';

export const INVIDIOUS_PAGE_ITEMS_MAX = 50;

export function invidiousRequest(
  { baseUrl, userAgent }: Provider,
  path: string,
  query: Record<string, string> = {},
): UpstreamRequest {
  const asked = new URLSearchParams(query).toString();
  return {
    method: 'GET',
    url: `${baseUrl}/api/v1/${path}${asked === '' ? '' : `?${asked}`}`,
    headers: { accept: 'application/json', 'user-agent': userAgent },
  };
}

/** The token is the first part of our cursor. */
export function invidiousToken({ cursor }: PageInput): string | null {
  return readSlicedPlace(cursor).parts[0] || null;
}

/** Without a token the list has ended. After an empty page, or with the same token again, the walk would loop. */
export function afterPage(continuation: unknown, entries: number, sent: string | undefined): Onward {
  const token = text(continuation);
  if (token === null) return { end: 'exhausted' };
  return entries === 0 || token === sent ? { end: 'unknown' } : { end: 'more', next: [token] };
}

/** The records of one type out of an answer that is a bare list of several. An error object is not an empty list. */
export function invidiousRecords(
  response: UpstreamResponse,
  wantsRaw: boolean,
  type: 'video' | 'channel',
): Json[] | AttemptFailure {
  const list = parseJson(response.body, wantsRaw);
  const refused = youtubeRefusal(response, list);
  if (refused !== null) return refused;
  if (!Array.isArray(list)) return unreadable(response);
  if (list.length > 0 && !list.some((record) => text(object(record).type) !== null))
    return badResponse('no record says what it is');
  return list.map(object).filter((record) => record.type === type);
}
