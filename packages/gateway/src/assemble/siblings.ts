// Owns what a process knows of the others that serve beside it on the same listeners. Alone, it is all there is; as a worker it
// asks the primary. Only what operators look at and the key check cross this border: calls never do.

import { type Failure, failure } from '../domain/failure.ts';
import { mergeReports } from '../health/merge-reports.ts';
import type { MetricFigures } from '../observe/metrics.ts';
import type { ProviderState } from '../verb/deps.ts';
import type { Channel } from '../workers/channel.ts';

/** What one process knows at one moment. */
export interface ProcessFigures {
  metrics: MetricFigures;
  providers: ProviderState[];
  /** Answers given again for nothing, since it started. */
  replays: number;
}

export interface Siblings {
  /** Processes on the same listeners, this one included. */
  count: number;
  /** Of all that answered in time; null when this process is alone. */
  figures(): Promise<ProcessFigures[]> | null;
  /** Counts one key check for all of them; null when this process counts by itself. */
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

/** A primary that does not answer passes on no connections either; until then nobody guesses keys. */
function uncounted(): Failure {
  return failure('RATE_LIMITED', 'Too many requests from this address.', { retryAfterMs: 1_000 });
}

/** The same providers as several processes see them: counts are added up, states are the worst. */
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
