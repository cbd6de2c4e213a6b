// Collections as their owners see them: made, found, listed, changed, cancelled, removed, and deleted when their time is over.

import type { Given } from '../../domain/field-table.ts';
import type {
  COLLECTION_FIELDS,
  Collection,
  CollectionQuestion,
  CollectionState,
} from '../../domain/gathering/collection.ts';
import { PAGE_ITEMS_MAX } from '../../domain/limits.ts';
import { formatMoney, type Micros } from '../../domain/money.ts';
import { type Listed, newestFirst, type Paging } from '../steps/paging.ts';
import { Conditions, one, type Reading } from '../steps/reading.ts';
import type { Actor, WriteMoment, Writing } from '../steps/writing.ts';
import { collections, endRow, lockRow, readStored, SHOWN, wakeNext } from './collection-rows.ts';

export interface CreateCollection
  extends Actor,
    Given<typeof COLLECTION_FIELDS>,
    Pick<Collection, 'id' | 'accountId' | 'keyId' | 'requestId' | 'platform' | 'itemsMax'>,
    Pick<Collection, 'budgetMicros' | 'mostMicros' | 'untilMs'> {
  /** At least one. */
  questions: readonly CollectionQuestion[];
  /** Of the body that made it: the same request id with another body is refused. */
  fingerprint: string;
  /** How many collections the account may keep, running or ended. */
  keptMax: number;
}

export type CreateCollectionResult =
  | { kind: 'created' | 'known'; collection: Collection }
  /** The request id made another collection. */
  | { kind: 'reused' }
  | { kind: 'full' }
  | { kind: 'not_found' };

/** The account is locked, so that the limit is exact and two requests with one id make one collection. */
export function* createCollection(
  input: CreateCollection,
  { nowMs }: WriteMoment,
): Writing<CreateCollectionResult> {
  const { actor, keptMax, ...made } = input;
  const { id, accountId, questions } = made;
  const [account] = yield { lockAccount: accountId };
  if (account === undefined || account.closed_at_ms !== null) return { kind: 'not_found' };
  const known = yield* findMade(input);
  if (known !== null) return known;
  const kept = yield {
    sql: `SELECT id FROM collections WHERE account_id = $1 AND is_removed = 0
             AND (expires_at_ms IS NULL OR expires_at_ms > $2) LIMIT $3`,
    values: [accountId, nowMs, keptMax],
  };
  if (kept.length >= keptMax) return { kind: 'full' };
  const [first] = questions;
  const [row] = yield collections.insert({
    ...made,
    path: first!.path,
    query: questions.length === 1 ? first!.query : null,
    questionCount: questions.length,
    createdAtMs: nowMs,
    dueAtMs: nowMs,
  });
  const detail = { account: accountId, questions: questions.length, budget: formatMoney(input.budgetMicros) };
  yield { change: { actor, action: 'collection.create', subject: id, detail } };
  return { kind: 'created', collection: collections.read(row!) };
}

export interface Made {
  accountId: string;
  requestId: string;
  fingerprint: string;
}

/** What this request id has made before; null for a new id. */
export function* findMade({
  accountId,
  requestId,
  fingerprint,
}: Made): Reading<{ kind: 'known'; collection: Collection } | { kind: 'reused' } | null> {
  const row = yield* one(
    `SELECT ${SHOWN} FROM collections WHERE account_id = $1 AND request_id = $2`,
    accountId,
    requestId,
  );
  if (row === undefined) return null;
  const made = readStored(row);
  if (made.fingerprint !== fingerprint || made.isRemoved) return { kind: 'reused' };
  return { kind: 'known', collection: made.of };
}

export function* findCollection({ id }: { id: string }): Reading<Collection | null> {
  const row = yield* one(`SELECT ${collections.list} FROM collections WHERE id = $1 AND is_removed = 0`, id);
  return row === undefined ? null : collections.read(row);
}

export function* readQuestions({ id }: { id: string }): Reading<CollectionQuestion[]> {
  const row = yield* one('SELECT questions FROM collections WHERE id = $1', id);
  return row === undefined ? [] : (JSON.parse(row.questions as string) as CollectionQuestion[]);
}

export interface ListCollections extends Paging {
  accountId?: string;
  keyId?: string;
  state?: CollectionState;
  /** Only those that no node works on although they were due before this time. */
  dueBeforeMs?: number;
}

/** Newest first. */
export function* listCollections(input: ListCollections): Reading<Listed<Collection>> {
  const where = new Conditions()
    .addPlain('is_removed = 0')
    .addGiven('account_id = ?', input.accountId)
    .addGiven('key_id = ?', input.keyId)
    .addGiven('state = ?', input.state);
  if (input.dueBeforeMs !== undefined)
    where
      .addPlain('ended_at_ms IS NULL')
      .add('due_at_ms < ?', input.dueBeforeMs)
      .add('lease_until_ms < ?', input.dueBeforeMs);
  return yield* newestFirst(
    {
      table: 'collections',
      columns: collections.list,
      at: 'created_at_ms',
      read: collections.read,
      positionOf: ({ createdAtMs, id }) => `${createdAtMs}/${id}`,
    },
    input,
    where,
  );
}

export type CollectionChange =
  | { kind: 'changed'; collection: Collection }
  /** An ended collection takes only another name, unless it ended with its key and another key takes it over. */
  | { kind: 'ended' }
  /** Another key pays than `paidBy`. */
  | { kind: 'moved' }
  /** The budget is below what is charged with what the current page may cost, or the items with those that this page may bring are more. */
  | { kind: 'too_low'; collection: Collection }
  | { kind: 'not_found' };

/** Undefined fields stay as they are. */
export interface UpdateCollection extends Actor, Given<typeof COLLECTION_FIELDS> {
  id: string;
  budgetMicros?: Micros;
  itemsMax?: number;
  mostMicros?: Micros;
  /** The key that pays from now on. */
  keyId?: string;
  /** The key that paid when the caller's rights were judged. */
  paidBy?: string;
}

export function* updateCollection(
  input: UpdateCollection,
  { nowMs }: WriteMoment,
): Writing<CollectionChange> {
  const { id, actor, paidBy, ...changes } = input;
  const stored = yield* lockRow(id);
  if (stored === null) return { kind: 'not_found' };
  const before = stored.of;
  if (paidBy !== undefined && paidBy !== before.keyId) return { kind: 'moved' };
  const { budgetMicros = before.budgetMicros, itemsMax = before.itemsMax, keyId = before.keyId } = changes;
  const goesOn = [changes.budgetMicros, changes.itemsMax, changes.keyId].some((given) => given !== undefined);
  const isTakenOver = changes.keyId !== undefined && endedWithKey(before, nowMs);
  if (before.endedAtMs !== null && goesOn && !isTakenOver) return { kind: 'ended' };
  if (budgetMicros < before.chargedMicros + before.reservedMicros || itemsMax < itemsToCome(before))
    return { kind: 'too_low', collection: before };
  // Another key has other caps.
  const isCapWaiter = before.waitingFor === 'cap' && keyId !== before.keyId;
  const [changed] = yield collections.change(id, {
    ...changes,
    ...(isTakenOver && REOPENED),
    dueAtMs: isCapWaiter || isTakenOver ? nowMs : before.dueAtMs,
  });
  const after = collections.read(changed!);
  const detail = { name: after.name, budget: formatMoney(budgetMicros), items_max: itemsMax, key: keyId };
  yield { change: { actor, action: 'collection.update', subject: id, detail } };
  return { kind: 'changed', collection: after };
}

/** How many items it may have after the page that is being fetched, which was asked for up to the old limit. */
function itemsToCome({ items, itemsMax, pageAtMs }: Collection): number {
  return pageAtMs === null ? items : Math.min(itemsMax, items + PAGE_ITEMS_MAX);
}

/** Once its items have expired, it cannot go on: they are being deleted. */
const endedWithKey = ({ end, expiresAtMs }: Collection, nowMs: number) =>
  end === 'key' && expiresAtMs !== null && expiresAtMs > nowMs;

/** It goes on where it stopped: its items, its cursor and what it was charged stay. */
const REOPENED = {
  state: 'queued',
  end: null,
  endedAtMs: null,
  expiresAtMs: null,
  purgeAtMs: null,
  failure: null,
  failures: 0,
  toldWait: null,
} as const;

/** Ends it between two pages: at once, or when the page that is being fetched has ended. Ending an ended one changes nothing. */
export function* cancelCollection(
  { id, actor, keepMs }: Actor & { id: string; keepMs: number },
  { nowMs }: WriteMoment,
): Writing<Collection | null> {
  const stored = yield* lockRow(id);
  if (stored === null) return null;
  if (stored.of.endedAtMs !== null) return stored.of;
  const cancelled =
    stored.of.pageAtMs === null
      ? yield* endRow(stored, { end: 'cancelled', failure: null, keepMs }, nowMs)
      : collections.read((yield collections.change(id, { endWanted: 'cancelled' }))[0]!);
  const detail = { account: cancelled.accountId };
  yield { change: { actor, action: 'collection.cancel', subject: id, detail } };
  return cancelled;
}

/**
 * Nobody finds it any more. Its rows are deleted by `purge`. A page that is being fetched is not charged: it finds that the collection has
 * ended.
 */
export function* removeCollection(
  { id, actor }: Actor & { id: string },
  { nowMs }: WriteMoment,
): Writing<{ removed: boolean }> {
  const stored = yield* lockRow(id);
  if (stored === null) return { removed: false };
  const { accountId, items, chargedMicros } = stored.of;
  yield* dropRows('id = $2', id, nowMs);
  yield* wakeNext(accountId, nowMs);
  const detail = { account: accountId, items, charged: formatMoney(chargedMicros) };
  yield { change: { actor, action: 'collection.remove', subject: id, detail } };
  return { removed: true };
}

/** The collections of a closed account go with it. */
export function* dropCollections(accountId: string, nowMs: number): Writing<void> {
  yield* dropRows('account_id = $2', accountId, nowMs);
}

/** One collection, as its owner removes it. */
export function* dropCollection(id: string, nowMs: number): Writing<void> {
  yield* dropRows('id = $2', id, nowMs);
}

function* dropRows(which: string, value: string, nowMs: number): Writing<void> {
  yield {
    sql: `UPDATE collections SET is_removed = 1, waiting_for = NULL, end_wanted = NULL, reserved_micros = 0, page_at_ms = NULL, lease = NULL,
                 lease_until_ms = 0, expires_at_ms = $1, purge_at_ms = $1, ended_at_ms = coalesce(ended_at_ms, $1),
                 end_reason = coalesce(end_reason, 'cancelled'),
                 state = CASE WHEN ended_at_ms IS NULL THEN 'stopped' ELSE state END
           WHERE ${which}`,
    values: [nowMs, value],
  };
}

/** Rows per transaction, so that a purge delays a paid call by a few milliseconds at most. A page has some ten kilobytes. */
const PURGE_PAGES_MAX = 100;
const PURGE_SEEN_MAX = 2_000;
/** How long a collection can be looked up after its items were deleted: what it cost, and how many items it had. */
const ROW_KEPT_MS = 30 * 86_400_000;

/**
 * Deletes what is over: items of expired collections, and everything of removed ones, a bounded number of rows at a time. With `id`: only
 * of this one. Returns 0 when nothing is left to delete.
 */
export function* purgeCollections(
  { id = null }: { id?: string | null },
  { nowMs }: WriteMoment,
): Writing<{ purged: number }> {
  const [due] = yield {
    sql: `SELECT id, expires_at_ms, purge_at_ms, is_removed FROM collections
           WHERE purge_at_ms <= $1 AND (CAST($2 AS text) IS NULL OR id = $2) ORDER BY purge_at_ms LIMIT 1 FOR UPDATE SKIP LOCKED`,
    values: [nowMs, id],
  };
  if (due === undefined) return { purged: 0 };
  const owner = due.id as string;
  const purged = yield* purgeFound(owner);
  if (purged > 0) return { purged };
  if (due.is_removed === 1 || (due.purge_at_ms as number) > (due.expires_at_ms as number))
    yield { sql: 'DELETE FROM collections WHERE id = $1', values: [owner] };
  else
    yield {
      sql: 'UPDATE collections SET purge_at_ms = $1 WHERE id = $2',
      values: [nowMs + ROW_KEPT_MS, owner],
    };
  return { purged: 1 };
}

function* purgeFound(owner: string): Writing<number> {
  const pages = yield {
    sql: `DELETE FROM found_pages WHERE owner = $1 AND first_number IN (
            SELECT first_number FROM found_pages WHERE owner = $1 ORDER BY first_number LIMIT $2) RETURNING first_number`,
    values: [owner, PURGE_PAGES_MAX],
  };
  const seen = yield {
    sql: `DELETE FROM seen_items WHERE owner = $1 AND item IN (
            SELECT item FROM seen_items WHERE owner = $1 ORDER BY item LIMIT $2) RETURNING owner`,
    values: [owner, PURGE_SEEN_MAX],
  };
  return pages.length + seen.length;
}
