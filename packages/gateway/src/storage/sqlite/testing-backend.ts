// Opens a SQLite ledger for the contract suites: a file of its own, and the bystander in it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { type Clock, systemRandom } from '../../domain/clock.ts';
import {
  type BesideBystander,
  besideBystander,
  type OpenedAlone,
  type RunQuery,
} from '../testing-bystander.ts';
import { openSqliteStorage } from './open-storage.ts';

export async function openAlone(clock: Clock): Promise<OpenedAlone> {
  const folder = mkdtempSync(path.join(tmpdir(), 'reelgate-sqlite-'));
  const file = path.join(folder, 'test.db');
  const storage = await openSqliteStorage({ file, clock, random: systemRandom, serves: true });
  const reader = new DatabaseSync(file, { readOnly: true });
  const prepared = new Map<string, StatementSync>();
  const query: RunQuery = async (sql) => {
    const statement = prepared.get(sql) ?? reader.prepare(sql);
    prepared.set(sql, statement);
    return statement.all();
  };
  const close = async () => {
    await storage.close();
    reader.close();
    rmSync(folder, { recursive: true, force: true });
  };
  const edit = async (sql: string) => {
    const writer = new DatabaseSync(file, { timeout: 5_000 });
    writer.exec(sql);
    writer.close();
  };
  return { storage, query, edit, close };
}

export async function openBesideBystander(clock: Clock): Promise<BesideBystander> {
  const opened = await openAlone(clock);
  return besideBystander(opened, opened.query);
}
