// Comments and profiles of Kuaishou, Douyin and TikTok, for the samples of the connectors to their sellers, made up from the documents:
// their field names, our values. Beside each stands the record that it must become.
import type { ParsedAuthor } from '../../domain/author.ts';
import type { ParsedComment } from '../../domain/comment.ts';

export const AWEME_COMMENT =
  '{"cid":"7320000000000000901","text":"What a cat!\\r\\nTwice","create_time":1704500000,"digg_count":17,"reply_comment_total":2,"reply_id":"0",' +
  '"reply_to_reply_id":"0","comment_language":"en","user":{"uid":"6800000000000000009","sec_uid":"MS4wLjABAAAA-bo","unique_id":"bo",' +
  '"nickname":"Bo","avatar_thumb":{"url_list":["https://p.example/bo.jpg"]}},"is_author_digged":true,"stick_position":1,"label_list":' +
  '[{"type":1,"text":"Author"}],"image_list":[{"origin_url":{"url_list":["https://p.example/i.jpg"],"width":640,"height":480}}]}';
export const AWEME_COMMENT_RECORD: Partial<ParsedComment> = {
  id: '7320000000000000901',
  video_id: '7320000000000000123',
  parent_id: null,
  root_id: null,
  level: 0,
  text: 'What a cat!\nTwice',
  language: 'en',
  published_at: '2024-01-06T00:13:20.000Z',
  published_precision: 's',
  is_creator: true,
  pinned: true,
  hearted: true,
  likes: 17,
  replies: 2,
  images: [{ url: 'https://p.example/i.jpg', width: 640, height: 480 }],
};
/** Only the required fields; its id is a number of 19 digits. */
export const AWEME_COMMENT_BARE = '{"cid":7320000000000000902,"text":"","user":{"uid":"1"}}';
export const AWEME_COMMENT_BARE_RECORD: Partial<ParsedComment> = {
  id: '7320000000000000902',
  text: null,
  likes: null,
  replies: null,
  is_creator: null,
  pinned: null,
  hearted: null,
};
export const AWEME_REPLY =
  '{"cid":"7320000000000000911","text":"So do I","reply_id":"7320000000000000901","reply_to_reply_id":"7320000000000000910","digg_count":0}';
export const AWEME_REPLY_RECORD: Partial<ParsedComment> = {
  id: '7320000000000000911',
  parent_id: '7320000000000000910',
  root_id: '7320000000000000901',
  level: 1,
  likes: 0,
};

export const AWEME_USER =
  '{"uid":"6800000000000000009","sec_uid":"MS4wLjABAAAA-bo","short_id":"0","unique_id":"bo","nickname":"Bo","signature":"One\\nTwo",' +
  '"avatar_larger":{"url_list":["https://p.example/bo-large.jpg"]},"cover_url":[{"url_list":["https://p.example/cover.jpg"]}],' +
  '"follower_count":1200,"mplatform_followers_count":1300,"following_count":0,"aweme_count":33,"total_favorited":44000,' +
  '"custom_verify":"","enterprise_verify_reason":"A company","region":"US","secret":0,"live_status":0}';
export const AWEME_USER_RECORD: Partial<ParsedAuthor> = {
  id: 'MS4wLjABAAAA-bo',
  alt_ids: ['6800000000000000009'],
  handle: 'bo',
  name: 'Bo',
  avatar_url: 'https://p.example/bo-large.jpg',
  banner_url: 'https://p.example/cover.jpg',
  text: 'One\nTwo',
  kind: 'brand',
  verified: true,
  verified_text: 'A company',
  country: 'US',
  followers: 1_200,
  following: 0,
  stats: { videos: 33, views: null, likes: 44_000 },
  private: false,
  live: false,
};

/** In both spellings. */
export const KUAISHOU_COMMENT =
  '{"comment_id":600000000000000001,"author_id":123456789,"author_name":"Bo","headurl":"https://p.example/bo.jpg","content":"哈哈",' +
  '"timestamp":1704500000123,"subCommentCount":"1.2w","likedCount":"1.1w","realLikedCount":11023,"isTop":true,"authorLiked":false}';
export const KUAISHOU_COMMENT_RECORD: Partial<ParsedComment> = {
  id: '600000000000000001',
  video_id: '5200000000000000921',
  parent_id: null,
  root_id: null,
  text: '哈哈',
  published_at: '2024-01-06T00:13:20.123Z',
  published_precision: 'ms',
  author: {
    id: '123456789',
    handle: null,
    name: 'Bo',
    url: null,
    avatar_url: 'https://p.example/bo.jpg',
    verified: null,
    followers: null,
  },
  pinned: true,
  hearted: false,
  likes: 11_023,
  replies: 12_000,
  approx: ['replies'],
};
/** As the web site lists it: a flag says that there are no replies. */
export const KUAISHOU_WEB_COMMENT =
  '{"comment_id":1174060219763,"author_id":"3xbo","author_name":"Bo","content":"好","timestamp":1704500000123,"likeCount":0,' +
  '"hasSubComments":false,"reply_to":"0","replyToUserName":""}';
export const KUAISHOU_WEB_COMMENT_RECORD: Partial<ParsedComment> = {
  id: '1174060219763',
  parent_id: null,
  likes: 0,
  replies: 0,
};
export const KUAISHOU_REPLY =
  '{"commentId":"600000000000000002","authorId":"3xbo","authorName":"Bo","content":"是","replyTo":"600000000000000009"}';
export const KUAISHOU_REPLY_RECORD: Partial<ParsedComment> = {
  id: '600000000000000002',
  parent_id: '600000000000000009',
  root_id: '600000000000000001',
  level: 1,
  author: {
    id: '3xbo',
    handle: null,
    name: 'Bo',
    url: 'https://www.kuaishou.com/profile/3xbo',
    avatar_url: null,
    verified: null,
    followers: null,
  },
};

export const KUAISHOU_PROFILE =
  '{"result":1,"userProfile":{"profile":{"user_id":123456789,"user_name":"Bo","headurl":"https://p.example/bo.jpg","user_text":"One",' +
  '"eid":"3xbo","verified":true},"ownerCount":{"fan":"3.4w","follow":7,"like":0,"photo_public":33},"userDefineId":"bo88"}}';
export const KUAISHOU_PROFILE_RECORD: Partial<ParsedAuthor> = {
  id: '123456789',
  alt_ids: ['3xbo'],
  handle: 'bo88',
  name: 'Bo',
  url: 'https://www.kuaishou.com/profile/3xbo',
  avatar_url: 'https://p.example/bo.jpg',
  text: 'One',
  verified: true,
  followers: 34_000,
  following: 7,
  stats: { videos: 33, views: null, likes: 0 },
  approx: ['followers'],
};

/** As a search of authors lists it. */
export const KUAISHOU_USER =
  '{"user_id":123456789,"user_name":"Bo","headurl":"https://p.example/bo.jpg","user_text":"One","user_eid":"3xbo",' +
  '"verified":true,"fansCount":"3.4w","kwaiId":"bo88"}';
export const KUAISHOU_USER_RECORD: Partial<ParsedAuthor> = {
  id: '123456789',
  alt_ids: ['3xbo'],
  handle: 'bo88',
  name: 'Bo',
  url: 'https://www.kuaishou.com/profile/3xbo',
  avatar_url: 'https://p.example/bo.jpg',
  text: 'One',
  verified: true,
  followers: 34_000,
  approx: ['followers'],
};
