// Exchanges of the Pexels connector, made up from the documents: their field names, our values.

import type { ParsedVideo } from '../../domain/video.ts';
import type { ExpectedRecord, PopularInput, Sample, SearchInput, VideoInput } from '../connector.ts';
import { answersAs } from '../samples/answer.ts';

const first: SearchInput = {
  platform: 'pexels',
  keyword: 'cat',
  count: 2,
  cursor: null,
  position: 0,
  wantsRaw: false,
};

const answer = answersAs('application/json');

const RICH =
  '{"id":9007199254740993,"width":3840,"height":2160,"duration":12,"full_res":null,"tags":["sofa","indoors"],' +
  '"url":"https://www.pexels.com/video/a-grey-cat-on-a-sofa-9007199254740993/",' +
  '"image":"https://images.pexels.com/videos/1/poster.jpg?w=1200","avg_color":null,' +
  '"user":{"id":205,"name":"Ada Sample","url":"https://www.pexels.com/@ada-sample"},' +
  '"video_files":[{"id":31,"quality":"hd","file_type":"video/mp4","width":1920,"height":1080,"fps":25.0,' +
  '"link":"https://videos.pexels.com/1/hd.mp4","size":1048576},{"id":32,"quality":null,"file_type":"video/mp4",' +
  '"width":null,"height":null,"fps":25.0,"link":"https://videos.pexels.com/1/x.mp4","size":100}],' +
  '"video_pictures":[{"id":41,"nr":0,"picture":"https://images.pexels.com/videos/1/0.jpg"}]}';
const SPARSE = '{"id":7,"url":"https://www.pexels.com/video/7/","video_files":[],"video_pictures":[]}';
const EXPECTED_RICH = {
  id: '9007199254740993',
  alt_ids: [],
  url: 'https://www.pexels.com/video/a-grey-cat-on-a-sofa-9007199254740993/',
  kind: 'video' as const,
  title: 'a grey cat on a sofa',
  text: null,
  tags: ['sofa', 'indoors'],
  published_at: null,
  published_precision: null,
  duration_ms: 12_000,
  width: 3840,
  height: 2160,
  author: {
    id: '205',
    handle: null,
    name: 'Ada Sample',
    url: 'https://www.pexels.com/@ada-sample',
    avatar_url: null,
    verified: null,
    followers: null,
  },
  approx: [],
  thumbnails: [
    { url: 'https://images.pexels.com/videos/1/poster.jpg?w=1200', width: null, height: null },
    { url: 'https://images.pexels.com/videos/1/0.jpg', width: null, height: null },
  ],
  license: null,
};
const EXPECTED_SPARSE = {
  id: '7',
  title: null,
  tags: [],
  duration_ms: null,
  width: null,
  height: null,
  thumbnails: [],
};

export const samples: Sample[] = [
  {
    name: 'first page',
    input: first,
    response: answer(
      200,
      `{"page":1,"per_page":2,"total_results":8000,"next_page":"https://api.pexels.com/v1/videos/search?page=2",` +
        `"url":"https://www.pexels.com/search/videos/cat/","videos":[${RICH},${SPARSE}]}`,
      { 'x-ratelimit-limit': '20000', 'x-ratelimit-remaining': '19684', 'x-ratelimit-reset': '1780002000' },
    ),
    expect: {
      items: 2,
      end: 'more',
      total: { value: 8_000, relation: 'capped' },
      cursor: '2.2.0',
      videos: [EXPECTED_RICH, EXPECTED_SPARSE],
    },
  },
  {
    name: 'next page, asked with the walk’s own page size and not with the new count',
    input: { ...first, count: 20, cursor: '2.2.0', position: 2 },
    response: answer(
      200,
      `{"page":2,"per_page":2,"total_results":5,"prev_page":"https://p.example","next_page":"https://n.example","videos":[${SPARSE},${RICH}]}`,
    ),
    expect: { items: 2, end: 'more', total: { value: 5, relation: 'eq' }, cursor: '3.2.0' },
  },
  {
    name: 'a slice of a page, for a caller that now wants fewer',
    input: { ...first, count: 1, cursor: '2.2.0', position: 2 },
    response: answer(
      200,
      `{"page":2,"per_page":2,"total_results":4,"prev_page":"https://p.example","videos":[${SPARSE},${RICH}]}`,
    ),
    expect: { items: 1, end: 'more', cursor: '2.2.1', videos: [{ id: '7' }] },
  },
  {
    name: 'last page',
    input: { ...first, cursor: '3.2.0', position: 4, wantsRaw: true },
    response: answer(
      200,
      `{"page":3,"per_page":2,"total_results":5,"prev_page":"https://p.example","videos":[${RICH}]}`,
    ),
    expect: { items: 1, end: 'exhausted', total: { value: 5, relation: 'eq' }, videos: [EXPECTED_RICH] },
  },
  {
    name: 'last page of more than Pexels serves',
    input: { ...first, count: 80, cursor: '100.80.0', position: 7_920 },
    response: answer(
      200,
      `{"page":100,"per_page":80,"total_results":9000,"prev_page":"https://p.example","videos":[${SPARSE}]}`,
    ),
    expect: { items: 1, end: 'upstream_cap', total: { value: 9_000, relation: 'capped' } },
  },
  {
    name: 'last page of as many as Pexels serves',
    input: { ...first, count: 80, cursor: '100.80.0', position: 7_920 },
    response: answer(
      200,
      `{"page":100,"per_page":80,"total_results":8000,"prev_page":"https://p.example","videos":[${SPARSE}]}`,
    ),
    expect: { items: 1, end: 'upstream_cap', total: { value: 8_000, relation: 'capped' } },
  },
  {
    name: 'last page of one fewer than Pexels serves',
    input: { ...first, count: 80, cursor: '100.80.0', position: 7_920 },
    response: answer(200, `{"page":100,"per_page":80,"total_results":7999,"videos":[${SPARSE}]}`),
    expect: { items: 1, end: 'exhausted', total: { value: 7_999, relation: 'eq' } },
  },
  {
    name: 'an empty page that promises another one',
    input: { ...first, cursor: '2.2.0', position: 2 },
    response: answer(
      200,
      '{"page":2,"per_page":2,"total_results":9,"next_page":"https://n.example","videos":[]}',
    ),
    expect: { items: 0, end: 'unknown' },
  },
  {
    name: 'an end before what was counted',
    input: first,
    response: answer(200, `{"page":1,"per_page":2,"total_results":90,"videos":[${SPARSE}]}`),
    expect: { items: 1, end: 'unknown' },
  },
  {
    name: 'the hourly limit, with its reset',
    input: first,
    response: answer(429, '{"status":429,"code":"Rate limit exceeded"}', {
      'x-ratelimit-reset': '1780000600',
    }),
    expect: { failure: 'rate_limited', suspendMs: 600_000 },
  },
  {
    name: 'a key that Pexels does not know',
    input: first,
    response: answer(401, '{"status":401,"code":"Unauthorized"}'),
    expect: { failure: 'refused' },
  },
  {
    name: 'a list of records without ids',
    input: first,
    response: answer(200, '{"page":1,"per_page":2,"total_results":1,"videos":[{"video_id":7}]}'),
    expect: { failure: 'bad_response' },
  },
];

const popular: PopularInput = { platform: 'pexels', count: 2, cursor: null, position: 0, wantsRaw: false };

export const popularSamples: Sample<PopularInput>[] = [
  {
    name: 'popular now',
    input: popular,
    response: answer(
      200,
      `{"page":1,"per_page":2,"total_results":3,"next_page":"https://api.pexels.com/v1/videos/popular?page=2",` +
        `"videos":[${RICH},${SPARSE}]}`,
    ),
    expect: {
      items: 2,
      end: 'more',
      cursor: '2.2.0',
      total: { value: 3, relation: 'eq' },
      videos: [EXPECTED_RICH, EXPECTED_SPARSE],
    },
  },
  {
    name: 'the last of them',
    input: { ...popular, cursor: '2.2.0', position: 2 },
    response: answer(200, `{"page":2,"per_page":2,"total_results":3,"videos":[${SPARSE}]}`),
    expect: { items: 1, end: 'exhausted' },
  },
  {
    name: 'a refused key',
    input: popular,
    response: answer(401, '{"status":401,"code":"Unauthorized"}'),
    expect: { failure: 'refused' },
  },
];

const input: VideoInput = { platform: 'pexels', id: '3571264', wantsRaw: false };
const video = (changes: object = {}) =>
  JSON.stringify({
    id: 3_571_264,
    width: 1920,
    height: 1080,
    duration: 12,
    tags: [],
    url: 'https://www.pexels.com/video/a-cat-on-a-sofa-3571264/',
    image: 'https://images.example/1.jpg',
    user: { id: 2, name: 'Maker', url: 'https://www.pexels.com/@maker' },
    video_files: [],
    video_pictures: [{ id: 4, nr: 0, picture: 'https://images.example/2.jpg' }],
    ...changes,
  });

/** Exchanges about one video of Pexels. */
export const videoSamples: Sample<VideoInput, ExpectedRecord<ParsedVideo>>[] = [
  {
    name: 'a video',
    input,
    response: answer(200, video()),
    expect: {
      record: { id: '3571264', title: 'a cat on a sofa', duration_ms: 12_000, width: 1920, height: 1080 },
    },
  },
  {
    name: 'a key that is not accepted',
    input,
    response: answer(401, '{"status":401,"code":"Unauthorized"}'),
    expect: { failure: 'refused' },
  },
  {
    name: 'another video than the one asked for',
    input,
    response: answer(200, video({ id: 5 })),
    expect: { failure: 'bad_response' },
  },
];
