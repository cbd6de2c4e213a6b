// Runs a read on SQLite, in one snapshot.
import type { Dialect, Reading } from '../steps/reading.ts';
import { runQueries } from './run-queries.ts';
import type { VerbContext } from './verb-context.ts';

const DIALECT: Dialect = {
  topUpByReference: `SELECT account_id, amount_micros FROM entries WHERE kind = 'topup' AND reference = $1`,
  callOfEntry: 'CROSS JOIN calls c',
  costOf: (column) => `coalesce((SELECT sum(value ->> 'costMicros') FROM json_each(${column})), 0)`,
  providerOf: (column) =>
    `coalesce((SELECT value ->> 'provider' FROM json_each(${column}) WHERE value ->> 'outcome' = 'ok' LIMIT 1), '')`,
  attemptsIn: (column) => `json_each(${column}) a`,
  oneOf: (place) => `IN (SELECT value FROM json_each(${place}))`,
  hourOf: (column) => `strftime('%Y-%m-%dT%H:00:00.000Z', ${column} / 1000, 'unixepoch')`,
  dayOf: (column) => `strftime('%Y-%m-%d', ${column} / 1000, 'unixepoch')`,
};

export function runReading<I, T>(reading: (input: I, dialect: Dialect, nowMs: number) => Reading<T>) {
  return ({ db, nowMs }: VerbContext, input: I): T =>
    db.snapshot(() => runQueries(db, reading(input, DIALECT, nowMs)));
}
