// The rows of usage as series over time: a value for each step, the largest series first, and the smallest ones added up as the rest.
import type { UsageSlice } from '../../api/api-types.ts';
import { parseMicros } from '../../money/money.ts';
import type { Measure, Time } from './dimensions.ts';

/** With the rest. More colours cannot be told apart. */
export const SERIES_MAX = 8;

const HOUR_MS = 3_600_000;
const STEP_MS: Record<Time, number> = { hour: HOUR_MS, day: 24 * HOUR_MS };

export interface Series {
  /** The group's id; null for the rest. */
  group: string | null;
  name: string | null;
  /** How many groups it adds up. */
  groups: number;
  /** One for each step: micro-units of money, or a count. */
  values: readonly number[];
  total: number;
}

interface SeriesOverTime {
  /** Each step of the whole span up to now, also those without calls, as the rows write it. */
  steps: readonly string[];
  series: readonly Series[];
}

export function figureOf(row: Pick<UsageSlice, Measure>, measure: Measure): number {
  return measure === 'calls' || measure === 'failures' ? row[measure] : Number(parseMicros(row[measure]));
}

function stepsOf(time: Time, from: string, to: string, nowMs: number): string[] {
  const firstMs = Date.parse(`${from}T00:00:00.000Z`);
  const endMs = Math.min(Date.parse(`${to}T00:00:00.000Z`) + STEP_MS.day, nowMs + 1);
  const count = Math.max(1, Math.ceil((endMs - firstMs) / STEP_MS[time]));
  const length = time === 'day' ? 'YYYY-MM-DD'.length : undefined;
  return Array.from({ length: count }, (_, at) =>
    new Date(firstMs + at * STEP_MS[time]).toISOString().slice(0, length),
  );
}

function sum(values: readonly number[]): number {
  return values.reduce((all, one) => all + one, 0);
}

interface Asked {
  time: Time;
  measure: Measure;
  from: string;
  to: string;
  nowMs: number;
}

/** `rows` are grouped by time, or by time and one more dimension. */
export function seriesOf(
  rows: readonly UsageSlice[],
  { time, measure, from, to, nowMs }: Asked,
): SeriesOverTime {
  const known = stepsOf(time, from, to, nowMs);
  // A clock that is behind the gateway's must not drop a row.
  const steps = [...new Set([...known, ...rows.map(({ groups }) => groups[0]!)])].sort();
  const places = new Map(steps.map((step, at) => [step, at]));
  const byGroup = Map.groupBy(rows, ({ groups }) => groups[1] ?? '');
  const all = [...byGroup].map(([group, own]): Series => {
    const values = steps.map(() => 0);
    for (const row of own) values[places.get(row.groups[0]!)!]! += figureOf(row, measure);
    return { group, name: own[0]!.names[1] ?? null, groups: 1, values, total: sum(values) };
  });
  return { steps, series: foldRest(all.sort((a, b) => Math.abs(b.total) - Math.abs(a.total))) };
}

function foldRest(sorted: readonly Series[]): Series[] {
  if (sorted.length <= SERIES_MAX) return [...sorted];
  const rest = sorted.slice(SERIES_MAX - 1);
  const values = rest[0]!.values.map((_, at) => sum(rest.map((one) => one.values[at]!)));
  return [
    ...sorted.slice(0, SERIES_MAX - 1),
    { group: null, name: null, groups: rest.length, values, total: sum(values) },
  ];
}
