// Owns the reading of usage: sums over the rows that settle, release and expiry write in their own transactions.
import { readUsageGroup } from '../rows.ts';
import type { UsageBy, UsageGroup, UsageVerbs } from '../storage.ts';
import type { VerbContext } from './verb-context.ts';

const COLUMN: Record<UsageBy, string> = { day: 'day', path: 'path', key: 'key_id' };
const KEY_NAME = '(SELECT k.name FROM keys k WHERE k.id = key_id)';
const NAME: Record<UsageBy, string> = { day: 'NULL', path: 'NULL', key: KEY_NAME };
/** More than a year of days, or than any sane number of paths and keys in one view. */
const USAGE_ROWS_MAX = 10_000;

/** Rows lie by day and path: summed in that order first, days and paths of all accounts need no sorting of rows. */
const BY_DAY_AND_PATH = `
  (SELECT day, path, sum(calls) AS calls, sum(failures) AS failures, sum(charged_micros) AS charged_micros
     FROM usage_days WHERE day BETWEEN ?2 AND ?3 GROUP BY day, path)`;

function sourceOf({ accountId, by }: Parameters<UsageVerbs['read']>[0]): string {
  if (accountId !== undefined)
    return 'usage_days WHERE account_id = ?1 AND day BETWEEN ?2 AND ?3 AND (?5 IS NULL OR key_id = ?5)';
  return by === 'key'
    ? 'usage_days WHERE ?1 IS NULL AND ?5 IS NULL AND day BETWEEN ?2 AND ?3'
    : `${BY_DAY_AND_PATH} WHERE ?1 IS NULL AND ?5 IS NULL`;
}

export function readUsage({ db }: VerbContext, input: Parameters<UsageVerbs['read']>[0]): UsageGroup[] {
  const column = COLUMN[input.by];
  const rows = db.all(
    `SELECT ${column} AS grouped, ${NAME[input.by]} AS name, sum(calls) AS calls, sum(failures) AS failures,
            sum(charged_micros) AS charged_micros
       FROM ${sourceOf(input)} GROUP BY ${column} ORDER BY ${column} LIMIT ?4`,
    input.accountId ?? null,
    input.fromDay,
    input.toDay,
    USAGE_ROWS_MAX,
    input.keyId ?? null,
  );
  return rows.map(readUsageGroup);
}
