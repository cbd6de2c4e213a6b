// Prices per item and free calls, through a whole gateway: what is held, charged, printed on receipts and stored.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestGateway, TEST_SETTINGS, type TestGateway } from '../../testing/test-gateway.ts';

const SEARCH = '/api/*/v1/*/app/search_video_v2';
const ECONOMY = '/api/*/v1/*/app/search_video';
const RECORD = '/api/*/v1/*/app/get_video';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({
    settings: TEST_SETTINGS.replace(
      'cache: { fresh_seconds: 0 }',
      'cache: { fresh_seconds: 60, price_factor: 0.5 }',
    ),
  });
  const endpoints = [
    { path: SEARCH, unit: 'item', unit_price: '0.001', minimum: '0.0025' },
    { path: ECONOMY, unit_price: '0.004', free_per_day: 2 },
    { path: RECORD, unit: 'item', unit_price: '0.002' },
  ];
  const answer = await gateway.admin('catalog/versions', { method: 'POST', body: { endpoints } });
  expect(answer.status, answer.text).toBe(201);
});
afterAll(() => gateway.close());

const found = (ids: string[]) => {
  gateway.script = () => ({ ids, cursor: null });
};
const numbers = (count: number) => Array.from({ length: count }, (_, i) => String(i + 1));

test('a page costs its number of items, and the receipt shows the calculation', async () => {
  found(numbers(7));
  const answer = await gateway.search({ keyword: 'seven', count: '10' }, { id: 'seven' });
  expect(answer.body.items).toHaveLength(7);
  expect(answer.headers.get('x-reelgate-charged')).toBe('0.007000');
  expect(answer.body.receipt).toMatchObject({
    ...{ unit: 'item', unit_price: '0.001000', items: 7, sum: '7 x 0.001000', charged: '0.007000' },
  });
  const kept = await gateway.ask('/api/account/v1/requests/seven');
  expect(kept.body.call).toMatchObject({
    ...{ unit: 'item', unit_price: '0.001000', price: '0.010000', items: 7, charged: '0.007000' },
  });
});

test('while a call runs, the most it can cost is held: the price of all items asked for', async () => {
  let held = 0;
  gateway.script = async () => {
    held = (await gateway.money()).held;
    return { ids: ['1'], cursor: null };
  };
  const answer = await gateway.search({ keyword: 'held', count: '30' });
  expect([held, answer.body.receipt.charged]).toEqual([30_000, '0.002500']);
  expect(answer.body.receipt.sum).toBe('minimum 0.002500, for 1 x 0.001000');
});

test('a page without an item costs the minimum, and items beyond those asked for cost nothing', async () => {
  found([]);
  const none = await gateway.search({ keyword: 'none' });
  expect(none.body.receipt).toMatchObject({ items: 0, charged: '0.002500' });
  found(numbers(9));
  const many = await gateway.search(
    { keyword: 'many', count: '4' },
    { path: '/api/u2/v1/scripted/app/search_video_v2' },
  );
  expect(many.body.receipt).toMatchObject({ items: 4, charged: '0.004000' });
});

test('an answer from memory costs its share of the price of its items', async () => {
  found(numbers(8));
  await gateway.search({ keyword: 'kept' });
  const dry = await gateway.search({ keyword: 'kept', dry_run: '1' });
  expect(dry.body).toMatchObject({ would: 'cache', price: '0.004000' });
  const { body } = await gateway.search({ keyword: 'kept' });
  expect(body.receipt.balance).toBe(dry.body.balance_after);
  expect(body.receipt).toMatchObject({
    ...{ source: 'cache', items: 8, charged: '0.004000', sum: '8 x 0.001000, reduced to 0.004000' },
  });
});

test('a ceiling is compared with the most that a call can cost, and a balance below that is not enough', async () => {
  found(['1']);
  const dear = await gateway.search({ keyword: 'dear', count: '20', max_price: '0.019' });
  expect([dear.status, dear.body.price]).toEqual([402, '0.020000']);
  const fewer = await gateway.search({ keyword: 'dear', count: '19', max_price: '0.019' });
  expect([fewer.status, fewer.body.receipt.charged]).toEqual([200, '0.002500']);
});

test('free calls are used first, cached or live, failed ones are not counted, and then the price applies', async () => {
  const path = '/api/u1/v1/scripted/app/search_video';
  const economy = (keyword: string, id: string) => gateway.search({ keyword }, { id, path });
  const economyDry = (keyword: string) => gateway.search({ keyword, dry_run: '1' }, { path });
  gateway.script = () => ({ status: 500 }) as never;
  const failed = await economy('fails', 'failed');
  expect(failed.status).toBeGreaterThanOrEqual(500);
  found(['1']);
  const before = await gateway.money();
  const first = await economy('cat', 'free-1');
  expect((await economyDry('cat')).body).toMatchObject({ would: 'cache', price: '0.000000' });
  const second = await economy('cat', 'free-2');
  expect((await economyDry('cat')).body).toMatchObject({ would: 'cache', price: '0.002000' });
  const third = await economy('cat', 'free-3');
  expect(
    [first, second, third].map(({ body: { receipt } }) => [receipt.source, receipt.charged, receipt.sum]),
  ).toEqual([
    ['live', '0.000000', 'free: within the daily allowance'],
    ['cache', '0.000000', 'free: within the daily allowance'],
    ['cache', '0.002000', '1 x 0.004000, reduced to 0.002000'],
  ]);
  expect(before.balance - (await gateway.money()).balance).toBe(2_000);
  const again = await economy('cat', 'free-2');
  expect([again.text, again.headers.get('x-reelgate-replayed')]).toEqual([second.text, 'true']);
});

test('the price list shows unit, minimum and allowance', async () => {
  const told = async (path: string) =>
    (await gateway.ask(`/api/pricing/v1/endpoints?path=${path}`)).body.endpoints[0];
  expect(await told('/api/u1/v1/scripted/app/search_video_v2')).toMatchObject({
    ...{ unit: 'item', unit_price: '0.001000', minimum: '0.002500', free_per_day: null },
  });
  expect(await told('/api/u1/v1/scripted/app/search_video')).toMatchObject({
    ...{ unit: 'call', unit_price: '0.004000', minimum: null, free_per_day: 2 },
  });
});

test('the receipt says which grants paid, as the account route does later, and a replay says the same', async () => {
  const grant = { amount: '0.001', kind: 'promo', reason: 'to try it', reference: 'try' };
  const given = await gateway.admin('accounts/demo/grants', { method: 'POST', body: grant });
  expect(given.status, given.text).toBe(201);
  found(numbers(5));
  const first = await gateway.search({ keyword: 'granted' }, { id: 'granted' });
  const paid_from = [{ grant: given.body.grant.id, kind: 'promo', amount: '0.001000' }];
  expect(first.body.receipt).toMatchObject({ charged: '0.005000', paid_from });
  const again = await gateway.search({ keyword: 'granted' }, { id: 'granted' });
  expect(again.text).toBe(first.text);
  const kept = await gateway.ask('/api/account/v1/requests/granted');
  expect(kept.body.call.paid_from).toEqual(paid_from);
  const later = await gateway.search({ keyword: 'ordinary' });
  expect(later.body.receipt).not.toHaveProperty('paid_from');
});
