// Owns the steps of five minutes in which calls and attempts are summed, for every backend: how long they are, how long they are
// kept, and how durations are sorted. Pure.

export const STEP_MS = 300_000;

/** Then they are folded into days: a week of hours for charts, and no more rows than days have in a year. */
export const STEP_DAYS_KEPT = 8;

export const stepOf = (atMs: number) => atMs - (atMs % STEP_MS);

/** Milliseconds, from an answer of the library to the deadline of a call; what takes longer is in the last column. */
const BOUNDS = [10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000] as const;
/** What `ms_more` counts took no longer than this: the deadline of a call. */
const LONGEST_MS = 15_000;

export const DURATION_COLUMNS = [...BOUNDS.map((bound) => `ms_${bound}`), 'ms_more'] as const;

/** The place of a duration among the columns. */
export function durationPlace(ms: number): number {
  const place = BOUNDS.findIndex((bound) => ms <= bound);
  return place === -1 ? BOUNDS.length : place;
}

/** So long took this part of the attempts at most, by the counts of the columns; null without any. */
export function durationQuantile(counts: readonly number[], part: number): number | null {
  const all = counts.reduce((sum, count) => sum + count, 0);
  if (all === 0) return null;
  let below = 0;
  const place = counts.findIndex((count) => {
    below += count;
    return below >= all * part;
  });
  return BOUNDS[place] ?? LONGEST_MS;
}
