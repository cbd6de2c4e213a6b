// Owns the running of statements one after the other on SQLite, in its spelling, within whatever transaction runs.
import type { Queries } from '../steps/reading.ts';
import type { SqliteConnection } from './connection.ts';

const spelled = new Map<string, string>();

/** `$1` is a name to SQLite; `?1` is a place. Locks of rows are left out: whoever writes has the whole database to itself. */
export function spell(sql: string): string {
  let text = spelled.get(sql);
  if (text === undefined) {
    text = sql.replaceAll(/\$(\d+)/g, '?$1').replaceAll(/\sFOR UPDATE( SKIP LOCKED)?/g, '');
    spelled.set(sql, text);
  }
  return text;
}

export function runQueries<T>(db: SqliteConnection, steps: Queries<T>): T {
  let step = steps.next();
  while (step.done !== true) step = steps.next(db.all(spell(step.value.sql), ...step.value.values));
  return step.value;
}
