// Running sums that caps are compared with: what a key or a project was charged in the current UTC day, in the current month, and in
// total. The transaction that charges writes them. A sum names its day and month, so a new day starts at zero without a job that resets
// it.
import type { SpentByWindow } from '../../domain/limiting/spend-cap.ts';

export interface Spend {
  day: string;
  dayMicros: number;
  month: string;
  monthMicros: number;
  totalMicros: number;
}

/** The empty day sorts before every real day. */
export const NO_SPEND: Spend = { day: '', dayMicros: 0, month: '', monthMicros: 0, totalMicros: 0 };

export const keyScope = (keyId: string) => `key_id:${keyId}`;
export const projectScope = (projectId: string) => `project_id:${projectId}`;

export const monthOf = (day: string) => day.slice(0, 7);

/** A sum of a later day counts as today's: setting the clock back must not reset a cap. */
export function spentNow(spend: Spend, day: string): SpentByWindow {
  return {
    day: spend.day >= day ? spend.dayMicros : 0,
    month: spend.month >= monthOf(day) ? spend.monthMicros : 0,
    total: spend.totalMicros,
  };
}

const later = (one: string, other: string) => (one > other ? one : other);

/** The same rule as `UPDATE spend` in the backends, for later calls of the same batch. */
export function addSpend(spend: Spend, day: string, micros: number): Spend {
  const now = spentNow(spend, day);
  return {
    day: later(spend.day, day),
    dayMicros: now.day + micros,
    month: later(spend.month, monthOf(day)),
    monthMicros: now.month + micros,
    totalMicros: now.total + micros,
  };
}

/** What a key was charged today and this month, from its daily usage of this month. */
export function spentByDays(chargedByDay: ReadonlyMap<string, number>, today: string) {
  let day = 0;
  let month = 0;
  for (const [at, charged] of chargedByDay) {
    if (at >= today) day += charged;
    if (at >= startOfMonth(today)) month += charged;
  }
  return { day, month };
}

export function startOfMonth(day: string): string {
  return `${monthOf(day)}-01`;
}
