// Owns one open database: its settings, which are read back because a ledger on a wrong setting is worse than none,
// its prepared statements, and its transactions. It knows nothing of accounts or calls.
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { Row } from '../steps/reading.ts';
import { UnusableDatabase } from '../storage.ts';
import { COMPATIBLE_FROM, migrations } from './migrations/index.ts';

/** Another process may hold the write lock for as long as one of its batches takes; five seconds is a broken disk. */
const BUSY_TIMEOUT_MS = 5_000;
/** 3.7.0 to 3.51.2 can corrupt a WAL that several connections use. */
const SQLITE_VERSION_MIN = [3, 51, 3] as const;
/** Beyond this the WAL file is cut back after a checkpoint: 64 MiB. */
const WAL_BYTES_MAX = 64 * 1024 * 1024;
/**
 * The log is copied into the database at so many pages, 16 MiB, inside the commit that reaches them. A page that many
 * calls changed is copied once, so four times SQLite's own number saves 13 % of CPU where ten thousand keys take turns.
 */
const CHECKPOINT_PAGES = 4_000;
const PAGE_BYTES = 4_096;
/** How long the log is when it is copied. */
export const LOG_BYTES = CHECKPOINT_PAGES * PAGE_BYTES;

export type ColumnValue = Row[string];

/** Whole texts, since one put together anew is hashed anew at every look-up of its statement. */
const BEGIN = { immediate: 'BEGIN IMMEDIATE', deferred: 'BEGIN DEFERRED' } as const;

/**
 * What a commit waits for. FULL: it is on disk. NORMAL: it is in the log, in order, and on disk together with the next
 * commit that waits; kill -9 takes nothing of it, a power cut may.
 */
export type Sync = 'FULL' | 'NORMAL';

/**
 * The disk failed in COMMIT: the whole transaction may stand in the log already, where the next one to open the database
 * takes it for committed. Every other error of a COMMIT says that it did not happen.
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

  /** `busyMs`: how long it waits for a lock of another process. */
  constructor(file: string, options: { readOnly: boolean; busyMs?: number | undefined }) {
    assertSqliteVersion(process.versions.sqlite!);
    this.#db = new DatabaseSync(file, {
      readOnly: options.readOnly,
      timeout: options.busyMs ?? BUSY_TIMEOUT_MS,
    });
    this.#db.exec('PRAGMA foreign_keys = ON');
    if (!options.readOnly) this.#makeDurable();
  }

  /** WAL with FULL: a commit is on disk before it is answered, so a power cut loses nothing that was acknowledged. */
  #makeDurable(): void {
    this.#db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
    this.#db.exec(
      `PRAGMA journal_size_limit = ${WAL_BYTES_MAX}; PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}`,
    );
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

  /** A row without names, in the order of its columns: 1.5 µs less than `get`, and less still the more columns it has. */
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

  /** Runs a statement that must change exactly one row; anything else is a bug and undoes the transaction. */
  runOne(sql: string, ...values: SQLInputValue[]): void {
    const changed = this.run(sql, ...values);
    if (changed !== 1) throw new Error(`expected one changed row, got ${changed}: ${sql.slice(0, 60)}`);
  }

  /** All or nothing. `immediate` takes the write lock at once: no transaction here is ever upgraded midway. */
  transaction<T>(mode: 'immediate' | 'deferred', work: () => T, sync: Sync = 'FULL'): T {
    this.#waitFor(sync);
    this.#prepare(BEGIN[mode]).run();
    try {
      const result = work();
      this.#commit();
      return result;
    } catch (error) {
      // A failed COMMIT may or may not have ended the transaction already.
      if (this.#db.isTransaction) this.#db.exec('ROLLBACK');
      throw error;
    }
  }

  /** Everything that `work` reads is of one moment: of the transaction that runs already, as in a batch of writes, or of its own. */
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

  /** Not prepared: SQLite sets the level when it reads the statement, not when it runs it. */
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

  /** For who cannot bring it up to date. */
  assertUpToDate(): void {
    const version = Number(this.get('PRAGMA user_version')?.user_version);
    if (version > migrations.length) this.#assertCompatible(version, migrations.length);
    if (version >= migrations.length) return;
    throw new UnusableDatabase(
      `the database has schema version ${version} and needs ${migrations.length}, on a disk that is read-only: copy it, with its -wal file if there is one, to another disk`,
    );
  }

  /** A newer Reelgate says which older ones may go on; one that says nothing allows none. */
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
