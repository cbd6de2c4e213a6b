// The two databases of a round: where a node finds its data, how a ledger is dumped, and for PostgreSQL a server that can be stopped as by
// a power failure, or two servers of which one takes over.
import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { createPool } from '../packages/gateway/src/storage/postgres/connection.ts';
import { migrate } from '../packages/gateway/src/storage/postgres/migrate.ts';
import { migrations } from '../packages/gateway/src/storage/postgres/migrations/index.ts';
import { comingMigrations } from '../packages/gateway/src/testing/future-migrations.ts';
import {
  type EmbeddedServer,
  type StandbyServer,
  startEmbeddedServer,
  startReplicatedServers,
} from '../packages/gateway/src/testing/postgres-server.ts';
import { dumpLedger, type Ledger } from './ledger.ts';

/** The file that a gateway creates in its data folder. */
const SQLITE_FILE = 'reelgate.db';
const DATABASE = 'torture';

/** The nodes must be down: their file is read in place. */
export async function dumpSqlite(dataDir: string, taken: Ledger['taken']): Promise<Ledger> {
  const db = new DatabaseSync(path.join(dataDir, SQLITE_FILE), { readOnly: true });
  try {
    return await dumpLedger(async (sql) => db.prepare(sql).all() as Record<string, unknown>[], taken);
  } finally {
    db.close();
  }
}

/** Reads a copy, so that the next node still finds what a killed node left behind. */
export async function dumpSqliteCopy(
  dataDir: string,
  copyDir: string,
  taken: Ledger['taken'],
): Promise<Ledger> {
  mkdirSync(copyDir, { recursive: true });
  for (const suffix of ['', '-wal']) {
    const from = path.join(dataDir, SQLITE_FILE + suffix);
    if (existsSync(from)) copyFileSync(from, path.join(copyDir, SQLITE_FILE + suffix));
  }
  // Opening it for writing first replays the log into the copy; after that, reading is enough.
  new DatabaseSync(path.join(copyDir, SQLITE_FILE)).close();
  return dumpSqlite(copyDir, taken);
}

export class PostgresServer {
  /** The server that accepts writes. */
  #server: EmbeddedServer;
  #standby: StandbyServer | null;
  readonly #all: EmbeddedServer[];

  private constructor(server: EmbeddedServer, standby: StandbyServer | null) {
    this.#server = server;
    this.#standby = standby;
    this.#all = standby === null ? [server] : [server, standby];
  }

  /** On disk, as needed by rounds that stop the server as by a power failure. */
  static async create({ isReplicated }: { isReplicated: boolean }): Promise<PostgresServer> {
    const options = { onDisk: true, settings: { max_connections: '200' } };
    const { primary, standby } = isReplicated
      ? await startReplicatedServers(options)
      : { primary: await startEmbeddedServer(options), standby: null };
    const server = new PostgresServer(primary, standby);
    await server.#run((client) => client.query(`CREATE DATABASE ${DATABASE}`), server.#server.url);
    return server;
  }

  /** Ports of every server, the first primary first. */
  get ports(): number[] {
    return this.#all.map(({ port }) => port);
  }

  /** The URL of these servers behind the given ports. */
  url(ports: readonly number[]): string {
    const url = new URL(this.#server.url);
    url.pathname = `/${DATABASE}`;
    const hosts = ports.map((port) => `${url.hostname}:${port}`).join(',');
    return url.href.replace(url.host, hosts);
  }

  /** Kills the primary for good, in the middle of its commits, and promotes its standby. */
  async failOver(): Promise<void> {
    const standby = this.#standby;
    if (standby === null) return;
    this.#standby = null;
    await this.#server.crash();
    await standby.promote();
    this.#server = standby;
  }

  /** Like the first node of a future release, directly on the server that accepts writes. The nodes of the round do not know the new schema. */
  async migrate(): Promise<void> {
    const pool = createPool(this.url([this.#server.port]), { sync: 'any' });
    try {
      await migrate(pool, [...migrations, ...comingMigrations]);
    } finally {
      await pool.end();
    }
  }

  start(): Promise<void> {
    return this.#server.start();
  }

  /** Immediate shutdown: nothing is flushed, and the next start recovers from the log. */
  stop(): Promise<void> {
    return this.#server.crash();
  }

  async remove(): Promise<void> {
    await Promise.all(this.#all.map((server) => server.stop()));
  }

  /** One snapshot, while the nodes go on. */
  dump(taken: Ledger['taken']): Promise<Ledger> {
    return this.#run(
      async (client) => {
        await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
        return dumpLedger(async (sql) => (await client.query(sql)).rows, taken);
      },
      this.url([this.#server.port]),
    );
  }

  async #run<Result>(work: (client: pg.Client) => Promise<Result>, url: string): Promise<Result> {
    const client = new pg.Client({ connectionString: url });
    // A server that is stopped during a query fails the query, and also emits an error here.
    client.on('error', () => {});
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  }
}
