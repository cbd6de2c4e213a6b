// Authors and comments of a library, from imported files to pages.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { removeSample } from './sample.ts';
import { type TestFolder, boxCatVideo as video } from './testing/test-folder.ts';

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
