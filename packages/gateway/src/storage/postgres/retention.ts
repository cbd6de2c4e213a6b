// Deletes old usage and adds five-minute steps to their day: a bounded number of days at a time, carrying their sums forward in the same
// query, so that usage and ledger always agree. Then it drops a month that is empty. Several nodes may purge at once: rows that one has
// locked are skipped by the others. Calls, entries and audit rows are never deleted.
import { utcDay } from '../../domain/clock.ts';
import { DAY_MS } from '../../domain/duration.ts';
import { STEP_DAYS_KEPT } from '../ledger/call-steps.ts';
import { firstKeptDay } from '../nouns/usage.ts';
import { isLockTimeout } from './connection.ts';
import type { VerbContext } from './verb-context.ts';

/** Rows per transaction: about ten milliseconds, and no row that a paid call needs. */
const PURGE_ROWS_MAX = 1_000;
/**
 * Milliseconds. Dropping a month locks its whole table for a moment, and paid calls queue behind a transaction that waits for this lock.
 */
const DROP_WAIT_MS = 50;

/** Sorted by key, so that two nodes cannot deadlock. */
const CARRY = `
  WITH old AS (SELECT account_id, key_id, day, path FROM usage_days WHERE day < $1 LIMIT $2 FOR UPDATE SKIP LOCKED),
       gone AS (DELETE FROM usage_days u USING old
                 WHERE u.account_id = old.account_id AND u.key_id = old.key_id AND u.day = old.day AND u.path = old.path
                   AND u.day < $1
                RETURNING u.*),
       carried AS (INSERT INTO usage_carried AS c (account_id, key_id, calls, failures, charged_micros, last_at_ms, cost_micros)
                   SELECT account_id, key_id, sum(calls), sum(failures), sum(charged_micros), max(last_at_ms), sum(cost_micros)
                     FROM gone GROUP BY account_id, key_id ORDER BY account_id, key_id
                   ON CONFLICT (account_id, key_id) DO UPDATE SET calls = c.calls + excluded.calls,
                     failures = c.failures + excluded.failures, charged_micros = c.charged_micros + excluded.charged_micros,
                     last_at_ms = greatest(c.last_at_ms, excluded.last_at_ms),
                     cost_micros = c.cost_micros + excluded.cost_micros)
  SELECT count(*) AS n FROM gone`;

const FORGET_PROVIDERS = `
  DELETE FROM provider_days p USING (
    SELECT day, path, provider FROM provider_days WHERE day < $1 LIMIT $2 FOR UPDATE SKIP LOCKED) AS old
   WHERE p.day = old.day AND p.path = old.path AND p.provider = old.provider AND p.day < $1`;

const FORGET_FREE = `
  DELETE FROM free_days f USING (
    SELECT account_id, day, path FROM free_days WHERE day < $1 LIMIT $2 FOR UPDATE SKIP LOCKED) AS old
   WHERE f.account_id = old.account_id AND f.day = old.day AND f.path = old.path`;

/** Steps without a provider are not added to days: those days are by provider, and the charges are in the usage of the keys. */
const FOLD = `
  WITH old AS (SELECT step_ms, path, provider FROM call_steps WHERE step_ms < $1 LIMIT $2 FOR UPDATE SKIP LOCKED),
       gone AS (DELETE FROM call_steps s USING old
                 WHERE s.step_ms = old.step_ms AND s.path = old.path AND s.provider = old.provider RETURNING s.*),
       folded AS (INSERT INTO provider_days AS d (day, path, provider, attempts, failures, duration_ms, cost_micros,
                                                  charged_micros)
                  SELECT to_char(to_timestamp(step_ms / 1000) AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, path, provider,
                         sum(attempts), sum(failures), sum(duration_ms), sum(cost_micros), sum(charged_micros)
                    FROM gone WHERE provider <> '' GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
                  ON CONFLICT (day, path, provider) DO UPDATE SET
                    attempts = d.attempts + excluded.attempts, failures = d.failures + excluded.failures,
                    duration_ms = d.duration_ms + excluded.duration_ms,
                    cost_micros = d.cost_micros + excluded.cost_micros,
                    charged_micros = d.charged_micros + excluded.charged_micros)
  SELECT count(*) AS n FROM gone`;

export async function foldSteps({ db, nowMs }: VerbContext): Promise<{ folded: number }> {
  const beforeMs = Date.parse(utcDay(nowMs)) - STEP_DAYS_KEPT * DAY_MS;
  return { folded: (await db.get(FOLD, beforeMs, PURGE_ROWS_MAX))?.n as number };
}

export async function purgeUsage(
  context: VerbContext,
  input: { keepMonths: number },
): Promise<{ purged: number }> {
  const { db, nowMs } = context;
  const day = firstKeptDay(nowMs, input.keepMonths);
  const usage = (await db.get(CARRY, day, PURGE_ROWS_MAX))?.n as number;
  const providers = await db.run(FORGET_PROVIDERS, day, PURGE_ROWS_MAX);
  const free = await db.run(FORGET_FREE, day, PURGE_ROWS_MAX);
  const purged = usage + providers + free;
  return { purged: purged > 0 ? purged : await dropEmptyMonth(context, day) };
}

/** A partition's name contains its month: usage_days_y2026m11. */
const OLD_MONTH = `
  SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
   WHERE i.inhparent IN ('usage_days'::regclass, 'provider_days'::regclass) AND right(c.relname, 8) < $1
   ORDER BY 1 LIMIT 1`;

/** Returns how many months were dropped: one or none. If another transaction reads the table, it is left for another time. */
async function dropEmptyMonth({ db }: VerbContext, day: string): Promise<number> {
  const firstKept = `y${day.slice(0, 4)}m${day.slice(5, 7)}`;
  const name = (await db.get(OLD_MONTH, firstKept))?.name as string | undefined;
  if (name === undefined) return 0;
  await db.query({ text: `SAVEPOINT month; SET LOCAL lock_timeout = ${DROP_WAIT_MS}` });
  try {
    await db.query({ text: `LOCK TABLE ${name} IN SHARE MODE` });
    if ((await db.get(`SELECT 1 AS one FROM ${name} LIMIT 1`)) !== undefined) return 0;
    await db.query({ text: `DROP TABLE ${name}` });
    return 1;
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    await db.query({ text: 'ROLLBACK TO SAVEPOINT month' });
    return 0;
  }
}
