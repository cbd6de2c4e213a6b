// A run that a caller asks for, on a gateway that remembers answers: it asks the platform, or it is free.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestGateway, TEST_SETTINGS, type TestGateway } from '../../testing/test-gateway.ts';

const PATH = '/api/u1/v1/scripted/app/search_video_v2';
let gateway: TestGateway;
let asked = 0;
let ids = ['1', '2'];

beforeAll(async () => {
  gateway = await startTestGateway({
    settings: TEST_SETTINGS.replace('fresh_seconds: 0', 'fresh_seconds: 60'),
    script: () => {
      asked++;
      return { ids, cursor: null };
    },
  });
});
afterAll(() => gateway.close());

const until = (id: string, runs: number) =>
  vi.waitFor(
    async () => {
      const { watch } = (await gateway.ask(`/api/watches/v1/${id}`)).body;
      expect(watch.runs).toBe(runs);
      return watch;
    },
    { timeout: 10_000, interval: 20 },
  );
const made = async (baseline: string) => {
  const body = { path: PATH, query: { keyword: 'cats' }, every: '1h', baseline };
  const { watch } = (await gateway.ask('/api/watches/v1', { method: 'POST', body })).body;
  return (await until(watch.id, 1)).id as string;
};
const run = (id: string, requestId: string) =>
  gateway.ask(`/api/watches/v1/${id}/run`, {
    ...{ method: 'POST', body: {}, headers: { 'x-reelgate-request-id': requestId } },
  });

test('a run that is asked for within the minute of the cache asks the platform, for each of two watches; the same request again does not run', async () => {
  const watches = [await made('mark'), await made('deliver')];
  // Both questions are in memory now, as an interactive call left them.
  expect((await gateway.search({ keyword: 'cats' })).status).toBe(200);
  const before = asked;
  expect((await gateway.search({ keyword: 'cats' })).body.billing?.source ?? 'cache').toBe('cache');
  expect(asked).toBe(before);
  ids = ['3', '1', '2'];
  for (const [n, id] of watches.entries()) {
    expect((await run(id, `now-${n}`)).status).toBe(200);
    const { last_run } = await until(id, 2);
    expect([last_run.items, asked]).toEqual([1, before + n + 1]);
    const money = await gateway.money();
    expect((await run(id, `now-${n}`)).status).toBe(200);
    expect(await gateway.money()).toEqual(money);
  }
  expect(asked).toBe(before + 2);
});
