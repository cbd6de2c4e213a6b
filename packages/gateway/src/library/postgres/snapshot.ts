// Runs reads of the library's tables: in one transaction with one snapshot, with a time limit, on a connection that paid calls do not use.
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { type HostPool, primaryFrom, SqlConnection } from '../../storage/postgres/connection.ts';
import { isConnectionRefused, NoAnswer } from '../../storage/postgres/connection-refused.ts';

/** Enough for a page of an export with long comments; a query that takes longer is stuck. */
const READ_MS = 30_000;

/**
 * The indexes are always the better plan, also before the server has statistics of the tables. JIT compilation would take longer than the
 * query itself.
 */
const BEGIN =
  'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL enable_seqscan = off; SET LOCAL jit = off; ' +
  `SET LOCAL statement_timeout = ${READ_MS}`;

/** Two seconds in all, the time that a server has to answer. A connection that another pool closes is available within milliseconds. */
const ROOM_ATTEMPTS = 10;
const ROOM_PAUSE_MS = 200;
/** Each of these attempts has already waited for two seconds. */
const UNANSWERED_ATTEMPTS = 2;

/** `onNoRoom` is called each time that the server refuses a connection because it has none left. */
export async function inSnapshot<T>(
  pool: HostPool,
  work: (db: SqlConnection) => Promise<T>,
  onNoRoom: () => void = () => {},
): Promise<T> {
  const client = await connect(pool, onNoRoom);
  let isDone = false;
  try {
    const db = new SqlConnection(client, () => READ_MS);
    // The first query is sent together with BEGIN, without waiting for its answer.
    const [, result] = await Promise.all([db.query({ text: BEGIN }), work(db)]);
    await db.query({ text: 'ROLLBACK' });
    isDone = true;
    return result;
  } finally {
    client.release(!isDone);
  }
}

async function connect(pool: HostPool, onNoRoom: () => void): Promise<pg.PoolClient> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await primaryFrom(pool);
    } catch (error) {
      const attempts = error instanceof NoAnswer ? UNANSWERED_ATTEMPTS : ROOM_ATTEMPTS;
      if (!isConnectionRefused(error) || attempt >= attempts) throw error;
      onNoRoom();
      await pause(ROOM_PAUSE_MS);
    }
  }
}
