// Owns the running of statements one after the other on PostgreSQL, within whatever transaction runs.
import type { Statements } from '../steps/reading.ts';
import type { SqlSession } from './connection.ts';

export async function runStatements<T>(db: SqlSession, steps: Statements<T>): Promise<T> {
  let step = steps.next();
  while (step.done !== true) step = steps.next(await db.all(step.value.sql, ...step.value.values));
  return step.value;
}
