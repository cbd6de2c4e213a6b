// New databases for tests: the schema is created once per run and cloned for each test, which takes about 50 ms. On a server that was
// started for the run they are left behind, because dropping is slow and the server is deleted anyway.
import { inject } from 'vitest';
import { dropDatabase, runStatement, testDatabaseName, urlOfDatabase } from './postgres-template.ts';

export interface TestDatabase {
  url: string;
  /** Runs one query on a connection of its own. */
  query(sql: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  drop(): Promise<void>;
}

interface Server {
  url: string;
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

export async function freshDatabase(): Promise<TestDatabase> {
  const at = await serverOfRun();
  return clone(at, at.template);
}

/** A copy with all data of this database, to which nothing may be connected. */
export async function copyOf({ url }: Pick<TestDatabase, 'url'>): Promise<TestDatabase> {
  return clone(await serverOfRun(), new URL(url).pathname.slice(1));
}

/** A database without tables. */
export async function emptyDatabase(): Promise<TestDatabase> {
  return clone(await serverOfRun(), 'template1');
}

async function clone(at: Server, origin: string): Promise<TestDatabase> {
  const name = testDatabaseName();
  await runStatement(at.url, `CREATE DATABASE ${name} TEMPLATE ${origin}`);
  const url = urlOfDatabase(at.url, name);
  return {
    url,
    query: (sql, values) => runStatement(url, sql, values),
    drop: async () => {
      if (!at.isOurs) await dropDatabase(at.url, name);
    },
  };
}
