// Owns sessions at rest, and the codes that open them: known by their hashes alone. How they begin and end is in writing/sign-ins.ts.
import type { LoginSession } from '../../domain/session.ts';
import { pageOf } from '../paging.ts';
import { readAccount, readKey, readSession } from '../rows.ts';
import type { FoundSession, KeyHolder, Listed, SessionVerbs } from '../storage.ts';
import { recordChange } from './audit.ts';
import { findKeyByHash } from './keys-find.ts';
import type { VerbContext } from './verb-context.ts';

type Input<V extends keyof SessionVerbs> = Parameters<SessionVerbs[V]>[0];
type Result<V extends keyof SessionVerbs> = Awaited<ReturnType<SessionVerbs[V]>>;

/** Rows dropped in one transaction. */
const PURGE_ROWS_MAX = 500;

export function createLoginCode(context: VerbContext, input: Input<'createCode'>): Result<'createCode'> {
  const { db, nowMs } = context;
  const { for: whom, ...code } = input;
  const isConsole = whom.kind === 'console';
  const expiresAtMs = nowMs + code.lastsMs;
  db.runOne(
    `INSERT INTO login_codes (id, hash, kind, name, role, account_id, key_id, created_by, created_at_ms, expires_at_ms)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)`,
    code.id,
    code.hash,
    whom.kind,
    whom.name,
    isConsole ? whom.role : null,
    isConsole ? null : whom.accountId,
    isConsole ? null : whom.keyId,
    code.actor,
    nowMs,
    expiresAtMs,
  );
  const detail = whom;
  recordChange(context, { actor: code.actor, action: 'login_code.create', subject: code.id, detail });
  return { expiresAtMs };
}

export function findByCookie(context: VerbContext, input: Input<'findByCookie'>): FoundSession | null {
  const row = context.db.get('SELECT * FROM sessions WHERE cookie_hash = ?1', input.hash);
  if (row === undefined) return null;
  const secret = row.secret_hash as string | null;
  return {
    session: readSession(row),
    pageHash: row.page_hash as string,
    holder: row.key_id === null ? null : holderOf(context, row.key_id as string),
    signedInWith: secret === null ? null : findKeyByHash(context, { hash: secret }),
    isByKey: secret !== null,
  };
}

/** Without a secret of its own: the session stands for it. */
function holderOf({ db }: VerbContext, keyId: string): KeyHolder {
  const key = readKey(db.get('SELECT * FROM keys WHERE id = ?1', keyId)!);
  const account = readAccount(db.get('SELECT * FROM accounts WHERE id = ?1', key.accountId)!);
  return { key, account, secretValidUntilMs: null };
}

/** A page ends at a session: its time and its id. */
const CURSOR = /^(\d{1,15})\/(\w{1,64})$/;

export function listSessions({ db }: VerbContext, input: Input<'list'>): Listed<LoginSession> {
  const [, beforeMs = Number.MAX_SAFE_INTEGER, beforeId = ''] = CURSOR.exec(input.after ?? '') ?? [];
  const rows = db.all(
    `SELECT * FROM sessions WHERE (created_at_ms, id) < (?1, ?2) AND (?3 IS NULL OR kind = ?3)
        AND (?4 IS NULL OR account_id = ?4) ORDER BY created_at_ms DESC, id DESC LIMIT ?5`,
    Number(beforeMs),
    beforeId,
    input.kind ?? null,
    input.accountId ?? null,
    input.limit + 1,
  );
  return pageOf(rows.map(readSession), input.limit, ({ createdAtMs, id }) => `${createdAtMs}/${id}`);
}

/** Only among the keys of its own account. */
export function useKey(context: VerbContext, input: Input<'useKey'>): LoginSession | null {
  const row = context.db.get(
    `UPDATE sessions SET key_id = ?1 WHERE id = ?2 AND kind = 'portal'
        AND account_id = (SELECT account_id FROM keys WHERE id = ?1) RETURNING *`,
    input.keyId,
    input.id,
  );
  return row === undefined ? null : readSession(row);
}

export function purgeSessions({ db, nowMs }: VerbContext, input: Input<'purge'>): { purged: number } {
  const before = nowMs - input.keepMs;
  let purged = 0;
  for (const table of ['sessions', 'login_codes']) {
    purged += db.run(
      `DELETE FROM ${table} WHERE id IN (SELECT id FROM ${table} WHERE expires_at_ms < ?1 LIMIT ?2)`,
      before,
      PURGE_ROWS_MAX,
    );
  }
  return { purged };
}
