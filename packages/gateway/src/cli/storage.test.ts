// What operators see of a copy and a backup: what arrived, one clear line when it is refused, and no password.
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { libraryBeside } from '../library/index.ts';
import { openSqliteStorage } from '../storage/sqlite/open-storage.ts';
import { TestCli } from './testing/cli.ts';

let cli: TestCli;

beforeEach(async () => {
  cli = new TestCli();
  await cli.run('catalog', 'show');
  await cli.json('account', 'create', 'acme', '--top-up', '25.00', '--reference', 'inv-1');
});

afterEach(() => {
  vi.unstubAllEnvs();
  return cli.close();
});

test('storage backup tells what the file holds, and the file is a ledger', async () => {
  const file = join(cli.folder, 'backup.db');
  const report = await cli.json('storage', 'backup', file);
  expect(report.ledger).toMatchObject({ clean: true, accounts: 1, entries: 1, balance: '25.000000' });
  const { clock, random } = cli.world;
  const copy = await openSqliteStorage({ file, clock, random, serves: false });
  expect(await copy.accounts.find({ idOrName: 'acme' })).toMatchObject({ balanceMicros: 25_000_000 });
  await copy.close();
});

test('a file that exists is not overwritten', async () => {
  const file = cli.write('notes.txt', 'mine');
  const ran = await cli.run('storage', 'backup', file);
  expect(ran).toMatchObject({ code: 1, err: expect.stringContaining('exists already') });
});

test('storage copy tells rows and digest of every table', async () => {
  const to = join(cli.folder, 'copy.db');
  const ran = await cli.run('storage', 'copy', '--to', `sqlite:${to}`);
  expect(ran.code).toBe(0);
  expect(ran.out).toMatch(/accounts +1 +[0-9a-f]{16}/);
  expect(existsSync(to)).toBe(true);
});

test('a copy from a served database, or onto itself, is refused in one line', async () => {
  expect(await cli.run('storage', 'copy', '--from', 'sqlite')).toMatchObject({
    code: 2,
    err: expect.stringContaining('the same database'),
  });
  const serving = await cli.open(true);
  const ran = await cli.run('storage', 'copy', '--to', `sqlite:${join(cli.folder, 'copy.db')}`);
  expect(ran).toMatchObject({ code: 1, err: expect.stringContaining('stop it first') });
  await serving.close();
});

test('a storage that cannot be parsed is refused, and the text is not repeated', async () => {
  const ran = await cli.run('storage', 'copy', '--to', 'mysql://user:hunter2@host/db');
  expect(ran.code).toBe(2);
  expect(ran.err).not.toContain('hunter2');
});

test('a drill restores a backup elsewhere, says how long it took, and leaves nothing behind', async () => {
  const serving = await cli.open(true);
  const report = await cli.json('storage', 'drill');
  expect(report.ledger).toMatchObject({ clean: true, accounts: 1, entries: 1, balance: '25.000000' });
  expect(report.duration_ms).toBeGreaterThanOrEqual(report.restore_ms);
  const { drill } = await serving.ledger.watch({ nowMs: cli.world.clock.nowMs() });
  expect(drill).toMatchObject({ durationMs: report.duration_ms });
  await serving.close();
  const to = join(cli.folder, 'restored.db');
  await cli.json('storage', 'drill', '--to', `sqlite:${to}`);
  expect(existsSync(to)).toBe(true);
  expect(await cli.run('storage', 'drill', '--to', `sqlite:${to}`)).toMatchObject({
    code: 1,
    err: expect.stringContaining('exists already'),
  });
});

test('a drill that fails leaves no copy of the ledger behind', async () => {
  const [folder, to] = [join(cli.folder, 'temporary'), join(cli.folder, 'restored.db')];
  mkdirSync(folder);
  vi.stubEnv('TMPDIR', folder);
  await cli.json('storage', 'drill', '--to', `sqlite:${to}`);
  expect((await cli.run('storage', 'drill', '--to', `sqlite:${to}`)).code).toBe(1);
  expect(readdirSync(folder)).toEqual([]);
});

test('a backup has the library beside it, a drill brings it back, and both can do without', async () => {
  const lines = [
    { id: 'a', title: 'cat', comments: [{ id: 'c1', text: 'one' }] },
    { id: 'b', title: 'cat' },
  ];
  await cli.json(
    'library',
    'import',
    cli.write('v.jsonl', lines.map((one) => JSON.stringify(one)).join('\n')),
  );
  const whole = { records: 2, discussions: 1, comments: 1 };
  const files = ['monday', 'small'].map((name) => join(cli.folder, `${name}.db`));
  const backup = await cli.json('storage', 'backup', files[0]!);
  expect(backup.library).toMatchObject(whole);
  expect((await cli.run('storage', 'drill')).out).toContain('2 records, 1 comments on 1 of them');
  expect((await cli.json('storage', 'drill')).library).toEqual(backup.library);
  expect((await cli.json('storage', 'drill', '--without-library')).library).toBeNull();
  expect((await cli.json('storage', 'backup', files[1]!, '--without-library')).library).toBeNull();
  expect(files.map((file) => existsSync(libraryBeside(file)))).toEqual([true, false]);
  // The copy is an ordinary library.
  expect(await cli.json('library', 'import', libraryBeside(files[0]!))).toMatchObject({ unchanged: 2 });
  // The data folder already has a library: restoring another one is refused before anything is written.
  const restore = [
    'storage',
    'copy',
    '--from',
    `sqlite:${files[0]}`,
    '--to',
    `sqlite:${join(cli.folder, 'data', 'r.db')}`,
  ];
  expect(await cli.run(...restore)).toMatchObject({
    code: 1,
    err: expect.stringContaining('--without-library'),
  });
  expect((await cli.json(...restore, '--without-library')).library).toBeNull();
});

test('a copy into a file elsewhere has the library beside that file, and brings it back; the data folder keeps its own', async () => {
  const line = JSON.stringify({ id: 'a', title: 'cat' });
  await cli.json('library', 'import', cli.write('v.jsonl', line));
  const served = join(cli.folder, 'data', 'library.db');
  const before = readFileSync(served);
  const [first, second] = ['one', 'two'].map((name) => join(cli.folder, name, 'ledger.db')) as [
    string,
    string,
  ];
  for (const file of [first, second]) mkdirSync(dirname(file));
  const copy = (...args: string[]) => cli.json('storage', 'copy', ...args);
  expect((await copy('--to', `sqlite:${first}`)).library).toMatchObject({ records: 1 });
  expect((await copy('--from', `sqlite:${first}`, '--to', `sqlite:${second}`)).library).toMatchObject({
    records: 1,
  });
  expect([first, second].map((file) => existsSync(libraryBeside(file)))).toEqual([true, true]);
  expect([first, second].some((file) => existsSync(join(dirname(file), 'library.db')))).toBe(false);
  expect(readFileSync(served).equals(before)).toBe(true);
  // A library that is not the one of the copy is refused, and nothing of it stays.
  await cli.json('library', 'import', cli.write('v.jsonl', JSON.stringify({ id: 'b', title: 'dog' })));
  copyFileSync(served, libraryBeside(first));
  const third = join(cli.folder, 'three', 'ledger.db');
  expect(
    await cli.run('storage', 'copy', '--from', `sqlite:${first}`, '--to', `sqlite:${third}`),
  ).toMatchObject({
    ...{ code: 1, err: expect.stringContaining('not the one') },
  });
  expect(readdirSync(dirname(third))).toEqual([]);
  // Both files are in the data folder of one gateway, so the library stays where it is.
  expect((await copy('--to', `sqlite:${join(cli.folder, 'data', 'other.db')}`)).library).toBeNull();
});

test('a drill of a ledger that does not add up ends with 1 and is not noted', async () => {
  const storage = await cli.open(false);
  const db = new DatabaseSync(join(cli.folder, 'data', 'reelgate.db'));
  db.exec('UPDATE accounts SET balance_micros = 1');
  db.close();
  expect(await cli.run('storage', 'drill')).toMatchObject({
    code: 1,
    err: expect.stringContaining('differences'),
  });
  expect((await storage.ledger.watch({ nowMs: 0 })).drill).toBeNull();
  await storage.close();
});

test('catching up ends with 1 when the ledger does not add up afterwards', async () => {
  const archive = join(cli.folder, 'archive');
  expect((await cli.run('storage', 'archive', archive)).code).toBe(0);
  expect(await cli.run('storage', 'catch-up', archive)).toMatchObject({
    ...{ code: 0, out: expect.stringContaining('ledger is clean') },
  });
  const db = new DatabaseSync(join(cli.folder, 'data', 'reelgate.db'));
  db.exec("UPDATE accounts SET balance_micros = balance_micros + 1 WHERE name = 'acme'");
  db.close();
  expect(await cli.run('storage', 'catch-up', archive)).toMatchObject({
    ...{ code: 1, out: expect.stringContaining('not clean') },
  });
});
