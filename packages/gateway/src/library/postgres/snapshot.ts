// Owns how the library's tables are read: in one transaction with one snapshot, bounded in time, on a connection that paid calls never
// wait for.
import { type HostPool, primaryFrom, SqlSession, sqlState } from '../../storage/postgres/connection.ts';

/** A page of an export with long comments; whatever takes longer is stuck. */
const READ_MS = 30_000;

/**
 * The indexes are always the better way, also where the server knows nothing of the tables yet; and compiling a plan takes longer than
 * running it.
 */
const BEGIN =
  'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL enable_seqscan = off; SET LOCAL jit = off; ' +
  `SET LOCAL statement_timeout = ${READ_MS}`;

export async function inSnapshot<T>(pool: HostPool, work: (db: SqlSession) => Promise<T>): Promise<T> {
  const client = await primaryFrom(pool);
  let isDone = false;
  try {
    const db = new SqlSession(client, () => READ_MS);
    // Nothing waits for the answer to a BEGIN: the first question leaves with it.
    const [, result] = await Promise.all([db.query({ text: BEGIN }), work(db)]);
    await db.query({ text: 'ROLLBACK' });
    isDone = true;
    return result;
  } finally {
    client.release(!isDone);
  }
}

/** The server ended the statement because its time was over. */
export function isOutOfTime(error: unknown): boolean {
  return sqlState(error) === '57014';
}
