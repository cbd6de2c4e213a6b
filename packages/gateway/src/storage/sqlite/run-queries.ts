// Runs queries one after the other on SQLite, inside the current transaction.
import type { Queries } from '../steps/reading.ts';
import type { SqliteConnection } from './connection.ts';

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
