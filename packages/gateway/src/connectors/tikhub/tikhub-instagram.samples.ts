// Exchanges about Instagram by TikHub, made up from its SDK and from what public clients read: their field names, our values.
import type { ParsedVideo } from '../../domain/video.ts';
import type { Sample, SearchInput } from '../connector.ts';
import { answersAs } from '../samples/answer.ts';

const answer = answersAs('application/json');
const said = (items: object[], more: object = {}, params: object = {}) =>
  answer(
    200,
    JSON.stringify({
      code: 200,
      request_id: 'r',
      message: 'ok',
      params,
      data: { data: { count: items.length, items }, ...more },
    }),
  );

const found = (changes: object = {}) => ({
  code: 'C6abcDEF_-1',
  id: '3100000000000000001',
  media_type: 2,
  caption: { text: 'A cat\r\nat the piano #cat' },
  taken_at: 1_714_557_600,
  video_duration: 12.5,
  play_count: 1_200,
  like_count: null,
  comment_count: 7,
  share_count: 2,
  thumbnail_url: 'https://cdn.example/t.jpg',
  image_versions: { items: [{ url: 'https://cdn.example/v.jpg', width: 640, height: 1136 }] },
  user: {
    id: '42',
    username: 'ada.cat',
    full_name: 'Ada',
    is_verified: true,
    is_private: false,
    profile_pic_url: 'https://cdn.example/ada.jpg',
  },
  ...changes,
});
const FOUND: Partial<ParsedVideo> = {
  id: 'C6abcDEF_-1',
  alt_ids: ['3100000000000000001'],
  url: 'https://www.instagram.com/reel/C6abcDEF_-1/',
  text: 'A cat\nat the piano #cat',
  tags: ['cat'],
  published_at: '2024-05-01T10:00:00.000Z',
  duration_ms: 12_500,
  author: {
    id: '42',
    handle: 'ada.cat',
    name: 'Ada',
    url: 'https://www.instagram.com/ada.cat/',
    avatar_url: 'https://cdn.example/ada.jpg',
    verified: true,
    followers: null,
  },
  stats: {
    ...{ views: 1_200, likes: null, comments: 7, shares: 2 },
    ...{ saves: null, reposts: null, downloads: null, danmaku: null },
  },
  thumbnails: [
    { url: 'https://cdn.example/v.jpg', width: 640, height: 1136 },
    { url: 'https://cdn.example/t.jpg', width: null, height: null },
  ],
};
const first: SearchInput = {
  platform: 'instagram',
  keyword: 'cat',
  count: 12,
  cursor: null,
  position: 0,
  wantsRaw: false,
};

export const samples: Sample[] = [
  {
    name: 'first page, with a picture between the reels',
    input: first,
    response: said(
      [found(), found({ code: 'C6picture', media_type: 1 })],
      { pagination_token: 'T1' },
      { keyword: 'cat' },
    ),
    expect: { items: 1, end: 'more', cursor: '[0,"T1"]', videos: [FOUND] },
  },
  {
    name: 'last page, with other names of views and ids',
    input: { ...first, cursor: '[0,"T1"]', position: 12 },
    response: said(
      [
        found({
          id: undefined,
          pk: 3_100_000_001,
          play_count: undefined,
          ig_play_count: 9,
          user: { pk: 42, username: 'ada.cat' },
        }),
      ],
      { pagination_token: null },
    ),
    expect: {
      items: 1,
      end: 'exhausted',
      videos: [{ id: 'C6abcDEF_-1', alt_ids: ['3100000001'] }],
    },
  },
  {
    name: 'a page without a token, which proves no end',
    input: first,
    response: said([found()]),
    expect: { items: 1, end: 'unknown' },
  },
  {
    name: 'a token that stands still',
    input: { ...first, cursor: '[0,"T1"]', position: 12 },
    response: said([found()], { pagination_token: 'T1' }),
    expect: { items: 1, end: 'unknown' },
  },
];
