// Owns the reading of the operator's side of usage: what every attempt at a provider cost and what its call earned. The rows
// are summed by the batch that ends the call, in steps that are folded into days later; those of one account are counted from
// its calls.
import { NO_FAILURE_LIST, readProviderUsageRow } from '../rows.ts';
import type { ProviderUsageRow, UsageVerbs } from '../storage.ts';
import type { VerbContext } from './verb-context.ts';

/** Paths times providers; far more than a gateway has. */
const ROWS_MAX = 10_000;
const DAY_MS = 86_400_000;

export async function readProviderUsage(
  { db }: VerbContext,
  input: Parameters<UsageVerbs['providers']>[0],
): Promise<ProviderUsageRow[]> {
  const rows = await db.all(
    `SELECT path, provider, sum(attempts)::bigint AS attempts, sum(failures)::bigint AS failures, sum(duration_ms)::bigint AS duration_ms,
            sum(cost_micros)::bigint AS cost_micros, sum(charged_micros)::bigint AS charged_micros
       FROM (SELECT path, provider, attempts, failures, duration_ms, cost_micros, charged_micros
               FROM provider_days WHERE day BETWEEN $1 AND $2
             UNION ALL
             SELECT path, provider, attempts, failures, duration_ms, cost_micros, charged_micros
               FROM call_steps WHERE step_ms >= $3 AND step_ms < $4 AND provider <> '') AS kept
      GROUP BY path, provider ORDER BY path, provider LIMIT $5`,
    input.fromDay,
    input.toDay,
    Date.parse(input.fromDay),
    Date.parse(input.toDay) + DAY_MS,
    ROWS_MAX,
  );
  return rows.map(readProviderUsageRow);
}

/** A call keeps the attempts of its last opening; who was charged for it is in its own row. */
export async function readProviderUsageOf(
  { db }: Pick<VerbContext, 'db'>,
  { accountId, fromDay, toDay }: Parameters<UsageVerbs['providersOf']>[0],
): Promise<ProviderUsageRow[]> {
  const rows = await db.all(
    `SELECT c.path AS path, a ->> 'provider' AS provider, count(*) AS attempts,
            count(*) FILTER (WHERE a ->> 'outcome' NOT IN (${NO_FAILURE_LIST})) AS failures,
            round(sum((a ->> 'durationMs')::numeric))::bigint AS duration_ms,
            sum((a ->> 'costMicros')::bigint)::bigint AS cost_micros,
            sum(CASE a ->> 'outcome' WHEN 'ok' THEN coalesce((a ->> 'earnedMicros')::bigint, c.charged_micros) ELSE 0 END)::bigint
              AS charged_micros
       FROM calls c CROSS JOIN LATERAL jsonb_array_elements(c.attempts::jsonb) a
      WHERE c.account_id = $1 AND c.finished_at_ms >= $2 AND c.finished_at_ms < $3
      GROUP BY 1, 2 ORDER BY 1, 2 LIMIT $4`,
    accountId,
    Date.parse(fromDay),
    Date.parse(toDay) + DAY_MS,
    ROWS_MAX,
  );
  return rows.map(readProviderUsageRow);
}
