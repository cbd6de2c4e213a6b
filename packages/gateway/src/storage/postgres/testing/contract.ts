// Opens a PostgreSQL ledger for the contract suites: a database of its own, and the bystander in it.
import pg from 'pg';
import { type Clock, systemClock, systemRandom } from '../../../domain/clock.ts';
import { copyOf, freshDatabase, type TestDatabase } from '../../../testing/postgres-databases.ts';
import { createTestClock } from '../../contracts/storage.contract.ts';
import {
  addBystander,
  type BesideBystander,
  besideBystander,
  type OpenedAlone,
  type RunQuery,
} from '../../testing/bystander.ts';
import { openPostgresStorage } from '../open-storage.ts';

export async function openAlone(databaseClock: Clock): Promise<OpenedAlone> {
  return openOn(await freshDatabase(), databaseClock);
}

async function openOn(database: TestDatabase, databaseClock: Clock): Promise<OpenedAlone> {
  const settings = { url: database.url, clock: systemClock, random: systemRandom, serves: true };
  const storage = await openPostgresStorage({ sync: 'any', ...settings, databaseClock });
  const reader = new pg.Client({ connectionString: database.directUrl });
  await reader.connect();
  // Verbs of a suite may end at the same time; a connection runs one query after the other.
  let last: Promise<unknown> = Promise.resolve();
  const run = async (query: pg.QueryConfig) => {
    const asked = last.then(() => reader.query(query));
    last = asked.catch(() => {});
    return (await asked).rows as Record<string, unknown>[];
  };
  const query: RunQuery = (text) => run({ name: 'bystander', text });
  const close = async () => {
    await storage.close();
    await reader.end();
    await database.drop();
  };
  return { storage, query, edit: (text) => run({ text }), close };
}

/** Made once for all tests of a worker; each test gets a copy. */
let withBystander: Promise<TestDatabase> | null = null;

async function makeBystander(): Promise<TestDatabase> {
  const database = await freshDatabase();
  const opened = await openOn({ ...database, drop: async () => {} }, createTestClock());
  await addBystander(opened);
  await opened.close();
  return database;
}

export async function openBesideBystander(databaseClock: Clock): Promise<BesideBystander> {
  withBystander ??= makeBystander();
  const opened = await openOn(await copyOf(await withBystander), databaseClock);
  return besideBystander(opened, opened.query);
}
