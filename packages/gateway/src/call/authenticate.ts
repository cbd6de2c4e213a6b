// Owns the first step of every call: who calls, and may they come here. All reasons for 401 give one identical answer,
// so that nobody learns from it which keys exist.
import { addressAllowed } from '../domain/address.ts';
import type { Clock } from '../domain/clock.ts';
import { type Failure, failure } from '../domain/failure.ts';
import { type Group, hashSecret, isExpired, isWellFormed, type SecretKind } from '../domain/key.ts';
import type { AdminToken, KeyHolder } from '../storage/storage.ts';

/** One answer for every reason, also for a key that was revoked between this step and the ledger's. */
export const unauthorized: Failure = failure(
  'UNAUTHORIZED',
  'Send a valid key as "Authorization: Bearer <key>". POST /api/test/apikey tells what is wrong with a key.',
);

const BEARER = /^Bearer +([\w-]{1,200}) *$/i;

/** The hash of the bearer secret, or null when the header carries none of this kind. */
function bearerHash(authorization: string | null, kind: SecretKind): string | null {
  const secret = authorization === null ? undefined : BEARER.exec(authorization)?.[1];
  return secret !== undefined && isWellFormed(secret, kind) ? hashSecret(secret) : null;
}

export interface Credentials {
  authorization: string | null;
  clientAddress: string;
}

export async function authenticate(
  keys: { find(hash: string): Promise<KeyHolder | null> },
  clock: Clock,
  credentials: Credentials,
): Promise<KeyHolder | Failure> {
  const hash = bearerHash(credentials.authorization, 'rgk');
  const holder = hash === null ? null : await keys.find(hash);
  if (holder === null || !isUsable(holder, clock.nowMs())) return unauthorized;
  if (!addressAllowed(holder.key.addresses, credentials.clientAddress)) {
    return failure('FORBIDDEN', 'This key may not be used from your address.');
  }
  return holder;
}

function isUsable({ key, account, secretValidUntilMs }: KeyHolder, nowMs: number): boolean {
  if (key.status !== 'active' || account.status !== 'active' || isExpired(key, nowMs)) return false;
  return secretValidUntilMs === null || secretValidUntilMs > nowMs;
}

export function authorizeGroup(holder: KeyHolder, group: Group): Failure | null {
  if (holder.key.groups.includes(group)) return null;
  return failure('FORBIDDEN', `This key may not call group ${group}.`);
}

/** The same door for operators, on their own listener. */
export async function authenticateAdmin(
  tokens: { findByHash(input: { hash: string }): Promise<AdminToken | null> },
  authorization: string | null,
): Promise<{ actor: string } | Failure> {
  const hash = bearerHash(authorization, 'rga');
  const token = hash === null ? null : await tokens.findByHash({ hash });
  if (token === null || token.revokedAtMs !== null) {
    return failure('UNAUTHORIZED', 'Send a valid admin token as "Authorization: Bearer <token>".');
  }
  return { actor: `admin:${token.id}` };
}
