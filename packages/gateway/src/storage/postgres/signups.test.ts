// Runs the contract of sign-ups on PostgreSQL.
import { systemClock, systemRandom } from '../../domain/clock.ts';
import { freshDatabase } from '../../testing/postgres-databases.ts';
import { describeSignups } from '../signups.contract.ts';
import { openPostgresStorage } from './open-storage.ts';

describeSignups('PostgreSQL', async (databaseClock) => {
  const database = await freshDatabase();
  const settings = { url: database.url, clock: systemClock, random: systemRandom, serves: true };
  const storage = await openPostgresStorage({ ...settings, databaseClock });
  const close = async () => {
    await storage.close();
    await database.drop();
  };
  return { storage, close };
});
