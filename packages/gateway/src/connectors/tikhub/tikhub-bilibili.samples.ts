// Exchanges about Bilibili by TikHub, made up from its SDK and from what public clients read: their field names, our values.
import type { ParsedVideo } from '../../domain/video.ts';
import type { ExpectedRecord, Sample, SearchInput, VideoInput } from '../connector.ts';
import { answersAs } from '../samples/answer.ts';

const answer = answersAs('application/json');
const wrapped = (data: object, params: object = {}) =>
  answer(200, JSON.stringify({ code: 200, request_id: 'r', message: 'Request successful.', params, data }));
const said = (data: object) => wrapped({ code: 0, message: '0', ttl: 1, data });
const ID = 'BV1xx411c7mD';

const found = (changes: object = {}) => ({
  type: 'video',
  id: 170_001,
  author: 'Ada',
  mid: 42,
  typename: '动物圈',
  aid: 170_001,
  bvid: ID,
  title: '<em class="keyword">猫</em> &amp; piano',
  description: 'Line one\r\nLine two',
  pic: '//i0.example/bfs/a.jpg',
  play: 1_200,
  video_review: 3,
  favorites: 5,
  tag: '猫,piano',
  review: 7,
  pubdate: 1_714_557_600,
  duration: '63:05',
  like: 9,
  upic: 'https://i1.example/face.jpg',
  ...changes,
});
const AUTHOR = {
  id: '42',
  handle: null,
  name: 'Ada',
  url: 'https://space.bilibili.com/42',
  avatar_url: 'https://i1.example/face.jpg',
  verified: null,
  followers: null,
};
const NO_STATS: ParsedVideo['stats'] = {
  ...{ views: null, likes: null, comments: null, shares: null },
  ...{ saves: null, reposts: null, downloads: null, danmaku: null },
};
const FOUND: Partial<ParsedVideo> = {
  id: ID,
  alt_ids: ['av170001'],
  url: `https://www.bilibili.com/video/${ID}`,
  title: '猫 & piano',
  text: 'Line one\nLine two',
  tags: ['猫', 'piano'],
  category: '动物圈',
  published_at: '2024-05-01T10:00:00.000Z',
  duration_ms: 3_785_000,
  author: AUTHOR,
  thumbnails: [{ url: 'https://i0.example/bfs/a.jpg', width: null, height: null }],
};
const page = (result: object[], numResults: number, numPages: number) =>
  said({ seid: '1', page: 1, pagesize: 10, numResults, numPages, result });

const first: SearchInput = {
  platform: 'bilibili',
  keyword: '猫',
  count: 10,
  cursor: null,
  position: 0,
  wantsRaw: false,
};

export const samples: Sample[] = [
  {
    name: 'first page, with an advertisement',
    input: first,
    response: page(
      [found(), { type: 'ad', bvid: 'BV1ad0000000' }, { type: 'video', bvid: 'BV1bare00000' }],
      12,
      2,
    ),
    expect: {
      items: 2,
      end: 'more',
      cursor: '2.10.0',
      total: { value: 12, relation: 'eq' },
      videos: [FOUND, { id: 'BV1bare00000', title: null, stats: NO_STATS }],
    },
  },
  {
    name: 'last page',
    input: { ...first, cursor: '2.10.0', position: 10 },
    response: page([found()], 11, 2),
    expect: { items: 1, end: 'exhausted' },
  },
  {
    name: 'the last page that it gives of more',
    input: { ...first, count: 50, cursor: '20.50.0', position: 950 },
    response: page([found()], 1_000, 20),
    expect: { items: 1, end: 'upstream_cap', total: { value: 1_000, relation: 'capped' } },
  },
  {
    name: 'a search without results, which has no list',
    input: first,
    response: said({ page: 1, pagesize: 10, numResults: 0, numPages: 0 }),
    expect: { items: 0, end: 'exhausted' },
  },
  {
    name: 'a code that nothing is known of',
    input: first,
    response: wrapped({ code: -1_200, message: 'no' }),
    expect: { failure: 'bad_response' },
  },
];

const one: VideoInput = { platform: 'bilibili', id: ID, wantsRaw: false };
const whole = (changes: object = {}) =>
  said({
    bvid: ID,
    aid: 170_001,
    videos: 1,
    tname: '动物圈',
    pic: 'http://i0.example/bfs/a.jpg',
    title: '猫 & piano',
    pubdate: 1_714_557_600,
    desc: 'Line one\nLine two',
    state: 0,
    duration: 3_785,
    owner: { mid: 42, name: 'Ada', face: 'https://i1.example/face.jpg' },
    stat: { view: 1_200, danmaku: 3, reply: 7, favorite: 5, coin: 2, share: 1, like: 9 },
    dimension: { width: 1920, height: 1080, rotate: 0 },
    ...changes,
  });

export const videoSamples: Sample<VideoInput, ExpectedRecord<ParsedVideo>>[] = [
  {
    name: 'a video',
    input: one,
    response: whole(),
    expect: {
      record: {
        id: ID,
        title: '猫 & piano',
        width: 1920,
        height: 1080,
        duration_ms: 3_785_000,
        author: AUTHOR,
        stats: { ...NO_STATS, views: 1_200, likes: 9, comments: 7, shares: 1, saves: 5, danmaku: 3 },
      },
    },
  },
  { name: 'a hidden video', input: one, response: whole({ state: -100 }), expect: { absent: 'private' } },
  {
    name: 'a video that nobody may see',
    input: one,
    response: wrapped({ code: 62_002, message: '稿件不可见' }),
    expect: { absent: 'private' },
  },
  {
    name: 'another video',
    input: one,
    response: whole({ bvid: 'BV1yy411c7mD' }),
    expect: { failure: 'bad_response' },
  },
];
