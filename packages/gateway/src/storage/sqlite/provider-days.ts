// Owns the operator's side of usage: what every attempt at a provider cost and what its call earned, summed by day, path
// and provider in the transaction that ends the call. Only the attempt that gave the answer earns the charge.
import { type Attempt, hasFailed } from '../../domain/call.ts';
import { utcDay } from '../../domain/clock.ts';
import type { Micros } from '../../domain/money.ts';
import { readProviderUsageRow } from '../rows.ts';
import type { ProviderUsageRow, UsageVerbs } from '../storage.ts';
import type { VerbContext } from './verb-context.ts';

/** Paths times providers; far more than a gateway has. */
const ROWS_MAX = 10_000;

export function countAttempts(
  { db, nowMs }: VerbContext,
  path: string,
  attempts: readonly Attempt[],
  chargedMicros: Micros,
): void {
  const day = utcDay(nowMs);
  for (const attempt of attempts) {
    db.runOne(
      `INSERT INTO provider_days (day, path, provider, attempts, failures, duration_ms, cost_micros, charged_micros)
       VALUES (?1, ?2, ?3, 1, ?4, ?5, ?6, ?7)
       ON CONFLICT (day, path, provider) DO UPDATE SET
         attempts = attempts + 1, failures = failures + ?4, duration_ms = duration_ms + ?5,
         cost_micros = cost_micros + ?6, charged_micros = charged_micros + ?7`,
      day,
      path,
      attempt.provider,
      hasFailed(attempt) ? 1 : 0,
      attempt.durationMs,
      attempt.costMicros,
      attempt.outcome === 'ok' ? chargedMicros : 0,
    );
  }
}

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
