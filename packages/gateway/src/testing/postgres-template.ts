// The database that every test database of a run is cloned from: our schema, without a row. It is created once per run, because the
// migrations take longer than most tests. Nothing may connect to it afterwards: a database in use cannot be cloned.
import pg from 'pg';
import { base62 } from '../domain/access/key.ts';
import { systemRandom } from '../domain/clock.ts';
import { createPool } from '../storage/postgres/connection.ts';
import { migrate } from '../storage/postgres/migrate.ts';

/** Returns its name. */
export async function makeTemplate(server: string): Promise<string> {
  const name = testDatabaseName();
  await runStatement(server, `CREATE DATABASE ${name}`);
  const pool = createPool(urlOfDatabase(server, name), { sync: 'any' });
  await migrate(pool);
  // Partitions for the months that tests use, so that not every test has to create them.
  await pool.query('SELECT reelgate_make_months($1, 3)', [Date.parse('2026-11-01')]);
  await pool.end();
  return name;
}

export const testDatabaseName = () => `reelgate_test_${base62(systemRandom, 12).toLowerCase()}`;

export function urlOfDatabase(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

export async function dropDatabase(server: string, name: string): Promise<void> {
  await runStatement(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
}

/** Runs one query on a connection of its own. */
export async function runStatement(
  url: string,
  sql: string,
  values?: unknown[],
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(sql, values)).rows;
  } finally {
    await client.end();
  }
}
