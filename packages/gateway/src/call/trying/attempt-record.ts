// The record of one attempt: how long it took, how it ended, what it cost the operator. Only this file decides whether an attempt
// has a cost.
import type { Attempt } from '../../domain/call.ts';
import { toMicros } from '../../domain/money.ts';
import type { CallDeps } from '../call-deps.ts';
import type { ConnectedProvider } from './connected-provider.ts';

/**
 * Outcomes that the provider may bill. It does not bill what never reached it or what it declined to do; after a timeout or a
 * cancelled attempt we cannot know, so we count the cost.
 */
const MAY_HAVE_COST = new Set(['ok', 'timeout', 'bad_response', 'refused', 'cancelled']);

export interface AttemptWork {
  bytes: number;
  pages: number;
  /** Milliseconds that the attempt queued in this process. The provider's own time begins after it. */
  waitedMs: number;
  /** A walk goes on here without its former position. */
  isResumed?: boolean;
}

/** Starts the record; the returned function ends it. */
export function beginTrace(
  { clock }: Pick<CallDeps, 'clock'>,
  { provider, costMicros }: ConnectedProvider,
  startedMs: number,
): (outcome: string, work: AttemptWork) => Attempt {
  const beganMs = clock.monotonicMs();
  return (outcome, { bytes, pages, waitedMs, isResumed }) => ({
    provider: provider.name,
    startedMs: Math.round(startedMs + waitedMs),
    durationMs: Math.round(clock.monotonicMs() - beganMs - waitedMs),
    outcome,
    bytes,
    costMicros: toMicros(billedPages(outcome, pages) * costMicros),
    ...(isResumed === true && { isResumed }),
  });
}

/** Whatever the outcome of the last page, the pages before it were answered and are billed. */
function billedPages(outcome: string, pages: number): number {
  return MAY_HAVE_COST.has(outcome) ? pages : Math.max(0, pages - 1);
}
