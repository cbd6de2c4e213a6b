// Runs the suite of calls with terms on PostgreSQL: the very suite that SQLite passes.
import { systemClock, systemRandom } from '../../domain/clock.ts';
import { freshDatabase } from '../../testing/postgres-databases.ts';
import { describeTerms } from '../terms.contract.ts';
import { openPostgresStorage } from './open-storage.ts';

describeTerms('PostgreSQL', async (databaseClock) => {
  const { url, drop } = await freshDatabase();
  const settings = { url, clock: systemClock, random: systemRandom, serves: true, databaseClock };
  const storage = await openPostgresStorage(settings);
  const close = async () => {
    await storage.close();
    await drop();
  };
  return { storage, close };
});
