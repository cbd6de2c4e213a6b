// Runs the suite of lists of calls on PostgreSQL.
import { systemClock, systemRandom } from '../../domain/clock.ts';
import { freshDatabase } from '../../testing/postgres-databases.ts';
import { describeCallLists } from '../call-lists.contract.ts';
import { openPostgresStorage } from './open-storage.ts';

describeCallLists('PostgreSQL', async (databaseClock) => {
  const database = await freshDatabase();
  const settings = { url: database.url, clock: systemClock, random: systemRandom };
  const storage = await openPostgresStorage({ ...settings, serves: true, databaseClock });
  const close = async () => {
    await storage.close();
    await database.drop();
  };
  return { storage, close, edit: database.query };
});
