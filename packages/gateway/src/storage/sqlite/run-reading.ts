// Owns the running of readings on SQLite: their statements in its spelling, in one snapshot.
import type { Dialect, Reading } from '../reading/reading.ts';
import type { VerbContext } from './verb-context.ts';

const DIALECT: Dialect = {
  topUpByReference: `SELECT amount_micros FROM entries WHERE kind = 'topup' AND reference = $1`,
  callOfEntry: 'CROSS JOIN calls c',
  costOf: (column) => `coalesce((SELECT sum(value ->> 'costMicros') FROM json_each(${column})), 0)`,
  providerOf: (column) =>
    `coalesce((SELECT value ->> 'provider' FROM json_each(${column}) WHERE value ->> 'outcome' = 'ok' LIMIT 1), '')`,
  hourOf: (column) => `strftime('%Y-%m-%dT%H:00:00.000Z', ${column} / 1000, 'unixepoch')`,
  dayOf: (column) => `strftime('%Y-%m-%d', ${column} / 1000, 'unixepoch')`,
};

const spelled = new Map<string, string>();

/** `$1` is a name to SQLite; `?1` is a place. */
export function spell(sql: string): string {
  let text = spelled.get(sql);
  if (text === undefined) {
    text = sql.replaceAll(/\$(\d+)/g, '?$1');
    spelled.set(sql, text);
  }
  return text;
}

export function runReading<I, T>(reading: (input: I, dialect: Dialect) => Reading<T>) {
  return ({ db }: VerbContext, input: I): T =>
    db.transaction('deferred', () => {
      const steps = reading(input, DIALECT);
      let step = steps.next();
      while (step.done !== true) {
        const { sql, values } = step.value;
        step = steps.next(db.all(spell(sql), ...values));
      }
      return step.value;
    });
}
