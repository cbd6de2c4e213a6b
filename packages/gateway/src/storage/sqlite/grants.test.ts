// Runs the contract of grants on SQLite.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { systemRandom } from '../../domain/clock.ts';
import { describeGrants } from '../grants.contract.ts';
import { openSqliteStorage } from './open-storage.ts';

describeGrants('SQLite', async (clock) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'reelgate-grants-'));
  const file = path.join(folder, 'test.db');
  const storage = await openSqliteStorage({ file, clock, random: systemRandom, serves: true });
  const close = async () => {
    await storage.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { storage, close };
});
