// Complaints over real HTTP: a paid answer that breaks a rule is refunded at once, others wait for a person, and nobody is given
// back more than was charged.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.ts';

let gateway: TestGateway;
let ids: string[] = [];
beforeAll(async () => {
  gateway = await startTestGateway({ script: () => ({ ids, cursor: null }) });
});
afterAll(() => gateway.close());

const complain = (id: string, reason: unknown = 'not what I asked for') =>
  gateway.ask(`/api/account/v1/requests/${id}/complaint`, { method: 'POST', body: { reason } });

test('an answer about something else is refunded at once, and the provider is marked', async () => {
  ids = ['1', '2', '3', '4', '5', '6'];
  await gateway.fundCalls(1);
  expect((await gateway.search({ keyword: 'kittens' }, { id: 'off' })).status).toBe(200);
  const filed = await complain('off');
  const expected = { state: 'refunded', ground: 'other_keyword', refunded: '0.012000', call_id: 'off' };
  expect([filed.status, filed.body.complaint]).toEqual([201, expect.objectContaining(expected)]);
  expect(filed.text).not.toContain('first');
  expect(await gateway.money()).toEqual({ balance: 12_000, held: 0 });
  const usage = await gateway.admin('usage/providers');
  expect(usage.body.totals).toMatchObject({ complaints: 1, refunded: '0.012000' });
  const receipt = await gateway.ask('/api/account/v1/requests/off');
  expect(receipt.body.call).toMatchObject({ charged: '0.012000', refunded: '0.012000' });
  expect(receipt.body.complaint).toEqual(filed.body.complaint);
});

test('the receipt of a call that nobody complained about has no complaint', async () => {
  await gateway.fundCalls(2);
  await gateway.search({ keyword: 'quiet' }, { id: 'quiet' });
  expect((await gateway.ask('/api/account/v1/requests/quiet')).body.complaint).toBeNull();
});

test('a second complaint about the same call is the first one, and gives nothing back', async () => {
  const again = await complain('off', 'once more');
  expect(again.body.complaint).toMatchObject({ reason: 'not what I asked for', refunded: '0.012000' });
  expect(await gateway.money()).toEqual({ balance: 12_000, held: 0 });
});

test('any other waits until a person decides, and the caller reads why', async () => {
  ids = ['1'];
  await gateway.search({ keyword: 'one' }, { id: 'dull' });
  const filed = await complain('dull');
  expect(filed.body.complaint).toMatchObject({ state: 'waiting', ground: 'person', refunded: '0.000000' });
  const waiting = await gateway.admin('complaints?state=waiting');
  const { id } = filed.body.complaint;
  expect(waiting.body.complaints).toMatchObject([
    { id, provider: 'first', providers: ['first'], call_id: 'dull' },
  ]);
  const body = { decision: 'refuse', reason: 'one video is what there was' };
  const decided = await gateway.admin(`complaints/${id}/decision`, { method: 'POST', body });
  expect([decided.status, decided.body.complaint?.state]).toEqual([200, 'refused']);
  const read = await gateway.ask('/api/account/v1/requests/dull/complaint');
  expect(read.body.complaint).toMatchObject({ state: 'refused', note: body.reason, refunded: '0.000000' });
  const again = await gateway.admin(`complaints/${id}/decision`, { method: 'POST', body });
  expect(again.body).toMatchObject({ status: 409, code: 'CONFLICT' });
});

test('what was not paid for, belongs to nobody, or comes with bad words is refused', async () => {
  expect((await complain('never-made')).body).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  expect((await gateway.ask('/api/account/v1/requests/never-made/complaint')).status).toBe(404);
  for (const reason of ['', 'x'.repeat(1_001), 'a\u001b[2J', 7, null]) {
    const refused = await complain('dull', reason);
    expect([reason, refused.body.status, refused.body.code]).toEqual([reason, 400, 'INVALID_REQUEST']);
  }
});
