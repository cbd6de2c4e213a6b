// Records as tables: each value under its title, and items of several platforms in one table.
import { expect, test } from 'vitest';
import { answerText } from './record-view.ts';

const video = (platform: string, rank: number) => ({
  ...{ platform, rank, id: `v-${rank}`, title: `Cat ${rank}`, text: null, url: null, duration_ms: null },
  ...{
    published_at: null,
    published_text: null,
    stats: { views: null },
    author: { name: 'Ada', handle: null },
  },
});

const tableOf = (...items: object[]) => answerText('reelgate.video.v1', { items }, '', null);

test('items of several platforms say where each is from', () => {
  const [head, first, second] = tableOf(video('library', 1), video('youtube', 2)).split('\n');
  expect(head).toMatch(/^# {2}platform {2}title/);
  expect(first).toMatch(/^1 {2}library {3}Cat 1/);
  expect(second).toMatch(/^2 {2}youtube {3}Cat 2/);
});

test('items of one platform do not repeat its name', () => {
  expect(tableOf(video('library', 1), video('library', 2))).not.toContain('library');
});

const AUTHOR = { name: 'Ada', handle: '@ada', id: 'a-1' };
const DAY = '2026-01-31T12:00:00Z';

test.each([
  [
    'reelgate.video.v1',
    {
      ...{
        platform: 'p',
        rank: 1,
        id: 'v-1',
        title: 'Cat',
        text: 'said',
        url: 'https://v.example/1',
        author: AUTHOR,
      },
      ...{
        duration_ms: 61_000,
        published_at: DAY,
        published_text: 'long ago',
        stats: { views: 7, likes: 8 },
      },
    },
    {
      '#': '1',
      title: 'Cat',
      author: 'Ada',
      published: '2026-01-31',
      length: '1:01',
      views: '7',
      'url or id': 'https://v.example/1',
    },
  ],
  [
    'reelgate.video.v1',
    {
      ...{
        platform: 'p',
        rank: 2,
        id: 'v-2',
        title: null,
        text: 'said',
        url: null,
        author: { ...AUTHOR, name: null },
      },
      ...{ duration_ms: null, published_at: null, published_text: 'today', stats: { views: null } },
    },
    {
      '#': '2',
      title: 'said',
      author: '@ada',
      published: 'today',
      length: '–',
      views: '–',
      'url or id': 'v-2',
    },
  ],
  [
    'reelgate.comment.v1',
    {
      ...{ platform: 'p', rank: 3, id: 'c-1', author: AUTHOR, published_at: DAY, published_text: 'ago' },
      ...{ likes: 4, replies: 5, text: 'so', deleted: false },
    },
    { '#': '3', id: 'c-1', author: 'Ada', published: '2026-01-31', likes: '4', replies: '5', text: 'so' },
  ],
  [
    'reelgate.author.v1',
    {
      ...AUTHOR,
      platform: 'p',
      followers: 4,
      following: 5,
      stats: { videos: 6, views: 7 },
      url: 'https://a.example',
    },
    { id: 'a-1', name: 'Ada', followers: '4', videos: '6', url: 'https://a.example' },
  ],
])('a row of %s has each value under its title', (schema, record, cells) => {
  const [head, row] = answerText(schema, { items: [record] }, '', null)
    .split('\n')
    .map((line) => line.trim().split(/ {2,}/));
  expect(Object.fromEntries(head!.map((title, at) => [title, row![at]]))).toEqual(cells);
});
