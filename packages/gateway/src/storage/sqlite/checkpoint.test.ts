// Runs the suite of the ledger's checkpoint on SQLite.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { systemRandom } from '../../domain/clock.ts';
import { describeCheckpoint } from '../contracts/checkpoint.contract.ts';
import { openSqliteStorage } from './open-storage.ts';

/** Anyone with write access to the file can drop the triggers. */
function tamper(file: string, sql: string): void {
  const db = new DatabaseSync(file, { enableForeignKeyConstraints: false });
  for (const { name } of db.prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger'").all())
    db.exec(`DROP TRIGGER ${name}`);
  db.exec(sql);
  db.close();
}

describeCheckpoint('SQLite', async (clock) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'reelgate-checkpoint-'));
  const file = path.join(folder, 'test.db');
  const storage = await openSqliteStorage({ file, clock, random: systemRandom, serves: true });
  const close = async () => {
    await storage.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { storage, close, tamper: async (sql) => tamper(file, sql) };
});
