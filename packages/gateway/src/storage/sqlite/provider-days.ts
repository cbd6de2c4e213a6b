// Owns the reading of the operator's side of usage: what every attempt at a provider cost and what its call earned. The rows
// are summed by the batch that ends the call, in steps that are folded into days later; those of one account are counted from
// its calls.
import { NO_FAILURE_LIST, readProviderUsageRow } from '../rows.ts';
import type { ProviderUsageRow, UsageVerbs } from '../storage.ts';
import type { VerbContext } from './verb-context.ts';

/** Paths times providers; far more than a gateway has. */
const ROWS_MAX = 10_000;
const DAY_MS = 86_400_000;

export function readProviderUsage(
  { db }: VerbContext,
  input: Parameters<UsageVerbs['providers']>[0],
): ProviderUsageRow[] {
  const rows = db.all(
    `SELECT path, provider, sum(attempts) AS attempts, sum(failures) AS failures, sum(duration_ms) AS duration_ms,
            sum(cost_micros) AS cost_micros, sum(charged_micros) AS charged_micros
       FROM (SELECT path, provider, attempts, failures, duration_ms, cost_micros, charged_micros
               FROM provider_days WHERE day BETWEEN ?1 AND ?2
             UNION ALL
             SELECT path, provider, attempts, failures, duration_ms, cost_micros, charged_micros
               FROM call_steps WHERE step_ms >= ?3 AND step_ms < ?4 AND provider <> '')
      GROUP BY path, provider ORDER BY path, provider LIMIT ?5`,
    input.fromDay,
    input.toDay,
    Date.parse(input.fromDay),
    Date.parse(input.toDay) + DAY_MS,
    ROWS_MAX,
  );
  return rows.map(readProviderUsageRow);
}

/** A call keeps the attempts of its last opening; who was charged for it is in its own row. */
export function readProviderUsageOf(
  { db }: VerbContext,
  { accountId, fromDay, toDay }: Parameters<UsageVerbs['providersOf']>[0],
): ProviderUsageRow[] {
  const rows = db.all(
    `SELECT c.path AS path, a.value ->> 'provider' AS provider, count(*) AS attempts,
            sum(a.value ->> 'outcome' NOT IN (${NO_FAILURE_LIST})) AS failures,
            CAST(round(sum(a.value ->> 'durationMs')) AS INTEGER) AS duration_ms,
            sum(a.value ->> 'costMicros') AS cost_micros,
            sum(iif(a.value ->> 'outcome' = 'ok', coalesce(a.value ->> 'earnedMicros', c.charged_micros), 0)) AS charged_micros
       FROM calls c, json_each(c.attempts) a
      WHERE c.account_id = ? AND c.finished_at_ms >= ? AND c.finished_at_ms < ?
      GROUP BY 1, 2 ORDER BY 1, 2 LIMIT ?`,
    accountId,
    Date.parse(fromDay),
    Date.parse(toDay) + DAY_MS,
    ROWS_MAX,
  );
  return rows.map(readProviderUsageRow);
}
