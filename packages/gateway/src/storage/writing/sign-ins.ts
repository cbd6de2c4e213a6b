// How sessions are opened and ended, and admin tokens revoked, on every backend. A session goes back to one credential: the token, key or
// command that made the first link of its row. It never outlives a token: revoking ends every session that goes back to it, in the same
// commit, and refuses its links from then on.
import { ACCOUNT_SESSIONS_MAX, type LoginSession, sessionActor } from '../../domain/session.ts';
import { type Row, readSession, readToken } from '../rows.ts';
import type { AdminTokenVerbs, NewSession, SessionVerbs } from '../session-verbs.ts';
import type { Value } from '../steps/reading.ts';
import type { WriteMoment, Writing } from '../steps/writing.ts';

type Input<V extends keyof SessionVerbs> = Parameters<SessionVerbs[V]>[0];
type Result<V extends keyof SessionVerbs> = Awaited<ReturnType<SessionVerbs[V]>>;

/** Sessions that an older release opened name the session before them. Each was open when it made the link of the next. */
const HOPS_MAX = 100;
const TOKEN = 'admin:';
/** As domain/session.ts writes it for the console. */
const SESSION = /^session:.*\/(\w+)$/s;

/** The credential that the maker of a link goes back to. */
function* rootOf(maker: string): Writing<string> {
  let root = maker;
  for (let hop = 0; hop < HOPS_MAX; hop++) {
    const id = SESSION.exec(root)?.[1];
    if (id === undefined) return root;
    const [row] = yield { sql: 'SELECT opened_by FROM sessions WHERE id = $1', values: [id] };
    if (row === undefined) return root;
    root = row.opened_by as string;
  }
  return root;
}

function* isRevoked(root: string): Writing<boolean> {
  if (!root.startsWith(TOKEN)) return false;
  const sql = 'SELECT revoked_at_ms FROM admin_tokens WHERE id = $1';
  const [token] = yield { sql, values: [root.slice(TOKEN.length)] };
  return token !== undefined && token.revoked_at_ms !== null;
}

export function* openByCode(
  input: Input<'openByCode'>,
  { nowMs }: WriteMoment,
): Writing<Result<'openByCode'>> {
  // Before a token is looked at: nobody revokes it until the session is there.
  yield { lockControl: true };
  const sql = `
    UPDATE login_codes SET used_at_ms = $1
     WHERE hash = $2 AND kind = $3 AND used_at_ms IS NULL AND expires_at_ms > $1 RETURNING *`;
  const [code] = yield { sql, values: [nowMs, input.codeHash, input.kind] };
  if (code === undefined) return { kind: 'refused' };
  const root = yield* rootOf(code.created_by as string);
  if (yield* isRevoked(root)) return { kind: 'refused' };
  const session = yield* insertSession(input, { ...code, opened_by: root, secret_hash: null }, nowMs);
  const detail = { code: code.id, opened_by: code.created_by };
  yield {
    change: { actor: sessionActor(session), action: 'session.open', subject: session.id, detail },
  };
  return { kind: 'signed_in', session };
}

function* insertSession(made: NewSession, of: Row, nowMs: number): Writing<LoginSession> {
  const sql = `
    INSERT INTO sessions (id, kind, name, role, account_id, key_id, secret_hash, cookie_hash, page_hash, opened_by,
                          created_at_ms, expires_at_ms)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) RETURNING *`;
  const who = [of.kind, of.name, of.role, of.account_id, of.key_id, of.secret_hash] as Value[];
  const secrets = [made.cookieHash, made.pageHash];
  const values = [made.id, ...who, ...secrets, of.opened_by as string, nowMs, nowMs + made.lastsMs];
  const [row] = yield { sql, values };
  return readSession(row!);
}

export function* openByKey(input: Input<'openByKey'>, { nowMs }: WriteMoment): Writing<LoginSession> {
  const { accountId, keyId } = input;
  yield { lockControl: true };
  const sql = `
    UPDATE sessions SET ended_at_ms = $1 WHERE ended_at_ms IS NULL AND id IN (
      SELECT id FROM sessions WHERE account_id = $2 AND ended_at_ms IS NULL AND expires_at_ms > $1
       ORDER BY created_at_ms DESC, id DESC LIMIT ${Number.MAX_SAFE_INTEGER} OFFSET $3)`;
  yield { sql, values: [nowMs, accountId, ACCOUNT_SESSIONS_MAX - 1] };
  const who = { kind: 'portal', name: input.name, role: null, account_id: accountId, key_id: keyId };
  const opened_by = `key:${keyId}`;
  const session = yield* insertSession(input, { ...who, secret_hash: input.secretHash, opened_by }, nowMs);
  const detail = { account: accountId, opened_by };
  yield { change: { actor: sessionActor(session), action: 'session.open', subject: session.id, detail } };
  return session;
}

/** Who ends their own session only leaves. Who ends another one's does not want its links to work either. */
export function* endSession(
  { id, actor }: Input<'end'>,
  { nowMs }: WriteMoment,
): Writing<LoginSession | null> {
  yield { lockControl: true };
  const sql = 'UPDATE sessions SET ended_at_ms = $1 WHERE id = $2 AND ended_at_ms IS NULL RETURNING *';
  const [row] = yield { sql, values: [nowMs, id] };
  if (row === undefined) {
    const [before] = yield { sql: 'SELECT * FROM sessions WHERE id = $1', values: [id] };
    return before === undefined ? null : readSession(before);
  }
  const session = readSession(row);
  const maker = sessionActor(session);
  if (actor !== maker)
    yield {
      sql: 'UPDATE login_codes SET used_at_ms = $1 WHERE created_by = $2 AND used_at_ms IS NULL RETURNING id',
      values: [nowMs, maker],
    };
  yield { change: { actor, action: 'session.end', subject: id, detail: { name: row.name } } };
  return session;
}

type Revoke = AdminTokenVerbs['revoke'];

export function* revokeAdminToken(
  { id, actor }: Parameters<Revoke>[0],
  { nowMs }: WriteMoment,
): Writing<Awaited<ReturnType<Revoke>>> {
  // One at a time: the last two must not be revoked by two nodes at once.
  yield { lockControl: true };
  const [before] = yield { sql: 'SELECT * FROM admin_tokens WHERE id = $1', values: [id] };
  if (before === undefined) return { kind: 'not_found' };
  if (before.revoked_at_ms !== null) return { kind: 'revoked', token: readToken(before) };
  const count = 'SELECT count(*) AS n FROM admin_tokens WHERE revoked_at_ms IS NULL';
  const [active] = yield { sql: count, values: [] };
  if (active?.n === 1) return { kind: 'last' };
  const revoke = 'UPDATE admin_tokens SET revoked_at_ms = $1 WHERE id = $2 RETURNING *';
  const [row] = yield { sql: revoke, values: [nowMs, id] };
  const end = `
    UPDATE sessions SET ended_at_ms = $1
     WHERE opened_by = $2 AND ended_at_ms IS NULL AND expires_at_ms > $1 RETURNING id`;
  const ended = yield { sql: end, values: [nowMs, TOKEN + id] };
  const detail = { sessions_ended: ended.length };
  yield { change: { actor, action: 'token.revoke', subject: id, detail } };
  return { kind: 'revoked', token: readToken(row!) };
}
