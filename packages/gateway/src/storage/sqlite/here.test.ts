// What calls keep that run on the event loop: the same as on the thread, and the event loop never waits.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { systemClock, systemRandom } from '../../domain/clock.ts';
import type { Storage } from '../storage.ts';
import { addPayer, callOf, openHold, PRICE, publishPrice, settlementOf } from '../testing/payer.ts';
import { openSqliteStorage } from './open-storage.ts';
import { type BatchPlace, PlaceByLoad } from './place.ts';
import { always, inTurns, never } from './testing/backend.ts';

const CALLS = 400;
let folder: string;
let file: string;
let storage: Storage;
let other: DatabaseSync;
/** Where each batch ran. */
let placed: ('here' | 'thread')[];

function noting(place: BatchPlace): BatchPlace {
  const committed: BatchPlace['committed'] = (verbs, tookMs, here) => {
    placed.push(here ? 'here' : 'thread');
    place.committed(verbs, tookMs, here);
  };
  return { isHere: (verbs) => place.isHere(verbs), committed };
}

async function start(place: BatchPlace): Promise<void> {
  const settings = { file, clock: systemClock, random: systemRandom, serves: true };
  storage = await openSqliteStorage({ ...settings, place: noting(place) });
  await publishPrice(storage);
  await addPayer(storage, 'acc', CALLS);
  placed = [];
}

async function restart(place: BatchPlace): Promise<void> {
  await storage.close();
  await startAnew(place);
}

/** On another file. */
async function startAnew(place: BatchPlace): Promise<void> {
  file = path.join(folder, 'next.db');
  await start(place);
}

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'reelgate-here-'));
  file = path.join(folder, 'test.db');
  placed = [];
  await start(always());
  other = new DatabaseSync(file);
});
afterEach(async () => {
  vi.restoreAllMocks();
  const { differences } = await storage.ledger.verify();
  await storage.close();
  other.close();
  rmSync(folder, { recursive: true, force: true });
  expect(differences).toEqual([]);
});

/** Replaces COMMIT of this thread, once. */
function failNextCommit(errcode: number): void {
  const run = StatementSync.prototype.run;
  const spied = vi.spyOn(StatementSync.prototype, 'run').mockImplementation(function (
    this: StatementSync,
    ...given
  ) {
    if (this.sourceSQL !== 'COMMIT') return run.apply(this, given as never);
    spied.mockRestore();
    throw Object.assign(new Error('disk'), { errcode });
  });
}

test('a charge waits for the disk, and a hold does not', async () => {
  const levels: string[] = [];
  const exec = DatabaseSync.prototype.exec;
  vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(function (this: DatabaseSync, sql) {
    if (sql.startsWith('PRAGMA synchronous')) levels.push(sql);
    return exec.call(this, sql);
  });
  const hold = await openHold(storage, 'acc', 'r');
  expect(levels.at(-1)).toBe('PRAGMA synchronous = NORMAL');
  await storage.calls.settle(settlementOf(hold));
  expect(levels.at(-1)).toBe('PRAGMA synchronous = FULL');
  expect(placed).toEqual(['here', 'here']);
});

test('while another process has the lock, the thread waits for it and the event loop goes on', async () => {
  other.exec('BEGIN IMMEDIATE');
  const beganMs = systemClock.monotonicMs();
  const opened = storage.calls.open(callOf('acc', 'r'));
  for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
  // A connection that waits does so for five seconds.
  expect(systemClock.monotonicMs() - beganMs).toBeLessThan(4_000);
  expect(placed).toEqual([]);
  other.exec('ROLLBACK');
  expect((await opened).kind).toBe('opened');
  await openHold(storage, 'acc', 'r2');
  expect(placed).toEqual(['thread', 'here']);
});

test('a disk that fails in a commit leaves the charge in doubt, and the next batch has a new connection', async () => {
  const hold = await openHold(storage, 'acc', 'r');
  failNextCommit(1_034);
  await expect(storage.calls.settle(settlementOf(hold))).rejects.toMatchObject({ inDoubt: true });
  expect((await storage.calls.settle(settlementOf(hold))).kind).toBe('settled');
  expect(placed).toEqual(['here', 'here', 'here']);
});

test('any other failure of a commit has changed nothing, and the thread runs the same verbs', async () => {
  const hold = await openHold(storage, 'acc', 'r');
  failNextCommit(13);
  expect((await storage.calls.settle(settlementOf(hold))).kind).toBe('settled');
  expect(placed).toEqual(['here', 'thread']);
});

test('a file that a newer Reelgate made too new takes no call', async () => {
  await openHold(storage, 'acc', 'r');
  other.exec("PRAGMA user_version = 998; UPDATE meta SET value = 998 WHERE name = 'compatible_from'");
  await expect(storage.calls.open(callOf('acc', 'r2'))).rejects.toThrow('newer Reelgate');
  other.exec("UPDATE meta SET value = 1 WHERE name = 'compatible_from'");
});

test('the thread dies while calls run on the event loop: none of them notices, and another thread replaces it', async () => {
  const post = vi.spyOn(Worker.prototype, 'postMessage');
  await storage.ready();
  const worker = post.mock.contexts.at(-1) as Worker;
  const hold = await openHold(storage, 'acc', 'r');
  const ended = worker.terminate();
  const settled = storage.calls.settle(settlementOf(hold));
  expect((await settled).kind).toBe('settled');
  await ended;
  await storage.ready();
  await openHold(storage, 'acc', 'r2');
});

test('the thread dies idle while verbs wait for the end of the turn: each gets its own outcome', async () => {
  await restart(never());
  const post = vi.spyOn(Worker.prototype, 'postMessage');
  await storage.ready();
  const worker = post.mock.contexts.at(-1) as Worker;
  const opened: ReturnType<Storage['calls']['open']>[] = [];
  const open = (id: string) => () => opened.push(storage.calls.open(callOf('acc', id)));
  worker.prependListener('exit', open('before the thread is known to be dead'));
  worker.on('exit', open('after that'));
  await worker.terminate();
  const holds = (await Promise.all(opened)).map((one) =>
    one.kind === 'opened' ? one.hold.requestId : one.kind,
  );
  expect(holds).toEqual(['before the thread is known to be dead', 'after that']);
});

test.each([
  ['from one call to many and back', () => new PlaceByLoad()],
  ['in turns', inTurns],
])('under load that changes %s both places are used, and each call is charged once', async (_name, place) => {
  await restart(place());
  const one = async (id: string) => storage.calls.settle(settlementOf(await openHold(storage, 'acc', id)));
  for (const [wave, callers] of [1, 40, 3, 60, 1, 9, 2].entries()) {
    const calls = Array.from({ length: callers }, (_, i) => one(`${wave}-${i}`));
    for (const { kind } of await Promise.all(calls)) expect(kind).toBe('settled');
  }
  expect(new Set(placed)).toEqual(new Set(['here', 'thread']));
  const { balanceMicros, heldMicros } = (await storage.accounts.find({ idOrName: 'acc' }))!;
  expect([balanceMicros, heldMicros]).toEqual([(CALLS - 116) * PRICE, 0]);
});

test('what was asked before the end is done before it, on the event loop too', async () => {
  const opened = Array.from({ length: 3 }, (_, i) => storage.calls.open(callOf('acc', `r${i}`)));
  await Promise.all([storage.close(), ...opened]);
  expect(other.prepare("SELECT count(*) AS held FROM calls WHERE state = 'held'").get()).toEqual({ held: 3 });
  await expect(storage.calls.open(callOf('acc', 'late'))).rejects.toThrow('the storage is closed');
  await startAnew(always());
});
