// Sign-in sessions and the codes that open them, stored only as hashes. A session derives from one credential: the token, key or command
// that made the first link. It never outlives that credential, and a link of a revoked token opens nothing.

import {
  ACCOUNT_SESSIONS_MAX,
  type LoginSession,
  type Role,
  SESSION_FIELDS,
  type SessionKind,
  sessionActor,
} from '../../domain/access/session.ts';
import { field } from '../../domain/field-table.ts';
import { type Listed, type Paging, pageOf } from '../steps/paging.ts';
import type { Reading } from '../steps/reading.ts';
import { rowReader, storedTable } from '../steps/table.ts';
import type { Actor, WriteMoment, Writing } from '../steps/writing.ts';
import { accounts } from './accounts.ts';
import { isRevokedToken } from './admin-tokens.ts';
import { type KeyHolder, keys } from './keys.ts';

const OWN_FIELDS = { pageHash: field.text(), secretHash: field.text().orNull() };
const readOwn = rowReader(OWN_FIELDS);

export const sessionRows = storedTable('sessions', SESSION_FIELDS, {
  ...OWN_FIELDS,
  cookieHash: field.text(),
});

/** Rows that one purge deletes from each table. */
const PURGE_ROWS_MAX = 500;
/** Limit on a chain of sessions. Sessions that an older release opened name the session whose link opened them. */
const HOPS_MAX = 100;
/** As domain/access/session.ts writes the actor of a console session. */
const SESSION = /^session:.*\/(\w+)$/s;

/** What a code signs in to. */
export type CodeFor =
  | { kind: 'console'; name: string; role: Role }
  | { kind: 'portal'; name: string; accountId: string; keyId: string };

export interface CreateLoginCode extends Actor {
  id: string;
  hash: string;
  lastsMs: number;
  for: CodeFor;
}

export function* createLoginCode(
  { id, hash, lastsMs, for: whom, actor }: CreateLoginCode,
  { nowMs }: WriteMoment,
): Writing<{ expiresAtMs: number }> {
  const expiresAtMs = nowMs + lastsMs;
  const of = whom.kind === 'console' ? [whom.role, null, null] : [null, whom.accountId, whom.keyId];
  yield {
    sql: `INSERT INTO login_codes (id, hash, kind, name, role, account_id, key_id, created_by, created_at_ms, expires_at_ms)
          VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    values: [id, hash, whom.kind, whom.name, ...of, actor, nowMs, expiresAtMs],
  };
  yield { change: { actor, action: 'login_code.create', subject: id, detail: whom } };
  return { expiresAtMs };
}

/** Hashes of a session's secrets, and how long it lasts. */
export interface NewSession {
  id: string;
  cookieHash: string;
  pageHash: string;
  lastsMs: number;
}

export interface OpenByCode extends NewSession {
  kind: SessionKind;
  codeHash: string;
}

/** `refused`: the code is unknown, used, expired or of the other kind. The caller must not learn which. */
export type OpenedByCode = { kind: 'signed_in'; session: LoginSession } | { kind: 'refused' };

const readCode = rowReader({
  kind: SESSION_FIELDS.kind,
  name: SESSION_FIELDS.name,
  role: SESSION_FIELDS.role,
  accountId: SESSION_FIELDS.accountId,
  keyId: SESSION_FIELDS.keyId,
  createdBy: field.text(),
});

/** Opens a session and marks the code as used, in the same commit. */
export function* openByCode(input: OpenByCode, { nowMs }: WriteMoment): Writing<OpenedByCode> {
  // Before a token is checked: it must not be revoked before the session is stored.
  yield { lockControl: true };
  const sql = `
    UPDATE login_codes SET used_at_ms = $1
     WHERE hash = $2 AND kind = $3 AND used_at_ms IS NULL AND expires_at_ms > $1 RETURNING *`;
  const [code] = yield { sql, values: [nowMs, input.codeHash, input.kind] };
  if (code === undefined) return { kind: 'refused' };
  const { createdBy, ...of } = readCode(code);
  const root = yield* rootOf(createdBy);
  if (yield* isRevokedToken(root)) return { kind: 'refused' };
  const session = yield* insertSession(input, { ...of, openedBy: root }, nowMs);
  const detail = { code: code.id, opened_by: createdBy };
  yield {
    change: { actor: sessionActor(session), action: 'session.open', subject: session.id, detail },
  };
  return { kind: 'signed_in', session };
}

const readOpener = rowReader({ openedBy: SESSION_FIELDS.openedBy });

/** The credential that the maker of a link derives from. */
function* rootOf(maker: string): Writing<string> {
  let root = maker;
  for (let hop = 0; hop < HOPS_MAX; hop++) {
    const id = SESSION.exec(root)?.[1];
    if (id === undefined) return root;
    const [row] = yield { sql: 'SELECT opened_by FROM sessions WHERE id = $1', values: [id] };
    if (row === undefined) return root;
    root = readOpener(row).openedBy;
  }
  return root;
}

type Who = Pick<LoginSession, 'kind' | 'name' | 'role' | 'accountId' | 'keyId' | 'openedBy'>;

export function* insertSession(
  { id, cookieHash, pageHash, lastsMs }: NewSession,
  of: Who & { secretHash?: string },
  nowMs: number,
): Writing<LoginSession> {
  const made = { ...of, id, cookieHash, pageHash, createdAtMs: nowMs, expiresAtMs: nowMs + lastsMs };
  const [row] = yield sessionRows.insert(made);
  return sessionRows.read(row!);
}

export interface OpenByKey extends NewSession {
  name: string;
  accountId: string;
  keyId: string;
  secretHash: string;
}

/** Opens a portal session, which ends when the secret of the key does. If the account has too many live sessions, the oldest ends. */
export function* openByKey(input: OpenByKey, { nowMs }: WriteMoment): Writing<LoginSession> {
  const { accountId, keyId } = input;
  yield { lockControl: true };
  const sql = `
    UPDATE sessions SET ended_at_ms = $1 WHERE ended_at_ms IS NULL AND id IN (
      SELECT id FROM sessions WHERE account_id = $2 AND ended_at_ms IS NULL AND expires_at_ms > $1
       ORDER BY created_at_ms DESC, id DESC LIMIT ${Number.MAX_SAFE_INTEGER} OFFSET $3)`;
  yield { sql, values: [nowMs, accountId, ACCOUNT_SESSIONS_MAX - 1] };
  const { name, secretHash } = input;
  const who = { kind: 'portal', name, role: null, accountId, keyId, openedBy: `key:${keyId}` } as const;
  const session = yield* insertSession(input, { ...who, secretHash }, nowMs);
  const detail = { account: accountId, opened_by: session.openedBy };
  yield { change: { actor: sessionActor(session), action: 'session.open', subject: session.id, detail } };
  return session;
}

/** A session that was found by its cookie. The reader decides by its own clock whether it is live. */
export interface FoundSession {
  session: LoginSession;
  pageHash: string;
  /** The key whose calls it makes, with the paying account; null in the console. */
  holder: KeyHolder | null;
  /**
   * The key that it was opened with, and how long the secret that was used is still valid; null when a code opened the session, or when
   * that secret no longer exists.
   */
  signedInWith: KeyHolder | null;
  isByKey: boolean;
}

export function* findByCookie({ hash }: { hash: string }): Reading<FoundSession | null> {
  const [row] = yield { sql: 'SELECT * FROM sessions WHERE cookie_hash = $1', values: [hash] };
  if (row === undefined) return null;
  const session = sessionRows.read(row);
  const { pageHash, secretHash: secret } = readOwn(row);
  const holder = session.keyId === null ? null : yield* holderOf(session.keyId);
  return {
    session,
    pageHash,
    holder,
    signedInWith: secret === null ? null : yield* holderBySecret(secret, holder),
    isByKey: secret !== null,
  };
}

/** Without the expiry of a secret: the session stands for the secret. */
function* holderOf(keyId: string): Reading<KeyHolder> {
  const [row] = yield { sql: 'SELECT * FROM keys WHERE id = $1', values: [keyId] };
  const key = keys.read(row!);
  const account = yield* payerOf(key.accountId);
  return { key, account, secretValidUntilMs: null };
}

function* payerOf(accountId: string): Reading<KeyHolder['account']> {
  const [row] = yield { sql: 'SELECT * FROM accounts WHERE id = $1', values: [accountId] };
  return accounts.read(row!);
}

const readSecret = rowReader({ validUntilMs: field.time().orNull() });

/** The key with this secret, and its account. When `known` is a key of the same account, its account row is reused instead of read again. */
function* holderBySecret(hash: string, known: KeyHolder | null): Reading<KeyHolder | null> {
  const [row] = yield {
    sql: 'SELECT k.*, s.valid_until_ms FROM key_secrets s JOIN keys k ON k.id = s.key_id WHERE s.hash = $1',
    values: [hash],
  };
  if (row === undefined) return null;
  const key = keys.read(row);
  const account = known?.account.id === key.accountId ? known.account : yield* payerOf(key.accountId);
  return { key, account, secretValidUntilMs: readSecret(row).validUntilMs };
}

/** Cursor of a page: time and id of its last session. */
const CURSOR = /^(\d{1,15})\/(\w{1,64})$/;

export interface ListSessions extends Paging {
  kind?: SessionKind;
  accountId?: string;
}

/** Newest first. */
export function* listSessions(input: ListSessions): Reading<Listed<LoginSession>> {
  const { kind = null, accountId = null, limit } = input;
  const [, beforeMs = Number.MAX_SAFE_INTEGER, beforeId = ''] = CURSOR.exec(input.after ?? '') ?? [];
  const rows = yield {
    sql: `SELECT * FROM sessions WHERE (created_at_ms, id) < ($1, $2) AND (CAST($3 AS text) IS NULL OR kind = $3)
             AND (CAST($4 AS text) IS NULL OR account_id = $4) ORDER BY created_at_ms DESC, id DESC LIMIT $5`,
    values: [Number(beforeMs), beforeId, kind, accountId, limit + 1],
  };
  return pageOf(rows.map(sessionRows.read), limit, ({ createdAtMs, id }) => `${createdAtMs}/${id}`);
}

/**
 * Ends a session; null for an unknown id. Idempotent. Ending another actor's session also makes the links of that session unusable;
 * ending one's own session is just a sign-out.
 */
export function* endSession(
  { id, actor }: Actor & { id: string },
  { nowMs }: WriteMoment,
): Writing<LoginSession | null> {
  yield { lockControl: true };
  const sql = 'UPDATE sessions SET ended_at_ms = $1 WHERE id = $2 AND ended_at_ms IS NULL RETURNING *';
  const [row] = yield { sql, values: [nowMs, id] };
  if (row === undefined) {
    const [before] = yield { sql: 'SELECT * FROM sessions WHERE id = $1', values: [id] };
    return before === undefined ? null : sessionRows.read(before);
  }
  const session = sessionRows.read(row);
  const maker = sessionActor(session);
  if (actor !== maker)
    yield {
      sql: 'UPDATE login_codes SET used_at_ms = $1 WHERE created_by = $2 AND used_at_ms IS NULL RETURNING id',
      values: [nowMs, maker],
    };
  yield { change: { actor, action: 'session.end', subject: id, detail: { name: row.name } } };
  return session;
}

/** From now on the session makes the calls of this key. The key must belong to the session's account; null otherwise. */
export function* useKey({ id, keyId }: { id: string; keyId: string }): Writing<LoginSession | null> {
  const [row] = yield {
    sql: `UPDATE sessions SET key_id = $1 WHERE id = $2 AND kind = 'portal'
             AND account_id = (SELECT account_id FROM keys WHERE id = $1) RETURNING *`,
    values: [keyId, id],
  };
  return row === undefined ? null : sessionRows.read(row);
}

/** Deletes sessions and codes that expired more than `keepMs` ago, a bounded number at a time. */
export function* purgeSessions(
  { keepMs }: { keepMs: number },
  { nowMs }: WriteMoment,
): Writing<{ purged: number }> {
  let purged = 0;
  for (const table of ['sessions', 'login_codes']) {
    const dropped = yield {
      sql: `DELETE FROM ${table} WHERE id IN (SELECT id FROM ${table} WHERE expires_at_ms < $1 LIMIT $2) RETURNING id`,
      values: [nowMs - keepMs, PURGE_ROWS_MAX],
    };
    purged += dropped.length;
  }
  return { purged };
}
