// Usage by day, path or key: sums over the rows that settle, release and expiry write in their transactions.
import { utcDay } from '../../domain/clock.ts';
import type { Micros } from '../../domain/money.ts';
import { Conditions, type Reading, type Row } from '../steps/reading.ts';
import type { Days } from './providers.ts';

/** More than a year of days, or than any reasonable number of paths and keys in one view. */
const USAGE_ROWS_MAX = 10_000;

export type UsageBy = 'day' | 'path' | 'key';

export interface UsageGroup {
  /** The day, path or key id. */
  group: string;
  /** Name of the key; null for days and paths. */
  name: string | null;
  calls: number;
  failures: number;
  chargedMicros: Micros;
}

function readUsageGroup(row: Row): UsageGroup {
  return {
    group: row.grouped as string,
    name: row.name as string | null,
    calls: row.calls as number,
    failures: row.failures as number,
    chargedMicros: row.charged_micros as Micros,
  };
}

export interface ReadUsage extends Days {
  /** Absent: the sum over all accounts. */
  accountId?: string;
  /** A key of the account. */
  keyId?: string;
  by: UsageBy;
}

const COLUMN: Record<UsageBy, string> = { day: 'day', path: 'path', key: 'key_id' };
const KEY_NAME = '(SELECT k.name FROM keys k WHERE k.id = key_id)';
const NAME: Record<UsageBy, string> = { day: 'NULL', path: 'NULL', key: KEY_NAME };

export function* readUsage(input: ReadUsage): Reading<UsageGroup[]> {
  const { accountId, keyId, by } = input;
  const where = new Conditions().addGiven('account_id = ?', accountId);
  where.addPlain(`day BETWEEN ${where.value(input.fromDay)} AND ${where.value(input.toDay)}`);
  where.addGiven('key_id = ?', keyId);
  const source = `usage_days WHERE ${where}`;
  const column = COLUMN[by];
  const rows = yield {
    sql: `SELECT ${column} AS grouped, ${NAME[by]} AS name, CAST(sum(calls) AS bigint) AS calls,
                 CAST(sum(failures) AS bigint) AS failures, CAST(sum(charged_micros) AS bigint) AS charged_micros
            FROM ${accountId === undefined && by !== 'key' ? byDayAndPath(source) : source}
           GROUP BY ${column} ORDER BY ${column} LIMIT ${where.value(USAGE_ROWS_MAX)}`,
    values: where.values,
  };
  return rows.map(readUsageGroup);
}

/** On SQLite, rows are stored by day and path. Adding them up in that sequence first avoids sorting all rows. */
const byDayAndPath = (source: string) =>
  `(SELECT day, path, sum(calls) AS calls, sum(failures) AS failures, sum(charged_micros) AS charged_micros
      FROM ${source} GROUP BY day, path) AS days`;

/** Units that the account was charged for in a month (`2026-11`), by the path pattern that has the tiers. */
export function* readTierCounts({
  accountId,
  month,
}: {
  accountId: string;
  month: string;
}): Reading<{ path: string; used: number }[]> {
  // At most as many rows as the price list has patterns with tiers, which is limited.
  const rows = yield {
    sql: 'SELECT path, used FROM tier_months WHERE account_id = $1 AND month = $2 ORDER BY path',
    values: [accountId, month],
  };
  return rows.map((row) => ({ path: row.path as string, used: row.used as number }));
}

/**
 * The first day whose usage is kept. Whole months are kept, and at least one besides the current month, because the caps of keys are
 * computed from days.
 */
export function firstKeptDay(nowMs: number, keepMonths: number): string {
  const now = new Date(nowMs);
  return utcDay(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - Math.max(1, keepMonths), 1));
}
