// Owns fresh databases for tests: an empty schema is made once per test file and cloned for each test, which takes some 30 ms.
import pg from 'pg';
import { inject } from 'vitest';
import { systemRandom } from '../domain/clock.ts';
import { base62 } from '../domain/key.ts';
import { createPool } from '../storage/postgres/connection.ts';
import { migrate } from '../storage/postgres/migrate.ts';

export interface TestDatabase {
  url: string;
  /** One statement on a connection of its own. */
  query(sql: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  drop(): Promise<void>;
}

let server: Promise<string> | null = null;
let template: Promise<string> | null = null;

export function serverUrl(): Promise<string> {
  server ??= ask();
  return server;
}

async function ask(): Promise<string> {
  const response = await fetch(inject('postgresDesk'));
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}

export async function freshDatabase(from?: string): Promise<TestDatabase> {
  const base = from ?? (await serverUrl());
  template ??= makeTemplate(base);
  return clone(base, await template);
}

/** Without any table. */
export async function emptyDatabase(): Promise<TestDatabase> {
  return clone(await serverUrl(), 'template1');
}

/** Call it when the file is done. */
export async function dropTemplate(): Promise<void> {
  if (template !== null)
    await run(await serverUrl(), `DROP DATABASE IF EXISTS ${await template} WITH (FORCE)`);
  template = null;
}

async function clone(base: string, origin: string): Promise<TestDatabase> {
  const name = newName();
  await run(base, `CREATE DATABASE ${name} TEMPLATE ${origin}`);
  const url = urlOf(base, name);
  return {
    url,
    query: (sql, values) => run(url, sql, values),
    drop: async () => {
      await run(base, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}

async function makeTemplate(base: string): Promise<string> {
  const name = newName();
  await run(base, `CREATE DATABASE ${name}`);
  const pool = createPool(urlOf(base, name));
  await migrate(pool);
  await pool.end();
  return name;
}

const newName = () => `reelgate_test_${base62(systemRandom, 12).toLowerCase()}`;

function urlOf(base: string, name: string): string {
  const url = new URL(base);
  url.pathname = `/${name}`;
  return url.href;
}

async function run(url: string, sql: string, values?: unknown[]): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(sql, values)).rows;
  } finally {
    await client.end();
  }
}
