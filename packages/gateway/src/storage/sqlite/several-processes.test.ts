// Guarantees with several processes on one SQLite file, and with a wrong clock: money and ids are decided in the transaction, for any
// process; what was acknowledged can be read by all; a step of the wall clock ends no hold.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Clock, systemClock, systemRandom } from '../../domain/clock.ts';
import { toMicros } from '../../domain/money.ts';
import type { Storage } from '../storage.ts';
import { addPayer, callOf, openHold, PRICE, publishPrice, settlementOf } from '../testing/payer.ts';
import { openSqliteStorage } from './open-storage.ts';

let folder: string;
let file: string;
let opened: Storage[];

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'reelgate-processes-'));
  file = path.join(folder, 'test.db');
  opened = [];
});
afterEach(async () => {
  await Promise.all(opened.map((storage) => storage.close()));
  rmSync(folder, { recursive: true, force: true });
});

async function open(clock: Clock = systemClock): Promise<Storage> {
  const storage = await openSqliteStorage({ file, clock, random: systemRandom, serves: true });
  opened.push(storage);
  return storage;
}

/** Several nodes, and an account `acc` with money for this many calls. */
async function nodesWithPayer(nodes: number, calls: number): Promise<Storage[]> {
  const first = await open();
  await publishPrice(first);
  await addPayer(first, 'acc', calls);
  const others = await Promise.all(Array.from({ length: nodes - 1 }, () => open()));
  return [first, ...others];
}

const money = async (storage: Storage) => {
  const account = await storage.accounts.find({ idOrName: 'acc' });
  return { balance: account!.balanceMicros / PRICE, held: account!.heldMicros / PRICE };
};
const expectSound = async (storage: Storage) =>
  expect((await storage.ledger.verify()).differences).toEqual([]);

describe('three processes on one file', () => {
  test('open exactly as many calls as there is money for', async () => {
    const nodes = await nodesWithPayer(3, 30);
    const results = await Promise.all(
      Array.from({ length: 120 }, (_, i) => nodes[i % 3]!.calls.open(callOf('acc', `r${i}`))),
    );
    const holds = results.flatMap((result) => (result.kind === 'opened' ? [result.hold] : []));
    expect(holds).toHaveLength(30);
    expect(results.filter(({ kind }) => kind === 'insufficient')).toHaveLength(90);
    const settled = await Promise.all(holds.map((hold, i) => nodes[i % 3]!.calls.settle(settlementOf(hold))));
    expect(settled.every(({ kind }) => kind === 'settled')).toBe(true);
    expect(await money(nodes[0]!)).toEqual({ balance: 0, held: 0 });
    await expectSound(nodes[0]!);
  });

  test('open one id once and charge it once, whichever process settles', async () => {
    const nodes = await nodesWithPayer(3, 30);
    const results = await Promise.all(
      Array.from({ length: 30 }, (_, i) => nodes[i % 3]!.calls.open(callOf('acc', 'one'))),
    );
    const holds = results.flatMap((result) => (result.kind === 'opened' ? [result.hold] : []));
    expect(holds).toHaveLength(1);
    const settled = await Promise.all(nodes.map((node) => node.calls.settle(settlementOf(holds[0]!))));
    expect(settled.map(({ kind }) => kind).sort()).toEqual(['lost', 'lost', 'settled']);
    expect(await money(nodes[0]!)).toEqual({ balance: 29, held: 0 });
    await expectSound(nodes[0]!);
  });

  test('post one top-up of one reference', async () => {
    const nodes = await nodesWithPayer(3, 1);
    const more = {
      actor: 't',
      accountId: 'acc',
      amountMicros: toMicros(PRICE),
      reference: 'x',
      reason: null,
    };
    const posted = await Promise.all(
      Array.from({ length: 12 }, (_, i) => nodes[i % 3]!.accounts.topUp(more)),
    );
    expect(posted.filter(({ kind }) => kind === 'posted')).toHaveLength(1);
    expect(posted.filter(({ kind }) => kind === 'duplicate')).toHaveLength(11);
    expect(await money(nodes[0]!)).toEqual({ balance: 2, held: 0 });
  });
});

test('what was acknowledged is committed: another process reads it in the same instant', async () => {
  const [storage] = await nodesWithPayer(1, 100);
  const db = new DatabaseSync(file, { readOnly: true });
  const state = db.prepare('SELECT state FROM calls WHERE request_id = ?');
  for (let i = 0; i < 40; i++) {
    const hold = await openHold(storage!, 'acc', `r${i}`);
    expect(state.get(`r${i}`)).toEqual({ state: 'held' });
    await storage!.calls.settle(settlementOf(hold));
    expect(state.get(`r${i}`)).toEqual({ state: 'settled' });
  }
  db.close();
});

describe('a wall clock that steps', () => {
  const HOUR = 3_600_000;
  const TTL = 60_000;

  test.each([
    ['forward', HOUR],
    ['back', -HOUR],
  ])('an hour %s neither hastens the end of a hold nor puts it off', async (_name, stepMs) => {
    let wallMs = Date.parse('2026-11-15T12:00:00.000Z');
    let elapsedMs = 0;
    const storage = await open({ nowMs: () => wallMs, monotonicMs: () => elapsedMs });
    await publishPrice(storage);
    await addPayer(storage, 'acc', 5);
    await openHold(storage, 'acc', 'r1');
    const sweep = () => storage.calls.expire({ holdTtlMs: TTL });
    expect(await sweep()).toEqual({ expired: 0 });
    wallMs += stepMs;
    elapsedMs += TTL - 1;
    expect(await sweep()).toEqual({ expired: 0 });
    elapsedMs += 1;
    expect(await sweep()).toEqual({ expired: 1 });
    expect(await money(storage)).toEqual({ balance: 5, held: 0 });
  });
});
