// A price with tiers through a whole gateway: the price list, the quote, the dry run and the receipt show the same price.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Clock, systemClock } from '../../domain/clock.ts';
import { startTestGateway, TEST_SETTINGS, type TestGateway } from '../../testing/test-gateway.ts';

const PATH = '/api/u1/v1/scripted/app/search_video_v2';
const PATTERN = '/api/*/v1/*/app/search_video_v2';
const STEPS = [
  { from: 0, unit_price: '0.012000' },
  { from: 2, unit_price: '0.010000' },
  { from: 4, unit_price: '0.006000' },
];
/** One minute before a month ends. The clock stands still until a test advances it. */
let nowMs = Date.UTC(2026, 4, 31, 23, 59);
const clock: Clock = { ...systemClock, nowMs: () => nowMs };

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({
    settings: TEST_SETTINGS.replace(
      'cache: { fresh_seconds: 0 }',
      'cache: { fresh_seconds: 3600, price_factor: 0.5 }',
    ),
    ports: { clock },
  });
  gateway.script = () => ({ ids: ['1', '2'], cursor: null });
  const endpoints = [{ path: PATTERN, tiers: STEPS }];
  const answer = await gateway.admin('catalog/versions', { method: 'POST', body: { endpoints } });
  expect(answer.status, answer.text).toBe(201);
  expect(answer.body.catalog.endpoints).toMatchObject([{ unit_price: '0.012000', tiers: STEPS }]);
  await gateway.fundCalls(20);
});
afterAll(async () => {
  const { body } = await gateway.admin('ledger/verify', { method: 'POST', body: {} });
  await gateway.close();
  expect(body.differences).toEqual([]);
});

const priceNow = async () => {
  const { body } = await gateway.ask(`/api/pricing/v1/endpoints?path=${PATH}`);
  const { unit_price, tiers, tier, month_used } = body.endpoints[0];
  expect(tiers).toEqual(STEPS);
  return [unit_price, tier, month_used];
};
const quote = async () => (await gateway.ask(`/api/pricing/v1/quote?path=${PATH}&pages=3`)).body;

test('each call costs what its tier says, and quote, dry run and price list say so before', async () => {
  expect(await priceNow()).toEqual(['0.012000', 0, 0]);
  const open = await gateway.ask(`/api/pricing/v1/endpoints?path=${PATH}`, { key: null });
  if (open.status === 200) expect(open.body.endpoints[0]).toMatchObject({ tier: 0, month_used: null });
  const charged: string[] = [];
  for (const keyword of ['a', 'b', 'c']) {
    const { body: dry } = await gateway.search({ keyword, dry_run: '1' });
    const { body } = await gateway.search({ keyword }, { id: `call-${keyword}` });
    expect([dry.price, dry.tier]).toEqual([body.receipt.charged, body.receipt.tier]);
    charged.push(body.receipt.charged);
  }
  expect(charged).toEqual(['0.012000', '0.012000', '0.010000']);
  expect(await priceNow()).toEqual(['0.010000', 2, 3]);
  const kept = await gateway.ask('/api/account/v1/requests/call-c');
  expect(kept.body.call).toMatchObject({ unit_price: '0.010000', price: '0.010000', tier: 2 });
  expect(await quote()).toMatchObject({
    ...{ unit_price: '0.010000', most_per_call: '0.010000', most: '0.030000', tier: 2, month_used: 3 },
  });
});

test('an answer from memory costs its share of the tier, as the dry run said, and counts', async () => {
  const { body: dry } = await gateway.search({ keyword: 'a', dry_run: '1' });
  expect(dry).toMatchObject({ would: 'cache', tier: 2, price: '0.005000' });
  const { body } = await gateway.search({ keyword: 'a' });
  expect(body.receipt).toMatchObject({ source: 'cache', tier: 2, charged: '0.005000' });
  expect(await priceNow()).toEqual(['0.006000', 4, 4]);
});

test('a search over many platforms shows the tier of each, in the price list, the quote, the dry run and the receipt', async () => {
  const all = PATH.replace('scripted', 'all');
  const leg = { platform: 'scripted', unit: 'call', tier: 4 };
  const shown = { ...leg, unit_price: '0.006000', tiers: STEPS, month_used: 4 };
  const { body: list } = await gateway.ask(`/api/pricing/v1/endpoints?path=${all}`);
  const { body: told } = await gateway.ask(`/api/pricing/v1/quote?path=${all}&platforms=scripted`);
  expect([list.endpoints[0].legs, told.legs]).toMatchObject([
    expect.arrayContaining([expect.objectContaining(shown)]),
    [shown],
  ]);
  const asked = { keyword: 'many', platforms: 'scripted' };
  const { body: dry } = await gateway.search({ ...asked, dry_run: '1' }, { path: all });
  expect(dry).toMatchObject({ price: '0.006000', legs: [{ ...leg, price: '0.006000' }] });
  const { body } = await gateway.search(asked, { path: all });
  expect(body.receipt).toMatchObject({ charged: '0.006000', legs: [{ platform: 'scripted', tier: 4 }] });
});

test('the page after the last one costs nothing, whatever the tier', async () => {
  const { body } = await gateway.search({ keyword: 'a', pcursor: 'no_more', dry_run: '1' });
  expect(body).toMatchObject({ price: '0.000000', balance_after: body.balance });
  expect(body).not.toHaveProperty('tier');
});

test('a ceiling below the first tier does not stop an account that is past it', async () => {
  const { status, body } = await gateway.search({ keyword: 'd', max_price: '0.006' });
  expect([status, body.receipt.charged]).toEqual([200, '0.006000']);
});

test('a quoted price holds over the end of the month; without a quote a new month begins with the first tier', async () => {
  const told = await quote();
  expect(told.unit_price).toBe('0.006000');
  nowMs += 2 * 60_000;
  expect(await priceNow()).toEqual(['0.012000', 0, 0]);
  const headers = { 'x-reelgate-quote': told.quote };
  const late = await gateway.search({ keyword: 'e' }, { headers });
  expect(late.body.receipt).toMatchObject({ charged: '0.006000', tier: 4 });
  const fresh = await gateway.search({ keyword: 'f' });
  expect(fresh.body.receipt).toMatchObject({ charged: '0.012000', tier: 0 });
  expect(await priceNow()).toEqual(['0.012000', 0, 1]);
});

test('an agreed price without tiers is one price, whatever was used', async () => {
  const overrides = [{ account: 'demo', path: PATTERN, unit_price: '0.011' }];
  const endpoints = [{ path: PATTERN, tiers: STEPS }];
  await gateway.admin('catalog/versions', { method: 'POST', body: { endpoints, overrides } });
  const { body } = await gateway.search({ keyword: 'g' });
  expect(body.receipt.charged).toBe('0.011000');
  expect(body.receipt).not.toHaveProperty('tier');
});
