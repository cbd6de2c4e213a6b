// CORS: decides which web pages of other origins may read answers. Only listed origins may, with exactly our headers
// and never with the browser's own credentials: a page sends its key in `Authorization` itself. Authentication is not
// decided here.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { VARY } from '../answers/answer-form.ts';
import { takeRequestListener } from '../connections/take-request-listener.ts';
import { IDEMPOTENCY_KEY } from '../requests/request-id.ts';
import type { Server } from '../server.ts';

/**
 * How many seconds a browser may cache a preflight answer. After an origin is removed from the list, its pages can go
 * on for at most this long.
 */
const PREFLIGHT_SECONDS = 600;

/** Allows every origin. */
const ANY_ORIGIN = '*';

interface CorsHeaders {
  allowed: string;
  exposed: string;
}

/** Headers that a page may send and read besides those that browsers always allow; `own` are `x-<service>-…`. */
function headersOf(serviceName: string): CorsHeaders {
  const own = (...words: string[]) => words.map((word) => `x-${serviceName.toLowerCase()}-${word}`);
  const allowed = [
    'authorization',
    'content-type',
    'range',
    IDEMPOTENCY_KEY,
    ...own('request-id', 'max-price', 'quote'),
  ];
  const exposed = [
    ...own('request-id', 'charged', 'balance', 'replayed'),
    'age',
    'content-range',
    'deprecation',
    'etag',
    'link',
    'ratelimit',
    'ratelimit-policy',
    'retry-after',
    'sunset',
    'x-receipt',
  ];
  return { allowed: allowed.join(', '), exposed: exposed.join(', ') };
}

/**
 * Runs before everything else on this listener. `origins` is called for each request, because a reload may change it.
 */
export function serveCors(
  { app, requestIds }: Server,
  serviceName: string,
  origins: () => readonly string[],
): void {
  const others = takeRequestListener(app.server);
  const headers = headersOf(serviceName);
  app.server.on('request', (request, response) => {
    const allowed = allowedOrigin(request, origins());
    if (allowed === null) return others(request, response);
    response.setHeader('access-control-allow-origin', allowed);
    response.setHeader('vary', VARY);
    if (isPreflight(request)) {
      response.setHeader(requestIds.header, requestIds.of(request));
      return answerPreflight(response, headers);
    }
    response.setHeader('access-control-expose-headers', headers.exposed);
    others(request, response);
  });
}

function allowedOrigin({ headers }: IncomingMessage, origins: readonly string[]): string | null {
  if (origins.length === 0 || headers.origin === undefined) return null;
  if (origins.includes(ANY_ORIGIN)) return ANY_ORIGIN;
  return origins.includes(headers.origin) ? headers.origin : null;
}

function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
}

function answerPreflight(response: ServerResponse, { allowed }: CorsHeaders): void {
  response.writeHead(204, {
    'access-control-allow-methods': 'GET, POST, PATCH, DELETE',
    'access-control-allow-headers': allowed,
    'access-control-max-age': String(PREFLIGHT_SECONDS),
    'cache-control': 'no-store',
  });
  response.end();
}
