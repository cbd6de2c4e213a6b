// An agreed price of an account applies from its first to its last day, everywhere where a price is shown or charged.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '../../domain/duration.ts';
import { createShiftedClock } from '../../testing/shifted-clock.ts';
import { startTestGateway, TEST_SETTINGS, type TestGateway } from '../../testing/test-gateway.ts';

const PATH = '/api/u1/v1/library/app/search_video_v2';
const clock = createShiftedClock();

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({ settings: TEST_SETTINGS, ports: { clock } });
});
afterAll(() => gateway.close());

async function publish(inDays: number, list: string, agreed: Record<string, string>): Promise<void> {
  const body = {
    effective_from: new Date(clock.nowMs() + inDays * DAY_MS).toISOString(),
    endpoints: [{ path: PATH, unit_price: list }],
    overrides: Object.entries(agreed).map(([account, unit_price]) => ({ account, path: PATH, unit_price })),
  };
  const answer = await gateway.admin('catalog/versions', { method: 'POST', body });
  expect(answer.status, answer.text).toBe(201);
}

/** The price as quoted, charged, printed on the receipt, and stored with the call. */
async function pricesFor(key: string, id: string): Promise<string[]> {
  const told = await gateway.ask(`/api/pricing/v1/endpoints?path=${PATH}`, { key });
  const answer = await gateway.search({ keyword: 'cat' }, { platform: 'library', key, id });
  const kept = await gateway.ask(`/api/account/v1/requests/${id}`, { key });
  return [
    told.body.endpoints[0].unit_price,
    answer.headers.get('x-reelgate-charged')!,
    answer.body.receipt.unit_price,
    kept.body.call.charged,
  ];
}

test('agreed prices are those of the version in force, never of a future or a past one', async () => {
  await gateway.admin('accounts', { method: 'POST', body: { name: 'newcomer' } });
  await gateway.admin('accounts/newcomer/topups', { method: 'POST', body: { amount: '5', reference: 'r' } });
  const { body } = await gateway.admin('keys', { method: 'POST', body: { account: 'newcomer', name: 'k' } });
  const newcomer = body.secret as string;
  await publish(0, '0.05', { demo: '0.01' });
  await publish(1, '0.06', { demo: '0.02', newcomer: '0.03' });
  await publish(2, '0.07', {});
  const all = (price: string) => [price, price, price, price];

  expect(await pricesFor(gateway.key, 'demo-0')).toEqual(all('0.010000'));
  expect(await pricesFor(newcomer, 'newcomer-0')).toEqual(all('0.050000'));
  clock.advance(DAY_MS);
  expect(await pricesFor(gateway.key, 'demo-1')).toEqual(all('0.020000'));
  expect(await pricesFor(newcomer, 'newcomer-1')).toEqual(all('0.030000'));
  clock.advance(DAY_MS);
  expect(await pricesFor(gateway.key, 'demo-2')).toEqual(all('0.070000'));
  expect(await pricesFor(newcomer, 'newcomer-2')).toEqual(all('0.070000'));
});
