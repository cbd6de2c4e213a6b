// Owns the reading of the operator's side of usage: what every attempt at a provider cost and what its call earned. The rows
// are summed by the batch that ends the call (ledger.ts).
import { readProviderUsageRow } from '../rows.ts';
import type { ProviderUsageRow, UsageVerbs } from '../storage.ts';
import type { VerbContext } from './verb-context.ts';

/** Paths times providers; far more than a gateway has. */
const ROWS_MAX = 10_000;

export function readProviderUsage(
  { db }: VerbContext,
  input: Parameters<UsageVerbs['providers']>[0],
): ProviderUsageRow[] {
  const rows = db.all(
    `SELECT path, provider, sum(attempts) AS attempts, sum(failures) AS failures, sum(duration_ms) AS duration_ms,
            sum(cost_micros) AS cost_micros, sum(charged_micros) AS charged_micros
       FROM provider_days WHERE day BETWEEN ? AND ? GROUP BY path, provider ORDER BY path, provider LIMIT ?`,
    input.fromDay,
    input.toDay,
    ROWS_MAX,
  );
  return rows.map(readProviderUsageRow);
}
