// Connections to the server: a small pool, the meaning of their errors, and the queries of one transaction. Of several hosts it uses the
// one that is not in recovery. Nothing relies on the state of a connection between transactions: no setting and no lock outlives its
// transaction, and the loss of a prepared statement is noticed. So a pooler in transaction mode may be in between. It is independent of
// what the tables contain, and never shows the password of its URL.
import { createHash } from 'node:crypto';
import type { Writable } from 'node:stream';
import pg from 'pg';
import { urlsOfHosts } from '../../domain/network/database-hosts.ts';
import type { Row } from '../steps/reading.ts';
import { StorageUnavailable } from '../storage.ts';
import { AdaptivePool } from './adaptive-pool.ts';
import { isConnectionRefused, NoAnswer } from './connection-refused.ts';
import { type DatabaseSync, DURABILITY, refusalBy } from './durability.ts';

/**
 * Chooses one of several database hosts: the one that accepted the last connection, until it fails or turns out to be a standby. Then the
 * next one in the list is tried. Every new connection is checked again.
 */
class DatabaseHosts {
  readonly #urls: readonly string[];
  #current = 0;

  constructor(url: string) {
    this.#urls = urlsOfHosts(url) ?? [url];
  }

  get count(): number {
    return this.#urls.length;
  }

  current(): string {
    return this.#urls[this.#current]!;
  }

  /** If many connections fail at the same time, only the first failure moves to the next host. */
  failed(url: string): void {
    if (url === this.current()) this.#current = (this.#current + 1) % this.#urls.length;
  }
}

/** Milliseconds. Reaching a server takes a few; a machine that does not answer is given up after this time. */
const CONNECT_MS = 2_000;
/** Batches 1, contended and stuck accounts 2, control plane 1, look-ups 2, reads 4, heartbeat 1, and 1 for checking the ledger. */
const CONNECTIONS_MAX = 12;
/** Plus the connection that listens for changes and that of the library. */
export const PROCESS_CONNECTIONS_MAX = CONNECTIONS_MAX + 2;
/** Milliseconds. Longer than the gaps between bursts, shorter than the time after which firewalls forget a connection. */
const IDLE_MS = 60_000;

export interface PgQuery {
  text: string;
  values?: unknown[];
}

export type Pool = pg.Pool;
/** `avoid`: the next connection is made to another host than that of this client, if there is one. */
export type HostPool = AdaptivePool & { hostCount: number; avoid(client: pg.PoolClient): void };

/** BIGINT arrives as text. Every number of this schema fits into a double exactly; one that does not is a bug. */
function readBigint(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit a number`);
  return value;
}

const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8
      ? readBigint
      : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
};

const CLIENT_SETTINGS = {
  types,
  keepAlive: true,
  application_name: 'reelgate',
  connectionTimeoutMillis: CONNECT_MS,
};

/** The server answers but accepts no writes: it is a standby, or is just becoming the primary. */
class NotPrimary extends Error {
  override name = 'NotPrimary';

  constructor() {
    super('the server is a read-only replica; name the primary');
  }
}

interface PoolSettings {
  /** What a new connection must promise. There is no default: who forgot it would get the weaker promise. */
  sync: DatabaseSync;
  max?: number;
  /** This many connections are never closed for being idle. */
  min?: number;
}

export function createPool(url: string, { sync, max = CONNECTIONS_MAX, min = 0 }: PoolSettings): HostPool {
  const hosts = new DatabaseHosts(url);
  const pool = new AdaptivePool({
    ...CLIENT_SETTINGS,
    Client: clientOf(hosts),
    // The queries of a transaction are sent without waiting for the answer to the one before.
    pipeline: true,
    max,
    min,
    idleTimeoutMillis: IDLE_MS,
    verify: (client: HostClient, done: (error?: Error) => void) => {
      whyUnfit(client, sync).then((why) => {
        if (why !== null) hosts.failed(client.url);
        done(why ?? undefined);
      }, done);
    },
  } as unknown as pg.PoolConfig & { max: number });
  // An idle connection that dies is replaced at its next use; one in use reports the error to its user.
  pool.on('error', () => {});
  const avoid = (client: pg.PoolClient) => hosts.failed((client as unknown as HostClient).url);
  return Object.assign(pool, { hostCount: hosts.count, avoid });
}

/** A connection to the primary, for callers without retries of their own: each host is tried once. */
export async function primaryFrom(pool: HostPool): Promise<pg.PoolClient> {
  for (let tried = 1; ; tried++) {
    try {
      return await pool.connect();
    } catch (error) {
      if (tried >= pool.hostCount) throw error;
    }
  }
}

interface HostClient extends pg.Client {
  /** The URL of the host that the client was made for. */
  url: string;
}

/** A client class whose instances connect to the current host. */
function clientOf(hosts: DatabaseHosts) {
  return class extends pg.Client {
    readonly url: string;

    constructor(settings: pg.ClientConfig) {
      const url = hosts.current();
      super({ ...settings, connectionString: url });
      this.url = url;
      // Set before connecting: a server may close the connection before it is in use, and an unhandled error event ends the process.
      this.on('error', () => {});
    }

    override connect(): Promise<this>;
    override connect(callback: (error: Error) => void): void;
    override connect(callback?: (error: Error) => void): Promise<this> | undefined {
      const connected = super.connect().then(
        () => this,
        (error) => {
          hosts.failed(this.url);
          throw error;
        },
      );
      if (callback === undefined) return connected;
      connected.then(() => callback(undefined as unknown as Error), callback);
      return undefined;
    }
  };
}

/** Refuses a connection whose commits could be lost, or refused. It is checked for every new connection, even long after the start. */
async function whyUnfit(client: pg.ClientBase, sync: DatabaseSync): Promise<Error | null> {
  const asked = { text: `SELECT ${DURABILITY}`, query_timeout: CONNECT_MS };
  const { rows } = await client.query(asked as pg.QueryConfig).catch((error: Error) => {
    throw error.message === 'Query read timeout' ? new NoAnswer(CONNECT_MS) : error;
  });
  if (rows[0].is_replica === true) return new NotPrimary();
  return refusalBy(rows[0], sync);
}

/** One connection to the primary, outside of any pool. */
export async function connectPrimary(url: string): Promise<pg.Client> {
  const hosts = new DatabaseHosts(url);
  const Client = clientOf(hosts);
  for (let tried = 1; ; tried++) {
    const client = new Client(CLIENT_SETTINGS);
    try {
      await client.connect();
      const { rows } = await client.query('SELECT pg_is_in_recovery() AS is_replica');
      if (rows[0].is_replica !== true) return client;
      throw new NotPrimary();
    } catch (error) {
      hosts.failed(client.url);
      await client.end().catch(() => {});
      if (tried >= hosts.count) throw error;
    }
  }
}

/** Runs the queries of one transaction on one connection. */
export class SqlConnection {
  readonly #client: pg.ClientBase;
  /** Milliseconds left for the answer to a query. */
  readonly #leftMs: () => number;
  /** True: queries with values are prepared statements, whose plans the server keeps. */
  readonly #isNamed: boolean;
  #isHeldBack = false;

  constructor(client: pg.ClientBase, leftMs: () => number, isNamed = false) {
    this.#client = client;
    this.#leftMs = leftMs;
    this.#isNamed = isNamed;
  }

  /**
   * Queries of one turn of the event loop are sent in one write. The driver alone would write each one separately: fifteen system calls
   * per batch, each of which wakes the server. That was two thirds of the CPU time of a batch in this process.
   */
  #holdBack(): void {
    if (this.#isHeldBack) return;
    this.#isHeldBack = true;
    const { stream } = (this.#client as unknown as { connection: { stream: Writable } }).connection;
    stream.cork();
    process.nextTick(() => {
      this.#isHeldBack = false;
      stream.uncork();
    });
  }

  async query({ text, values }: PgQuery): Promise<pg.QueryResult<Row>> {
    this.#holdBack();
    const query_timeout = Math.max(1, Math.ceil(this.#leftMs()));
    return this.#client.query<Row>({
      text,
      ...(values === undefined ? {} : { values }),
      ...(this.#isNamed && values !== undefined ? { name: statementName(text) } : {}),
      query_timeout,
    } as never);
  }

  async all(text: string, ...values: unknown[]): Promise<Row[]> {
    return (await this.query({ text, values })).rows;
  }

  async get(text: string, ...values: unknown[]): Promise<Row | undefined> {
    return (await this.all(text, ...values))[0];
  }

  /** Returns the number of changed rows. */
  async run(text: string, ...values: unknown[]): Promise<number> {
    return (await this.query({ text, values })).rowCount ?? 0;
  }

  /** Runs a query that must change exactly one row; any other number is a bug and rolls back the transaction. */
  async runOne(text: string, ...values: unknown[]): Promise<void> {
    const changed = await this.run(text, ...values);
    if (changed !== 1) throw new Error(`expected one changed row, got ${changed}: ${text.slice(0, 60)}`);
  }

  /**
   * Commits, after these queries. A server that waits for its standby and is told to stop waiting commits alone, and says so in a notice
   * only: such a commit is in doubt. So its time limit ends before COMMIT, where the server would be the one to tell itself.
   */
  async commit(queries: readonly PgQuery[]): Promise<void> {
    let isAlone = false;
    const note = ({ routine }: { routine?: string | undefined }) => {
      if (routine === 'SyncRepWaitForLSN') isAlone = true;
    };
    this.#client.on('notice', note);
    try {
      const results = await this.together([...queries, { text: COMMIT }]).catch((error) => {
        throw sqlState(error) === '25P02' ? new Error(ROLLED_BACK, { cause: error }) : error;
      });
      if (lastOf(results.at(-1))?.command !== 'COMMIT') throw new Error(ROLLED_BACK);
    } finally {
      this.#client.off('notice', note);
    }
    if (isAlone) throw new StorageUnavailable(ALONE, { inDoubt: true });
  }

  /** Sends all at once and waits for all. */
  async together(queries: readonly PgQuery[]): Promise<pg.QueryResult<Row>[]> {
    return inOrder(queries.map((query) => this.query(query)));
  }
}

const COMMIT = 'SET LOCAL statement_timeout = 0; COMMIT';
const ROLLED_BACK = 'the transaction was rolled back';
const ALONE = 'the database was told to commit without waiting for its standby';

/** A text of several statements has a list of results. */
function lastOf<T>(result: T | T[] | undefined): T | undefined {
  return Array.isArray(result) ? result.at(-1) : result;
}

/** Waits for everything that was sent. Throws the first failure, because those after it only follow from it. */
export async function inOrder<T extends readonly unknown[]>(
  sent: readonly [...{ [K in keyof T]: Promise<T[K]> }],
): Promise<T> {
  const settled = await Promise.allSettled<Promise<unknown>[]>([...sent]);
  const failed = settled.find(({ status }) => status === 'rejected');
  if (failed !== undefined) throw (failed as PromiseRejectedResult).reason;
  return settled.map((one) => (one as PromiseFulfilledResult<unknown>).value) as unknown as T;
}

const names = new Map<string, string>();

/** The same text has the same name in every process, so processes that share a connection through a pooler mean the same statement. */
function statementName(text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    name = `reelgate_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;
    names.set(text, name);
  }
  return name;
}

/** A pooler gave us a connection that has another client's prepared statements, or lacks ours. */
export function isPreparedStatementLost(error: unknown): boolean {
  return ['26000', '42P05', '0A000'].includes(sqlState(error) ?? '');
}

const CLASS = (error: unknown) => sqlState(error)?.slice(0, 2);

/** The five characters of the server's error code; undefined for errors that did not come from the server. */
export function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('severity' in error)) return undefined;
  return (error as { code?: string }).code;
}

/** Serialization failure or deadlock: the whole transaction may run again. */
export function isConflict(error: unknown): boolean {
  return sqlState(error) === '40001' || sqlState(error) === '40P01';
}

/** Two transactions wrote the same unique value at the same time. Run again, this one finds the row of the other. */
export function isUniqueViolation(error: unknown): boolean {
  return sqlState(error) === '23505';
}

/** A lock was held for longer than any of our transactions holds one. */
export function isLockTimeout(error: unknown): boolean {
  return sqlState(error) === '55P03';
}

/** The connection cannot be used any more: the driver gave up, or the server is full, shutting down or starting. */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof NotPrimary || isConnectionRefused(error)) return true;
  // Says what is wrong in words that a driver uses too.
  if (error instanceof StorageUnavailable) return false;
  const state = sqlState(error);
  if (state === undefined) return isDriverFailure(error);
  return CLASS(error) === '08' || (CLASS(error) === '57' && state !== '57014');
}

/** Not the verb's fault: no space, no time, no rights, no server. Any other error of the server is a bug in the verb. */
export function isEngineFailure(error: unknown): boolean {
  if (isConnectionLost(error) || isConflict(error) || isLockTimeout(error)) return true;
  return ['25', '28', '53', '57', '58', 'F0', 'XX'].includes(CLASS(error) ?? '');
}

const DRIVER_TEXT = /connection|connect|timeout|terminat|queryable|Client was closed/i;

/** Errors of `pg` and of the operating system: those without a server's severity. */
function isDriverFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as { code?: unknown }).code;
  if (typeof code === 'string' && /^E[A-Z]/.test(code)) return true;
  return DRIVER_TEXT.test(error.message);
}
