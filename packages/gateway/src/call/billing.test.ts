// What a call costs and when, over real HTTP.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemPorts } from '../assemble/core.ts';
import type { AttemptFailureKind } from '../connectors/connector.ts';
import { openSqliteStorage } from '../storage/sqlite/open-storage.ts';
import { StorageUnavailable } from '../storage/storage.ts';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.ts';

const STABLE = 12_000;
const ECONOMY = 4_000;
const FULL = 10_000_000;

describe('a billed call', () => {
  let gateway: TestGateway;

  beforeEach(async () => {
    gateway = await startTestGateway();
  });
  afterEach(() => gateway.close());

  test.each([
    ['u1', 'search_video_v2', STABLE],
    ['u1', 'search_video', ECONOMY],
    ['u2', 'search_video_v2', STABLE],
    ['u2', 'search_video', ECONOMY],
  ])('of %s %s costs the catalog price of its path, %d micro-units', async (group, action, price) => {
    const path = `/api/${group}/v1/scripted/app/${action}`;
    const catalog = await gateway.ask(`/api/pricing/v1/endpoints?path=${path}`);
    const answer = await gateway.search({ keyword: 'a' }, { path });
    expect(answer.status).toBe(200);
    expect(answer.body.receipt).toMatchObject({
      charged: catalog.body.endpoints[0].unit_price,
      currency: 'USD',
      source: 'live',
      catalog_version: 1,
      balance: ((FULL - price) / 1e6).toFixed(6),
    });
    expect(answer.headers.get('x-reelgate-charged')).toBe(answer.body.receipt.charged);
    expect(answer.headers.get('x-reelgate-balance')).toBe(answer.body.receipt.balance);
    expect(await gateway.money()).toEqual({ balance: FULL - price, held: 0 });
  });

  test('S6: two hundred at once on money for fifty: exactly fifty succeed, the rest get 402, nothing is left', async () => {
    await gateway.fundCalls(50);
    const asked = Array.from({ length: 200 }, (_, i) =>
      gateway.search({ keyword: 'a' }, { id: `call-${i}` }),
    );
    const answers = await Promise.all(asked);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(50);
    expect(answers.filter(({ body }) => body.code === 'INSUFFICIENT_BALANCE')).toHaveLength(150);
    expect(await gateway.money()).toEqual({ balance: 0, held: 0 });
  });

  const failures: [AttemptFailureKind, number, string][] = [
    ['timeout', 504, 'UPSTREAM_TIMEOUT'],
    ['unavailable', 502, 'UPSTREAM_ERROR'],
    ['bad_response', 502, 'UPSTREAM_ERROR'],
    ['refused', 502, 'UPSTREAM_REFUSED'],
    ['rate_limited', 503, 'UPSTREAM_BUSY'],
    ['not_found', 502, 'UPSTREAM_ERROR'],
    ['input_rejected', 400, 'INVALID_REQUEST'],
  ];
  test.each(failures)(
    'whose platform fails by %s answers %d %s and costs nothing',
    async (kind, status, code) => {
      gateway.script = () => ({ kind, detail: 'secret inner text', suspendMs: 5_000 });
      const answer = await gateway.search({ keyword: 'a' });
      expect(answer.body).toMatchObject({ status, code, charged: '0.000000' });
      expect(answer.headers.get('content-type')).toContain('application/problem+json');
      expect(answer.text).not.toContain('secret inner text');
      expect(await gateway.money()).toEqual({ balance: FULL, held: 0 });
    },
  );

  test('whose platform asks for a pause tells the caller how long', async () => {
    gateway.script = () => ({ kind: 'rate_limited', detail: 'quota', suspendMs: 4_200 });
    const answer = await gateway.search({ keyword: 'a' });
    expect(answer.body).toMatchObject({ code: 'UPSTREAM_BUSY', retry_after_ms: 4_200, next: 'wait' });
    expect(answer.headers.get('retry-after')).toBe('5');
  });

  test.each(['not json', '{}', '{"ids":7}', ''])(
    'whose platform sends %j is a failure, never an empty page',
    async (text) => {
      gateway.script = () => ({ text });
      expect((await gateway.search({ keyword: 'a' })).body).toMatchObject({
        status: 502,
        code: 'UPSTREAM_ERROR',
      });
      expect(await gateway.money()).toEqual({ balance: FULL, held: 0 });
    },
  );

  test('of the stable variant goes on to the next provider; economy tries one provider once', async () => {
    let asked = 0;
    gateway.script = () => {
      asked++;
      return asked % 2 === 1 ? { kind: 'unavailable', detail: 'down' } : { ids: ['x'], cursor: null };
    };
    const stable = await gateway.search({ keyword: 'a' }, { id: 'stable' });
    expect([stable.status, asked]).toEqual([200, 2]);
    const receipt = await gateway.ask('/api/account/v1/requests/stable');
    expect(receipt.body.call.attempts).toMatchObject([
      { provider: 'first', outcome: 'unavailable' },
      { provider: 'second', outcome: 'ok' },
    ]);
    const economy = await gateway.search({ keyword: 'a' }, { path: '/api/u1/v1/scripted/app/search_video' });
    expect([economy.status, asked]).toEqual([502, 3]);
    expect(await gateway.money()).toEqual({ balance: FULL - STABLE, held: 0 });
  });

  test('whose caller hangs up is settled when the answer arrives, and its id replays it at no cost', async () => {
    const reached = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    gateway.script = async () => {
      reached.resolve();
      await goOn.promise;
      return { ids: ['late'], cursor: null };
    };
    const abort = new AbortController();
    const target = `${gateway.url}/api/u1/v1/scripted/app/search_video_v2?keyword=a`;
    const headers = { authorization: `Bearer ${gateway.key}`, 'x-reelgate-request-id': 'gone' };
    const lost = fetch(target, { headers, signal: abort.signal });
    await reached.promise;
    abort.abort();
    await expect(lost).rejects.toThrow();
    goOn.resolve();
    const again = await gateway.search({ keyword: 'a' }, { id: 'gone' });
    expect([again.status, again.headers.get('x-reelgate-replayed')]).toEqual([200, 'true']);
    expect(again.body.items[0].id).toBe('late');
    expect(await gateway.money()).toEqual({ balance: FULL - STABLE, held: 0 });
  });

  test('is priced by the version in force when it was admitted, also when prices change midway', async () => {
    const reached = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    gateway.script = async () => {
      reached.resolve();
      await goOn.promise;
      return { ids: [], cursor: null };
    };
    const running = gateway.search({ keyword: 'a' });
    await reached.promise;
    const endpoints = [{ path: '/api/*/v1/*/app/search_video_v2', unit_price: '0.5' }];
    const published = await gateway.admin('catalog/versions', { method: 'POST', body: { endpoints } });
    expect(published.status).toBe(201);
    goOn.resolve();
    expect((await running).body.receipt).toMatchObject({ charged: '0.012000', catalog_version: 1 });
    const next = await gateway.search({ keyword: 'a' });
    expect(next.body.receipt).toMatchObject({ charged: '0.500000', catalog_version: 2 });
  });

  test('costs an account its agreed price', async () => {
    const endpoints = [{ path: '/api/*/v1/*/app/search_video_v2', unit_price: '0.5' }];
    const overrides = [{ account: 'demo', path: '/api/u1/v1/*/app/search_video_v2', unit_price: '0.001' }];
    await gateway.admin('catalog/versions', { method: 'POST', body: { endpoints, overrides } });
    const answer = await gateway.search({ keyword: 'a' });
    expect(answer.body.receipt).toMatchObject({ unit_price: '0.001000', charged: '0.001000' });
  });

  test('of a route without a price is not served', async () => {
    const endpoints = [{ path: '/api/*/v1/*/app/search_video', unit_price: '0.1' }];
    await gateway.admin('catalog/versions', { method: 'POST', body: { endpoints } });
    expect((await gateway.search({ keyword: 'a' })).body).toMatchObject({
      status: 404,
      code: 'ROUTE_NOT_FOUND',
    });
  });

  test('of a deprecated route says so, until when, and where to go', async () => {
    const sunset_at = '2027-06-01T00:00:00.000Z';
    const successor = '/api/*/v1/*/app/search_video_v2';
    const endpoints = [
      { path: '/api/*/v1/*/app/search_video_v2', unit_price: '0.1' },
      { path: '/api/*/v1/*/app/search_video', unit_price: '0.1', deprecated: true, sunset_at, successor },
    ];
    await gateway.admin('catalog/versions', { method: 'POST', body: { endpoints } });
    const ask = () =>
      gateway.search({ keyword: 'a' }, { path: '/api/u1/v1/scripted/app/search_video', id: 'deprecated' });
    const answer = await ask();
    expect(answer.headers.get('deprecation')).toMatch(/^@\d+$/);
    expect(answer.headers.get('sunset')).toBe('Tue, 01 Jun 2027 00:00:00 GMT');
    expect(answer.headers.get('link')).toBe(
      '</api/u1/v1/scripted/app/search_video_v2>; rel="successor-version"',
    );
    const replay = await ask();
    expect(replay.headers.get('x-reelgate-replayed')).toBe('true');
    for (const name of ['deprecation', 'sunset', 'link']) {
      expect(replay.headers.get(name)).toBe(answer.headers.get(name));
    }
  });

  test('carries the rate window in its headers', async () => {
    const { secret } = await gateway.newKey({ rate: { requests: 5, per_seconds: 60, concurrent: 2 } });
    const answer = await gateway.search({ keyword: 'a' }, { key: secret });
    expect(answer.headers.get('ratelimit-policy')).toContain('q=5;w=60');
    expect(answer.headers.get('ratelimit')).toContain('r=4;t=60');
    const script = gateway.script;
    gateway.script = () => ({ text: 'nonsense' });
    const failed = await gateway.search({ keyword: 'a' }, { key: secret });
    gateway.script = script;
    expect(failed.status).toBe(502);
    expect(failed.headers.get('ratelimit-policy')).toContain('q=5;w=60');
    expect(failed.headers.get('ratelimit')).toMatch(/r=3;t=\d+/);
  });
});

describe('a ledger that cannot commit', () => {
  /** Waits a fifth of a second for a lock, where a gateway waits five seconds. */
  const openImpatient: typeof systemPorts.openStorage = async ({ storage }, { clock, random }, options) => {
    if (storage.kind !== 'sqlite') throw new Error('these tests lock a file');
    return openSqliteStorage({ file: storage.file, clock, random, ...options, busyMs: 200 });
  };

  test('serves nothing that it could not bill, answers 503, and recovers without a restart', async () => {
    const gateway = await startTestGateway({ ports: { openStorage: openImpatient } });
    try {
      const release = await gateway.lockDatabase();
      const refused = await gateway.search({ keyword: 'a' }, { id: 'one' });
      expect(refused.body).toMatchObject({ status: 503, code: 'STORAGE_UNAVAILABLE', charged: '0.000000' });
      expect((await gateway.ask('/readyz')).status).toBe(503);
      expect((await gateway.ask('/livez')).status).toBe(200);
      release();
      expect((await gateway.search({ keyword: 'a' }, { id: 'one' })).status).toBe(200);
      expect(await gateway.money()).toEqual({ balance: FULL - STABLE, held: 0 });
    } finally {
      await gateway.close();
    }
  });

  test('between hold and charge withholds the answer; the hold is released', async () => {
    const gateway = await startTestGateway({ ports: { openStorage: openImpatient } });
    try {
      const reached = Promise.withResolvers<void>();
      const goOn = Promise.withResolvers<void>();
      gateway.script = async () => {
        reached.resolve();
        await goOn.promise;
        return { ids: ['unpaid'], cursor: null };
      };
      const asked = gateway.search({ keyword: 'a' }, { id: 'one' });
      await reached.promise;
      const release = await gateway.lockDatabase();
      goOn.resolve();
      const refused = await asked;
      expect(refused.body).toMatchObject({ status: 503, code: 'STORAGE_UNAVAILABLE' });
      expect(refused.text).not.toContain('unpaid');
      release();
      const again = await gateway.search({ keyword: 'a' }, { id: 'one' });
      expect(again.status).toBe(200);
      expect(await gateway.money()).toEqual({ balance: FULL - STABLE, held: 0 });
    } finally {
      await gateway.close();
    }
  });

  /** A storage that opens calls but cannot end them while `isAway` returns true. */
  function unending(isAway: () => boolean): typeof systemPorts.openStorage {
    return async (...given) => {
      const storage = await systemPorts.openStorage(...given);
      const { settle, release } = storage.calls;
      const orAway =
        <I, R>(verb: (input: I) => Promise<R>) =>
        (input: I) =>
          isAway() ? Promise.reject(new StorageUnavailable('no commit')) : verb(input);
      return { ...storage, calls: { ...storage.calls, settle: orAway(settle), release: orAway(release) } };
    };
  }

  test('nor release a hold does so when it can: the id runs again long before the hold would have expired', async () => {
    let isAway = true;
    const gateway = await startTestGateway({ ports: { openStorage: unending(() => isAway) } });
    try {
      const refused = await gateway.search({ keyword: 'a' }, { id: 'one' });
      expect(refused.body).toMatchObject({ status: 503, code: 'STORAGE_UNAVAILABLE' });
      expect(await gateway.money()).toEqual({ balance: FULL, held: STABLE });
      isAway = false;
      // It waits for the first use of the id, which no longer runs.
      expect((await gateway.search({ keyword: 'a' }, { id: 'one' })).status).toBe(200);
      expect(await gateway.money()).toEqual({ balance: FULL - STABLE, held: 0 });
    } finally {
      await gateway.close();
    }
  });

  test('nor release a hold withholds the answer and serves on; the hold expires', async () => {
    const gateway = await startTestGateway({ ports: { openStorage: unending(() => true) } });
    try {
      const refused = await gateway.search({ keyword: 'a' }, { id: 'one' });
      expect(refused.body).toMatchObject({ status: 503, code: 'STORAGE_UNAVAILABLE' });
      expect(await gateway.money()).toEqual({ balance: FULL, held: STABLE });
      const sweep = () => gateway.withStorage((storage) => storage.calls.expire({ holdTtlMs: 0 }));
      expect(await sweep()).toEqual({ expired: 1 });
      expect(await gateway.money()).toEqual({ balance: FULL, held: 0 });
    } finally {
      await gateway.close();
    }
  });
});
