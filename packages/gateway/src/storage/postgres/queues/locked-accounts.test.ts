// What a row lock of another transaction delays: verbs of the locked account wait, all others go on. Every test has a database of its own
// and no sleeps.
import type pg from 'pg';
import { afterEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../../domain/clock.ts';
import { type Storage, StorageUnavailable } from '../../storage.ts';
import { addPayer, callOf, openHold, settlementOf } from '../../testing/payer.ts';
import { createPool, type Pool } from '../connection.ts';
import {
  database,
  expectSound,
  kindsOf,
  money,
  open,
  openWithPayer,
  useDatabases,
} from '../testing/backend.ts';

useDatabases();

let pool: Pool | null = null;
let stranger: pg.PoolClient | null = null;

afterEach(async () => {
  await letGo();
  await pool?.end();
  pool = null;
});

/** Like an operator who leaves a transaction open. */
async function lock(sql: string): Promise<void> {
  pool ??= createPool(database.url, { sync: 'any' });
  stranger = await pool.connect();
  await stranger.query(`BEGIN; ${sql}`);
}

async function letGo(): Promise<void> {
  await stranger?.query('ROLLBACK');
  stranger?.release();
  stranger = null;
}

const LOCK_ACCOUNT = "SELECT 1 FROM accounts WHERE id = 'acc' FOR UPDATE";

async function buy(storage: Storage, account: string, id: string): Promise<string> {
  return (await storage.calls.settle(settlementOf(await openHold(storage, account, id)))).kind;
}

describe.each([
  ['an account', LOCK_ACCOUNT],
  ['the key of an account', "SELECT 1 FROM keys WHERE account_id = 'acc' FOR UPDATE"],
])('while another transaction keeps %s locked', (_name, sql) => {
  test('all others go on, and its own calls run in their sequence when it is unlocked', async () => {
    const storage = await openWithPayer(2);
    // One id before it and one after it, so that a batch that waits would hold one of them.
    for (const id of ['aaa', 'zzz']) await addPayer(storage, id, 50);
    await lock(sql);
    const waiting = ['r1', 'r2', 'r3'].map((id) => storage.calls.open(callOf('acc', id)));
    let isOver = false;
    const over = Promise.all(waiting).then((results) => {
      isOver = true;
      return kindsOf(results);
    });
    for (let n = 0; n < 20; n++) {
      expect(await Promise.all([buy(storage, 'aaa', `r${n}`), buy(storage, 'zzz', `r${n}`)])).toEqual([
        'settled',
        'settled',
      ]);
    }
    expect(isOver).toBe(false);
    await letGo();
    // There is money for two calls, so the third is refused.
    expect(await over).toEqual(['opened', 'opened', 'insufficient']);
    await expectSound(storage);
  });
});

test('a call that waits for a locked account is refused after five seconds, and nothing was held', async () => {
  let aheadMs = 0;
  const clock = { ...systemClock, monotonicMs: () => systemClock.monotonicMs() + aheadMs };
  const storage = await openWithPayer(3, { clock });
  await lock(LOCK_ACCOUNT);
  const refused = expect(storage.calls.open(callOf('acc', 'r1'))).rejects.toThrow('the account is locked');
  const waiting =
    "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
  while ((await pool!.query(waiting)).rowCount === 0);
  aheadMs = 5_001;
  await refused;
  await letGo();
  expect(await money(storage)).toEqual({ balance: 3, held: 0 });
  expect((await storage.calls.open(callOf('acc', 'r1'))).kind).toBe('opened');
});

test('a sweep leaves holds of a locked account for the next one, and gives back those of all others', async () => {
  const storage = await openWithPayer(1);
  await addPayer(storage, 'zzz', 1);
  await Promise.all([openHold(storage, 'acc', 'r1'), openHold(storage, 'zzz', 'r1')]);
  await lock(LOCK_ACCOUNT);
  expect(await storage.calls.expire({ holdTtlMs: 0 })).toEqual({ expired: 1 });
  await letGo();
  expect(await storage.calls.expire({ holdTtlMs: 0 })).toEqual({ expired: 1 });
  expect(await money(storage)).toEqual({ balance: 1, held: 0 });
  await expectSound(storage);
});

test('a top-up of a locked account is refused alone: the next one in the queue is posted', async () => {
  const storage = await openWithPayer(1);
  await addPayer(storage, 'zzz', 1);
  await lock(LOCK_ACCOUNT);
  const topUp = (accountId: string) =>
    storage.accounts.topUp({ actor: 't', accountId, amountMicros: 1 as never, reference: 'x', reason: null });
  const [locked, free] = await Promise.allSettled([topUp('acc'), topUp('zzz')]);
  expect((locked as PromiseRejectedResult).reason).toBeInstanceOf(StorageUnavailable);
  expect((free as PromiseFulfilledResult<{ kind: string }>).value.kind).toBe('posted');
});

test('no node starves on an account that three nodes share', async () => {
  const first = await openWithPayer(10_000);
  const nodes = [first, await open(), await open()];
  const CALLS = 40;
  const done = nodes.map(() => 0);
  /** Every node continues until all have made their calls, so that each competes to the end. */
  const spend = async (node: number, queue: number) => {
    for (let n = 0; Math.min(...done) < CALLS; n++) {
      expect(await buy(nodes[node]!, 'acc', `${node}-${queue}-${n}`)).toBe('settled');
      done[node]!++;
    }
  };
  await Promise.all(nodes.flatMap((_, node) => [0, 1, 2, 3].map((queue) => spend(node, queue))));
  await expectSound(first);
});
