// Runs the suite of lists of calls on SQLite.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { systemRandom } from '../../domain/clock.ts';
import { describeCallLists } from '../call-lists.contract.ts';
import { openSqliteStorage } from './open-storage.ts';

describeCallLists('SQLite', async (clock) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'reelgate-lists-'));
  const file = path.join(folder, 'test.db');
  const storage = await openSqliteStorage({ file, clock, random: systemRandom, serves: true });
  const close = async () => {
    await storage.close();
    rmSync(folder, { recursive: true, force: true });
  };
  const edit = async (sql: string) => {
    const db = new DatabaseSync(file, { timeout: 5_000 });
    db.exec(sql);
    db.close();
  };
  return { storage, close, edit };
});
