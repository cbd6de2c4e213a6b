// Five-minute steps in which calls and attempts are summed, for both databases: their length, how long they are kept, and the classes of
// durations. Pure functions.
import { CALL_DEADLINE_MS } from '../../domain/limits.ts';

export const STEP_MS = 300_000;

/**
 * Older steps are added to their day. Eight days give charts a week by the hour, and keep the table smaller than the daily sums of a
 * year.
 */
export const STEP_DAYS_KEPT = 8;

export const stepOf = (atMs: number) => atMs - (atMs % STEP_MS);

/** Upper bounds in milliseconds, from an answer of the library up to slow providers. Longer durations are counted in the last column. */
const BOUNDS = [10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000] as const;

export const DURATION_COLUMNS = [...BOUNDS.map((bound) => `ms_${bound}`), 'ms_more'] as const;

/** The index of the column that counts this duration. */
export function durationPlace(ms: number): number {
  const place = BOUNDS.findIndex((bound) => ms <= bound);
  return place === -1 ? BOUNDS.length : place;
}

/** The duration in milliseconds that this part of the attempts did not exceed, from the counts of the columns; null without attempts. */
export function durationQuantile(counts: readonly number[], part: number): number | null {
  const all = counts.reduce((sum, count) => sum + count, 0);
  if (all === 0) return null;
  let below = 0;
  const place = counts.findIndex((count) => {
    below += count;
    return below >= all * part;
  });
  // No attempt of a call takes longer than its deadline, so that is the upper bound of the last column.
  return BOUNDS[place] ?? CALL_DEADLINE_MS;
}
