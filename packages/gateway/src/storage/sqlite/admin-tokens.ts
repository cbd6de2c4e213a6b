// Owns admin tokens at rest, known by their hash alone.
import { readToken } from '../rows.ts';
import type { AdminToken, AdminTokenVerbs } from '../storage.ts';
import { recordChange } from './audit.ts';
import type { VerbContext } from './verb-context.ts';

type Input<V extends keyof AdminTokenVerbs> = Parameters<AdminTokenVerbs[V]>[0];

/** Tokens are for operators, of whom there are few. */
const TOKENS_MAX = 1_000;

export function createAdminToken(context: VerbContext, input: Input<'create'>): AdminToken {
  const row = context.db.get(
    'INSERT INTO admin_tokens (id, name, role, prefix, hash, created_at_ms) VALUES (?, ?, ?, ?, ?, ?) RETURNING *',
    input.id,
    input.name,
    input.role,
    input.prefix,
    input.hash,
    context.nowMs,
  );
  const detail = { name: input.name, role: input.role, prefix: input.prefix };
  recordChange(context, { actor: input.actor, action: 'token.create', subject: input.id, detail });
  return readToken(row!);
}

export function findAdminTokenByHash({ db }: VerbContext, input: { hash: string }): AdminToken | null {
  const row = db.get('SELECT * FROM admin_tokens WHERE hash = ?', input.hash);
  return row === undefined ? null : readToken(row);
}

export function listAdminTokens({ db }: VerbContext): AdminToken[] {
  return db.all('SELECT * FROM admin_tokens ORDER BY created_at_ms, id LIMIT ?', TOKENS_MAX).map(readToken);
}
