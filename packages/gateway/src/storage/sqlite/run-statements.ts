// Owns the running of steps that are statements alone, within whatever transaction runs, on SQLite.
import type { GrantSteps } from '../writing/grant-moves.ts';
import type { SqliteConnection } from './connection.ts';
import { spell } from './run-reading.ts';

export function runStatements<T>(db: SqliteConnection, steps: GrantSteps<T>): T {
  let step = steps.next();
  while (step.done !== true) step = steps.next(db.all(spell(step.value.sql), ...step.value.values));
  return step.value;
}
