// Admin tokens, stored as hashes. Revoking a token also ends every session that was opened with it or by a link of such a session, in the
// same commit.

import { ROLES } from '../../domain/access/session.ts';
import { field, type Of } from '../../domain/field-table.ts';
import type { Reading } from '../steps/reading.ts';
import { storedTable } from '../steps/table.ts';
import type { Actor, WriteMoment, Writing } from '../steps/writing.ts';

/** Tokens are for operators, and there are few. */
const TOKENS_MAX = 1_000;
/** Prefix of a token as an actor; its id follows. */
export const TOKEN_ACTOR = 'admin:';

const FIELDS = {
  id: field.text(),
  name: field.text(),
  role: field.oneOf(ROLES),
  prefix: field.text(),
  createdAtMs: field.time(),
  revokedAtMs: field.time().orNull(),
};
export type AdminToken = Of<typeof FIELDS>;
export const adminTokens = storedTable('admin_tokens', FIELDS, { hash: field.text() });

export interface CreateAdminToken extends Actor, Pick<AdminToken, 'id' | 'name' | 'role' | 'prefix'> {
  hash: string;
}

export function* createAdminToken(
  { id, name, role, prefix, hash, actor }: CreateAdminToken,
  { nowMs }: WriteMoment,
): Writing<AdminToken> {
  const [row] = yield adminTokens.insert({ id, name, role, prefix, hash, createdAtMs: nowMs });
  yield { change: { actor, action: 'token.create', subject: id, detail: { name, role, prefix } } };
  return adminTokens.read(row!);
}

export function* findAdminTokenByHash({ hash }: { hash: string }): Reading<AdminToken | null> {
  const [row] = yield { sql: 'SELECT * FROM admin_tokens WHERE hash = $1', values: [hash] };
  return row === undefined ? null : adminTokens.read(row);
}

/** Oldest first. */
export function* listAdminTokens(): Reading<AdminToken[]> {
  const sql = 'SELECT * FROM admin_tokens ORDER BY created_at_ms, id LIMIT $1';
  const rows = yield { sql, values: [TOKENS_MAX] };
  return rows.map(adminTokens.read);
}

/** `last`: it is the only active token, so it is not revoked. */
export type RevokedAdminToken =
  | { kind: 'revoked'; token: AdminToken }
  | { kind: 'last' }
  | { kind: 'not_found' };

/** Revokes the token and ends every session that derives from it. */
export function* revokeAdminToken(
  { id, actor }: Actor & { id: string },
  { nowMs }: WriteMoment,
): Writing<RevokedAdminToken> {
  // One revocation at a time: two nodes must not revoke the last two tokens at once.
  yield { lockControl: true };
  const [before] = yield { sql: 'SELECT * FROM admin_tokens WHERE id = $1', values: [id] };
  if (before === undefined) return { kind: 'not_found' };
  if (before.revoked_at_ms !== null) return { kind: 'revoked', token: adminTokens.read(before) };
  const count = 'SELECT count(*) AS n FROM admin_tokens WHERE revoked_at_ms IS NULL';
  const [active] = yield { sql: count, values: [] };
  if (active?.n === 1) return { kind: 'last' };
  const [row] = yield adminTokens.change(id, { revokedAtMs: nowMs });
  const end = `
    UPDATE sessions SET ended_at_ms = $1
     WHERE opened_by = $2 AND ended_at_ms IS NULL AND expires_at_ms > $1 RETURNING id`;
  const ended = yield { sql: end, values: [nowMs, TOKEN_ACTOR + id] };
  const detail = { sessions_ended: ended.length };
  yield { change: { actor, action: 'token.revoke', subject: id, detail } };
  return { kind: 'revoked', token: adminTokens.read(row!) };
}

/** Whether this actor is a token that was revoked. */
export function* isRevokedToken(actor: string): Reading<boolean> {
  if (!actor.startsWith(TOKEN_ACTOR)) return false;
  const sql = 'SELECT revoked_at_ms FROM admin_tokens WHERE id = $1';
  const [token] = yield { sql, values: [actor.slice(TOKEN_ACTOR.length)] };
  return token !== undefined && token.revoked_at_ms !== null;
}
