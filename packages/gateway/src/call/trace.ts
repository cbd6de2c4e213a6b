// Owns the record of one attempt, whatever it was made for: how long it took, how it ended, what it cost the operator. The
// rule for costs stands here and nowhere else.
import type { Attempt } from '../domain/call.ts';
import { ZERO } from '../domain/money.ts';
import type { CallDeps, ConnectedProvider } from './call-deps.ts';

/** What never reached the provider, or what it refused to do, it will not bill; of a time-out nobody knows. */
const MAY_HAVE_COST = new Set(['ok', 'timeout', 'bad_response', 'refused']);

/** Begins now; the returned function ends it. */
export function beginTrace(
  { clock }: Pick<CallDeps, 'clock'>,
  { provider, costMicros }: ConnectedProvider,
  startedMs: number,
): (outcome: string, bytes: number) => Attempt {
  const beganMs = clock.monotonicMs();
  return (outcome, bytes) => ({
    provider: provider.name,
    startedMs: Math.round(startedMs),
    durationMs: Math.round(clock.monotonicMs() - beganMs),
    outcome,
    bytes,
    costMicros: MAY_HAVE_COST.has(outcome) ? costMicros : ZERO,
  });
}
