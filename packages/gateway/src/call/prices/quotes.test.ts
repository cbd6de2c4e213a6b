// A quoted price holds for a while, and a dry run says what a call would cost without changing anything.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Clock, systemClock, systemRandom } from '../../domain/clock.ts';
import { toMicros } from '../../domain/money.ts';
import { createSealedQuotes } from '../../operations/sealed-quote.ts';
import { secretInFolder } from '../../secrets/service-secret.ts';
import { allRows } from '../../testing/row-changes.ts';
import { startTestGateway, TEST_SETTINGS, type TestGateway } from '../../testing/test-gateway.ts';

const PATH = '/api/u1/v1/scripted/app/search_video_v2';
const ALL = '/api/u1/v1/all/app/search_video_v2';
const ITEMS = '/api/u1/v1/scripted/app/search_video';
const VIDEO = '/api/u1/v1/library/app/get_video_v2';
const VIDEO_BY_ITEM = '/api/u1/v1/library/app/get_video';
/** The clock stands still until a test advances it: a quote holds to the millisecond. */
let nowMs = Date.UTC(2026, 4, 1, 12);
const clock: Clock = { ...systemClock, nowMs: () => nowMs };

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({
    settings: TEST_SETTINGS.replace('fresh_seconds: 0', 'fresh_seconds: 60'),
    ports: { clock },
  });
  await publish('0.012');
});
afterAll(() => gateway.close());

async function publish(unit_price: string): Promise<number> {
  const endpoints = [
    { path: PATH, unit_price },
    { path: ITEMS, unit: 'item', unit_price: '0.001', minimum: '0.004', free_per_day: 1 },
    { path: VIDEO, unit_price: '0.004' },
    { path: VIDEO_BY_ITEM, unit: 'item', unit_price: '0.001', minimum: '0.003' },
  ];
  const answer = await gateway.admin('catalog/versions', { method: 'POST', body: { endpoints } });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.catalog.version;
}
const quoteFor = (query: Record<string, string>, key = gateway.key) =>
  gateway.ask(`/api/pricing/v1/quote?${new URLSearchParams(query)}`, { key });
const sent = (quote: string) => ({ headers: { 'x-reelgate-quote': quote } });

async function otherKey(): Promise<string> {
  await gateway.admin('accounts', { method: 'POST', body: { name: 'other' } });
  await gateway.admin('accounts/other/topups', { method: 'POST', body: { amount: '5', reference: 'o' } });
  const { body } = await gateway.admin('keys', { method: 'POST', body: { account: 'other', name: 'k' } });
  return body.secret as string;
}

describe('a quote', () => {
  test('says what calls cost at most and what there is to pay them with, and changes nothing', async () => {
    await gateway.fundCalls(10);
    const before = await gateway.money();
    const { status, body } = await quoteFor({ path: `https://gate.example${PATH}?keyword=x`, pages: '3' });
    expect([status, body]).toMatchObject([
      200,
      {
        ...{ path: PATH, unit: 'call', unit_price: '0.012000', minimum: null, most: '0.036000' },
        ...{ most_per_call: '0.012000', calls_affordable: 10, caps: [], currency: 'USD' },
        balance: (before.balance / 1e6).toFixed(6),
        balance_after: ((before.balance - 36_000) / 1e6).toFixed(6),
      },
    ]);
    expect(Date.parse(body.valid_until) - clock.nowMs()).toBeLessThanOrEqual(15 * 60_000);
    expect(await gateway.money()).toEqual(before);
  });

  test('of items is for as many as are asked for', async () => {
    expect((await quoteFor({ path: ITEMS, count: '50' })).body).toMatchObject({
      ...{ unit: 'item', most_per_call: '0.050000', minimum: '0.004000', free_per_day: 1 },
    });
    expect((await quoteFor({ path: ITEMS })).body.most).toBe('0.020000');
    expect((await quoteFor({ path: ITEMS, count: '2' })).body.most).toBe('0.004000');
  });

  test('of several things is the price of each, and the call then holds exactly that', async () => {
    const quoted = await quoteFor({ path: VIDEO, ids: 'a,b,c', pages: '2' });
    expect(quoted.body).toMatchObject({
      ...{
        unit: 'item',
        unit_price: '0.004000',
        minimum: '0.000000',
        most_per_call: '0.012000',
        most: '0.024000',
      },
    });
    // The minimum price of a call is the price of one thing.
    const each = await quoteFor({ path: `${VIDEO_BY_ITEM}?ids=a,b` });
    expect(each.body).toMatchObject({ unit_price: '0.003000', most: '0.006000' });
    const dry = await gateway.ask(`${VIDEO}?ids=a,b,c&dry_run=1`);
    expect(dry.body).toMatchObject({ dry_run: true, price: '0.012000' });
    const { body } = await quoteFor({ path: VIDEO, ids: 'a,a' });
    expect(body.errors[0].field).toBe('ids');
    expect((await quoteFor({ path: PATH, ids: 'a' })).body.errors[0].field).toBe('ids');
  });

  test('counts as many items as the query of the path asks for, unless told otherwise', async () => {
    expect((await quoteFor({ path: `${ITEMS}?keyword=x&count=50` })).body.most).toBe('0.050000');
    expect((await quoteFor({ path: `${ITEMS}?count=50`, count: '5' })).body.most).toBe('0.005000');
    expect((await quoteFor({ path: `${ITEMS}?count=x` })).body.errors[0].field).toBe('count');
  });

  test('counts what caps leave, and says when there is not enough', async () => {
    const { secret } = await gateway.newKey({ daily_cap: '0.030' });
    const { body } = await quoteFor({ path: PATH, pages: '10000' }, secret);
    expect(body).toMatchObject({ calls_affordable: 2, balance_after: null });
    expect(body.caps).toMatchObject([{ scope: 'key', window: 'day', limit: '0.030000', left: '0.030000' }]);
  });

  test('counts no call that costs more than its key pays for one', async () => {
    await gateway.fundCalls(11);
    const { secret } = await gateway.newKey({ max_call: '0.011999' });
    expect((await quoteFor({ path: PATH }, secret)).body.calls_affordable).toBe(0);
    const { secret: other } = await gateway.newKey({ max_call: '0.012' });
    expect((await quoteFor({ path: PATH }, other)).body.calls_affordable).toBe(11);
  });

  test('keeps its price when the catalog changes', async () => {
    await gateway.fundCalls(50);
    const { quote, catalog_version } = (await quoteFor({ path: PATH })).body;
    const next = await publish('0.09');
    const told = await gateway.search({ keyword: 'told' }, { id: 'told', ...sent(quote) });
    expect(told.body.receipt).toMatchObject({ unit_price: '0.012000', charged: '0.012000', catalog_version });
    const now = await gateway.search({ keyword: 'now' });
    expect(now.body.receipt).toMatchObject({ unit_price: '0.090000', catalog_version: next });
  });

  test('holds for its fifteen minutes and not a millisecond longer', async () => {
    await publish('0.012');
    await gateway.fundCalls(50);
    const { quote, valid_until, catalog_version } = (await quoteFor({ path: PATH })).body;
    expect(Date.parse(valid_until)).toBe(nowMs + 15 * 60_000);
    await publish('0.09');
    nowMs += 15 * 60_000;
    const last = await gateway.search({ keyword: 'last' }, sent(quote));
    expect(last.body.receipt).toMatchObject({ charged: '0.012000', catalog_version });
    nowMs += 1;
    const before = await gateway.money();
    const late = await gateway.search({ keyword: 'late' }, { id: 'late', ...sent(quote) });
    expect([late.status, late.body.code, late.body.next]).toEqual([400, 'INVALID_QUOTE', 'fix']);
    expect(await gateway.money()).toEqual(before);
    expect((await gateway.ask('/api/account/v1/requests/late')).status).toBe(404);
  });

  test.each([
    ['one', PATH, {}],
    ['many', ALL, { platforms: 'scripted' }],
  ])(
    "past its time stands in nobody's way to an answer of %s platforms that was paid",
    async (what, path, query) => {
      await publish('0.012');
      const { quote } = (await quoteFor({ path: `${path}?${new URLSearchParams(query)}` })).body;
      const ask = (keyword: string, id: string) =>
        gateway.search({ keyword, ...query }, { path, id, ...sent(quote) });
      const paid = await ask('paid', `paid-${what}`);
      expect([paid.status, paid.body.receipt?.charged], paid.text).toEqual([200, '0.012000']);
      nowMs += 15 * 60_000 + 1;
      const before = await gateway.money();
      const again = await ask('paid', `paid-${what}`);
      expect([again.status, again.text]).toEqual([200, paid.text]);
      expect(again.headers.get('x-reelgate-replayed')).toBe('true');
      expect((await ask('another', `paid-${what}`)).body.code).toBe('REQUEST_ID_REUSED');
      expect((await ask('new', `new-${what}`)).body.code).toBe('INVALID_QUOTE');
      expect((await gateway.ask(`/api/account/v1/requests/new-${what}`)).status).toBe(404);
      expect(await gateway.money()).toEqual(before);
    },
  );

  test('past its time opens no call whose first use still runs, or ended without a charge', async () => {
    await publish('0.012');
    const { quote } = (await quoteFor({ path: PATH })).body;
    const ask = () => gateway.search({ keyword: 'slow' }, { id: 'slow', ...sent(quote) });
    const begun = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    gateway.script = async () => {
      begun.resolve();
      await gate.promise;
      return { kind: 'refused', detail: 'no' };
    };
    const first = ask();
    await begun.promise;
    nowMs += 15 * 60_000 + 1;
    expect((await ask()).body.code).toBe('REQUEST_IN_PROGRESS');
    gate.resolve();
    expect((await first).body.charged).toBe('0.000000');
    expect((await ask()).body.code).toBe('INVALID_QUOTE');
    gateway.script = () => ({ ids: ['1'], cursor: null });
  });

  test('of a version that this node does not know yet is looked up, and holds', async () => {
    await publish('0.012');
    const [account] = (await gateway.admin('accounts')).body.accounts;
    const secret = Buffer.from(secretInFolder(gateway.folder)!, 'hex');
    const quotes = createSealedQuotes(secret, systemRandom);
    const sealed = (catalogVersion: number) =>
      quotes.seal({ catalogVersion, validUntilMs: nowMs + 1 }, { accountId: account.id, path: PATH });
    // As another process would publish it: this node would read it half a second later.
    const version = await gateway.withStorage(async (storage) => {
      const [newest] = (await storage.catalog.all()).toSorted((a, b) => b.version - a.version);
      const endpoints = newest!.endpoints.map((rule) => ({ ...rule, unitPriceMicros: toMicros(7_000) }));
      const draft = { ...newest!, endpoints, effectiveFromMs: nowMs };
      const result = await storage.catalog.publish({ actor: 'another node', draft, note: null });
      return result.kind === 'published' ? result.catalog.version : 0;
    });
    const told = await gateway.search({ keyword: 'elsewhere' }, sent(sealed(version)));
    expect(told.body.receipt).toMatchObject({ charged: '0.007000', catalog_version: version });
    const never = await gateway.search({ keyword: 'never' }, sent(sealed(version + 1)));
    expect([never.status, never.body.code]).toEqual([400, 'INVALID_QUOTE']);
  });

  test('is refused for another account, on another path, or changed', async () => {
    const { quote } = (await quoteFor({ path: PATH })).body;
    const answers = [
      await gateway.search({ keyword: 'a' }, { key: await otherKey(), ...sent(quote) }),
      await gateway.search({ keyword: 'a' }, { path: ITEMS, ...sent(quote) }),
      await gateway.search({ keyword: 'a' }, sent(`${quote.slice(0, -1)}!`)),
      await gateway.search({ keyword: 'a' }, sent('')),
    ];
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
      answers.map(() => [400, 'INVALID_QUOTE']),
    );
  });

  test('needs a key and a priced path', async () => {
    expect((await gateway.ask(`/api/pricing/v1/quote?path=${PATH}`, { key: null })).status).toBe(401);
    expect((await quoteFor({ path: '/api/u1/v1/nowhere/app/x' })).body.code).toBe('ENDPOINT_NOT_FOUND');
    expect((await quoteFor({})).body.errors[0].field).toBe('path');
    expect((await quoteFor({ path: PATH, count: '51' })).body.errors[0].field).toBe('count');
  });
});

describe('a dry run', () => {
  const rows = () => allRows(gateway.folder);
  const dry = (keyword: string, options: Parameters<TestGateway['search']>[1] = {}) =>
    gateway.search({ keyword, dry_run: '1' }, options);

  test('says the price, and changes no row and asks no provider', async () => {
    await publish('0.012');
    await gateway.fundCalls(10);
    let asked = 0;
    gateway.script = () => {
      asked++;
      return { ids: ['1'], cursor: null };
    };
    const { balance } = await gateway.money();
    const before = rows();
    const { status, body, headers } = await dry('dry', { id: 'dry' });
    expect([status, body]).toMatchObject([
      200,
      { dry_run: true, request_id: 'dry', price: '0.012000', would: 'live', providers: ['first', 'second'] },
    ]);
    expect(body.balance_after).toBe(((balance - 12_000) / 1e6).toFixed(6));
    expect([headers.get('x-reelgate-charged'), asked]).toEqual(['0.000000', 0]);
    expect(rows()).toBe(before);
    const real = await gateway.search({ keyword: 'dry' }, { id: 'dry' });
    expect([real.status, real.body.receipt.charged, asked]).toEqual([200, '0.012000', 1]);
  });

  test('says whether the answer would come from memory, from a stored call or live', async () => {
    expect((await dry('dry')).body).toMatchObject({ would: 'cache', price: '0.012000', providers: [] });
    expect((await dry('dry', { id: 'dry' })).body).toMatchObject({ would: 'replay', price: '0.000000' });
  });

  test('of a call that an allowance covers costs nothing, and does not use it up', async () => {
    const first = await dry('free', { path: ITEMS });
    expect(first.body).toMatchObject({ price: '0.000000', unit: 'item' });
    await gateway.search({ keyword: 'free' }, { path: ITEMS });
    expect((await dry('unheard', { path: ITEMS })).body.price).toBe('0.020000');
  });

  test('is answered with the same error that the call would get', async () => {
    await gateway.fundCalls(0);
    expect(await codeOf(dry('poor'))).toEqual([402, 'INSUFFICIENT_BALANCE']);
    await gateway.fundCalls(10);
    expect(await codeOf(dry('dry', { id: 'dry', path: ITEMS }))).toEqual([422, 'REQUEST_ID_REUSED']);
    expect(await codeOf(dry('dear', { headers: { 'x-reelgate-max-price': '0.001' } }))).toEqual([
      402,
      'PRICE_CEILING',
    ]);
    expect(await codeOf(dry('', {}))).toEqual([400, 'INVALID_REQUEST']);
    expect(await codeOf(dry('a', { key: null }))).toEqual([401, 'UNAUTHORIZED']);
    expect(await codeOf(gateway.search({ keyword: 'a', dry_run: 'yes' }))).toEqual([400, 'INVALID_REQUEST']);
  });

  test('of the page after the last one costs nothing', async () => {
    const { body } = await gateway.search({ keyword: 'a', pcursor: 'no_more', dry_run: '1' });
    expect(body).toMatchObject({ dry_run: true, price: '0.000000' });
  });

  async function codeOf(answer: ReturnType<TestGateway['search']>): Promise<[number, string]> {
    const { status, body } = await answer;
    return [status, body.code];
  }
});
