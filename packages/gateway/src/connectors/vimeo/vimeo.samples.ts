// Exchanges of the Vimeo connector, made up from the documents: their field names, our values.

import type { ParsedVideo } from '../../domain/video.ts';
import type { ExpectedRecord, Sample, SearchInput, UpstreamResponse, VideoInput } from '../connector.ts';
import { answersAs } from '../samples/answer.ts';

const first: SearchInput = {
  platform: 'vimeo',
  keyword: 'cat & dog',
  count: 2,
  cursor: null,
  position: 0,
  wantsRaw: false,
};

function answer(status: number, body: string, headers: Record<string, string> = {}): UpstreamResponse {
  const all = { 'content-type': 'application/vnd.vimeo.video+json', ...headers };
  return { kind: 'response', status, headers: all, body, receivedAtMs: Date.UTC(2026, 4, 1, 10) };
}

const RICH =
  '{"uri":"/videos/9007199254740993","name":"Two cats, one box","description":"First line\\r\\nSecond line",' +
  '"duration":61,"width":1920,"height":1080,"language":"en","privacy":{"view":"anybody"},"created_time":"2024-04-30T08:00:00+00:00",' +
  '"modified_time":"2024-06-01T10:00:00+00:00","categories":[{"name":"Animals"},{"name":"Comedy"}],"release_time":"2024-05-01T10:00:00+00:00","link":"https://vimeo.com/9007199254740993",' +
  '"player_embed_url":"https://player.vimeo.com/video/9007199254740993?h=0a1b","pictures":{"sizes":[' +
  '{"link":"https://i.vimeocdn.com/1_100x75","width":100,"height":75},' +
  '{"link":"https://i.vimeocdn.com/1_640x360","width":640,"height":360}]},' +
  '"tags":[{"name":"cats"},{"name":"box"}],"stats":{"plays":1234},"license":"by-nc-sa","content_rating":["safe"],' +
  '"live":null,"metadata":{"connections":{"likes":{"total":17},"comments":{"total":0},"texttracks":{"total":2}}},' +
  '"user":{"uri":"/users/9","name":"Ada Sample","link":"https://vimeo.com/adasample","pictures":{"sizes":[' +
  '{"link":"https://i.vimeocdn.com/u_30","width":30,"height":30},{"link":"https://i.vimeocdn.com/u_300","width":300,"height":300}]},"metadata":{"connections":{"followers":{"total":41}}}}}';
const SPARSE =
  '{"uri":"/videos/124","name":"T","description":null,"duration":60,"language":"none","created_time":"2024-05-02T10:00:00+00:00",' +
  '"link":"https://vimeo.com/124","pictures":{"sizes":[]},"stats":{"plays":null},"tags":[],"license":null,' +
  '"content_rating":["unrated"],"user":{"uri":"/users/10","name":"U"},"privacy":{}}';
const LIVE =
  '{"uri":"/videos/125","name":"On air","duration":0,"live":{"status":"streaming","scheduled_start_time":"2024-05-03T10:00:00+00:00"}}';
const EXPECTED_RICH = {
  id: '9007199254740993',
  url: 'https://vimeo.com/9007199254740993',
  embed_url: 'https://player.vimeo.com/video/9007199254740993?h=0a1b',
  kind: 'video' as const,
  title: 'Two cats, one box',
  text: 'First line\nSecond line',
  tags: ['cats', 'box'],
  language: 'en',
  category: 'Animals',
  captions: true,
  live: null,
  updated_at: '2024-06-01T10:00:00.000Z',
  published_at: '2024-05-01T10:00:00.000Z',
  published_precision: 's' as const,
  duration_ms: 61_000,
  width: 1920,
  height: 1080,
  author: {
    id: '9',
    handle: null,
    name: 'Ada Sample',
    url: 'https://vimeo.com/adasample',
    avatar_url: 'https://i.vimeocdn.com/u_300',
    verified: null,
    followers: 41,
  },
  stats: {
    views: 1_234,
    likes: 17,
    comments: 0,
    shares: null,
    saves: null,
    reposts: null,
    downloads: null,
    danmaku: null,
  },
  approx: [],
  thumbnails: [
    { url: 'https://i.vimeocdn.com/1_640x360', width: 640, height: 360 },
    { url: 'https://i.vimeocdn.com/1_100x75', width: 100, height: 75 },
  ],
  license: { name: 'CC BY-NC-SA', url: null },
  nsfw: false,
};
const EXPECTED_SPARSE = {
  id: '124',
  embed_url: null,
  text: null,
  tags: [],
  language: null,
  published_at: '2024-05-02T10:00:00.000Z',
  width: null,
  thumbnails: [],
  license: null,
  nsfw: null,
};

function page(items: string, next: string, total = 5): string {
  return `{"total":${total},"page":1,"per_page":2,"paging":{"next":${next},"previous":null,"first":"/videos?page=1","last":"/videos?page=3"},"data":[${items}]}`;
}

export const samples: Sample[] = [
  {
    name: 'first page',
    input: first,
    response: answer(200, page(`${RICH},${SPARSE}`, '"/videos?query=cat+%26+dog&page=2"')),
    expect: {
      items: 2,
      end: 'more',
      total: { value: 5, relation: 'approx' },
      cursor: '2.2.0',
      videos: [EXPECTED_RICH, EXPECTED_SPARSE],
    },
  },
  {
    name: 'next page, with the walk’s own page size',
    input: { ...first, count: 20, cursor: '2.2.0', position: 2, wantsRaw: true },
    response: answer(200, page(`${LIVE},${RICH}`, '"/videos?query=cat+%26+dog&page=3"')),
    expect: {
      items: 2,
      end: 'more',
      cursor: '3.2.0',
      videos: [
        {
          id: '125',
          kind: 'live',
          duration_ms: null,
          captions: null,
          live: { state: 'on_air', scheduled_at: '2024-05-03T10:00:00.000Z', viewers: null },
        },
        EXPECTED_RICH,
      ],
    },
  },
  {
    name: 'only what anybody may watch',
    input: { ...first, count: 20, cursor: '2.3.0', position: 3 },
    response: answer(
      200,
      page(
        `{"uri":"/videos/126","privacy":{"view":"unlisted"}},{"uri":"/videos/127","privacy":{"view":"password"}},${RICH}`,
        'null',
      ),
    ),
    expect: { items: 1, end: 'exhausted', videos: [EXPECTED_RICH] },
  },
  {
    name: 'an unlisted video in an answer that goes out whole',
    input: { ...first, bodyIsAnswer: true },
    response: answer(200, page('{"uri":"/videos/126","privacy":{"view":"unlisted"}}', 'null')),
    expect: { failure: 'refused' },
  },
  {
    name: 'last page',
    input: { ...first, cursor: '3.2.0', position: 4 },
    response: answer(200, page(SPARSE, 'null')),
    expect: { items: 1, end: 'exhausted' },
  },
  {
    name: 'a page that does not say whether there is another',
    input: first,
    response: answer(200, `{"total":5,"data":[${SPARSE}]}`),
    expect: { items: 1, end: 'unknown' },
  },
  {
    name: 'an empty page that promises another one',
    input: first,
    response: answer(200, page('', '"/videos?page=2"')),
    expect: { items: 0, end: 'unknown' },
  },
  {
    name: 'the limit of calls, with its reset as a date',
    input: first,
    response: answer(429, '{"error":"Too many API requests.","error_code":9000}', {
      'x-ratelimit-reset': '2026-05-01T10:00:40+00:00',
    }),
    expect: { failure: 'rate_limited', suspendMs: 40_000 },
  },
  {
    name: 'the limit of calls, with its reset in unix seconds',
    input: first,
    response: answer(429, '{"error":"Too many API requests."}', {
      'x-ratelimit-reset': String(Date.UTC(2026, 4, 1, 10) / 1_000 + 25),
    }),
    expect: { failure: 'rate_limited', suspendMs: 25_000 },
  },
  {
    name: 'the limit of calls, with no reset',
    input: first,
    response: answer(429, ''),
    expect: { failure: 'rate_limited', suspendMs: 60_000 },
  },
  {
    name: 'a token that Vimeo does not know',
    input: first,
    response: answer(401, '{"error":"You must provide a valid access token.","error_code":8003}'),
    expect: { failure: 'refused' },
  },
  {
    name: 'a keyword that Vimeo rejects',
    input: first,
    response: answer(400, '{"error":"Bad query","invalid_parameters":[{"field":"query"}],"error_code":2204}'),
    expect: { failure: 'input_rejected' },
  },
  {
    name: 'a search that is down',
    input: first,
    response: answer(503, '{"error":"An error has occurred.","error_code":7300}'),
    expect: { failure: 'unavailable' },
  },
];

const input: VideoInput = { platform: 'vimeo', id: '123', wantsRaw: false };
const videoAnswer = answersAs('application/vnd.vimeo.video+json');

const video = (changes: object = {}) =>
  JSON.stringify({
    uri: '/videos/123',
    name: 'A cat',
    description: 'One\r\nTwo',
    duration: 60,
    created_time: '2024-05-01T10:00:00+00:00',
    link: 'https://vimeo.com/123',
    pictures: { sizes: [{ link: 'https://i.example/1.jpg', width: 640, height: 360 }] },
    stats: { plays: null },
    user: { uri: '/users/9', name: 'Maker', link: 'https://vimeo.com/maker' },
    tags: [{ name: 'cat' }],
    license: 'by-nc',
    privacy: { view: 'anybody' },
    ...changes,
  });

/** Exchanges about one video of Vimeo. */
export const videoSamples: Sample<VideoInput, ExpectedRecord<ParsedVideo>>[] = [
  {
    name: 'a public video',
    input,
    response: videoAnswer(200, video()),
    expect: {
      record: {
        id: '123',
        text: 'One\nTwo',
        duration_ms: 60_000,
        tags: ['cat'],
        license: { name: 'CC BY-NC', url: null },
      },
    },
  },
  {
    name: 'a video that only some may watch',
    input,
    response: videoAnswer(200, video({ privacy: { view: 'nobody' } })),
    expect: { absent: 'private' },
  },
  {
    name: 'a video behind a password',
    input,
    response: videoAnswer(200, video({ privacy: { view: 'password' } })),
    expect: { absent: 'password' },
  },
  {
    name: 'a video behind a password, as a call that lacks it',
    input,
    response: videoAnswer(
      400,
      '{"error":"Something strange occurred.","developer_message":"No password was provided, and one is needed","error_code":2222}',
    ),
    expect: { absent: 'password' },
  },
  {
    name: 'a call that lacks something else',
    input,
    response: videoAnswer(
      400,
      '{"error":"Something strange occurred.","invalid_parameters":[{"field":"fields"}]}',
    ),
    expect: { failure: 'input_rejected' },
  },
  {
    name: 'a video that is gone or hidden',
    input,
    response: videoAnswer(404, '{"error":"The requested video could not be found","error_code":5460}'),
    expect: { absent: 'unknown' },
  },
  {
    name: 'the limit of calls a minute',
    input,
    response: videoAnswer(429, '{"error":"Too many API requests","error_code":9000}'),
    expect: { failure: 'rate_limited', suspendMs: 60_000 },
  },
  {
    name: 'another video than the one asked for',
    input,
    response: videoAnswer(200, video({ uri: '/videos/124' })),
    expect: { failure: 'bad_response' },
  },
];
