// Guarantees about caps and quotas on PostgreSQL that need three nodes on one database.
import { type Clock, systemClock, systemRandom } from '../../../domain/clock.ts';
import { freshDatabase } from '../../../testing/postgres-databases.ts';
import { describeCapRaces } from '../../contracts/caps-races.contract.ts';
import { describeQuotas } from '../../contracts/quotas.contract.ts';
import { createTestClock } from '../../contracts/storage.contract.ts';
import type { Storage } from '../../storage.ts';
import { openPostgresStorage } from '../open-storage.ts';

const openNode = (url: string, databaseClock: Clock) =>
  openPostgresStorage({
    sync: 'any',
    url,
    clock: systemClock,
    random: systemRandom,
    serves: true,
    databaseClock,
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
