// Statements that change a library file, in a form that survives the large rowids of the full-text table.
import type { DatabaseSync, StatementSync } from 'node:sqlite';

/**
 * A statement that changes something. Each tells the last rowid that any statement of the connection used, and the full-text table has
 * some beyond what a number holds: asked for as a number, such a rowid is an error.
 */
export function prepareWrite(db: DatabaseSync, sql: string): StatementSync {
  const statement = db.prepare(sql);
  statement.setReadBigInts(true);
  return statement;
}
