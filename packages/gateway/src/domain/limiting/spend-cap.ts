// A spend cap: the most that a key, or all keys of a project, may spend per UTC day, per UTC month or in total. Money held for running
// calls counts as spent. The sums come from the ledger.
import { nextMonthMs } from '../clock.ts';
import { field, type Of } from '../field-table.ts';
import type { Micros } from '../money.ts';

type CapScope = 'key' | 'project';
export type CapWindow = 'day' | 'month' | 'total';

/** Null: no cap. */
const cap = () => field.money<number>().orNull();
export const CAP_FIELDS = { dailyCapMicros: cap(), monthlyCapMicros: cap(), totalCapMicros: cap() };
export type SpendCaps = Of<typeof CAP_FIELDS>;

/** One cap at one moment. */
export interface CapState {
  scope: CapScope;
  window: CapWindow;
  limitMicros: Micros;
  /** Charged in the window, plus what is held now. */
  spentMicros: Micros;
  /** At least 0, even when the cap was lowered below what is spent. */
  leftMicros: Micros;
  /** When the window ends and the full cap is available again; null for a total cap. */
  resetsAtMs: number | null;
}

/** Charged in the current day, in the current month and in total. */
export type SpentByWindow = Record<CapWindow, number>;

const LIMIT: Record<CapWindow, keyof SpendCaps> = {
  day: 'dailyCapMicros',
  month: 'monthlyCapMicros',
  total: 'totalCapMicros',
};
const WINDOWS = ['day', 'month', 'total'] as const;

/** The caps that are set, with what is left of each. */
export function capStates(
  scope: CapScope,
  caps: SpendCaps,
  spent: { charged: SpentByWindow; heldMicros: number },
  nowMs: number,
): CapState[] {
  return WINDOWS.flatMap((window) => {
    const limitMicros = caps[LIMIT[window]];
    if (limitMicros === null) return [];
    const spentMicros = (spent.charged[window] + spent.heldMicros) as Micros;
    const leftMicros = Math.max(0, limitMicros - spentMicros) as Micros;
    const resetsAtMs = endOf(window, nowMs);
    return [{ scope, window, limitMicros: limitMicros as Micros, spentMicros, leftMicros, resetsAtMs }];
  });
}

/** Days and months are UTC, like the sums in the ledger. */
function endOf(window: CapWindow, nowMs: number): number | null {
  const now = new Date(nowMs);
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  if (window === 'day') return Date.UTC(year, month, day + 1);
  return window === 'month' ? nextMonthMs(nowMs) : null;
}

/** Of the caps that the price exceeds, the one with the least left; among equals the one that resets last. */
export function tightestCap(states: readonly CapState[], priceMicros: number): CapState | null {
  let tightest: CapState | null = null;
  for (const state of states) {
    if (priceMicros <= state.leftMicros) continue;
    if (tightest === null || isTighter(state, tightest)) tightest = state;
  }
  return tightest;
}

function isTighter(one: CapState, other: CapState): boolean {
  if (one.leftMicros !== other.leftMicros) return one.leftMicros < other.leftMicros;
  return (one.resetsAtMs ?? Number.POSITIVE_INFINITY) > (other.resetsAtMs ?? Number.POSITIVE_INFINITY);
}

export function hasCap(caps: SpendCaps): boolean {
  return caps.dailyCapMicros !== null || caps.monthlyCapMicros !== null || caps.totalCapMicros !== null;
}
