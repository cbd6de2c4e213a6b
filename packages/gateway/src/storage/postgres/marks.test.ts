// A database that lost acknowledged charges is served by no node that knows of one, wherever the node learned of it, until an operator
// accepts the loss. A fail-over to a former primary is played by a copy of the database that takes over its name.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { copyOf, type TestDatabase } from '../../testing/postgres-databases.ts';
import { runStatement, urlOfDatabase } from '../../testing/postgres-template.ts';
import { Archive } from '../archive/archive-files.ts';
import { Archiver } from '../archive/archiver.ts';
import { catchUpArchive } from '../archive/catch-up-archive.ts';
import { RefusedDatabase, type Storage, UnusableDatabase } from '../storage.ts';
import { addPayer, callOf, openHold, PRICE, settlementOf } from '../testing/payer.ts';
import {
  closeAll,
  closeNode,
  database,
  expectSound,
  open,
  openWithPayer,
  useDatabases,
} from './testing/backend.ts';

useDatabases();

const actor = 'test';
let folder: string;
/** The database as it was before `lost` was charged. */
let former: TestDatabase;
let notices: string[];

beforeEach(() => {
  folder = newFolder();
  notices = [];
});
afterEach(() => former?.drop());

function newFolder(): string {
  const made = mkdtempSync(path.join(tmpdir(), 'reelgate-marks-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

const node = (marksFolder: string | null = folder) =>
  open({ marksFolder, onNotice: (text) => notices.push(text) });
const buy = (storage: Storage, requestId: string) =>
  storage.calls.openSettled({
    ...callOf('acc', requestId),
    chargedMicros: PRICE,
    source: 'live',
    answer: null,
  });
const charged = async () =>
  (await database.query('SELECT request_id FROM calls ORDER BY seq')).map(({ request_id }) => request_id);
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );
/** What all files of a folder say together. */
const marksIn = (of: string) =>
  readdirSync(of)
    .filter((name) => name.endsWith('.json'))
    .map((name) => readFileSync(path.join(of, name), 'utf8'))
    .join();

/** Serves a call that every copy has, and makes a copy. */
async function began(): Promise<Storage> {
  const first = await openWithPayer(10);
  await addPayer(first, 'beside', 10);
  await buy(first, 'kept');
  await closeAll();
  former = await copyOf(database);
  return node();
}

/** Gives the name of the node's database to the other one, which is then reached by its address. */
async function changeOver(): Promise<void> {
  const [ours, others] = [database, former].map(({ url }) => new URL(url).pathname.slice(1)) as [
    string,
    string,
  ];
  const run = (text: string, ...values: unknown[]) =>
    runStatement(urlOfDatabase(database.url, 'postgres'), text, values);
  const held = `${ours}_held`;
  for (const name of [ours, others]) await run(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
  await run('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = ANY($1)', [ours, others]);
  const gone = 'SELECT 1 FROM pg_stat_activity WHERE datname = ANY($1)';
  await expect.poll(() => run(gone, [ours, others])).toEqual([]);
  for (const [from, to] of [
    [ours, held],
    [others, ours],
    [held, others],
  ])
    await run(`ALTER DATABASE ${from} RENAME TO ${to}`);
  for (const name of [ours, others]) await run(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
}

test('a node that serves charges nothing on a database that lacks a call which it charged, says so, and serves again on the one that has it', async () => {
  const storage = await began();
  await buy(storage, 'lost');
  await changeOver();
  const error = (await refusalOf(buy(storage, 'more'))) as Error;
  expect(error).toBeInstanceOf(RefusedDatabase);
  expect(error.message).toMatch(/lacks call 2,.*"storage accept-loss"/);
  expect(error.message).not.toContain('lost of');
  await expect(storage.ready()).rejects.toThrow(RefusedDatabase);
  expect(storage.databaseState!().isRefused).toBe(true);
  expect(notices.filter((text) => text.includes('(lost of acc)'))).toHaveLength(1);
  expect(await charged()).toEqual(['kept']);
  await changeOver();
  expect((await buy(storage, 'more')).kind).toBe('settled');
  await storage.ready();
  expect(storage.databaseState!().isRefused).toBe(false);
  expect(await charged()).toEqual(['kept', 'lost', 'more']);
  await expectSound(storage);
}, 60_000);

test('a hold that was settled, and not only opened, makes the mark, and a hold alone makes none', async () => {
  const storage = await began();
  const hold = await openHold(storage, 'acc', 'lost');
  await changeOver();
  expect((await storage.calls.settle(settlementOf(hold))).kind).not.toBe('settled');
  expect((await buy(storage, 'here')).kind).toBe('settled');
  await changeOver();
  await expect(buy(storage, 'more')).rejects.toThrow(RefusedDatabase);
}, 60_000);

test.each(['closed', 'killed'])(
  'a node that starts again, after it was %s, refuses a database that lacks its calls',
  async (end) => {
    const storage = await began();
    await buy(storage, 'lost');
    if (end === 'closed') await closeNode(storage);
    else await expect.poll(() => marksIn(folder)).toContain('lost');
    await changeOver();
    await expect(node()).rejects.toThrow(UnusableDatabase);
    await expect(node()).rejects.toThrow('lacks call 2');
    expect(await charged()).toEqual(['kept']);
    await node(newFolder());
  },
  60_000,
);

test('another call under the number of one that was charged is not taken for it', async () => {
  const storage = await began();
  await buy(storage, 'lost');
  await closeNode(storage);
  await changeOver();
  const knowsNothing = await node(null);
  await buy(knowsNothing, 'other');
  expect(await database.query("SELECT seq::integer FROM calls WHERE request_id = 'other'")).toEqual([
    { seq: 2 },
  ]);
  await expect(node()).rejects.toThrow('lacks call 2');
}, 60_000);

test('a node knows of charges by other nodes, and so does the next process on its machine', async () => {
  const storage = await began();
  const idle = newFolder();
  const beside = await node(idle);
  await buy(storage, 'lost');
  await closeNode(storage);
  await expect.poll(() => marksIn(idle), { timeout: 10_000 }).toContain('lost');
  await changeOver();
  await expect(beside.ready()).rejects.toThrow(RefusedDatabase);
  await closeNode(beside);
  await expect(node(idle)).rejects.toThrow(UnusableDatabase);
}, 60_000);

test('once an operator accepts the loss, a node serves without a restart, and what it charges from then on is not lost unnoticed', async () => {
  const storage = await began();
  await buy(storage, 'lost');
  await changeOver();
  await expect(buy(storage, 'more')).rejects.toThrow(RefusedDatabase);
  const command = await open({ serves: false });
  await command.ledger.acceptLoss({ actor });
  await closeNode(command);
  expect((await buy(storage, 'more')).kind).toBe('settled');
  await storage.ready();
  const audited = await database.query("SELECT actor FROM audit WHERE action = 'ledger.accept_loss'");
  expect(audited).toEqual([{ actor }]);
  await expectSound(storage);
  // The other database lacks what was accepted here, and the acceptance too.
  await changeOver();
  await expect(buy(storage, 'again')).rejects.toThrow(RefusedDatabase);
  await closeNode(storage);
  await expect(node()).rejects.toThrow(UnusableDatabase);
}, 60_000);

test('after a restore the archive brings back what the marks name, and the node serves it', async () => {
  const storage = await began();
  await buy(storage, 'lost');
  const archive = newFolder();
  await (await Archiver.open(archive)).archiveNew(storage.ledger, () => 5);
  await changeOver();
  await expect(buy(storage, 'more')).rejects.toThrow(RefusedDatabase);
  const command = await open({ serves: false });
  for await (const _ of catchUpArchive(new Archive(archive), command.ledger, { writes: true, actor }));
  await closeNode(command);
  expect((await buy(storage, 'lost')).kind).toBe('expired');
  expect((await buy(storage, 'more')).kind).toBe('settled');
  expect((await storage.accounts.find({ idOrName: 'acc' }))!.balanceMicros).toBe(7 * PRICE);
  expect((await storage.accounts.find({ idOrName: 'beside' }))!.balanceMicros).toBe(10 * PRICE);
  await expectSound(storage);
}, 60_000);

test('another ledger is refused by a node that serves, and is no loss to one that starts with an old folder', async () => {
  const storage = await began();
  await buy(storage, 'lost');
  await former.query("UPDATE migrations SET applied_at = applied_at - interval '1 second' WHERE version = 1");
  await changeOver();
  await expect(buy(storage, 'more')).rejects.toThrow('another ledger');
  expect(await charged()).toEqual(['kept']);
  await closeNode(storage);
  const moved = await node();
  expect((await buy(moved, 'more')).kind).toBe('settled');
}, 60_000);
