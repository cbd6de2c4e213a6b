// Runs the model of the ledger on SQLite, and tests what only SQLite has: its settings, its constraints, batches of verbs, a full disk,
// dead processes.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { systemClock, systemRandom } from '../../domain/clock.ts';
import { toMicros } from '../../domain/money.ts';
import { describeArchive } from '../contracts/archive.contract.ts';
import { describeCallLists } from '../contracts/call-lists.contract.ts';
import { describeDuties } from '../contracts/duties.contract.ts';
import { describeGatheringModel } from '../contracts/gathering.model.ts';
import { createTestClock } from '../contracts/storage.contract.ts';
import { describeLedgerModel } from '../contracts/storage.model.ts';
import { LedgerMissing, type Storage, StorageUnavailable, UnusableDatabase } from '../storage.ts';
import { UNBOUND } from '../testing/payer.ts';
import { assertSqliteVersion, CommitInDoubt, SqliteConnection } from './connection.ts';
import { isNodeGone, listNodes, takeNodeLock } from './node-lock.ts';
import { openSqliteStorage } from './open-storage.ts';
import { openAlone } from './testing/backend.ts';

function makeFolder(): { folder: string; remove(): void } {
  const folder = mkdtempSync(path.join(tmpdir(), 'reelgate-sqlite-'));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

// Suites that count all accounts, so there is no bystander.
describeLedgerModel('SQLite', openAlone);
describeGatheringModel('SQLite', openAlone);
describeCallLists('SQLite', openAlone);
describeArchive('SQLite', openAlone);
describeDuties('SQLite', openAlone);

describe('the SQLite backend', () => {
  let folder: string;
  let remove: () => void;
  let file: string;
  let storage: Storage;

  beforeEach(async () => {
    ({ folder, remove } = makeFolder());
    file = path.join(folder, 'test.db');
    storage = await openSqliteStorage({ file, clock: systemClock, random: systemRandom, serves: true });
    await storage.accounts.create({ actor: 't', id: 'acc', name: 'acc', currency: 'USD', rate: null });
  });

  afterEach(async () => {
    await storage.close();
    remove();
  });

  test('a command that may not create a ledger reports a missing one and creates nothing', async () => {
    const missing = path.join(folder, 'wrong', 'test.db');
    const settings = { clock: systemClock, random: systemRandom, serves: false, mustExist: true };
    await expect(openSqliteStorage({ ...settings, file: missing })).rejects.toThrow(
      new LedgerMissing(`there is no ledger at ${missing}`),
    );
    expect(existsSync(path.dirname(missing))).toBe(false);
    await (await openSqliteStorage({ ...settings, file })).close();
  });

  const topUp = (reference: string, amount: number, id = 'acc') =>
    storage.accounts.topUp({
      actor: 't',
      accountId: id,
      amountMicros: toMicros(amount),
      reference,
      reason: null,
    });

  test('a file that a newer Reelgate changes while it is served takes no change when it says so, and is served again after', async () => {
    const other = new DatabaseSync(file, { timeout: 5_000 });
    const needs = (version: number) =>
      other.exec(
        `PRAGMA user_version = 998; UPDATE meta SET value = ${version} WHERE name = 'compatible_from'`,
      );
    needs(1);
    await topUp('old', 5);
    needs(998);
    await expect(topUp('new', 5)).rejects.toThrow(StorageUnavailable);
    await expect(storage.ready()).rejects.toThrow(StorageUnavailable);
    expect((await storage.accounts.find({ idOrName: 'acc' }))?.balanceMicros).toBe(5);
    needs(1);
    await topUp('new', 5);
    expect((await storage.accounts.find({ idOrName: 'acc' }))?.balanceMicros).toBe(10);
    other.close();
  });

  test('syncs every commit to disk', () => {
    const connection = new SqliteConnection(file, { readOnly: false });
    expect(connection.get('PRAGMA synchronous')).toEqual({ synchronous: 2 });
    expect(connection.get('PRAGMA journal_mode')).toEqual({ journal_mode: 'wal' });
    connection.close();
  });

  test('waits for the disk again after a transaction that did not', () => {
    const connection = new SqliteConnection(file, { readOnly: false });
    const level = () => connection.get('PRAGMA synchronous')?.synchronous;
    expect(connection.transaction('immediate', level, 'NORMAL')).toBe(1);
    expect(connection.transaction('immediate', level)).toBe(2);
    connection.close();
  });

  test('rolls back a transaction in which a query changed another number of rows than one', () => {
    const connection = new SqliteConnection(file, { readOnly: false });
    const rename = "UPDATE accounts SET name = 'changed'";
    const work = () => {
      connection.runOne(rename);
      connection.runOne(`${rename} WHERE id = 'nobody'`);
    };
    expect(() => connection.transaction('immediate', work)).toThrow('expected one changed row, got 0');
    expect(connection.get('SELECT name FROM accounts')).toEqual({ name: 'acc' });
    connection.close();
  });

  test('reports why a transaction failed, also when SQLite has already rolled it back', () => {
    const connection = new SqliteConnection(file, { readOnly: false });
    const twice = 'INSERT OR ROLLBACK INTO accounts SELECT * FROM accounts';
    expect(() => connection.transaction('immediate', () => connection.run(twice))).toThrow('UNIQUE');
    expect(connection.transaction('immediate', () => 'next')).toBe('next');
    connection.close();
  });

  test.each([
    ['a disk that failed leaves the commit in doubt', { errcode: 1_034, isInDoubt: true }],
    ['a full disk says that nothing was committed', { errcode: 13, isInDoubt: false }],
  ])('in a COMMIT, %s', (_name, { errcode, isInDoubt }) => {
    const connection = new SqliteConnection(file, { readOnly: false });
    const run = StatementSync.prototype.run;
    const spied = vi.spyOn(StatementSync.prototype, 'run').mockImplementation(function (
      this: StatementSync,
      ...values
    ) {
      if (this.sourceSQL === 'COMMIT') throw Object.assign(new Error('disk'), { errcode });
      return run.apply(this, values as never);
    });
    let thrown: unknown;
    try {
      connection.transaction('immediate', () => null);
    } catch (error) {
      thrown = error;
    }
    spied.mockRestore();
    connection.close();
    expect(thrown).toMatchObject({ message: 'disk' });
    expect(thrown instanceof CommitInDoubt).toBe(isInDoubt);
  });

  test('runs on no SQLite that can lose what it has written', () => {
    for (const sound of ['3.51.3', '3.52.0', '4.0.0']) expect(() => assertSqliteVersion(sound)).not.toThrow();
    for (const old of ['3.51.2', '3.50.9', '2.99.9']) {
      expect(() => assertSqliteVersion(old)).toThrow(UnusableDatabase);
    }
  });

  test('refuses a database that a newer Reelgate wrote, and leaves it alone', async () => {
    const newer = path.join(folder, 'newer.db');
    const db = new DatabaseSync(newer);
    db.exec('PRAGMA user_version = 999');
    db.close();
    const opening = openSqliteStorage({
      file: newer,
      clock: systemClock,
      random: systemRandom,
      serves: false,
    });
    await expect(opening).rejects.toThrow(UnusableDatabase);
    await expect(opening).rejects.toThrow('schema version 999');
  });

  test('serves a database that a newer Reelgate only added to', async () => {
    await storage.close();
    const db = new DatabaseSync(file);
    db.exec('PRAGMA user_version = 999');
    db.close();
    storage = await openSqliteStorage({ file, clock: systemClock, random: systemRandom, serves: false });
    expect((await topUp('x', 10)).kind).toBe('posted');
  });

  test.each([
    ['an entry is changed', 'UPDATE entries SET amount_micros = 1', 'append-only'],
    ['an entry is deleted', 'DELETE FROM entries', 'append-only'],
    ['a balance goes below zero', 'UPDATE accounts SET balance_micros = -1', 'CHECK'],
    ['more is held than there is', 'UPDATE accounts SET held_micros = balance_micros + 1', 'CHECK'],
    ['a fraction is stored as money', 'UPDATE accounts SET balance_micros = 0.5', 'INTEGER'],
    ['the audit log is changed', 'DELETE FROM audit', 'append-only'],
  ])('the database itself refuses when %s', async (_name, sql, reason) => {
    await topUp('x', 10);
    const db = new DatabaseSync(file);
    expect(() => db.exec(sql)).toThrow(reason);
    db.close();
  });

  test('a verb that fails in a batch fails alone, and is not committed itself', async () => {
    // Our code never adjusts without a reason; the schema's CHECK makes this one fail in the middle of the batch.
    const broken = storage.accounts.adjust({
      actor: 't',
      accountId: 'acc',
      amountMicros: toMicros(5),
      reference: null,
      reason: null as unknown as string,
    });
    const results = await Promise.allSettled([topUp('a', 1), broken, topUp('b', 2)]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect((await storage.accounts.find({ idOrName: 'acc' }))?.balanceMicros).toBe(3);
    expect((await storage.ledger.verify()).differences).toEqual([]);
  });

  test('a database that is locked for too long is unavailable, and serves again without a restart', async () => {
    await storage.close();
    const given = { file, clock: systemClock, random: systemRandom, serves: true };
    storage = await openSqliteStorage({ ...given, busyMs: 200 });
    const db = new DatabaseSync(file);
    db.exec('BEGIN IMMEDIATE');
    await expect(topUp('a', 1)).rejects.toThrow(StorageUnavailable);
    db.exec('ROLLBACK');
    db.close();
    expect((await topUp('a', 1)).kind).toBe('posted');
  });

  test('verify finds a balance, a hold, a charge and a usage row that do not add up', async () => {
    await topUp('x', 1_000);
    const db = new DatabaseSync(file);
    db.exec("UPDATE accounts SET balance_micros = 999, held_micros = 7 WHERE id = 'acc'");
    db.exec("INSERT INTO usage_days VALUES ('acc', 'k', '2026-01-01', '/p', 1, 0, 50, 0, 0)");
    db.close();
    const report = await storage.ledger.verify();
    expect(report.differences.map(({ check }) => check)).toEqual([
      'balance equals the sum of entries',
      'held equals the sum of open holds',
      'calls in usage equal charges in the ledger',
      'amount in usage equals charges in the ledger',
    ]);
  });

  test('two processes may work on one file: each sees what the other committed', async () => {
    const second = await openSqliteStorage({ file, clock: systemClock, random: systemRandom, serves: true });
    await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        (i % 2 ? storage : second).accounts.topUp({
          actor: 't',
          accountId: 'acc',
          amountMicros: toMicros(1),
          reference: `r${i}`,
          reason: null,
        }),
      ),
    );
    expect((await second.accounts.find({ idOrName: 'acc' }))?.balanceMicros).toBe(20);
    expect(await storage.nodes()).toHaveLength(2);
    await second.close();
    expect(await storage.nodes()).toHaveLength(1);
  });
});

describe('a node lock', () => {
  test('proves its process alive until it is released, and a node without one is gone', () => {
    const { folder, remove } = makeFolder();
    const lock = takeNodeLock(folder, 'a', 42);
    expect([isNodeGone(folder, 'a'), isNodeGone(folder, 'b')]).toEqual([false, true]);
    expect(listNodes(folder)).toEqual([{ id: 'a', pid: 42 }]);
    lock.release();
    expect(isNodeGone(folder, 'a')).toBe(true);
    remove();
  });

  test('is looked for in a folder that can be read: none in a folder that is not there yet, and an error for any other', () => {
    const { folder, remove } = makeFolder();
    const nodes = path.join(folder, 'nodes');
    expect(listNodes(nodes)).toEqual([]);
    writeFileSync(nodes, '');
    expect(() => listNodes(nodes)).toThrow('ENOTDIR');
    remove();
  });

  test('of a killed process counts as gone although its file is left', () => {
    const { folder, remove } = makeFolder();
    // What a kill leaves behind: the file without its lock.
    const db = new DatabaseSync(path.join(folder, 'dead.node'));
    db.exec('CREATE TABLE node (pid INTEGER NOT NULL); INSERT INTO node VALUES (1)');
    db.close();
    writeFileSync(path.join(folder, 'unrelated.txt'), '');
    expect(isNodeGone(folder, 'dead')).toBe(true);
    expect(listNodes(folder)).toEqual([]);
    remove();
  });
});

test('holds of a process that is gone are given back at the next sweep, without waiting for their time', async () => {
  const { folder, remove } = makeFolder();
  const clock = createTestClock();
  const file = path.join(folder, 'test.db');
  const open = () => openSqliteStorage({ file, clock, random: systemRandom, serves: true });
  const first = await open();
  await first.accounts.create({ actor: 't', id: 'acc', name: 'acc', currency: 'USD', rate: null });
  await first.accounts.topUp({
    actor: 't',
    accountId: 'acc',
    amountMicros: toMicros(10),
    reference: 'x',
    reason: null,
  });
  const key = { actor: 't', id: 'key', accountId: 'acc', name: 'k', prefix: 'p', hash: 'h' };
  await first.keys.create({ ...UNBOUND, ...key, groups: ['u1'] });
  await first.calls.open({
    accountId: 'acc',
    keyId: 'key',
    requestId: 'r',
    fingerprint: 'f',
    path: '/p',
    group: 'u1',
    platform: 'x',
    operation: 'o',
    variant: 'stable',
    catalogVersion: 1,
    priceMicros: toMicros(10),
    defaultRate: { requests: 10, perSeconds: 1, concurrent: 10 },
    keysMax: 10,
  });
  const second = await open();
  expect(await second.calls.expire({ holdTtlMs: 60_000 })).toEqual({ expired: 0 });
  await first.close();
  expect(await second.calls.expire({ holdTtlMs: 60_000 })).toEqual({ expired: 1 });
  await second.close();
  remove();
});
