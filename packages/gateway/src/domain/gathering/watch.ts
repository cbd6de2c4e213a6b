// A watch: a question that the gateway asks again and again. A run delivers the items whose ids the watch has never seen. Each page that it
// reads is a paid call.
import { utcMonth } from '../clock.ts';
import { type Micros, ZERO } from '../money.ts';

export const WATCH_STATES = ['active', 'paused', 'ended'] as const;
export type WatchState = (typeof WATCH_STATES)[number];

/** Why a watch is paused. `caller` and `operator` paused it by hand. */
export const WATCH_PAUSES = ['balance', 'budget', 'cap', 'misses', 'key', 'caller', 'operator'] as const;
export type WatchPause = (typeof WATCH_PAUSES)[number];

/** `mark`: the items of the first run count as seen and are not delivered. `deliver`: they are delivered and charged. */
export const WATCH_BASELINES = ['mark', 'deliver'] as const;
export type WatchBaseline = (typeof WATCH_BASELINES)[number];

/** A run after a gap reads up to this many times as many pages. */
export const DEEPER = 2;

export interface Watch {
  id: string;
  accountId: string;
  keyId: string;
  requestId: string;
  name: string | null;
  platform: string;
  path: string;
  query: Readonly<Record<string, string>>;
  everyMs: number;
  /** True: the gateway chooses `everyMs` by how often the list changes. */
  isAuto: boolean;
  pagesMax: number;
  baseline: WatchBaseline;
  /** The most that one run can cost, by the prices of its last run or change. */
  runMostMicros: Micros;
  monthBudgetMicros: Micros | null;
  totalBudgetMicros: Micros | null;
  spentMicros: Micros;
  /** What was spent in `spentMonth`, such as `2026-11`. */
  spentMonth: string;
  spentMonthMicros: Micros;
  /** What the current run may cost. */
  reservedMicros: Micros;
  state: WatchState;
  pausedFor: WatchPause | null;
  runs: number;
  /** The number of the last item. */
  items: number;
  /** A run was requested beside the schedule. */
  runNow: boolean;
  /** A run has succeeded: what the list showed then is known. */
  hasRun: boolean;
  /** The last run may have missed items. The next one reads deeper. */
  hasGap: boolean;
  isToldFailing: boolean;
  /** Hash of the secret in the address of its feeds; null without feeds. */
  feedHash: string | null;
  createdAtMs: number;
  endedAtMs: number | null;
  /** Its next run. */
  dueAtMs: number;
  failures: number;
  /** Runs up to this number were charged before the ledger was restored. Behind `runs` they are made again, free. */
  paidTo: number;
}

/** Its next run was paid before the ledger was restored. */
export const isWatchOwed = ({ runs, paidTo }: Pick<Watch, 'runs' | 'paidTo'>) => runs < paidTo;

export interface WatchRun {
  number: number;
  requestId: string;
  slotMs: number;
  atMs: number;
  lateBySeconds: number;
  pages: number;
  items: number;
  chargedMicros: Micros;
  gap: boolean;
  failure: string | null;
}

/** A sum of a later month counts as this month's: setting the clock back must not reset a budget. */
export function spentInMonth(
  { spentMonth, spentMonthMicros }: Pick<Watch, 'spentMonth' | 'spentMonthMicros'>,
  nowMs: number,
): Micros {
  return spentMonth >= utcMonth(nowMs) ? spentMonthMicros : ZERO;
}
