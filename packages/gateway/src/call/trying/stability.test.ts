// How hard the stable variant tries, over real HTTP: what it does about failing, slow and suspended providers, and that its
// caller pays once in every case.
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { AttemptFailure, AttemptFailureKind } from '../../connectors/connector.ts';
import { createTestClock, type TestClock } from '../../storage/contracts/storage.contract.ts';
import type { Script } from '../../testing/scripted-platform.ts';
import { startTestGateway, type TestGateway } from '../../testing/test-gateway.ts';

const SETTINGS = `
service: { public: "127.0.0.1:0", admin: "[::1]:0" }
platforms: { scripted: [first, second] }
providers:
  first: { connector: scripted, cost: "0.001" }
  second: { connector: scripted, cost: "0.002" }
limits: { rate: { requests: 100000, per_seconds: 60, concurrent: 1000 }, free: { requests: 1000000, per_seconds: 60, concurrent: 1000 }, account: { reads: { requests: 1000000, concurrent: 10000 }, writes: { requests: 1000000 } } }
cache: { fresh_seconds: 0 }
`;
const ECONOMY = '/api/u1/v1/scripted/app/search_video';
const STABLE_PRICE = 12_000;
const FULL = 10_000_000;

const page = { ids: ['1', '2'], cursor: null };
const fails = (kind: AttemptFailureKind, more: Partial<AttemptFailure> = {}): AttemptFailure => ({
  kind,
  detail: 'scripted',
  ...more,
});
/** No answer until the gateway stops waiting. */
const never = () => new Promise<never>(() => {});

describe('a stable call', () => {
  let gateway: TestGateway;
  let clock: TestClock;
  let asked: string[];

  beforeEach(async () => {
    clock = createTestClock();
    // No jitter, so that a repeat at the same provider comes at once.
    gateway = await startTestGateway({ settings: SETTINGS, ports: { clock, chance: () => 0 } });
    asked = [];
  });
  afterEach(() => gateway.close());

  function providers(does: Record<string, Script>): void {
    gateway.script = (query, at) => {
      asked.push(at.provider);
      return does[at.provider]!(query, at);
    };
  }

  async function traceOf(requestId: string) {
    const { body } = await gateway.ask(`/api/account/v1/requests/${requestId}`);
    return body.call.attempts.map(({ provider, outcome }: Record<string, unknown>) => [provider, outcome]);
  }

  test.each(['unavailable', 'timeout', 'bad_response', 'refused', 'rate_limited'] as const)(
    'goes on to the next provider after %s, is charged once, and shows both attempts',
    async (kind) => {
      providers({ first: () => fails(kind), second: () => page });
      const answer = await gateway.search({ keyword: 'a' }, { id: 'one' });
      expect([answer.status, answer.body.receipt.source]).toEqual([200, 'live']);
      expect(await traceOf('one')).toEqual([
        ['first', kind],
        ['second', 'ok'],
      ]);
      expect(await gateway.money()).toEqual({ balance: FULL - STABLE_PRICE, held: 0 });
    },
  );

  test('asks three times at most and is charged nothing when all fail', async () => {
    providers({ first: () => fails('unavailable'), second: () => fails('unavailable') });
    const answer = await gateway.search({ keyword: 'a' });
    expect([answer.status, answer.body.code]).toEqual([502, 'UPSTREAM_ERROR']);
    expect(asked).toEqual(['first', 'second', 'first']);
    expect(await gateway.money()).toEqual({ balance: FULL, held: 0 });
  });

  test.each(['not_found', 'input_rejected'] as const)('takes %s as final', async (kind) => {
    providers({ first: () => fails(kind), second: () => page });
    await gateway.search({ keyword: 'a' });
    expect(asked).toEqual(['first']);
  });

  test('leaves a failing provider out after five failures, asks it once later, and uses it again when it works', async () => {
    let isWell = false;
    providers({ first: () => (isWell ? page : fails('unavailable')), second: () => page });
    const search = (keyword: string) => gateway.search({ keyword });
    for (let i = 0; i < 5; i++) await search(`before ${i}`);
    asked.length = 0;
    await search('out');
    expect(asked).toEqual(['second']);
    clock.advance(31_000);
    await search('probe');
    expect(asked).toEqual(['second', 'first', 'second']);
    isWell = true;
    clock.advance(61_000);
    await search('back');
    await search('stays');
    expect(asked.slice(3)).toEqual(['first', 'first']);
  });

  test('never calls a provider before the pause that it asked for is over', async () => {
    providers({ first: () => fails('rate_limited', { suspendMs: 5_000 }), second: () => page });
    await gateway.search({ keyword: 'a' });
    clock.advance(4_999);
    await gateway.search({ keyword: 'b' });
    expect(asked).toEqual(['first', 'second', 'second']);
    clock.advance(1);
    await gateway.search({ keyword: 'c' });
    expect(asked.slice(3)).toEqual(['first', 'second']);
  });

  test('gets 503 with the time to wait, and no provider is called, while all are suspended', async () => {
    const rests = () => fails('rate_limited', { suspendMs: 30_000 });
    providers({ first: rests, second: rests });
    await gateway.search({ keyword: 'a' });
    asked.length = 0;
    const answer = await gateway.search({ keyword: 'b' });
    expect([answer.status, answer.body.code]).toEqual([503, 'UPSTREAM_BUSY']);
    expect(Number(answer.headers.get('retry-after'))).toBe(30);
    expect(asked).toEqual([]);
  });

  test('takes the first good answer of two, cancels the other, is charged once, and both costs are recorded', async () => {
    await learnLatency();
    let isCancelled = false;
    providers({
      first: (_, { signal }) => {
        signal.addEventListener('abort', () => {
          isCancelled = true;
        });
        // The hedge is due when this much time has passed.
        clock.advance(1_000);
        return never();
      },
      second: () => page,
    });
    const before = await gateway.money();
    const answer = await gateway.search({ keyword: 'slow' }, { id: 'hedged' });
    expect(answer.status).toBe(200);
    expect(isCancelled).toBe(true);
    const trace = await traceOf('hedged');
    expect(trace).toEqual([
      ['first', 'cancelled'],
      ['second', 'ok'],
    ]);
    expect((await gateway.money()).balance).toBe(before.balance - STABLE_PRICE);
    const usage = await gateway.admin('usage/providers?from=2026-11-15&to=2026-11-15');
    const costs = usage.body.rows.map(({ provider, cost }: Record<string, string>) => [
      provider,
      Number(cost),
    ]);
    expect(costs).toContainEqual(['first', 0.026]);
    expect(costs).toContainEqual(['second', 0.002]);
  });

  test('that gets two good answers in the same instant sends, stores and charges one and the same', async () => {
    await learnLatency();
    const goOn = Promise.withResolvers<void>();
    const answers = async (id: string) => {
      await goOn.promise;
      return { ids: [id], cursor: null };
    };
    providers({
      first: () => {
        clock.advance(1_000);
        return answers('first');
      },
      second: () => {
        goOn.resolve();
        return answers('second');
      },
    });
    const before = await gateway.money();
    const answer = await gateway.search({ keyword: 'tie' }, { id: 'tied' });
    const trace: string[][] = await traceOf('tied');
    expect(trace.map(([, outcome]) => outcome).sort()).toEqual(['cancelled', 'ok']);
    expect(answer.body.items[0].id).toBe(trace.find(([, outcome]) => outcome === 'ok')![0]);
    const again = await gateway.search({ keyword: 'tie' }, { id: 'tied' });
    expect(again.text).toBe(answer.text);
    expect((await gateway.money()).balance).toBe(before.balance - STABLE_PRICE);
  });

  /** Enough good answers for the gateway to know how fast the provider usually is. */
  async function learnLatency(): Promise<void> {
    providers({ first: () => page, second: () => page });
    for (let i = 0; i < 25; i++) await gateway.search({ keyword: `learn ${i}` });
  }
});

test.each([
  [14_900, ['first', 'second'], 200],
  [14_901, ['first'], 502],
])('after %i of its 15,000 ms a stable call asks %j', async (tookMs, providers, status) => {
  const clock = createTestClock();
  const gateway = await startTestGateway({ settings: SETTINGS, ports: { clock, chance: () => 0 } });
  onTestFinished(() => gateway.close());
  const asked: string[] = [];
  gateway.script = (_, { provider }) => {
    asked.push(provider);
    if (provider === 'second') return page;
    clock.advance(tookMs);
    return fails('unavailable');
  };
  expect((await gateway.search({ keyword: 'a' })).status).toBe(status);
  expect(asked).toEqual(providers);
});

test('a stable call at its only provider pauses and asks again, within its deadline', async () => {
  const settings = SETTINGS.replace('[first, second]', '[first]');
  const gateway = await startTestGateway({ settings });
  let asked = 0;
  gateway.script = () => (++asked < 3 ? fails('unavailable') : page);
  expect((await gateway.search({ keyword: 'a' })).status).toBe(200);
  expect(asked).toBe(3);
  await gateway.close();
});

describe('an economy call', () => {
  test('asks one provider once, and goes on asking it however often it failed', async () => {
    const gateway = await startTestGateway({ settings: SETTINGS });
    const asked: string[] = [];
    gateway.script = (_, { provider }) => {
      asked.push(provider);
      return fails('unavailable');
    };
    for (let i = 0; i < 7; i++) {
      const answer = await gateway.search({ keyword: `k${i}` }, { path: ECONOMY });
      expect(answer.status).toBe(502);
    }
    expect(asked).toEqual(Array(7).fill('first'));
    await gateway.close();
  });
});
