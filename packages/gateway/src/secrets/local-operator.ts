// The credential of a person or command that can read the service secret: the admin listener accepts it like an admin
// token, so that commands on the gateway's own machine need none. It is never stored, shown or logged.
import { hash, hkdfSync, timingSafeEqual } from 'node:crypto';

/** The name in the audit log. */
export const LOCAL_ACTOR = 'local';

const TOKEN_BYTES = 32;

/**
 * Derived from the service secret: the same secret always gives the same token. Neither the secret nor other derived
 * keys can be computed from it.
 */
export function localOperatorToken(secret: Uint8Array): string {
  const bytes = hkdfSync('sha256', secret, '', 'reelgate local operator v1', TOKEN_BYTES);
  return `rgo_${Buffer.from(bytes).toString('base64url')}`;
}

/** Compares hashes, so that the time does not depend on the given text. */
export function isLocalOperator(token: string, authorization: string | null): boolean {
  const given = /^Bearer +([\w-]{1,200}) *$/i.exec(authorization ?? '')?.[1] ?? '';
  return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', token, 'buffer'));
}
