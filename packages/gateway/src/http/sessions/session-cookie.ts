// The session cookie: how it is set and cleared in answers, and how the two halves of a session are read from a request. Nothing is checked here. Cookies
// are shared between ports of a host, so the name contains the port: two gateways on one machine do not collide.
import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SessionHalves } from '../../call/callers/authenticate-session.ts';
import { SESSION_MS, type SessionKind } from '../../domain/access/session.ts';

/**
 * The half that the page sends in a header. A page of another origin cannot send it without a CORS preflight, which
 * is refused.
 */
export const PAGE_HEADER = 'x-reelgate-page';

/** The browser sends the cookie only to the routes that accept it. */
const PATHS: Record<SessionKind, string> = { console: '/admin', portal: '/api' };

function nameOf(kind: SessionKind, { socket }: IncomingMessage): string {
  return `reelgate_${kind}_${socket.localPort}`;
}

/** null unless both halves are present. */
export function readSessionHalves(kind: SessionKind, request: IncomingMessage): SessionHalves | null {
  const page = request.headers[PAGE_HEADER];
  if (typeof page !== 'string') return null;
  const cookie = cookieNamed(nameOf(kind, request), request.headers.cookie ?? '');
  return cookie === null ? null : { cookie, page };
}

/** null when the cookie is absent, or present more than once: then another site has set one of them. */
function cookieNamed(name: string, header: string): string | null {
  const values = header
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  return values.length === 1 ? values[0]! : null;
}

/** Whose session it is, and the address of its pages as the operator states it. */
export interface CookieOwner {
  kind: SessionKind;
  url(): string;
}

/**
 * A page that is opened over https gets a cookie that is only sent over https: by its origin, or by the stated address, because a proxy may
 * leave out the origin.
 */
function attributesOf({ kind, url }: CookieOwner, { headers }: IncomingMessage): string {
  const isSecure = [headers.origin, url()].some((one) => one?.toLowerCase().startsWith('https:'));
  return `Path=${PATHS[kind]}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
}

function cookieOf(owner: CookieOwner, request: IncomingMessage, value: string, seconds: number): string {
  return `${nameOf(owner.kind, request)}=${value}; Max-Age=${seconds}; ${attributesOf(owner, request)}`;
}

/** Makes the browser delete the cookie. */
function expiredCookieOf(owner: CookieOwner, request: IncomingMessage): string {
  return cookieOf(owner, request, '', 0);
}

// In answers the cookie goes into a header, the half of the page into the body.
type Finish = (result: object, request: FastifyRequest, reply: FastifyReply) => object;

/** Moves the secret of the cookie from the result into the header: no body ever shows it. */
export function setSessionCookie(owner: CookieOwner): Finish {
  return (result, { raw }, reply) => {
    const { cookie, ...shown } = result as { cookie: string };
    reply.header('set-cookie', cookieOf(owner, raw, cookie, SESSION_MS / 1_000));
    return shown;
  };
}

export function clearSessionCookie(owner: CookieOwner): Finish {
  return (result, { raw }, reply) => {
    reply.header('set-cookie', expiredCookieOf(owner, raw));
    return result;
  };
}
