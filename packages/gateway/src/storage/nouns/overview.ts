// Figures for the operator's overview, from five-minute steps and daily sums, so that their cost does not depend on the number of calls.
// Releases before schema version 11 only count days. What they served today, before an upgrade or beside newer nodes, is in every figure
// of the day but in no hour.
import { DAY_MS, HOUR_MS } from '../../domain/duration.ts';
import { type Micros, ZERO } from '../../domain/money.ts';
import { DURATION_COLUMNS, stepOf } from '../ledger/call-steps.ts';
import { one, type Reading, type Row } from '../steps/reading.ts';

export interface Figures {
  calls: number;
  failures: number;
  chargedMicros: Micros;
  costMicros: Micros;
}

export interface HourFigures extends Figures {
  hourMs: number;
}

export interface RouteFigures extends Figures {
  path: string;
  provider: string;
  attempts: number;
  failedAttempts: number;
}

/** How long an account's money lasts: what is available, and what it spent in the last seven days. */
export interface Runway {
  accountId: string;
  name: string;
  availableMicros: Micros;
  /** In the last seven days. */
  spentMicros: Micros;
}

/** An account that owes money for disputed payments. */
export interface Debtor {
  name: string;
  owedMicros: Micros;
}

export interface Overview {
  today: Figures;
  /** Yesterday up to the same time of day, in steps of five minutes. */
  yesterday: Figures;
  /** Today's calls, answered or failed, that an older release counted without a time. They are in no hour. */
  untimedCalls: number;
  /** Today. */
  refundedMicros: Micros;
  toppedUpMicros: Micros;
  /** Since yesterday's midnight, oldest first; hours without calls are left out. */
  hours: HourFigures[];
  /** Today. */
  routes: RouteFigures[];
  /** Accounts whose money runs out first come first. */
  runways: Runway[];
  waitingComplaints: number;
  debtors: Debtor[];
}

export interface ProviderStep {
  stepMs: number;
  attempts: number;
  failures: number;
  durationMs: number;
  costMicros: Micros;
  chargedMicros: Micros;
  /** Number of attempts in each class of duration (call-steps.ts). */
  durations: number[];
}

const dayOf = (atMs: number) => new Date(atMs).toISOString().slice(0, 10);
/** Long enough to include a weekend, short enough to follow a growing customer. */
export const SPENT_DAYS = 7;
const RUNWAYS_MAX = 10;
/** Limit on paths times providers of one day; far more than a gateway has. */
const ROUTES_MAX = 5_000;
const WAITING_MAX = 1_000;
/** As many debtors as an operator can contact in a day. */
const DEBTORS_MAX = 10;

const sum = (...columns: string[]) =>
  columns.map((one) => `CAST(coalesce(sum(${one}), 0) AS bigint) AS ${one}`).join(', ');
const CALLS = sum('calls', 'failed_calls', 'charged_micros', 'cost_micros');

export function* readOverview({
  nowMs,
  runwayDays,
}: {
  nowMs: number;
  runwayDays: number;
}): Reading<Overview> {
  const midnightMs = nowMs - (nowMs % DAY_MS);
  const steps = yield {
    sql: `SELECT step_ms, ${CALLS} FROM call_steps WHERE step_ms >= $1 GROUP BY step_ms ORDER BY step_ms`,
    values: [midnightMs - DAY_MS],
  };
  const untimed = yield* readUntimed(midnightMs, steps);
  const moved = yield* readMoved(midnightMs);
  const waiting = yield* one(
    `SELECT count(*) AS n FROM (SELECT id FROM complaints WHERE state = 'waiting' LIMIT ${WAITING_MAX}) AS w`,
  );
  const isEarlier = (row: Row) => (row.step_ms as number) < stepOf(nowMs - DAY_MS);
  const elapsed = (stepOf(nowMs) - midnightMs) / DAY_MS;
  return {
    today: added(figuresOf(steps.filter((row) => (row.step_ms as number) >= midnightMs)), untimed.today),
    // Calls without a time are assumed to be spread evenly over the day.
    yesterday: added(figuresOf(steps.filter(isEarlier)), partOf(untimed.yesterday, elapsed)),
    untimedCalls: untimed.today.calls + untimed.today.failures,
    ...moved,
    hours: hoursOf(steps),
    routes: yield* readRoutes(midnightMs),
    runways: yield* readRunways(nowMs, runwayDays),
    waitingComplaints: waiting?.n as number,
    debtors: yield* readDebtors(),
  };
}

function figuresOf(rows: readonly Row[]): Figures {
  return rows.reduce<Figures>(
    (all, row) => ({
      calls: all.calls + (row.calls as number),
      failures: all.failures + (row.failed_calls as number),
      chargedMicros: (all.chargedMicros + (row.charged_micros as number)) as Micros,
      costMicros: (all.costMicros + (row.cost_micros as number)) as Micros,
    }),
    { calls: 0, failures: 0, chargedMicros: ZERO, costMicros: ZERO },
  );
}

const added = (one: Figures, other: Figures): Figures => ({
  calls: one.calls + other.calls,
  failures: one.failures + other.failures,
  chargedMicros: (one.chargedMicros + other.chargedMicros) as Micros,
  costMicros: (one.costMicros + other.costMicros) as Micros,
});

function partOf({ calls, failures, chargedMicros, costMicros }: Figures, part: number): Figures {
  const some = (all: number) => Math.floor(all * part);
  return {
    calls: some(calls),
    failures: some(failures),
    chargedMicros: some(chargedMicros) as Micros,
    costMicros: some(costMicros) as Micros,
  };
}

interface Untimed {
  today: Figures;
  yesterday: Figures;
}

/**
 * The part of the daily sums that is not in steps. Every release counts usage by day; what attempts cost is in the daily sums only where
 * there is no step.
 */
function* readUntimed(midnightMs: number, steps: readonly Row[]): Reading<Untimed> {
  const from = dayOf(midnightMs - DAY_MS);
  const days = yield {
    sql: `SELECT day, CAST(sum(calls) AS bigint) AS calls, CAST(sum(failures) AS bigint) AS failed_calls,
                 CAST(sum(charged_micros) AS bigint) AS charged_micros, 0 AS cost_micros
            FROM usage_days WHERE day >= $1 GROUP BY day`,
    values: [from],
  };
  const costs = yield {
    sql: 'SELECT day, CAST(sum(cost_micros) AS bigint) AS micros FROM provider_days WHERE day >= $1 GROUP BY day',
    values: [from],
  };
  const of = (fromMs: number): Figures => {
    const day = dayOf(fromMs);
    const all = figuresOf(days.filter((row) => row.day === day));
    const timed = figuresOf(steps.filter((row) => stepDay(row) === day));
    return {
      calls: Math.max(0, all.calls - timed.calls),
      failures: Math.max(0, all.failures - timed.failures),
      chargedMicros: Math.max(0, all.chargedMicros - timed.chargedMicros) as Micros,
      costMicros: (costs.find((row) => row.day === day)?.micros ?? ZERO) as Micros,
    };
  };
  return { today: of(midnightMs), yesterday: of(midnightMs - DAY_MS) };
}

const stepDay = (row: Row) => dayOf(row.step_ms as number);

function hoursOf(steps: readonly Row[]): HourFigures[] {
  const byHour = Map.groupBy(steps, (row) => (row.step_ms as number) - ((row.step_ms as number) % HOUR_MS));
  return [...byHour].map(([hourMs, rows]) => ({ hourMs, ...figuresOf(rows) }));
}

/** Refunds and top-ups since `fromMs`. Repeats the condition of the partial index over all entries except charges. */
function* readMoved(fromMs: number): Reading<Pick<Overview, 'refundedMicros' | 'toppedUpMicros'>> {
  const rows = yield {
    sql: `SELECT kind, CAST(sum(amount_micros) AS bigint) AS micros FROM entries
           WHERE kind <> 'charge' AND at_ms >= $1 GROUP BY kind`,
    values: [fromMs],
  };
  const of = (kind: string) => (rows.find((row) => row.kind === kind)?.micros ?? 0) as Micros;
  return { refundedMicros: of('refund'), toppedUpMicros: of('topup') };
}

function* readRoutes(fromMs: number): Reading<RouteFigures[]> {
  const rows = yield {
    sql: `SELECT path, provider, ${CALLS}, ${sum('attempts', 'failures')} FROM (
            SELECT path, provider, calls, failed_calls, charged_micros, cost_micros, attempts, failures FROM call_steps
             WHERE step_ms >= $1
            UNION ALL
            SELECT path, provider, 0, 0, charged_micros, cost_micros, attempts, failures FROM provider_days WHERE day >= $2
          ) AS r GROUP BY path, provider ORDER BY path, provider LIMIT ${ROUTES_MAX}`,
    values: [fromMs, dayOf(fromMs)],
  };
  return rows.map((row) => ({
    ...figuresOf([row]),
    path: row.path as string,
    provider: row.provider as string,
    attempts: row.attempts as number,
    failedAttempts: row.failures as number,
  }));
}

/** The largest debt first. */
function* readDebtors(): Reading<Debtor[]> {
  const rows = yield {
    sql: `SELECT a.name AS name, CAST(sum(d.owed_micros) AS bigint) AS owed FROM disputes d JOIN accounts a ON a.id = d.account_id
           WHERE d.owed_micros > 0 GROUP BY a.name ORDER BY owed DESC, a.name LIMIT ${DEBTORS_MAX}`,
    values: [],
  };
  return rows.map((row) => ({ name: row.name as string, owedMicros: row.owed as Micros }));
}

const spentFrom = (nowMs: number) => dayOf(nowMs - (SPENT_DAYS - 1) * DAY_MS);

/**
 * Accounts whose money lasts fewer days than `runwayDays` at the spending of the last seven days.
 * The expression instead of the plain column makes SQLite read only the requested days, and not all days by account.
 */
function* readRunways(nowMs: number, runwayDays: number): Reading<Runway[]> {
  const rows = yield {
    sql: `SELECT a.id, a.name, a.balance_micros - a.held_micros AS available, u.spent
            FROM (SELECT account_id || '' AS account_id, CAST(sum(charged_micros) AS bigint) AS spent FROM usage_days
                   WHERE day >= $1 GROUP BY account_id || '') AS u
           CROSS JOIN accounts a
           WHERE a.id = u.account_id AND a.status = 'active' AND u.spent > 0
             AND (a.balance_micros - a.held_micros) * ${SPENT_DAYS}.0 < u.spent * CAST($2 AS double precision)
           ORDER BY (a.balance_micros - a.held_micros) * 1.0 / u.spent, a.id LIMIT ${RUNWAYS_MAX}`,
    values: [spentFrom(nowMs), runwayDays],
  };
  return rows.map(readRunwayRow);
}

function readRunwayRow(row: Row): Runway {
  return {
    accountId: row.id as string,
    name: row.name as string,
    availableMicros: row.available as Micros,
    spentMicros: row.spent as Micros,
  };
}

/** What the account has, and what it spent in the last seven days. */
export function* readRunway({
  accountId,
  nowMs,
}: {
  accountId: string;
  nowMs: number;
}): Reading<Runway | null> {
  const row = yield* one(
    `SELECT a.id, a.name, a.balance_micros - a.held_micros AS available,
            (SELECT CAST(coalesce(sum(u.charged_micros), 0) AS bigint) FROM usage_days u
              WHERE u.account_id = a.id AND u.day >= $2) AS spent
       FROM accounts a WHERE a.id = $1`,
    accountId,
    spentFrom(nowMs),
  );
  return row === undefined ? null : readRunwayRow(row);
}

/** Oldest first; steps without an attempt are left out. */
export function* readProviderSteps(input: {
  provider: string;
  fromMs: number;
  toMs: number;
}): Reading<ProviderStep[]> {
  const rows = yield {
    sql: `SELECT step_ms, ${sum('attempts', 'failures', 'duration_ms', 'cost_micros', 'charged_micros', ...DURATION_COLUMNS)}
            FROM call_steps WHERE step_ms >= $1 AND step_ms < $2 AND provider = $3 GROUP BY step_ms ORDER BY step_ms`,
    values: [input.fromMs, input.toMs, input.provider],
  };
  return rows.map((row) => ({
    stepMs: row.step_ms as number,
    attempts: row.attempts as number,
    failures: row.failures as number,
    durationMs: row.duration_ms as number,
    costMicros: row.cost_micros as Micros,
    chargedMicros: row.charged_micros as Micros,
    durations: DURATION_COLUMNS.map((column) => row[column] as number),
  }));
}
