// Proves that nodes spend a provider's quota together, exactly and once, over a restart; that the plan skips a provider whose
// quota is spent; and that operators see what is left.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Clock } from '../../domain/clock.ts';
import { startTestGateway, TEST_SETTINGS, type TestGateway } from '../../testing/test-gateway.ts';

const UNITS = 100;
const ROUNDS_MAX = 10;
const SETTINGS = TEST_SETTINGS.replace(
  'first: { connector: scripted }',
  `first: { connector: scripted, quota: { units: ${UNITS}, reset: America/Los_Angeles, cost: { get: 3 } } }`,
);

/**
 * The clock stands still, far from any midnight, until a test moves it. So no deadline passes and no attempt is hedged, however
 * slow the machine is.
 */
let movedMs = 0;
const STARTED_MS = Date.parse('2026-11-16T12:00:00Z');
const clock: Clock = { nowMs: () => STARTED_MS + movedMs, monotonicMs: () => movedMs };

const asked: Record<string, number> = {};
const script = (_query: URLSearchParams, { provider }: { provider: string }) => {
  asked[provider] = (asked[provider] ?? 0) + 1;
  return { ids: ['1'], cursor: null };
};

let nodes: TestGateway[];
const start = (beside?: TestGateway) =>
  startTestGateway({
    settings: SETTINGS,
    script,
    ports: { clock },
    ...(beside === undefined ? {} : { beside }),
  });

beforeAll(async () => {
  const first = await start();
  nodes = [first, await start(first), await start(first)];
  await first.fundCalls(2_000);
});
afterAll(async () => {
  for (const node of nodes.toReversed()) await node.close();
});

/** The outcome of each search does not matter: a busy database may refuse one. */
async function search(count: number): Promise<void> {
  const calls = Array.from({ length: count }, (_, i) =>
    nodes[i % nodes.length]!.search({ keyword: `word ${i}` }),
  );
  await Promise.all(calls);
}

test('three nodes and a restart in the middle spend exactly one quota, and the next provider takes the rest', async () => {
  await search(60);
  await nodes.pop()!.close();
  nodes.push(await start(nodes[0]));
  for (let round = 0; round < ROUNDS_MAX && asked.first! < UNITS; round++) await search(60);
  await search(30);
  expect(asked.first).toBe(UNITS);
  expect(asked.second).toBeGreaterThan(0);
});

test('what is left is shown to operators and in metrics, and a provider that has nothing left is passed over', async () => {
  const [node] = nodes;
  // The node reads the remaining count when it asks for a unit, whatever count it had before.
  await node!.search({ keyword: 'one more' });
  const { body } = await node!.admin('providers');
  const first = body.providers.find(({ name }: { name: string }) => name === 'first');
  expect(first.quota).toMatchObject({ units: UNITS, per: 'day', left: 0 });
  // Midnight in the quota's time zone.
  expect(Date.parse(first.quota.resets_at)).toBe(Date.parse('2026-11-17T08:00:00Z'));
  expect((await node!.metrics()).text).toContain('reelgate_provider_quota_left_units{provider="first"} 0');
  expect((await node!.search({ keyword: 'passed over' })).status).toBe(200);
  expect(asked.first).toBe(UNITS);
});

test('when no other provider can serve, the caller is told that the quota is used up, and pays nothing', async () => {
  const before = await nodes[0]!.money();
  const path = '/api/u1/v1/scripted/app/search_video';
  const answer = await nodes[0]!.search({ keyword: 'economy' }, { path });
  expect(answer.status).toBe(503);
  expect(answer.body.code).toBe('UPSTREAM_BUSY');
  expect(answer.body.detail).toContain('quota is used up');
  // Twenty hours until midnight in the quota's time zone.
  expect(answer.headers.get('retry-after')).toBe(String(20 * 3_600));
  expect(await nodes[0]!.money()).toEqual(before);
});

test('a quota of a time zone west of Greenwich is back at midnight there: not at midnight UTC, and not a millisecond before', async () => {
  const [node, other] = nodes as [TestGateway, TestGateway];
  const askedAt = async (moment: string, by: TestGateway) => {
    movedMs = Date.parse(moment) - STARTED_MS;
    const before = asked.first!;
    expect((await by.search({ keyword: `at ${moment} ${by.url}` })).status).toBe(200);
    return asked.first! - before;
  };
  expect(await askedAt('2026-11-17T00:00:00.000Z', node)).toBe(0);
  expect(await askedAt('2026-11-17T07:59:59.999Z', node)).toBe(0);
  expect(await askedAt('2026-11-17T08:00:00.000Z', node)).toBe(1);
  expect(await askedAt('2026-11-17T08:00:00.000Z', other)).toBe(1);
  const { body } = await other.admin('providers');
  const { quota } = body.providers.find(({ name }: { name: string }) => name === 'first');
  expect(quota).toMatchObject({ left: UNITS - 2, resets_at: '2026-11-18T08:00:00.000Z' });
});
