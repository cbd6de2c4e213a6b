// Lists of the showcase: page by page, and what belongs into each.
import { expect, test } from 'vitest';
import { answerShowcase } from './answer.ts';
import { commentsOn, EPOCH, showcaseRecords } from './records.ts';

interface Listed {
  total: { value: number };
  cursor: string | null;
  results: { id: string }[];
}

function listed(cursor: number, count: number): Listed {
  const url = new URL(`http://showcase/popular?cursor=${cursor}&count=${count}`);
  return answerShowcase(url, 'showcase-north').body as Listed;
}

test('a list ends with its last item: neither before it nor after an empty page', () => {
  const { value } = listed(0, 1).total;
  const last = value - 1;
  expect(listed(last - 1, 1).cursor).toBe(String(last));
  expect(listed(last, 1)).toMatchObject({ cursor: null, results: [expect.anything()] });
  expect(listed(last - 1, 2).cursor).toBeNull();
});

/** The whole list, in pages of the largest size. */
function whole(target: string): Record<string, unknown>[] {
  const items: Record<string, unknown>[] = [];
  for (let cursor: string | null = '0'; cursor !== null; ) {
    const url: URL = new URL(`http://showcase/${target}&count=50&cursor=${cursor}`);
    const body = answerShowcase(url, 'showcase-north').body as Listed;
    items.push(...body.results);
    cursor = body.cursor;
  }
  return items;
}

const { all } = showcaseRecords();
const ids = (items: readonly { id?: unknown }[]) => items.map(({ id }) => id);

test('videos of an author are the same by id and by handle, and of nobody else', () => {
  const { author } = all[0]!;
  const own = ids(all.filter((one) => one.author.id === author.id)).toSorted();
  expect(ids(whole(`author-videos?author_id=${author.id}`)).toSorted()).toEqual(own);
  expect(ids(whole(`author-videos?handle=${author.handle}`)).toSorted()).toEqual(own);
  const url = new URL(`http://showcase/author?handle=${author.id}`);
  expect(answerShowcase(url, 'showcase-north').status).toBe(404);
});

test('replies are those to the comment, and the newest comments come first', () => {
  const record = all.find(({ stats }) => stats.comments > 8)!;
  const top = commentsOn(record).find(({ replies }) => replies! > 0)!;
  const replies = whole(`replies?id=${record.id}&comment_id=${top.id}`);
  expect(replies).toHaveLength(top.replies!);
  expect(new Set(replies.map(({ root }) => root))).toEqual(new Set([top.id]));
  const times = whole(`comments?id=${record.id}&sort=newest`).map(({ published_at }) => String(published_at));
  expect(times).toEqual(times.toSorted().toReversed());
});

test('related videos are others of the same topic, those in the same language first', () => {
  const record = all[0]!;
  const related = whole(`related?id=${record.id}`);
  expect(ids(related)).not.toContain(record.id);
  expect(new Set(related.map(({ category }) => category))).toEqual(new Set([record.category]));
  const isOwn = related.map(({ language }) => language === record.language);
  expect(isOwn.lastIndexOf(true)).toBe(isOwn.indexOf(false) - 1);
});

test('each place of a playlist is counted from one, also on later pages', () => {
  const url = new URL('http://showcase/playlist-videos?playlist_id=showcase-playlist-cat&count=3&cursor=3');
  expect(answerShowcase(url, 'showcase-north').body).toMatchObject({ positions: [4, 5, 6] });
});

test.each([
  ['day', 1],
  ['week', 7],
  ['month', 30],
  ['year', 365],
  ['all', 10_000],
])('popular videos of a %s are those of its %i days', (period, days) => {
  const sinceMs = EPOCH - days * 86_400_000;
  const young = all.filter(({ published_at }) => Date.parse(published_at) >= sinceMs);
  expect(ids(whole(`popular?period=${period}`)).toSorted()).toEqual(ids(young).toSorted());
});

test('up to fifty records are looked up at once', () => {
  const query = all.slice(0, 51).map(({ id }) => `id=${id}`);
  const { body } = answerShowcase(new URL(`http://showcase/records?${query.join('&')}`), 'showcase-north');
  expect(ids((body as Listed).results)).toEqual(ids(all.slice(0, 50)));
});
