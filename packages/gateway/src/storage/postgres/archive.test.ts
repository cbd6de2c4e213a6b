// Runs the suite of the ledger's archive on PostgreSQL: the very suite that SQLite passes.
import { systemClock, systemRandom } from '../../domain/clock.ts';
import { freshDatabase } from '../../testing/postgres-databases.ts';
import { describeArchive } from '../archive.contract.ts';
import { openPostgresStorage } from './open-storage.ts';

describeArchive('PostgreSQL', async (databaseClock) => {
  const { url, drop } = await freshDatabase();
  const settings = { url, clock: systemClock, random: systemRandom, serves: true, databaseClock };
  const storage = await openPostgresStorage(settings);
  const close = async () => {
    await storage.close();
    await drop();
  };
  return { storage, close };
});
