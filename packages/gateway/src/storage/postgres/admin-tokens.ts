// Owns admin tokens at rest, known by their hash alone.
import { readToken } from '../rows.ts';
import type { AdminToken, AdminTokenVerbs } from '../storage.ts';
import { lockRevision, recordChange } from './audit.ts';
import type { VerbContext } from './verb-context.ts';

type Input<V extends keyof AdminTokenVerbs> = Parameters<AdminTokenVerbs[V]>[0];

/** Tokens are for operators, of whom there are few. */
const TOKENS_MAX = 1_000;

export async function createAdminToken(context: VerbContext, input: Input<'create'>): Promise<AdminToken> {
  const row = await context.db.get(
    `INSERT INTO admin_tokens (id, name, role, prefix, hash, created_at_ms)
     VALUES ($1, $2, $3, $4, $5, $6) RETURNING *`,
    input.id,
    input.name,
    input.role,
    input.prefix,
    input.hash,
    context.nowMs,
  );
  const detail = { name: input.name, role: input.role, prefix: input.prefix };
  await recordChange(context, { actor: input.actor, action: 'token.create', subject: input.id, detail });
  return readToken(row!);
}

export async function findAdminTokenByHash(
  { db }: VerbContext,
  input: { hash: string },
): Promise<AdminToken | null> {
  const row = await db.get('SELECT * FROM admin_tokens WHERE hash = $1', input.hash);
  return row === undefined ? null : readToken(row);
}

export async function listAdminTokens({ db }: VerbContext): Promise<AdminToken[]> {
  const rows = await db.all('SELECT * FROM admin_tokens ORDER BY created_at_ms, id LIMIT $1', TOKENS_MAX);
  return rows.map(readToken);
}

export async function revokeAdminToken(
  context: VerbContext,
  input: Input<'revoke'>,
): ReturnType<AdminTokenVerbs['revoke']> {
  const { db, nowMs } = context;
  // One at a time: the last two must not be revoked by two nodes at once.
  await lockRevision(db);
  const before = await db.get('SELECT * FROM admin_tokens WHERE id = $1', input.id);
  if (before === undefined) return { kind: 'not_found' };
  if (before.revoked_at_ms !== null) return { kind: 'revoked', token: readToken(before) };
  const active = await db.get('SELECT count(*) AS n FROM admin_tokens WHERE revoked_at_ms IS NULL');
  if (active?.n === 1) return { kind: 'last' };
  const row = await db.get(
    'UPDATE admin_tokens SET revoked_at_ms = $1 WHERE id = $2 RETURNING *',
    nowMs,
    input.id,
  );
  await recordChange(context, { actor: input.actor, action: 'token.revoke', subject: input.id, detail: {} });
  return { kind: 'revoked', token: readToken(row!) };
}
