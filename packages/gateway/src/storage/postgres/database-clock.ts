// The time is the database's own, read inside the transaction, so that nodes whose clocks disagree still agree on windows, days and
// expiries. Only tests pass a clock of their own, which then replaces the database's everywhere.
import type { Clock } from '../../domain/clock.ts';
import type { PgQuery } from './connection.ts';

/** null: the database's own clock. */
export type DatabaseClock = Pick<Clock, 'nowMs'> | null;

/** clock_timestamp(), not now(): after waiting for a lock, now() would still be the time before the wait. */
export const NOW_MS = 'floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint';

export function nowQuery(clock: DatabaseClock): PgQuery {
  return { text: `SELECT coalesce($1::bigint, ${NOW_MS}) AS now_ms`, values: [clock?.nowMs() ?? null] };
}
