// How requests to Invidious are built, and how its lists continue: by tokens that are sent back unchanged.
import type { PageInput, Provider, UpstreamRequest } from '../connector.ts';
import { text } from './fields.ts';
import { type Onward, readSlicedPlace } from './sliced-pages.ts';

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
