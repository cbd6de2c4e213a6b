// Runs the suite of the ledger's checkpoint on PostgreSQL: the very suite that SQLite passes.
import { systemClock, systemRandom } from '../../domain/clock.ts';
import { freshDatabase } from '../../testing/postgres-databases.ts';
import { describeCheckpoint } from '../contracts/checkpoint.contract.ts';
import { openPostgresStorage } from './open-storage.ts';

describeCheckpoint('PostgreSQL', async (databaseClock) => {
  const { url, drop, query } = await freshDatabase();
  const settings = { url, clock: systemClock, random: systemRandom, serves: true, databaseClock };
  const storage = await openPostgresStorage(settings);
  const close = async () => {
    await storage.close();
    await drop();
  };
  // A superuser can take the walls down.
  const tamper = (sql: string) => query(`SET session_replication_role = replica; ${sql}`);
  return { storage, close, tamper };
});
