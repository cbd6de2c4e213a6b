// A whole installation moves: what was bought on one database is known, owned and never charged again on the other. A
// partial move, a source in use and a target with data are refused. Real gateways, real databases.
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { StorageConfig } from '../config/config.ts';
import { systemClock, systemRandom } from '../domain/clock.ts';
import {
  importLibrary,
  libraryBeside,
  libraryPath,
  libraryPlaceOf,
  listRecords,
  removeRecords,
} from '../library/index.ts';
import { LIBRARY_TABLES } from '../library/library-tables.ts';
import { openPostgresStorage } from '../storage/postgres/open-storage.ts';
import { removeDatabase } from '../storage/sqlite/new-file.ts';
import { openSqliteStorage } from '../storage/sqlite/open-storage.ts';
import { TRANSFER_TABLES } from '../storage/transfer/transfer-tables.ts';
import { emptyDatabase, freshDatabase, type TestDatabase } from '../testing/postgres-databases.ts';
import { startTestGateway, TEST_SETTINGS, type TestGateway } from '../testing/test-gateway.ts';
import { type Backup, backupStorage, copyStorage as copy, type Move } from './move-storage.ts';

let folder: string;
let database: TestDatabase;
let sqlite: Extract<StorageConfig, { kind: 'sqlite' }>;
let postgres: Extract<StorageConfig, { kind: 'postgres' }>;
const quiet = () => {};

function copyStorage(
  from: StorageConfig,
  to: StorageConfig,
  onProgress: Parameters<typeof copy>[1],
  library: Move['library'] = 'served',
) {
  return copy({ from, to, dataDir: folder, library }, onProgress);
}

function backUp(from: StorageConfig, file: string, library: Backup['library'] = 'beside') {
  return backupStorage({ from, dataDir: folder, file, library }, quiet);
}

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'reelgate-move-'));
  database = await freshDatabase();
  sqlite = { kind: 'sqlite', file: path.join(folder, 'reelgate.db') };
  postgres = { kind: 'postgres', url: database.url };
});

afterEach(async () => {
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

interface Before {
  first: TestGateway;
  answers: string[];
  cursor: string;
  balance: number;
}

const IDS = ['order-1', 'order-2', 'order-3'];

/** Buys calls with chosen ids, one of them the first page of a walk, and leaves a released call. */
async function buy(storage: StorageConfig): Promise<Before> {
  const first = await startTestGateway({ folder, settings: settingsOf(storage) });
  first.script = () => ({ ids: ['1', '2'], cursor: 'two' });
  const answers = [];
  let cursor = '';
  for (const id of IDS) {
    const answer = await first.search({ keyword: 'cat' }, { id });
    expect(answer.status).toBe(200);
    cursor = answer.body.pcursor;
    answers.push(answer.text);
  }
  first.script = () => ({ kind: 'unavailable', detail: 'down' });
  expect((await first.search({ keyword: 'dog' }, { id: 'failed-1' })).status).toBeGreaterThanOrEqual(500);
  const { balance } = await first.money();
  await first.close();
  return { first, answers, cursor, balance };
}

function settingsOf(storage: StorageConfig): string {
  return storage.kind === 'sqlite' ? TEST_SETTINGS : `storage: ${storage.url}\n${TEST_SETTINGS}`;
}

/** Serves from the other database what was bought on the first. */
async function expectMoved({ first, answers, cursor, balance }: Before, storage: StorageConfig) {
  const moved = await startTestGateway({ beside: first, settings: settingsOf(storage) });
  moved.script = (query) => ({ ids: [query.get('cursor') === 'two' ? '3' : '9'], cursor: null });
  expect(await moved.money()).toEqual({ balance, held: 0 });
  for (const [i, id] of IDS.entries()) {
    const again = await moved.search({ keyword: 'cat' }, { id });
    expect(again.text).toBe(answers[i]);
  }
  expect((await moved.search({ keyword: 'other' }, { id: IDS[0]! })).status).toBe(422);
  expect(await moved.money()).toEqual({ balance, held: 0 });
  const next = await moved.search({ keyword: 'cat', pcursor: cursor }, { id: 'page-2' });
  expect(next.text).toContain('video 3');
  expect((await moved.search({ keyword: 'dog' }, { id: 'failed-1' })).status).toBe(200);
  expect((await moved.money()).balance).toBe(balance - 24_000);
  expect((await moved.admin('accounts')).status).toBe(200);
  await moved.close();
}

test('an installation moves from SQLite to PostgreSQL: balance, replays, cursor, keys and ids go on', async () => {
  const before = await buy(sqlite);
  const result = await copyStorage(sqlite, postgres, quiet);
  expect(result).toMatchObject({ kind: 'copied', ledger: { differenceCount: 0, calls: 4 } });
  await expectMoved(before, postgres);
});

test('an installation moves from PostgreSQL to SQLite: balance, replays, cursor, keys and ids go on', async () => {
  const before = await buy(postgres);
  const result = await copyStorage(postgres, sqlite, quiet);
  expect(result).toMatchObject({ kind: 'copied', ledger: { differenceCount: 0, calls: 4 } });
  expect(await newest(sqlite)).toEqual(await newest(postgres));
  expect(readFileSync(path.join(folder, 'service.secret'), 'utf8')).toMatch(/^[0-9a-f]{64}$/);
  await expectMoved(before, sqlite);
});

test('there and back again gives the same rows, table by table', async () => {
  await buy(sqlite);
  const there = await copyStorage(sqlite, postgres, quiet);
  expect(there).toMatchObject({ kind: 'copied', library: [{ rows: 352 }, {}, {}, {}] });
  const [placed] = await database.query('SELECT count(*)::int AS n FROM library_places');
  expect(placed).toEqual({ n: 120 });
  const back = { kind: 'sqlite', file: path.join(folder, 'back.db') } as const;
  // The folder already has a library, which is neither overwritten nor taken for this one.
  expect(await copyStorage(postgres, back, quiet)).toMatchObject({
    kind: 'refused',
    detail: expect.stringContaining('library.db exists already'),
  });
  expect(await copyStorage(postgres, back, quiet, 'beside')).toEqual(there);
});

test('a target with data is refused and stays unchanged', async () => {
  await buy(sqlite);
  await database.query(
    "INSERT INTO accounts (id, name, currency, created_at_ms) VALUES ('acc_x', 'x', 'USD', 0)",
  );
  expect(await copyStorage(sqlite, postgres, quiet)).toMatchObject({
    kind: 'refused',
    detail: expect.stringContaining('not empty'),
  });
  expect(await database.query('SELECT id FROM accounts')).toEqual([{ id: 'acc_x' }]);
  expect(await copyStorage(postgres, sqlite, quiet)).toMatchObject({
    kind: 'refused',
    detail: expect.stringContaining('exists already'),
  });
});

test('a database that has a library is refused, or keeps its own', async () => {
  await buy(sqlite);
  await importLibrary({ place: placeOf(postgres), paths: [libraryPath(folder)], clock: systemClock });
  expect(await copyStorage(sqlite, postgres, quiet)).toMatchObject({
    kind: 'refused',
    detail: expect.stringContaining('a library already'),
  });
  expect(await copyStorage(sqlite, postgres, quiet, 'left')).toMatchObject({ kind: 'copied', library: null });
});

test('a source in use is refused, in either direction', async () => {
  const settings = { clock: systemClock, random: systemRandom, serves: true };
  const file = await openSqliteStorage({ ...settings, file: sqlite.file });
  expect(await copyStorage(sqlite, postgres, quiet)).toMatchObject({
    kind: 'refused',
    detail: expect.stringContaining(`process ${process.pid}`),
  });
  await file.close();
  const server = await openPostgresStorage({ sync: 'any', ...settings, url: postgres.url });
  const away = { kind: 'sqlite', file: path.join(folder, 'away.db') } as const;
  expect(await copyStorage(postgres, away, quiet)).toMatchObject({
    kind: 'refused',
    detail: expect.stringContaining('stop it first'),
  });
  // The target must not be in use either.
  expect(await copyStorage(sqlite, postgres, quiet)).toMatchObject({ kind: 'refused' });
  await server.close();
});

test('while a copy runs no gateway can start on the source', async () => {
  await buy(sqlite);
  let refused: unknown = null;
  await copyStorage(sqlite, postgres, () => {
    const db = new DatabaseSync(sqlite.file, { timeout: 0 });
    try {
      db.exec('BEGIN IMMEDIATE');
    } catch (error) {
      refused = error;
    }
    db.close();
  });
  expect(String(refused)).toContain('locked');
});

test('a copy that fails midway leaves an empty target, and the next one succeeds', async () => {
  await buy(sqlite);
  const breaks = copyStorage(sqlite, postgres, ({ table }) => {
    if (table === 'entries') throw new Error('the machine stops');
  });
  await expect(breaks).rejects.toThrow('the machine stops');
  for (const { name } of [...TRANSFER_TABLES, ...LIBRARY_TABLES])
    expect(await database.query(`SELECT 1 FROM ${name}`)).toEqual([]);
  expect(await copyStorage(sqlite, postgres, quiet)).toMatchObject({ kind: 'copied' });
});

test('a file that fails midway never gets its final name', async () => {
  await buy(postgres);
  const breaks = copyStorage(postgres, sqlite, ({ table }) => {
    if (table === 'entries') throw new Error('the machine stops');
  });
  await expect(breaks).rejects.toThrow('the machine stops');
  expect(existsSync(sqlite.file)).toBe(false);
  expect(existsSync(libraryPath(folder))).toBe(false);
  expect(await copyStorage(postgres, sqlite, quiet)).toMatchObject({ kind: 'copied' });
});

test('after going back, a copy that would lack the tables of the newer release is refused, and so is a backup made of rows', async () => {
  await buy(sqlite);
  expect(await copyStorage(sqlite, postgres, quiet, 'left')).toMatchObject({ kind: 'copied' });
  const [newest] = await database.query('SELECT max(version) AS version FROM migrations');
  const version = Number(newest!.version) + 1;
  const refused = {
    kind: 'refused',
    detail: expect.stringContaining(`schema version ${version}, and this release knows ${version - 1}`),
  };
  await database.query(
    `INSERT INTO migrations (version, name, compatible_from) VALUES (${version}, 'coming', 1)`,
  );
  const away = path.join(folder, 'away.db');
  expect(await copyStorage(postgres, { kind: 'sqlite', file: away }, quiet, 'left')).toMatchObject(refused);
  expect(await backUp(postgres, away, 'left')).toMatchObject(refused);
  expect(existsSync(away)).toBe(false);
  const db = new DatabaseSync(sqlite.file);
  db.exec(`CREATE TABLE coming (id TEXT); PRAGMA user_version = ${version}`);
  db.close();
  expect(await copyStorage(sqlite, { kind: 'sqlite', file: away }, quiet, 'left')).toMatchObject(refused);
  // SQLite's own copy has every table.
  expect(await backUp(sqlite, away, 'left')).toMatchObject({ kind: 'copied' });
});

test('a ledger with a difference does not move', async () => {
  await buy(sqlite);
  const db = new DatabaseSync(sqlite.file);
  db.exec('UPDATE accounts SET balance_micros = balance_micros + 1');
  db.close();
  expect(await copyStorage(sqlite, postgres, quiet)).toMatchObject({
    kind: 'refused',
    detail: expect.stringContaining('1 differences'),
  });
  expect(await database.query('SELECT 1 FROM accounts')).toEqual([]);
});

test('the list of tables to move has every table and column of the schema', async () => {
  const rows = await database.query(
    `SELECT table_name AS t, column_name AS c FROM information_schema.columns
      WHERE table_schema = 'public' AND table_name !~ '_y\\d{4}m\\d\\d$'
        AND table_name NOT IN ('library_tallies', 'library_places', 'library_changes') -- counted anew, and follow from the bodies
        AND NOT (table_name = 'library_records' AND column_name <> ALL ('{seq,rank,body}')) -- follow from the body
        AND table_name NOT IN ('meta', 'migrations', 'nodes', 'provider_leases', 'entry_references', 'service_secret')`,
  );
  const listed = [...TRANSFER_TABLES, ...LIBRARY_TABLES].flatMap(({ name, columns }) =>
    Object.keys(columns).map((c) => `${name}.${c}`),
  );
  expect(rows.map(({ t, c }) => `${t}.${c}`).sort()).toEqual(listed.sort());
});

/** Backs up during a paid call, goes on, loses everything, and restores with `restore`. */
async function backUpAndRestore(storage: StorageConfig, restore: (file: string) => Promise<StorageConfig>) {
  const { answers, first, balance } = await buy(storage);
  const serving = await startTestGateway({ beside: first, settings: settingsOf(storage) });
  const file = path.join(folder, 'backup', 'monday.db');
  serving.script = async () => {
    const made = await backUp(storage, file);
    expect(made).toMatchObject({ kind: 'copied', ledger: { differenceCount: 0, heldMicros: 12_000 } });
    return { ids: ['1'], cursor: null };
  };
  expect((await serving.search({ keyword: 'late' }, { id: 'late-1' })).status).toBe(200);
  expect(await backUp(storage, file)).toMatchObject({ kind: 'refused' });
  await serving.close();
  const records = await newest(storage);
  expect(records).toHaveLength(352);
  const to = await restore(file);
  const restored = await startTestGateway({ beside: first, settings: settingsOf(to) });
  // The hold of the running call is released; paid calls replay and are not charged again.
  expect(await restored.money()).toEqual({ balance, held: 0 });
  for (const [i, id] of IDS.entries())
    expect((await restored.search({ keyword: 'cat' }, { id })).text).toBe(answers[i]);
  expect(await restored.money()).toEqual({ balance, held: 0 });
  expect(await newest(to)).toEqual(records);
  await restored.close();
}

/** All ids of its library, as a list shows them. */
async function newest(storage: StorageConfig): Promise<string[]> {
  const list = await listRecords(placeOf(storage), { limit: 1_000, after: null });
  return list!.records.map(({ id }) => id);
}

const placeOf = (storage: StorageConfig) => libraryPlaceOf({ storage, dataDir: folder });

test('a backup of a serving SQLite gateway restores by being put in place', () =>
  backUpAndRestore(sqlite, async (file) => {
    for (const suffix of ['', '-wal', '-shm']) rmSync(sqlite.file + suffix, { force: true });
    renameSync(file, sqlite.file);
    removeDatabase(libraryPath(folder));
    renameSync(libraryBeside(file), libraryPath(folder));
    return sqlite;
  }));

test('a backup of a serving PostgreSQL gateway restores into an empty database', () =>
  backUpAndRestore(postgres, async (file) => {
    // Made by the restore, as an operator's is: copies of one database would be the same ledger, which must not lack the late call.
    const fresh = await emptyDatabase();
    const to: StorageConfig = { kind: 'postgres', url: fresh.url };
    expect(await copyStorage({ kind: 'sqlite', file }, to, quiet)).toMatchObject({ kind: 'copied' });
    return to;
  }));

test('a restore needs the library that the backup was made with, or the flag to go without', async () => {
  await buy(sqlite);
  const [monday, tuesday] = ['monday', 'tuesday'].map((day) => path.join(folder, `${day}.db`)) as [
    string,
    string,
  ];
  expect(await backUp(sqlite, monday)).toMatchObject({
    kind: 'copied',
    library: [{ rows: 352 }, {}, {}, {}],
  });
  await removeRecords(placeOf(sqlite), [(await newest(sqlite))[0]!]);
  expect(await backUp(sqlite, tuesday)).toMatchObject({
    kind: 'copied',
    library: [{ rows: 351 }, {}, {}, {}],
  });
  const restore = (way: Move['library'] = 'served') =>
    copyStorage({ kind: 'sqlite', file: monday }, postgres, quiet, way);
  renameSync(libraryBeside(monday), path.join(folder, 'kept.db'));
  expect(await restore()).toMatchObject({
    kind: 'refused',
    detail: expect.stringContaining('a library of 352 records'),
  });
  renameSync(libraryBeside(tuesday), libraryBeside(monday));
  expect(await restore()).toMatchObject({
    kind: 'refused',
    detail: expect.stringContaining('not the one that the backup was made with'),
  });
  const cut = readFileSync(path.join(folder, 'kept.db')).subarray(0, 65_536);
  writeFileSync(libraryBeside(monday), cut);
  expect(await restore()).toMatchObject({ kind: 'refused' });
  for (const { name } of LIBRARY_TABLES) expect(await database.query(`SELECT 1 FROM ${name}`)).toEqual([]);
  expect(await restore('left')).toMatchObject({ kind: 'copied', library: null });
});

test('a backup of a release without libraries restores, and so does one that is served again', async () => {
  await buy(sqlite);
  const old = path.join(folder, 'old.db');
  expect(await backUp(sqlite, old, 'left')).toMatchObject({ kind: 'copied', library: null });
  expect(existsSync(libraryBeside(old))).toBe(false);
  const elsewhere = { kind: 'sqlite', file: path.join(folder, 'elsewhere.db') } as const;
  expect(await copyStorage({ kind: 'sqlite', file: old }, elsewhere, quiet)).toMatchObject({
    kind: 'copied',
    library: null,
  });
  const noted = path.join(folder, 'noted.db');
  await backUp(sqlite, noted);
  rmSync(libraryBeside(noted));
  const again = { clock: systemClock, random: systemRandom, serves: true, file: noted };
  await (await openSqliteStorage(again)).close();
  // Its library is the one of the data folder, as for every served ledger.
  expect(await copyStorage({ kind: 'sqlite', file: noted }, postgres, quiet)).toMatchObject({
    kind: 'copied',
    library: [{ rows: 352 }, {}, {}, {}],
  });
});
