// Douyin's and TikTok's "aweme" items, for the samples of the connectors to their sellers, made up from the documents: their field
// names, our values. Beside each stands the record that it must become.
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

/** As lists of videos give it: plays and followers are always 0, and hashtags are only in the caption's extras. */
export const HIDDEN =
  '{"aweme_id":"7320000000000000126","item_title":"Night train","desc":"Night train #Tokyo #夜行 @friend","create_time":"1704500000123",' +
  '"author":{"uid":"6800000000000000002","sec_uid":"MS4wLjABAAAA-x_1","unique_id":"","short_id":"48151623","nickname":"Night","custom_verify":"Official account",' +
  '"enterprise_verify_reason":"","is_verified":false,"follower_count":0,"avatar_thumb":{"url_list":["https://p.example/a2.jpg?x=1"]}},' +
  '"text_extra":[{"type":1,"hashtag_name":"Tokyo","hashtag_id":"1"},{"type":0,"user_id":"9","user_unique_id":"friend","hashtag_name":""},' +
  '{"type":1,"hashtag_name":"夜行"}],"cha_list":[{"cha_name":"tokyo"},{"cha_name":"trains"}],"duration":20000,"music":{"id":7110000000000000777,"id_str":"7110000000000000777","title":"Rails","author":"Night"},' +
  '"poi_info":{"poi_name":"Tokyo Station"},' +
  '"statistics":{"digg_count":12,"comment_count":1,"share_count":0,"play_count":0,"collect_count":0},"video":{"width":576,"height":1024,"cla_info":{"caption_infos":[{"lang":"jpn-JP"}]}},' +
  '"share_url":"https://share.example/share/video/7320000000000000126/?region=CN&did=1&u_code=x&share_sign=s#top"}';
export const HIDDEN_VIDEO: Partial<ParsedVideo> = {
  id: '7320000000000000126',
  url: 'https://share.example/share/video/7320000000000000126/',
  title: 'Night train',
  tags: ['tokyo', 'trains', '夜行'],
  music: { id: '7110000000000000777', title: 'Rails', author: 'Night' },
  captions: true,
  location: 'Tokyo Station',
  mentions: ['friend'],
  published_at: '2024-01-06T00:13:20.123Z',
  published_precision: 'ms',
  duration_ms: 20_000,
  stats: {
    views: null,
    likes: 12,
    comments: 1,
    shares: 0,
    saves: 0,
    reposts: null,
    downloads: null,
    danmaku: null,
  },
};
export const HIDDEN_AUTHOR: ParsedVideo['author'] = {
  id: 'MS4wLjABAAAA-x_1',
  handle: null,
  name: 'Night',
  url: null,
  avatar_url: 'https://p.example/a2.jpg?x=1',
  verified: true,
  followers: null,
};

/** A video without views, whose shared address names it only in the query. */
export const UNSEEN =
  '{"aweme_id":"7320000000000000127","author":{"uid":"1","enterprise_verify_reason":"A company"},"statistics":{"digg_count":0,' +
  '"play_count":0},"video":{"duration":9000},"share_url":"https://share.example/app?modal_id=7320000000000000127"}';
export const UNSEEN_VIDEO: Partial<ParsedVideo> = {
  id: '7320000000000000127',
  tags: [],
  stats: {
    views: 0,
    likes: 0,
    comments: null,
    shares: null,
    saves: null,
    reposts: null,
    downloads: null,
    danmaku: null,
  },
};

/** A set of photos; its id is a bare number of 19 digits. */
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

/** A duration in seconds, as seen beside the one in milliseconds. */
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

/** Reasons for an empty list that mean a failure. */
export const NIL = [
  { type: 'hit_shark', failure: 'refused' },
  { type: 'verify_check', failure: 'refused' },
  { type: 'antispam_check', failure: 'refused' },
  { type: 'a_new_reason', failure: 'refused' },
  { type: 'empty_session', failure: 'not_found' },
  { type: 'invalid_count', failure: 'input_rejected' },
] as const;
