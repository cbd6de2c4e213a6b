// New databases for tests: the schema is created once per run and cloned for each test, which took 39 ms on a busy machine. On a server that was
// started for the run they are left behind, because dropping is slow and the server is deleted anyway.
import pg from 'pg';
import { inject } from 'vitest';
import { dropDatabase, runStatement, testDatabaseName, urlOfDatabase } from './postgres-template.ts';

export interface TestDatabase {
  url: string;
  /** The same database without the pooler, if there is one. */
  directUrl: string;
  /** Runs one query on a connection of its own, never through a pooler. */
  query(sql: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  drop(): Promise<void>;
}

interface Server {
  url: string;
  /** Where tests connect: the server itself, or a pooler in front of it. */
  through: string;
  isOurs: boolean;
  /** A database with our schema and no row. */
  template: string;
}

let server: Promise<Server> | null = null;

function serverOfRun(): Promise<Server> {
  server ??= ask();
  return server;
}

async function ask(): Promise<Server> {
  const response = await fetch(inject('postgresDesk'));
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return JSON.parse(text) as Server;
}

/** One connection makes the databases of all tests of a worker: the server starts a process for each connection. */
let maker: Promise<pg.Client> | null = null;

async function connectMaker(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  // The server is stopped at the end of the run, while this is still open.
  client.on('error', () => {});
  await client.connect();
  return client;
}

export async function freshDatabase(): Promise<TestDatabase> {
  const at = await serverOfRun();
  return clone(at, at.template);
}

/** A copy with all data of this database, to which no test may be connected. */
export async function copyOf({ url }: Pick<TestDatabase, 'url'>): Promise<TestDatabase> {
  return clone(await serverOfRun(), new URL(url).pathname.slice(1));
}

/** A database without tables. */
export async function emptyDatabase(): Promise<TestDatabase> {
  return clone(await serverOfRun(), 'template1');
}

async function clone(at: Server, origin: string): Promise<TestDatabase> {
  const name = testDatabaseName();
  // A pooler keeps connections for some time, and a database in use cannot be cloned.
  if (at.through !== at.url)
    await runStatement(at.url, 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [
      origin,
    ]);
  // The usual strategy writes every page to the log, and takes twice as long.
  maker ??= connectMaker(at.url);
  await (await maker).query(`CREATE DATABASE ${name} TEMPLATE ${origin} STRATEGY file_copy`);
  const directUrl = urlOfDatabase(at.url, name);
  return {
    url: urlOfDatabase(at.through, name),
    directUrl,
    query: (sql, values) => runStatement(directUrl, sql, values),
    drop: async () => {
      if (!at.isOurs) await dropDatabase(at.url, name);
    },
  };
}
