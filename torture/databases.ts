// Owns the two databases as a round has them: where a node finds its data, how a ledger is dumped, and for PostgreSQL a
// server of our own that can be stopped as if the power had failed, or two of which one takes over from the other.
import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { createPool } from '../packages/gateway/src/storage/postgres/connection.ts';
import { migrate } from '../packages/gateway/src/storage/postgres/migrate.ts';
import { migrations } from '../packages/gateway/src/storage/postgres/migrations/index.ts';
import { comingMigrations } from '../packages/gateway/src/testing/coming-migrations.ts';
import {
  type EmbeddedServer,
  type StandbyServer,
  startEmbeddedServer,
  startReplicatedServers,
} from '../packages/gateway/src/testing/postgres-server.ts';
import { dumpLedger, type Ledger } from './ledger.ts';

/** The file that a gateway makes in its data folder. */
const SQLITE_FILE = 'reelgate.db';
const DATABASE = 'torture';

/** The nodes must be down: their file is read where it lies. */
export async function dumpSqlite(dataDir: string, taken: Ledger['taken']): Promise<Ledger> {
  const db = new DatabaseSync(path.join(dataDir, SQLITE_FILE), { readOnly: true });
  try {
    return await dumpLedger(async (sql) => db.prepare(sql).all() as Record<string, unknown>[], taken);
  } finally {
    db.close();
  }
}

/** Looks at a copy, so that what a killed node left behind is still there for the node that starts next. */
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
  // A first look that may write replays the log into the copy; after it, reading is enough.
  new DatabaseSync(path.join(copyDir, SQLITE_FILE)).close();
  return dumpSqlite(copyDir, taken);
}

export class PostgresServer {
  /** The one that takes writes. */
  #server: EmbeddedServer;
  #standby: StandbyServer | null;
  readonly #all: EmbeddedServer[];

  private constructor(server: EmbeddedServer, standby: StandbyServer | null) {
    this.#server = server;
    this.#standby = standby;
    this.#all = standby === null ? [server] : [server, standby];
  }

  /** On disk, as a round needs it that stops the server as if the power had failed. */
  static async create({ isReplicated }: { isReplicated: boolean }): Promise<PostgresServer> {
    const options = { onDisk: true, settings: { max_connections: '200' } };
    const { primary, standby } = isReplicated
      ? await startReplicatedServers(options)
      : { primary: await startEmbeddedServer(options), standby: null };
    const server = new PostgresServer(primary, standby);
    await server.#run((client) => client.query(`CREATE DATABASE ${DATABASE}`), server.#server.url);
    return server;
  }

  /** Of every server, the first primary first. */
  get ports(): number[] {
    return this.#all.map(({ port }) => port);
  }

  /** How a client reaches them behind these ports. */
  url(ports: readonly number[]): string {
    const url = new URL(this.#server.url);
    url.pathname = `/${DATABASE}`;
    const hosts = ports.map((port) => `${url.hostname}:${port}`).join(',');
    return url.href.replace(url.host, hosts);
  }

  /** The primary is gone for good, in the middle of whatever it commits, and its standby takes over. */
  async failOver(): Promise<void> {
    const standby = this.#standby;
    if (standby === null) return;
    this.#standby = null;
    await this.#server.crash();
    await standby.promote();
    this.#server = standby;
  }

  /** As the first node of a coming release does, straight at the server that takes writes; the nodes of the round do not know the new schema. */
  async migrate(): Promise<void> {
    const pool = createPool(this.url([this.#server.port]));
    try {
      await migrate(pool, [...migrations, ...comingMigrations]);
    } finally {
      await pool.end();
    }
  }

  start(): Promise<void> {
    return this.#server.start();
  }

  /** The immediate shutdown: nothing is flushed, and the next start recovers from the log. */
  stop(): Promise<void> {
    return this.#server.crash();
  }

  async remove(): Promise<void> {
    await Promise.all(this.#all.map((server) => server.stop()));
  }

  /** One snapshot, whatever the nodes do meanwhile. */
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
    // A server that is stopped in the middle of a look fails the query, and says so here as well.
    client.on('error', () => {});
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  }
}
