// The live check of a provider: one search that goes the way of a paid call's attempt, without a call around it. It charges
// nothing and stores nothing.

import { CALL_DEADLINE_MS } from '../../domain/limits.ts';
import type { Probe } from '../../domain/provider-status.ts';
import { type AttemptDeps, attempt } from './attempt.ts';
import { beginTrace } from './attempt-record.ts';
import type { ConnectedProvider } from './connected-provider.ts';

/** Items of the probe: enough to see that paging works, and few for platforms that bill by item. */
const PROBE_ITEMS = 5;

export async function probe(
  deps: AttemptDeps,
  by: ConnectedProvider,
  platform: string,
  keyword: string,
): Promise<Omit<Probe, 'new_keys' | 'missing_keys'>> {
  const input = { platform, keyword, count: PROBE_ITEMS, cursor: null, position: 0, wantsRaw: false };
  const endTrace = beginTrace(deps, by, 0);
  const operation = 'video.search';
  const time = { operation, leftMs: CALL_DEADLINE_MS, cancel: null, onBehalfOf: null, requestId: 'probe' };
  const { result, ...work } = await attempt(deps, by, by.connector.operations[operation]!, input, time);
  const trace = endTrace(result.kind === 'exchanged' ? 'ok' : result.kind, { ...work, pages: 1 });
  const seen = {
    provider: by.provider.name,
    platform,
    outcome: trace.outcome,
    duration_ms: trace.durationMs,
  };
  if (result.kind !== 'exchanged') return { ...seen, items: null, end: null, detail: result.detail };
  const { items, end, notice } = result.said;
  const detail = notice ?? items[0]?.record.title ?? items[0]?.record.text ?? null;
  return { ...seen, items: items.length, end, detail };
}
