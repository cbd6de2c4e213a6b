// Kuaishou's items in every form that sellers pass on, for the samples of their connectors, made up from the documents: their field
// names, our values. Beside each stands the record that it must become.
import type { ParsedVideo } from '../../domain/video.ts';

/** Snake case, as video search gives it: the seller rounded the numeric id, and the text beside it is right. */
export const SNAKE =
  '{"photo_id":5193363430624672000,"id":"5193363430624671876","caption":"A cat counts to three #cat #funny猫",' +
  '"timestamp":1595570001234,"user_id":123456789,"user_name":"Cat Counter","kwai_id":"catcounter","user_sex":"F",' +
  '"headurls":[{"cdn":"p.example","url":"https://p.example/head.jpg"},{"cdn":"q.example","url":"https://q.example/head.jpg"}],' +
  '"verified":true,"view_count":102400,"like_count":"1.2w","comment_count":0,"collect_count":31,"downloadCount":5,' +
  '"forward_count":7,"ext_params":{"video":15033,"w":720,"h":1280},' +
  '"cover_urls":[{"cdn":"p.example","url":"https://p.example/cover.jpg"}],' +
  '"main_mv_urls":[{"cdn":"v.example","url":"https://v.example/1.mp4"}],"type":1,"video":true,' +
  '"share_info":"userId=3xauthor1&photoId=3xphoto1"}';
export const SNAKE_VIDEO: Partial<ParsedVideo> = {
  id: '5193363430624671876',
  alt_ids: ['3xphoto1'],
  url: 'https://www.kuaishou.com/short-video/3xphoto1',
  kind: 'video',
  title: null,
  text: 'A cat counts to three #cat #funny猫',
  tags: ['cat', 'funny猫'],
  published_at: '2020-07-24T05:53:21.234Z',
  published_precision: 'ms',
  duration_ms: 15_033,
  width: 720,
  height: 1280,
  author: {
    id: '123456789',
    handle: 'catcounter',
    name: 'Cat Counter',
    url: null,
    avatar_url: 'https://p.example/head.jpg',
    verified: true,
    followers: null,
  },
  stats: {
    views: 102_400,
    likes: 12_000,
    comments: 0,
    shares: null,
    saves: 31,
    reposts: 7,
    downloads: 5,
    danmaku: null,
  },
  approx: ['likes'],
  thumbnails: [{ url: 'https://p.example/cover.jpg', width: null, height: null }],
};

/** Camel case, with a share count, and with a number of 19 digits as its only id. */
export const CAMEL =
  '{"photoId":5200000000000000921,"caption":"hi","timestamp":1595570000000,"userId":"42","userName":"n",' +
  '"headUrl":"https://p.example/h2.jpg","user":{"verified":false,"kwaiId":"n2","headurl":"https://p.example/other.jpg"},' +
  '"viewCount":10,"likeCount":1,"commentCount":0,"shareCount":3,"collectCount":"1.5w","forwardCount":0,' +
  '"width":"540","height":"960","ext_params":{"video":0,"w":1080,"h":1920},' +
  '"coverUrls":[{"cdn":"c","url":"//p.example/2.jpg"}],"mainMvUrls":[{"cdn":"c","url":"https://v.example/2.mp4"}]}';
export const CAMEL_VIDEO: Partial<ParsedVideo> = {
  id: '5200000000000000921',
  alt_ids: [],
  url: null,
  kind: 'video',
  duration_ms: null,
  width: 540,
  height: 960,
  author: {
    id: '42',
    handle: 'n2',
    name: 'n',
    url: null,
    avatar_url: 'https://p.example/h2.jpg',
    verified: false,
    followers: null,
  },
  stats: {
    views: 10,
    likes: 1,
    comments: 0,
    shares: 3,
    saves: 15_000,
    reposts: 0,
    downloads: null,
    danmaku: null,
  },
  approx: ['saves'],
  thumbnails: [{ url: 'https://p.example/2.jpg', width: null, height: null }],
};

export const PICTURES = '{"photoId":"5200000000000000922","caption":"three pictures","singlePicture":true}';
export const PICTURES_VIDEO: Partial<ParsedVideo> = { id: '5200000000000000922', kind: 'images', tags: [] };

export const SPARSE = '{"photoId":"5200000000000000923"}';
export const SPARSE_VIDEO: Partial<ParsedVideo> = {
  id: '5200000000000000923',
  url: null,
  kind: 'unknown',
  text: null,
  published_at: null,
  published_precision: null,
  duration_ms: null,
  width: null,
  approx: [],
  thumbnails: [],
};

/** The form of the web site: counts as text beside an exact one. */
export const WEB =
  '{"type":1,"photo":{"id":"3xweb1","duration":9120,"caption":"short","originCaption":"the whole caption",' +
  '"likeCount":"2.3万","realLikeCount":23456,"viewCount":"118.5w","commentCount":null,' +
  '"coverUrl":"https://p.example/w.jpg","photoUrl":"https://v.example/w.mp4","timestamp":1700000000123},' +
  '"author":{"id":"3xauthor2","name":"Web Author","headerUrl":"https://p.example/a.jpg"},' +
  '"tags":[{"type":1,"name":"cooking"},{"type":1,"name":"#home"}]}';
export const WEB_VIDEO: Partial<ParsedVideo> = {
  id: '3xweb1',
  url: 'https://www.kuaishou.com/short-video/3xweb1',
  kind: 'video',
  text: 'the whole caption',
  tags: ['cooking', 'home'],
  published_at: '2023-11-14T22:13:20.123Z',
  duration_ms: 9_120,
  stats: {
    views: 1_185_000,
    likes: 23_456,
    comments: null,
    shares: null,
    saves: null,
    reposts: null,
    downloads: null,
    danmaku: null,
  },
  approx: ['views'],
};

/** Each `result` code that means a failure, with its meaning. All of them come with an empty feed. */
export const REFUSALS = [
  { name: 'its rate limit', data: '{"result":2,"feeds":[]}', failure: 'rate_limited', suspendMs: 5_000 },
  { name: 'a refusal', data: '{"result":50,"feeds":[],"pcursor":"no_more"}', failure: 'refused' },
  {
    name: 'a captcha',
    data: '{"result":2001,"error_msg":"verify","request_id":"r","captchaConfig":"c","feeds":[]}',
    failure: 'refused',
  },
  { name: 'an unknown code', data: '{"result":677,"feeds":[]}', failure: 'bad_response' },
  { name: 'an empty feed without a code', data: '{"feeds":[]}', failure: 'bad_response' },
  { name: 'no feed', data: '{"result":1,"pcursor":"1"}', failure: 'bad_response' },
  { name: 'a feed of unknown shape', data: '{"result":1,"feeds":[{"key":1}]}', failure: 'bad_response' },
] as const;
