// The first step of every call: authenticates the caller and checks that it may call here. All reasons for 401 give one identical
// answer, so that a stranger cannot learn which keys exist.

import { hashSecret, isUsable, isWellFormed } from '../domain/access/key.ts';
import type { Role } from '../domain/access/session.ts';
import { addressAllowed } from '../domain/address.ts';
import type { Clock } from '../domain/clock.ts';
import { type Failure, failure, isFailure } from '../domain/failure.ts';
import type { AdminToken, KeyHolder } from '../storage/storage.ts';

/** The same answer for every reason, also for a key that was revoked between this step and the ledger's check. */
export const unauthorized: Failure = failure(
  'UNAUTHORIZED',
  'Send a valid key as "Authorization: Bearer <key>". POST /api/test/apikey tells what is wrong with a key.',
);

/** Only for a caller with an otherwise valid key: a stranger must not learn that the account exists. */
const accountClosed: Failure = failure(
  'FORBIDDEN',
  'The account of this key is closed. Ask the operator of this gateway to open it again.',
);

const BEARER = /^Bearer +([\w-]{1,200}) *$/i;

function bearerOf(authorization: string | null): string | null {
  return authorization === null ? null : (BEARER.exec(authorization)?.[1] ?? null);
}

export interface Credentials {
  authorization: string | null;
  clientAddress: string;
  /** The holder that a session of the portal stands for, or the failure of its check. Used only when no key was sent. */
  visitor?: KeyHolder | Failure | null;
}

export interface Keys {
  /** The holder from the key cache, without asking the ledger; null when it is not cached. */
  known?(hash: string): KeyHolder | null;
  find(hash: string): Promise<KeyHolder | null>;
}

/** No promise for a cached key: it would cost a turn of the event loop. */
export function authenticate(
  keys: Keys,
  clock: Clock,
  credentials: Credentials,
): KeyHolder | Failure | Promise<KeyHolder | Failure> {
  const { visitor = null, authorization } = credentials;
  if (isFailure(visitor)) return visitor;
  const found = visitor ?? findHolder(keys, bearerOf(authorization));
  const judge = (holder: KeyHolder | null) => mayCall(holder, clock, credentials);
  return found instanceof Promise ? found.then(judge) : judge(found);
}

function mayCall(
  holder: KeyHolder | null,
  clock: Clock,
  { clientAddress }: Credentials,
): KeyHolder | Failure {
  if (holder === null) return unauthorized;
  const nowMs = clock.nowMs();
  if (!isUsable(holder, nowMs)) return isAccountClosed(holder, nowMs) ? accountClosed : unauthorized;
  if (!addressAllowed(holder.key.addresses, clientAddress)) {
    return failure('FORBIDDEN', 'This key may not be used from your address.');
  }
  return holder;
}

/** A cached key costs one hash and one look into a map. A malformed key costs no look-up. */
function findHolder(keys: Keys, secret: string | null): KeyHolder | null | Promise<KeyHolder | null> {
  if (secret === null) return null;
  const hash = hashSecret(secret);
  return keys.known?.(hash) ?? (isWellFormed(secret, 'rgk') ? keys.find(hash) : null);
}

/** The account is closed, and the key would work if it were open. */
function isAccountClosed(holder: KeyHolder, nowMs: number): boolean {
  const { account } = holder;
  return (
    account.closedAtMs !== null && isUsable({ ...holder, account: { ...account, status: 'active' } }, nowMs)
  );
}

/** One text for every token that is refused, as for keys. */
export const SEND_TOKEN = 'Send a valid admin token as "Authorization: Bearer <token>".';

/** The same check for operators, on the admin listener. */
export async function authenticateAdmin(
  tokens: { findByHash(input: { hash: string }): Promise<AdminToken | null> },
  authorization: string | null,
): Promise<{ actor: string; role: Role; name: string } | Failure> {
  const secret = bearerOf(authorization);
  const isToken = secret !== null && isWellFormed(secret, 'rga');
  const token = isToken ? await tokens.findByHash({ hash: hashSecret(secret) }) : null;
  if (token === null || token.revokedAtMs !== null) {
    return failure('UNAUTHORIZED', SEND_TOKEN);
  }
  return { actor: `admin:${token.id}`, role: token.role, name: token.name };
}
