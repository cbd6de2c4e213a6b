// The request-id table of the API, state by state, over real HTTP.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ScriptedAnswer } from '../testing/scripted-platform.ts';
import { type Answer, startTestGateway, type TestGateway } from '../testing/test-gateway.ts';

const PRICE = 12_000;

describe('a request id', () => {
  let gateway: TestGateway;
  let upstreamCalls: number;

  beforeEach(async () => {
    upstreamCalls = 0;
    gateway = await startTestGateway();
    gateway.script = () => {
      upstreamCalls++;
      return { ids: [`made-${upstreamCalls}`], cursor: null };
    };
  });
  afterEach(() => gateway.close());

  /** Lets the platform answer only when the test says so. */
  function blockUpstream(): { reached: Promise<void>; answer(with_: ScriptedAnswer): void } {
    const reached = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<ScriptedAnswer>();
    gateway.script = () => {
      upstreamCalls++;
      reached.resolve();
      return answer.promise;
    };
    return { reached: reached.promise, answer: answer.resolve };
  }

  test('that succeeded gives the same bytes again, marked only in the headers, at no cost', async () => {
    const first = await gateway.search({ keyword: '猫' }, { id: 'one' });
    const again = await gateway.search({ keyword: '猫' }, { id: 'one' });
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.text).toBe(first.text);
    expect(first.headers.get('x-reelgate-replayed')).toBeNull();
    expect(first.headers.get('x-reelgate-charged')).toBe('0.012000');
    expect(again.headers.get('x-reelgate-replayed')).toBe('true');
    expect(again.headers.get('x-reelgate-charged')).toBe('0.000000');
    // Only the limit on free answers has counted the replay.
    const left = (answer: Answer) => answer.headers.get('ratelimit')!.replaceAll(/;t=\d+/g, '');
    expect(left(again)).toMatch(`${left(first)}, "free";`);
    expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'));
    expect(upstreamCalls).toBe(1);
    expect(await gateway.money()).toEqual({ balance: 10_000_000 - PRICE, held: 0 });
  });

  test('that succeeded replays also when no money is left, and under another key of the account', async () => {
    const first = await gateway.search({ keyword: 'a' }, { id: 'one' });
    await gateway.fundCalls(0);
    const { secret } = await gateway.newKey();
    expect((await gateway.search({ keyword: 'b' }, { id: 'two' })).status).toBe(402);
    const again = await gateway.search({ keyword: 'a' }, { id: 'one', key: secret });
    expect([again.status, again.text]).toEqual([200, first.text]);
  });

  test('sent a hundred times at once is executed and charged once, and all get equal bodies', async () => {
    const upstream = blockUpstream();
    const asked = Array.from({ length: 100 }, () => gateway.search({ keyword: 'a' }, { id: 'one' }));
    await upstream.reached;
    upstream.answer({ ids: ['x'], cursor: null });
    const answers = await Promise.all(asked);
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect(answers.filter(({ headers }) => headers.get('x-reelgate-replayed') === null)).toHaveLength(1);
    expect(upstreamCalls).toBe(1);
    expect(await gateway.money()).toEqual({ balance: 10_000_000 - PRICE, held: 0 });
  });

  test('that is still running is waited for, and its answer is replayed', async () => {
    const upstream = blockUpstream();
    const first = gateway.search({ keyword: 'a' }, { id: 'one' });
    await upstream.reached;
    const second = gateway.search({ keyword: 'a' }, { id: 'one' });
    upstream.answer({ ids: ['x'], cursor: null });
    expect((await second).text).toBe((await first).text);
    expect(upstreamCalls).toBe(1);
  });

  test('may be sent as Idempotency-Key, in quotes or not, and is the same id', async () => {
    const ask = (headers: Record<string, string>, id?: string) =>
      gateway.search({ keyword: 'a' }, { headers, ...(id !== undefined && { id }) });
    const first = await ask({ 'idempotency-key': '"one"' });
    expect(first.body.request_id).toBe('one');
    for (const [headers, id] of [
      [{ 'idempotency-key': '"one"' }],
      [{ 'idempotency-key': 'one' }],
      [{ 'idempotency-key': '"one"' }, 'one'],
      [{}, 'one'],
    ] as const) {
      const again = await ask({ ...headers }, id);
      expect([again.text, again.headers.get('x-reelgate-replayed')]).toEqual([first.text, 'true']);
    }
    expect(upstreamCalls).toBe(1);
    expect(await gateway.money()).toEqual({ balance: 10_000_000 - PRICE, held: 0 });
  });

  test('in two headers that differ is refused, and nothing runs and nothing is charged', async () => {
    const both = await gateway.search(
      { keyword: 'a' },
      { id: 'one', headers: { 'idempotency-key': 'other' } },
    );
    expect(both.body).toMatchObject({
      ...{ status: 400, code: 'INVALID_REQUEST_ID', request_id: 'one' },
      errors: [{ field: 'idempotency-key', message: 'must be the same as x-reelgate-request-id, or absent' }],
    });
    for (const id of ['one', 'other'])
      expect((await gateway.ask(`/api/account/v1/requests/${id}`)).status).toBe(404);
    expect(upstreamCalls).toBe(0);
    expect(await gateway.money()).toEqual({ balance: 10_000_000, held: 0 });
    // A route that makes no call charges nothing, and ignores the header like any other unknown one.
    const balance = await gateway.ask('/api/account/v1/balance', { headers: { 'idempotency-key': 'a b' } });
    expect(balance.status).toBe(200);
  });

  test('that failed was not charged and runs again under the same id', async () => {
    gateway.script = () => ({ kind: 'bad_response', detail: 'broken' });
    const failed = await gateway.search({ keyword: 'a' }, { id: 'one' });
    expect(failed.body).toMatchObject({ status: 502, code: 'UPSTREAM_ERROR', charged: '0.000000' });
    expect(await gateway.money()).toEqual({ balance: 10_000_000, held: 0 });
    gateway.script = () => ({ ids: ['x'], cursor: null });
    const again = await gateway.search({ keyword: 'a' }, { id: 'one' });
    expect([again.status, again.headers.get('x-reelgate-replayed')]).toEqual([200, null]);
    expect(await gateway.money()).toEqual({ balance: 10_000_000 - PRICE, held: 0 });
  });

  test('whose call fails while others wait for it is run once more by one of them', async () => {
    const upstream = blockUpstream();
    const first = gateway.search({ keyword: 'a' }, { id: 'one' });
    await upstream.reached;
    const waiting = [1, 2, 3].map(() => gateway.search({ keyword: 'a' }, { id: 'one' }));
    upstream.answer({ kind: 'refused', detail: 'captcha' });
    expect((await first).status).toBe(502);
    // The script still refuses, so each waiting call runs in turn and gets the refusal itself.
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([502, 502, 502]);
    expect(await gateway.money()).toEqual({ balance: 10_000_000, held: 0 });
  });

  test.each([
    ['another keyword', { keyword: 'b' }, {}],
    ['another page size', { keyword: 'a', count: '5' }, {}],
    ['another group', { keyword: 'a' }, { path: '/api/u2/v1/scripted/app/search_video_v2' }],
    ['another variant', { keyword: 'a' }, { path: '/api/u1/v1/scripted/app/search_video' }],
    ['another platform', { keyword: 'a' }, { platform: 'library' }],
  ])('used for %s is refused with 422, runs nothing and charges nothing', async (_name, query, options) => {
    await gateway.search({ keyword: 'a' }, { id: 'one' });
    const other = await gateway.search(query, { ...options, id: 'one' });
    expect(other.body).toMatchObject({
      status: 422,
      code: 'REQUEST_ID_REUSED',
      request_id: 'one',
      charged: '0.000000',
    });
    expect(upstreamCalls).toBe(1);
    expect(await gateway.money()).toEqual({ balance: 10_000_000 - PRICE, held: 0 });
  });

  test('ignores defaults that are spelled out, and white space around the keyword', async () => {
    const first = await gateway.search({ keyword: 'a' }, { id: 'one' });
    const again = await gateway.search({ keyword: ' a ', count: '20', pcursor: '' }, { id: 'one' });
    expect(again.text).toBe(first.text);
  });

  test('that the gateway made keeps its receipt and no answer', async () => {
    const first = await gateway.search({ keyword: 'a' });
    const again = await gateway.search({ keyword: 'a' }, { id: first.body.request_id });
    expect(again.body).toMatchObject({ status: 409, code: 'REQUEST_EXPIRED' });
    expect(await gateway.money()).toEqual({ balance: 10_000_000 - PRICE, held: 0 });
  });

  test('of another account may be used', async () => {
    await gateway.search({ keyword: 'a' }, { id: 'one' });
    await gateway.admin('accounts', { method: 'POST', body: { name: 'other' } });
    const topup = { amount: '1', reference: 'x' };
    await gateway.admin('accounts/other/topups', { method: 'POST', body: topup });
    const { secret } = await gateway.newKey({ account: 'other' });
    const answer = await gateway.search({ keyword: 'b' }, { id: 'one', key: secret });
    expect([answer.status, answer.headers.get('x-reelgate-charged')]).toEqual([200, '0.012000']);
    const foreign = await gateway.ask('/api/account/v1/requests/two', { key: secret });
    expect(foreign.status).toBe(404);
  });

  test('is made by the gateway when the caller sends none, and stands in body and header', async () => {
    const answer = await gateway.search({ keyword: 'a' });
    expect(answer.body.request_id).toMatch(/^req_/);
    expect(answer.headers.get('x-reelgate-request-id')).toBe(answer.body.request_id);
    const second = await gateway.search({ keyword: 'a' });
    expect(second.body.request_id).not.toBe(answer.body.request_id);
  });

  test.each([
    ['empty', ''],
    ['256 bytes long', 'x'.repeat(256)],
    ['not visible ASCII', 'a b'],
  ])('that is %s is refused before anything else happens', async (_name, id) => {
    const answer = await gateway.search({ keyword: 'a' }, { id });
    expect(answer.body).toMatchObject({ status: 400, code: 'INVALID_REQUEST_ID' });
    expect(upstreamCalls).toBe(0);
  });

  test.each(['x'.repeat(255), '!~"#$%&/()=?', 'a,b;c'])('%s is a valid id', async (id) => {
    const answer = await gateway.search({ keyword: 'a' }, { id });
    expect([answer.status, answer.body.request_id]).toEqual([200, id]);
  });

  test.each([
    ['400', { keyword: '' }, {}],
    ['404', { keyword: 'a' }, { platform: 'nowhere' }],
  ])('is not claimed by a refusal with %s', async (status, query, options) => {
    const refused = await gateway.search(query, { ...options, id: 'one' });
    expect(refused.status).toBe(Number(status));
    expect((await gateway.search({ keyword: 'other' }, { id: 'one' })).status).toBe(200);
  });

  test('is not claimed by a refusal because the balance is too low: top up and repeat', async () => {
    await gateway.fundCalls(0);
    const refused = await gateway.search({ keyword: 'a' }, { id: 'one' });
    expect(refused.body).toMatchObject({
      status: 402,
      code: 'INSUFFICIENT_BALANCE',
      next: 'top_up',
      available: '0.000000',
    });
    await gateway.fundCalls(1);
    expect((await gateway.search({ keyword: 'a' }, { id: 'one' })).status).toBe(200);
    expect(await gateway.money()).toEqual({ balance: 0, held: 0 });
  });

  test('has a receipt that its account can read', async () => {
    await gateway.search({ keyword: 'a' }, { id: 'one' });
    const { body } = await gateway.ask('/api/account/v1/requests/one');
    expect(body.call).toMatchObject({
      request_id: 'one',
      state: 'settled',
      charged: '0.012000',
      path: '/api/u1/v1/scripted/app/search_video_v2',
      attempts: [{ provider: 'first', outcome: 'ok' }],
    });
  });
});

test('a request id whose answer was purged answers 409 and is never charged again', async () => {
  const gateway = await startTestGateway();
  try {
    await gateway.search({ keyword: 'a' }, { id: 'one' });
    await gateway.withStorage(async (storage) => {
      expect(await storage.calls.purgeAnswers({ keepMs: -1 })).toEqual({
        purged: 1,
      });
    });
    const late = await gateway.search({ keyword: 'a' }, { id: 'one' });
    expect(late.body).toMatchObject({ status: 409, code: 'REQUEST_EXPIRED', charged: '0.000000' });
    expect(await gateway.money()).toEqual({ balance: 10_000_000 - PRICE, held: 0 });
  } finally {
    await gateway.close();
  }
});

describe('a request id that runs in one process', () => {
  let gateway: TestGateway;
  let answer: PromiseWithResolvers<ScriptedAnswer>;
  let first: ReturnType<TestGateway['search']>;

  beforeEach(async () => {
    gateway = await startTestGateway();
    const reached = Promise.withResolvers<void>();
    answer = Promise.withResolvers<ScriptedAnswer>();
    gateway.script = () => {
      reached.resolve();
      return answer.promise;
    };
    first = gateway.search({ keyword: 'a' }, { id: 'one' });
    await reached.promise;
  });
  afterEach(() => gateway.close());

  test('is waited for by another process on the same data, which answers the same bytes', async () => {
    const beside = await startTestGateway({ beside: gateway });
    const second = beside.search({ keyword: 'a' }, { id: 'one' });
    answer.resolve({ ids: ['x'], cursor: null });
    expect((await second).text).toBe((await first).text);
    expect((await second).headers.get('x-reelgate-replayed')).toBe('true');
    await beside.close();
  });

  test('that no process works on any more is 409 until its hold ends, and Retry-After says when', async () => {
    // Twenty seconds ahead, and so fast that the wait passes in milliseconds.
    const clock = { nowMs: () => Date.now() + 20_000, monotonicMs: () => performance.now() * 1_000 };
    const beside = await startTestGateway({ beside: gateway, ports: { clock } });
    const { body } = await beside.search({ keyword: 'a' }, { id: 'one' });
    expect(body.code).toBe('REQUEST_IN_PROGRESS');
    expect(body.retry_after_ms).toBeGreaterThan(10_000);
    expect(body.retry_after_ms).toBeLessThanOrEqual(45_000);
    answer.resolve({ ids: ['x'], cursor: null });
    expect((await first).status).toBe(200);
    await beside.close();
  });

  test('past the wait limit answers 409 with Retry-After there, and is charged once here', async () => {
    // A clock that runs a thousand times too fast: the whole wait passes in fifteen milliseconds.
    const clock = { nowMs: () => Date.now(), monotonicMs: () => performance.now() * 1_000 };
    const beside = await startTestGateway({ beside: gateway, ports: { clock } });
    const refused = await beside.search({ keyword: 'a' }, { id: 'one' });
    expect(refused.body).toMatchObject({ status: 409, code: 'REQUEST_IN_PROGRESS', next: 'wait' });
    expect(refused.headers.get('retry-after')).toBe('1');
    await beside.close();
    answer.resolve({ ids: ['x'], cursor: null });
    expect((await first).status).toBe(200);
  });
});
