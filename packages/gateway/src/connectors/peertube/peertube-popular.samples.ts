// Exchanges about the popular videos and the channels of a PeerTube instance, made up from the documents: their field names, our values.
import type { ParsedAuthor } from '../../domain/author.ts';
import type { AuthorSearchInput, ExpectedPage, PopularInput, Sample } from '../connector.ts';
import { answersAs } from '../samples/answer.ts';

const answer = answersAs('application/json; charset=utf-8');
const problem = answersAs('application/problem+json; charset=utf-8');

const rejecting = (name: string) =>
  problem(
    400,
    JSON.stringify({
      type: 'about:blank',
      title: 'Bad Request',
      status: 400,
      'invalid-params': { [name]: { msg: 'Invalid value', path: name } },
    }),
  );
const BUSY = answer(429, 'Too many requests', { 'content-type': 'text/html', 'retry-after': '3' });
const page = (total: number | undefined, ...data: object[]) => answer(200, JSON.stringify({ total, data }));
const paging = { platform: 'peertube', wantsRaw: false, count: 2, cursor: null, position: 0 };

const videoId = (n: number) => `3f0a7c52-1111-4222-8333-44445555000${n}`;
const video = (n: number, changes: object = {}) => ({
  id: n,
  uuid: videoId(n),
  name: `Le chat ${n}`,
  privacy: { id: 1, label: 'Public' },
  duration: 95,
  views: 100 - n,
  isLocal: true,
  url: `https://upstream.example/videos/watch/${videoId(n)}`,
  channel: { id: 8, name: 'ada_cats', displayName: "Ada's cats", host: 'upstream.example', avatars: [] },
  ...changes,
});

export const popularSamples: Sample<PopularInput, ExpectedPage>[] = [
  {
    name: 'a part of the first hundred',
    input: paging,
    response: page(3, video(1), video(2), video(3)),
    expect: {
      items: 2,
      end: 'more',
      cursor: '1.100.2',
      total: { value: 3, relation: 'eq' },
      records: [{ id: videoId(1), title: 'Le chat 1' }, { id: videoId(2) }],
    },
  },
  {
    name: 'the rest of a list that one request holds whole',
    input: { ...paging, cursor: '1.100.2', position: 2 },
    response: page(3, video(1), video(2), video(3)),
    expect: { items: 1, end: 'exhausted', records: [{ id: videoId(3) }] },
  },
  {
    name: 'the last hundred of several: some may be lost between them',
    input: { ...paging, cursor: '2.100.0', position: 100 },
    response: page(101, video(1)),
    expect: { items: 1, end: 'unknown' },
  },
  {
    name: 'by all views, where the order is whole',
    input: { ...paging, period: 'all', cursor: '2.100.0', position: 100 },
    response: page(101, video(1)),
    expect: { items: 1, end: 'exhausted' },
  },
  {
    name: 'of a category by its name',
    input: { ...paging, category: 'Science & Technology' },
    response: page(1, video(1)),
    expect: { items: 1, end: 'exhausted' },
  },
  {
    name: 'of a category by its number',
    input: { ...paging, category: '16' },
    response: page(0),
    expect: { items: 0, end: 'exhausted', total: { value: 0, relation: 'eq' } },
  },
  {
    name: 'of a category that the instance does not have',
    input: { ...paging, category: '99999999999' },
    response: rejecting('categoryOneOf'),
    expect: { failure: 'input_rejected' },
  },
  {
    name: 'what is not public is not delivered',
    input: paging,
    response: page(2, video(1, { privacy: { id: 2, label: 'Unlisted' } }), video(2)),
    expect: { items: 1, end: 'exhausted', records: [{ id: videoId(2) }] },
  },
  {
    name: 'no total and no videos prove no end',
    input: paging,
    response: page(undefined),
    expect: { items: 0, end: 'unknown' },
  },
  { name: 'a limit', input: paging, response: BUSY, expect: { failure: 'rate_limited', suspendMs: 3_000 } },
  {
    name: 'records of another shape',
    input: paging,
    response: answer(200, '{"total":2,"data":[{"videoId":"x"},null]}'),
    expect: { failure: 'bad_response' },
  },
];

const channel = (n: number) => ({
  id: n,
  name: `cats_${n}`,
  displayName: `Cats ${n}`,
  host: n === 1 ? 'upstream.example' : 'far.example',
  url: `https://${n === 1 ? 'upstream' : 'far'}.example/video-channels/cats_${n}`,
  description: 'Cats.\r\nMore cats.',
  followersCount: 7,
  followingCount: 0,
  createdAt: '2020-01-02T03:04:05.000Z',
  avatars: [{ fileUrl: 'https://upstream.example/lazy-static/avatars/l.png', width: 600 }],
  banners: [],
  isLocal: n === 1,
});
const found: AuthorSearchInput = { ...paging, keyword: 'cats' };

export const authorSearchSamples: Sample<AuthorSearchInput, ExpectedPage<ParsedAuthor>>[] = [
  {
    name: 'first page',
    input: found,
    response: page(3, channel(1), channel(2)),
    expect: {
      items: 2,
      end: 'more',
      cursor: '2.cats_2@far.example',
      total: { value: 3, relation: 'eq' },
      records: [
        {
          id: 'cats_1@upstream.example',
          handle: 'cats_1@upstream.example',
          name: 'Cats 1',
          kind: 'channel',
          text: 'Cats.\nMore cats.',
          avatar_url: 'https://upstream.example/lazy-static/avatars/l.png',
          joined_at: '2020-01-02T03:04:05.000Z',
          followers: 7,
        },
        { id: 'cats_2@far.example' },
      ],
    },
  },
  {
    name: 'a handle as keyword is text: a look-up would ignore the place in the list',
    input: { ...found, keyword: '@cats_2@far.example' },
    response: page(1, channel(2)),
    expect: { items: 1, end: 'exhausted' },
  },
  {
    name: 'an empty page before the total is reached proves no end',
    input: { ...found, cursor: '2.cats_2@far.example', position: 2 },
    response: page(9),
    expect: { items: 0, end: 'unknown' },
  },
  { name: 'a limit', input: found, response: BUSY, expect: { failure: 'rate_limited', suspendMs: 3_000 } },
  {
    name: 'a search that the instance rejects',
    input: found,
    response: rejecting('search'),
    expect: { failure: 'input_rejected' },
  },
  {
    name: 'records of another shape',
    input: found,
    response: answer(200, '{"total":2,"data":[{"channelId":"x"},null]}'),
    expect: { failure: 'bad_response' },
  },
];
