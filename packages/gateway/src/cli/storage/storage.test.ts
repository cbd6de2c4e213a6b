// What operators see of a copy and a backup: what arrived, one clear line when it is refused, and no password.
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { libraryBeside } from '../../library/index.ts';
import { openSqliteStorage } from '../../storage/sqlite/open-storage.ts';
import { StorageUnavailable } from '../../storage/storage.ts';
import { TestCli } from '../testing/cli.ts';

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

/** On a terminal the bar is gone before the result is written. */
const BAR_GONE = expect.stringMatching(/\r\u001b\[K$/);

test('storage backup tells what the file holds, and the file is a ledger', async () => {
  cli.world.isTerminal = true;
  const file = join(cli.folder, 'backup.db');
  const ran = await cli.run('storage', 'backup', file, '--json');
  expect(ran).toMatchObject({ code: 0, err: BAR_GONE });
  expect(JSON.parse(ran.out).ledger).toMatchObject({
    clean: true,
    accounts: 1,
    entries: 1,
    balance: '25.000000',
  });
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
  cli.world.isTerminal = true;
  const to = join(cli.folder, 'copy.db');
  const ran = await cli.run('storage', 'copy', '--to', `sqlite:${to}`);
  expect(ran).toMatchObject({ code: 0, err: BAR_GONE });
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
  const { backup, copy } = cli.world.moves;
  cli.world.moves = {
    backup: (...given) => backup(...given).finally(() => (cli.nowMs += 2_000)),
    copy: (...given) => copy(...given).finally(() => (cli.nowMs += 63_000)),
  };
  const report = await cli.json('storage', 'drill');
  expect(report.ledger).toMatchObject({ clean: true, accounts: 1, entries: 1, balance: '25.000000' });
  expect(report).toMatchObject({ backup_ms: 2_000, restore_ms: 63_000, duration_ms: 65_000 });
  const { drill } = await serving.ledger.watch({ nowMs: cli.world.clock.nowMs() });
  expect(drill).toMatchObject({ durationMs: report.duration_ms });
  await serving.close();
  const to = join(cli.folder, 'restored.db');
  const { out } = await cli.run('storage', 'drill', '--to', `sqlite:${to}`);
  expect(out).toMatch(/backup +2 s, \d+ bytes\nrestore +1 min 3 s\ntogether +1 min 5 s\n/);
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

test('an archive is looked after every five seconds, or as often as told, also while the database is away', async () => {
  const pauses: number[] = [];
  cli.world.goesOn = async (ms) => pauses.push(ms) % 2 === 1;
  const archive = join(cli.folder, 'archive');
  await cli.run('storage', 'archive', archive);
  const control = cli.world.control;
  cli.world.control = async (...given) => {
    const opened = await control(...given);
    const away = () => Promise.reject(new StorageUnavailable('the database is away'));
    const verbs = Object.keys(opened.deps.storage.ledger).map((name) => [name, away]);
    const ledger = Object.fromEntries(verbs) as typeof opened.deps.storage.ledger;
    return { ...opened, deps: { ...opened.deps, storage: { ...opened.deps.storage, ledger } } };
  };
  const ran = await cli.run('storage', 'archive', archive, '--every', '7');
  expect(ran).toMatchObject({ code: 0, err: 'the database is away; trying again\n'.repeat(2) });
  expect(pauses).toEqual([5_000, 5_000, 7_000, 7_000]);
});

test('a restored ledger lists what it lacks without a change, and then has it', async () => {
  const [backup, archive] = [join(cli.folder, 'backup.db'), join(cli.folder, 'archive')];
  await cli.json('storage', 'backup', backup, '--without-library');
  await cli.json('account', 'topup', 'acme', '5.00', '--reference', 'inv-2');
  await cli.json('account', 'topup', 'acme', '6.00', '--reference', 'inv-3');
  expect((await cli.run('storage', 'archive', archive, '--once')).out).toBe(
    '3 new entries are in the archive.\n',
  );
  const restored = new TestCli();
  try {
    mkdirSync(join(restored.folder, 'data'));
    copyFileSync(backup, join(restored.folder, 'data', 'reelgate.db'));
    const balance = async () => (await restored.json('account', 'show', 'acme')).account.balance;
    const { out } = await restored.run('storage', 'catch-up', archive, '--dry-run');
    expect(out).toContain('1 entries were there, 2 were missing, 0 do not follow.\n');
    expect(await balance()).toBe('25.000000');
    const report = await restored.json('storage', 'catch-up', archive);
    expect(report).toMatchObject({ known: 1, missing: 2, diverged: 0, written: true, clean: true });
    expect(report.entries).toMatchObject([
      { state: 'missing', amount: '5.000000', reference: 'inv-2' },
      { state: 'missing', amount: '6.000000', reference: 'inv-3' },
    ]);
    expect(await balance()).toBe('36.000000');
  } finally {
    await restored.close();
  }
});
