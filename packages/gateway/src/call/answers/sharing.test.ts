// What calls leave for later calls, over real HTTP: cached answers, shared attempts and stale answers. Each caller that gets one
// pays for it under its own id, and is told where it came from.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { alone } from '../../assemble/siblings.ts';
import type { AttemptFailure } from '../../connectors/connector.ts';
import { createTestClock, type TestClock } from '../../storage/contracts/storage.contract.ts';
import { startTestGateway, type TestGateway, testConfig } from '../../testing/test-gateway.ts';

const SETTINGS = `
service: { public: "127.0.0.1:0", admin: "[::1]:0" }
platforms: { scripted: [first, second] }
providers: { first: { connector: scripted }, second: { connector: scripted } }
limits: { rate: { requests: 100000, per_seconds: 60, concurrent: 1000 }, free: { requests: 1000000, per_seconds: 60, concurrent: 1000 }, account: { reads: { requests: 1000000, concurrent: 10000 }, writes: { requests: 1000000 } } }
`;
const CACHE = 'cache: { fresh_seconds: 60, stale_if_error_seconds: 600, price_factor: 0.5 }';
const ECONOMY = '/api/u1/v1/scripted/app/search_video';
const NATIVE = '/api/u2/v1/scripted/app/search_video_v2';
const PRICE = 12_000;
const ECONOMY_PRICE = 4_000;

const down: AttemptFailure = { kind: 'unavailable', detail: 'scripted' };

describe('an answer', () => {
  let gateway: TestGateway;
  let clock: TestClock;
  let asked: number;

  beforeEach(async () => {
    clock = createTestClock();
    // The clock stands still, so a pause before a repeat would never end.
    const ports = { clock, chance: () => 0 };
    gateway = await startTestGateway({ settings: `${SETTINGS}${CACHE}\n`, ports });
    asked = 0;
    gateway.script = () => ({ ids: [`answer-${++asked}`], cursor: null });
  });
  afterEach(() => gateway.close());

  const search = (query: Record<string, string> = {}, options = {}) =>
    gateway.search({ keyword: 'cat', ...query }, options);
  const spent = async (work: () => Promise<unknown>) => {
    const before = await gateway.money();
    await work();
    return before.balance - (await gateway.money()).balance;
  };

  test('serves equal calls for its fresh time, tells its age, and costs the share that is set', async () => {
    expect(await spent(search)).toBe(PRICE);
    clock.advance(59_999);
    const kept = await search({}, { id: 'kept' });
    expect(kept.body.items[0]).toMatchObject({ id: 'answer-1', source: { cache: 'hit' } });
    expect(kept.body.receipt).toMatchObject({ source: 'cache', charged: '0.006000', unit_price: '0.012000' });
    expect(kept.headers.get('age')).toBe('59');
    expect(kept.body.request_id).toBe('kept');
    clock.advance(1);
    const live = await search();
    expect([live.body.items[0].id, live.body.receipt.source]).toEqual(['answer-2', 'live']);
    expect(live.headers.get('age')).toBeNull();
  });

  test('that was cached can be replayed under its id, free and byte for byte', async () => {
    await search();
    const kept = await search({}, { id: 'again' });
    let replay: typeof kept | undefined;
    expect(
      await spent(async () => {
        replay = await search({}, { id: 'again' });
      }),
    ).toBe(0);
    expect(replay!.text).toBe(kept.text);
    expect(replay!.headers.get('x-reelgate-replayed')).toBe('true');
  });

  test('is refused from memory as it would be live: without money, 402', async () => {
    await search();
    await gateway.fundCalls(0);
    expect((await search()).status).toBe(402);
  });

  test('is not given to a caller that asks for a younger one; max_age=0 is always live', async () => {
    await search();
    clock.advance(10_000);
    expect((await search({ max_age: '11' })).body.receipt.source).toBe('cache');
    expect((await search({ max_age: '10' })).body.receipt.source).toBe('live');
    expect((await search({ max_age: '0' })).body.receipt.source).toBe('live');
    expect(asked).toBe(3);
    expect((await search({ max_age: '-1' })).status).toBe(400);
  });

  test.each([
    ['keyword', { keyword: 'dog' }, {}],
    ['count', { count: '5' }, {}],
    ['include', { include: 'raw' }, {}],
    ['group', {}, { path: NATIVE }],
  ])('is never given for another %s', async (_, query, options) => {
    await search();
    expect((await search(query, options)).body.receipt.source).toBe('live');
    expect(asked).toBe(2);
  });

  test('is never given to a walk that has delivered something else, though it stands at the same place upstream', async () => {
    let first = ['a', 'b'];
    gateway.script = (query) => {
      const isFirst = query.get('cursor') === '';
      return { ids: isFirst ? first : ['b', 'z'], cursor: isFirst ? 'same' : null };
    };
    const pcursorNow = async () => (await search()).body.pcursor as string;
    const one = await pcursorNow();
    clock.advance(60_000);
    first = ['x', 'y'];
    const other = await pcursorNow();
    const pageAfter = async (pcursor: string) => {
      const { body } = await search({ pcursor });
      return [body.receipt.source, ...body.items.map(({ id }: { id: string }) => id)];
    };
    expect(await pageAfter(one)).toEqual(['live', 'z']);
    expect(await pageAfter(other)).toEqual(['live', 'b', 'z']);
    expect(await pageAfter(one)).toEqual(['cache', 'z']);
  });

  test('is kept for the provider that gave it, and for no other', async () => {
    const only = (provider: string) => {
      const settings = `${SETTINGS.replace('[first, second]', `[${provider}]`)}${CACHE}\n`;
      gateway.reload(testConfig(gateway.folder, settings));
    };
    gateway.script = (_query, { provider }) => (provider === 'first' ? down : { ids: ['2nd'], cursor: null });
    expect((await search()).body.items[0].id).toBe('2nd');
    gateway.script = (_query, { provider }) => ({ ids: [`live ${provider}`], cursor: null });
    only('first');
    expect((await search()).body.items[0].id).toBe('live first');
    only('second');
    const kept = await search();
    expect([kept.body.items[0].id, kept.body.receipt.source]).toEqual(['2nd', 'cache']);
  });

  test('kept by one variant obeys the settings of the route that reads it', async () => {
    await search({}, { path: ECONOMY });
    expect((await search()).body.receipt.source).toBe('cache');
    const routes = '[{ path: "/api/*/v1/*/app/search_video_v2", fresh_seconds: 0 }]';
    const settings = `${SETTINGS}cache: { fresh_seconds: 60, routes: ${routes} }\n`;
    gateway.reload(testConfig(gateway.folder, settings));
    expect((await search({}, { path: ECONOMY })).body.receipt.source).toBe('cache');
    expect((await search()).body.receipt.source).toBe('live');
  });

  test('that is stale helps a stable call whose providers all fail, and says so; it is not given to an economy call', async () => {
    await search();
    gateway.script = () => down;
    clock.advance(300_000);
    const stale = await search({}, { id: 'stale' });
    expect(stale.body.items[0].id).toBe('answer-1');
    expect(stale.body.receipt).toMatchObject({ source: 'stale', charged: '0.006000' });
    expect(stale.headers.get('age')).toBe('300');
    expect((await search({}, { path: ECONOMY })).status).toBe(502);
    expect((await search({ max_age: '0' })).status).toBe(502);
    clock.advance(360_000);
    expect((await search()).status).toBe(502);
  });

  test('with nothing in it is kept for ten seconds and never given stale', async () => {
    gateway.script = () => ({ ids: [], cursor: null });
    await search();
    clock.advance(9_999);
    expect((await search()).body.receipt.source).toBe('cache');
    clock.advance(1);
    gateway.script = () => down;
    expect((await search()).status).toBe(502);
  });

  test('that the platform rejected is not asked for again at once, and costs nothing', async () => {
    gateway.script = () => {
      asked++;
      return { kind: 'input_rejected', detail: 'scripted' };
    };
    expect(
      await spent(async () => {
        expect((await search()).status).toBe(400);
        expect((await search()).status).toBe(400);
      }),
    ).toBe(0);
    expect(asked).toBe(1);
    clock.advance(10_000);
    await search();
    expect(asked).toBe(2);
  });
});

describe('equal calls in flight', () => {
  let gateway: TestGateway;
  let asked: number;
  let answer: () => void;

  beforeEach(async () => {
    gateway = await startTestGateway({ settings: `${SETTINGS}cache: { fresh_seconds: 0 }\n` });
    asked = 0;
    const gate = new Promise<void>((resolve) => {
      answer = resolve;
    });
    gateway.script = async () => {
      asked++;
      await gate;
      return { ids: ['1'], cursor: null };
    };
  });
  afterEach(() => gateway.close());

  /** Resolves once this many calls hold their money: then all of them are in flight. */
  async function untilHeld(calls: number): Promise<void> {
    while ((await gateway.money()).held < calls * PRICE);
  }

  test('are one call to the platform; each is billed and has its own request id', async () => {
    const before = await gateway.money();
    const calls = [1, 2, 3].map((i) => gateway.search({ keyword: 'cat' }, { id: `call-${i}` }));
    await untilHeld(3);
    answer();
    const answers = await Promise.all(calls);
    expect(asked).toBe(1);
    expect(answers.map(({ body }) => body.request_id)).toEqual(['call-1', 'call-2', 'call-3']);
    expect(answers.map(({ body }) => body.receipt.source)).toEqual(['live', 'live', 'live']);
    expect(before.balance - (await gateway.money()).balance).toBe(3 * PRICE);
    const attempts = await Promise.all(
      answers.map(async ({ body }) => {
        const receipt = await gateway.ask(`/api/account/v1/requests/${body.request_id}`);
        return receipt.body.call.attempts.length;
      }),
    );
    expect(attempts.reduce((sum, n) => sum + n, 0)).toBe(1);
  });

  test('go on when the caller who came first hangs up', async () => {
    const leaving = new AbortController();
    const url = `${gateway.url}/api/u1/v1/scripted/app/search_video_v2?keyword=cat`;
    const headers = { authorization: `Bearer ${gateway.key}` };
    const leader = fetch(url, { headers, signal: leaving.signal }).catch(() => null);
    await untilHeld(1);
    const follower = gateway.search({ keyword: 'cat' });
    await untilHeld(2);
    leaving.abort();
    await leader;
    answer();
    expect((await follower).status).toBe(200);
  });

  test('of different variants are not shared: one tries harder than the other', async () => {
    const calls = [{}, { path: ECONOMY }].map((options) => gateway.search({ keyword: 'cat' }, options));
    while ((await gateway.money()).held < PRICE + ECONOMY_PRICE);
    answer();
    await Promise.all(calls);
    expect(asked).toBe(2);
  });

  test('that want a live answer do not join another call', async () => {
    const calls = [gateway.search({ keyword: 'cat' }), gateway.search({ keyword: 'cat', max_age: '0' })];
    await untilHeld(2);
    answer();
    await Promise.all(calls);
    expect(asked).toBe(2);
  });
});

describe('memory for answers', () => {
  const BYTES_MAX = 320_000;
  /** Far more than fits. */
  const ANSWERS = 80;

  async function bytesKept(processes: number): Promise<number> {
    const settings = `${SETTINGS}cache: { fresh_seconds: 60, bytes_max: ${BYTES_MAX} }\n`;
    const gateway = await startTestGateway({ settings, ports: { siblings: { ...alone, count: processes } } });
    const ids = Array.from({ length: 8 }, (_, i) => `${i}`);
    gateway.script = () => ({ ids, cursor: null });
    for (let n = 0; n < ANSWERS; n++) await gateway.search({ keyword: `cat ${n}` });
    const { text } = await gateway.metrics();
    await gateway.close();
    return Number(/^reelgate_cache_bytes (\d+)$/m.exec(text)![1]);
  }

  test('is what is set for all workers together: each keeps its part', async () => {
    const [whole, part] = [await bytesKept(1), await bytesKept(4)];
    expect(whole).toBeGreaterThan(BYTES_MAX / 2);
    expect(whole).toBeLessThanOrEqual(BYTES_MAX);
    expect(part).toBeGreaterThan(0);
    expect(part).toBeLessThanOrEqual(BYTES_MAX / 4);
  });
});
