// Runs the checkpoint suite on PostgreSQL, the same as on SQLite.
import { systemClock, systemRandom } from '../../domain/clock.ts';
import { freshDatabase } from '../../testing/postgres-databases.ts';
import { describeCheckpoint } from '../contracts/checkpoint.contract.ts';
import { openPostgresStorage } from './open-storage.ts';

describeCheckpoint('PostgreSQL', async (databaseClock) => {
  const { url, drop, query } = await freshDatabase();
  const settings = { url, clock: systemClock, random: systemRandom, serves: true, databaseClock };
  const storage = await openPostgresStorage({ sync: 'any', ...settings });
  const close = async () => {
    await storage.close();
    await drop();
  };
  // A superuser can disable the triggers.
  const tamper = (sql: string) => query(`SET session_replication_role = replica; ${sql}`);
  return { storage, close, tamper };
});
