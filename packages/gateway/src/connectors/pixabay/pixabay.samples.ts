// Exchanges of the Pixabay connector, made up from the documents: their field names, our values.

import type { ParsedVideo } from '../../domain/video.ts';
import type {
  ExpectedRecord,
  PopularInput,
  Sample,
  SearchInput,
  UpstreamResponse,
  VideoInput,
} from '../connector.ts';
import { answersAs } from '../samples/answer.ts';

const first: SearchInput = {
  platform: 'pixabay',
  keyword: 'cat',
  count: 3,
  cursor: null,
  position: 0,
  wantsRaw: false,
};

function answer(
  status: number,
  body: string,
  headers: Record<string, string> = { 'content-type': 'application/json' },
): UpstreamResponse {
  return { kind: 'response', status, headers, body, receivedAtMs: 1_780_000_000_000 };
}

const sentence = (status: number, body: string, headers: Record<string, string> = {}): UpstreamResponse =>
  answer(status, body, { 'content-type': 'text/html; charset=utf-8', ...headers });

const RICH =
  '{"id":9007199254740993,"pageURL":"https://pixabay.com/videos/id-9007199254740993/","type":"film",' +
  '"tags":"cat, pet, on the sofa","duration":12,"videos":{' +
  '"large":{"url":"","width":0,"height":0,"size":0,"thumbnail":""},' +
  '"medium":{"url":"https://cdn.pixabay.com/video/1_medium.mp4","width":1920,"height":1080,"size":2048,' +
  '"thumbnail":"https://cdn.pixabay.com/video/1_medium.jpg"},' +
  '"small":{"url":"https://cdn.pixabay.com/video/1_small.mp4","width":1280,"height":720,"size":1024,' +
  '"thumbnail":"https://cdn.pixabay.com/video/1_small.jpg"},' +
  '"tiny":{"url":"https://cdn.pixabay.com/video/1_tiny.mp4","width":960,"height":540,"size":512,' +
  '"thumbnail":"https://cdn.pixabay.com/video/1_tiny.jpg"}},' +
  '"views":1200,"downloads":300,"likes":20,"comments":0,"user_id":55,"user":"Ada S","userImageURL":""}';
const SPARSE = '{"id":8,"type":"animation","tags":"","videos":{}}';
const THIRD = '{"id":9,"pageURL":"https://pixabay.com/videos/id-9/","type":"film","tags":"cat","videos":{}}';
const EXPECTED_RICH = {
  id: '9007199254740993',
  url: 'https://pixabay.com/videos/id-9007199254740993/',
  kind: 'video' as const,
  title: null,
  text: null,
  tags: ['cat', 'pet', 'on the sofa'],
  published_at: null,
  duration_ms: 12_000,
  width: 1920,
  height: 1080,
  author: {
    id: '55',
    handle: null,
    name: 'Ada S',
    url: 'https://pixabay.com/users/Ada%20S-55/',
    avatar_url: null,
    verified: null,
    followers: null,
  },
  stats: {
    views: 1_200,
    likes: 20,
    comments: 0,
    shares: null,
    saves: null,
    reposts: null,
    downloads: 300,
    danmaku: null,
  },
  approx: [],
  thumbnails: [
    { url: 'https://cdn.pixabay.com/video/1_medium.jpg', width: null, height: null },
    { url: 'https://cdn.pixabay.com/video/1_small.jpg', width: null, height: null },
    { url: 'https://cdn.pixabay.com/video/1_tiny.jpg', width: null, height: null },
  ],
};
const EXPECTED_SPARSE = {
  id: '8',
  url: null,
  tags: [],
  duration_ms: null,
  width: null,
  thumbnails: [],
};

export const samples: Sample[] = [
  {
    name: 'first page',
    input: first,
    response: answer(200, `{"total":9000,"totalHits":500,"hits":[${RICH},${SPARSE},${THIRD}]}`),
    expect: {
      items: 3,
      end: 'more',
      total: { value: 500, relation: 'capped' },
      cursor: '2.3.0',
      videos: [EXPECTED_RICH, EXPECTED_SPARSE, { id: '9', tags: ['cat'] }],
    },
  },
  {
    name: 'one item, cut from the smallest page that Pixabay gives',
    input: { ...first, count: 1 },
    response: answer(200, `{"total":3,"totalHits":3,"hits":[${SPARSE},${THIRD},${RICH}]}`),
    expect: { items: 1, end: 'more', cursor: '1.3.1', videos: [{ id: '8' }] },
  },
  {
    name: 'the last item of that page',
    input: { ...first, count: 1, cursor: '1.3.2', position: 2, wantsRaw: true },
    response: answer(200, `{"total":3,"totalHits":3,"hits":[${SPARSE},${THIRD},${RICH}]}`),
    expect: { items: 1, end: 'exhausted', videos: [EXPECTED_RICH] },
  },
  {
    name: 'next page, with the walk’s own page size',
    input: { ...first, count: 20, cursor: '2.3.0', position: 3 },
    response: answer(200, `{"total":7,"totalHits":7,"hits":[${THIRD},${SPARSE},${RICH}]}`),
    expect: { items: 3, end: 'more', total: { value: 7, relation: 'eq' }, cursor: '3.3.0' },
  },
  {
    name: 'last page',
    input: { ...first, cursor: '3.3.0', position: 6 },
    response: answer(200, `{"total":7,"totalHits":7,"hits":[${THIRD}]}`),
    expect: { items: 1, end: 'exhausted' },
  },
  {
    name: 'last page of the 500 that can be had',
    input: { ...first, count: 50, cursor: '10.50.0', position: 450 },
    response: answer(200, `{"total":9000,"totalHits":500,"hits":[${THIRD}]}`),
    expect: { items: 1, end: 'upstream_cap', total: { value: 500, relation: 'capped' } },
  },
  {
    name: 'no hits where there should be some',
    input: { ...first, cursor: '2.3.0', position: 3 },
    response: answer(200, '{"total":40,"totalHits":40,"hits":[]}'),
    expect: { items: 0, end: 'unknown' },
  },
  {
    name: 'a page number past the cap',
    input: { ...first, cursor: '11.50.0', position: 500 },
    response: sentence(400, '[ERROR 400] "page" is out of valid range.'),
    expect: { items: 0, end: 'upstream_cap' },
  },
  {
    name: 'a keyword that is too long',
    input: { ...first, keyword: 'c'.repeat(120) },
    response: sentence(400, '[ERROR 400] "q" must not be longer than 100 characters.'),
    expect: { failure: 'input_rejected' },
  },
  {
    name: 'the limit of calls a minute',
    input: first,
    response: sentence(429, '[ERROR 429] API rate limit exceeded', { 'x-ratelimit-reset': '17' }),
    expect: { failure: 'rate_limited', suspendMs: 17_000 },
  },
];

const popular: PopularInput = { platform: 'pixabay', count: 3, cursor: null, position: 0, wantsRaw: false };
const hits = answer(200, `{"total":9000,"totalHits":500,"hits":[${RICH},${SPARSE},${THIRD}]}`);

export const popularSamples: Sample<PopularInput>[] = [
  {
    name: 'the most popular of all',
    input: popular,
    response: hits,
    expect: {
      items: 3,
      end: 'more',
      cursor: '2.3.0',
      total: { value: 500, relation: 'capped' },
      videos: [EXPECTED_RICH, { id: '8' }],
    },
  },
  {
    name: 'the last of one category',
    input: { ...popular, category: 'Animals', cursor: '2.3.0', position: 3 },
    response: answer(200, `{"total":4,"totalHits":4,"hits":[${SPARSE}]}`),
    expect: { items: 1, end: 'exhausted' },
  },
  {
    name: 'a category that it does not have, and an answer all the same',
    input: { ...popular, category: 'cats' },
    response: hits,
    expect: { failure: 'input_rejected' },
  },
  {
    name: 'a limit',
    input: popular,
    response: sentence(429, '[ERROR 429] API rate limit exceeded', { 'x-ratelimit-reset': '12' }),
    expect: { failure: 'rate_limited', suspendMs: 12_000 },
  },
];

const input: VideoInput = { platform: 'pixabay', id: '125', wantsRaw: false };
const videoAnswer = answersAs('application/json');

const hit = (changes: object = {}) => ({
  id: 125,
  pageURL: 'https://pixabay.com/videos/id-125/',
  type: 'film',
  tags: 'cat, on the sofa',
  duration: 12,
  videos: {
    large: { url: '', width: 0, height: 0 },
    medium: { url: 'https://cdn.example/m.mp4', width: 1920, height: 1080 },
  },
  views: 4462,
  downloads: 1464,
  likes: 18,
  comments: 0,
  user_id: 1281706,
  user: 'Maker',
  userImageURL: '',
  ...changes,
});

const videoHits = (...all: object[]) =>
  videoAnswer(200, JSON.stringify({ total: all.length, totalHits: all.length, hits: all }));

/** Exchanges about one video of Pixabay. */
export const videoSamples: Sample<VideoInput, ExpectedRecord<ParsedVideo>>[] = [
  {
    name: 'a video',
    input,
    response: videoHits(hit()),
    expect: {
      record: { id: '125', tags: ['cat', 'on the sofa'], duration_ms: 12_000, width: 1920, height: 1080 },
    },
  },
  {
    name: 'a video of an older answer, with the id of a picture',
    input,
    response: videoHits(hit({ picture_id: '529927645' })),
    expect: {
      record: {
        thumbnails: [{ url: 'https://i.vimeocdn.com/video/529927645_640x360.jpg', width: 640, height: 360 }],
      },
    },
  },
  {
    name: 'another video than the one asked for',
    input,
    response: videoHits(hit({ id: 126 })),
    expect: { failure: 'bad_response' },
  },
];
