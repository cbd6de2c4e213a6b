// TikTok's items and users in the form of its web pages, for the samples of the connectors to its sellers, made up from the documents:
// their field names, our values. Beside each stands the record that it must become.
import type { ParsedAuthor } from '../../domain/author.ts';
import type { ParsedVideo } from '../../domain/video.ts';

export const LONG_ID = 'MS4wLjABAAAAdoorcat';

export const WEB_ITEM = JSON.stringify({
  id: '7320000000000000123',
  desc: 'A cat opens a door #cat',
  createTime: '1704500000',
  locationCreated: 'US',
  textLanguage: 'en',
  video: {
    id: '7320000000000000123',
    height: 1024,
    width: 576,
    duration: 83,
    cover: 'https://p.example/c1.jpg',
    originCover: 'https://p.example/o1.jpg',
    playAddr: 'https://v.example/1.mp4',
    subtitleInfos: [{ LanguageCodeName: 'eng-US', Format: 'webvtt' }],
  },
  author: {
    id: '6800000000000000001',
    uniqueId: 'doorcat',
    nickname: 'Door Cat',
    secUid: LONG_ID,
    verified: true,
    avatarLarger: 'https://p.example/a1.jpg',
    avatarThumb: 'https://p.example/a0.jpg',
    privateAccount: false,
  },
  authorStats: { followerCount: 1200, heartCount: 5 },
  challenges: [{ id: '1', title: 'cat', desc: '' }],
  textExtra: [
    { hashtagName: 'doors', start: 19, end: 23 },
    { hashtagName: '', userUniqueId: 'friend' },
  ],
  music: { id: '7110000000000000777', title: 'original sound', authorName: 'Door Cat' },
  poi: { id: '1', name: 'Cat Café' },
  stats: { diggCount: 17, shareCount: 2, commentCount: 0, playCount: -1294967296, collectCount: '5' },
  statsV2: {
    diggCount: '17',
    shareCount: '2',
    commentCount: '0',
    playCount: '3000000000',
    collectCount: '5',
    repostCount: '0',
  },
  privateItem: false,
  secret: false,
  itemCommentStatus: 0,
});

export const WEB_ITEM_VIDEO: Partial<ParsedVideo> = {
  id: '7320000000000000123',
  url: 'https://www.tiktok.com/@doorcat/video/7320000000000000123',
  kind: 'video',
  title: null,
  text: 'A cat opens a door #cat',
  tags: ['cat', 'doors'],
  music: { id: '7110000000000000777', title: 'original sound', author: 'Door Cat' },
  captions: true,
  location: 'Cat Café',
  mentions: ['friend'],
  language: 'en',
  region: 'US',
  published_at: '2024-01-06T00:13:20.000Z',
  published_precision: 's',
  duration_ms: 83_000,
  width: 576,
  height: 1024,
  author: {
    id: LONG_ID,
    handle: 'doorcat',
    name: 'Door Cat',
    url: 'https://www.tiktok.com/@doorcat',
    avatar_url: 'https://p.example/a1.jpg',
    verified: true,
    followers: 1200,
  },
  stats: {
    views: 3_000_000_000,
    likes: 17,
    comments: 0,
    shares: 2,
    saves: 5,
    reposts: 0,
    downloads: null,
    danmaku: null,
  },
  thumbnails: [
    { url: 'https://p.example/c1.jpg', width: null, height: null },
    { url: 'https://p.example/o1.jpg', width: null, height: null },
  ],
};

/** As the state of a web page has it: the handle in place of the author, and the author's other fields beside it. */
export const WEB_STATE_ITEM = JSON.stringify({
  ...JSON.parse(WEB_ITEM),
  author: 'doorcat',
  nickname: 'Door Cat',
  authorId: '6800000000000000001',
  authorSecId: LONG_ID,
  avatarThumb: 'https://p.example/a0.jpg',
  authorPrivate: false,
  itemCommentStatus: 3,
});

export const WEB_STATE_VIDEO: Partial<ParsedVideo> = {
  ...WEB_ITEM_VIDEO,
  author: { ...WEB_ITEM_VIDEO.author!, avatar_url: 'https://p.example/a0.jpg', verified: null },
};

export const WEB_PROFILE = JSON.stringify({
  userInfo: {
    user: {
      id: '6800000000000000001',
      uniqueId: 'doorcat',
      nickname: 'Door Cat',
      secUid: LONG_ID,
      signature: 'Doors.\nCats.',
      verified: false,
      privateAccount: false,
      avatarMedium: 'https://p.example/a2.jpg',
      region: 'DE',
    },
    // The first count was cut to 32 bits.
    stats: {
      followerCount: 1200,
      followingCount: 3,
      heart: 3_000_000_000,
      heartCount: -1294967296,
      videoCount: 44,
    },
    itemList: [],
  },
  statusCode: 0,
});

export const WEB_PROFILE_RECORD: Partial<ParsedAuthor> = {
  id: LONG_ID,
  alt_ids: ['6800000000000000001'],
  handle: 'doorcat',
  name: 'Door Cat',
  url: 'https://www.tiktok.com/@doorcat',
  avatar_url: 'https://p.example/a2.jpg',
  text: 'Doors.\nCats.',
  kind: 'person',
  verified: false,
  country: 'DE',
  followers: 1200,
  following: 3,
  stats: { videos: 44, views: null, likes: 3_000_000_000 },
  private: false,
};
