// Runs a read on PostgreSQL.
import type { Dialect, Queries, Reading } from '../steps/reading.ts';
import type { SqlConnection } from './connection.ts';
import type { VerbContext } from './verb-context.ts';

/** Runs queries one after the other on PostgreSQL, inside the current transaction. */
export async function runQueries<T>(db: SqlConnection, steps: Queries<T>): Promise<T> {
  let step = steps.next();
  while (step.done !== true) step = steps.next(await db.all(step.value.sql, ...step.value.values));
  return step.value;
}

const DIALECT: Dialect = {
  topUpByReference: `SELECT e.account_id, e.amount_micros FROM entry_references r JOIN entries e ON e.id = r.entry_id AND e.at_ms = r.at_ms
                      WHERE r.kind = 'topup' AND r.reference = $1`,
  // OFFSET 0 keeps the planner from merging the subquery: with a very selective filter it would read all calls first.
  callOfEntry: 'CROSS JOIN LATERAL (SELECT * FROM calls one WHERE one.seq = e.call_seq OFFSET 0) c',
  costOf: (column) =>
    `coalesce((SELECT sum((one ->> 'costMicros')::bigint) FROM jsonb_array_elements(${column}::jsonb) one), 0)`,
  providerOf: (column) =>
    `coalesce((SELECT one ->> 'provider' FROM jsonb_array_elements(${column}::jsonb) one
                WHERE one ->> 'outcome' = 'ok' LIMIT 1), '')`,
  attemptsIn: (column) => `LATERAL jsonb_array_elements(${column}::jsonb) AS a (value)`,
  // An array, so that the planner expects few rows and finds them by their index.
  oneOf: (place) => `= ANY (ARRAY(SELECT jsonb_array_elements_text(${place}::jsonb)))`,
  hourOf: (column) =>
    `to_char(to_timestamp(${column} / 1000) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24":00:00.000Z"')`,
  dayOf: (column) => `to_char(to_timestamp(${column} / 1000) AT TIME ZONE 'UTC', 'YYYY-MM-DD')`,
};

export function runReading<I, T>(reading: (input: I, dialect: Dialect, nowMs: number) => Reading<T>) {
  return ({ db, nowMs }: Pick<VerbContext, 'db' | 'nowMs'>, input: I): Promise<T> =>
    runQueries(db, reading(input, DIALECT, nowMs));
}
