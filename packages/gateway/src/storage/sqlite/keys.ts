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

export function createKey(context: VerbContext, input: Input<'create'>): Result<'create'> {
  const { db, nowMs } = context;
  if (db.get('SELECT 1 FROM accounts WHERE id = ?', input.accountId) === undefined)
    return { kind: 'not_found' };
  if (isFull(context, input)) return { kind: 'full' };
  const tooMany = countMade(context, input);
  if (tooMany !== null) return tooMany;
  const row = db.get(
    `INSERT INTO keys (id, account_id, name, prefix, groups, created_at_ms, expires_at_ms, addresses, rate_requests,
                       rate_per_seconds, rate_concurrent, daily_cap_micros, monthly_cap_micros, total_cap_micros,
                       max_call_micros, platforms, operations, project_id)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING *`,
    input.id,
    input.accountId,
    input.name,
    input.prefix,
    JSON.stringify(input.groups),
    nowMs,
    ...limitColumns(input),
  );
  addSecret(context, input.id, input.hash);
  countKey(db, input);
  const key = readKey(row!);
  appendEvent(context, keyEvent('key.created', key));
  audit(context, input, 'key.create', { account: input.accountId, name: input.name, prefix: input.prefix });
  return { kind: 'created', key };
}

/** One process writes at a time, so nobody makes a key between this look and the row. */
function isFull({ db }: VerbContext, { accountId, livingMax }: Input<'create'>): boolean {
  if (livingMax === undefined) return false;
  const sql = `SELECT count(*) AS living FROM keys WHERE account_id = ? AND status <> 'revoked'`;
  return (db.get(sql, accountId)!.living as number) >= livingMax;
}

function countMade(
  context: VerbContext,
  { accountId, madePerDayMax }: { accountId: string; madePerDayMax?: number },
): MadeTooMany | null {
  if (madePerDayMax === undefined) return null;
  const retryAfterMs = runSteps(context, countMadeKey({ accountId, madePerDayMax }, context));
  return retryAfterMs === null ? null : { kind: 'made_too_many', retryAfterMs };
}

function addSecret({ db, nowMs }: VerbContext, keyId: string, hash: string): void {
  db.runOne('INSERT INTO key_secrets (hash, key_id, created_at_ms) VALUES (?, ?, ?)', hash, keyId, nowMs);
}

export function findKeyByHash({ db }: VerbContext, input: Input<'findByHash'>): KeyHolder | null {
  const secret = db.get('SELECT key_id, valid_until_ms FROM key_secrets WHERE hash = ?', input.hash);
  if (secret === undefined) return null;
  const key = readKey(db.get('SELECT * FROM keys WHERE id = ?', secret.key_id as string)!);
  const account = readAccount(db.get('SELECT * FROM accounts WHERE id = ?', key.accountId)!);
  return { key, account, secretValidUntilMs: secret.valid_until_ms as number | null };
}

function readListed(row: Row): KeyListed {
  return {
    ...readKey(row),
    lastUsedAtMs: row.last_used_at_ms as number | null,
    accountName: row.account_name as string,
    projectName: row.project_name as string | null,
  };
}

export function findKey({ db }: VerbContext, input: Input<'find'>): KeyListed | null {
  const row = db.get(`${LISTED} WHERE k.id = ?`, input.id);
  return row === undefined ? null : readListed(row);
}

export function listKeys({ db }: VerbContext, input: Input<'list'>): Listed<KeyListed> {
  const rows = db.all(
    `${LISTED} WHERE k.id > ?1 AND (?2 IS NULL OR k.account_id = ?2)
        AND (?3 IS NULL OR lower(k.name) LIKE ?3 ESCAPE '!' OR k.id = ?4 OR k.prefix = ?4) ORDER BY k.id LIMIT ?5`,
    input.after ?? '',
    input.accountId ?? null,
    input.search === undefined ? null : containing(input.search),
    input.search ?? null,
    input.limit + 1,
  );
  return pageOf(rows.map(readListed), input.limit, (key) => key.id);
}

/** A revoked key stays revoked: it can be looked at, not changed. */
export function updateKey(context: VerbContext, input: Input<'update'>): Key | null {
  const { db } = context;
  const before = findKey(context, input);
  if (before === null || before.status === 'revoked') return before;
  const after = { ...before, ...withoutUndefined(input) };
  const row = db.get(
    `UPDATE keys SET name = ?, status = ?, groups = ?, expires_at_ms = ?, addresses = ?, rate_requests = ?,
            rate_per_seconds = ?, rate_concurrent = ?, daily_cap_micros = ?, monthly_cap_micros = ?, total_cap_micros = ?,
            max_call_micros = ?, platforms = ?, operations = ?, project_id = ?
      WHERE id = ? RETURNING *`,
    after.name,
    after.status,
    JSON.stringify(after.groups),
    ...limitColumns(after),
    input.id,
  );
  countKey(db, after);
  const { actor, id, ...changed } = withoutUndefined(input);
  audit(context, { actor: actor as string, id: id as string }, 'key.update', changed);
  return readKey(row!);
}

function withoutUndefined(input: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
}

export function rotateKey(context: VerbContext, input: Input<'rotate'>): Result<'rotate'> {
  const { db } = context;
  const before = findKey(context, input);
  if (before === null) return { kind: 'not_found' };
  if (before.status === 'revoked') return { kind: 'revoked' };
  const tooMany = countMade(context, { ...input, accountId: before.accountId });
  if (tooMany !== null) return tooMany;
  db.run(
    `UPDATE key_secrets SET valid_until_ms = ?2
      WHERE key_id = ?1 AND (valid_until_ms IS NULL OR valid_until_ms > ?2)`,
    input.id,
    input.graceUntilMs,
  );
  addSecret(context, input.id, input.hash);
  const row = db.get('UPDATE keys SET prefix = ? WHERE id = ? RETURNING *', input.prefix, input.id);
  const key = readKey(row!);
  appendEvent(
    context,
    keyEvent('key.rotated', key, { previous_valid_until: formatTime(input.graceUntilMs) }),
  );
  audit(context, input, 'key.rotate', { prefix: input.prefix, grace_until_ms: input.graceUntilMs });
  return { kind: 'rotated', key };
}

export function revokeKey(context: VerbContext, input: Input<'revoke'>): Key | null {
  const before = findKey(context, input);
  if (before === null || before.status === 'revoked') return before;
  const row = context.db.get("UPDATE keys SET status = 'revoked' WHERE id = ? RETURNING *", input.id);
  const key = readKey(row!);
  appendEvent(context, keyEvent('key.revoked', key));
  audit(context, input, 'key.revoke', {});
  return key;
}

function audit(
  context: VerbContext,
  by: { actor: string; id: string },
  action: string,
  detail: Record<string, unknown>,
): void {
  recordChange(context, { actor: by.actor, action, subject: by.id, detail });
}
