// Sets and clears the session cookie in answers: the cookie goes into a header, the half of the page into the body.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SESSION_MS } from '../../domain/access/session.ts';
import { type CookieOwner, cookieOf, expiredCookieOf } from './session-cookie.ts';

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
