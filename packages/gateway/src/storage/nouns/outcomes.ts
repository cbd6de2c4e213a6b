// How calls of each path ended within a time, for the public status. Totals come from five-minute steps or daily sums. Only they say how
// many calls failed, and only the calls say why: so the codes are read from the newest failed calls of each part of the time, up to a limit.
// The cost does not depend on the number of calls.
import { DURATION_COLUMNS } from '../ledger/call-steps.ts';
import type { Queries, Reading, Row } from '../steps/reading.ts';

export interface OutcomesInput {
  /** With `days`: the start of a UTC day. */
  fromMs: number;
  toMs: number;
  /** `steps` are kept for about a week, `days` for months. Durations are always from steps. */
  totals: 'steps' | 'days';
  /** The time is divided into this many equal parts, from each of which failed calls are read. */
  parts: number;
}

export interface PathOutcomes {
  path: string;
  /** Answered calls. */
  calls: number;
  failed: number;
  /** Number of attempts in each class of duration (call-steps.ts). */
  durations: number[];
  /** Failed calls by code; null for holds that expired. Calls that were answered when they were repeated are not among them. */
  codes: FailedByCode[];
}

export interface FailedByCode {
  code: string | null;
  calls: number;
  /** How often these calls were opened before: an id that failed may be repeated, and each time it fails is in `failed`. */
  repeats: number;
}

/** Limit on paths; far more than a gateway has. */
const PATHS_MAX = 10_000;
/** Failed calls of one part. With 30 parts 15,000 rows are read by index at most, which takes about a tenth of a second. */
const FAILED_PER_PART_MAX = 500;

const sum = (column: string) => `CAST(coalesce(sum(${column}), 0) AS bigint) AS ${column}`;

export function* readOutcomes(input: OutcomesInput): Reading<PathOutcomes[]> {
  const totals = yield* input.totals === 'days' ? totalsOfDays(input) : totalsOfSteps(input);
  const durations = yield* readDurations(input);
  const codes = Map.groupBy(yield* readCodes(input), ({ path }) => path);
  return totals.map((row) => ({
    path: row.path as string,
    calls: row.calls as number,
    failed: row.failures as number,
    durations: durations.get(row.path as string) ?? DURATION_COLUMNS.map(() => 0),
    codes: (codes.get(row.path as string) ?? []).map(({ path: _, ...one }) => one),
  }));
}

function totalsOfSteps({ fromMs, toMs }: OutcomesInput): Queries<Row[]> {
  return rows(
    `SELECT path, ${sum('calls')}, CAST(sum(failed_calls) AS bigint) AS failures FROM call_steps
      WHERE step_ms >= $1 AND step_ms < $2 GROUP BY path ORDER BY path LIMIT ${PATHS_MAX}`,
    [fromMs, toMs],
  );
}

const dayOf = (atMs: number) => new Date(atMs).toISOString().slice(0, 10);

/** By day first, which is the sequence of the rows: SQLite sorts nothing then, and takes half the time. */
function totalsOfDays({ fromMs, toMs }: OutcomesInput): Queries<Row[]> {
  return rows(
    `SELECT path, ${sum('calls')}, ${sum('failures')} FROM (
       SELECT path, ${sum('calls')}, ${sum('failures')} FROM usage_days
        WHERE day >= $1 AND day <= $2 GROUP BY day, path) AS d
      GROUP BY path ORDER BY path LIMIT ${PATHS_MAX}`,
    [dayOf(fromMs), dayOf(toMs)],
  );
}

function* rows(sql: string, values: (string | number)[]): Queries<Row[]> {
  return yield { sql, values };
}

function* readDurations({ fromMs, toMs }: OutcomesInput): Reading<Map<string, number[]>> {
  const found = yield {
    sql: `SELECT path, ${DURATION_COLUMNS.map(sum).join(', ')} FROM call_steps
           WHERE step_ms >= $1 AND step_ms < $2 AND attempts > 0 GROUP BY path LIMIT ${PATHS_MAX}`,
    values: [fromMs, toMs],
  };
  return new Map(
    found.map((row) => [row.path as string, DURATION_COLUMNS.map((column) => row[column] as number)]),
  );
}

interface PathCode extends FailedByCode {
  path: string;
}

/** Repeats the condition of the partial index over failed calls. */
function* readCodes({ fromMs, toMs, parts }: OutcomesInput): Reading<PathCode[]> {
  const partMs = (toMs - fromMs) / parts;
  const bounds = Array.from({ length: parts }, (_, i) => [
    Math.round(fromMs + i * partMs),
    Math.round(fromMs + (i + 1) * partMs),
  ]);
  const selects = bounds.map(
    (_, i) => `SELECT * FROM (
      SELECT ${i} AS part, finished_at_ms, path, failure_code, epoch FROM calls
       WHERE state IN ('released', 'expired') AND finished_at_ms >= $${2 * i + 1} AND finished_at_ms < $${2 * i + 2}
       ORDER BY finished_at_ms DESC LIMIT ${FAILED_PER_PART_MAX}) AS p${i}`,
  );
  const found = yield { sql: selects.join(' UNION ALL '), values: bounds.flat() };
  const weighed = [...Map.groupBy(found, (row) => row.part as number)].flatMap(([part, of]) => {
    const weight = weightOf(of, bounds[part]!);
    return of.map((row) => ({ row, weight }));
  });
  const groups = Map.groupBy(weighed, ({ row }) => `${row.path} ${row.failure_code ?? ''}`);
  return [...groups.values()].map((of) => ({
    path: of[0]!.row.path as string,
    code: of[0]!.row.failure_code as string | null,
    calls: Math.round(of.reduce((all, { weight }) => all + weight, 0)),
    repeats: Math.round(of.reduce((all, { row, weight }) => all + weight * ((row.epoch as number) - 1), 0)),
  }));
}

/** How many failed calls one that was read stands for: 1, unless the part has more than the limit. */
function weightOf(of: readonly Row[], [fromMs, toMs]: readonly number[]): number {
  if (of.length < FAILED_PER_PART_MAX) return 1;
  const oldestMs = Math.min(...of.map((row) => row.finished_at_ms as number));
  return (toMs! - fromMs!) / Math.max(1, toMs! - oldestMs);
}
