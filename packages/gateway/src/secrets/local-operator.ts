// Owns the credential of whoever can read the service secret: a bearer that the admin listener takes beside admin tokens,
// so that a command on the gateway's own machine needs none. It is never stored, shown or logged.
import { hash, hkdfSync, timingSafeEqual } from 'node:crypto';

/** For the audit log. */
export const LOCAL_ACTOR = 'local';

const TOKEN_BYTES = 32;

/** The same secret always gives the same token; from the token nobody finds the secret, nor what else comes from it. */
export function localOperatorToken(secret: Uint8Array): string {
  const bytes = hkdfSync('sha256', secret, '', 'reelgate local operator v1', TOKEN_BYTES);
  return `rgo_${Buffer.from(bytes).toString('base64url')}`;
}

/** Hashed first: the comparison takes the same time for texts of every length. */
export function isLocalOperator(token: string, authorization: string | null): boolean {
  const given = /^Bearer +([\w-]{1,200}) *$/i.exec(authorization ?? '')?.[1] ?? '';
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', token, 'buffer'));
}
