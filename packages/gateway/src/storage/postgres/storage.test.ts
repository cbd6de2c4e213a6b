// Runs the storage contract on PostgreSQL: the very suite that SQLite passes, on a database of its own for each test.
import { afterAll } from 'vitest';
import { systemClock, systemRandom } from '../../domain/clock.ts';
import { dropTemplate, freshDatabase } from '../../testing/postgres-databases.ts';
import { describeStorage } from '../storage.contract.ts';
import { openPostgresStorage } from './open-storage.ts';

afterAll(dropTemplate);

describeStorage('PostgreSQL', async (databaseClock) => {
  const database = await freshDatabase();
  const { url } = database;
  const storage = await openPostgresStorage({
    url,
    clock: systemClock,
    random: systemRandom,
    serves: true,
    databaseClock,
  });
  const close = async () => {
    await storage.close();
    await database.drop();
  };
  return { storage, close };
});
