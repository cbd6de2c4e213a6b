// The record of one attempt, whatever it was made for: how long it took, how it ended, what it cost the operator. The
// rule for costs stands here and nowhere else.
import type { Attempt } from '../../domain/call.ts';
import { toMicros } from '../../domain/money.ts';
import type { CallDeps } from '../call-deps.ts';
import type { ConnectedProvider } from './connected-provider.ts';

/** What never reached the provider, or what it refused to do, it will not bill; of a time-out or a lost race nobody knows. */
const MAY_HAVE_COST = new Set(['ok', 'timeout', 'bad_response', 'refused', 'cancelled']);

export interface AttemptWork {
  bytes: number;
  pages: number;
  /** For our own turn. The provider's part begins after it. */
  waitedMs: number;
}

/** Begins now; the returned function ends it. */
export function beginTrace(
  { clock }: Pick<CallDeps, 'clock'>,
  { provider, costMicros }: ConnectedProvider,
  startedMs: number,
): (outcome: string, work: AttemptWork) => Attempt {
  const beganMs = clock.monotonicMs();
  return (outcome, { bytes, pages, waitedMs }) => ({
    provider: provider.name,
    startedMs: Math.round(startedMs + waitedMs),
    durationMs: Math.round(clock.monotonicMs() - beganMs - waitedMs),
    outcome,
    bytes,
    costMicros: toMicros(billedPages(outcome, pages) * costMicros),
  });
}

/** Whatever the last page came to, those before it were answered. */
function billedPages(outcome: string, pages: number): number {
  return MAY_HAVE_COST.has(outcome) ? pages : Math.max(0, pages - 1);
}
