// Owns how an Invidious is asked, and how its lists hang together: by tokens that go back unchanged.
import type { PageInput, Provider, UpstreamRequest } from '../connector.ts';
import { text } from './fields.ts';
import { type Onward, readSlicedPlace } from './sliced.ts';

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

/** The first part of a cursor. */
export function invidiousToken({ cursor }: PageInput): string | null {
  return readSlicedPlace(cursor).parts[0] || null;
}

/** Without a token there is no more; with nothing on the page, or the same token again, to go on would be to go round. */
export function afterPage(continuation: unknown, entries: number, sent: string | undefined): Onward {
  const token = text(continuation);
  if (token === null) return { end: 'exhausted' };
  return entries === 0 || token === sent ? { end: 'unknown' } : { end: 'more', next: [token] };
}
