// What an operator sees when deciding a complaint: the account, the call, the provider and, while it is stored, the answer.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from '../../testing/test-gateway.ts';

let gateway: TestGateway;
let complaint: string;
let answered: string;
beforeAll(async () => {
  gateway = await startTestGateway();
  const { status, text } = await gateway.search({ keyword: 'cat' }, { platform: 'library', id: 'bought' });
  expect(status).toBe(200);
  answered = text;
  const filed = await gateway.ask('/api/account/v1/requests/bought/complaint', {
    ...{ method: 'POST', body: { reason: 'These are dogs.' } },
  });
  complaint = filed.body.complaint.id;
});
afterAll(() => gateway.close());

const read = () => gateway.admin(`complaints/${complaint}/case`);

test('it names the account, the call, whom the answer came from, and shows the answer byte for byte', async () => {
  const { status, body } = await read();
  expect(status).toBe(200);
  expect(body).toMatchObject({
    complaint: { id: complaint, call_id: 'bought', reason: 'These are dogs.', providers: ['library'] },
    account: { id: expect.stringMatching(/^acc_/), name: 'demo' },
    call: { request_id: 'bought', operation: 'video.search', attempts: [{ provider: 'library' }] },
    answer: { text: answered, bytes: Buffer.byteLength(answered), is_cut: false },
  });
});

test('a look shows the answer of this complaint and of no other call', async () => {
  const other = await gateway.search({ keyword: 'dog' }, { platform: 'library', id: 'other' });
  expect(other.status).toBe(200);
  expect((await read()).body.answer.text).toBe(answered);
  expect((await gateway.admin('complaints/cmp_nobody/case')).status).toBe(404);
});

test('an answer that is not kept any more is said to be gone, and the rest is there', async () => {
  await gateway.withStorage((storage) => storage.calls.purgeAnswers({ keepMs: -1_000 }));
  const { body } = await read();
  expect(body.answer).toBeNull();
  expect(body).toMatchObject({ account: { name: 'demo' }, call: { request_id: 'bought' } });
});
