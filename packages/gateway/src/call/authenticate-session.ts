// Owns who a session is: both of its halves, its time, and the key that it stands for. Whatever is wrong with it has one answer, so that
// nobody learns which half was good.
import { timingSafeEqual } from 'node:crypto';
import type { Clock } from '../domain/clock.ts';
import { type Failure, failure } from '../domain/failure.ts';
import { hashSecret, isWellFormed } from '../domain/key.ts';
import type { Role } from '../domain/role.ts';
import { isLive, type LoginSession, type SessionKind, sessionActor } from '../domain/session.ts';
import type { FoundSession, KeyHolder, SessionVerbs } from '../storage/storage.ts';
import { isUsable, SEND_TOKEN } from './authenticate.ts';

/** The cookie is sent by the browser, the other half by the page. */
export interface SessionHalves {
  cookie: string;
  page: string;
}

type Sessions = Pick<SessionVerbs, 'findByCookie'>;

export interface PortalSession {
  session: LoginSession;
  /** As if its key had called. */
  holder: KeyHolder;
  /** null when an operator's link opened it. */
  signedInWith: KeyHolder | null;
}

/** null for whatever is not a live session of this kind. */
export async function findLiveSession(
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

/** A session of the portal works no longer than the key that opened it. */
export async function findPortalSession(
  sessions: Sessions,
  clock: Clock,
  halves: SessionHalves,
): Promise<PortalSession | null> {
  const found = await findLiveSession(sessions, clock, 'portal', halves);
  if (found === null || found.holder === null) return null;
  const { session, holder, signedInWith, isByKey } = found;
  const nowMs = clock.nowMs();
  if (isByKey && (signedInWith === null || !isUsable(signedInWith, nowMs))) return null;
  return isUsable(holder, nowMs) ? { session, holder, signedInWith } : null;
}

/** Hashes have one length. */
function isEqual(a: string, b: string): boolean {
  return timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
