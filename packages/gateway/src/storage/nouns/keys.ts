// API keys, with their limits and secrets. A secret is stored only as its hash. Every call looks up its key by the secret, so each
// database has its own code for that (keys-find.ts).

import { KEY_FIELDS, type Key } from '../../domain/access/key.ts';
import type { Account } from '../../domain/account.ts';
import { dayStartMs, formatTime } from '../../domain/clock.ts';
import { DAY_MS } from '../../domain/duration.ts';
import type { EventData, EventType, NewEvent } from '../../domain/event.ts';
import { field, type Of } from '../../domain/field-table.ts';
import { type Listed, type Paging, pageOf } from '../steps/paging.ts';
import { containing, one, type Reading } from '../steps/reading.ts';
import { rowReader, storedTable } from '../steps/table.ts';
import type { Actor, WriteMoment, Writing } from '../steps/writing.ts';
import { wakeCollections } from './collection-rows.ts';
import { countKey } from './projects.ts';
import { endFeedsOf } from './watches.ts';

export const keys = storedTable('keys', KEY_FIELDS);

export type KeyLimits = Omit<Key, 'id' | 'accountId' | 'name' | 'prefix' | 'status' | 'createdAtMs'>;

/** A key that was found by its secret, with the account that pays. */
export interface KeyHolder {
  key: Key;
  account: Account;
  /** Until when the secret that was used works; null for the current secret of a key without expiry. */
  secretValidUntilMs: number | null;
}

const LISTED_FIELDS = {
  ...KEY_FIELDS,
  lastUsedAtMs: field.time().orNull(),
  accountName: field.text(),
  projectName: field.text().orNull(),
};
export type KeyListed = Of<typeof LISTED_FIELDS>;
const readListed = rowReader(LISTED_FIELDS);

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

export interface CreateKey extends Actor, Omit<Key, 'status' | 'createdAtMs'>, MadeByAccount {
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

export function* createKey(input: CreateKey, { nowMs }: WriteMoment): Writing<CreateKeyResult> {
  const { actor, id, accountId, name, prefix } = input;
  if ((yield { sql: 'SELECT 1 AS one FROM accounts WHERE id = $1', values: [accountId] }).length === 0)
    return { kind: 'not_found' };
  if (yield* isFull(input)) return { kind: 'full' };
  const tooMany = yield* countMade(input, nowMs);
  if (tooMany !== null) return tooMany;
  const { actor: _actor, madePerDayMax: _made, livingMax: _living, hash: _hash, ...made } = input;
  const [row] = yield keys.insert({ ...made, createdAtMs: nowMs });
  yield* addSecret(input, nowMs);
  yield* countKey(input);
  const key = keys.read(row!);
  yield { event: keyEvent('key.created', key) };
  const detail = { account: accountId, name, prefix };
  yield { change: { actor, action: 'key.create', subject: id, detail } };
  return { kind: 'created', key };
}

/** Counts under the lock of the account, so that no other key is created between this count and the commit. */
function* isFull({ accountId, livingMax }: CreateKey): Writing<boolean> {
  if (livingMax === undefined) return false;
  yield { lockAccount: accountId };
  const [counted] = yield {
    sql: `SELECT count(*) AS living FROM keys WHERE account_id = $1 AND status <> 'revoked'`,
    values: [accountId],
  };
  return (counted!.living as number) >= livingMax;
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
  return row === undefined ? null : keys.read(row);
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
  const [row] = yield keys.change(id, { status: before.status, ...changed });
  const after = keys.read(row!);
  if (after.totalCapMicros !== before.totalCapMicros) yield* countKey(after);
  if (changesCaps) yield* wakeCollections(before.accountId, 'cap', nowMs);
  yield { change: { actor, action: 'key.update', subject: id, detail: changed } };
  return after;
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
  const [row] = yield keys.change(id, { prefix });
  const key = keys.read(row!);
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
  const [row] = yield keys.change(id, { status: 'revoked' });
  const key = keys.read(row!);
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
