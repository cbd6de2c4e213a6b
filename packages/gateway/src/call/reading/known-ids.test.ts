// Handles of authors and short addresses of videos are looked up once in a while, and not with every call.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { odysee, odyseeComments } from '../../connectors/odysee/odysee.simulation.ts';
import { youtube } from '../../connectors/youtube/youtube.simulation.ts';
import { PlatformServer } from '../../testing/platform-server.ts';
import type { SimulatedRequest, Simulation } from '../../testing/platforms/simulation.ts';
import { startTestGateway, type TestGateway } from '../../testing/test-gateway.ts';
import type { ConnectedProvider } from '../trying/connected-provider.ts';
import { KnownIds } from './known-ids.ts';

const asked: string[] = [];
/** Records what the platform was asked. */
const watched = (simulation: Simulation): Simulation => ({
  ...simulation,
  answer(request: SimulatedRequest, ...rest) {
    asked.push(`${request.url.pathname}${request.url.search}`);
    return simulation.answer(request, ...rest);
  },
});

const tube = new PlatformServer(watched(youtube));
const claims = new PlatformServer(watched(odysee));
const comments = new PlatformServer(watched(odyseeComments));
let gateway: TestGateway;

beforeAll(async () => {
  for (const server of [tube, claims, comments]) {
    server.total = 5;
    await server.start();
  }
  const provider = (connector: string, server: PlatformServer) =>
    JSON.stringify({
      ...server.simulation.settings,
      ...{ connector, base_url: server.url, allow_private: true },
    });
  gateway = await startTestGateway({
    settings: [
      'service: { public: "127.0.0.1:0", admin: "127.0.0.1:0" }',
      'cache: { fresh_seconds: 0 }',
      'limits: { free: { requests: 3, per_seconds: 3600, concurrent: 3 } }',
      `providers: { tube: ${provider('youtube', tube)}, claims: ${provider('odysee', claims)}, comments: ${provider('odysee-comments', comments)} }`,
      'platforms: { youtube: [tube], odysee: [claims, comments] }',
    ].join('\n'),
  });
});
afterAll(async () => {
  await gateway.close();
  await Promise.all([tube, claims, comments].map((server) => server.stop()));
});

const get = (platform: string, action: string, query: Record<string, string>) => {
  asked.length = 0;
  return gateway.search(query, { path: `/api/u1/v1/${platform}/app/${action}` });
};

test('the handle of an author is looked up for the first list, and its id used for the next', async () => {
  const { handle } = youtube.lists!['author.videos']!.alias as { handle: string };
  const first = await get('youtube', 'list_author_videos_v2', { handle });
  expect(first.status, first.text).toBe(200);
  expect(asked.filter((path) => path.includes('forHandle'))).toHaveLength(1);
  const second = await get('youtube', 'list_author_videos_v2', { handle });
  expect(asked.filter((path) => path.includes('forHandle'))).toEqual([]);
  const idsOf = ({ body }: typeof first) => body.items.map(({ id }: { id: string }) => id);
  expect(idsOf(second)).toEqual(idsOf(first));
  expect(second.body.handle).toBe(handle);
});

test('comments are found by a short address, which is looked up once and never charged for', async () => {
  const url = 'https://odysee.com/@maker:f/video-0:0';
  const before = await gateway.money();
  const first = await get('odysee', 'list_comments_v2', { url });
  expect(first.status, first.text).toBe(200);
  expect(first.body.id).toBe(odysee.idOf(0));
  expect(asked.some((path) => path.includes('m=resolve'))).toBe(true);
  const second = await get('any', 'list_comments_v2', { url });
  expect(second.status).toBe(200);
  expect(asked.some((path) => path.includes('m=resolve'))).toBe(false);
  const charged = 2 * 8_000;
  expect(await gateway.money()).toEqual({ balance: before.balance - charged, held: 0 });
  const gone = await get('odysee', 'list_comments_v2', { url: 'https://odysee.com/@maker:f/nothing:9' });
  expect([gone.status, gone.body.code]).toEqual([404, 'VIDEO_NOT_FOUND']);
  expect((await gateway.money()).balance).toBe(before.balance - charged);
});

test('look-ups of short addresses have a limit for an account, whichever of its keys asks', async () => {
  const first = await gateway.newAccount('looks-up');
  const second = await gateway.newKey({ account: 'looks-up', name: 'another' });
  const bystander = await gateway.newAccount('bystander');
  let asked = 0;
  const lookUp = async ({ secret: key }: { secret: string }) => {
    const url = `https://odysee.com/@maker:f/nothing-${++asked}:9`;
    const path = '/api/u1/v1/odysee/app/list_comments_v2';
    return (await gateway.search({ url }, { key, path })).body.code;
  };
  const keys = [first, second, first, second, first, bystander];
  const codes: string[] = [];
  for (const key of keys) codes.push(await lookUp(key));
  const [absent, limited] = ['VIDEO_NOT_FOUND', 'RATE_LIMITED'];
  expect(codes).toEqual([absent, absent, absent, limited, limited, absent]);
});

test('a name is forgotten after an hour, and is kept for one provider, platform and kind', () => {
  let nowMs = 0;
  const names = new KnownIds({ nowMs: () => nowMs, monotonicMs: () => nowMs });
  const by = (name: string) => ({ provider: { name } }) as ConnectedProvider;
  const one = { by: by('a'), platform: 'p', kind: 'author' as const, name: 'ann' };
  names.learn(one, 'id-1');
  expect(names.idOf(one)).toBe('id-1');
  for (const other of [{ by: by('b') }, { platform: 'q' }, { kind: 'video' as const }, { name: 'bo' }])
    expect(names.idOf({ ...one, ...other })).toBeNull();
  nowMs = 3_599_999;
  expect(names.idOf(one)).toBe('id-1');
  nowMs = 3_600_001;
  expect(names.idOf(one)).toBeNull();
});
