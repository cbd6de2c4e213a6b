// What only PostgreSQL has: its constraints, several verbs in one batch, several nodes on one database, and silent nodes. Every test has
// a database of its own and no sleeps.
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { systemClock, systemRandom } from '../../domain/clock.ts';
import { toMicros } from '../../domain/money.ts';
import { createTestClock } from '../contracts/storage.contract.ts';
import { type Storage, StorageUnavailable } from '../storage.ts';
import { addPayer, callOf, keyIdOf, openHold, PRICE, settlementOf } from '../testing/payer.ts';
import { createPool } from './connection.ts';
import { startNode } from './nodes.ts';
import {
  closeNode,
  database,
  expectSound,
  kindsOf,
  money,
  open,
  openWithPayer,
  useDatabases,
} from './testing/backend.ts';
import { Database } from './transaction.ts';

useDatabases();

const count = (kinds: string[], kind: string) => kinds.filter((one) => one === kind).length;

describe('the database itself refuses', () => {
  test.each([
    ['a changed entry', 'UPDATE entries SET amount_micros = 1', 'append-only'],
    ['a deleted entry', 'DELETE FROM entries', 'append-only'],
    ['emptied entries', 'TRUNCATE entries CASCADE', 'append-only'],
    ['a balance below zero', 'UPDATE accounts SET balance_micros = -1', 'check constraint'],
    ['more held than there is', 'UPDATE accounts SET held_micros = balance_micros + 1', 'check constraint'],
    ['a changed settled call', "UPDATE calls SET path = '/q'", 'a settled call is final'],
    ['a deleted call', 'DELETE FROM calls', 'never deleted'],
    ['a deleted account', 'DELETE FROM accounts', 'never deleted'],
    ['a changed catalog', "UPDATE catalogs SET note = 'x'", 'immutable'],
    ['a deleted audit row', 'DELETE FROM audit', 'append-only'],
    [
      'a second charge of a call',
      `INSERT INTO entries (account_id, seq, kind, amount_micros, balance_after_micros, at_ms, call_seq, actor)
       SELECT account_id, 9, kind, amount_micros, 0, at_ms, call_seq, actor FROM entries WHERE kind = 'charge'`,
      'duplicate key',
    ],
    [
      'a second charge of a call in another month',
      `INSERT INTO entries (account_id, seq, kind, amount_micros, balance_after_micros, at_ms, call_seq, actor)
       SELECT account_id, 9, kind, amount_micros, 0, at_ms + 2592000000, call_seq, actor
         FROM entries WHERE kind = 'charge'`,
      'must fit its account and its settled call',
    ],
    [
      'a second top-up of one reference in another month',
      `INSERT INTO entries (account_id, seq, kind, amount_micros, balance_after_micros, at_ms, reference, actor)
       SELECT account_id, 9, kind, amount_micros, 0, at_ms + 2592000000, reference, actor
         FROM entries WHERE kind = 'topup'`,
      'duplicate key',
    ],
    [
      'a charge of a call that is not settled',
      `INSERT INTO entries (account_id, seq, kind, amount_micros, balance_after_micros, at_ms, call_seq, actor)
       SELECT account_id, 9, 'charge', -price_micros, 0, opened_at_ms, seq, 'x' FROM calls WHERE state = 'held'`,
      'must fit its account and its settled call',
    ],
  ])('%s', async (_name, sql, reason) => {
    const storage = await openWithPayer(5);
    await storage.calls.settle(settlementOf(await openHold(storage, 'acc', 'r1')));
    await openHold(storage, 'acc', 'r2');
    await expect(database.query(sql)).rejects.toThrow(reason);
  });
});

describe('a batch', () => {
  test('with a verb that fails commits the other verbs and not that one', async () => {
    const storage = await openWithPayer(9);
    const holds = [];
    for (let i = 0; i < 7; i++) holds.push(await openHold(storage, 'acc', `r${i}`));
    // Our code never charges more than the price; the schema's CHECK makes this one fail in the middle of the batch.
    const settled = await Promise.allSettled(
      holds.map((hold, i) =>
        storage.calls.settle(settlementOf(hold, i === 3 ? { chargedMicros: toMicros(2 * PRICE) } : {})),
      ),
    );
    expect(settled.map(({ status }) => status)).toEqual(
      holds.map((_, i) => (i === 3 ? 'rejected' : 'fulfilled')),
    );
    expect((settled[3] as PromiseRejectedResult).reason).not.toBeInstanceOf(StorageUnavailable);
    expect(await money(storage)).toEqual({ balance: 3, held: 1 });
    await expectSound(storage);
  });

  test('opens the first of its calls when there is not enough money for all', async () => {
    const storage = await openWithPayer(3);
    await addPayer(storage, 'other', 1);
    const wanted = ['acc', 'other', 'acc', 'acc', 'other', 'acc', 'acc'];
    const results = await Promise.all(wanted.map((payer, i) => storage.calls.open(callOf(payer, `r${i}`))));
    expect(kindsOf(results)).toEqual([
      ...['opened', 'opened', 'opened', 'opened', 'insufficient', 'insufficient', 'insufficient'],
    ]);
  });

  test('in a month that has no partitions makes them', async () => {
    const clock = createTestClock();
    const storage = await openWithPayer(5, { databaseClock: clock });
    clock.advance(400 * 24 * 3_600_000);
    expect((await storage.calls.settle(settlementOf(await openHold(storage, 'acc', 'r1')))).kind).toBe(
      'settled',
    );
    clock.advance(400 * 24 * 3_600_000);
    const adjusted = await storage.accounts.adjust({
      actor: 't',
      accountId: 'acc',
      amountMicros: toMicros(1),
      reference: null,
      reason: 'later',
    });
    expect(adjusted.kind).toBe('posted');
    await expectSound(storage);
  });

  test('in a month whose partitions cannot be made is unavailable, until they can', async () => {
    const clock = createTestClock();
    const storage = await openWithPayer(5, { databaseClock: clock });
    clock.advance(400 * 24 * 3_600_000);
    const pool = createPool(database.url, { sync: 'any' });
    const stranger = await pool.connect();
    await stranger.query('BEGIN; LOCK TABLE entries IN ACCESS EXCLUSIVE MODE');
    const opened = Promise.all(['r1', 'r2'].map((id) => storage.calls.open(callOf('acc', id))));
    const paidIn = { actor: 't', accountId: 'acc', amountMicros: PRICE, reference: 'later', reason: null };
    const posted = storage.accounts.topUp(paidIn);
    await Promise.all([
      expect(opened).rejects.toThrow(StorageUnavailable),
      expect(posted).rejects.toThrow(StorageUnavailable),
    ]);
    await stranger.query('ROLLBACK');
    stranger.release();
    await pool.end();
    expect(await money(storage)).toEqual({ balance: 5, held: 0 });
    expect((await storage.calls.open(callOf('acc', 'r1'))).kind).toBe('opened');
    expect((await storage.accounts.topUp(paidIn)).kind).toBe('posted');
  });
});

describe('two nodes on one database', () => {
  test('that create an account of one name at the same time: the second gets `exists`', async () => {
    const storage = await open();
    const pool = createPool(database.url, { sync: 'any' });
    const stranger = await pool.connect();
    await stranger.query(
      "BEGIN; INSERT INTO accounts (id, name, currency, created_at_ms) VALUES ('other', 'same', 'USD', 0)",
    );
    const created = storage.accounts.create({
      actor: 't',
      id: 'a',
      name: 'same',
      currency: 'USD',
      rate: null,
    });
    const waiting =
      "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    while ((await pool.query(waiting)).rowCount === 0);
    await stranger.query('COMMIT');
    stranger.release();
    await pool.end();
    expect(await created).toEqual({ kind: 'exists' });
  });

  test('that race for one id open it once', async () => {
    const first = await openWithPayer(100);
    const second = await open();
    const results = await Promise.all(
      Array.from({ length: 60 }, (_, i) => (i % 2 ? first : second).calls.open(callOf('acc', 'r1'))),
    );
    expect(count(kindsOf(results), 'opened')).toBe(1);
    expect(count(kindsOf(results), 'running')).toBe(59);
  });

  test('open exactly as many calls as there is money for', async () => {
    const first = await openWithPayer(37);
    const second = await open();
    const results = await Promise.all(
      Array.from({ length: 200 }, (_, i) => (i % 2 ? first : second).calls.open(callOf('acc', `r${i}`))),
    );
    expect(count(kindsOf(results), 'opened')).toBe(37);
    expect(count(kindsOf(results), 'insufficient')).toBe(163);
    expect(await money(first)).toEqual({ balance: 37, held: 37 });
  });

  test('keep one rate limit together', async () => {
    const first = await openWithPayer(100);
    const second = await open();
    const rate = { requests: 10, perSeconds: 600, concurrent: 100 };
    await first.keys.update({ actor: 't', id: keyIdOf('acc'), rate });
    const results = await Promise.all(
      Array.from({ length: 60 }, (_, i) => (i % 2 ? first : second).calls.open(callOf('acc', `r${i}`))),
    );
    expect(count(kindsOf(results), 'opened')).toBe(10);
  });

  test('work through crossed accounts without a deadlock', async () => {
    const first = await openWithPayer(0);
    const second = await open();
    const ids = Array.from({ length: 12 }, (_, i) => `a${i}`);
    for (const id of ids) await addPayer(first, id, 50);
    const attempts = [
      { provider: 'p', startedMs: 0, durationMs: 1, outcome: 'ok', bytes: 1, costMicros: toMicros(1) },
    ];
    const spend = async (storage: Storage, order: string[], round: number) => {
      const results = order.map(async (id) => {
        const hold = await openHold(storage, id, `${storage === first ? 'x' : 'y'}${round}`);
        return storage.calls.settle(settlementOf(hold, { attempts }));
      });
      return Promise.all(results);
    };
    for (let round = 0; round < 8; round++) {
      const results = await Promise.all([spend(first, ids, round), spend(second, ids.toReversed(), round)]);
      expect(new Set(kindsOf(results.flat()))).toEqual(new Set(['settled']));
    }
    const [{ deadlocks }] = (await database.query(
      'SELECT deadlocks::integer FROM pg_stat_database WHERE datname = current_database()',
    )) as [{ deadlocks: number }];
    expect(deadlocks).toBe(0);
    await expectSound(first);
  });

  test('are notified of each other’s changes', async () => {
    const first = await openWithPayer(1);
    const second = await open();
    let told = () => {};
    const ready = new Promise<void>((resolve) => {
      told = resolve;
    });
    const stop = second.onRevision!(() => told());
    // The first call of the listener says that it is listening; everything before is known then.
    await ready;
    const heard = new Promise<void>((resolve) => {
      told = resolve;
    });
    await first.keys.revoke({ actor: 't', id: keyIdOf('acc') });
    await heard;
    stop();
  });

  test('list each other, and each disappears when it closes', async () => {
    const first = await open();
    const second = await open();
    expect(await first.nodes()).toHaveLength(2);
    await closeNode(second);
    expect(await first.nodes()).toHaveLength(1);
  });
});

describe('a node that is silent', () => {
  const sweep = (storage: Storage) => storage.calls.expire({ holdTtlMs: 60_000 });

  test('for fifteen seconds loses its holds at the next sweep, and its late settlement charges nothing', async () => {
    const clock = createTestClock();
    const first = await openWithPayer(5, { databaseClock: clock });
    const hold = await openHold(first, 'acc', 'r1');
    clock.advance(14_999);
    const second = await open({ databaseClock: clock });
    expect(await second.nodes()).toHaveLength(2);
    expect(await sweep(second)).toEqual({ expired: 0 });
    clock.advance(1);
    expect(await second.nodes()).toHaveLength(1);
    expect(await sweep(second)).toEqual({ expired: 1 });
    expect(await first.calls.settle(settlementOf(hold))).toEqual({ kind: 'lost' });
    expect(await money(first)).toEqual({ balance: 5, held: 0 });
    await expectSound(first);
  });

  test('is not declared gone by one that was silent itself: the database may have been down', async () => {
    const clock = createTestClock();
    const first = await openWithPayer(5, { databaseClock: clock });
    const second = await open({ databaseClock: clock });
    await openHold(first, 'acc', 'r1');
    clock.advance(20_000);
    expect(await sweep(second)).toEqual({ expired: 0 });
  });

  test('for an hour is forgotten by the next sign of life of another', async () => {
    const clock = createTestClock();
    await open({ databaseClock: clock });
    const known = async () => (await database.query('SELECT id FROM nodes')).length;
    for (const [passMs, nodes] of [
      [3_600_000, 2],
      [1, 2],
    ] as const) {
      clock.advance(passMs);
      // Its start is a sign of life.
      await open({ databaseClock: clock });
      expect(await known()).toBe(nodes);
    }
  });

  test('is swept by one node at a time, and no hold ends twice', async () => {
    const clock = createTestClock();
    const first = await openWithPayer(700, { databaseClock: clock });
    await Promise.all(Array.from({ length: 700 }, (_, i) => openHold(first, 'acc', `r${i}`)));
    const second = await open({ databaseClock: clock });
    clock.advance(60_000);
    const swept = await Promise.all([sweep(first), sweep(second), sweep(first), sweep(second)]);
    expect(swept.reduce((sum, { expired }) => sum + expired, 0)).toBe(700);
    expect(await money(first)).toEqual({ balance: 700, held: 0 });
    await expectSound(first);
  });
});

test('a node that stops during its sign of life takes its row away after it, and none comes later', async () => {
  await open();
  const pool = createPool(database.url, { sync: 'any', max: 1 });
  const real = new Database({ pool, sync: 'any', marks: null, clock: systemClock, random: systemRandom });
  const order: string[] = [];
  const { promise: mayBeat, resolve: beat } = Promise.withResolvers<void>();
  // The first is the start, the second the sign of life, the third the end.
  const write: Database['write'] = async (work) => {
    const name = ['start', 'sign', 'end'][order.filter((one) => !one.endsWith('.')).length]!;
    order.push(name);
    if (name === 'sign') await mayBeat;
    const value = await real.write(work);
    order.push(`${name}.`);
    return value;
  };
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const gated = { write } as Database;
  const node = { database: gated, clock: null, id: 'ends', pid: 1, host: 'h', makeMonths: async () => {} };
  const sign = await startNode(node);
  vi.advanceTimersByTime(2_000);
  const stopped = sign.stop();
  beat();
  await stopped;
  vi.advanceTimersByTime(60_000);
  expect(order).toEqual(['start', 'start.', 'sign', 'sign.', 'end', 'end.']);
  expect(await database.query("SELECT 1 FROM nodes WHERE id = 'ends'")).toEqual([]);
  await pool.end();
});

test('verify finds a balance, a hold and a usage row that do not add up', async () => {
  const storage = await openWithPayer(1);
  await database.query(
    `UPDATE accounts SET balance_micros = 999, held_micros = 7;
     INSERT INTO usage_days VALUES ('acc', 'k', to_char(now(), 'YYYY-MM-DD'), '/p', 1, 0, 50, 0)`,
  );
  const report = await storage.ledger.verify();
  expect(report.differences.map(({ check }) => check)).toEqual([
    'balance equals the sum of entries',
    'held equals the sum of open holds',
    'calls in usage equal charges in the ledger',
    'amount in usage equals charges in the ledger',
  ]);
});
