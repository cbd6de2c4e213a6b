// A ledger with rows in every table moves to the other database and back, and is backed up from both: every row arrives with every column,
// and nothing else is left in the folders.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import type { StorageConfig } from '../config/config.ts';
import { systemRandom } from '../domain/clock.ts';
import { DAY_MS } from '../domain/duration.ts';
import { createTestClock } from '../storage/contracts/storage.contract.ts';
import { openSqliteStorage } from '../storage/sqlite/open-storage.ts';
import { addBystander, besideBystander } from '../storage/testing/bystander.ts';
import { publishPrice } from '../storage/testing/payer.ts';
import type { TransferProgress } from '../storage/transfer/row-transfer.ts';
import type { TransferResult } from '../storage/transfer/transfer.ts';
import { selectOf, TRANSFER_TABLES, type TransferTable } from '../storage/transfer/transfer-tables.ts';
import { freshDatabase } from '../testing/postgres-databases.ts';
import { backupStorage, copyStorage } from './move-storage.ts';

const SECRET = 'ab'.repeat(32);

/** An account with rows in every table of accounts, and what belongs to the whole service. */
async function fillLedger(file: string): Promise<void> {
  const clock = createTestClock();
  const storage = await openSqliteStorage({ file, clock, random: systemRandom, serves: true });
  const edit = async (sql: string) => {
    const db = new DatabaseSync(file, { timeout: 5_000 });
    db.exec(sql);
    db.close();
  };
  const opened = { storage, edit, close: () => storage.close() };
  await addBystander(opened);
  // The first price list adds its calls.
  await publishPrice((await besideBystander(opened, async () => [])).storage);
  const token = { id: 'tok', name: 'token', role: 'operator', prefix: 'rga_', hash: 'h' } as const;
  await storage.adminTokens.create({ actor: 'test', ...token });
  await storage.quotas.take({ provider: 'one', per: 'day', reset: 'UTC', units: 3, most: 5 });
  const event = { stream: 'operator', type: 'provider.recovered', data: { provider: 'one' } } as const;
  await storage.events.noteOnce({ name: 'one', state: 'up', event, isUsual: false });
  await edit(`INSERT INTO usage_carried (account_id, key_id, calls, failures, charged_micros, last_at_ms, cost_micros)
    VALUES ('bystander', 'bystander-2', 0, 2, 0, 3, 4)`);
  await edit(`INSERT INTO provider_days (day, path, provider, attempts, failures, duration_ms, cost_micros, charged_micros)
    VALUES ('2026-10-01', '/p', 'one', 7, 6, 5, 4, 3)`);
  clock.advance(DAY_MS);
  const { next } = await storage.ledger.verify({ from: 'start' });
  await storage.ledger.keepCheckpoint(next!);
  await storage.close();
}

type Rows = Record<string, unknown[][]>;

/** Whole numbers and bytes in the same form, whichever driver read them. */
function valuesOf({ columns }: TransferTable, row: Record<string, unknown>): unknown[] {
  return Object.entries(columns).map(([name, type]) => {
    const value = row[name] ?? null;
    if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
    return type === 'integer' && value !== null ? Number(value) : value;
  });
}

async function rowsOf(ask: (sql: string) => Promise<Record<string, unknown>[]>): Promise<Rows> {
  const rows: Rows = {};
  for (const table of TRANSFER_TABLES)
    rows[table.name] = (await ask(selectOf(table))).map((row) => valuesOf(table, row));
  return rows;
}

function rowsOfFile(file: string): Promise<Rows> {
  const db = new DatabaseSync(file, { readOnly: true });
  return rowsOf(async (sql) => db.prepare(sql).all()).finally(() => db.close());
}

const quiet = () => {};

function copied(result: TransferResult) {
  if (result.kind !== 'copied') throw new Error(`expected copied, got ${result.detail}`);
  return result;
}

/** What a reader of the bar sees: each table after the other, once written and once read back, up to the end. */
function expectWhole(seen: readonly TransferProgress[], tables: readonly { table: string; rows: number }[]) {
  const named = tables.filter(({ rows }) => rows > 0).map(({ table }) => table);
  expect([...seen.map(({ table }) => table)].filter((name, i, all) => name !== all[i - 1])).toEqual([
    ...named,
    ...named,
  ]);
  const { done, total } = seen.at(-1)!;
  expect([done, total]).toEqual([total, 2 * tables.reduce((sum, { rows }) => sum + rows, 0)]);
}

test('a ledger with rows in every table moves there and back and is backed up from both, with every row and every column', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'reelgate-every-row-'));
  const database = await freshDatabase();
  onTestFinished(async () => {
    await database.drop();
    rmSync(folder, { recursive: true });
  });
  const [dataDir, backDir, backups] = ['data', 'back', 'backups'].map((name) => path.join(folder, name));
  for (const one of [dataDir!, backDir!]) mkdirSync(one);
  const sqlite: StorageConfig = { kind: 'sqlite', file: path.join(dataDir!, 'reelgate.db') };
  const postgres: StorageConfig = { kind: 'postgres', url: database.url };
  const back: StorageConfig = { kind: 'sqlite', file: path.join(backDir!, 'reelgate.db') };
  await fillLedger(sqlite.file);
  const before = await rowsOfFile(sqlite.file);
  expect(Object.keys(before).filter((name) => before[name]!.length === 0)).toEqual([]);

  const seen: TransferProgress[] = [];
  const move = { dataDir: dataDir!, library: 'left' } as const;
  const there = copied(await copyStorage({ ...move, from: sqlite, to: postgres }, (one) => seen.push(one)));
  expectWhole(seen, there.tables);
  expect(there).toMatchObject({ library: null, ledger: { differenceCount: 0, next: null } });
  expect(await rowsOf((sql) => database.query(sql))).toEqual(before);

  const home = { from: postgres, to: back, dataDir: backDir!, library: 'left' } as const;
  await database.query(`INSERT INTO service_secret (id, fingerprint, secret) VALUES (1, 'f', '${SECRET}')`);
  expect(copied(await copyStorage(home, quiet)).tables).toEqual(there.tables);
  expect(readdirSync(backDir!).sort()).toEqual(['reelgate.db', 'service.secret']);
  expect(statSync(path.join(backDir!, 'service.secret')).mode & 0o777).toBe(0o600);
  expect(await rowsOfFile(back.file)).toEqual(before);

  const fileOf = (name: string) => path.join(backups!, `${name}.db`);
  for (const [name, from] of Object.entries({ sqlite, postgres })) {
    const backup = { from, dataDir: dataDir!, file: fileOf(name), library: 'left' } as const;
    copied(await backupStorage(backup, quiet));
  }
  expect(readdirSync(backups!).sort()).toEqual(['postgres.db', 'sqlite.db']);
  expect(statSync(backups!).mode & 0o777).toBe(0o700);
  for (const name of ['sqlite', 'postgres']) expect(await rowsOfFile(fileOf(name))).toEqual(before);
});
