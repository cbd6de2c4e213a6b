// Slow reports: an account that requests many at once gets a few of them, uses at most two threads, and delays neither the
// searches nor the reports of another account.
import { readdirSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LONG_READS_AT_ONCE } from '../domain/limits.ts';
import { type Answer, startTestGateway, type TestGateway } from '../testing/test-gateway.ts';

const FLOOD = 64;
const PRICE = { path: '/api/u1/v1/scripted/app/search_video_v2', unit_price: '0.01' };
/** Far more than two threads slow a search down, far less than 64 did. */
const SLOWER_MAX = 20;

let gateway: TestGateway;
let other: string;
beforeAll(async () => {
  gateway = await startTestGateway();
  await gateway.admin('accounts', { method: 'POST', body: { name: 'other' } });
  const money = { amount: '100', reason: 'test' };
  const funded = await gateway.admin('accounts/other/adjustments', { method: 'POST', body: money });
  expect(funded.status).toBe(201);
  other = (await gateway.newKey({ account: 'other' })).secret;
});
afterAll(() => gateway.close());

/** Threads of this process; those of the gateway are among them. */
const threads = () => readdirSync('/proc/self/task').length;
const report = (key = gateway.key) => gateway.ask('/api/account/v1/usage/by?by=key,failure', { key });

async function searchMs(): Promise<number> {
  const beganMs = performance.now();
  expect((await gateway.search({ keyword: 'a' }, { key: other })).status).toBe(200);
  return performance.now() - beganMs;
}

const median = (all: number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)]!;

/** Makes searches one after the other; returns the time and the most threads seen meanwhile. */
async function searchWhile(isOver: () => boolean, atLeast: number): Promise<{ ms: number; most: number }> {
  const times: number[] = [];
  let most = 0;
  while (times.length < atLeast || !isOver()) {
    times.push(await searchMs());
    most = Math.max(most, threads());
  }
  return { ms: median(times), most };
}

test.skipIf(process.platform !== 'linux')(
  '64 reports at once by one account take two threads at most, and another account searches on',
  async () => {
    await searchWhile(() => true, 20);
    const alone = await searchWhile(() => true, 20);
    let isOver = false;
    const flood = Promise.all(Array.from({ length: FLOOD }, () => report())).finally(() => {
      isOver = true;
    });
    const beside = await searchWhile(() => isOver, 10);
    // How many arrive before the first ones are answered depends on the machine.
    const statuses = new Set((await flood).map(({ status }) => status));
    expect([...statuses].sort()).toEqual([200, 429]);
    expect(beside.most - alone.most).toBeLessThanOrEqual(LONG_READS_AT_ONCE);
    expect(beside.ms / alone.ms).toBeLessThan(SLOWER_MAX);
  },
);

test('a refused caller is told when to retry, and others are answered meanwhile', async () => {
  const mine: Promise<Answer>[] = Array.from({ length: FLOOD }, () => report());
  const [theirs, operators] = await Promise.all([report(other), gateway.admin('usage/by?by=key,failure')]);
  expect([theirs.status, operators.status]).toEqual([200, 200]);
  const refused = (await Promise.all(mine)).find(({ status }) => status === 429)!;
  expect(refused.body.code).toBe('RATE_LIMITED');
  expect(refused.headers.get('retry-after')).toBe('1');
  expect((await report()).status).toBe(200);
});

test.each([
  ['usage by two dimensions', 'GET', 'usage/by?by=key,failure', undefined],
  ['usage of providers by one account', 'GET', 'usage/providers?account=demo', undefined],
  ['what a price list would earn', 'POST', 'catalog/revenue', { endpoints: [PRICE] }],
])('%s is bounded for an operator as well', async (_name, method, path, body) => {
  const all = await Promise.all(
    Array.from({ length: FLOOD }, () => gateway.admin(path, { method, ...(body && { body }) })),
  );
  const statuses = new Set(all.map(({ status }) => status));
  expect([...statuses].sort()).toEqual([200, 429]);
});

test('one verification of the ledger runs at a time, and few wait for it', async () => {
  const verify = () => gateway.admin('ledger/verify', { method: 'POST', body: {} });
  const all = await Promise.all(Array.from({ length: 16 }, verify));
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200, 503]));
  expect((await verify()).body.clean).toBe(true);
});
