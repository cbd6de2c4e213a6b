// Exchanges of the YouTube connector, with the answers to its look-ups, made up from the documents: their field names, our values.
import type { AttemptFailure, Sample, SearchInput, UpstreamResponse } from '../connector.ts';

const first: SearchInput = {
  platform: 'youtube',
  keyword: 'cat',
  count: 2,
  cursor: null,
  position: 0,
  wantsRaw: false,
};
const second: SearchInput = { ...first, cursor: 'CAIQAA', position: 2 };

const RECEIVED_AT_MS = Date.UTC(2026, 6, 1, 20, 30);

function answer(status: number, body: string, receivedAtMs = RECEIVED_AT_MS): UpstreamResponse {
  const headers = { 'content-type': 'application/json; charset=UTF-8' };
  return { kind: 'response', status, headers, body, receivedAtMs };
}

const RICH_ID = 'aBcDeFg-_01';
const RICH =
  `{"kind":"youtube#searchResult","etag":"e1","id":{"kind":"youtube#video","videoId":"${RICH_ID}"},"snippet":{"publishedAt":` +
  '"2024-05-01T10:00:00Z","channelId":"UCdemo_1","title":"A &quot;quoted&quot; cat &amp; a dog&#39;s bed","description":' +
  '"How it began ...","thumbnails":{"default":{"url":"https://i.example/d.jpg","width":120,"height":90},"medium":{},"high":' +
  '{"url":"https://i.example/h.jpg","width":480,"height":360}},"channelTitle":"Cats &amp; Co","liveBroadcastContent":"none"}}';
const SPARSE =
  '{"id":{"kind":"youtube#video","videoId":"zzzzzzzzzzz"},"snippet":{"title":"Bare","liveBroadcastContent":"live"}}';
const CHANNEL = '{"id":{"kind":"youtube#channel","channelId":"UCdemo_1"},"snippet":{"title":"A channel"}}';

const RICH_DETAILS =
  `{"kind":"youtube#video","id":"${RICH_ID}","snippet":{"description":"How it began, and how it ended.","tags":["cat","dog"],` +
  '"defaultLanguage":"en","defaultAudioLanguage":"en-GB"},"contentDetails":{"duration":"PT1H4M13S","contentRating":{"ytRating":' +
  '"ytAgeRestricted"}},"status":{"license":"creativeCommon","embeddable":true},"statistics":{"viewCount":"9007199254740991",' +
  '"likeCount":"17","commentCount":"0"}}';
/** The owner hides likes, comments are switched off, and embedding is not allowed. */
const HIDDEN_DETAILS =
  '{"id":"zzzzzzzzzzz","contentDetails":{"duration":"P0D"},"status":{"license":"youtube","embeddable":false},"statistics":' +
  '{"viewCount":"5"}}';

const LISTED = '"pageInfo":{"totalResults":1000000,"resultsPerPage":2}';
const search = (items: string[], rest: string) =>
  answer(200, `{"kind":"youtube#searchListResponse","regionCode":"JP",${rest},"items":[${items.join(',')}]}`);
const details = (...items: string[]) =>
  answer(200, `{"kind":"youtube#videoListResponse","items":[${items.join(',')}]}`);

function refusal(code: number, reason: string, receivedAtMs?: number): UpstreamResponse {
  const errors = `[{"message":"see <a href='/x'>here</a>","domain":"youtube","reason":"${reason}"}]`;
  return answer(
    code,
    `{"error":{"code":${code},"message":"see <a href='/x'>here</a>","errors":${errors}}}`,
    receivedAtMs,
  );
}

/** A refusal by one of the newer quotas: the same reason for the day and for the minute, told apart by the details. */
function limited(quotaLimit: string, unit: string, message: string): UpstreamResponse {
  const info =
    '{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"RATE_LIMIT_EXCEEDED","domain":"googleapis.com","metadata":' +
    `{"quota_limit":"${quotaLimit}","quota_limit_value":"100","quota_location":"global","quota_unit":"${unit}",` +
    '"quota_metric":"youtube.googleapis.com/search_list_requests","service":"youtube.googleapis.com","consumer":"projects/1"}}';
  const help =
    '{"@type":"type.googleapis.com/google.rpc.Help","links":[{"description":"Request a higher quota limit.","url":"https://x"}]}';
  return answer(
    429,
    `{"error":{"code":429,"message":"${message}","errors":[{"message":"${message}","domain":"global","reason":` +
      `"rateLimitExceeded"}],"status":"RESOURCE_EXHAUSTED","details":[${info},${help}]}}`,
  );
}

const noAnswer: AttemptFailure = { kind: 'timeout', detail: 'no answer in time' };
const noStats = {
  views: null,
  likes: null,
  comments: null,
  shares: null,
  saves: null,
  reposts: null,
  downloads: null,
  danmaku: null,
};

export const samples: Sample[] = [
  {
    name: 'first page, with hidden likes',
    input: first,
    response: search([RICH, SPARSE], `"nextPageToken":"CAIQAA",${LISTED}`),
    followUps: [details(HIDDEN_DETAILS, RICH_DETAILS)],
    expect: {
      items: 2,
      end: 'more',
      cursor: 'CAIQAA',
      total: { value: 1_000_000, relation: 'capped' },
      videos: [
        {
          id: RICH_ID,
          url: 'https://www.youtube.com/watch?v=aBcDeFg-_01',
          embed_url: 'https://www.youtube.com/embed/aBcDeFg-_01',
          kind: 'video',
          title: `A "quoted" cat & a dog's bed`,
          text: 'How it began, and how it ended.',
          text_truncated: false,
          tags: ['cat', 'dog'],
          language: 'en-GB',
          published_at: '2024-05-01T10:00:00.000Z',
          published_precision: 's',
          duration_ms: 3_853_000,
          author: {
            id: 'UCdemo_1',
            handle: null,
            name: 'Cats & Co',
            url: 'https://www.youtube.com/channel/UCdemo_1',
            avatar_url: null,
            verified: null,
            followers: null,
          },
          stats: { ...noStats, views: Number.MAX_SAFE_INTEGER, likes: 17, comments: 0 },
          thumbnails: [
            { url: 'https://i.example/h.jpg', width: 480, height: 360 },
            { url: 'https://i.example/d.jpg', width: 120, height: 90 },
          ],
          license: { name: 'Creative Commons Attribution', url: null },
          nsfw: true,
        },
        {
          id: 'zzzzzzzzzzz',
          embed_url: null,
          kind: 'live',
          text: null,
          text_truncated: false,
          published_at: null,
          duration_ms: null,
          stats: { ...noStats, views: 5 },
          license: { name: 'Standard YouTube License', url: null },
          nsfw: null,
        },
      ],
    },
  },
  {
    name: 'next page, whose look-up gets no answer',
    input: second,
    response: search([RICH, CHANNEL], `"nextPageToken":"CAQQAA","prevPageToken":"CAAQAQ",${LISTED}`),
    followUps: [noAnswer],
    expect: {
      items: 1,
      end: 'more',
      cursor: 'CAQQAA',
      videos: [
        {
          id: RICH_ID,
          text: 'How it began ...',
          text_truncated: true,
          tags: [],
          duration_ms: null,
          stats: noStats,
          license: null,
          nsfw: null,
        },
      ],
    },
  },
  {
    name: 'snippets that were cut, in every way that YouTube marks it',
    input: first,
    response: search(
      ['a dog ...', 'a dog … ', 'a dog ...\\u00a0', 'a dog', ''].map(
        (description, at) =>
          `{"id":{"videoId":"cutcutcut${at}0"},"snippet":{"description":"${description}"}}`,
      ),
      LISTED,
    ),
    followUps: [noAnswer],
    expect: {
      items: 5,
      end: 'exhausted',
      videos: [
        { text_truncated: true },
        { text_truncated: true },
        { text_truncated: true },
        { text: 'a dog', text_truncated: false },
        { text: null, text_truncated: false },
      ],
    },
  },
  {
    name: 'a page whose look-up meets the quota',
    input: { ...first, wantsRaw: true },
    response: search([RICH], `"nextPageToken":"CAIQAA",${LISTED}`),
    followUps: [refusal(403, 'quotaExceeded')],
    expect: { items: 1, end: 'more', videos: [{ id: RICH_ID, stats: noStats }] },
  },
  {
    name: 'last page',
    input: second,
    response: search([SPARSE], '"prevPageToken":"CAAQAQ","pageInfo":{"totalResults":3,"resultsPerPage":2}'),
    followUps: [details(HIDDEN_DETAILS)],
    expect: { items: 1, end: 'exhausted', total: { value: 3, relation: 'approx' } },
  },
  {
    name: 'the end at about 500 results is a cap',
    input: { ...first, count: 50, cursor: 'CMIDEAA', position: 450 },
    response: search([RICH], `"prevPageToken":"CJADEAE",${LISTED}`),
    followUps: [details(RICH_DETAILS)],
    expect: { items: 1, end: 'upstream_cap' },
  },
  {
    name: 'an empty page with a token forwards proves no end',
    input: second,
    response: search([], `"nextPageToken":"CAQQAA",${LISTED}`),
    expect: { items: 0, end: 'unknown' },
  },
  {
    name: 'the quota of the day, in summer',
    input: first,
    response: refusal(403, 'quotaExceeded'),
    expect: { failure: 'rate_limited', suspendMs: 37_800_000 },
  },
  {
    name: 'the quota of the day, in winter',
    input: first,
    response: refusal(403, 'quotaExceeded', Date.UTC(2026, 0, 15, 3)),
    expect: { failure: 'rate_limited', suspendMs: 18_000_000 },
  },
  {
    name: 'the quota of the day on which summer time begins',
    input: first,
    response: refusal(403, 'dailyLimitExceeded', Date.UTC(2026, 2, 8, 9)),
    expect: { failure: 'rate_limited', suspendMs: 79_200_000 },
  },
  {
    name: 'the quota of the day on which summer time ends',
    input: first,
    response: refusal(403, 'quotaExceeded', Date.UTC(2026, 10, 1, 8, 30)),
    expect: { failure: 'rate_limited', suspendMs: 84_600_000 },
  },
  {
    name: 'the searches of the day are used up, said as a rate',
    input: first,
    response: limited('defaultSearchListPerDayPerProject', '1/d/{project}', 'Quota exceeded'),
    expect: { failure: 'rate_limited', suspendMs: 37_800_000 },
  },
  {
    name: 'the same, said in words alone',
    input: first,
    response: answer(
      429,
      `{"error":{"code":429,"message":"Quota exceeded for quota metric 'Search Queries' and limit 'Search Queries per day'",` +
        '"errors":[{"reason":"rateLimitExceeded"}],"status":"RESOURCE_EXHAUSTED"}}',
    ),
    expect: { failure: 'rate_limited', suspendMs: 37_800_000 },
  },
  {
    name: 'the calls of a minute are used up',
    input: first,
    response: limited('defaultPerMinutePerProject', '1/min/{project}', 'Quota exceeded'),
    expect: { failure: 'rate_limited', suspendMs: 60_000 },
  },
  {
    name: 'too many calls at once',
    input: first,
    response: refusal(403, 'rateLimitExceeded'),
    expect: { failure: 'rate_limited' },
  },
  {
    name: 'an API that the key may not use',
    input: first,
    response: refusal(403, 'accessNotConfigured'),
    expect: { failure: 'refused' },
  },
  {
    name: 'a token that YouTube does not know',
    input: second,
    response: refusal(400, 'invalidPageToken'),
    expect: { failure: 'input_rejected' },
  },
  {
    name: 'a backend error',
    input: first,
    response: refusal(503, 'backendError'),
    expect: { failure: 'unavailable' },
  },
];
