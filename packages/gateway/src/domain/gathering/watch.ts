// A watch: a question that the gateway asks again and again. A run delivers the items whose ids the watch has never seen. Each page that it
// reads is a paid call.

import { utcMonth } from '../clock.ts';
import { field, type Of } from '../field-table.ts';
import { type Micros, ZERO } from '../money.ts';

export const WATCH_STATES = ['active', 'paused', 'ended'] as const;
export type WatchState = (typeof WATCH_STATES)[number];

/** Why a watch is paused. `caller` and `operator` paused it by hand. */
export const WATCH_PAUSES = ['balance', 'budget', 'cap', 'misses', 'key', 'caller', 'operator'] as const;
export type WatchPause = (typeof WATCH_PAUSES)[number];

/** `mark`: the items of the first run count as seen and are not delivered. `deliver`: they are delivered and charged. */
export const WATCH_BASELINES = ['mark', 'deliver'] as const;

/** A run after a gap reads up to this many times as many pages. */
export const DEEPER = 2;

export const WATCH_TABLE = {
  id: field.text(),
  accountId: field.text(),
  keyId: field.text(),
  requestId: field.text(),
  name: field.text().orNull(),
  platform: field.text(),
  path: field.text(),
  query: field.json<Readonly<Record<string, string>>>(),
  everyMs: field.integer(),
  /** True: the gateway chooses `everyMs` by how often the list changes. */
  isAuto: field.flag(),
  pagesMax: field.count(),
  baseline: field.oneOf(WATCH_BASELINES),
  /** The most that one run can cost, by the prices of its last run or change. */
  runMostMicros: field.money(),
  monthBudgetMicros: field.money().orNull(),
  totalBudgetMicros: field.money().orNull(),
  spentMicros: field.money(),
  /** What was spent in `spentMonth`, such as `2026-11`. */
  spentMonth: field.text(),
  spentMonthMicros: field.money(),
  /** What the current run may cost. */
  reservedMicros: field.money(),
  state: field.oneOf(WATCH_STATES),
  pausedFor: field.oneOf(WATCH_PAUSES).orNull(),
  runs: field.count(),
  /** The number of the last item. */
  items: field.count(),
  /** A run was requested beside the schedule. */
  runNow: field.flag(),
  /** A run has succeeded: what the list showed then is known. */
  hasRun: field.flag(),
  /** The last run may have missed items. The next one reads deeper. */
  hasGap: field.flag(),
  isToldFailing: field.flag(),
  /** Hash of the secret in the address of its feeds; null without feeds. */
  feedHash: field.text().orNull(),
  createdAtMs: field.time(),
  endedAtMs: field.time().orNull(),
  /** Its next run. */
  dueAtMs: field.time(),
  failures: field.count(),
  /** Runs up to this number were charged before the ledger was restored. Behind `runs` they are made again, free. */
  paidTo: field.count(),
};
export type Watch = Of<typeof WATCH_TABLE>;

/** Its next run was paid before the ledger was restored. */
export const isWatchOwed = ({ runs, paidTo }: Pick<Watch, 'runs' | 'paidTo'>) => runs < paidTo;

export const RUN_FIELDS = {
  number: field.count(),
  requestId: field.text(),
  slotMs: field.time(),
  atMs: field.time(),
  lateBySeconds: field.integer().column('late_by_s'),
  pages: field.count(),
  items: field.count(),
  chargedMicros: field.money(),
  gap: field.flag(),
  failure: field.text().orNull(),
};
export type WatchRun = Of<typeof RUN_FIELDS>;

/** A sum of a later month counts as this month's: setting the clock back must not reset a budget. */
export function spentInMonth(
  { spentMonth, spentMonthMicros }: Pick<Watch, 'spentMonth' | 'spentMonthMicros'>,
  nowMs: number,
): Micros {
  return spentMonth >= utcMonth(nowMs) ? spentMonthMicros : ZERO;
}
