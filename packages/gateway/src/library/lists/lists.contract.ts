// Authors and comments of a library, from imported files to pages.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { removeRecords } from '../record-commands.ts';
import { removeSample } from '../sample.ts';
import { type TestFolder, boxCatVideo as video } from '../testing/test-folder.ts';

export function listsContract(open: () => Promise<TestFolder>): void {
  let folder: TestFolder;
  beforeEach(async () => {
    folder = await open();
  });
  afterEach(() => folder.remove());

  /** The ids of a whole walk. */
  async function walk(path: string, count: number): Promise<string[]> {
    const ids: string[] = [];
    for (let cursor = ''; ; ) {
      const { status, body } = await folder.ask(`${path}&count=${count}${cursor}`);
      expect(status).toBe(200);
      ids.push(...body.results.map(({ id }: { id: string }) => id));
      if (body.cursor === null) return ids;
      cursor = `&cursor=${encodeURIComponent(body.cursor)}`;
    }
  }

  describe('an author', () => {
    beforeEach(async () => {
      await folder.add(...[1, 2, 3, 4, 5].map((n) => video(n)), video(9, { author: { handle: '@Other' } }), {
        id: 'anonymous',
        title: 'Cat',
      });
    });

    test.each(['author_id=UC1', 'handle=boxcats', 'handle=BoxCats', 'author_id=%40BoxCats'])(
      'is found by %s, as the newest record shows them',
      async (query) => {
        const { status, body } = await folder.ask(`author?${query}`);
        expect(status).toBe(200);
        expect(body).toMatchObject({ id: 'UC1', name: 'Box Cats', followers: 5, videos: 5 });
      },
    );

    test('with only a handle is found by it', async () => {
      expect((await folder.ask('author?author_id=other')).body).toMatchObject({ id: 'other', videos: 1 });
      expect(await walk('author-videos?handle=other', 5)).toEqual(['v9']);
    });

    test.each(['author_id=UC2', 'author_id=', 'handle=', 'handle=%25', ''])(
      'is unknown by "%s"',
      async (query) => {
        for (const path of ['author', 'author-videos'])
          expect(await folder.ask(`${path}?${query}`)).toEqual({ status: 404, body: { absent: true } });
      },
    );

    test.each([1, 2, 5, 50])('has videos in order, each once, in pages of %i', async (count) => {
      expect(await walk('author-videos?author_id=UC1&sort=newest', count)).toEqual([
        'v5',
        'v4',
        'v3',
        'v2',
        'v1',
      ]);
      expect(await walk('author-videos?author_id=UC1&sort=views', count)).toEqual([
        'v2',
        'v4',
        'v1',
        'v3',
        'v5',
      ]);
    });

    test('a cursor that no page gave, or a count beyond the limits, is refused', async () => {
      for (const query of ['cursor=x', 'cursor=1', 'count=0', 'count=101', 'count=x'])
        expect((await folder.ask(`author-videos?author_id=UC1&${query}`)).status).toBe(400);
    });

    test('with a new name stays the same author, and a video that moved to another author belongs to that one', async () => {
      await folder.add(
        video(5, { author: { id: 'UC1', name: 'New name' } }),
        video(4, { author: { id: 'UC7' } }),
      );
      expect((await folder.ask('author?author_id=UC1')).body).toMatchObject({ name: 'New name', videos: 4 });
      expect(await walk('author-videos?author_id=UC7', 5)).toEqual(['v4']);
    });
  });

  describe('a playlist', () => {
    const placed = (n: number, more: object = {}) =>
      video(n, {
        playlist_id: 'PL1',
        playlist_title: 'Boxes',
        playlist_index: n,
        playlist_count: 7,
        playlist_uploader: 'Bo',
        playlist_uploader_id: 'UC2',
        ...more,
      });

    test('has the places that a downloader saved, counts those without a video, and is walked by place', async () => {
      await folder.add(placed(5), placed(1), placed(2), video(3), placed(4));
      expect((await folder.ask('playlist?playlist_id=PL1')).body).toEqual({
        id: 'PL1',
        title: 'Boxes',
        author: { id: 'UC2', name: 'Bo' },
        video_count: 7,
      });
      for (const count of [1, 2, 3, 50])
        expect(await walk('playlist-videos?playlist_id=PL1', count)).toEqual(['v1', 'v2', 'v4', 'v5']);
      const first = (await folder.ask('playlist-videos?playlist_id=PL1&count=2')).body;
      expect(first).toMatchObject({ positions: [1, 2], unavailable: 0, total: { value: 4 } });
      const rest = (await folder.ask(`playlist-videos?playlist_id=PL1&count=2&cursor=${first.cursor}`)).body;
      // The third, and after the last one the sixth and seventh.
      expect(rest).toMatchObject({ positions: [4, 5], unavailable: 3, cursor: null });
    });

    test.each(['playlist_id=PL2', 'playlist_id=', ''])('is unknown by "%s"', async (query) => {
      await folder.add(placed(1));
      for (const path of ['playlist', 'playlist-videos'])
        expect(await folder.ask(`${path}?${query}`)).toEqual({ status: 404, body: { absent: true } });
    });

    test('keeps a video that a later file names in another playlist, also within one import', async () => {
      await folder.add(placed(1), placed(2));
      await folder.add(placed(1, { playlist_id: 'PL2', playlist_title: 'Others' }));
      const third = folder.write('3.json', JSON.stringify(placed(3)));
      const again = folder.write('3-again.json', JSON.stringify(placed(3, { playlist_id: 'PL2' })));
      await folder.import(third, again);
      expect(await walk('playlist-videos?playlist_id=PL1', 2)).toEqual(['v1', 'v2', 'v3']);
      expect(await walk('playlist-videos?playlist_id=PL2', 2)).toEqual(['v1', 'v3']);
      // A file without a playlist takes a video out of none, and one with another place moves it.
      await folder.add(video(2), placed(1, { playlist_index: 6 }));
      expect(await walk('playlist-videos?playlist_id=PL1', 2)).toEqual(['v2', 'v3', 'v1']);
      expect((await folder.ask('search?q=cat')).body.results).toHaveLength(3);
    });

    test('loses removed records, and is gone with the last one', async () => {
      await folder.add(placed(1), placed(2, { sample: true }));
      await removeSample(folder.place);
      expect(await walk('playlist-videos?playlist_id=PL1', 2)).toEqual(['v1']);
      await removeRecords(folder.place, ['v1']);
      expect((await folder.ask('playlist?playlist_id=PL1')).status).toBe(404);
    });

    test('is read from one document with all of its videos, where entries that are not there keep their places', async () => {
      const entry = (n: number) => ({ id: `v${n}`, title: `Cat ${n}`, extractor_key: 'Youtube' });
      const whole = { _type: 'playlist', id: 'PL9', title: 'Whole', entries: [entry(1), null, entry(3)] };
      await folder.import(folder.write('whole.info.json', JSON.stringify(whole)));
      expect(await walk('playlist-videos?playlist_id=youtube:PL9', 1)).toEqual(['youtube:v1', 'youtube:v3']);
      expect((await folder.ask('playlist-videos?playlist_id=youtube:PL9')).body).toMatchObject({
        positions: [1, 3],
        unavailable: 1,
      });
    });
  });

  describe('popular videos', () => {
    test('are those with views, the most viewed first, each once, and a period is of publication', async () => {
      await folder.add(...[1, 2, 3, 4, 5, 6].map((n) => video(n)), { id: 'unwatched', title: 'Cat' });
      for (const count of [1, 4, 50])
        expect(await walk('popular?', count)).toEqual(['v2', 'v4', 'v6', 'v1', 'v3', 'v5']);
      expect((await folder.ask('popular?')).body.total).toEqual({ value: 6, relation: 'eq' });
      const clock = { nowMs: () => Date.UTC(2025, 0, 6, 12), monotonicMs: () => 0 };
      const idsOf = async (period: string) =>
        (await folder.ask(`popular?period=${period}`, clock)).body.results.map(
          ({ id }: { id: string }) => id,
        );
      expect(await idsOf('day')).toEqual(['v6']);
      expect(await idsOf('week')).toEqual(['v2', 'v4', 'v6', 'v1', 'v3', 'v5']);
      expect(await idsOf('all')).toHaveLength(6);
    });
  });

  describe('related videos', () => {
    test('share words or tags with a video, the rarest first, without the video itself', async () => {
      await folder.add(
        { id: 'a', title: 'Cat in a submarine', tags: ['cat', 'sea'] },
        { id: 'b', title: 'The submarine museum' },
        ...[1, 2, 3].map((n) => ({ id: `cat${n}`, title: 'A cat', tags: ['cat'] })),
        { id: 'other', title: 'Bread' },
        { id: 'ja1', title: '黒猫の写真' },
        { id: 'ja2', title: '猫の写真集' },
      );
      const all = await walk('related?id=a', 50);
      expect(all[0]).toBe('b');
      expect(all.toSorted()).toEqual(['b', 'cat1', 'cat2', 'cat3']);
      expect(await walk('related?id=a', 1)).toEqual(all);
      expect(await walk('related?id=ja1', 5)).toEqual(['ja2']);
      expect(await walk('related?id=other', 5)).toEqual([]);
      expect((await folder.ask('related?id=nothing')).status).toBe(404);
      expect((await folder.ask('related?id=a&cursor=x')).status).toBe(400);
    });
  });

  describe('authors by name', () => {
    test('are found by the whole name, its beginning and any part, in this order, each once', async () => {
      const by = (n: number, name: string, more: object = {}) =>
        video(n, { author: { id: `A${n}`, name, ...more } });
      await folder.add(
        by(1, 'The Box Cats Club'),
        by(2, 'Box Cats Daily'),
        by(3, 'BÖX CATS'),
        by(4, 'Somebody', { handle: '@boxcats' }),
        video(5, { author: { id: 'A3', name: 'Böx Cats' } }),
        { id: 'anonymous', title: 'Box cats' },
      );
      for (const count of [1, 2, 50])
        expect(await walk('authors?q=box cats', count)).toEqual(['A3', 'A2', 'A1']);
      const { body } = await folder.ask('authors?q=box cats');
      expect(body).toMatchObject({
        total: { value: 3, relation: 'eq' },
        results: [{ name: 'Böx Cats', videos: 2 }, { id: 'A2' }, { id: 'A1', videos: 1 }],
      });
      expect(await walk('authors?q=boxcats', 5)).toEqual(['A4']);
      for (const query of ['q=nobody', 'q=', '']) expect(await walk(`authors?${query}`, 5)).toEqual([]);
      expect((await folder.ask('authors?q=box&cursor=x')).status).toBe(400);
    });
  });

  describe('comments', () => {
    const saved = [
      {
        id: 'a',
        parent: 'root',
        text: 'First',
        like_count: 3,
        timestamp: 1_700_000_000,
        author: 'Bo',
        author_id: 'UC2',
      },
      { id: 'a.1', parent: 'a', text: 'Reply', timestamp: 1_700_000_100, author_is_uploader: true },
      { id: 'a.2', parent: 'a.1', text: 'Reply to a reply', author_url: '/@path', is_favorited: true },
      { id: 'b', parent: 'root', text: 'Second', like_count: 9, timestamp: 1_700_000_050, is_pinned: true },
      { id: 'c', text: 'Undated' },
      { id: 'lost', parent: 'not saved', text: 'Its thread is not here' },
      { text: 'without an id' },
      'no comment at all',
    ];

    test('are read from what a downloader saved, top and newest first, without replies', async () => {
      await folder.import(folder.write('x.info.json', JSON.stringify(video(1, { comments: saved }))));
      expect(await walk('comments?id=v1&sort=top', 2)).toEqual(['b', 'a', 'c', 'lost']);
      expect(await walk('comments?id=v1&sort=newest', 1)).toEqual(['b', 'a', 'c', 'lost']);
      const [b, a] = (await folder.ask('comments?id=v1&sort=top')).body.results;
      expect(b).toMatchObject({ text: 'Second', pinned: true, likes: 9, replies: 0 });
      expect(a).toMatchObject({ author: { id: 'UC2', name: 'Bo' }, replies: 2, published_precision: 's' });
      expect((await folder.ask('comments?id=v1')).body.total).toEqual({ value: 4, relation: 'eq' });
    });

    test('have their replies in the order of the file, with the comment that each answers', async () => {
      await folder.add(video(1, { comments: saved }));
      expect(await walk('replies?id=v1&comment_id=a', 1)).toEqual(['a.1', 'a.2']);
      expect((await folder.ask('replies?id=v1&comment_id=a')).body.results).toMatchObject([
        { parent: 'a', root: 'a', is_creator: true },
        { parent: 'a.1', root: 'a', hearted: true },
      ]);
      expect(await walk('replies?id=v1&comment_id=b', 5)).toEqual([]);
      for (const id of ['nothing', 'a.1', ''])
        expect(await folder.ask(`replies?id=v1&comment_id=${id}`)).toEqual({
          status: 404,
          body: { absent: true },
        });
      expect((await folder.ask('replies?id=v2&comment_id=a')).body).toEqual({ absent: true, what: 'video' });
    });

    test('that answer each other in a circle become top comments', async () => {
      const circle = [
        { id: 'x', parent: 'y', text: 'x' },
        { id: 'y', parent: 'x', text: 'y' },
      ];
      await folder.add(video(1, { comments: circle }));
      expect(await walk('comments?id=v1', 5)).toEqual(['x', 'y']);
    });

    test('that were not saved have no proved end, and a missing video is absent', async () => {
      await folder.add(video(1), video(2, { comments: [] }));
      expect((await folder.ask('comments?id=v1')).body).toMatchObject({
        total: null,
        end: 'unknown',
        results: [],
      });
      expect((await folder.ask('comments?id=v2')).body).toMatchObject({
        total: { value: 0 },
        cursor: null,
        results: [],
      });
      expect(await folder.ask('comments?id=v3')).toEqual({ status: 404, body: { absent: true } });
    });

    test('are replaced by those of a newer file, and kept by a file without comments', async () => {
      const file = (name: string, more: object) => folder.write(name, JSON.stringify(video(1, more)));
      await folder.import(file('a.json', { comments: saved }));
      expect(await folder.import(file('b.json', {}))).toMatchObject({ unchanged: 1 });
      expect(await walk('comments?id=v1', 9)).toHaveLength(4);
      expect(await folder.import(file('c.json', { comments: saved.slice(0, 1) }))).toMatchObject({
        updated: 1,
      });
      expect(await walk('comments?id=v1', 9)).toEqual(['a']);
      expect(await folder.import(file('d.json', { comments: saved.slice(0, 1) }))).toMatchObject({
        unchanged: 1,
      });
    });

    test('come from the file that has some when one import has two files of a video', async () => {
      const first = folder.write('1.json', JSON.stringify(video(1, { comments: saved })));
      const second = folder.write('2.json', JSON.stringify(video(1)));
      await folder.import(first, second);
      expect(await walk('comments?id=v1', 9)).toHaveLength(4);
    });

    test('leave with the sample records', async () => {
      await folder.add(video(1, { comments: saved, sample: true }), video(2, { comments: saved }));
      await removeSample(folder.place);
      expect((await folder.ask('comments?id=v1')).status).toBe(404);
      expect(await walk('comments?id=v2', 9)).toHaveLength(4);
      // A record that comes back under the same id has none of the old comments.
      await folder.add(video(1));
      expect((await folder.ask('comments?id=v1')).body).toMatchObject({ end: 'unknown', results: [] });
    });
  });
}
