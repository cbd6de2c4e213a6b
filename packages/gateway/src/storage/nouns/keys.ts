// API keys, with their limits and secrets. A secret is stored only as its hash. Every call looks up its key by the secret, so each
// database has its own code for that (keys-find.ts).

import type { Group, Key, RateLimit } from '../../domain/access/key.ts';
import type { Account } from '../../domain/account.ts';
import { dayStartMs, formatTime } from '../../domain/clock.ts';
import { DAY_MS } from '../../domain/duration.ts';
import type { EventData, EventType, NewEvent } from '../../domain/event.ts';
import type { SpendCaps } from '../../domain/limiting/spend-cap.ts';
import { type Listed, type Paging, pageOf } from '../steps/paging.ts';
import { containing, one, type Reading, type Row, type Value } from '../steps/reading.ts';
import type { Actor, WriteMoment, Writing } from '../steps/writing.ts';
import { wakeCollections } from './collection-rows.ts';
import { countKey } from './projects.ts';
import { capColumns, rateColumns, readKey } from './rows.ts';
import { endFeedsOf } from './watches.ts';

export interface KeyLimits extends SpendCaps {
  groups: Group[];
  expiresAtMs: number | null;
  addresses: string[] | null;
  rate: RateLimit | null;
  maxCallMicros: number | null;
  platforms: string[] | null;
  operations: string[] | null;
  projectId: string | null;
}

/** A key that was found by its secret, with the account that pays. */
export interface KeyHolder {
  key: Key;
  account: Account;
  /** Until when the secret that was used works; null for the current secret of a key without expiry. */
  secretValidUntilMs: number | null;
}

export interface KeyListed extends Key {
  lastUsedAtMs: number | null;
  accountName: string;
  projectName: string | null;
}

interface MadeByAccount {
  /**
   * The most keys that the account may create on a UTC day, including new secrets of its keys. Undefined when an operator creates the
   * key: then it is neither limited nor counted.
   */
  madePerDayMax?: number;
}

/** The account has created `madePerDayMax` keys on this UTC day. */
export interface MadeTooMany {
  kind: 'made_too_many';
  retryAfterMs: number;
}

export interface CreateKey extends Actor, KeyLimits, MadeByAccount {
  id: string;
  accountId: string;
  name: string;
  prefix: string;
  hash: string;
  /** The most keys of the account that are not revoked. The limit is exact even if several keys are created at the same time. */
  livingMax?: number;
}

export type CreateKeyResult =
  | { kind: 'created'; key: Key }
  | { kind: 'not_found' }
  | { kind: 'full' }
  | MadeTooMany;

/** Undefined fields stay as they are. */
export interface UpdateKey extends Actor, Partial<KeyLimits> {
  id: string;
  name?: string;
  status?: 'active' | 'disabled';
}

export interface RotateKey extends Actor, MadeByAccount {
  id: string;
  prefix: string;
  hash: string;
  graceUntilMs: number;
}

export type RotateKeyResult =
  | { kind: 'rotated'; key: Key }
  | { kind: 'revoked' }
  | { kind: 'not_found' }
  | MadeTooMany;

/** The last use lies on the last day with usage, so older days are not read. */
const LISTED = `SELECT k.*, coalesce(
                 (SELECT last_at_ms FROM usage_days u WHERE u.account_id = k.account_id AND u.key_id = k.id
                   ORDER BY u.day DESC, u.last_at_ms DESC LIMIT 1),
                 (SELECT last_at_ms FROM usage_carried u WHERE u.account_id = k.account_id AND u.key_id = k.id)
               ) AS last_used_at_ms,
               (SELECT name FROM accounts a WHERE a.id = k.account_id) AS account_name,
               (SELECT name FROM projects p WHERE p.id = k.project_id) AS project_name FROM keys k`;

function readListed(row: Row): KeyListed {
  return {
    ...readKey(row),
    lastUsedAtMs: row.last_used_at_ms as number | null,
    accountName: row.account_name as string,
    projectName: row.project_name as string | null,
  };
}

export function* findKey({ id }: { id: string }): Reading<KeyListed | null> {
  const row = yield* one(`${LISTED} WHERE k.id = $1`, id);
  return row === undefined ? null : readListed(row);
}

/** `search`: a part of the name in upper or lower case, the id, or the prefix. */
export function* listKeys(
  input: Paging & { accountId?: string; search?: string },
): Reading<Listed<KeyListed>> {
  const { after, accountId, search, limit } = input;
  const rows = yield {
    sql: `${LISTED} WHERE k.id > $1 AND (CAST($2 AS text) IS NULL OR k.account_id = $2)
             AND (CAST($3 AS text) IS NULL OR lower(k.name) LIKE $3 ESCAPE '!' OR k.id = $4 OR k.prefix = $4)
           ORDER BY k.id LIMIT $5`,
    values: [
      after ?? '',
      accountId ?? null,
      search === undefined ? null : containing(search),
      search ?? null,
      limit + 1,
    ],
  };
  return pageOf(rows.map(readListed), limit, (key) => key.id);
}

/** In the sequence of the columns from `expires_at_ms` to `project_id`. */
function limitColumns(limits: Omit<KeyLimits, 'groups'>): Value[] {
  return [
    limits.expiresAtMs,
    namesColumn(limits.addresses),
    ...rateColumns(limits.rate),
    ...capColumns(limits),
    limits.maxCallMicros,
    namesColumn(limits.platforms),
    namesColumn(limits.operations),
    limits.projectId,
  ];
}

const namesColumn = (names: string[] | null) => (names === null ? null : JSON.stringify(names));

export function* createKey(input: CreateKey, { nowMs }: WriteMoment): Writing<CreateKeyResult> {
  const { actor, id, accountId, name, prefix, groups } = input;
  if ((yield { sql: 'SELECT 1 AS one FROM accounts WHERE id = $1', values: [accountId] }).length === 0)
    return { kind: 'not_found' };
  if (yield* isFull(input)) return { kind: 'full' };
  const tooMany = yield* countMade(input, nowMs);
  if (tooMany !== null) return tooMany;
  const [row] = yield {
    sql: `INSERT INTO keys (id, account_id, name, prefix, groups, created_at_ms, expires_at_ms, addresses, rate_requests,
                            rate_per_seconds, rate_concurrent, daily_cap_micros, monthly_cap_micros, total_cap_micros,
                            max_call_micros, platforms, operations, project_id)
          VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18) RETURNING *`,
    values: [id, accountId, name, prefix, JSON.stringify(groups), nowMs, ...limitColumns(input)],
  };
  yield* addSecret(input, nowMs);
  yield* countKey(input);
  const key = readKey(row!);
  yield { event: keyEvent('key.created', key) };
  const detail = { account: accountId, name, prefix };
  yield { change: { actor, action: 'key.create', subject: id, detail } };
  return { kind: 'created', key };
}

/** Counts under the lock of the account, so that no other key is created between this count and the commit. */
function* isFull({ accountId, livingMax }: CreateKey): Writing<boolean> {
  if (livingMax === undefined) return false;
  yield { lockAccount: accountId };
  const [keys] = yield {
    sql: `SELECT count(*) AS living FROM keys WHERE account_id = $1 AND status <> 'revoked'`,
    values: [accountId],
  };
  return (keys!.living as number) >= livingMax;
}

/**
 * Counts the keys that an account creates on one UTC day, including those that it revokes again. Otherwise an account could escape limits
 * per key by creating more keys. Returns null when this key is allowed.
 */
function* countMade(
  { accountId, madePerDayMax }: MadeByAccount & { accountId: string },
  nowMs: number,
): Writing<MadeTooMany | null> {
  if (madePerDayMax === undefined) return null;
  const dayMs = dayStartMs(nowMs);
  // One query, so that two processes that count at the same time wait for each other.
  const counted = yield {
    sql: `INSERT INTO rate_windows AS w (scope, start_ms, used) VALUES ($1, $2, 1)
          ON CONFLICT (scope) DO UPDATE SET start_ms = excluded.start_ms,
            used = CASE WHEN w.start_ms = excluded.start_ms THEN w.used + 1 ELSE 1 END
            WHERE w.start_ms <> excluded.start_ms OR w.used < $3
          RETURNING used`,
    values: [`keys_made:${accountId}`, dayMs, madePerDayMax],
  };
  return counted.length > 0 ? null : { kind: 'made_too_many', retryAfterMs: dayMs + DAY_MS - nowMs };
}

function* addSecret({ id, hash }: { id: string; hash: string }, nowMs: number): Writing<void> {
  yield {
    sql: 'INSERT INTO key_secrets (hash, key_id, created_at_ms) VALUES ($1, $2, $3)',
    values: [hash, id, nowMs],
  };
}

/** Makes concurrent changes of one key run one after the other. */
function* lockKey(id: string): Writing<Key | null> {
  const [row] = yield { lockKey: id };
  return row === undefined ? null : readKey(row);
}

/**
 * A revoked key can be read but not changed. Setting a total cap adds up what the key was ever charged, and no call of the key may be
 * charged meanwhile, so it locks the account. Accounts are locked before keys.
 */
export function* updateKey(input: UpdateKey, { nowMs }: WriteMoment): Writing<Key | null> {
  const { actor, id, ...changed } = withoutUndefined(input);
  const changesCaps = CAP_FIELDS.some((field) => changed[field] !== undefined);
  if (changesCaps) yield* lockAccountOf(id);
  const before = yield* lockKey(id);
  if (before === null || before.status === 'revoked') return before;
  const after = { ...before, ...changed };
  const [row] = yield {
    sql: `UPDATE keys SET name = $1, status = $2, groups = $3, expires_at_ms = $4, addresses = $5, rate_requests = $6,
                 rate_per_seconds = $7, rate_concurrent = $8, daily_cap_micros = $9, monthly_cap_micros = $10,
                 total_cap_micros = $11, max_call_micros = $12, platforms = $13, operations = $14, project_id = $15
           WHERE id = $16 RETURNING *`,
    values: [after.name, after.status, JSON.stringify(after.groups), ...limitColumns(after), id],
  };
  if (after.totalCapMicros !== before.totalCapMicros) yield* countKey(after);
  if (changesCaps) yield* wakeCollections(before.accountId, 'cap', nowMs);
  yield { change: { actor, action: 'key.update', subject: id, detail: changed } };
  return readKey(row!);
}

const CAP_FIELDS = ['dailyCapMicros', 'monthlyCapMicros', 'totalCapMicros', 'projectId'] as const;

function withoutUndefined(input: UpdateKey): UpdateKey {
  const given = Object.entries(input).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as unknown as UpdateKey;
}

function* lockAccountOf(keyId: string): Writing<void> {
  const [key] = yield { sql: 'SELECT account_id FROM keys WHERE id = $1', values: [keyId] };
  if (key !== undefined) yield { lockAccount: key.account_id as string };
}

/** Adds a new secret under the same id. The old secrets work until `graceUntilMs`. */
export function* rotateKey(input: RotateKey, { nowMs }: WriteMoment): Writing<RotateKeyResult> {
  const { actor, id, prefix, graceUntilMs } = input;
  const before = yield* lockKey(id);
  if (before === null) return { kind: 'not_found' };
  if (before.status === 'revoked') return { kind: 'revoked' };
  const tooMany = yield* countMade({ ...input, accountId: before.accountId }, nowMs);
  if (tooMany !== null) return tooMany;
  yield {
    sql: `UPDATE key_secrets SET valid_until_ms = $2
           WHERE key_id = $1 AND (valid_until_ms IS NULL OR valid_until_ms > $2)`,
    values: [id, graceUntilMs],
  };
  yield* addSecret(input, nowMs);
  const [row] = yield { sql: 'UPDATE keys SET prefix = $1 WHERE id = $2 RETURNING *', values: [prefix, id] };
  const key = readKey(row!);
  yield { event: keyEvent('key.rotated', key, { previous_valid_until: formatTime(graceUntilMs) }) };
  const detail = { prefix, grace_until_ms: graceUntilMs };
  yield { change: { actor, action: 'key.rotate', subject: id, detail } };
  return { kind: 'rotated', key };
}

/** Every secret of the key stops working, for ever, and the feeds that it made end. Its links to exports are refused where they are opened. */
export function* revokeKey({ actor, id }: Actor & { id: string }): Writing<Key | null> {
  yield* lockAccountOf(id);
  const before = yield* lockKey(id);
  if (before === null || before.status === 'revoked') return before;
  const [row] = yield { sql: "UPDATE keys SET status = 'revoked' WHERE id = $1 RETURNING *", values: [id] };
  const key = readKey(row!);
  yield* endFeedsOf(key);
  yield { event: keyEvent('key.revoked', key) };
  yield { change: { actor, action: 'key.revoke', subject: id, detail: {} } };
  return key;
}

export function keyEvent(
  type: Extract<EventType, `key.${string}`>,
  { id, accountId, name, prefix }: Key,
  more: EventData = {},
): NewEvent {
  return { stream: accountId, type, data: { key: id, name, prefix, ...more } };
}
