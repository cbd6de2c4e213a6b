// Checks a session: both of its halves, its expiry, and the key that it stands for. Every defect gives the same answer, so that a
// stranger cannot learn which half was good.
import { timingSafeEqual } from 'node:crypto';
import { hashSecret, isUsable, isWellFormed } from '../../domain/access/key.ts';
import { covers } from '../../domain/access/key-rights.ts';
import {
  isLive,
  type LoginSession,
  type Role,
  type SessionKind,
  sessionActor,
} from '../../domain/access/session.ts';
import { addressAllowed } from '../../domain/address.ts';
import type { Clock } from '../../domain/clock.ts';
import { type Failure, failure } from '../../domain/failure.ts';
import type { FoundSession, KeyHolder, Storage } from '../../storage/storage.ts';
import { SEND_TOKEN, unauthorized } from '../authenticate.ts';

/** The browser sends the cookie; the page sends the other half. */
export interface SessionHalves {
  cookie: string;
  page: string;
}

type Sessions = Pick<Storage['sessions'], 'findByCookie'>;

/** null for everything that is not a live session of this kind. */
async function findLiveSession(
  sessions: Sessions,
  clock: Clock,
  kind: SessionKind,
  { cookie, page }: SessionHalves,
): Promise<FoundSession | null> {
  if (!isWellFormed(cookie, 'rgs') || !isWellFormed(page, 'rgp')) return null;
  const found = await sessions.findByCookie({ hash: hashSecret(cookie) });
  if (found === null || found.session.kind !== kind || !isLive(found.session, clock.nowMs())) return null;
  return isEqual(hashSecret(page), found.pageHash) ? found : null;
}

export interface ConsoleVisitor {
  actor: string;
  role: Role;
  name: string;
  session: LoginSession;
}

export async function authenticateConsole(
  sessions: Sessions,
  clock: Clock,
  halves: SessionHalves,
): Promise<ConsoleVisitor | Failure> {
  const found = await findLiveSession(sessions, clock, 'console', halves);
  const session = found?.session;
  if (session === undefined || session.role === null) return failure('UNAUTHORIZED', SEND_TOKEN);
  return { actor: sessionActor(session), role: session.role, name: session.name, session };
}

/**
 * Treated as if its key had called, with the session added. `signedInWith` is null when an operator's link opened the session.
 */
export type PortalVisitor = KeyHolder & {
  portal: { session: LoginSession; signedInWith: KeyHolder | null };
};

/** A session of the portal ends with the key that opened it, and with the key that it stands for. */
export async function authenticatePortal(
  sessions: Sessions,
  clock: Clock,
  halves: SessionHalves,
  clientAddress: string,
): Promise<PortalVisitor | Failure> {
  const found = await findLiveSession(sessions, clock, 'portal', halves);
  if (found === null || found.holder === null) return unauthorized;
  const { session, holder, signedInWith, isByKey } = found;
  if (isByKey && signedInWith === null) return unauthorized;
  // Since it was chosen, the key of the calls may have got more rights than the one that signed in, or that one fewer.
  if (signedInWith !== null && !covers(signedInWith.key, holder.key))
    return failure(
      'FORBIDDEN',
      'The key of your calls may do more than the one that you signed in with. Sign in again.',
    );
  const keys = signedInWith === null ? [holder] : [holder, signedInWith];
  if (!keys.every((one) => isUsable(one, clock.nowMs()))) return unauthorized;
  if (!keys.every(({ key }) => addressAllowed(key.addresses, clientAddress)))
    return failure('FORBIDDEN', 'This key may not be used from your address.');
  return { ...holder, portal: { session, signedInWith } };
}

/** Both hashes have the same length, as `timingSafeEqual` needs. */
function isEqual(a: string, b: string): boolean {
  return timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
