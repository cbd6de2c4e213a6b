// Owns the reading of usage: sums over the rows that settle, release and expiry write in their own transactions.
import { readUsageGroup } from '../rows.ts';
import type { UsageBy, UsageGroup, UsageVerbs } from '../storage.ts';
import type { VerbContext } from './verb-context.ts';

const COLUMN: Record<UsageBy, string> = { day: 'day', path: 'path', key: 'key_id' };
const KEY_NAME = '(SELECT k.name FROM keys k WHERE k.id = key_id)';
const NAME: Record<UsageBy, string> = { day: 'NULL', path: 'NULL', key: KEY_NAME };
/** More than a year of days, or than any sane number of paths and keys in one view. */
const USAGE_ROWS_MAX = 10_000;

export async function readUsage(
  { db }: VerbContext,
  input: Parameters<UsageVerbs['read']>[0],
): Promise<UsageGroup[]> {
  const column = COLUMN[input.by];
  const rows = await db.all(
    `SELECT ${column} AS grouped, ${NAME[input.by]} AS name, sum(calls)::bigint AS calls, sum(failures)::bigint AS failures,
            sum(charged_micros)::bigint AS charged_micros
       FROM usage_days WHERE ${input.accountId === undefined ? '$1::text IS NULL' : 'account_id = $1'}
        AND day BETWEEN $2 AND $3 AND ($5::text IS NULL OR key_id = $5)
      GROUP BY ${column} ORDER BY ${column} LIMIT $4`,
    input.accountId ?? null,
    input.fromDay,
    input.toDay,
    USAGE_ROWS_MAX,
    input.keyId ?? null,
  );
  return rows.map(readUsageGroup);
}
