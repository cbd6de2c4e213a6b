// Runs the promises about budgets, complaints and quotas on SQLite, with one node and with three on one file.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';
import { type Clock, systemRandom } from '../../domain/clock.ts';
import { describeCaps } from '../caps.contract.ts';
import { describeCapRaces } from '../caps-races.contract.ts';
import { describeComplaints } from '../complaints.contract.ts';
import { describeQuotas } from '../quotas.contract.ts';
import { createTestClock } from '../storage.contract.ts';
import type { Storage } from '../storage.ts';
import { openSqliteStorage } from './open-storage.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'reelgate-caps-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const openNode = (file: string, clock: Clock) =>
  openSqliteStorage({ file: path.join(folder, file), clock, random: systemRandom, serves: true });

describeCaps('SQLite', async (clock) => {
  const storage = await openNode('one.db', clock);
  return { storage, close: () => storage.close() };
});

describeComplaints('SQLite', async (clock) => {
  const storage = await openNode('complaints.db', clock);
  return { storage, close: () => storage.close() };
});

describeCapRaces('SQLite', async () => {
  const clock = createTestClock();
  const nodes: Storage[] = [];
  for (let i = 0; i < 3; i++) nodes.push(await openNode('three.db', clock));
  const close = async () => {
    for (const node of nodes) await node.close();
  };
  return { nodes, close };
});

describeQuotas('SQLite', async (clock) => {
  const nodes: Storage[] = [];
  for (let i = 0; i < 3; i++) nodes.push(await openNode('quotas.db', clock));
  const close = async () => {
    for (const node of nodes) await node.close();
  };
  return { nodes, close };
});
