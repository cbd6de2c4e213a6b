// Owns sessions at rest, and the codes that open them: known by their hashes alone. A code is used up in the commit that opens its
// session. What operators do is audited; a caller who signs in with its own key changes nothing of the control plane.
import { ACCOUNT_SESSIONS_MAX, type LoginSession, sessionActor } from '../../domain/session.ts';
import { pageOf } from '../paging.ts';
import { type Row, readAccount, readKey, readSession } from '../rows.ts';
import type { FoundSession, KeyHolder, Listed, NewSession, SessionVerbs } from '../storage.ts';
import { recordChange } from './audit.ts';
import { findKeysByHash } from './keys.ts';
import type { VerbContext } from './verb-context.ts';

type Input<V extends keyof SessionVerbs> = Parameters<SessionVerbs[V]>[0];
type Result<V extends keyof SessionVerbs> = Awaited<ReturnType<SessionVerbs[V]>>;

/** Rows dropped in one transaction. */
const PURGE_ROWS_MAX = 500;

export async function createLoginCode(
  context: VerbContext,
  input: Input<'createCode'>,
): Promise<Result<'createCode'>> {
  const { db, nowMs } = context;
  const { for: whom, ...code } = input;
  const isConsole = whom.kind === 'console';
  const expiresAtMs = nowMs + code.lastsMs;
  await db.runOne(
    `INSERT INTO login_codes (id, hash, kind, name, role, account_id, key_id, created_by, created_at_ms, expires_at_ms)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
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
  await recordChange(context, { actor: code.actor, action: 'login_code.create', subject: code.id, detail });
  return { expiresAtMs };
}

export async function openByCode(
  context: VerbContext,
  input: Input<'openByCode'>,
): Promise<Result<'openByCode'>> {
  const code = await context.db.get(
    `UPDATE login_codes SET used_at_ms = $1
      WHERE hash = $2 AND kind = $3 AND used_at_ms IS NULL AND expires_at_ms > $1 RETURNING *`,
    context.nowMs,
    input.codeHash,
    input.kind,
  );
  if (code === undefined) return { kind: 'refused' };
  const session = await insertSession(context, input, {
    ...code,
    opened_by: code.created_by!,
    secret_hash: null,
  });
  const detail = { code: code.id, opened_by: code.created_by };
  await recordChange(context, {
    actor: sessionActor(session),
    action: 'session.open',
    subject: session.id,
    detail,
  });
  return { kind: 'signed_in', session };
}

async function insertSession({ db, nowMs }: VerbContext, made: NewSession, of: Row): Promise<LoginSession> {
  const row = await db.get(
    `INSERT INTO sessions (id, kind, name, role, account_id, key_id, secret_hash, cookie_hash, page_hash, opened_by,
                           created_at_ms, expires_at_ms)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) RETURNING *`,
    made.id,
    of.kind!,
    of.name!,
    of.role!,
    of.account_id!,
    of.key_id!,
    of.secret_hash!,
    made.cookieHash,
    made.pageHash,
    of.opened_by!,
    nowMs,
    nowMs + made.lastsMs,
  );
  return readSession(row!);
}

export async function openByKey(context: VerbContext, input: Input<'openByKey'>): Promise<LoginSession> {
  const { db, nowMs } = context;
  const { accountId, keyId } = input;
  await db.run(
    `UPDATE sessions SET ended_at_ms = $1 WHERE ended_at_ms IS NULL AND id IN (
       SELECT id FROM sessions WHERE account_id = $2 AND ended_at_ms IS NULL AND expires_at_ms > $1
        ORDER BY created_at_ms DESC, id DESC LIMIT ALL OFFSET $3)`,
    nowMs,
    accountId,
    ACCOUNT_SESSIONS_MAX - 1,
  );
  return insertSession(context, input, {
    kind: 'portal',
    name: input.name,
    role: null,
    account_id: accountId,
    key_id: keyId,
    secret_hash: input.secretHash,
    opened_by: `key:${keyId}`,
  });
}

export async function findByCookie(
  context: VerbContext,
  input: Input<'findByCookie'>,
): Promise<FoundSession | null> {
  const row = await context.db.get('SELECT * FROM sessions WHERE cookie_hash = $1', input.hash);
  if (row === undefined) return null;
  const secret = row.secret_hash as string | null;
  return {
    session: readSession(row),
    pageHash: row.page_hash as string,
    holder: row.key_id === null ? null : await holderOf(context, row.key_id as string),
    signedInWith: secret === null ? null : ((await findKeysByHash(context.db, [secret]))[0] ?? null),
    isByKey: secret !== null,
  };
}

/** Without a secret of its own: the session stands for it. */
async function holderOf({ db }: VerbContext, keyId: string): Promise<KeyHolder> {
  const key = readKey((await db.get('SELECT * FROM keys WHERE id = $1', keyId))!);
  const account = readAccount((await db.get('SELECT * FROM accounts WHERE id = $1', key.accountId))!);
  return { key, account, secretValidUntilMs: null };
}

/** A page ends at a session: its time and its id. */
const CURSOR = /^(\d{1,15})\/(\w{1,64})$/;

export async function listSessions({ db }: VerbContext, input: Input<'list'>): Promise<Listed<LoginSession>> {
  const [, beforeMs = Number.MAX_SAFE_INTEGER, beforeId = ''] = CURSOR.exec(input.after ?? '') ?? [];
  const rows = await db.all(
    `SELECT * FROM sessions WHERE (created_at_ms, id) < ($1, $2) AND ($3::text IS NULL OR kind = $3)
        AND ($4::text IS NULL OR account_id = $4) ORDER BY created_at_ms DESC, id DESC LIMIT $5`,
    Number(beforeMs),
    beforeId,
    input.kind ?? null,
    input.accountId ?? null,
    input.limit + 1,
  );
  return pageOf(rows.map(readSession), input.limit, ({ createdAtMs, id }) => `${createdAtMs}/${id}`);
}

export async function endSession(context: VerbContext, input: Input<'end'>): Promise<LoginSession | null> {
  const { db, nowMs } = context;
  const row = await db.get(
    'UPDATE sessions SET ended_at_ms = $1 WHERE id = $2 AND ended_at_ms IS NULL RETURNING *',
    nowMs,
    input.id,
  );
  if (row === undefined) return findSession(context, input.id);
  const detail = { name: row.name };
  await recordChange(context, { actor: input.actor, action: 'session.end', subject: input.id, detail });
  return readSession(row);
}

async function findSession({ db }: VerbContext, id: string): Promise<LoginSession | null> {
  const row = await db.get('SELECT * FROM sessions WHERE id = $1', id);
  return row === undefined ? null : readSession(row);
}

/** Only among the keys of its own account. */
export async function useKey(context: VerbContext, input: Input<'useKey'>): Promise<LoginSession | null> {
  const row = await context.db.get(
    `UPDATE sessions SET key_id = $1 WHERE id = $2 AND kind = 'portal'
        AND account_id = (SELECT account_id FROM keys WHERE id = $1) RETURNING *`,
    input.keyId,
    input.id,
  );
  return row === undefined ? null : readSession(row);
}

export async function purgeSessions(
  { db, nowMs }: VerbContext,
  input: Input<'purge'>,
): Promise<{ purged: number }> {
  const before = nowMs - input.keepMs;
  let purged = 0;
  for (const table of ['sessions', 'login_codes']) {
    purged += await db.run(
      `DELETE FROM ${table} WHERE id IN (SELECT id FROM ${table} WHERE expires_at_ms < $1 LIMIT $2)`,
      before,
      PURGE_ROWS_MAX,
    );
  }
  return { purged };
}
