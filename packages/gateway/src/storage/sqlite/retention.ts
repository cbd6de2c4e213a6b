// Deletes old usage and adds five-minute steps to their day: a bounded number of days at a time, carrying their sums forward in the same
// transaction, so that usage and ledger always agree. Calls, entries and audit rows are never deleted.
import { utcDay } from '../../domain/clock.ts';
import { DAY_MS } from '../../domain/duration.ts';
import { STEP_DAYS_KEPT } from '../ledger/call-steps.ts';
import { firstKeptDay } from '../nouns/usage.ts';
import type { VerbContext } from './verb-context.ts';

/** Rows per transaction, so that a purge delays a paid call by a few milliseconds at most. */
const PURGE_ROWS_MAX = 500;

export function purgeUsage({ db, nowMs }: VerbContext, input: { keepMonths: number }): { purged: number } {
  const day = firstKeptDay(nowMs, input.keepMonths);
  const rows = db.all('SELECT * FROM usage_days WHERE day < ? LIMIT ?', day, PURGE_ROWS_MAX);
  for (const row of rows) {
    db.runOne(
      `INSERT INTO usage_carried (account_id, key_id, calls, failures, charged_micros, last_at_ms, cost_micros)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
       ON CONFLICT (account_id, key_id) DO UPDATE SET calls = calls + ?3, failures = failures + ?4,
         charged_micros = charged_micros + ?5, last_at_ms = max(last_at_ms, ?6), cost_micros = cost_micros + ?7`,
      row.account_id!,
      row.key_id!,
      row.calls!,
      row.failures!,
      row.charged_micros!,
      row.last_at_ms!,
      row.cost_micros!,
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

/** Steps without a provider are not added to days: those days are by provider, and the charges are in the usage of the keys. */
export function foldSteps({ db, nowMs }: VerbContext): { folded: number } {
  const beforeMs = Date.parse(utcDay(nowMs)) - STEP_DAYS_KEPT * DAY_MS;
  const rows = db.all('SELECT * FROM call_steps WHERE step_ms < ? LIMIT ?', beforeMs, PURGE_ROWS_MAX);
  for (const row of rows) {
    if (row.provider !== '') {
      db.runOne(
        `INSERT INTO provider_days (day, path, provider, attempts, failures, duration_ms, cost_micros, charged_micros)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
         ON CONFLICT (day, path, provider) DO UPDATE SET
           attempts = attempts + ?4, failures = failures + ?5, duration_ms = duration_ms + ?6,
           cost_micros = cost_micros + ?7, charged_micros = charged_micros + ?8`,
        utcDay(row.step_ms as number),
        row.path!,
        row.provider!,
        row.attempts!,
        row.failures!,
        row.duration_ms!,
        row.cost_micros!,
        row.charged_micros!,
      );
    }
    db.runOne(
      'DELETE FROM call_steps WHERE step_ms = ? AND path = ? AND provider = ?',
      row.step_ms!,
      row.path!,
      row.provider!,
    );
  }
  return { folded: rows.length };
}
