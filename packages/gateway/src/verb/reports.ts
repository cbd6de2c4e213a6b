// The days of a report as callers write them (UTC, `YYYY-MM-DD`, both ends included), and the refusal when the account has too many reports
// running.
import { parseDay, utcDay } from '../domain/clock.ts';
import { DAY_MS } from '../domain/duration.ts';
import { type Failure, failure, invalid, isFailure } from '../domain/failure.ts';
import type { Busy } from '../storage/storage.ts';

export { parseDay };

const DEFAULT_DAYS = 30;
/** One leap year: a report with one row per day stays readable. */
const DAYS_MAX = 366;

function readDay(field: string, text: string | undefined): number | Failure | undefined {
  if (text === undefined) return undefined;
  return parseDay(text) ?? invalid(field, 'must be a day such as 2026-11-15');
}

interface DayQuery {
  from?: string;
  to?: string;
}

/** The given bounds as times; `toMs` is exclusive. A bound that was not given stays open. */
export function readBounds(query: DayQuery): { fromMs?: number; toMs?: number } | Failure {
  const from = readDay('from', query.from);
  if (isFailure(from)) return from;
  const to = readDay('to', query.to);
  if (isFailure(to)) return to;
  if (from !== undefined && to !== undefined && from > to) return invalid('from', 'is after `to`');
  return {
    ...(from !== undefined && { fromMs: from }),
    ...(to !== undefined && { toMs: to + DAY_MS }),
  };
}

/** The days of a report: the last 30 by default, at most a year. */
export function readDays(query: DayQuery, nowMs: number): { fromDay: string; toDay: string } | Failure {
  const from = readDay('from', query.from);
  if (isFailure(from)) return from;
  const to = readDay('to', query.to ?? utcDay(nowMs));
  if (isFailure(to)) return to;
  const last = to ?? nowMs;
  const first = from ?? last - (DEFAULT_DAYS - 1) * DAY_MS;
  if (first > last) return invalid('from', 'is after `to`');
  if ((last - first) / DAY_MS + 1 > DAYS_MAX)
    return invalid('from', `must be within ${DAYS_MAX} days of \`to\``);
  return { fromDay: utcDay(first), toDay: utcDay(last) };
}

const isBusy = (read: unknown): read is Busy => (read as Partial<Busy>).kind === 'busy';

export function readOrFailure<T>(read: T | Busy): Exclude<T, Busy> | Failure {
  if (!isBusy(read)) return read as Exclude<T, Busy>;
  return failure('RATE_LIMITED', 'You have asked for too many reports at one time.', {
    retryAfterMs: read.retryAfterMs,
  });
}
