// How requests to a Piped are built, and how its lists continue: by tokens that are sent back unchanged. A missing token comes as null, or
// as the JSON text of null.
import type { Provider, UpstreamRequest } from '../connector.ts';
import { text } from './fields.ts';
import type { Onward } from './sliced-pages.ts';

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
