// Owns admin tokens at rest, known by their hash alone.
import { readToken } from '../rows.ts';
import type { AdminToken, AdminTokenVerbs } from '../storage.ts';
import { recordChange } from './audit.ts';
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
