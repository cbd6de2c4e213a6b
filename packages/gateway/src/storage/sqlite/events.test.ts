// Runs the contracts of events and webhooks on SQLite.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { systemRandom } from '../../domain/clock.ts';
import { describeEvents } from '../events.contract.ts';
import type { TestClock } from '../storage.contract.ts';
import { describeWebhooks } from '../webhooks.contract.ts';
import { openSqliteStorage } from './open-storage.ts';

async function open(clock: TestClock) {
  const folder = mkdtempSync(path.join(tmpdir(), 'reelgate-events-'));
  const file = path.join(folder, 'test.db');
  const storage = await openSqliteStorage({ file, clock, random: systemRandom, serves: true });
  const close = async () => {
    await storage.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { storage, close };
}

describeEvents('SQLite', open);
describeWebhooks('SQLite', open);
