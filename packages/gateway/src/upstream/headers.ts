// Owns the head of a request: which headers it may carry, and how it is written. A line break in any part would start a
// header of somebody else's choice, so every part is checked. What belongs to the connection is set here alone.
import type { UpstreamRequest } from '../connectors/connector.ts';

const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;
/** Latin-1 without control characters; no line break. */
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** Set by the client, by the connection, or by nobody. */
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
 * Exactly the given headers, how we introduce ourselves when they do not say it, and the one coding we can read. Null
 * when one of them cannot or may not be sent.
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

/** Servers ask for a length where a body is usual (RFC 9110, section 8.6). */
const HAS_LENGTH = new Set(['POST', 'PUT', 'PATCH']);

interface HeadOf {
  method: UpstreamRequest['method'];
  /** Path and query as a URL writes them. */
  path: string;
  /** As `requestHeaders` gave them. */
  headers: Record<string, string>;
  body: Buffer | null;
}

/** To be written as Latin-1. `host` is that of a URL. */
export function requestHead({ method, path, headers, body }: HeadOf, host: string): string {
  let head = `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\nconnection: keep-alive\r\n`;
  for (const name in headers) head += `${name}: ${headers[name]}\r\n`;
  if (body !== null || HAS_LENGTH.has(method)) head += `content-length: ${body?.length ?? 0}\r\n`;
  return `${head}\r\n`;
}
