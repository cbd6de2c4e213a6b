// What a process shares with its siblings, the other processes on the same listeners. A worker asks the primary; a
// process that is alone has no siblings. Only figures for operators and key checks are shared, never calls.

import { type Failure, failure } from '../domain/failure.ts';
import { mergeReports } from '../health/merge-reports.ts';
import type { MetricFigures } from '../observe/metrics.ts';
import type { ProviderState } from '../verb/deps.ts';
import type { Channel } from '../workers/channel.ts';

/** The figures of one process at one moment. */
export interface ProcessFigures {
  metrics: MetricFigures;
  providers: ProviderState[];
  /** Replays since the process started. */
  replays: number;
}

export interface Siblings {
  /** Processes on the same listeners, including this one. */
  count: number;
  /** Of all processes that answered in time; null when this process is alone. */
  figures(): Promise<ProcessFigures[]> | null;
  /** Counts one key check over all processes; null when this process counts alone. */
  keyCheck: ((address: string) => Promise<Failure | null>) | null;
}

export const alone: Siblings = { count: 1, figures: () => null, keyCheck: null };

export function siblingsOf(primary: Channel, count: number): Siblings {
  return {
    count,
    figures: () => primary.ask('survey') as Promise<ProcessFigures[]>,
    keyCheck: (address) => (primary.ask('key check', address) as Promise<Failure | null>).catch(uncounted),
  };
}

/**
 * Refuses key checks while the primary does not answer, so that keys cannot be guessed uncounted. Such a primary
 * passes on no new connections either.
 */
function uncounted(): Failure {
  return failure('RATE_LIMITED', 'Too many requests from this address. Try again later.', {
    retryAfterMs: 1_000,
  });
}

/** Merges the states of the same providers over several processes: counts are added, and the worst state is shown. */
export function mergeStates(all: readonly ProviderState[][]): ProviderState[] {
  const [first = []] = all;
  return first.map((state) => {
    const same = all.flatMap((states) => states.filter(({ name }) => name === state.name));
    const gates = same.flatMap(({ gate }) => (gate === null ? [] : [gate]));
    return { ...state, health: mergeReports(same.map(({ health }) => health)), gate: mergeGates(gates) };
  });
}

function mergeGates(gates: NonNullable<ProviderState['gate']>[]): ProviderState['gate'] {
  if (gates.length === 0) return null;
  const sum = (of: (gate: (typeof gates)[number]) => number) => gates.reduce((all, one) => all + of(one), 0);
  return {
    limit: sum(({ limit }) => limit),
    inFlight: sum(({ inFlight }) => inFlight),
    waiting: sum(({ waiting }) => waiting),
    unasked: sum(({ unasked }) => unasked),
  };
}
