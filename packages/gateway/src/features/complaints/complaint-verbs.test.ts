// The verbs of complaints. A caller complains within thirty days, about its own calls.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Catalog } from '../../domain/catalog.ts';
import { DAY_MS } from '../../domain/duration.ts';
import type { KeyHolder, Storage } from '../../storage/storage.ts';
import { startTestGateway, type TestGateway } from '../../testing/test-gateway.ts';
import type { AccountCaller, AccountDeps } from '../../verb/deps.ts';
import { makeAccount, makeCall, makeKey } from '../../verb/testing/account.ts';
import { accountDepsOf, ask, createWorld, type World } from '../../verb/testing/world.ts';
import { complaintFile } from './complaint.account.ts';

let world: World;
const newHolder = async (): Promise<KeyHolder> =>
  (await makeKey(world.storage, (await makeAccount(world.storage)).id)).holder;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

test('about a call of thirty days ago, and not a moment later, nor about a call of another account', async () => {
  const holder = await newHolder();
  for (const id of ['last', 'late']) await makeCall(world.storage, holder, id, '0.5');
  const file = (request_id: string, by = holder) =>
    ask(complaintFile, accountDepsOf(world, {} as Catalog), by, {
      ...{ params: { request_id }, body: { reason: 'these are dogs' } },
    });
  expect(await file('last', await newHolder())).toMatchObject({ code: 'NOT_FOUND' });
  world.advance(30 * DAY_MS);
  expect(await file('last')).toMatchObject({ complaint: { call_id: 'last', state: 'waiting' } });
  world.advance(1);
  expect(await file('late')).toMatchObject({ code: 'CONFLICT' });
});

// What an operator sees when deciding a complaint: the account, the call, the provider and, while it is stored, the answer.
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

// What is not judged a second time: judging reads up to twenty stored answers, and callers may repeat a complaint as often as they may write.

const reason = 'These are dogs.';
const complain = (id: string) =>
  gateway.ask(`/api/account/v1/requests/${id}/complaint`, { method: 'POST', body: { reason } });

test('a repeated complaint answers with the first one, and judges nothing again', async () => {
  await gateway.search({ keyword: 'cat' }, { platform: 'library', id: 'repeated' });
  const first = await complain('repeated');
  const complaint = await gateway.withStorage((storage) =>
    storage.complaints.find({ id: first.body.complaint.id }),
  );
  // No evidence can be read here.
  const storage = { complaints: { find: async () => complaint } } as unknown as Storage;
  const caller = {
    account: { id: complaint!.accountId, currency: 'USD' },
    key: { id: 'key_1' },
  } as unknown as AccountCaller;
  const input = { params: { request_id: 'repeated' }, query: {}, body: { reason: 'Still dogs.' } };
  const again = await complaintFile.run({ storage } as unknown as AccountDeps, input, caller);
  expect(again).toEqual({ complaint: first.body.complaint });
  expect((await complain('repeated')).body.complaint).toEqual(first.body.complaint);
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
