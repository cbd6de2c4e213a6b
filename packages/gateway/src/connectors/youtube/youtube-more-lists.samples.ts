// Exchanges with the YouTube Data API about popular videos and channels by name, made up from the documents: their field names, our values.
import type { ParsedAuthor } from '../../domain/author.ts';
import type { AuthorSearchInput, ExpectedPage, PopularInput, Sample } from '../connector.ts';
import { answersAs } from '../samples/answer.ts';

const answer = answersAs('application/json; charset=UTF-8');
const list = (kind: string, items: object[], more: object = {}) =>
  answer(200, JSON.stringify({ kind: `youtube#${kind}ListResponse`, ...more, items }));
const refusal = (code: number, reason: string) =>
  answer(code, JSON.stringify({ error: { code, message: 'No.', errors: [{ domain: 'youtube', reason }] } }));

const paging = { platform: 'youtube', count: 2, cursor: null, position: 0, wantsRaw: false };

const video = (id: string, privacyStatus = 'public') => ({
  kind: 'youtube#video',
  id,
  snippet: {
    publishedAt: '2024-05-01T10:00:00Z',
    channelId: 'UCabcdefghijklmnopqrstuv',
    channelTitle: 'Box Cats',
    title: `Cat & ${id}`,
    description: 'Whole',
    categoryId: '10',
  },
  contentDetails: { duration: 'PT1M' },
  statistics: { viewCount: '12' },
  status: { privacyStatus },
});
const chart = (items: object[], more: object = {}) =>
  list('video', items, { pageInfo: { totalResults: 200, resultsPerPage: 2 }, ...more });

export const popularSamples: Sample<PopularInput>[] = [
  {
    name: 'first page',
    input: paging,
    response: chart([video('aaaaaaaaaaa'), video('bbbbbbbbbbb')], { nextPageToken: 'NEXT' }),
    expect: {
      items: 2,
      end: 'more',
      cursor: 'NEXT',
      total: { value: 200, relation: 'approx' },
      records: [{ id: 'aaaaaaaaaaa', title: 'Cat & aaaaaaaaaaa', category: 'Music', duration_ms: 60_000 }],
    },
  },
  {
    name: 'last page of a country and a category by its name',
    input: { ...paging, region: 'DE', category: 'music', cursor: 'NEXT', position: 2 },
    response: chart([video('ccccccccccc')]),
    expect: { items: 1, end: 'exhausted' },
  },
  {
    name: 'a category by its id, with a video that is unlisted now',
    input: { ...paging, category: '20' },
    response: chart([video('ccccccccccc'), video('ddddddddddd', 'unlisted')]),
    expect: { items: 1, end: 'exhausted' },
  },
  ...[400, 404].map((code) => ({
    name: `a category without a chart, status ${code}`,
    input: { ...paging, category: '27' },
    response: refusal(code, 'videoChartNotFound'),
    expect: { failure: 'input_rejected' as const },
  })),
  {
    name: 'no chart at all',
    input: paging,
    response: refusal(404, 'videoChartNotFound'),
    expect: { failure: 'bad_response' },
  },
];

const found: AuthorSearchInput = { ...paging, keyword: 'box cats -dogs' };
const channelId = (n: number) => `UC${String(n).padStart(22, '0')}`;
const hit = (n: number) => ({
  kind: 'youtube#searchResult',
  id: { kind: 'youtube#channel', channelId: channelId(n) },
  snippet: {
    publishedAt: '2015-02-03T04:05:06Z',
    channelId: channelId(n),
    title: `Cats &amp; boxes ${n}`,
    description: 'Cut …',
    thumbnails: { default: { url: 'https://yt3.example/s', width: 88, height: 88 } },
    channelTitle: `Cats &amp; boxes ${n}`,
  },
});
const channel = (n: number) => ({
  kind: 'youtube#channel',
  id: channelId(n),
  snippet: { title: `Cats & boxes ${n}`, description: 'Whole', customUrl: `@box${n}`, country: 'IE' },
  statistics: {
    viewCount: '1234',
    subscriberCount: '1230',
    hiddenSubscriberCount: false,
    videoCount: '45',
  },
});
const hits = (items: object[], more: object = {}) =>
  list('search', items, { pageInfo: { totalResults: 1_000_000, resultsPerPage: 2 }, ...more });

export const authorSearchSamples: Sample<AuthorSearchInput, ExpectedPage<ParsedAuthor>>[] = [
  {
    name: 'first page, with its channels in another order',
    input: found,
    response: hits([hit(1), hit(2)], { nextPageToken: 'NEXT' }),
    followUps: [list('channel', [channel(2), channel(1)])],
    expect: {
      items: 2,
      end: 'more',
      cursor: 'NEXT',
      total: { value: 1_000_000, relation: 'capped' },
      records: [
        {
          id: channelId(1),
          handle: 'box1',
          name: 'Cats & boxes 1',
          text: 'Whole',
          followers: 1_230,
          stats: { videos: 45, views: 1_234, likes: null },
        },
        { id: channelId(2) },
      ],
    },
  },
  {
    name: 'last page, with a channel that was closed since',
    input: { ...found, cursor: 'NEXT', position: 2 },
    response: hits([hit(3), hit(4)]),
    followUps: [list('channel', [channel(4)])],
    expect: { items: 1, end: 'exhausted', records: [{ id: channelId(4) }] },
  },
  {
    name: 'a page without its look-up',
    input: found,
    response: hits([hit(1)]),
    followUps: [{ kind: 'timeout', detail: 'no answer' }],
    expect: {
      items: 1,
      end: 'exhausted',
      records: [
        { name: 'Cats & boxes 1', handle: null, followers: null, joined_at: '2015-02-03T04:05:06.000Z' },
      ],
    },
  },
  {
    name: 'the end of all results that a search gives',
    input: { ...found, cursor: 'NEXT', position: 480 },
    response: hits([hit(1)]),
    followUps: [list('channel', [channel(1)])],
    expect: { items: 1, end: 'upstream_cap' },
  },
];
