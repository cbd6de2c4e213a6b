// Runs the contract suites of retention and of walk states on SQLite.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { systemRandom } from '../../domain/clock.ts';
import { describeRetention } from '../contracts/retention.contract.ts';
import type { TestClock } from '../contracts/storage.contract.ts';
import { describeWalkStates } from '../contracts/walk-states.contract.ts';
import { openSqliteStorage } from './open-storage.ts';

async function openTwo(clock: TestClock) {
  const folder = mkdtempSync(path.join(tmpdir(), 'reelgate-retention-'));
  const settings = { file: path.join(folder, 'test.db'), clock, random: systemRandom, serves: true };
  const storage = await openSqliteStorage(settings);
  const another = await openSqliteStorage(settings);
  const close = async () => {
    await Promise.all([storage.close(), another.close()]);
    rmSync(folder, { recursive: true, force: true });
  };
  return { storage, another, close };
}

describeRetention('SQLite', openTwo);
describeWalkStates('SQLite', openTwo);
