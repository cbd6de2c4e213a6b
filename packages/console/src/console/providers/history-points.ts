// The points of a provider's history: six steps of five minutes make one point of half an hour.
import type { ProviderStep } from '../../api/api-types.ts';
import { parseMicros } from '../../money/money.ts';

const STEPS_IN_POINT = 6;

interface HistoryPoint {
  at: string;
  attempts: number;
  failures: number;
}

export function pointsOf(steps: readonly ProviderStep[]): HistoryPoint[] {
  return Array.from({ length: Math.ceil(steps.length / STEPS_IN_POINT) }, (_, at) => {
    const part = steps.slice(at * STEPS_IN_POINT, (at + 1) * STEPS_IN_POINT);
    const sum = (name: 'attempts' | 'failures') => part.reduce((all, step) => all + step[name], 0);
    return { at: part[0]!.at, attempts: sum('attempts'), failures: sum('failures') };
  });
}

interface ProviderDay {
  attempts: number;
  failures: number;
  /** The highest p95 of any five minutes, an upper bound for the day; null without attempts. */
  p95Ms: number | null;
  cost: bigint;
  earned: bigint;
}

export function dayOf(steps: readonly ProviderStep[]): ProviderDay {
  const slow = steps.flatMap(({ p95_ms }) => (p95_ms === null ? [] : [p95_ms]));
  return {
    attempts: steps.reduce((sum, step) => sum + step.attempts, 0),
    failures: steps.reduce((sum, step) => sum + step.failures, 0),
    p95Ms: slow.length === 0 ? null : Math.max(...slow),
    cost: steps.reduce((sum, step) => sum + parseMicros(step.cost), 0n),
    earned: steps.reduce((sum, step) => sum + parseMicros(step.earned), 0n),
  };
}
