// Runs the promises about budgets, complaints and quotas on PostgreSQL, with one node and with three on one database.
import { type Clock, systemClock, systemRandom } from '../../domain/clock.ts';
import { freshDatabase } from '../../testing/postgres-databases.ts';
import { describeCaps } from '../caps.contract.ts';
import { describeCapRaces } from '../caps-races.contract.ts';
import { describeComplaints } from '../complaints.contract.ts';
import { describeQuotas } from '../quotas.contract.ts';
import { createTestClock } from '../storage.contract.ts';
import type { Storage } from '../storage.ts';
import { openPostgresStorage } from './open-storage.ts';

const openNode = (url: string, databaseClock: Clock) =>
  openPostgresStorage({ url, clock: systemClock, random: systemRandom, serves: true, databaseClock });

describeCaps('PostgreSQL', async (clock) => {
  const { url, drop } = await freshDatabase();
  const storage = await openNode(url, clock);
  const close = async () => {
    await storage.close();
    await drop();
  };
  return { storage, close };
});

describeComplaints('PostgreSQL', async (clock) => {
  const { url, drop } = await freshDatabase();
  const storage = await openNode(url, clock);
  const close = async () => {
    await storage.close();
    await drop();
  };
  return { storage, close };
});

describeCapRaces('PostgreSQL', async () => {
  const { url, drop } = await freshDatabase();
  const clock = createTestClock();
  const nodes: Storage[] = [];
  for (let i = 0; i < 3; i++) nodes.push(await openNode(url, clock));
  const close = async () => {
    for (const node of nodes) await node.close();
    await drop();
  };
  return { nodes, close };
});

describeQuotas('PostgreSQL', async (clock) => {
  const { url, drop } = await freshDatabase();
  const nodes: Storage[] = [];
  for (let i = 0; i < 3; i++) nodes.push(await openNode(url, clock));
  const close = async () => {
    for (const node of nodes) await node.close();
    await drop();
  };
  return { nodes, close };
});
