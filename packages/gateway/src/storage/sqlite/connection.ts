// One open SQLite database: its settings, its prepared statements and its transactions. Settings are read back, because a ledger on wrong
// settings could lose commits. It is independent of what the tables contain.
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { Row } from '../steps/reading.ts';
import { UnusableDatabase } from '../storage.ts';
import { COMPATIBLE_FROM, migrations } from './migrations/index.ts';

/** Another process may hold the write lock while it commits a batch. Five seconds without the lock means that the disk is broken. */
const BUSY_TIMEOUT_MS = 5_000;
/** Versions 3.7.0 to 3.51.2 can corrupt a WAL that several connections use. */
const SQLITE_VERSION_MIN = [3, 51, 3] as const;
/** After a checkpoint, a larger WAL file is truncated to 64 MiB. */
const WAL_BYTES_MAX = 64 * 1024 * 1024;
/**
 * The log is copied into the database when it reaches this many pages (16 MiB), inside the commit that reaches them. A page that many
 * calls changed is copied once. Four times SQLite's default saves 13 % of CPU when ten thousand keys take turns.
 */
const CHECKPOINT_PAGES = 4_000;
/** A connection that leaves the log to the storage thread copies it only when that thread has let it grow four times as long: a last resort. */
const LEFT_PAGES_MAX = 4 * CHECKPOINT_PAGES;
const PAGE_BYTES = 4_096;
/** Size of the log when it is copied into the database. */
export const LOG_BYTES = CHECKPOINT_PAGES * PAGE_BYTES;

export type ColumnValue = Row[string];

/** Constant texts, because a newly built string is hashed again at every look-up of its prepared statement. */
const BEGIN = { immediate: 'BEGIN IMMEDIATE', deferred: 'BEGIN DEFERRED' } as const;

/**
 * What a commit waits for. FULL: it is on disk. NORMAL: it is in the log, in sequence, and reaches the disk with the next FULL commit. It
 * survives kill -9, but maybe not a power cut.
 */
export type Sync = 'FULL' | 'NORMAL';

/**
 * The disk failed during COMMIT. The whole transaction may already be in the log, and the next process that opens the database would
 * treat it as committed. Any other error of COMMIT means that it did not happen.
 */
export class CommitInDoubt extends Error {
  override name = 'CommitInDoubt';
}

const SQLITE_IOERR = 10;

function isIoError(error: unknown): boolean {
  return ((error as { errcode?: number }).errcode ?? 0) % 256 === SQLITE_IOERR;
}

export class SqliteConnection {
  readonly #db: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  readonly #columnStatements = new Map<string, StatementSync>();
  #sync: Sync = 'FULL';

  /** `busyMs`: how long it waits for a lock of another process. `leavesLog`: another connection copies the log into the database. */
  constructor(
    file: string,
    options: { readOnly: boolean; busyMs?: number | undefined; leavesLog?: boolean | undefined },
  ) {
    assertSqliteVersion(process.versions.sqlite!);
    this.#db = new DatabaseSync(file, {
      readOnly: options.readOnly,
      timeout: options.busyMs ?? BUSY_TIMEOUT_MS,
    });
    this.#db.exec('PRAGMA foreign_keys = ON');
    if (!options.readOnly) this.#makeDurable(options.leavesLog ? LEFT_PAGES_MAX : CHECKPOINT_PAGES);
  }

  /** WAL with FULL: a commit is on disk before it is acknowledged, so a power cut loses nothing that was acknowledged. */
  #makeDurable(logPagesMax: number): void {
    this.#db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
    this.#db.exec(`PRAGMA journal_size_limit = ${WAL_BYTES_MAX}; PRAGMA wal_autocheckpoint = ${logPagesMax}`);
    const mode = this.get('PRAGMA journal_mode')?.journal_mode;
    const level = this.get('PRAGMA synchronous')?.synchronous;
    if (mode !== 'wal' || level !== 2) {
      throw new UnusableDatabase(
        `the database runs with journal ${mode} and synchronous ${level}, not wal and 2`,
      );
    }
  }

  #prepare(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#db.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  get(sql: string, ...values: SQLInputValue[]): Row | undefined {
    return this.#prepare(sql).get(...values) as Row | undefined;
  }

  /** A row as an array in the sequence of its columns: 1.5 µs faster than `get`, and more with more columns. */
  columns(sql: string, ...values: SQLInputValue[]): ColumnValue[] | undefined {
    let statement = this.#columnStatements.get(sql);
    if (statement === undefined) {
      statement = this.#db.prepare(sql);
      statement.setReturnArrays(true);
      this.#columnStatements.set(sql, statement);
    }
    return statement.get(...values) as unknown as ColumnValue[] | undefined;
  }

  all(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.#prepare(sql).all(...values) as Row[];
  }

  iterate(sql: string, ...values: SQLInputValue[]): Iterable<Row> {
    return this.#prepare(sql).iterate(...values) as Iterable<Row>;
  }

  /** Returns the number of changed rows. */
  run(sql: string, ...values: SQLInputValue[]): number {
    return Number(this.#prepare(sql).run(...values).changes);
  }

  /** Runs a query that must change exactly one row; any other number is a bug and rolls back the transaction. */
  runOne(sql: string, ...values: SQLInputValue[]): void {
    const changed = this.run(sql, ...values);
    if (changed !== 1) throw new Error(`expected one changed row, got ${changed}: ${sql.slice(0, 60)}`);
  }

  /** `immediate` takes the write lock at once: no transaction is ever upgraded from reading to writing. */
  transaction<T>(mode: 'immediate' | 'deferred', work: () => T, sync: Sync = 'FULL'): T {
    this.#waitFor(sync);
    this.#prepare(BEGIN[mode]).run();
    try {
      const result = work();
      this.#commit();
      return result;
    } catch (error) {
      // After a failed COMMIT the transaction may or may not be open.
      if (this.#db.isTransaction) this.#db.exec('ROLLBACK');
      throw error;
    }
  }

  /** Everything that `work` reads is of one moment: of the transaction that is already open, as in a batch of writes, or of its own. */
  snapshot<T>(work: () => T): T {
    return this.#db.isTransaction ? work() : this.transaction('deferred', work);
  }

  #commit(): void {
    try {
      this.#prepare('COMMIT').run();
    } catch (error) {
      throw isIoError(error) ? new CommitInDoubt((error as Error).message, { cause: error }) : error;
    }
  }

  /** Not prepared: SQLite sets the level when it parses this pragma, not when it runs it. */
  #waitFor(sync: Sync): void {
    if (sync === this.#sync) return;
    this.#db.exec(`PRAGMA synchronous = ${sync}`);
    this.#sync = sync;
  }

  /** Brings the schema up to date. Concurrent starts wait for each other on the write lock. */
  migrate(): void {
    const understood = migrations.length;
    this.transaction('immediate', () => {
      const version = Number(this.get('PRAGMA user_version')?.user_version);
      if (version > understood) return this.#assertCompatible(version, understood);
      if (version === understood) return;
      for (const sql of migrations.slice(version)) this.#db.exec(sql);
      this.#db.exec(
        `INSERT INTO meta (name, value) VALUES ('compatible_from', ${COMPATIBLE_FROM})
           ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
      );
      this.#db.exec(`PRAGMA user_version = ${understood}`);
    });
  }

  /** For commands that may not change the schema. */
  assertUpToDate(): void {
    const version = Number(this.get('PRAGMA user_version')?.user_version);
    if (version > migrations.length) this.#assertCompatible(version, migrations.length);
    if (version >= migrations.length) return;
    throw new UnusableDatabase(
      `the database has schema version ${version} and needs ${migrations.length}, on a disk that is read-only: copy it, with its -wal file if there is one, to another disk`,
    );
  }

  /** In a transaction: a newer Reelgate may have changed the tables while this process had them open. */
  assertUnderstood(): void {
    const version = Number(this.get('PRAGMA user_version')?.user_version);
    if (version > migrations.length) this.#assertCompatible(version, migrations.length);
  }

  /** A newer Reelgate stores which older versions may still use the database; without that value, none may. */
  #assertCompatible(version: number, understood: number): void {
    const hasMeta =
      this.get("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'meta'") !== undefined;
    const row = hasMeta ? this.get("SELECT value FROM meta WHERE name = 'compatible_from'") : undefined;
    if (row !== undefined && (row.value as number) <= understood) return;
    throw new UnusableDatabase(
      `the database has schema version ${version}, but this build understands only up to ${understood}: ` +
        'it was written by a newer Reelgate',
    );
  }

  close(): void {
    this.#statements.clear();
    this.#columnStatements.clear();
    this.#db.close();
  }
}

export function assertSqliteVersion(version: string): void {
  const parts = version.split('.').map(Number);
  for (const [i, least] of SQLITE_VERSION_MIN.entries()) {
    const part = parts[i]!;
    if (part > least) return;
    if (part < least) throw new UnusableDatabase(`SQLite ${version} is too old: 3.51.3 or newer is needed`);
  }
}
