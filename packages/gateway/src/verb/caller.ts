// The caller of an account verb: its key, its name in the audit log, and what a limited key may do. A limited key may read the balance, the
// prices, and the usage and receipts of its own calls. Everything else needs a key that manages the account.

import { isWorking, type Key } from '../domain/access/key.ts';
import { maySpendBy } from '../domain/access/key-rights.ts';
import { sessionActor } from '../domain/access/session.ts';
import type { Clock } from '../domain/clock.ts';
import { type Failure, failure } from '../domain/failure.ts';
import type { KeyHolder, Storage } from '../storage/storage.ts';
import type { AccountCaller } from './deps.ts';
import type { AnyVerb } from './verb.ts';

/** A caller is missing only when a verb was mounted without authentication. That is a bug, so it throws. */
export function keyHolder(caller: AccountCaller): KeyHolder {
  if (caller === null) throw new Error('an account verb ran without an authenticated key');
  return caller;
}

const OF_ACCOUNT = '/api/account/v1/';

const MAY_READ: ReadonlySet<string> = new Set([
  'getBalance',
  'getOwnKey',
  'listPriceChanges',
  // Only for its own calls: see onlyKeyOf.
  'getUsage',
  'sliceUsage',
  'listRequests',
  'getRequest',
  'listRequestRecords',
  'listRequestPictures',
]);

/** Verbs on the session itself. They never do more than the key that opened it. A key without a session cannot use them. */
const OF_SESSIONS: ReadonlySet<string> = new Set(['getSession', 'updateSession', 'closeSession']);

/**
 * The key whose rights a session has: the key that opened it, whichever key makes its calls. Null: opened by the operator's link, with all
 * rights.
 */
function rightsOf(caller: NonNullable<AccountCaller>): Key | null {
  return caller.portal ? (caller.portal.signedInWith?.key ?? null) : caller.key;
}

function limitsOf(key: Key | null): string[] {
  return (['platforms', 'operations'] as const).filter((list) => key !== null && key[list] !== null);
}

/** Why this caller may not use this verb; null when it may. */
export function limitedRefusal(
  { name, path }: Pick<AnyVerb<never, never>, 'name' | 'path'>,
  caller: AccountCaller,
): Failure | null {
  if (caller === null || !path.startsWith(OF_ACCOUNT) || MAY_READ.has(name)) return null;
  const limits = limitsOf(rightsOf(caller));
  if (limits.length === 0 || (caller.portal && OF_SESSIONS.has(name))) return null;
  return failure(
    'FORBIDDEN',
    `This key has no right to manage the account, which ${name} needs: it is limited by ${limits.join(' and ')}. ` +
      'It may read the balance, prices, and usage and receipts of its own calls. Use a key without such a limit.',
  );
}

/** The key whose calls alone the caller may see; null: all calls of the account. */
export function onlyKeyOf(caller: NonNullable<AccountCaller>): string | null {
  return limitsOf(rightsOf(caller)).length === 0 ? null : caller.key.id;
}

/** Whether the caller may see this call of its account. */
export function maySee(caller: NonNullable<AccountCaller>, call: { keyId: string }): boolean {
  const only = onlyKeyOf(caller);
  return only === null || only === call.keyId;
}

export const requestIdReused = failure(
  'REQUEST_ID_REUSED',
  'This request id made something else. Use a new one.',
);

/**
 * What an earlier request with this id made, for a caller that repeats it. If another key made it that the caller's key may not act for, the
 * id is taken, and nothing else is said: not even whether the body was the same.
 */
export async function madeBefore<T extends { keyId: string }>(
  { storage }: { storage: Pick<Storage, 'keys'> },
  caller: NonNullable<AccountCaller>,
  made: T,
): Promise<T | Failure> {
  const mayAct = maySee(caller, made) && (await payerRefusal(storage, caller, made)) === null;
  return mayAct ? made : requestIdReused;
}

/** After the caller's rights were judged. */
export const paysMeanwhile = failure(
  'CONFLICT',
  'Which key pays for this has changed meanwhile. Read it again.',
);

/** Why the caller's key may not pay in place of this one; null when it may. What a key that works pays for is not taken from it by one with more limits. */
export async function payInsteadRefusal(
  { storage, clock }: { storage: Pick<Storage, 'keys'>; clock: Clock },
  caller: NonNullable<AccountCaller>,
  of: { keyId: string },
): Promise<Failure | null> {
  const payer = await storage.keys.find({ id: of.keyId });
  return payer !== null && isWorking(payer, clock.nowMs()) ? payerRefusal(storage, caller, of) : null;
}

/**
 * Why the caller may not let this key of its account pay for more; null when it may. What another key pays for must not be a way around the
 * caps of the caller's own key.
 */
export async function payerRefusal(
  { keys }: Pick<Storage, 'keys'>,
  caller: NonNullable<AccountCaller>,
  { keyId }: { keyId: string },
): Promise<Failure | null> {
  const own = rightsOf(caller);
  if (own === null || own.id === keyId) return null;
  const payer = await keys.find({ id: keyId });
  if (payer !== null && maySpendBy(own, payer)) return null;
  return failure(
    'FORBIDDEN',
    'Another key pays for this, and yours has a cap, a project or another limit that the other key does not have. Use that key, or one without such a limit.',
  );
}

/**
 * Why the caller may not change what gives away, without a key, what this key pays for; null when it may. A key that leaked must not be able to
 * read on from the watches of other keys. What a key that no longer works pays for is open to every key that may see it.
 */
export async function otherPayerRefusal(
  { storage, clock }: { storage: Pick<Storage, 'keys'>; clock: Clock },
  caller: NonNullable<AccountCaller>,
  { keyId }: { keyId: string },
): Promise<Failure | null> {
  if (caller.key.id === keyId) return null;
  const payer = await storage.keys.find({ id: keyId });
  if (payer === null || !isWorking(payer, clock.nowMs())) return null;
  return failure('FORBIDDEN', 'Another key pays for this. Only that key may change its feeds.');
}

/** The key with which ends what the caller makes: the one whose rights it uses. */
export const makerOf = (caller: NonNullable<AccountCaller>): string => (rightsOf(caller) ?? caller.key).id;

/** For the audit log. */
export function callerActor(caller: NonNullable<AccountCaller>): string {
  return caller.portal ? sessionActor(caller.portal.session) : `key:${caller.key.id}`;
}
