// What is not judged a second time: judging reads up to twenty stored answers, and callers may repeat a complaint as often as they may write.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Storage } from '../../storage/storage.ts';
import { startTestGateway, type TestGateway } from '../../testing/test-gateway.ts';
import type { AccountCaller, AccountDeps } from '../../verb/deps.ts';
import { complaintFile } from './complaint.account.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.close());

const reason = 'These are dogs.';
const complain = (id: string) =>
  gateway.ask(`/api/account/v1/requests/${id}/complaint`, { method: 'POST', body: { reason } });

test('a repeated complaint answers with the first one, and judges nothing again', async () => {
  await gateway.search({ keyword: 'cat' }, { platform: 'library', id: 'bought' });
  const first = await complain('bought');
  const complaint = await gateway.withStorage((storage) =>
    storage.complaints.find({ id: first.body.complaint.id }),
  );
  // No evidence can be read here.
  const storage = { complaints: { find: async () => complaint } } as unknown as Storage;
  const caller = {
    account: { id: complaint!.accountId, currency: 'USD' },
    key: { id: 'key_1' },
  } as unknown as AccountCaller;
  const input = { params: { request_id: 'bought' }, query: {}, body: { reason: 'Still dogs.' } };
  const again = await complaintFile.run({ storage } as unknown as AccountDeps, input, caller);
  expect(again).toEqual({ complaint: first.body.complaint });
  expect((await complain('bought')).body.complaint).toEqual(first.body.complaint);
});

test('a call that was refunded is not judged', async () => {
  await gateway.search({ keyword: 'dog' }, { platform: 'library', id: 'refunded' });
  await gateway.admin('accounts/demo/refunds', {
    method: 'POST',
    body: { request_id: 'refunded', reason: 'sorry' },
  });
  expect(await complain('refunded')).toMatchObject({
    status: 409,
    body: { detail: 'Nothing is left to refund: the call was free, or was refunded.' },
  });
});
