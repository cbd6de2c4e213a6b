// Transcripts, addresses of playlists and categories at the self-hosted front-ends to YouTube, over real HTTP through the whole gateway.
import { afterEach, describe, expect, test } from 'vitest';
import { PlatformServer } from '../../testing/platform-server.ts';
import type { Simulation } from '../../testing/platforms/simulation.ts';
import { providerOf } from '../../testing/replay-sample.ts';
import { startTestGateway, type TestGateway } from '../../testing/test-gateway.ts';
import { invidious } from '../invidious/invidious.simulation.ts';
import { piped } from '../piped/piped.simulation.ts';
import { piped as connector } from '../piped/piped.ts';
import { transcriptSamples } from '../piped/piped-transcript.samples.ts';

const PRICE = 12_000;
const path = '/api/u1/v1/youtube/app/get_transcript';

const running: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of running.splice(0).reverse()) await one.stop();
});

async function started(simulation: Simulation): Promise<PlatformServer> {
  const server = new PlatformServer(simulation);
  await server.start();
  running.push(server);
  return server;
}

async function gatewayTo({ simulation, url }: PlatformServer, options: object = {}): Promise<TestGateway> {
  const provider = { connector: simulation.connector, base_url: url, allow_private: true, options };
  const settings = [
    'service: { public: "127.0.0.1:0", admin: "127.0.0.1:0" }',
    `prices: ${JSON.stringify({ endpoints: [{ path: '/api/*/v1/*/app/*', unit_price: '0.012000' }] })}`,
    `providers: ${JSON.stringify({ upstream: provider })}`,
    'platforms: { youtube: [upstream] }',
  ].join('\n');
  const gateway = await startTestGateway({ settings });
  running.push({ stop: () => gateway.close() });
  return gateway;
}

describe.each([invidious, piped])('$connector', (simulation) => {
  const { ask, absent } = simulation.things!['transcript.get']!;

  test('gives the second wished language and charges it; a miss and an unlisted video are free', async () => {
    const gateway = await gatewayTo(await started(simulation));
    const before = await gateway.money();
    const found = await gateway.search(ask, { path });
    expect(found.body.item, found.text).toMatchObject({
      language: 'de',
      language_match: 'exact',
      kind: 'human',
    });
    expect(found.body.item.cues).toMatchObject([{ start_ms: 1_000, end_ms: 2_500 }]);
    const paid = { balance: before.balance - PRICE, held: 0 };
    expect(await gateway.money()).toEqual(paid);
    const missed = await gateway.search({ ...ask, language: 'fr' }, { path });
    expect(missed.body).toMatchObject({ code: 'TRANSCRIPT_NOT_FOUND', reason: 'language' });
    const unlisted = await gateway.search({ ...ask, ...absent }, { path });
    expect(unlisted.body).toMatchObject({ code: 'VIDEO_NOT_FOUND', reason: 'private' });
    expect(await gateway.money()).toEqual(paid);
  });
});

describe.each([invidious, piped])('$connector', (simulation) => {
  test('gives the videos of a playlist by its address, with their places', async () => {
    const server = await started(simulation);
    server.total = 12;
    const gateway = await gatewayTo(server);
    const { playlist_id } = simulation.lists!['playlist.videos']!.ask;
    const url = `https://www.youtube.com/playlist?list=${playlist_id}`;
    const listed = '/api/u1/v1/any/app/list_playlist_videos';
    const { body, text } = await gateway.search({ url, count: '20' }, { path: listed });
    // The tenth place has no video any more.
    const places = body.items?.map(({ position }: { position: number }) => position);
    expect(places, text).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12]);
    expect(body.unavailable).toBe(1);
  });

  test('is not asked for a category that it would take for none', async () => {
    const server = await started(simulation);
    let asked = 0;
    server.onRequest = () => {
      asked += 1;
    };
    const gateway = await gatewayTo(server);
    const popular = '/api/u1/v1/youtube/app/list_popular_videos';
    const refused = await gateway.search({ category: 'music' }, { path: popular });
    expect(refused.body).toMatchObject({ code: 'FILTER_UNSUPPORTED' });
    expect(asked).toBe(0);
    const taken = await gateway.search({ category: 'gaming' }, { path: popular });
    expect([taken.status, asked]).toEqual(simulation === invidious ? [200, 1] : [400, 0]);
  });
});

describe('a Piped whose proxy is another host, as in its sample configuration', () => {
  const { ask } = piped.things!['transcript.get']!;

  async function apart() {
    const proxy = await started(piped);
    let asked = 0;
    proxy.onRequest = () => {
      asked += 1;
    };
    const api = await started({
      ...piped,
      answer(request, total) {
        const answer = piped.answer(request, total);
        return { ...answer, body: answer.body.replaceAll(request.url.origin, proxy.url) };
      },
    });
    return { api, proxy, askedOfProxy: () => asked };
  }

  test('is asked for files only where the operator names that host', async () => {
    const { api, proxy, askedOfProxy } = await apart();
    const open = await gatewayTo(api, { proxy_url: proxy.url });
    expect((await open.search(ask, { path })).body.item).toMatchObject({ language: 'de' });
    expect(askedOfProxy()).toBe(1);
    const closed = await gatewayTo(api);
    expect((await closed.search(ask, { path })).body).toMatchObject({
      code: 'UPSTREAM_REFUSED',
      charged: '0.000000',
    });
    expect(askedOfProxy()).toBe(1);
  });

  test('is not held unhealthy for files that only the operator could allow', () => {
    const operation = connector.operations['transcript.get']!;
    const provider = { ...providerOf(connector), options: {} };
    const [sample] = transcriptSamples;
    const response = { ...sample!.response, body: sample!.response.body.replaceAll('upstream', 'elsewhere') };
    expect(operation.parse(response, sample!.input, provider)).toMatchObject({
      kind: 'refused',
      isOfInput: true,
    });
  });
});
