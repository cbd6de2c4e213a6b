// Owns API keys at rest: who may call, with which limits, under which secrets. It knows secrets by their hash alone.
import { formatTime } from '../../domain/clock.ts';
import type { Key } from '../../domain/key.ts';
import { keyEvent } from '../key-events.ts';
import type { MadeTooMany } from '../key-verbs.ts';
import { pageOf } from '../paging.ts';
import { limitColumns, type Row, readAccount, readKey } from '../rows.ts';
import { containing } from '../steps/reading.ts';
import type { KeyHolder, KeyListed, KeyVerbs, Listed } from '../storage.ts';
import { countMadeKey } from '../writing/made-keys.ts';
import { recordChange } from './audit.ts';
import type { SqlSession } from './connection.ts';
import { appendEvent } from './events.ts';
import { runSteps } from './run-writing.ts';
import { countKey } from './spend.ts';
import type { VerbContext } from './verb-context.ts';

type Input<V extends keyof KeyVerbs> = Parameters<KeyVerbs[V]>[0];
type Result<V extends keyof KeyVerbs> = Awaited<ReturnType<KeyVerbs[V]>>;

/** The last use is on the last day: older days need not be looked at. */
const LISTED = `SELECT k.*, coalesce(
                 (SELECT last_at_ms FROM usage_days u WHERE u.account_id = k.account_id AND u.key_id = k.id
                   ORDER BY u.day DESC, u.last_at_ms DESC LIMIT 1),
                 (SELECT last_at_ms FROM usage_carried u WHERE u.account_id = k.account_id AND u.key_id = k.id)
               ) AS last_used_at_ms,
               (SELECT name FROM accounts a WHERE a.id = k.account_id) AS account_name,
               (SELECT name FROM projects p WHERE p.id = k.project_id) AS project_name FROM keys k`;

export async function createKey(context: VerbContext, input: Input<'create'>): Promise<Result<'create'>> {
  const { db, nowMs } = context;
  const account = await db.get('SELECT 1 FROM accounts WHERE id = $1', input.accountId);
  if (account === undefined) return { kind: 'not_found' };
  if (await isFull(context, input)) return { kind: 'full' };
  const tooMany = await countMade(context, input);
  if (tooMany !== null) return tooMany;
  const row = await db.get(
    `INSERT INTO keys (id, account_id, name, prefix, groups, created_at_ms, expires_at_ms, addresses, rate_requests,
                       rate_per_seconds, rate_concurrent, daily_cap_micros, monthly_cap_micros, total_cap_micros,
                       max_call_micros, platforms, operations, project_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18) RETURNING *`,
    input.id,
    input.accountId,
    input.name,
    input.prefix,
    JSON.stringify(input.groups),
    nowMs,
    ...limitColumns(input),
  );
  await addSecret(context, input.id, input.hash);
  await countKey(db, input);
  const key = readKey(row!);
  await appendEvent(context, keyEvent('key.created', key));
  await audit(context, input, 'key.create', {
    account: input.accountId,
    name: input.name,
    prefix: input.prefix,
  });
  return { kind: 'created', key };
}

/** Under the lock of the account, so that nobody makes a key between this look and the commit. */
async function isFull({ db }: VerbContext, { accountId, livingMax }: Input<'create'>): Promise<boolean> {
  if (livingMax === undefined) return false;
  await db.get('SELECT 1 AS one FROM accounts WHERE id = $1 FOR NO KEY UPDATE', accountId);
  const sql = `SELECT count(*) AS living FROM keys WHERE account_id = $1 AND status <> 'revoked'`;
  return Number((await db.get(sql, accountId))!.living) >= livingMax;
}

async function countMade(
  context: VerbContext,
  { accountId, madePerDayMax }: { accountId: string; madePerDayMax?: number },
): Promise<MadeTooMany | null> {
  if (madePerDayMax === undefined) return null;
  const retryAfterMs = await runSteps(context, countMadeKey({ accountId, madePerDayMax }, context));
  return retryAfterMs === null ? null : { kind: 'made_too_many', retryAfterMs };
}

async function addSecret({ db, nowMs }: VerbContext, keyId: string, hash: string): Promise<void> {
  await db.runOne(
    'INSERT INTO key_secrets (hash, key_id, created_at_ms) VALUES ($1, $2, $3)',
    hash,
    keyId,
    nowMs,
  );
}

/** Many look-ups at once, in the order of their hashes. */
export async function findKeysByHash(db: SqlSession, hashes: string[]): Promise<(KeyHolder | null)[]> {
  const rows = await db.all(
    `SELECT s.hash, s.valid_until_ms, k.*, a.id AS a_id, a.name AS a_name, a.status AS a_status, a.currency,
            a.balance_micros, a.held_micros, a.rate_requests AS a_requests, a.rate_per_seconds AS a_per_seconds,
            a.rate_concurrent AS a_concurrent, a.created_at_ms AS a_created_at_ms, a.title, a.contact,
            a.low_balance_micros, a.closed_at_ms, a.billing_address, a.tax_id
       FROM key_secrets s JOIN keys k ON k.id = s.key_id JOIN accounts a ON a.id = k.account_id
      WHERE s.hash = ANY($1)`,
    [...new Set(hashes)],
  );
  const holders = new Map(rows.map((row) => [row.hash as string, readHolder(row)]));
  return hashes.map((hash) => holders.get(hash) ?? null);
}

function readHolder(row: Row): KeyHolder {
  const account = readAccount({
    ...row,
    id: row.a_id!,
    name: row.a_name!,
    status: row.a_status!,
    rate_requests: row.a_requests!,
    rate_per_seconds: row.a_per_seconds!,
    rate_concurrent: row.a_concurrent!,
    created_at_ms: row.a_created_at_ms!,
  });
  return { key: readKey(row), account, secretValidUntilMs: row.valid_until_ms as number | null };
}

function readListed(row: Row): KeyListed {
  return {
    ...readKey(row),
    lastUsedAtMs: row.last_used_at_ms as number | null,
    accountName: row.account_name as string,
    projectName: row.project_name as string | null,
  };
}

export async function findKey({ db }: VerbContext, input: Input<'find'>): Promise<KeyListed | null> {
  const row = await db.get(`${LISTED} WHERE k.id = $1`, input.id);
  return row === undefined ? null : readListed(row);
}

export async function listKeys({ db }: VerbContext, input: Input<'list'>): Promise<Listed<KeyListed>> {
  const rows = await db.all(
    `${LISTED} WHERE k.id > $1 AND ($2::text IS NULL OR k.account_id = $2)
        AND ($3::text IS NULL OR lower(k.name) LIKE $3 ESCAPE '!' OR k.id = $4::text OR k.prefix = $4::text)
      ORDER BY k.id LIMIT $5`,
    input.after ?? '',
    input.accountId ?? null,
    input.search === undefined ? null : containing(input.search),
    input.search ?? null,
    input.limit + 1,
  );
  return pageOf(rows.map(readListed), input.limit, (key) => key.id);
}

/** Two changes of one key at the same time follow each other. */
async function lockKey({ db }: VerbContext, id: string): Promise<Key | null> {
  const row = await db.get('SELECT * FROM keys WHERE id = $1 FOR NO KEY UPDATE', id);
  return row === undefined ? null : readKey(row);
}

/** What a key was ever charged can only be summed while none of its calls is charged. Accounts are locked before keys. */
async function lockAccountOf({ db }: VerbContext, keyId: string): Promise<void> {
  const sql = `SELECT 1 AS one FROM accounts WHERE id = (SELECT account_id FROM keys WHERE id = $1) FOR NO KEY UPDATE`;
  await db.get(sql, keyId);
}

/** A revoked key stays revoked: it can be looked at, not changed. */
export async function updateKey(context: VerbContext, input: Input<'update'>): Promise<Key | null> {
  const { db } = context;
  if (input.totalCapMicros !== undefined) await lockAccountOf(context, input.id);
  const before = await lockKey(context, input.id);
  if (before === null || before.status === 'revoked') return before;
  const after = { ...before, ...withoutUndefined(input) };
  const row = await db.get(
    `UPDATE keys SET name = $1, status = $2, groups = $3, expires_at_ms = $4, addresses = $5, rate_requests = $6,
            rate_per_seconds = $7, rate_concurrent = $8, daily_cap_micros = $9, monthly_cap_micros = $10,
            total_cap_micros = $11, max_call_micros = $12, platforms = $13, operations = $14, project_id = $15
      WHERE id = $16 RETURNING *`,
    after.name,
    after.status,
    JSON.stringify(after.groups),
    ...limitColumns(after),
    input.id,
  );
  if (after.totalCapMicros !== before.totalCapMicros) await countKey(db, after);
  const { actor, id, ...changed } = withoutUndefined(input);
  await audit(context, { actor: actor as string, id: id as string }, 'key.update', changed);
  return readKey(row!);
}

function withoutUndefined(input: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
}

export async function rotateKey(context: VerbContext, input: Input<'rotate'>): Promise<Result<'rotate'>> {
  const { db } = context;
  const before = await lockKey(context, input.id);
  if (before === null) return { kind: 'not_found' };
  if (before.status === 'revoked') return { kind: 'revoked' };
  const tooMany = await countMade(context, { ...input, accountId: before.accountId });
  if (tooMany !== null) return tooMany;
  await db.run(
    `UPDATE key_secrets SET valid_until_ms = $2
      WHERE key_id = $1 AND (valid_until_ms IS NULL OR valid_until_ms > $2)`,
    input.id,
    input.graceUntilMs,
  );
  await addSecret(context, input.id, input.hash);
  const row = await db.get('UPDATE keys SET prefix = $1 WHERE id = $2 RETURNING *', input.prefix, input.id);
  const key = readKey(row!);
  const told = { previous_valid_until: formatTime(input.graceUntilMs) };
  await appendEvent(context, keyEvent('key.rotated', key, told));
  await audit(context, input, 'key.rotate', { prefix: input.prefix, grace_until_ms: input.graceUntilMs });
  return { kind: 'rotated', key };
}

export async function revokeKey(context: VerbContext, input: Input<'revoke'>): Promise<Key | null> {
  const before = await lockKey(context, input.id);
  if (before === null || before.status === 'revoked') return before;
  const row = await context.db.get("UPDATE keys SET status = 'revoked' WHERE id = $1 RETURNING *", input.id);
  const key = readKey(row!);
  await appendEvent(context, keyEvent('key.revoked', key));
  await audit(context, input, 'key.revoke', {});
  return key;
}

async function audit(
  context: VerbContext,
  by: { actor: string; id: string },
  action: string,
  detail: Record<string, unknown>,
): Promise<void> {
  await recordChange(context, { actor: by.actor, action, subject: by.id, detail });
}
