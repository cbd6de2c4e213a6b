// Runs a whole transaction: with its time limits, a bounded number of retries after a conflict or a lost connection, and the one hard
// case, a connection that is lost during COMMIT. Then the rows are read to find out whether it was committed, and only a transaction that
// was certainly not committed is run again. It is independent of what a transaction does.
import { setTimeout as pause } from 'node:timers/promises';
import type { Clock, RandomBytes } from '../../domain/clock.ts';
import type { Row } from '../steps/reading.ts';
import { RefusedDatabase, StorageUnavailable } from '../storage.ts';
import {
  type HostPool,
  isConflict,
  isConnectionLost,
  isPreparedStatementLost,
  type PgQuery,
  SqlConnection,
} from './connection.ts';
import { DiskSpace } from './disk-space.ts';
import {
  type DatabaseSync,
  DURABILITY_NOW,
  refusalBy,
  StandbyAway,
  type Standbys,
  standbysOf,
} from './durability.ts';
import type { Mark, Marks } from './marks.ts';
import { migrations } from './migrations/index.ts';

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
/**
 * Which server and database this is: another one after a fail-over or a restart, also where a pooler changes it behind an open connection.
 * A primary becomes a standby only by a restart.
 */
const SERVER = `pg_postmaster_start_time()::text || ' ' || (SELECT oid FROM pg_database WHERE datname = current_database()) AS server`;
/** A newer Reelgate may change the tables while this one serves, and say that this one must not go on. */
const NEEDS = '(SELECT max(compatible_from) FROM migrations) AS needs';
/** Sent together with BEGIN, so it costs no round trip; batches have it prepared, which saves two thirds of its time on the server. */
const lookFor = (sync: DatabaseSync): PgQuery => ({
  text: `SELECT ${DURABILITY_NOW[sync]}, ${NEEDS}, ${SERVER}`,
  values: [],
});
const BEGIN = {
  batch: `BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE; ${LIMITS}; ${PLAN_ONCE}`,
  write: `BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE; ${LIMITS}`,
  read: `BEGIN ISOLATION LEVEL READ COMMITTED READ ONLY; ${LIMITS}`,
  snapshot: 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = 0',
};
const TOO_NEW = 'the database was changed by a newer Reelgate, and this one is too old for it';
type Mode = keyof typeof BEGIN;

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
  /** A call that this transaction charged. */
  mark?: Mark | undefined;
  /** The newest charge of the ledger, which this transaction read. */
  newest?: Row | undefined;
}

interface DatabaseSettings {
  pool: HostPool;
  /** What the settings of the server must promise for a transaction to be committed. */
  sync: DatabaseSync;
  /** null for commands: they charge no calls, and some of them mend a ledger that lacks some. */
  marks: Marks | null;
  clock: Clock;
  random: RandomBytes;
}

/** As the last transaction found it that writes. */
interface DatabaseState {
  isRefused: boolean;
  standbys: Standbys;
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
  readonly sync: DatabaseSync;
  readonly #pool: HostPool;
  readonly #marks: Marks | null;
  readonly #look: PgQuery;
  readonly #clock: Clock;
  readonly #random: RandomBytes;
  readonly #room = new DiskSpace();
  /** False once a pooler turned out to lose prepared statements. */
  #usesNames = true;
  #isRefused = false;
  #standbys: Standbys = { connected: 0, wanted: 0 };

  constructor({ pool, sync, marks, clock, random }: DatabaseSettings) {
    this.sync = sync;
    this.#pool = pool;
    this.#marks = marks;
    this.#look = lookFor(sync);
    this.#clock = clock;
    this.#random = random;
  }

  get state(): DatabaseState {
    return { isRefused: this.#isRefused, standbys: this.#standbys };
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
      this.#begun(connection, 'write', async (db) => {
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
        // A standby that is away has figures of its own.
        const isAway = error instanceof StandbyAway;
        if (error instanceof RefusedDatabase && !isAway) this.#isRefused = true;
        const isDecided = error instanceof StorageUnavailable && !isAway;
        const isPassing = isConflict(error) || isConnectionLost(error) || isAway;
        const mayRepeat = !isDecided && isPassing;
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
    let server = '';
    const once = async (connection: SqlConnection) => {
      const { value: planned, server: of } = await this.#begun(connection, mode, work);
      server = of;
      await commit(connection, planned);
      this.#note(planned, server);
      return planned.value;
    };
    try {
      return await this.#onConnection(leftMs, once, isNamed);
    } catch (error) {
      if (!(error instanceof UnknownCommit)) throw error;
      if (!(await this.#wasCommitted(error))) throw error.cause;
      // This server may be gone with it, so the next transaction looks for it.
      this.#note(error.planned, server);
      return error.planned.value;
    }
  }

  #note({ mark, newest }: Planned<unknown>, server: string): void {
    if (mark !== undefined) this.#marks?.acknowledged(server, 'own', mark);
    if (newest !== undefined) this.#marks?.saw(server, newest);
  }

  async #readOnce<T>(
    mode: 'read' | 'snapshot',
    work: (connection: SqlConnection) => Promise<T>,
    leftMs: () => number,
  ): Promise<T> {
    return this.#onConnection(leftMs, async (connection) => {
      const { value } = await this.#begun(connection, mode, work);
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
          const { value: answer } = await this.#begun(connection, 'write', look);
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

  /**
   * BEGIN is sent together with the first queries of the work. If BEGIN fails, its error is the cause of theirs. A transaction that
   * writes goes on only on a server whose commits last, whose tables this release understands, and which has every charge that was
   * acknowledged.
   */
  async #begun<T>(
    connection: SqlConnection,
    mode: Mode,
    work: (connection: SqlConnection) => Promise<T>,
  ): Promise<{ value: T; server: string }> {
    const isWriting = mode === 'batch' || mode === 'write';
    const [opening, looked, done] = await Promise.allSettled([
      connection.query({ text: BEGIN[mode] }),
      isWriting ? connection.query(this.#look) : undefined,
      work(connection),
    ]);
    if (opening.status === 'rejected') throw opening.reason;
    if (looked.status === 'rejected') throw looked.reason;
    const found = looked.value?.rows[0];
    if (found !== undefined) this.#assertLasting(found);
    if (done.status === 'rejected') throw done.reason;
    const server = (found?.server as string | undefined) ?? '';
    if (found !== undefined) await this.#marks?.assertAllOn(server, connection);
    if (found !== undefined) this.#isRefused = false;
    return { value: done.value, server };
  }

  #assertLasting(found: Row): void {
    if (this.sync === 'required') this.#standbys = standbysOf(found);
    const refusal = refusalBy(found, this.sync);
    if (refusal !== null) throw refusal;
    if ((found.needs as number) > migrations.length) throw new RefusedDatabase(TOO_NEW);
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
      const isRefused = error instanceof RefusedDatabase;
      if (isRefused) this.#pool.avoid(client);
      isBroken =
        isRefused || isConnectionLost(error) || error instanceof UnknownCommit || !(await undo(connection));
      throw error;
    } finally {
      client.release(isBroken);
    }
  }
}

async function commit(connection: SqlConnection, planned: Planned<unknown>): Promise<void> {
  try {
    await connection.commit(planned.last);
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
