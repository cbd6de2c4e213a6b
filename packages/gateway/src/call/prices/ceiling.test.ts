// The ledger itself enforces a caller's ceiling: a dearer call changes no row, and a paid answer is replayed free.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestGateway, TEST_SETTINGS, type TestGateway } from '../../testing/test-gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({
    settings: TEST_SETTINGS.replace('fresh_seconds: 0', 'fresh_seconds: 60'),
  });
});
afterAll(() => gateway.close());

const under = (amount: string) => ({ 'x-reelgate-max-price': amount });

test('a call that may cost more is refused with its price, and nothing is claimed, counted or charged', async () => {
  let asked = 0;
  gateway.script = () => {
    asked++;
    return { ids: ['1'], cursor: null };
  };
  const before = await gateway.money();
  const { status, body } = await gateway.search(
    { keyword: 'dear' },
    { id: 'dear', headers: under('0.011999') },
  );
  expect([status, body.code, body.price, body.next]).toEqual([402, 'PRICE_CEILING', '0.012000', 'fix']);
  expect(body.charged).toBe('0.000000');
  expect((await gateway.ask('/api/account/v1/requests/dear')).status).toBe(404);
  expect([await gateway.money(), asked]).toEqual([before, 0]);
  // The id is not claimed, so another question may use it.
  const again = await gateway.search({ keyword: 'other' }, { id: 'dear', headers: under('0.012') });
  expect([again.status, again.headers.get('x-reelgate-charged')]).toEqual([200, '0.012000']);
});

test('the header beats the query, and a ceiling of exactly the price is enough', async () => {
  const cheap = await gateway.search({ keyword: 'a', max_price: '9' }, { headers: under('0') });
  expect(cheap.body.code).toBe('PRICE_CEILING');
  const enough = await gateway.search({ keyword: 'a', max_price: '0' }, { headers: under('0.012000') });
  expect(enough.status).toBe(200);
  const query = await gateway.search({ keyword: 'a', max_price: '0.0119' });
  expect([query.status, query.body.code]).toEqual([402, 'PRICE_CEILING']);
});

test('a replay is free whatever the ceiling, which does not belong to what an id is bound to', async () => {
  const first = await gateway.search({ keyword: 'paid', max_price: '1' }, { id: 'paid' });
  const second = await gateway.search({ keyword: 'paid' }, { id: 'paid', headers: under('0') });
  const third = await gateway.search({ keyword: 'paid', max_price: '0.5' }, { id: 'paid' });
  expect([first, second, third].map(({ status }) => status)).toEqual([200, 200, 200]);
  expect([second.text, third.text]).toEqual([first.text, first.text]);
  expect(second.headers.get('x-reelgate-replayed')).toBe('true');
});

test('an answer from memory is refused above the ceiling as well', async () => {
  await gateway.search({ keyword: 'kept' });
  const kept = await gateway.search({ keyword: 'kept' }, { id: 'kept', headers: under('0.001') });
  expect(kept.body.code).toBe('PRICE_CEILING');
  expect((await gateway.ask('/api/account/v1/requests/kept')).status).toBe(404);
});

test('a malformed ceiling is refused and named, and a misspelt parameter is not ignored', async () => {
  const bad = await gateway.search({ keyword: 'a' }, { headers: under('1 dollar') });
  expect([bad.status, bad.body.errors[0].field]).toEqual([400, 'x-reelgate-max-price']);
  const misspelt = await gateway.search({ keyword: 'a', maxprice: '0.01' });
  expect(misspelt.body.detail).toContain('did you mean "max_price"?');
});
