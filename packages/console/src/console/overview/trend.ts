// How a figure of today compares with the same hours of yesterday. Pure. It takes both days and the figure's name, so that a page cannot
// exchange the two numbers of one figure.
import type { AdminGetOverviewAnswer } from '../../api/api-types.ts';
import { parseMicros } from '../../money/money.ts';

export type DaySums = AdminGetOverviewAnswer['today'];
export type DayFigure = 'earned' | 'cost' | 'margin' | 'calls' | 'failures';

/** `new`: there was nothing yesterday. `by` is a share of yesterday's figure. */
export type Trend = { way: 'same' } | { way: 'new' } | { way: 'up' | 'down'; by: number };

/** Less than half a percent would be written as 0 %. */
const LEAST_CHANGE = 0.005;

function figureOf(sums: DaySums, name: DayFigure): number {
  const value = sums[name];
  return typeof value === 'number' ? value : Number(parseMicros(value));
}

export function trendOf(days: { today: DaySums; yesterday: DaySums }, name: DayFigure): Trend {
  const [now, before] = [figureOf(days.today, name), figureOf(days.yesterday, name)];
  if (before === 0) return { way: now === 0 ? 'same' : 'new' };
  // A margin may be negative. It goes up when the loss gets smaller.
  const change = (now - before) / Math.abs(before);
  if (Math.abs(change) < LEAST_CHANGE) return { way: 'same' };
  return { way: change > 0 ? 'up' : 'down', by: Math.abs(change) };
}

/** Share of the calls that failed. `calls` counts the answered ones. */
export function failedShare({ calls, failures }: DaySums): number {
  return calls + failures === 0 ? 0 : failures / (calls + failures);
}

/** Share of what was earned that is left; null if nothing was earned. */
export function marginShare({ earned, margin }: DaySums): number | null {
  const all = parseMicros(earned);
  return all === 0n ? null : Number(parseMicros(margin)) / Number(all);
}
