// Prepares write queries for a library file, in a form that survives the large rowids of the full-text table.
import type { DatabaseSync, StatementSync } from 'node:sqlite';

/**
 * Every write query returns the last rowid that the connection used. Rowids of the full-text table may exceed what a number holds exactly,
 * and node:sqlite throws when it must return such a rowid as a number.
 */
export function prepareWrite(db: DatabaseSync, sql: string): StatementSync {
  const statement = db.prepare(sql);
  statement.setReadBigInts(true);
  return statement;
}
