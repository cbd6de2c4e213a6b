// Owns the points of a provider's history: steps of five minutes are too fine to see, six of them are half an hour.
import type { ProviderStep } from '../../api/api-types.ts';

const STEPS_IN_POINT = 6;

export interface HistoryPoint {
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
