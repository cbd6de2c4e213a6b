// Runs queries one after the other on PostgreSQL, inside the current transaction.
import type { Queries } from '../steps/reading.ts';
import type { SqlConnection } from './connection.ts';

export async function runQueries<T>(db: SqlConnection, steps: Queries<T>): Promise<T> {
  let step = steps.next();
  while (step.done !== true) step = steps.next(await db.all(step.value.sql, ...step.value.values));
  return step.value;
}
