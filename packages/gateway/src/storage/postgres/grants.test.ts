// Runs the contract of grants on PostgreSQL.
import { systemClock, systemRandom } from '../../domain/clock.ts';
import { freshDatabase } from '../../testing/postgres-databases.ts';
import { describeGrants } from '../grants.contract.ts';
import { openPostgresStorage } from './open-storage.ts';

describeGrants('PostgreSQL', async (databaseClock) => {
  const database = await freshDatabase();
  const settings = { url: database.url, clock: systemClock, random: systemRandom, serves: true };
  const storage = await openPostgresStorage({ ...settings, databaseClock });
  const close = async () => {
    await storage.close();
    await database.drop();
  };
  return { storage, close };
});
