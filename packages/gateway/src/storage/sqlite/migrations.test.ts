// Takes a ledger with rows through every migration: no row or value may be lost, doubled or mixed up.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemClock, systemRandom } from '../../domain/clock.ts';
import { OLD_TABLES, oldRows } from '../testing/old-rows.ts';
import { migrations } from './migrations/index.ts';
import { openSqliteStorage } from './open-storage.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'reelgate-migrations-'));
  file = path.join(folder, 'test.db');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function inDatabase<T>(work: (db: DatabaseSync) => T): T {
  const db = new DatabaseSync(file);
  try {
    return work(db);
  } finally {
    db.close();
  }
}

/** Rows with their values by column name. */
const readAll = () =>
  inDatabase((db) =>
    Object.fromEntries(
      OLD_TABLES.map((table) => [
        table,
        db
          .prepare(`SELECT * FROM ${table}`)
          .all()
          .map((row) => ({ ...row })),
      ]),
    ),
  );

test.each(migrations.map((_, i) => i + 1))(
  'a ledger of schema version %i has every row with every value after the newest one is opened, and is sound',
  async (version) => {
    inDatabase((db) => {
      db.exec(migrations[0]!);
      for (const sql of oldRows) db.exec(sql);
      for (const sql of migrations.slice(1, version)) db.exec(sql);
      db.exec(`PRAGMA user_version = ${version}`);
    });
    const before = readAll();
    const storage = await openSqliteStorage({
      file,
      clock: systemClock,
      random: systemRandom,
      serves: false,
    });
    const report = await storage.ledger.verify();
    const usage = await storage.usage.read({ fromDay: '2026-11-01', toDay: '2026-11-30', by: 'path' });
    await storage.close();
    expect(report.differences).toEqual([]);
    expect(usage).toMatchObject([
      { group: '/p', calls: 1, failures: 61, chargedMicros: 11 },
      { group: '/q', calls: 0, failures: 62, chargedMicros: 0 },
    ]);
    const after = readAll();
    for (const table of OLD_TABLES) {
      const kept = before[table]!.map((row) => expect.objectContaining(row));
      expect(after[table]).toEqual(expect.arrayContaining(kept));
      // A migration may add rows to `meta`, and nowhere else.
      if (table !== 'meta') expect(after[table]).toHaveLength(kept.length);
    }
    expect(inDatabase((db) => db.prepare('PRAGMA user_version').get())).toEqual({
      user_version: migrations.length,
    });
  },
);
