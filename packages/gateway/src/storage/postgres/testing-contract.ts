// Opens a PostgreSQL ledger for the contract suites: a database of its own, and the bystander in it.
import pg from 'pg';
import { type Clock, systemClock, systemRandom } from '../../domain/clock.ts';
import { freshDatabase } from '../../testing/postgres-databases.ts';
import {
  type BesideBystander,
  besideBystander,
  type OpenedAlone,
  type RunQuery,
} from '../testing-bystander.ts';
import { openPostgresStorage } from './open-storage.ts';

export async function openAlone(databaseClock: Clock): Promise<OpenedAlone> {
  const database = await freshDatabase();
  const settings = { url: database.url, clock: systemClock, random: systemRandom, serves: true };
  const storage = await openPostgresStorage({ ...settings, databaseClock });
  const reader = new pg.Client({ connectionString: database.url });
  await reader.connect();
  // Verbs of a suite end at the same time; a connection takes one query after the other.
  let last: Promise<unknown> = Promise.resolve();
  const query: RunQuery = async (sql) => {
    const asked = last.then(() => reader.query({ name: 'bystander', text: sql }));
    last = asked.catch(() => {});
    return (await asked).rows;
  };
  const close = async () => {
    await storage.close();
    await reader.end();
    await database.drop();
  };
  return { storage, query, edit: database.query, close };
}

export async function openBesideBystander(databaseClock: Clock): Promise<BesideBystander> {
  const opened = await openAlone(databaseClock);
  return besideBystander(opened, opened.query);
}
