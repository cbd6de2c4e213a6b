// `gathered.settle` on PostgreSQL, with a move that the test can see and break, through a proxy that breaks connections in COMMIT.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemClock, systemRandom } from '../../../domain/clock.ts';
import { createTcpProxy, type TcpProxy } from '../../../testing/tcp-proxy.ts';
import type { HoldRef } from '../../storage.ts';
import { moveVisibly, pageFound, pageId } from '../../testing/gathered.ts';
import { callOf, openHold, PRICE, settlementOf } from '../../testing/payer.ts';
import { createPool, type HostPool } from '../connection.ts';
import { MonthPartitions } from '../month-partitions.ts';
import { runWrite, type SingleVerb } from '../single-verbs.ts';
import { database, expectSound, money, openWithPayer, useDatabases } from '../testing/backend.ts';
import { Database } from '../transaction.ts';
import { settlingWith } from './gathered-settle.ts';

useDatabases();
let proxy: TcpProxy;
let pool: HostPool;

beforeEach(async () => {
  const url = new URL(database.url);
  proxy = await createTcpProxy({ host: url.hostname, port: Number(url.port) }, 'COMMIT\0');
  url.host = `127.0.0.1:${proxy.port}`;
  pool = createPool(url.href, { sync: 'any', max: 2 });
});
afterEach(async () => {
  await pool.end();
  await proxy.close();
});

const verb: SingleVerb = {
  name: 'gathered.settle',
  asksTime: true,
  run: settlingWith(moveVisibly) as SingleVerb['run'],
};

/** Makes its month first, so that the fault hits the COMMIT of the verb. */
async function verbOnProxy(): Promise<(hold: HoldRef, ...items: string[]) => ReturnType<typeof runWrite>> {
  const transactions = new Database({
    pool,
    sync: 'any',
    marks: null,
    clock: systemClock,
    random: systemRandom,
  });
  const months = new MonthPartitions(transactions, null);
  await months.makeNow();
  const context = { database: transactions, months, clock: null, node: 'n' };
  return (hold, ...items) => {
    const found = { ...pageFound(0), seen: items };
    return runWrite(context, verb, { settle: settlementOf(hold, { answer: null }), found });
  };
}

const seen = () => database.query('SELECT item, seen_at::integer FROM seen_items');

test.each(['lose the answer', 'cut before'] as const)(
  'a COMMIT that was lost (%s) leaves no doubt: one charge and one move',
  async (fault) => {
    const storage = await openWithPayer(10);
    const settle = await verbOnProxy();
    const hold = await openHold(storage, 'acc', pageId(0));
    proxy.fault = fault;
    const value = { kind: 'settled', balanceMicros: 9 * PRICE };
    expect(await settle(hold, 'a')).toEqual({ ok: true, value });
    expect(proxy.struck).toBe(1);
    expect(await seen()).toEqual([{ item: 'a', seen_at: PRICE }]);
    expect(await settle(hold, 'b')).toEqual({ ok: true, value: { kind: 'lost' } });
    expect(await seen()).toHaveLength(1);
    await expectSound(storage);
  },
);

test('a move that fails takes the charge back, and the hold can still be ended', async () => {
  const storage = await openWithPayer(10);
  const settle = await verbOnProxy();
  const hold = await openHold(storage, 'acc', pageId(0));
  expect(await settle(hold, 'c', 'd')).toMatchObject({ ok: false, error: { message: 'the move fails' } });
  expect(await seen()).toEqual([]);
  expect(await money(storage)).toEqual({ balance: 10, held: 1 });
  expect((await storage.calls.open(callOf('acc', pageId(0)))).kind).toBe('running');
  await storage.calls.release({ hold, failureCode: 'INTERNAL', attempts: [] });
  await expectSound(storage);
});
