// Owns the look at how many units of prices with tiers an account was charged for in a month.
import type { UsageVerbs } from '../control-verbs.ts';
import type { Reading } from '../steps/reading.ts';

export function* readTierCounts({
  accountId,
  month,
}: Parameters<UsageVerbs['tiers']>[0]): Reading<Awaited<ReturnType<UsageVerbs['tiers']>>> {
  // As many rows as the price list has patterns with tiers, which is bounded.
  const rows = yield {
    sql: 'SELECT path, used FROM tier_months WHERE account_id = $1 AND month = $2 ORDER BY path',
    values: [accountId, month],
  };
  return rows.map((row) => ({ path: row.path as string, used: row.used as number }));
}
