// A request id that another key used: what that key made is neither given away nor described to a key that may not act for it. Every verb that
// finds what an earlier request made has its row here.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.ts';
import { accountVerbs } from './index.ts';

const PATH = '/api/u1/v1/scripted/app/search_video_v2';
const question = { path: PATH, query: { keyword: 'cats' } };
const BODIES: Record<string, { path: string; noun: string; body: object }> = {
  createCollection: { path: '/api/collections/v1', noun: 'collection', body: { ...question, budget: '1' } },
  createWatch: { path: '/api/watches/v1', noun: 'watch', body: { ...question, every: '1h' } },
};

let gateway: TestGateway;
let maker: { id: string; secret: string };
beforeAll(async () => {
  gateway = await startTestGateway();
  maker = await gateway.newAccount('shared');
});
afterAll(() => gateway.close());

test('every verb that finds what an earlier request made is tried here', () => {
  const repeatable = accountVerbs
    .filter(({ creates }) => typeof creates === 'function')
    .map(({ name }) => name);
  expect(repeatable.toSorted()).toEqual(Object.keys(BODIES).toSorted());
});

describe.each(Object.entries(BODIES))('%s with the request id and the body of another key', (name, row) => {
  const send = (key: string, body = row.body, path = row.path) =>
    gateway.ask(path, { method: 'POST', key, headers: { 'x-reelgate-request-id': `id-${name}` }, body });

  let made: { id: string };
  beforeAll(async () => {
    made = (await send(maker.secret)).body[row.noun];
  });

  test.each([
    ['platforms', { platforms: ['scripted'] }],
    ['operations', { operations: ['video.search'] }],
    ['a cap', { total_cap: '5' }],
    ['a highest price', { max_call: '1' }],
    ['a group', { groups: ['u1'] }],
  ])(
    'is refused to a key with %s, in the same words whether or not the body is the same',
    async (_, limits) => {
      const { secret } = await gateway.newKey({ account: 'shared', ...limits });
      const [same, other] = [await send(secret), await send(secret, { ...row.body, name: 'other' })];
      for (const { status, body, text } of [same, other]) {
        expect([status, body.code], text).toEqual([422, 'REQUEST_ID_REUSED']);
        for (const told of [made.id, maker.id, 'cats']) expect(text).not.toContain(told);
      }
      expect({ ...same.body, request_id: 0 }).toEqual({ ...other.body, request_id: 0 });
    },
  );

  test('gives it to the key that made it and to one without a limit, and nothing to another account', async () => {
    const { secret } = await gateway.newKey({ account: 'shared' });
    for (const key of [maker.secret, secret]) {
      const { status, body } = await send(key);
      expect([status, body.created, body[row.noun].id]).toEqual([200, false, made.id]);
    }
    const { body } = await send(gateway.key);
    expect([body.created, body[row.noun].id === made.id]).toEqual([true, false]);
  });
});

test('a key with a cap does not pay in place of one that works, nor raises its bounds in the same request', async () => {
  const body = { ...question, query: { keyword: 'taken' }, budget: '1', items_max: 100_000 };
  gateway.script = () => ({ kind: 'unavailable', detail: 'down' });
  const made = (await gateway.ask('/api/collections/v1', { method: 'POST', key: maker.secret, body })).body
    .collection;
  const capped = await gateway.newKey({ account: 'shared', total_cap: '5' });
  const change = (changes: object, key = capped.secret) =>
    gateway.ask(`/api/collections/v1/${made.id}`, { method: 'PATCH', key, body: changes });
  for (const changes of [{ key: 'this' }, { key: 'this', budget: '9' }, { key: 'this', items_max: 99_999 }])
    expect((await change(changes)).body).toMatchObject({ status: 403, code: 'FORBIDDEN' });
  const read = async () =>
    (await gateway.ask(`/api/collections/v1/${made.id}`, { key: maker.secret })).body.collection;
  expect(await read()).toMatchObject({ key: maker.id, budget: '1.000000' });
  await gateway.admin(`keys/${maker.id}/revoke`, { method: 'POST' });
  const taken = await change({ key: 'this' });
  expect(taken.body.collection, taken.text).toMatchObject({ key: capped.id });
});
