// Owns Douyin's and TikTok's "aweme" items, for the samples of the connectors to their sellers: documented field names,
// invented values. Beside each stands the record that it must become.
import type { ParsedVideo } from '../../domain/video.ts';

export const RICH =
  '{"aweme_id":"7320000000000000123","desc":"A cat opens a door #cat","create_time":1704500000,"region":"US",' +
  '"desc_language":"en","author":{"uid":"6800000000000000001","unique_id":"doorcat","nickname":"Door Cat",' +
  '"avatar_larger":{"url_list":["https://p.example/a1.jpg","https://q.example/a1.jpg"]},"is_verified":false,' +
  '"follower_count":1200},"video":{"play_addr":{"url_list":["https://v.example/1.mp4"]},' +
  '"cover":{"url_list":["https://p.example/c1.jpg","https://q.example/c1.jpg"],"width":720,"height":1280},' +
  '"width":1080,"height":1920,"duration":83851,"ratio":"1080p"},"statistics":{"digg_count":17,"comment_count":0,' +
  '"share_count":2,"play_count":3000000000,"collect_count":5},"cha_list":[{"cha_name":"cat"},{"cha_name":"doors"}],' +
  '"status":{"is_delete":false,"is_private":false},"share_url":"https://share.example/v/7320000000000000123"}';
export const RICH_VIDEO: Partial<ParsedVideo> = {
  id: '7320000000000000123',
  url: 'https://share.example/v/7320000000000000123',
  kind: 'video',
  title: null,
  text: 'A cat opens a door #cat',
  tags: ['cat', 'doors'],
  language: 'en',
  region: 'US',
  published_at: '2024-01-06T00:13:20.000Z',
  published_precision: 's',
  duration_ms: 83_851,
  width: 1080,
  height: 1920,
  stats: {
    views: 3_000_000_000,
    likes: 17,
    comments: 0,
    shares: 2,
    saves: 5,
    reposts: null,
    downloads: null,
    danmaku: null,
  },
  thumbnails: [{ url: 'https://p.example/c1.jpg', width: 720, height: 1280 }],
};

/** A set of photos, its id a bare number of 19 digits. */
export const PICTURES =
  '{"aweme_id":7320000000000000124,"desc":"five pictures #trip","images":[{"uri":"i1"},{"uri":"i2"}],' +
  '"video":{"duration":0,"width":0,"height":0},"statistics":{"digg_count":1}}';
export const PICTURES_VIDEO: Partial<ParsedVideo> = {
  id: '7320000000000000124',
  kind: 'images',
  tags: ['trip'],
  duration_ms: null,
  width: null,
  published_at: null,
};

/** The duration in seconds, as it was seen beside the one in milliseconds. */
export const SECONDS = '{"aweme_id":"7320000000000000125","video":{"duration":83.850517}}';
export const SECONDS_VIDEO: Partial<ParsedVideo> = {
  id: '7320000000000000125',
  kind: 'video',
  text: null,
  duration_ms: 83_851,
  stats: {
    views: null,
    likes: null,
    comments: null,
    shares: null,
    saves: null,
    reposts: null,
    downloads: null,
    danmaku: null,
  },
  thumbnails: [],
};

/** Each reason for an empty list that is a failure. */
export const NIL = [
  { type: 'hit_shark', failure: 'refused' },
  { type: 'verify_check', failure: 'refused' },
  { type: 'antispam_check', failure: 'refused' },
  { type: 'a_new_reason', failure: 'refused' },
  { type: 'empty_session', failure: 'not_found' },
  { type: 'invalid_count', failure: 'input_rejected' },
] as const;
