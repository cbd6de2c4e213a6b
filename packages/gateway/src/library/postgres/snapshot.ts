// Owns how the library's tables are read: in one transaction with one snapshot, bounded in time, on a connection that paid calls never
// wait for.
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { type HostPool, primaryFrom, SqlConnection, sqlState } from '../../storage/postgres/connection.ts';
import { isConnectionRefused, NoAnswer } from '../../storage/postgres/connection-refused.ts';

/** A page of an export with long comments; whatever takes longer is stuck. */
const READ_MS = 30_000;

/**
 * The indexes are always the better way, also where the server knows nothing of the tables yet; and compiling a plan takes longer than
 * running it.
 */
const BEGIN =
  'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL enable_seqscan = off; SET LOCAL jit = off; ' +
  `SET LOCAL statement_timeout = ${READ_MS}`;

/** Two seconds in all, as long as a server is given to answer: a connection that was given up is free within milliseconds. */
const ROOM_ATTEMPTS = 10;
const ROOM_PAUSE_MS = 200;
/** Each of them waited for two seconds already. */
const UNANSWERED_ATTEMPTS = 2;

/** `onNoRoom` is told each time that the server refused a connection because it has no room for one. */
export async function inSnapshot<T>(
  pool: HostPool,
  work: (db: SqlConnection) => Promise<T>,
  onNoRoom: () => void = () => {},
): Promise<T> {
  const client = await connect(pool, onNoRoom);
  let isDone = false;
  try {
    const db = new SqlConnection(client, () => READ_MS);
    // Nothing waits for the answer to a BEGIN: the first question leaves with it.
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

/** The server ended the statement because its time was over. */
export function isOutOfTime(error: unknown): boolean {
  return sqlState(error) === '57014';
}
