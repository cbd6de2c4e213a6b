// Several videos in one call, through a whole gateway: each found video costs what it costs alone, nothing else costs anything,
// and an id without an answer is never reported as gone.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openStorage } from '../../assemble/core.ts';
import { StorageUnavailable } from '../../storage/storage.ts';
import { RawConnection, requestText } from '../../testing/raw-http.ts';
import { startTestGateway, TEST_SETTINGS, type TestGateway } from '../../testing/test-gateway.ts';

const STABLE = '/api/u1/v1/scripted/app/get_video_v2';
const ECONOMY = '/api/u1/v1/scripted/app/get_video';
const PRICE = { [STABLE]: 4_000, [ECONOMY]: 2_000 };

/** Requests that the providers received, as `first id=a`. */
let asked: string[];
/** Videos that both providers have. */
let there: string[];
let gateway: TestGateway;

let isLedgerAway = false;
const watched: typeof openStorage = async (...given) => {
  const storage = await openStorage(...given);
  const settle: typeof storage.calls.settle = (input) =>
    isLedgerAway ? Promise.reject(new StorageUnavailable('away')) : storage.calls.settle(input);
  return { ...storage, calls: { ...storage.calls, settle } };
};

beforeAll(async () => {
  const settings = TEST_SETTINGS.replace(
    'limits:\n',
    'limits:\n  misses: { requests: 40, per_seconds: 86400 }\n',
  );
  gateway = await startTestGateway({
    settings: settings.replace('fresh_seconds: 0', 'fresh_seconds: 600'),
    ports: { openStorage: watched },
  });
});
afterAll(() => gateway.close());
beforeEach(() => {
  asked = [];
  there = [];
  gateway.script = answer;
});

const answer = (query: URLSearchParams, { provider }: { provider: string }) => {
  asked.push(`${provider} ${decodeURIComponent(String(query))}`);
  const wanted = (query.get('ids') ?? query.get('id') ?? '').split(',');
  return { ids: there.filter((id) => wanted.includes(id)).toReversed(), cursor: null };
};
const get = (ids: string, more: { path?: string; id?: string; key?: string } = {}) =>
  gateway.search({ ids }, { path: ECONOMY, ...more });
const spent = async (before: { balance: number }) => before.balance - (await gateway.money()).balance;
const idsOf = (body: { items: { id: string }[] }) => body.items.map(({ id }) => id);

// This test runs first, while no latency is known of the providers, so that no attempt is hedged.
test('the next provider is asked only for what the first could not answer', async () => {
  there = ['a-10', 'a-11', 'gone'];
  gateway.script = (query, at) => {
    const isBad = at.provider === 'first' && query.get('id') === 'a-11';
    return isBad ? { kind: 'bad_response', detail: 'no JSON' } : answer(query, at);
  };
  const { body } = await get('a-10,a-11', { path: STABLE });
  expect(idsOf(body)).toEqual(['a-10', 'a-11']);
  expect(asked.filter((line) => line.includes('a-11'))).toEqual(['second id=a-11']);
  expect(body.items.map((item: { source: { upstream_host: string } }) => item.source.upstream_host)).toEqual([
    'first',
    'second',
  ]);
  expect(body.receipt).toMatchObject({ items: 2, charged: '0.008000' });
});

describe('found and not found', () => {
  test('in the order asked, in as few exchanges as the provider allows; the price is for each one found', async () => {
    there = ['s-1', 's-2', 's-4', 'a-1'];
    const before = await gateway.money();
    const { status, body, headers } = await get('s-4, a-1 ,s-1,gone-1,s-2,s-3');
    expect(status).toBe(200);
    expect(idsOf(body)).toEqual(['s-4', 'a-1', 's-1', 's-2']);
    expect(body.items.map(({ rank }: { rank: number }) => rank)).toEqual([1, 2, 3, 4]);
    expect(body).toMatchObject({
      platform: 'scripted',
      ids: 's-4,a-1,s-1,gone-1,s-2,s-3',
      not_found: [
        { id: 'gone-1', reason: 'unknown' },
        { id: 's-3', reason: 'unknown' },
      ],
      failed: [],
      receipt: { unit: 'item', unit_price: '0.002000', items: 4, sum: '4 x 0.002000', charged: '0.008000' },
    });
    expect(headers.get('x-reelgate-charged')).toBe('0.008000');
    expect(asked.toSorted()).toEqual(
      ['first id=a-1', 'first id=gone-1', 'first ids=s-3', 'first ids=s-4,s-1,s-2'].toSorted(),
    );
    expect(await spent(before)).toBe(4 * PRICE[ECONOMY]!);
    expect((await gateway.money()).held).toBe(0);
  });

  test('nothing found is 200 and free; what is remembered as gone is not asked for again, alone or among others', async () => {
    const before = await gateway.money();
    const { status, body } = await get('gone-2,gone-3', { id: 'nothing' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ items: [], receipt: { items: 0, charged: '0.000000' } });
    expect(body.not_found).toHaveLength(2);
    asked = [];
    there = ['a-2'];
    expect((await gateway.search({ id: 'gone-3' }, { path: ECONOMY })).body.code).toBe('VIDEO_NOT_FOUND');
    expect((await get('gone-2,a-2')).body.not_found).toEqual([{ id: 'gone-2', reason: 'unknown' }]);
    expect(asked).toEqual(['first id=a-2']);
    const again = await get('gone-2,gone-3', { id: 'nothing' });
    expect([again.headers.get('x-reelgate-replayed'), again.body.items]).toEqual(['true', []]);
    expect(await spent(before)).toBe(PRICE[ECONOMY]);
  });

  test('a replay under the request id is the same bytes, and free; other ids under it are refused', async () => {
    there = ['a-3', 'a-4'];
    const first = await get('a-3,a-4', { id: 'pair' });
    const before = await gateway.money();
    const again = await get('a-3,a-4', { id: 'pair' });
    expect(again.text).toBe(first.text);
    expect((await get('a-4,a-3', { id: 'pair' })).body.code).toBe('REQUEST_ID_REUSED');
    expect(await spent(before)).toBe(0);
  });

  test('an answer from the cache costs as much, and no provider is asked', async () => {
    there = ['a-5', 'a-6'];
    await get('a-5,a-6');
    asked = [];
    const before = await gateway.money();
    const { body } = await get('a-5,a-6');
    expect(body).toMatchObject({ receipt: { source: 'cache', items: 2, charged: '0.004000' } });
    expect(asked).toEqual([]);
    expect(await spent(before)).toBe(2 * PRICE[ECONOMY]!);
  });
});

describe('a provider that fails', () => {
  test('an id that no provider could answer is reported as failed: it is neither gone nor charged, and not remembered', async () => {
    there = ['a-12', 'a-13'];
    let isBad = true;
    gateway.script = (query, at) =>
      isBad && query.get('id') === 'a-13' ? { kind: 'bad_response', detail: 'no JSON' } : answer(query, at);
    const before = await gateway.money();
    const { status, body } = await get('a-12,a-13,gone-4');
    expect(status).toBe(200);
    expect(idsOf(body)).toEqual(['a-12']);
    expect(body).toMatchObject({
      not_found: [{ id: 'gone-4', reason: 'unknown' }],
      failed: [{ id: 'a-13', code: 'UPSTREAM_ERROR' }],
      receipt: { items: 1, charged: '0.002000' },
    });
    isBad = false;
    expect(idsOf((await get('a-12,a-13,gone-4')).body)).toEqual(['a-12', 'a-13']);
    expect(await spent(before)).toBe(3 * PRICE[ECONOMY]!);
  });

  test('with nothing to deliver the call fails as any does, and costs nothing', async () => {
    gateway.script = (query, at) =>
      query.get('id') === 'a-14' ? { kind: 'bad_response', detail: 'no JSON' } : answer(query, at);
    const before = await gateway.money();
    const { body } = await get('gone-5,a-14');
    expect(body).toMatchObject({ status: 502, code: 'UPSTREAM_ERROR', charged: '0.000000' });
    expect(await gateway.money()).toEqual(before);
  });

  test('an id that the platform rejects does not affect the others', async () => {
    there = ['a-15'];
    gateway.script = (query, at) =>
      query.get('id') === 'bad id' ? { kind: 'input_rejected', detail: 'no' } : answer(query, at);
    const { body } = await get('a-15,bad id');
    expect(idsOf(body)).toEqual(['a-15']);
    expect(body.not_found).toEqual([{ id: 'bad id', reason: 'unknown' }]);
  });
});

describe('money', () => {
  test('the hold is for all that may be found: too little for that is 402, before a provider is asked', async () => {
    const { body } = await gateway.admin('accounts', { method: 'POST', body: { name: 'poor' } });
    expect(body.account.name).toBe('poor');
    await gateway.admin('accounts/poor/topups', {
      method: 'POST',
      body: { amount: '0.005', reference: 'r' },
    });
    const { secret } = await gateway.newKey({ account: 'poor' });
    there = ['a-20'];
    expect((await get('a-20,gone-6,gone-7', { key: secret })).body.code).toBe('INSUFFICIENT_BALANCE');
    expect(asked).toEqual([]);
    expect((await get('a-20,gone-6', { key: secret })).body.receipt).toMatchObject({
      charged: '0.002000',
      balance: '0.003000',
    });
  });

  test('a ceiling is compared with the most that the call may cost', async () => {
    there = ['a-21'];
    const ask = (ceiling: string) =>
      gateway.search({ ids: 'a-21,gone-8', max_price: ceiling }, { path: ECONOMY });
    expect((await ask('0.003')).body.code).toBe('PRICE_CEILING');
    expect((await ask('0.004')).status).toBe(200);
  });
});

describe('videos that are not there', () => {
  const idsOf = (name: string, from: number, count: number) =>
    Array.from({ length: count }, (_, n) => `${name}-${from + n}`);
  const idsAsked = () => asked.flatMap((line) => line.split('=')[1]!.split(','));

  test('count towards the limit of their account, each as one', async () => {
    const { secret } = await gateway.newAccount('loses');
    expect((await get(idsOf('lost', 0, 40).join(), { key: secret })).status).toBe(200);
    const over = await get('lost-60', { key: secret });
    expect(over.body).toMatchObject({ status: 429, code: 'RATE_LIMITED', next: 'wait' });
    const further = await gateway.newKey({ account: 'loses' });
    expect((await get('lost-60', { key: further.secret })).status).toBe(429);
    // Another account is not limited.
    expect((await get('lost-60')).status).toBe(200);
  });

  test('are asked for up to the limit and not beyond, by any number of calls at once and with any number of keys', async () => {
    const first = await gateway.newAccount('floods');
    const bystander = await gateway.newAccount('stands-by');
    const secrets = [first.secret];
    for (let i = 0; i < 4; i++) secrets.push((await gateway.newKey({ account: 'floods' })).secret);
    const calls = Array.from({ length: 20 }, (_, n) =>
      get(idsOf('flood', n * 10, 10).join(), { key: secrets[n % 5]! }),
    );
    const seen = await get('a-40', { key: bystander.secret });
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(idsAsked().filter((id) => id.startsWith('flood'))).toHaveLength(40);
    expect(statuses.filter((status) => status === 200)).toHaveLength(4);
    expect(statuses.filter((status) => status === 429)).toHaveLength(16);
    expect(seen.status).toBe(200);
    expect(await gateway.money()).toMatchObject({ held: 0 });
  });

  test('are reserved only while a call runs: found ones, failures and callers that hang up give all back', async () => {
    const { secret } = await gateway.newAccount('gives-back');
    for (const name of ['kept', 'more']) {
      there = idsOf(name, 0, 40);
      expect((await get(there.join(), { key: secret })).status).toBe(200);
    }
    gateway.script = () => ({ kind: 'bad_response', detail: 'no JSON' });
    const broken = idsOf('broken', 0, 40).join();
    for (let i = 0; i < 2; i++) expect((await get(broken, { key: secret })).body.code).toMatch(/^UPSTREAM_/);
    gateway.script = answer;
    const connection = new RawConnection(gateway.url);
    const target = `GET ${ECONOMY}?ids=${idsOf('left', 0, 40).join('%2C')}`;
    there = idsOf('left', 0, 40);
    connection.socket.write(requestText(target, [`Authorization: Bearer ${secret}`]));
    await expect.poll(() => idsAsked().includes('left-39')).toBe(true);
    connection.socket.resetAndDestroy();
    await connection.closed;
    there = idsOf('last', 0, 40);
    await expect.poll(async () => (await get(there.join(), { key: secret })).status).toBe(200);
  });

  test('are given back when the ledger cannot commit', async () => {
    const { secret } = await gateway.newAccount('no-ledger');
    there = idsOf('unpaid', 0, 40);
    const ids = there.join();
    isLedgerAway = true;
    const lost = await get(ids, { key: secret });
    isLedgerAway = false;
    expect(lost.body.code).toBe('STORAGE_UNAVAILABLE');
    there = idsOf('paid', 0, 40);
    expect((await get(there.join(), { key: secret })).status).toBe(200);
  });
});

describe('refused, and nothing is asked or charged', () => {
  test.each([
    ['an id beside', { ids: 'a,b', id: 'c' }, 'ids'],
    ['nothing', {}, 'id'],
    ['an empty list', { ids: '' }, 'ids'],
    ['an empty id', { ids: 'a,,b' }, 'ids'],
    ['one twice', { ids: 'a,b, a' }, 'ids'],
    ['too many', { ids: Array.from({ length: 51 }, (_, n) => `v${n}`).join(',') }, 'ids'],
    ['a long id', { ids: `a,${'x'.repeat(301)}` }, 'ids'],
  ])('%s', async (_name, query, field) => {
    const before = await gateway.money();
    const { body } = await gateway.search(query as Record<string, string>, { path: ECONOMY });
    expect(body).toMatchObject({ status: 400, code: 'INVALID_REQUEST', errors: [{ field }] });
    expect(asked).toEqual([]);
    expect(await gateway.money()).toEqual(before);
  });

  test('in the group of native answers', async () => {
    const { body } = await gateway.search({ ids: 'a,b' }, { path: ECONOMY.replace('u1', 'u2') });
    expect(body).toMatchObject({ status: 400, errors: [{ field: 'ids' }] });
  });
});
