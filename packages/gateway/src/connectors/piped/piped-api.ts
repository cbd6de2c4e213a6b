// How requests to a Piped are built, and how its lists continue: by tokens that are sent back unchanged. A missing token comes as null, or
// as the JSON text of null.
import type { AttemptFailure, Provider, UpstreamRequest } from '../connector.ts';
import { badResponse } from '../parsing/failures.ts';
import { text } from '../parsing/fields.ts';
import { type Json, object } from '../parsing/json.ts';
import type { Onward } from '../parsing/sliced-pages.ts';

export const PIPED_PAGE_ITEMS_MAX = 50;

export function pipedRequest(
  { baseUrl, userAgent }: Provider,
  path: string,
  query: Record<string, string> = {},
): UpstreamRequest {
  const asked = new URLSearchParams(query).toString();
  return {
    method: 'GET',
    url: `${baseUrl}${path}${asked === '' ? '' : `?${asked}`}`,
    headers: { accept: 'application/json', 'user-agent': userAgent },
  };
}

/** The first page of a list, or the page of a token. */
export function pipedPage(provider: Provider, path: string, token: string | null): UpstreamRequest {
  return token === null
    ? pipedRequest(provider, path)
    : pipedRequest(provider, `/nextpage${path}`, { nextpage: token });
}

/** After an empty page, or with the same token again, the walk would loop. */
export function afterPipedPage(nextpage: unknown, entries: number, sent: string | undefined): Onward {
  if (nextpage === null || nextpage === 'null') return { end: 'exhausted' };
  const token = text(nextpage);
  if (entries === 0 || token === null || token === sent) return { end: 'unknown' };
  return { end: 'more', next: [token] };
}

/** The items of one type out of a list of several. */
export function pipedItems(list: readonly unknown[], type: 'stream' | 'channel'): Json[] | AttemptFailure {
  if (list.length > 0 && !list.some((item) => text(object(item).type) !== null))
    return badResponse('no item says what it is');
  return list.map(object).filter((item) => item.type === type);
}
