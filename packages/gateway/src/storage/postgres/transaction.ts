// Runs a whole transaction: with its time limits, a bounded number of retries after a conflict or a lost connection, and the one hard
// case, a connection that is lost during COMMIT. Then the rows are read to find out whether it was committed, and only a transaction that
// was certainly not committed is run again. It is independent of what a transaction does.
import { setTimeout as pause } from 'node:timers/promises';
import type { Clock, RandomBytes } from '../../domain/clock.ts';
import { StorageUnavailable } from '../storage.ts';
import {
  isConflict,
  isConnectionLost,
  isPreparedStatementLost,
  type PgQuery,
  type Pool,
  SqlConnection,
} from './connection.ts';
import { DiskSpace } from './disk-space.ts';

/**
 * Milliseconds for all attempts of one transaction together: well inside a call's deadline of 15 s, and longer than a server's restart.
 */
export const TRANSACTION_MS = 5_000;
/** Milliseconds for finding out whether a COMMIT happened, after the time above. */
export const RESOLVE_MS = 3_000;
/** Milliseconds. Row locks are held for a few; a transaction that holds one for two seconds is stuck. */
export const LOCK_MS = 2_000;
const STATEMENT_MS = 4_000;
/** Milliseconds. A process that is paused in the middle of a transaction must not keep its locks for longer. */
const IDLE_IN_TRANSACTION_MS = 5_000;
const ATTEMPTS_MAX = 30;
const PAUSE_MS = 20;
const PAUSE_MS_MAX = 250;
/** Milliseconds. Checking a large ledger takes a while. */
const LONG_MS = 3_600_000;

const LIMITS =
  `SET LOCAL statement_timeout = ${STATEMENT_MS}; SET LOCAL lock_timeout = ${LOCK_MS}; ` +
  `SET LOCAL idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS}`;
/**
 * For queries that are sent again and again: planning one costs the server more than running it (0.2 to 1.2 ms against 0.1). They find
 * rows by their keys, so their plans are made once and use index scans, even if the server has no statistics about tables that were empty
 * a minute ago.
 */
const PLAN_ONCE =
  'SET LOCAL plan_cache_mode = force_generic_plan; SET LOCAL jit = off; SET LOCAL enable_seqscan = off; ' +
  'SET LOCAL enable_bitmapscan = off; SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off';
const BEGIN = {
  batch: `BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE; ${LIMITS}; ${PLAN_ONCE}`,
  write: `BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE; ${LIMITS}`,
  read: `BEGIN ISOLATION LEVEL READ COMMITTED READ ONLY; ${LIMITS}`,
  snapshot: 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = 0',
};

export interface Planned<T> {
  /** The result, valid once committed. */
  value: T;
  /** Queries that are sent together with COMMIT, in the last round trip. */
  last: PgQuery[];
  /**
   * Finds out, in a later transaction, whether this one was committed. It must wait for a lock that this one held, so that it cannot read
   * too early. null when nothing was changed and repeating is harmless.
   */
  wasCommitted: ((connection: SqlConnection) => Promise<boolean>) | null;
}

export interface DatabaseSettings {
  pool: Pool;
  clock: Clock;
  random: RandomBytes;
}

/** The connection was lost after COMMIT was sent. */
class UnknownCommit<T> extends Error {
  readonly planned: Planned<T>;

  constructor(planned: Planned<T>, cause: unknown) {
    super('the connection was lost in COMMIT', { cause });
    this.planned = planned;
  }
}

export class Database {
  readonly #pool: Pool;
  readonly #clock: Clock;
  readonly #random: RandomBytes;
  readonly #room = new DiskSpace();
  /** False once a pooler turned out to lose prepared statements. */
  #usesNames = true;

  constructor({ pool, clock, random }: DatabaseSettings) {
    this.#pool = pool;
    this.#clock = clock;
    this.#random = random;
  }

  /** A transaction that changes something. `work` may be called again after a rollback. */
  write<T>(work: (connection: SqlConnection) => Promise<Planned<T>>): Promise<T> {
    return this.#repeat(this.#deadline(TRANSACTION_MS), (leftMs) => this.#writeOnce('write', work, leftMs));
  }

  /** A transaction of many queries that no caller waits for. */
  writeLong<T>(work: (connection: SqlConnection) => Promise<Planned<T>>): Promise<T> {
    return this.#repeat(this.#deadline(LONG_MS), (leftMs) => this.#writeOnce('write', work, leftMs));
  }

  /** The same for a few queries whose text never changes: the server keeps their plans. */
  batch<T>(work: (connection: SqlConnection) => Promise<Planned<T>>): Promise<T> {
    return this.#repeat(this.#deadline(TRANSACTION_MS), (leftMs) => this.#writeOnce('batch', work, leftMs));
  }

  read<T>(work: (connection: SqlConnection) => Promise<T>): Promise<T> {
    return this.#repeat(this.#deadline(TRANSACTION_MS), (leftMs) => this.#readOnce('read', work, leftMs));
  }

  /** Rejects while the disk has no space for new rows. It only checks after a transaction has found the disk full. */
  async proveRoom(): Promise<void> {
    if (!this.#room.isFull) return;
    await this.#onConnection(this.#deadline(TRANSACTION_MS), (connection) =>
      begun(connection, 'write', async (db) => {
        await this.#room.prove(db);
        await db.query({ text: 'ROLLBACK' });
      }),
    );
  }

  /** One snapshot of everything, without a time limit. */
  snapshot<T>(work: (connection: SqlConnection) => Promise<T>): Promise<T> {
    return this.#readOnce('snapshot', work, this.#deadline(LONG_MS));
  }

  #deadline(ms: number): () => number {
    const untilMs = this.#clock.monotonicMs() + ms;
    return () => untilMs - this.#clock.monotonicMs();
  }

  async #repeat<T>(leftMs: () => number, once: (leftMs: () => number) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await once(leftMs);
      } catch (error) {
        if (this.#usesNames && isPreparedStatementLost(error)) {
          this.#usesNames = false;
          continue;
        }
        this.#room.note(error);
        const isDecided = error instanceof StorageUnavailable;
        const mayRepeat = !isDecided && (isConflict(error) || isConnectionLost(error));
        if (!mayRepeat || attempt >= ATTEMPTS_MAX || leftMs() <= PAUSE_MS_MAX) throw error;
        await pause(this.#pauseMs(attempt));
      }
    }
  }

  /** Doubles with each attempt, half of it random, so that two transactions that collided do not collide again. */
  #pauseMs(attempt: number): number {
    const ms = Math.min(PAUSE_MS * 2 ** Math.min(attempt, 10), PAUSE_MS_MAX);
    return ms / 2 + (ms / 2) * (this.#random(1)[0]! / 256);
  }

  async #writeOnce<T>(
    mode: 'batch' | 'write',
    work: (connection: SqlConnection) => Promise<Planned<T>>,
    leftMs: () => number,
  ): Promise<T> {
    const isNamed = mode === 'batch' && this.#usesNames;
    const once = async (connection: SqlConnection) => {
      const planned = await begun(connection, mode, work);
      await commit(connection, planned);
      return planned.value;
    };
    try {
      return await this.#onConnection(leftMs, once, isNamed);
    } catch (error) {
      if (!(error instanceof UnknownCommit)) throw error;
      if (await this.#wasCommitted(error)) return error.planned.value;
      throw error.cause;
    }
  }

  async #readOnce<T>(
    mode: 'read' | 'snapshot',
    work: (connection: SqlConnection) => Promise<T>,
    leftMs: () => number,
  ): Promise<T> {
    return this.#onConnection(leftMs, async (connection) => {
      const value = await begun(connection, mode, work);
      await connection.query({ text: 'COMMIT' });
      return value;
    });
  }

  async #wasCommitted({ planned, cause }: UnknownCommit<unknown>): Promise<boolean> {
    const look = planned.wasCommitted;
    if (look === null) return false;
    try {
      return await this.#repeat(this.#deadline(RESOLVE_MS), (leftMs) =>
        this.#onConnection(leftMs, async (connection) => {
          const answer = await begun(connection, 'write', look);
          await connection.query({ text: 'COMMIT' });
          return answer;
        }),
      );
    } catch {
      throw new StorageUnavailable(
        'the database was lost in a commit and cannot be asked what became of it',
        { inDoubt: true, cause },
      );
    }
  }

  /** A connection that failed other than by a refused query is closed. */
  async #onConnection<T>(
    leftMs: () => number,
    work: (connection: SqlConnection) => Promise<T>,
    isNamed = false,
  ): Promise<T> {
    const client = await this.#pool.connect();
    const connection = new SqlConnection(client, leftMs, isNamed);
    let isBroken = false;
    try {
      return await work(connection);
    } catch (error) {
      isBroken = isConnectionLost(error) || error instanceof UnknownCommit || !(await undo(connection));
      throw error;
    } finally {
      client.release(isBroken);
    }
  }
}

/** BEGIN is sent together with the first queries of the work. If BEGIN fails, its error is the cause of theirs. */
async function begun<T>(
  connection: SqlConnection,
  mode: keyof typeof BEGIN,
  work: (connection: SqlConnection) => Promise<T>,
): Promise<T> {
  const [opening, done] = await Promise.allSettled([
    connection.query({ text: BEGIN[mode] }),
    work(connection),
  ]);
  if (opening.status === 'rejected') throw opening.reason;
  if (done.status === 'rejected') throw done.reason;
  return done.value;
}

async function commit(connection: SqlConnection, planned: Planned<unknown>): Promise<void> {
  try {
    const results = await connection.together([...planned.last, { text: 'COMMIT' }]);
    // COMMIT of a failed transaction is not an error: it answers ROLLBACK.
    if (results.at(-1)?.command !== 'COMMIT') throw new Error('the transaction was rolled back');
  } catch (error) {
    throw isConnectionLost(error) ? new UnknownCommit(planned, error) : error;
  }
}

async function undo(connection: SqlConnection): Promise<boolean> {
  try {
    await connection.query({ text: 'ROLLBACK' });
    return true;
  } catch {
    return false;
  }
}
