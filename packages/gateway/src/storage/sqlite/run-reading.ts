// Runs a read on SQLite, in one snapshot.
import type { Dialect, Queries, Reading } from '../steps/reading.ts';
import type { SqliteConnection } from './connection.ts';
import type { VerbContext } from './verb-context.ts';

/** Runs queries one after the other on SQLite, inside the current transaction. */
const spelled = new Map<string, string>();

/**
 * Translates the common SQL to SQLite: `$1` would be a named parameter, so it becomes `?1`. Row locks are removed, because a writer has
 * the whole database locked.
 */
export function spell(sql: string): string {
  let text = spelled.get(sql);
  if (text === undefined) {
    text = sql.replaceAll(/\$(\d+)/g, '?$1').replaceAll(/\sFOR UPDATE( OF \w+)?( SKIP LOCKED)?/g, '');
    spelled.set(sql, text);
  }
  return text;
}

export function runQueries<T>(db: SqliteConnection, steps: Queries<T>): T {
  let step = steps.next();
  while (step.done !== true) step = steps.next(db.all(spell(step.value.sql), ...step.value.values));
  return step.value;
}

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
