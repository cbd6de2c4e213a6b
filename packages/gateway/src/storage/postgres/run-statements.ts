// Owns the running of steps that are statements alone, within whatever transaction runs, on PostgreSQL.
import type { GrantSteps } from '../writing/grant-moves.ts';
import type { SqlSession } from './connection.ts';

export async function runStatements<T>(db: SqlSession, steps: GrantSteps<T>): Promise<T> {
  let step = steps.next();
  while (step.done !== true) step = steps.next(await db.all(step.value.sql, ...step.value.values));
  return step.value;
}
