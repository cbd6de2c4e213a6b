// A session is a sign-in at the console or the portal, for a limited time. It has two secrets, of which only hashes are stored: the browser
// sends one as a cookie, the page sends the other in a header.
import { field, type Of } from '../field-table.ts';

/** From most to least: each role may do everything that the later ones may. */
export const ROLES = ['owner', 'operator', 'viewer'] as const;

/** `operator` changes neither tokens nor prices; `viewer` changes nothing. */
export type Role = (typeof ROLES)[number];

/** `console` is for operators on the admin listener, `portal` for callers on the public one. */
export type SessionKind = 'console' | 'portal';

export const SESSION_FIELDS = {
  id: field.text(),
  kind: field.oneOf(['console', 'portal']),
  /** The person who signed in, as the audit log names them. */
  name: field.text(),
  /** Only in the console; null in the portal. */
  role: field.oneOf(ROLES).orNull(),
  /** Only in the portal; null in the console. */
  accountId: field.text().orNull(),
  /** In the portal: the key that makes its calls. */
  keyId: field.text().orNull(),
  /** The credential behind it: the token or command that made the first link, or the key. */
  openedBy: field.text(),
  createdAtMs: field.time(),
  expiresAtMs: field.time(),
  /** When the user signed out or the session was revoked; null before. */
  endedAtMs: field.time().orNull(),
};
export type LoginSession = Of<typeof SESSION_FIELDS>;

/** A working day: the next day needs a new sign-in. */
export const SESSION_MS = 12 * 3_600_000;
/** Long enough to click a link, too short to find it in a log. */
export const LOGIN_CODE_MS = 2 * 60_000;
/** Live sessions of one account; one more ends the oldest. */
export const ACCOUNT_SESSIONS_MAX = 100;
/** Ended sessions and used codes are listed this long, then deleted. */
export const SESSIONS_KEPT_MS = 7 * 86_400_000;

export function isLive(session: LoginSession, nowMs: number): boolean {
  return session.endedAtMs === null && session.expiresAtMs > nowMs;
}

/** How the audit log begins the name of an operator who signed in at the console. */
export const SESSION_ACTOR = 'session:';

/** For the audit log. The id tells two sessions of one name apart. */
export function sessionActor({ kind, name, id }: Pick<LoginSession, 'kind' | 'name' | 'id'>): string {
  return `${kind === 'console' ? SESSION_ACTOR : 'portal:'}${name}/${id}`;
}

export function mayAct(role: Role, needed: Role): boolean {
  return ROLES.indexOf(role) <= ROLES.indexOf(needed);
}
