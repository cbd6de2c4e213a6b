// Headers in both directions: what a request may carry, and the form in which an answer's headers reach connectors. Cookies pass
// in neither direction. A line break in any part would inject another header, so every part is checked. Only the client sets the
// headers of the connection itself.
import { RESPONSE_HEADERS_MAX } from './limits.ts';

const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;
/** Latin-1 without control characters; no line break. */
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Set by the client or by the connection, or never sent. */
const NOT_SENT = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'cookie',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

function mayBeSent(name: string, value: string): boolean {
  const lower = name.toLowerCase();
  return NAME.test(name) && VALUE.test(value) && !NOT_SENT.has(lower) && !lower.startsWith('proxy-');
}

/**
 * Exactly the given headers, our user agent when they contain none, and the one coding that we can read. null when one of them
 * cannot or may not be sent.
 */
export function requestHeaders(
  given: Record<string, string>,
  userAgent: string,
): Record<string, string> | null {
  const headers: Record<string, string> = { 'user-agent': userAgent };
  for (const [name, value] of Object.entries(given)) {
    if (!mayBeSent(name, value)) return null;
    headers[name.toLowerCase()] = value;
  }
  headers['accept-encoding'] = 'gzip';
  return headers;
}

/**
 * Repeated headers are joined and cookies dropped; null when there are too many lines. `parsed` is undici's own object, created
 * for this answer alone, with names in lower case and safe for a header called __proto__; so it is changed in place.
 */
export function responseHeaders(
  parsed: Record<string, string | string[] | undefined>,
  lines: number,
): Record<string, string> | null {
  if (lines > RESPONSE_HEADERS_MAX) return null;
  for (const name of Object.keys(parsed)) {
    const value = parsed[name];
    if (name.startsWith('set-cookie')) delete parsed[name];
    else if (Array.isArray(value)) parsed[name] = value.join(', ');
  }
  return parsed as Record<string, string>;
}
