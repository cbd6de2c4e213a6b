// Owns the cookie of a session, and how the two halves of one are read from a request. It judges neither: a name, a value and a header
// go in and out. Cookies ignore ports, so the name carries the port: two gateways on one machine keep apart.
import type { IncomingMessage } from 'node:http';
import type { SessionHalves } from '../call/callers/authenticate-session.ts';
import type { SessionKind } from '../domain/session.ts';

/** The half that the page sends. A page of another origin cannot send it without being asked first, and is refused then. */
export const PAGE_HEADER = 'x-reelgate-page';

/** Where the browser sends it: nowhere but to the routes that take it. */
const PATHS: Record<SessionKind, string> = { console: '/admin', portal: '/api' };

function nameOf(kind: SessionKind, { socket }: IncomingMessage): string {
  return `reelgate_${kind}_${socket.localPort}`;
}

/** null unless both halves are there. */
export function halvesOf(kind: SessionKind, request: IncomingMessage): SessionHalves | null {
  const page = request.headers[PAGE_HEADER];
  if (typeof page !== 'string') return null;
  const cookie = cookieNamed(nameOf(kind, request), request.headers.cookie ?? '');
  return cookie === null ? null : { cookie, page };
}

/** null when it is absent, or there more than once: then somebody else has set one of them. */
function cookieNamed(name: string, header: string): string | null {
  const values = header
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  return values.length === 1 ? values[0]! : null;
}

/** A page that came over https gets a cookie that only https carries. */
function attributesOf(kind: SessionKind, { headers }: IncomingMessage): string {
  const isSecure = headers.origin?.startsWith('https:') === true;
  return `Path=${PATHS[kind]}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
}

export function cookieOf(
  kind: SessionKind,
  request: IncomingMessage,
  value: string,
  seconds: number,
): string {
  return `${nameOf(kind, request)}=${value}; Max-Age=${seconds}; ${attributesOf(kind, request)}`;
}

/** Has the browser forget it. */
export function noCookieOf(kind: SessionKind, request: IncomingMessage): string {
  return cookieOf(kind, request, '', 0);
}
