// Owns the verbs of those who sign in: admin tokens, codes and sessions, as the storage port states them.
import type { Role } from '../domain/role.ts';
import type { LoginSession, SessionKind } from '../domain/session.ts';
import type { Actor } from './actor.ts';
import type { Listed, Paging } from './listed.ts';
import type { KeyHolder } from './nouns/keys.ts';

export interface AdminToken {
  id: string;
  name: string;
  role: Role;
  prefix: string;
  createdAtMs: number;
  revokedAtMs: number | null;
}

export interface AdminTokenVerbs {
  create(
    input: Actor & { id: string; name: string; role: Role; prefix: string; hash: string },
  ): Promise<AdminToken>;
  findByHash(input: { hash: string }): Promise<AdminToken | null>;
  list(): Promise<AdminToken[]>;
  /** `last`: it is the only active one, and stays. */
  revoke(
    input: Actor & { id: string },
  ): Promise<{ kind: 'revoked'; token: AdminToken } | { kind: 'last' } | { kind: 'not_found' }>;
}

/** Whom a code signs in. */
export type CodeFor =
  | { kind: 'console'; name: string; role: Role }
  | { kind: 'portal'; name: string; accountId: string; keyId: string };

/** The secrets of a session by their hashes, and how long it lasts. */
export interface NewSession {
  id: string;
  cookieHash: string;
  pageHash: string;
  lastsMs: number;
}

/** A session that was found by its cookie. Whether it is live is for the reader to say, by its clock. */
export interface FoundSession {
  session: LoginSession;
  pageHash: string;
  /** The key whose calls it makes, and who pays; null in the console. */
  holder: KeyHolder | null;
  /** The key that it was opened with, as its secret is now; null when a code opened it, or when the secret is gone. */
  signedInWith: KeyHolder | null;
  isByKey: boolean;
}

export interface SessionVerbs {
  createCode(
    input: Actor & { id: string; hash: string; lastsMs: number; for: CodeFor },
  ): Promise<{ expiresAtMs: number }>;
  /** Uses the code up, in the same commit. One text for a code that is unknown, used, late or of the other kind. */
  openByCode(
    input: NewSession & { kind: SessionKind; codeHash: string },
  ): Promise<{ kind: 'signed_in'; session: LoginSession } | { kind: 'refused' }>;
  /** In the portal. It ends when the secret does. The oldest of too many live sessions of the account ends. */
  openByKey(
    input: NewSession & { name: string; accountId: string; keyId: string; secretHash: string },
  ): Promise<LoginSession>;
  findByCookie(input: { hash: string }): Promise<FoundSession | null>;
  /** The newest first. */
  list(input: Paging & { kind?: SessionKind; accountId?: string }): Promise<Listed<LoginSession>>;
  /** Again, it changes nothing. */
  end(input: Actor & { id: string }): Promise<LoginSession | null>;
  /** From now on it makes the calls of this key. */
  useKey(input: { id: string; keyId: string }): Promise<LoginSession | null>;
  /** Drops sessions and codes whose time was over longer ago than this, a bounded number at a time. */
  purge(input: { keepMs: number }): Promise<{ purged: number }>;
}
