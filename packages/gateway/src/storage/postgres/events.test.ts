// Runs the contracts of events and webhooks on PostgreSQL.
import { systemClock, systemRandom } from '../../domain/clock.ts';
import { freshDatabase } from '../../testing/postgres-databases.ts';
import { describeEvents } from '../events.contract.ts';
import type { TestClock } from '../storage.contract.ts';
import { describeWebhooks } from '../webhooks.contract.ts';
import { openPostgresStorage } from './open-storage.ts';

async function open(databaseClock: TestClock) {
  const database = await freshDatabase();
  const settings = { url: database.url, clock: systemClock, random: systemRandom, serves: true };
  const storage = await openPostgresStorage({ ...settings, databaseClock });
  const close = async () => {
    await storage.close();
    await database.drop();
  };
  return { storage, close };
}

describeEvents('PostgreSQL', open);
describeWebhooks('PostgreSQL', open);
