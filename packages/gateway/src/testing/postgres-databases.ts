// Owns fresh databases for tests: an empty schema is made once per test file and cloned for each test, which takes some 50 ms.
// On a server that was started for the run they are left behind, because it vanishes with them and dropping is slow.
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

interface Server {
  url: string;
  isOurs: boolean;
}

let server: Promise<Server> | null = null;
let template: Promise<string> | null = null;

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
  template ??= makeTemplate(at.url);
  return clone(at, await template);
}

/** Without any table. */
export async function emptyDatabase(): Promise<TestDatabase> {
  return clone(await serverOfRun(), 'template1');
}

/** Call it when the file is done. */
export async function dropTemplate(): Promise<void> {
  if (template !== null) await drop(await serverOfRun(), await template);
  template = null;
}

async function clone(at: Server, origin: string): Promise<TestDatabase> {
  const name = newName();
  await run(at.url, `CREATE DATABASE ${name} TEMPLATE ${origin}`);
  const url = urlOf(at.url, name);
  return { url, query: (sql, values) => run(url, sql, values), drop: () => drop(at, name) };
}

async function drop({ url, isOurs }: Server, name: string): Promise<void> {
  if (!isOurs) await run(url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
}

async function makeTemplate(base: string): Promise<string> {
  const name = newName();
  await run(base, `CREATE DATABASE ${name}`);
  const pool = createPool(urlOf(base, name));
  await migrate(pool);
  // The months in which tests play, so that not each of them has to make them.
  await pool.query('SELECT reelgate_make_months($1, 3)', [Date.parse('2026-11-01')]);
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
