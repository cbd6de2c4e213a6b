// Guarantees about caps and quotas on SQLite that need three nodes on one file.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';
import { type Clock, systemRandom } from '../../domain/clock.ts';
import { describeCapRaces } from '../contracts/caps-races.contract.ts';
import { describeQuotas } from '../contracts/quotas.contract.ts';
import { createTestClock } from '../contracts/storage.contract.ts';
import type { Storage } from '../storage.ts';
import { openSqliteStorage } from './open-storage.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'reelgate-caps-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const openNode = (file: string, clock: Clock) =>
  openSqliteStorage({ file: path.join(folder, file), clock, random: systemRandom, serves: true });

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
