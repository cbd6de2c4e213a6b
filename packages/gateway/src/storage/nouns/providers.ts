// What attempts at providers cost and what their calls earned, and the operator's command to use a provider again.
import { NON_FAILURES } from '../../domain/call.ts';
import { DAY_MS } from '../../domain/duration.ts';
import type { Micros } from '../../domain/money.ts';
import type { Dialect, Reading, Row } from '../steps/reading.ts';
import type { Actor, Writing } from '../steps/writing.ts';

/** Action of the audit row that makes every process use a provider again; its subject is the provider's name. */
export const PROVIDER_RESUME = 'provider.resume';
/** Action of the audit row that switches a fault on or off: its subject is the provider, `detail.fault` the fault. */
export const PROVIDER_FAULT = 'provider.fault';
/** Limit on paths times providers; far more than a gateway has. */
const ROWS_MAX = 10_000;
/** Outcomes of attempts that are not failures. */
const NO_FAILURE_LIST = NON_FAILURES.map((outcome) => `'${outcome}'`).join(', ');

/** Makes every process use the provider again. Only the audit row is stored: each process finds it when the revision rises. */
export function* resumeProvider({ actor, provider }: Actor & { provider: string }): Writing<null> {
  yield { change: { actor, action: PROVIDER_RESUME, subject: provider, detail: {} } };
  return null;
}

/** One provider on one path: what it cost and what it earned. */
export interface ProviderUsageRow {
  path: string;
  provider: string;
  attempts: number;
  failures: number;
  durationMs: number;
  costMicros: Micros;
  /** Charges of the calls that this provider answered. */
  chargedMicros: Micros;
}

function readProviderUsageRow(row: Row): ProviderUsageRow {
  return {
    path: row.path as string,
    provider: row.provider as string,
    attempts: row.attempts as number,
    failures: row.failures as number,
    durationMs: row.duration_ms as number,
    costMicros: row.cost_micros as Micros,
    chargedMicros: row.charged_micros as Micros,
  };
}

const SUMS = ['attempts', 'failures', 'duration_ms', 'cost_micros', 'charged_micros'];
const COLUMNS = ['path', 'provider', ...SUMS].join(', ');

/** UTC days, both included. */
export interface Days {
  fromDay: string;
  toDay: string;
}

/** For all accounts: sums over five-minute steps and over the daily sums that older steps are added to. */
export function* readProviderUsage({ fromDay, toDay }: Days): Reading<ProviderUsageRow[]> {
  const rows = yield {
    sql: `SELECT path, provider, ${SUMS.map((sum) => `CAST(sum(${sum}) AS bigint) AS ${sum}`).join(', ')}
            FROM (SELECT ${COLUMNS} FROM provider_days WHERE day BETWEEN $1 AND $2
                  UNION ALL
                  SELECT ${COLUMNS} FROM call_steps WHERE step_ms >= $3 AND step_ms < $4 AND provider <> '') AS kept
           GROUP BY path, provider ORDER BY path, provider LIMIT $5`,
    values: [fromDay, toDay, Date.parse(fromDay), Date.parse(toDay) + DAY_MS, ROWS_MAX],
  };
  return rows.map(readProviderUsageRow);
}

/** The call asked the provider itself. */
const IS_OWN = `a.value ->> 'sparedMs' IS NULL`;

/** For one account: counted from the attempts of the last opening of each call, so the duration grows with the number of calls. */
export function* readProviderUsageOf(
  { accountId, fromDay, toDay }: Days & { accountId: string },
  { attemptsIn }: Dialect,
): Reading<ProviderUsageRow[]> {
  const rows = yield {
    sql: `SELECT c.path AS path, a.value ->> 'provider' AS provider, count(*) FILTER (WHERE ${IS_OWN}) AS attempts,
                 count(*) FILTER (WHERE ${IS_OWN} AND a.value ->> 'outcome' NOT IN (${NO_FAILURE_LIST})) AS failures,
                 CAST(round(coalesce(sum(CAST(a.value ->> 'durationMs' AS numeric)) FILTER (WHERE ${IS_OWN}), 0)) AS bigint) AS duration_ms,
                 CAST(sum(CAST(a.value ->> 'costMicros' AS bigint)) AS bigint) AS cost_micros,
                 CAST(sum(CASE a.value ->> 'outcome'
                            WHEN 'ok' THEN coalesce(CAST(a.value ->> 'earnedMicros' AS bigint), c.charged_micros)
                            ELSE 0 END) AS bigint) AS charged_micros
            FROM calls c CROSS JOIN ${attemptsIn('c.attempts')}
           WHERE c.account_id = $1 AND c.finished_at_ms >= $2 AND c.finished_at_ms < $3
           GROUP BY 1, 2 ORDER BY 1, 2 LIMIT $4`,
    values: [accountId, Date.parse(fromDay), Date.parse(toDay) + DAY_MS, ROWS_MAX],
  };
  return rows.map(readProviderUsageRow);
}
