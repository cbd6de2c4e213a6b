// What usage is grouped by, over which days, and which figure is drawn, as the address holds them.
import { textIn } from '../../shell/use-url-state.ts';

/** Besides time. */
export const DIMENSIONS = ['account', 'key', 'project', 'platform', 'path', 'provider', 'failure'] as const;
const TIMES = ['day', 'hour'] as const;
export type Time = (typeof TIMES)[number];
export type DimensionName = (typeof DIMENSIONS)[number] | Time;

export const DAYS = ['1', '7', '30', '90'] as const;
type Days = (typeof DAYS)[number];

export const MEASURES = ['charged', 'cost', 'margin', 'calls', 'failures'] as const;
export type Measure = (typeof MEASURES)[number];

function oneOf<Value extends string>(
  known: readonly Value[],
  search: Record<string, unknown>,
  name: string,
): Value | undefined {
  const value = textIn(search, name) as Value;
  return known.includes(value) ? value : undefined;
}

export interface UsageChoice {
  /** undefined: by time, in hours for one day and in days for more. */
  by: DimensionName | undefined;
  second: DimensionName | undefined;
  days: Days;
  show: Measure;
  account: string | undefined;
}

export function readUsage(search: Record<string, unknown>): UsageChoice {
  const all = [...TIMES, ...DIMENSIONS];
  return {
    by: oneOf(all, search, 'by'),
    second: oneOf(all, search, 'second'),
    days: oneOf(DAYS, search, 'days') ?? '7',
    show: oneOf(MEASURES, search, 'show') ?? 'charged',
    account: textIn(search, 'account'),
  };
}

/** The dimensions that are asked for, the rows' first. */
export function dimensionsOf({ by, second, days }: UsageChoice): DimensionName[] {
  const first = by ?? (days === '1' ? 'hour' : 'day');
  return second === undefined || second === first ? [first] : [first, second];
}

export function isTime(name: DimensionName): name is Time {
  return TIMES.includes(name as Time);
}
