// Owns the dropping of old usage: a bounded number of days at a time, their sums carried forward in the same transaction, so
// that usage and ledger never disagree. Calls, entries and audit are never dropped.
import type { UsageVerbs } from '../storage.ts';
import { firstKeptDay } from '../usage-months.ts';
import type { VerbContext } from './verb-context.ts';

/** Rows dropped in one transaction, so that a purge never delays a paid call by more than a few milliseconds. */
const PURGE_ROWS_MAX = 500;

export function purgeUsage(
  { db, nowMs }: VerbContext,
  input: Parameters<UsageVerbs['purge']>[0],
): { purged: number } {
  const day = firstKeptDay(nowMs, input.keepMonths);
  const rows = db.all('SELECT * FROM usage_days WHERE day < ? LIMIT ?', day, PURGE_ROWS_MAX);
  for (const row of rows) {
    db.runOne(
      `INSERT INTO usage_carried (account_id, key_id, calls, failures, charged_micros, last_at_ms)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6)
       ON CONFLICT (account_id, key_id) DO UPDATE SET calls = calls + ?3, failures = failures + ?4,
         charged_micros = charged_micros + ?5, last_at_ms = max(last_at_ms, ?6)`,
      row.account_id!,
      row.key_id!,
      row.calls!,
      row.failures!,
      row.charged_micros!,
      row.last_at_ms!,
    );
    db.runOne(
      'DELETE FROM usage_days WHERE account_id = ? AND key_id = ? AND day = ? AND path = ?',
      row.account_id!,
      row.key_id!,
      row.day!,
      row.path!,
    );
  }
  const providers = db.run(
    `DELETE FROM provider_days WHERE (day, path, provider) IN (
       SELECT day, path, provider FROM provider_days WHERE day < ? LIMIT ?)`,
    day,
    PURGE_ROWS_MAX,
  );
  const free = db.run(
    `DELETE FROM free_days WHERE (account_id, day, path) IN (
       SELECT account_id, day, path FROM free_days WHERE day < ? LIMIT ?)`,
    day,
    PURGE_ROWS_MAX,
  );
  return { purged: rows.length + providers + free };
}
