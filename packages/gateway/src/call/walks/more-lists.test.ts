// Playlists, popular and related videos and the search of authors through a whole gateway: walks to their end, what they cost, and what is
// refused for nothing. Two platforms have the same library, so that a call over many platforms has two legs.
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findAction } from '../../operations/index.ts';
import { startTestGateway, type TestGateway } from '../../testing/test-gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({
    settings: [
      'service: { public: "127.0.0.1:0", admin: "127.0.0.1:0" }',
      'limits: { rate: { requests: 100000, per_seconds: 60, concurrent: 1000 } }',
      'providers: { library: { connector: library } }',
      'platforms: { library: [library], second: [library] }',
    ].join('\n'),
  });
});
afterAll(() => gateway.close());

const get = (action: string, query: Record<string, string>, platform = 'library') =>
  gateway.search(query, { path: `/api/u1/v1/${platform}/app/${action}` });

interface Item {
  platform: string;
  id: string;
  position?: number;
  rank?: number;
  stats: { views: number };
}

/** From the first page to the last, each checked against its published definition. */
async function walk(action: string, query: Record<string, string>, platform = 'library') {
  const { operation } = findAction(action)!;
  const items: Item[] = [];
  let pcursor = '';
  for (let pages = 1; pages < 100; pages += 1) {
    const { status, body, text } = await get(action, { ...query, pcursor }, platform);
    expect(status, text).toBe(200);
    expect([...Value.Errors(operation.answers.u1, body)]).toEqual([]);
    items.push(...body.items);
    if (body.pcursor === 'no_more') return { items, pages, last: body };
    pcursor = body.pcursor;
  }
  throw new Error('the walk does not end');
}

const spent = async (work: () => Promise<unknown>) => {
  const before = await gateway.money();
  await work();
  const after = await gateway.money();
  expect(after.held).toBe(0);
  return before.balance - after.balance;
};

describe('a playlist', () => {
  const playlist_id = 'sample-playlist';

  test('of 120 videos is walked in six pages, in its own sequence, each page charged once', async () => {
    let walked: Awaited<ReturnType<typeof walk>> | null = null;
    const cost = await spent(async () => {
      walked = await walk('list_playlist_videos_v2', { playlist_id, count: '20' });
    });
    const { items, pages, last } = walked!;
    expect(pages).toBe(6);
    expect(items.map(({ position }) => position)).toEqual(Array.from({ length: 120 }, (_, i) => i + 1));
    expect(new Set(items.map(({ id }) => id)).size).toBe(120);
    expect(last).toMatchObject({ playlist_id, end: 'exhausted', unavailable: 0, total: { value: 120 } });
    expect(cost).toBe(6 * 8_000);
    const { body } = await get('list_playlist_videos_v2', { playlist_id, count: '20', pcursor: 'no_more' });
    expect(body).toMatchObject({ items: [], unavailable: null, receipt: { charged: '0.000000' } });
  });

  test('has a title, an author and a number of videos', async () => {
    const { body } = await get('get_playlist', { playlist_id });
    expect([...Value.Errors(findAction('get_playlist')!.operation.answers.u1, body)]).toEqual([]);
    expect(body.item).toMatchObject({
      id: playlist_id,
      title: 'Around the world in 120 videos',
      author: { name: 'Sample library' },
      video_count: 120,
    });
  });

  test.each(['list_playlist_videos_v2', 'get_playlist'])(
    'that is not there is a free 404: %s',
    async (action) => {
      const cost = await spent(async () => {
        for (const query of [
          { playlist_id: 'nothing' },
          { url: 'https://www.youtube.com/playlist?list=PLnothing0000000' },
          // A video that is opened in a playlist: here the playlist is meant.
          { url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ&list=PLnothing0000000' },
        ]) {
          const { status, body } = await get(action, query as Record<string, string>);
          expect([status, body.code, body.reason]).toEqual([404, 'PLAYLIST_NOT_FOUND', 'unknown']);
          if ('url' in query) expect(body.detail).toContain('youtube:PLnothing0000000');
        }
      });
      expect(cost).toBe(0);
    },
  );

  test('is not asked for by the address of a video, nor without a name', async () => {
    expect((await get('get_playlist', { url: 'https://youtu.be/dQw4w9WgXcQ' })).body.code).toBe(
      'PLATFORM_NOT_FOUND',
    );
    expect((await get('get_playlist', {})).status).toBe(400);
  });
});

describe('popular videos', () => {
  test('come by views, each once, to the end', async () => {
    const { items, last } = await walk('list_popular_videos', { count: '50' });
    const views = items.map(({ stats }) => stats.views);
    expect(views).toEqual(views.toSorted((a, b) => b - a));
    expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
    expect(last).toMatchObject({ end: 'exhausted', total: { value: items.length, relation: 'eq' } });
  });

  test('are narrowed by what the platform has; anything else is refused for nothing, or left out and named', async () => {
    const narrowed = await get('list_popular_videos', { period: 'year' });
    expect(narrowed.body).toMatchObject({ approximate_filters: [], ignored_filters: [] });
    const cost = await spent(async () => {
      const { status, body } = await get('list_popular_videos', { region: 'DE', category: 'music' });
      expect([status, body.code]).toEqual([400, 'FILTER_UNSUPPORTED']);
      expect(body.errors.map(({ field }: { field: string }) => field)).toEqual(['region', 'category']);
      expect((await get('list_popular_videos', { period: 'hour' })).body.code).toBe('INVALID_REQUEST');
      expect((await get('list_popular_videos', { keyword: 'x' })).status).toBe(400);
    });
    expect(cost).toBe(0);
    const { body } = await get('list_popular_videos', { region: 'DE', filters: 'best_effort' });
    expect(body).toMatchObject({ ignored_filters: ['region'] });
  });

  test('of two platforms are one list, in which no item comes twice and each leg has its price', async () => {
    const query = { count: '20', platforms: 'library,second' };
    const { body } = await get('list_popular_videos_v2', query, 'all');
    expect(
      body.platforms.map(({ platform, charged }: Record<string, string>) => [platform, charged]),
    ).toEqual([
      ['library', '0.008000'],
      ['second', '0.008000'],
    ]);
    expect(body.items.map(({ rank }: Item) => rank)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
    const { items, last } = await walk('list_popular_videos_v2', { ...query, count: '50' }, 'all');
    const one = await walk('list_popular_videos', { count: '50' });
    expect(new Set(items.map(({ platform, id }) => `${platform} ${id}`)).size).toBe(items.length);
    expect(items).toHaveLength(2 * one.items.length);
    expect(last.end).toBe('exhausted');
  });
});

test('related videos are others, and of a missing video a free 404', async () => {
  const { items, last } = await walk('list_related_videos', { id: 'sample-en-01', count: '7' });
  expect(items.length).toBeGreaterThan(7);
  expect(items.map(({ id }) => id)).not.toContain('sample-en-01');
  expect(last).toMatchObject({ id: 'sample-en-01', end: 'exhausted' });
  const cost = await spent(async () => {
    expect((await get('list_related_videos', { id: 'nothing' })).body.code).toBe('VIDEO_NOT_FOUND');
  });
  expect(cost).toBe(0);
});

test('authors are found by name, on one platform and on many', async () => {
  const { items } = await walk('search_author', { keyword: 'biscuit' });
  expect(items).toMatchObject([{ id: 'sample-author-1tosuxs', rank: 1 }]);
  const all = await walk('search_author_v2', { keyword: 'biscuit' }, 'all');
  expect(all.items).toMatchObject([
    { platform: 'library', rank: 1 },
    { platform: 'second', rank: 2 },
  ]);
  expect((await get('search_author', {})).status).toBe(400);
});

test('a call over many platforms is only for lists that can be merged', async () => {
  const { body } = await get('get_playlist', { playlist_id: 'x' }, 'all');
  expect(body).toMatchObject({ code: 'OPERATION_NOT_SUPPORTED' });
  expect(body.detail).toContain('video.search, author.search, video.popular');
});
