// Keeps the two schemas equal: every table and column of SQLite is in PostgreSQL and the other way round, with equivalent types, except
// for the differences that are listed here with their reasons. Migrations have the same numbers.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { freshDatabase } from '../../testing/postgres-databases.ts';
import { SqliteConnection } from '../sqlite/connection.ts';
import { migrations as sqliteMigrations } from '../sqlite/migrations/index.ts';
import { migrations } from './migrations/index.ts';

/** Tables that only PostgreSQL has. */
const ONLY_POSTGRES: Record<string, string> = {
  migrations: 'SQLite keeps the number of its schema in PRAGMA user_version',
  nodes: 'SQLite knows the living by locks of the operating system',
  entry_references: 'an index over monthly partitions cannot hold one reference once',
  library_records: 'beside a SQLite ledger the library is a file of its own',
  library_tallies: 'the same',
  library_discussions: 'the same',
  library_places: 'the same',
  library_comments: 'the same',
  library_tracks: 'the same',
  library_changes: 'the same',
};

const TYPES: Record<string, string> = { TEXT: 'text', INTEGER: 'bigint', BLOB: 'bytea' };

async function postgresColumns(): Promise<string[]> {
  const database = await freshDatabase();
  const rows = await database.query(
    `SELECT c.relname AS table, a.attname AS column, format_type(a.atttypid, a.atttypmod) AS type, a.attnotnull AS required
       FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
        AND a.attnum > 0 AND NOT a.attisdropped`,
  );
  await database.drop();
  return rows
    .filter(({ table }) => !(String(table) in ONLY_POSTGRES))
    .map(({ table, column, type, required }) => `${table}.${column} ${type}${required ? ' required' : ''}`)
    .sort();
}

function sqliteColumns(): string[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'reelgate-schema-'));
  const file = path.join(folder, 'test.db');
  const connection = new SqliteConnection(file, { readOnly: false });
  connection.migrate();
  connection.close();
  const db = new DatabaseSync(file);
  const rows = db
    .prepare(
      `SELECT t.name AS "table", c.name AS "column", c.type, c."notnull" OR c.pk > 0 AS required
         FROM pragma_table_list t JOIN pragma_table_info(t.name) c WHERE t.schema = 'main' AND t.name NOT LIKE 'sqlite%'`,
    )
    .all() as { table: string; column: string; type: string; required: number }[];
  db.close();
  rmSync(folder, { recursive: true });
  return rows
    .map(
      ({ table, column, type, required }) =>
        `${table}.${column} ${TYPES[type]}${required ? ' required' : ''}`,
    )
    .sort();
}

test('PostgreSQL and SQLite have the same tables and columns, of the same types', async () => {
  expect(await postgresColumns()).toEqual(sqliteColumns());
});

test('PostgreSQL and SQLite have the same migrations by number', () => {
  expect(migrations).toHaveLength(sqliteMigrations.length);
});

test('entries and daily sums are partitioned by month, and there is no default partition', async () => {
  const database = await freshDatabase();
  const parents = await database.query(
    `SELECT partrelid::regclass::text AS name, partdefid::integer AS fallback FROM pg_partitioned_table ORDER BY 1`,
  );
  expect(parents).toEqual([
    { name: 'entries', fallback: 0 },
    { name: 'provider_days', fallback: 0 },
    { name: 'usage_days', fallback: 0 },
  ]);
  await database.drop();
});
