// Filtered walks at simulated platforms that apply filters as the real ones do. What the connector asks for and what the gateway
// checks afterwards together give every match once.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dailymotion } from '../../connectors/dailymotion/dailymotion.simulation.ts';
import { peertube } from '../../connectors/peertube/peertube.simulation.ts';
import { youtube } from '../../connectors/youtube/youtube.simulation.ts';
import { PlatformServer } from '../../testing/platform-server.ts';
import type { SimulatedRequest, Simulation } from '../../testing/platforms/simulation.ts';
import { startTestGateway, type TestGateway } from '../../testing/test-gateway.ts';

const TOTAL = 300;
const PAGES_MAX = 100;

/** The requests that the platforms received. */
const asked: SimulatedRequest[] = [];
const servers = [peertube, dailymotion, youtube].map(
  (simulation) =>
    new PlatformServer({
      ...simulation,
      answer: (request, total, gone) => {
        asked.push(request);
        return simulation.answer(request, total, gone);
      },
    }),
);

let gateway: TestGateway;
beforeAll(async () => {
  await Promise.all(servers.map((server) => server.start()));
  for (const server of servers) server.total = TOTAL;
  const providers = Object.fromEntries(
    servers.map(({ url, simulation: { connector, settings } }) => [
      connector,
      { connector, base_url: url, allow_private: true, ...settings },
    ]),
  );
  const platforms = Object.fromEntries(Object.keys(providers).map((name) => [name, [name]]));
  gateway = await startTestGateway({
    settings: `
service: { public: "127.0.0.1:0", admin: "127.0.0.1:0" }
limits: { rate: { requests: 100000, per_seconds: 60, concurrent: 1000 } }
cache: { fresh_seconds: 0 }
prices: { endpoints: [{ path: "/api/*/v1/*/app/search_video_v2", unit_price: "0" }] }
providers: ${JSON.stringify(providers)}
platforms: ${JSON.stringify(platforms)}`,
  });
});
afterAll(async () => {
  await gateway.close();
  await Promise.all(servers.map((server) => server.stop()));
});

interface Item {
  id: string;
  duration_ms: number;
}

async function walk({ platform }: Simulation, query: Record<string, string>): Promise<Item[]> {
  const items: Item[] = [];
  let pages = 0;
  for (let pcursor = ''; pcursor !== 'no_more' && pages < PAGES_MAX; pages++) {
    const { status, text, body } = await gateway.search({ keyword: 'cat', ...query, pcursor }, { platform });
    expect(status, text).toBe(200);
    items.push(...body.items);
    pcursor = body.pcursor;
  }
  expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
  return items;
}

const range = (from: number, till: number) => Array.from({ length: till - from + 1 }, (_, i) => from + i);

describe.each(['7', '20'])('%s a page', (count) => {
  test('peertube filters by length and orders by views itself', async () => {
    const items = await walk(peertube, { count, sort: 'views', duration_min: '50', duration_max: '119' });
    expect(items.map(({ id }) => id)).toEqual(range(50, 119).toReversed().map(peertube.idOf));
  });

  test('dailymotion is asked in minutes and checked in seconds', async () => {
    const items = await walk(dailymotion, { count, sort: 'newest', duration_min: '75', duration_max: '130' });
    expect(items.map(({ id }) => id)).toEqual(range(75, 130).toReversed().map(dailymotion.idOf));
    const { searchParams } = asked.findLast(({ url }) => url.pathname === '/videos')!.url;
    expect([searchParams.get('longer_than'), searchParams.get('shorter_than')]).toEqual(['1', '3']);
  });

  test('dailymotion is asked for whole days, to the second', async () => {
    const at = (n: number) => new Date((1_700_000_000 + n) * 1_000).toISOString();
    const items = await walk(dailymotion, { count, published_after: at(100), published_before: at(140) });
    expect(items.map(({ id }) => id)).toEqual(range(100, 140).map(dailymotion.idOf));
  });

  test('peertube filters by tag itself, dailymotion searches its words and is checked', async () => {
    const wanted = range(0, TOTAL - 1).filter((n) => n % 5 === 3);
    const found = await walk(peertube, { count, tag: '#TAG 3' });
    expect(found.map(({ id }) => id)).toEqual(wanted.map(peertube.idOf));
    const checked = await walk(dailymotion, { count, tag: 'tag 3' });
    expect(checked.map(({ id }) => id)).toEqual(wanted.map(dailymotion.idOf));
  });

  test('youtube is asked by class and checked by the length that the look-up tells', async () => {
    const items = await walk(youtube, { count, duration_min: '100', duration_max: '200' });
    const wanted = new Set(range(100, 200).map(youtube.idOf));
    // The look-up gives no length for every fifth video, so those are left out.
    expect(items.length).toBeGreaterThan(70);
    for (const { id, duration_ms } of items) {
      expect(wanted).toContain(id);
      expect(duration_ms).toBe(Number(id.slice(-5)) * 1_000);
    }
    const searched = asked.filter(({ url }) => url.pathname.endsWith('/search'));
    expect(searched.every(({ url }) => url.searchParams.get('videoDuration') === 'short')).toBe(true);
  });
});

test('what is on air is asked for in the words of each platform, and what is not is checked', async () => {
  const parameters = async ({ platform, connector }: Simulation, query: Record<string, string>) => {
    const { status, text, body } = await gateway.search({ keyword: 'cat', ...query }, { platform });
    expect(status, text).toBe(200);
    const search = asked.findLast(
      ({ url }) => /search|\/videos$/.test(url.pathname) && !url.searchParams.has('id'),
    )!;
    expect(connector).toBe(platform);
    return { said: search.url.searchParams, items: body.items.length };
  };
  expect(await parameters(peertube, { live: 'true' })).toMatchObject({ items: 0 });
  expect((await parameters(peertube, { live: 'false' })).said.get('isLive')).toBe('false');
  expect((await parameters(dailymotion, { live: 'true' })).said.get('flags')).toBe('live_onair');
  expect((await parameters(youtube, { live: 'true', captions: 'true' })).said.get('eventType')).toBe('live');
  const recorded = await parameters(youtube, { live: 'false' });
  expect([recorded.said.get('eventType'), recorded.items]).toEqual([null, 20]);
  const { body } = await gateway.search({ keyword: 'cat', captions: 'true' }, { platform: 'peertube' });
  expect(body).toMatchObject({ status: 400, code: 'FILTER_UNSUPPORTED' });
});

test('a look-up that fails fails a page whose lengths were asked for, and no other', async () => {
  const server = servers.find(({ simulation }) => simulation.connector === 'youtube')!;
  const { answer } = server.simulation;
  server.simulation.answer = (request, total) =>
    request.url.pathname.endsWith('/videos') ? { status: 500, body: '{}' } : answer(request, total);
  const plain = await gateway.search({ keyword: 'cat' }, { platform: 'youtube' });
  expect(plain.body.items).toHaveLength(20);
  const filtered = await gateway.search({ keyword: 'cat', duration: 'short' }, { platform: 'youtube' });
  expect(filtered.status).toBe(502);
  server.simulation.answer = answer;
});
