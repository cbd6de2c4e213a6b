// Runs the suites of calls with terms and with tiers on PostgreSQL: the very suites that SQLite passes.
import { systemClock, systemRandom } from '../../domain/clock.ts';
import { freshDatabase } from '../../testing/postgres-databases.ts';
import { describeTerms } from '../terms.contract.ts';
import { describeTiers } from '../tiers.contract.ts';
import { openPostgresStorage } from './open-storage.ts';

for (const describeSuite of [describeTerms, describeTiers]) {
  describeSuite('PostgreSQL', async (databaseClock) => {
    const { url, drop } = await freshDatabase();
    const settings = { url, clock: systemClock, random: systemRandom, serves: true, databaseClock };
    const storage = await openPostgresStorage(settings);
    const close = async () => {
      await storage.close();
      await drop();
    };
    return { storage, close };
  });
}
