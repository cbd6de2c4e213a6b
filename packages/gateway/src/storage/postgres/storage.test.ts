// Runs the storage contract and the plain ledger on PostgreSQL: the very suites that SQLite passes, on databases of their own.
import { type Clock, systemClock, systemRandom } from '../../domain/clock.ts';
import { freshDatabase } from '../../testing/postgres-databases.ts';
import { describeStorage, type OpenedStorage } from '../storage.contract.ts';
import { describeLedgerModel } from '../storage.model.ts';
import { openPostgresStorage } from './open-storage.ts';

async function openStorage(databaseClock: Clock): Promise<OpenedStorage> {
  const database = await freshDatabase();
  const storage = await openPostgresStorage({
    url: database.url,
    clock: systemClock,
    random: systemRandom,
    serves: true,
    databaseClock,
  });
  const close = async () => {
    await storage.close();
    await database.drop();
  };
  return { storage, close };
}

describeStorage('PostgreSQL', openStorage);
describeLedgerModel('PostgreSQL', openStorage);
