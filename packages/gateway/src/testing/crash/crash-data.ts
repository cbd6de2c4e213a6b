// The data of crash runs. Each run gets its own copy of what a first process, killed in the middle of two calls, left behind. Copying a
// folder, or a PostgreSQL database, takes about 50 ms.
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { base62 } from '../../domain/access/key.ts';
import { systemRandom } from '../../domain/clock.ts';
import type { CrashData } from './crash-gateway.ts';

export interface Place {
  data: CrashData;
  /** Makes killed nodes look as if they had been silent for a minute, so that their leases have lapsed. */
  age(): Promise<void>;
  copy(): Promise<Place>;
  remove(): Promise<void>;
}

/** `server` is the URL of any database of a PostgreSQL server; null for SQLite. */
export async function emptyPlace(server: string | null): Promise<Place> {
  const folder = newFolder();
  return server === null ? sqlitePlace(folder) : postgresPlace(folder, server, await newDatabase(server));
}

const newFolder = () => mkdtempSync(path.join(tmpdir(), 'reelgate-crash-'));

function dataIn(folder: string, storageUrl: string | null): CrashData {
  return { folder: path.join(folder, 'data'), storageUrl, journal: path.join(folder, 'upstream.jsonl') };
}

function copyFolder(from: string): string {
  const folder = newFolder();
  cpSync(from, folder, { recursive: true });
  return folder;
}

/** Tables whose rows a node claims. */
const LEASED = ['collections', 'watches'] as const;

function ageLeases(file: string): void {
  if (!existsSync(file)) return;
  // The nodes write beside it.
  const db = new DatabaseSync(file, { timeout: 10_000 });
  for (const table of LEASED) db.exec(`UPDATE ${table} SET lease_until_ms = 0`);
  db.close();
}

function sqlitePlace(folder: string): Place {
  return {
    data: dataIn(folder, null),
    age: async () => ageLeases(path.join(folder, 'data', 'reelgate.db')),
    copy: async () => sqlitePlace(copyFolder(folder)),
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

function postgresPlace(folder: string, server: string, name: string): Place {
  const url = urlOf(server, name);
  return {
    data: dataIn(folder, url),
    // Longer than any node may be silent.
    async age() {
      await run(url, 'UPDATE nodes SET seen_at_ms = seen_at_ms - 60000');
      for (const table of LEASED) await run(url, `UPDATE ${table} SET lease_until_ms = 0`);
    },
    copy: async () => postgresPlace(copyFolder(folder), server, await newDatabase(server, name)),
    async remove() {
      rmSync(folder, { recursive: true, force: true });
      await run(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}

/** A killed process may leave connections that the server has not noticed yet; they no longer use the original database. */
async function newDatabase(server: string, origin = 'template1'): Promise<string> {
  const name = `reelgate_crash_${base62(systemRandom, 12).toLowerCase()}`;
  if (origin !== 'template1') {
    const sessions = 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1';
    await run(server, sessions, [origin]);
  }
  await run(server, `CREATE DATABASE ${name} TEMPLATE ${origin}`);
  return name;
}

function urlOf(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

async function run(url: string, sql: string, values: unknown[] = []): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(sql, values);
  } finally {
    await client.end();
  }
}
