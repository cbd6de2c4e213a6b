// Owns what a session is: somebody who signed in at the console or the portal, for a while. Its two secrets are known by their
// hashes alone: the cookie's is sent by the browser, the page's by the page. Pure: it looks nothing up.
import type { Role } from './role.ts';

/** `console` is for operators on the admin listener, `portal` for callers on the public one. */
export type SessionKind = 'console' | 'portal';

export interface LoginSession {
  id: string;
  kind: SessionKind;
  /** Who signed in, as the audit log names them. */
  name: string;
  /** Of the console; null in the portal. */
  role: Role | null;
  /** Of the portal; null in the console. */
  accountId: string | null;
  /** The key whose calls it makes, in the portal. */
  keyId: string | null;
  /** The credential that it goes back to: the token or command that made its first link, or the key. */
  openedBy: string;
  createdAtMs: number;
  expiresAtMs: number;
  /** When it was signed out or revoked; null while it was not. */
  endedAtMs: number | null;
}

/** A working day: whoever comes back tomorrow signs in again. */
export const SESSION_MS = 12 * 3_600_000;
/** Long enough to click a link, too short to find it in a log. */
export const LOGIN_CODE_MS = 2 * 60_000;
/** Live sessions of one account; a further one ends the oldest. */
export const ACCOUNT_SESSIONS_MAX = 100;
/** Ended sessions and old codes are shown for so long, and then dropped. */
export const SESSIONS_KEPT_MS = 7 * 86_400_000;

export function isLive(session: LoginSession, nowMs: number): boolean {
  return session.endedAtMs === null && session.expiresAtMs > nowMs;
}

/** For the audit log: two sessions of one name are told apart by the id. */
export function sessionActor({ kind, name, id }: Pick<LoginSession, 'kind' | 'name' | 'id'>): string {
  return `${kind === 'console' ? 'session' : 'portal'}:${name}/${id}`;
}
