// Watches: their schedules, their runs, and what they may still spend. Every verb that changes a watch locks its account first: the commit
// of a run holds that lock too, so budgets and numbers are decided one after the other.

import { formatTime, nextMonthMs } from '../../domain/clock.ts';
import { HOUR_MS } from '../../domain/duration.ts';
import { field } from '../../domain/field-table.ts';
import {
  RUN_FIELDS,
  spentInMonth,
  WATCH_TABLE,
  type Watch,
  type WatchPause,
  type WatchRun,
  type WatchState,
} from '../../domain/gathering/watch.ts';
import { nextSlot, offsetOf } from '../../domain/gathering/watch-schedule.ts';
import { formatMoney, type Micros, toMicros } from '../../domain/money.ts';
import { type Listed, newestFirst, type Paging } from '../steps/paging.ts';
import { Conditions, type Dialect, type Reading, type Row, type Value } from '../steps/reading.ts';
import { rowReader, storedTable } from '../steps/table.ts';
import type { Actor, WriteMoment, Writing } from '../steps/writing.ts';

/** Runs of a watch that are kept. */
export const RUNS_KEPT = 100;
/** Runs of one watch that its owner may request in a UTC hour. */
export const EXTRA_RUNS_PER_HOUR = 20;
/** Ended watches are kept for a time. With them, an account may have this many times as many as may be active. */
export const KEPT_FACTOR = 2;
/** Watches that one event names; the number of all is beside them. */
const NAMED_MAX = 50;
/** Never by itself: a lease until then is no lease, only a time before which nothing is tried. */
const NEVER = Number.MAX_SAFE_INTEGER;

const OWN_FIELDS = {
  fingerprint: field.text(),
  feedKeyId: field.text().orNull(),
  lease: field.text().orNull(),
  leaseUntilMs: field.integer(),
  extraRuns: field.integer(),
  extraHour: field.integer().orNull(),
  runRequestIds: field.text().orNull(),
};

export const watches = storedTable('watches', WATCH_TABLE, OWN_FIELDS);
export const watchRuns = storedTable('watch_runs', RUN_FIELDS, { watchId: field.text() });

/** What its budgets leave; null without a budget. */
function leftOf(watch: Watch, nowMs: number): { micros: number; of: 'month' | 'total' } | null {
  const { monthBudgetMicros: month, totalBudgetMicros: total } = watch;
  const ofMonth = month === null ? Number.POSITIVE_INFINITY : month - spentInMonth(watch, nowMs);
  const ofTotal = total === null ? Number.POSITIVE_INFINITY : total - watch.spentMicros;
  if (month === null && total === null) return null;
  return ofTotal <= ofMonth ? { micros: ofTotal, of: 'total' } : { micros: ofMonth, of: 'month' };
}

export interface OwnedWatch {
  accountId: string;
  id: string;
}

/** The watch, after its account was locked; null when there is none, or when it belongs to another account. */
export function* lockWatch({ accountId, id }: OwnedWatch): Writing<Row | null> {
  yield { lockAccount: accountId };
  const [row] = yield {
    sql: 'SELECT * FROM watches WHERE id = $1 AND account_id = $2 FOR UPDATE',
    values: [id, accountId],
  };
  return row ?? null;
}

/** Sets these columns, in their sequence. */
export function* change(id: string, columns: Readonly<Record<string, Value>>): Writing<Watch> {
  const names = Object.keys(columns);
  const [row] = yield {
    sql: `UPDATE watches SET ${names.map((name, i) => `${name} = $${i + 2}`).join(', ')} WHERE id = $1 RETURNING *`,
    values: [id, ...Object.values(columns)],
  };
  return watches.read(row!);
}

export interface NewWatch
  extends Actor,
    Pick<
      Watch,
      | 'id'
      | 'accountId'
      | 'keyId'
      | 'requestId'
      | 'name'
      | 'platform'
      | 'path'
      | 'query'
      | 'everyMs'
      | 'isAuto'
      | 'pagesMax'
      | 'baseline'
      | 'runMostMicros'
      | 'monthBudgetMicros'
      | 'totalBudgetMicros'
    > {
  /** SHA-256 of what was asked: the same request id with another one is refused. */
  fingerprint: string;
  /** How many watches of the account may exist that have not ended; with ended ones, `KEPT_FACTOR` times as many. */
  max: number;
}

type CreateResult =
  | { kind: 'created' | 'found'; watch: Watch }
  | { kind: 'reused' }
  | { kind: 'full' }
  | { kind: 'not_found' };

const readKept = rowReader({ n: field.integer(), going: field.integer() });

/** The first run is due at once: it marks or delivers what the list shows now. */
export function* createWatch(input: NewWatch, { nowMs }: WriteMoment): Writing<CreateResult> {
  const { accountId } = input;
  const [account] = yield { lockAccount: accountId };
  if (account === undefined || account.closed_at_ms !== null) return { kind: 'not_found' };
  const [known] = yield {
    sql: 'SELECT * FROM watches WHERE account_id = $1 AND request_id = $2',
    values: [accountId, input.requestId],
  };
  if (known !== undefined)
    return known.fingerprint === input.fingerprint
      ? { kind: 'found', watch: watches.read(known) }
      : { kind: 'reused' };
  const [kept] = yield {
    sql: `SELECT count(*) AS n, count(CASE WHEN state <> 'ended' THEN 1 END) AS going FROM watches WHERE account_id = $1`,
    values: [accountId],
  };
  const { n, going } = readKept(kept!);
  if (going >= input.max || n >= KEPT_FACTOR * input.max) return { kind: 'full' };
  const { actor, max, ...made } = input;
  const [row] = yield watches.insert({ ...made, createdAtMs: nowMs, dueAtMs: nowMs });
  const detail = { account: accountId, path: input.path, every_ms: input.everyMs };
  yield { change: { actor, action: 'watch.create', subject: input.id, detail } };
  return { kind: 'created', watch: watches.read(row!) };
}

/** Without an account: any watch, for operators. */
export function* findWatch({ id, accountId }: { id: string; accountId?: string }): Reading<Watch | null> {
  const where = new Conditions().add('id = ?', id).addGiven('account_id = ?', accountId);
  const [row] = yield { sql: `SELECT * FROM watches WHERE ${where}`, values: where.values };
  return row === undefined ? null : watches.read(row);
}

export interface ListWatches extends Paging {
  accountId?: string;
  keyId?: string;
  state?: WatchState;
  /** Only active ones whose next run was due before this time. */
  dueBeforeMs?: number;
}

/** Newest first. */
export function* listWatches(input: ListWatches): Reading<Listed<Watch>> {
  const where = new Conditions()
    .addGiven('account_id = ?', input.accountId)
    .addGiven('key_id = ?', input.keyId)
    .addGiven('state = ?', input.state)
    .addGiven(`state = 'active' AND due_at_ms < ?`, input.dueBeforeMs);
  const positionOf = (watch: Watch) => `${watch.createdAtMs}/${watch.id}`;
  return yield* newestFirst(
    { table: 'watches', at: 'created_at_ms', read: watches.read, positionOf },
    input,
    where,
  );
}

/** The watch whose feeds have this secret. A node of an older release, and a restore, revoke a key without ending its feeds. */
export function* findWatchByFeed({ hash }: { hash: string }): Reading<Watch | null> {
  const [row] = yield {
    sql: `SELECT * FROM watches w WHERE feed_hash = $1
             AND NOT EXISTS (SELECT 1 FROM keys k WHERE k.id = w.feed_key_id AND k.status = 'revoked')`,
    values: [hash],
  };
  return row === undefined ? null : watches.read(row);
}

/** The last runs that are kept, newest first. */
export function* listRuns({ id }: { id: string }): Reading<WatchRun[]> {
  const rows = yield {
    sql: `SELECT * FROM watch_runs WHERE watch_id = $1 ORDER BY number DESC LIMIT ${RUNS_KEPT}`,
    values: [id],
  };
  return rows.map(watchRuns.read);
}

const readOwner = rowReader({ watchId: field.text() });

/** The last run of each of these watches that has one. */
export function* readLastRuns(
  { ids }: { ids: readonly string[] },
  { oneOf }: Dialect,
): Reading<Record<string, WatchRun>> {
  const rows = yield {
    sql: `SELECT r.* FROM watches w JOIN watch_runs r ON r.watch_id = w.id AND r.number = w.runs WHERE w.id ${oneOf('$1')}`,
    values: [JSON.stringify(ids)],
  };
  return Object.fromEntries(rows.map((row) => [readOwner(row).watchId, watchRuns.read(row)]));
}

export interface UpdateWatch extends Actor, OwnedWatch {
  name?: string | null;
  everyMs?: number;
  isAuto?: boolean;
  pagesMax?: number;
  runMostMicros?: Micros;
  monthBudgetMicros?: Micros | null;
  totalBudgetMicros?: Micros | null;
  state?: WatchState;
  /** Who pauses or resumes: what an operator has paused, only an operator resumes. */
  by: 'caller' | 'operator';
  /** The key that resumes a watch whose own key no longer works. */
  keyId?: string;
  /** The key that paid, and what paused the watch, when the caller's rights were judged. */
  judged?: Pick<Watch, 'keyId' | 'pausedFor'>;
}

export type UpdateResult =
  | { kind: 'changed'; watch: Watch }
  | { kind: 'not_found' }
  | { kind: 'ended' }
  /** Meanwhile another key pays for it, or it is paused for something else. */
  | { kind: 'moved' }
  /** An operator paused it. */
  | { kind: 'held' }
  /** The new budget is below what is spent or reserved. */
  | { kind: 'spent'; of: 'month' | 'total'; micros: Micros };

export function* updateWatch(input: UpdateWatch, { nowMs }: WriteMoment): Writing<UpdateResult> {
  const row = yield* lockWatch(input);
  if (row === null) return { kind: 'not_found' };
  const before = watches.read(row);
  if (before.state === 'ended')
    return input.state === 'ended' ? { kind: 'changed', watch: before } : { kind: 'ended' };
  if (input.state === 'active' && before.pausedFor === 'operator' && input.by === 'caller')
    return { kind: 'held' };
  if (isMoved(input, before)) return { kind: 'moved' };
  const short = shortBudget(input, before, nowMs);
  if (short !== null) return short;
  const columns = { ...changedColumns(input, before, nowMs), ...stateColumns(input, before, nowMs) };
  if (Object.keys(columns).length === 0) return { kind: 'changed', watch: before };
  const watch = yield* change(input.id, columns);
  yield* tellState(before, watch);
  const detail = { columns: Object.keys(columns), state: watch.state };
  yield { change: { actor: input.actor, action: 'watch.update', subject: input.id, detail } };
  return { kind: 'changed', watch };
}

/** Who pays decides what the caller may change; what paused it decides who pays after it is resumed. */
function isMoved({ judged, state }: UpdateWatch, before: Watch): boolean {
  if (judged === undefined) return false;
  return judged.keyId !== before.keyId || (state === 'active' && judged.pausedFor !== before.pausedFor);
}

function shortBudget(input: UpdateWatch, before: Watch, nowMs: number): UpdateResult | null {
  const used = { month: spentInMonth(before, nowMs), total: before.spentMicros };
  for (const [of, budget] of [
    ['month', input.monthBudgetMicros],
    ['total', input.totalBudgetMicros],
  ] as const) {
    const micros = toMicros(used[of] + before.reservedMicros);
    if (budget !== undefined && budget !== null && budget < micros) return { kind: 'spent', of, micros };
  }
  return null;
}

function changedColumns(input: UpdateWatch, before: Watch, nowMs: number): Record<string, Value> {
  const { name, everyMs, isAuto, pagesMax, runMostMicros, monthBudgetMicros, totalBudgetMicros } = input;
  const isMoved = everyMs !== undefined && everyMs !== before.everyMs;
  return {
    ...(name !== undefined && { name }),
    ...(isAuto !== undefined && { is_auto: isAuto ? 1 : 0 }),
    ...(pagesMax !== undefined && { pages_max: pagesMax }),
    ...(runMostMicros !== undefined && { run_most_micros: runMostMicros }),
    ...(monthBudgetMicros !== undefined && { month_budget_micros: monthBudgetMicros }),
    ...(totalBudgetMicros !== undefined && { total_budget_micros: totalBudgetMicros }),
    ...(everyMs !== undefined && { every_ms: everyMs }),
    // A run that is already due stays due.
    ...(isMoved &&
      before.dueAtMs > nowMs && { due_at_ms: nextSlot(nowMs, everyMs, offsetOf(before, everyMs)) }),
  };
}

const RESUMED = { state: 'active', paused_for: null, lease_until_ms: 0, failures: 0 };
const ENDED = { state: 'ended', paused_for: null, run_now: 0, feed_hash: null, feed_key_id: null };

/** A higher budget resumes what is paused for its budget. Missed slots stay due: the run that makes up for them says how late it is. */
function stateColumns(input: UpdateWatch, before: Watch, nowMs: number): Record<string, Value> {
  const { state, by, keyId } = input;
  const isRaised = input.monthBudgetMicros !== undefined || input.totalBudgetMicros !== undefined;
  if (state === 'ended') return { ...ENDED, ended_at_ms: nowMs };
  if (state === 'paused') {
    const isKept = before.state === 'paused' && (before.pausedFor === 'operator' || before.pausedFor === by);
    return isKept ? {} : { state: 'paused', paused_for: by, run_now: 0 };
  }
  if (state === 'active' && before.state === 'paused')
    return { ...RESUMED, ...(before.pausedFor === 'key' && keyId !== undefined && { key_id: keyId }) };
  return before.pausedFor === 'budget' && isRaised ? RESUMED : {};
}

function* tellState(before: Watch, after: Watch): Writing<void> {
  if (before.state === after.state && before.pausedFor === after.pausedFor) return;
  if (after.state === 'paused') yield* tellPaused(after, null);
  if (after.state === 'active') yield* tellResumed(after.accountId, before.pausedFor!, [after.id]);
}

function* tellPaused(watch: Watch, resumesAtMs: number | null): Writing<void> {
  const { id, name, pausedFor, accountId } = watch;
  const data = {
    ...{ watch: id, name, paused_for: pausedFor, spent: formatMoney(watch.spentMicros) },
    resumes_at: resumesAtMs === null ? null : formatTime(resumesAtMs),
  };
  yield { event: { stream: accountId, type: 'watch.paused', data } };
}

function* tellResumed(accountId: string, pausedFor: WatchPause, ids: readonly string[]): Writing<void> {
  const data = { watches: ids.slice(0, NAMED_MAX), count: ids.length, paused_for: pausedFor };
  yield { event: { stream: accountId, type: 'watch.resumed', data } };
}

/** Called in the commit that adds to a balance. */
export function* resumeForBalance(accountId: string): Writing<void> {
  const rows = yield {
    sql: `UPDATE watches SET state = 'active', paused_for = NULL, lease_until_ms = 0
           WHERE account_id = $1 AND state = 'paused' AND paused_for = 'balance' RETURNING id`,
    values: [accountId],
  };
  if (rows.length > 0) yield* tellResumed(accountId, 'balance', rows.map(({ id }) => id as string).sort());
}

/** Resumes one account's watches whose pause for a month's budget or a cap is over. Zero when none is left. */
export function* resumeDue(_: undefined, { nowMs }: WriteMoment): Writing<{ resumed: number }> {
  const isOver = `state = 'paused' AND paused_for IN ('budget', 'cap', 'misses') AND lease_until_ms <= $1`;
  const [due] = yield { sql: `SELECT account_id FROM watches WHERE ${isOver} LIMIT 1`, values: [nowMs] };
  if (due === undefined) return { resumed: 0 };
  const accountId = due.account_id as string;
  yield { lockAccount: accountId };
  let resumed = 0;
  for (const pausedFor of ['budget', 'cap', 'misses'] as const) {
    const rows = yield {
      sql: `UPDATE watches SET state = 'active', paused_for = NULL, lease_until_ms = 0
             WHERE account_id = $2 AND ${isOver} AND paused_for = $3 RETURNING id`,
      values: [nowMs, accountId, pausedFor],
    };
    resumed += rows.length;
    if (rows.length > 0) yield* tellResumed(accountId, pausedFor, rows.map(({ id }) => id as string).sort());
  }
  return { resumed };
}

/** Ends all watches of a closed account; the purge deletes them. */
export function* endWatchesOf(accountId: string, nowMs: number): Writing<void> {
  yield {
    sql: `UPDATE watches SET state = 'ended', paused_for = NULL, run_now = 0, feed_hash = NULL, feed_key_id = NULL,
                 ended_at_ms = coalesce(ended_at_ms, $2)
           WHERE account_id = $1`,
    values: [accountId, nowMs],
  };
}

/** Everything of the watch goes at once. A run in flight then finds no watch and is not charged. */
export function* removeWatch({ actor, ...of }: Actor & OwnedWatch): Writing<{ removed: boolean }> {
  const row = yield* lockWatch(of);
  if (row === null) return { removed: false };
  yield { sql: 'DELETE FROM found_pages WHERE owner = $1', values: [of.id] };
  yield { sql: 'DELETE FROM seen_items WHERE owner = $1', values: [of.id] };
  yield { sql: 'DELETE FROM watches WHERE id = $1', values: [of.id] };
  const detail = { account: of.accountId, runs: row.runs, spent_micros: row.spent_micros };
  yield { change: { actor, action: 'watch.remove', subject: of.id, detail } };
  return { removed: true };
}

export interface SetFeed extends Actor, OwnedWatch {
  /** null removes the feeds. */
  hash: string | null;
  /** The key by whose right they are changed. They end with it. */
  by: string;
  /** Set when the right was judged by this payer. */
  paidBy?: string;
}

export type SetFeedResult = UpdateResult | { kind: 'revoked' };

export function* setFeed({ actor, hash, by, paidBy, ...of }: SetFeed): Writing<SetFeedResult> {
  const row = yield* lockWatch(of);
  if (row === null) return { kind: 'not_found' };
  if (paidBy !== undefined && paidBy !== row.key_id) return { kind: 'moved' };
  if (hash !== null && row.state === 'ended') return { kind: 'ended' };
  // Revoking takes the same lock: no feed is made after the feeds of its key ended.
  const [revoked] = yield {
    sql: `SELECT 1 AS one FROM keys WHERE id = $1 AND status = 'revoked'`,
    values: [by],
  };
  if (revoked !== undefined) return { kind: 'revoked' };
  const watch = yield* change(of.id, { feed_hash: hash, feed_key_id: hash === null ? null : by });
  const detail = { has_feed: hash !== null };
  yield { change: { actor, action: 'watch.feed', subject: of.id, detail } };
  return { kind: 'changed', watch };
}

/** Under the lock of the account. */
export function* endFeedsOf({ id, accountId }: { id: string; accountId: string }): Writing<void> {
  yield {
    sql: 'UPDATE watches SET feed_hash = NULL, feed_key_id = NULL WHERE account_id = $1 AND feed_key_id = $2',
    values: [accountId, id],
  };
}

type RequestRunResult =
  | { kind: 'requested'; watch: Watch }
  | { kind: 'not_found' }
  /** Another key pays than `paidBy`. */
  | { kind: 'moved' }
  | { kind: 'not_active'; watch: Watch }
  | { kind: 'limited'; retryAfterMs: number };

/** Requests a run beside the schedule. While one is requested and has not run, another request changes nothing; a repeated one never does. */
export function* requestRun(
  { requestId, paidBy, ...of }: OwnedWatch & { requestId: string; paidBy?: string },
  { nowMs }: WriteMoment,
): Writing<RequestRunResult> {
  const row = yield* lockWatch(of);
  if (row === null) return { kind: 'not_found' };
  const watch = watches.read(row);
  if (paidBy !== undefined && paidBy !== watch.keyId) return { kind: 'moved' };
  const known = JSON.parse((row.run_request_ids as string | null) ?? '[]') as string[];
  if (known.includes(requestId)) return { kind: 'requested', watch };
  if (watch.state !== 'active') return { kind: 'not_active', watch };
  const hour = Math.floor(nowMs / HOUR_MS);
  // An hour that lies ahead counts as this one: setting the clock back must not reset the limit.
  const before = (row.extra_hour as number) >= hour ? (row.extra_runs as number) : 0;
  if (before >= EXTRA_RUNS_PER_HOUR && !watch.runNow)
    return { kind: 'limited', retryAfterMs: (hour + 1) * HOUR_MS - nowMs };
  const extra_hour = Math.max(hour, row.extra_hour as number);
  const run_request_ids = JSON.stringify([...known, requestId].slice(-EXTRA_RUNS_PER_HOUR));
  // The run that waits already is the one of this request too.
  const counted = watch.runNow ? {} : { run_now: 1, extra_hour, extra_runs: before + 1 };
  return { kind: 'requested', watch: yield* change(of.id, { run_request_ids, ...counted }) };
}

export interface LeasedWatch extends OwnedWatch {
  lease: string;
}

/** The watch, when it is active and still has this lease. */
export function* lockLeased({ lease, ...of }: LeasedWatch): Writing<Watch | null> {
  const row = yield* lockWatch(of);
  return row !== null && row.lease === lease && row.state === 'active' ? watches.read(row) : null;
}

/** A run that ended without a charge after its watch was paused or ended: nothing is reserved for it any more. */
export function* dropReservation({ id, lease }: LeasedWatch): Writing<{ isOurs: false }> {
  yield {
    sql: `UPDATE watches SET reserved_micros = 0, lease = NULL WHERE id = $1 AND lease = $2 AND state <> 'active'`,
    values: [id, lease],
  };
  return { isOurs: false };
}

export const RELEASED = { lease: null, lease_until_ms: 0 };

export interface BegunRun {
  kind: 'begun';
  watch: Watch;
  number: number;
  slotMs: number;
  lateBySeconds: number;
  /** The most that the run may cost. */
  ceilingMicros: Micros;
}

/**
 * Reserves what the run may cost, so that spent and reserved together never exceed a budget. A run that was begun before and did not end
 * has the same number, and so the same request id. `lost`: another node has the watch, or it is no longer active.
 */
export function* beginRun(
  input: LeasedWatch & { leastMicros: Micros; mostMicros: Micros },
  { nowMs }: WriteMoment,
): Writing<BegunRun | { kind: 'lost' } | { kind: 'paused' }> {
  const watch = yield* lockLeased(input);
  if (watch === null) return { kind: 'lost' };
  const left = leftOf(watch, nowMs);
  if (left !== null && left.micros < input.leastMicros) {
    yield* pause(watch, 'budget', budgetResumesMs(watch, nowMs));
    return { kind: 'paused' };
  }
  const ceilingMicros = toMicros(Math.min(input.mostMicros, left?.micros ?? input.mostMicros));
  const isExtra = watch.runNow && watch.dueAtMs > nowMs;
  const slotMs = isExtra ? nowMs : watch.dueAtMs;
  return {
    kind: 'begun',
    watch: yield* change(watch.id, { reserved_micros: ceilingMicros, run_most_micros: input.mostMicros }),
    number: watch.runs + 1,
    slotMs,
    lateBySeconds: Math.max(0, Math.floor((nowMs - slotMs) / 1_000)),
    ceilingMicros,
  };
}

/** A month's budget is there again with the next month, a total one never by itself. */
function budgetResumesMs(watch: Watch, nowMs: number): number {
  return leftOf(watch, nowMs)?.of === 'month' ? nextMonthMs(nowMs) : NEVER;
}

/** Until `resumesAtMs` at least. The slot that could not run stays due. */
function* pause(watch: Watch, pausedFor: WatchPause, resumesAtMs: number): Writing<void> {
  const paused = { state: 'paused', paused_for: pausedFor, run_now: 0, reserved_micros: 0 };
  const after = yield* change(watch.id, { ...paused, lease: null, lease_until_ms: resumesAtMs });
  yield* tellPaused(after, resumesAtMs === NEVER ? null : resumesAtMs);
}

/** Pauses a watch whose run could not be paid for, or whose key no longer works. */
export function* pauseRun(
  {
    pausedFor,
    resumesInMs,
    ...of
  }: LeasedWatch & { pausedFor: 'balance' | 'budget' | 'cap' | 'misses' | 'key'; resumesInMs: number | null },
  { nowMs }: WriteMoment,
): Writing<{ isOurs: boolean }> {
  const watch = yield* lockLeased(of);
  if (watch === null) return yield* dropReservation(of);
  const givenMs = resumesInMs === null ? NEVER : nowMs + resumesInMs;
  yield* pause(watch, pausedFor, pausedFor === 'budget' ? budgetResumesMs(watch, nowMs) : givenMs);
  return { isOurs: true };
}
