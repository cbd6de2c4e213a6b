// Runs the edges of money on PostgreSQL: the very suite that SQLite passes.
import { type Clock, systemClock, systemRandom } from '../../domain/clock.ts';
import { freshDatabase } from '../../testing/postgres-databases.ts';
import { describeLedgerEdges } from '../ledger-edges.contract.ts';
import { openPostgresStorage } from './open-storage.ts';

describeLedgerEdges('PostgreSQL', async (databaseClock: Clock) => {
  const { url, drop } = await freshDatabase();
  const settings = { url, clock: systemClock, random: systemRandom, serves: true, databaseClock };
  const storage = await openPostgresStorage(settings);
  const close = async () => {
    await storage.close();
    await drop();
  };
  return { storage, close };
});
