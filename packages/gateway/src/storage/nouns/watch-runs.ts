// How a run of a watch ends: recorded with its items in the commit that charges for it, or as a failure that costs nothing.
import { utcMonth } from '../../domain/clock.ts';
import { spentInMonth, type Watch, type WatchRun } from '../../domain/gathering/watch.ts';
import { nextAuto, nextSlot, offsetOf, slotAfterFailure } from '../../domain/gathering/watch-schedule.ts';
import { formatMoney, type Micros, ZERO } from '../../domain/money.ts';
import type { Row } from '../steps/reading.ts';
import type { WriteMoment, Writing } from '../steps/writing.ts';
import { keepFound, noteSeen } from './found.ts';
import type { RunFound, SettledFor } from './gathered.ts';
import {
  change,
  dropReservation,
  type LeasedWatch,
  lockLeased,
  lockWatch,
  RELEASED,
  RUNS_KEPT,
  watches,
} from './watches.ts';

/** Ids that one watch remembers. */
const SEEN_MAX = 20_000;
/** The owner is told after this many failures in a row: one or two pass by themselves. */
const TOLD_AFTER_FAILURES = 3;

/**
 * Records a settled run with its items. It throws when the watch was removed, or when the run was recorded before: then the charge is
 * rolled back with it.
 */
export function* moveRun(found: RunFound, settled: SettledFor, { nowMs }: WriteMoment): Writing<void> {
  const row = yield* lockWatch({ accountId: settled.accountId, id: found.watchId });
  const watch = row && watches.read(row);
  if (watch === null || watch.runs + 1 !== found.run.number)
    throw new Error(`run ${found.run.number} of ${found.watchId} has no watch that waits for it`);
  const { requestId, chargedMicros, paidBefore } = settled;
  const failure = paidBefore?.failure ?? null;
  const run = { ...found.run, requestId, chargedMicros, atMs: nowMs, items: found.items, failure };
  const addedMicros = paidBefore === undefined ? chargedMicros : ZERO;
  const columns = settledColumns(watch, run, addedMicros, nowMs);
  // A first run that is lost, or that was cut short, has not marked everything.
  const hasRun = watch.hasRun || (failure === null && found.marksAgain !== true);
  yield* change(watch.id, { ...columns, has_run: hasRun ? 1 : 0, ...requestAfter(watch, found.wasAsked) });
  yield* keepRun(watch.id, run);
  const firstNumber = watch.items + 1;
  if (found.body !== null) {
    const { items, body, bytes, linksUntilMs } = found;
    const page = { owner: watch.id, firstNumber, items, bytes, linksUntilMs };
    yield* keepFound({ ...page, body, requestId: settled.requestId, foundAtMs: nowMs });
  }
  yield* noteSeen({ owner: watch.id, items: found.seen, seenAt: nowMs });
  yield* forgetOldest(watch.id);
  if (found.items > 0) yield* tellItems(watch, run, found.eventLines);
  if (watch.isToldFailing) yield* tell(watch, 'watch.recovered', { failures: watch.failures });
}

function settledColumns(
  watch: Watch,
  run: WatchRun,
  addedMicros: Micros,
  nowMs: number,
): Record<string, string | number | null> {
  // The first run says nothing about how often the list changes.
  const everyMs = watch.isAuto && watch.hasRun ? nextAuto(watch.everyMs, run.items > 0) : watch.everyMs;
  const month = [utcMonth(nowMs), watch.spentMonth].sort().at(-1)!;
  return {
    ...{ runs: run.number, items: watch.items + run.items, reserved_micros: 0 },
    spent_micros: watch.spentMicros + addedMicros,
    spent_month: month,
    spent_month_micros: spentInMonth(watch, nowMs) + addedMicros,
    ...{ has_gap: run.gap ? 1 : 0, failures: 0, is_told_failing: 0 },
    ...{ every_ms: everyMs, due_at_ms: nextSlot(nowMs, everyMs, offsetOf(watch, everyMs)) },
    ...RELEASED,
  };
}

function requestAfter({ runNow }: Watch, wasAsked = true): { run_now: number } {
  return { run_now: runNow && !wasAsked ? 1 : 0 };
}

function* keepRun(watchId: string, run: WatchRun): Writing<void> {
  yield {
    sql: `INSERT INTO watch_runs (watch_id, number, request_id, slot_ms, at_ms, late_by_s, pages, items, charged_micros, gap, failure)
          VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    values: [
      ...[watchId, run.number, run.requestId, run.slotMs, run.atMs, run.lateBySeconds, run.pages, run.items],
      ...[run.chargedMicros, run.gap ? 1 : 0, run.failure],
    ],
  };
  yield {
    sql: 'DELETE FROM watch_runs WHERE watch_id = $1 AND number <= $2',
    values: [watchId, run.number - RUNS_KEPT],
  };
}

/** Ids that the list still shows were seen in this run, so they are the newest. */
function* forgetOldest(watchId: string): Writing<void> {
  const [row] = yield { sql: 'SELECT count(*) AS n FROM seen_items WHERE owner = $1', values: [watchId] };
  const beyond = (row!.n as number) - SEEN_MAX;
  if (beyond <= 0) return;
  yield {
    sql: `DELETE FROM seen_items WHERE owner = $1 AND item IN (
            SELECT item FROM seen_items WHERE owner = $1 ORDER BY seen_at, item LIMIT $2)`,
    values: [watchId, beyond],
  };
}

function* tell(
  watch: Watch,
  type: 'watch.failing' | 'watch.recovered',
  more: Record<string, unknown>,
): Writing<void> {
  yield { event: { stream: watch.accountId, type, data: { watch: watch.id, name: watch.name, ...more } } };
}

function* tellItems(watch: Watch, run: WatchRun, lines: readonly string[]): Writing<void> {
  const data = {
    ...{ watch: watch.id, name: watch.name, run: run.number, gap: run.gap, late_by_s: run.lateBySeconds },
    ...{ first_number: watch.items + 1, last_number: watch.items + run.items, count: run.items },
    charged: formatMoney(run.chargedMicros),
    items: lines.map((line) => JSON.parse(line) as unknown),
    more: `/api/watches/v1/${watch.id}/items?after=${watch.items}`,
  };
  yield { event: { stream: watch.accountId, type: 'watch.items', data } };
}

export interface FailedRun
  extends LeasedWatch,
    Pick<WatchRun, 'number' | 'requestId' | 'slotMs' | 'lateBySeconds'> {
  failure: string;
  /** As in `RunFound`. */
  wasAsked?: boolean;
  /** Nothing is tried before that time. */
  retryAfterMs: number;
}

/** A run that failed and was not charged. The next one has another number. */
export function* failRun(input: FailedRun, { nowMs }: WriteMoment): Writing<{ isOurs: boolean }> {
  const watch = yield* lockLeased(input);
  if (watch === null) return yield* dropReservation(input);
  if (watch.runs + 1 !== input.number) return { isOurs: false };
  const failures = watch.failures + 1;
  const isTold = failures >= TOLD_AFTER_FAILURES;
  yield* change(watch.id, {
    ...{ runs: input.number, failures, is_told_failing: isTold ? 1 : 0, reserved_micros: 0 },
    ...requestAfter(watch, input.wasAsked),
    due_at_ms: dueAfterFailure(watch, failures, nowMs, input.retryAfterMs),
    ...RELEASED,
  });
  const { number, requestId, slotMs, lateBySeconds, failure } = input;
  const run = { number, requestId, slotMs, lateBySeconds, failure, atMs: nowMs };
  yield* keepRun(watch.id, { ...run, pages: 0, items: 0, chargedMicros: ZERO, gap: watch.hasGap });
  if (isTold && !watch.isToldFailing) yield* tell(watch, 'watch.failing', { failures, failure });
  return { isOurs: true };
}

function dueAfterFailure(watch: Watch, failures: number, nowMs: number, retryAfterMs: number): number {
  const { everyMs } = watch;
  const offsetMs = offsetOf(watch, everyMs);
  const byGrid = slotAfterFailure(nowMs, { everyMs, offsetMs, failures });
  return Math.max(byGrid, nextSlot(nowMs + retryAfterMs, everyMs, offsetMs));
}

/** Pages of items per transaction, so that a purge delays a paid call by a few milliseconds at most. */
const PURGE_PAGES_MAX = 50;
const PURGE_SEEN_MAX = 2_000;

export interface PurgeWatches {
  /** How long items are kept. */
  keepMs: number;
  /** Where a platform's terms allow less. */
  keepMsOf: Readonly<Record<string, number>>;
  /** How long an ended watch is kept, with the ids that it has seen. */
  keepEndedMs: number;
}

/**
 * Deletes items whose time is over, and watches that have ended long ago or whose account is closed, a bounded number at a time. Returns 0
 * when nothing is left to delete.
 */
export function* purgeWatches(input: PurgeWatches, { nowMs }: WriteMoment): Writing<{ purged: number }> {
  let purged = 0;
  for (const [platform, keepMs] of Object.entries(input.keepMsOf)) {
    const pages = yield* purgePages(nowMs - Math.min(keepMs, input.keepMs), platform);
    for (const page of pages) yield* dropRecords(page);
    purged += pages.length;
  }
  purged += (yield* purgePages(nowMs - input.keepMs, null)).length;
  return { purged: purged + (yield* purgeEnded(nowMs - input.keepEndedMs)) };
}

function* purgePages(beforeMs: number, platform: string | null): Writing<Row[]> {
  const rows = yield {
    sql: `SELECT f.owner, f.first_number, f.found_at_ms, w.account_id FROM found_pages f JOIN watches w ON w.id = f.owner
           WHERE f.found_at_ms < $1 AND (CAST($2 AS text) IS NULL OR w.platform = $2)
           ORDER BY f.found_at_ms LIMIT ${PURGE_PAGES_MAX}`,
    values: [beforeMs, platform],
  };
  for (const { owner, first_number } of rows) {
    yield {
      sql: 'DELETE FROM found_pages WHERE owner = $1 AND first_number = $2',
      values: [owner as string, first_number as number],
    };
  }
  return rows;
}

/**
 * The event of the same commit has some of the records, which the terms no longer allow. Events are never changed, so its row is replaced
 * by one without them: the numbers of a stream have no gap.
 */
function* dropRecords({ owner, found_at_ms, account_id }: Row): Writing<void> {
  const events = yield {
    sql: `DELETE FROM events WHERE stream = $1 AND at_ms = $2 AND type = 'watch.items' AND data LIKE $3 RETURNING *`,
    values: [account_id as string, found_at_ms as number, `%"watch":"${owner}"%`],
  };
  for (const { stream, seq, id, type, at_ms, data } of events) {
    const without = JSON.stringify({ ...JSON.parse(data as string), items: [] });
    yield {
      sql: 'INSERT INTO events (stream, seq, id, type, at_ms, data) VALUES ($1, $2, $3, $4, $5, $6)',
      values: [stream!, seq!, id!, type!, at_ms!, without],
    };
  }
}

/** One watch at a time; its row goes when nothing else of it is left. */
function* purgeEnded(endedBeforeMs: number): Writing<number> {
  const [watch] = yield {
    sql: `SELECT w.id FROM watches w WHERE w.state = 'ended' AND (w.ended_at_ms < $1 OR EXISTS (
            SELECT 1 FROM accounts a WHERE a.id = w.account_id AND a.closed_at_ms IS NOT NULL))
           LIMIT 1 FOR UPDATE SKIP LOCKED`,
    values: [endedBeforeMs],
  };
  if (watch === undefined) return 0;
  const id = watch.id as string;
  const pages = yield {
    sql: `DELETE FROM found_pages WHERE owner = $1 AND first_number IN (
            SELECT first_number FROM found_pages WHERE owner = $1 ORDER BY first_number LIMIT ${PURGE_PAGES_MAX})
          RETURNING first_number`,
    values: [id],
  };
  const seen = yield {
    sql: `DELETE FROM seen_items WHERE owner = $1 AND item IN (
            SELECT item FROM seen_items WHERE owner = $1 LIMIT ${PURGE_SEEN_MAX}) RETURNING item`,
    values: [id],
  };
  const left = pages.length + seen.length;
  if (left === 0) yield { sql: 'DELETE FROM watches WHERE id = $1', values: [id] };
  return Math.max(1, left);
}
