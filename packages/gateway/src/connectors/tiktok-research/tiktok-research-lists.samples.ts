// Exchanges about comments, authors and their videos of TikTok's Research API, made up from the documents: their field names, our
// values.
import type { ParsedAuthor } from '../../domain/author.ts';
import type { ParsedComment } from '../../domain/comment.ts';
import type {
  AuthorInput,
  AuthorVideosInput,
  CommentsInput,
  ExpectedAbsence,
  ExpectedPage,
  ExpectedRecord,
  RepliesInput,
  Sample,
} from '../connector.ts';
import { answersAs } from '../samples/answer.ts';

const VIDEO = '7320000000000000123';
const COMMENT = '7321000000000000077';
const answer = answersAs('application/json');
const OK = '"error":{"code":"ok","message":"","log_id":"l"}';
const refusal = (status: number, code: string, message = '') =>
  answer(status, `{"data":{},"error":{"code":"${code}","message":"${message}","log_id":"l"}}`);
const TOKEN = answer(200, '{"access_token":"clt.new","expires_in":7200,"token_type":"Bearer"}');

const list = (comments: string[], rest: string) =>
  answer(200, `{"data":{"comments":[${comments}],${rest}},${OK}}`);
const comment = (id: string, parent: string, more = '') =>
  `{"id":${id},"video_id":${VIDEO},"parent_comment_id":${parent},"text":"What a cat!\\r\\nTwice",` +
  `"like_count":50,"reply_count":10,"create_time":1671491598${more}}`;

const videos = (...records: string[]) =>
  answer(
    200,
    `{"data":{"videos":[${records}],"cursor":${records.length},"has_more":false,"search_id":"7354000000000000001"},${OK}}`,
  );
const video = `{"id":${VIDEO},"create_time":1704500000,"username":"doorcat","region_code":"US","video_description":"A cat"}`;

const user = (fields: string) => answer(200, `{"data":{${fields}},${OK}}`);
const UNKNOWN_AUTHOR = {
  ...{ id: null, name: null, avatar_url: null, verified: null, followers: null },
  url: 'https://www.tiktok.com/@doorcat',
};

const paged = { platform: 'tiktok', count: 20, cursor: null, position: 0, wantsRaw: false };
const onVideo: CommentsInput = { ...paged, id: VIDEO, sort: 'top' };
const onComment: RepliesInput = { ...paged, id: VIDEO, comment_id: COMMENT };
const ofAuthor: AuthorVideosInput = { ...paged, handle: 'doorcat', sort: 'newest' };

type Comments = ExpectedPage<ParsedComment> | ExpectedAbsence;

const TOP: Partial<ParsedComment> = {
  id: COMMENT,
  video_id: VIDEO,
  parent_id: null,
  root_id: null,
  level: 0,
  text: 'What a cat!\nTwice',
  published_at: '2022-12-19T23:13:18.000Z',
  likes: 50,
  replies: 10,
};

export const commentsSamples: Sample<CommentsInput, Comments>[] = [
  {
    name: 'comments, whose writers are not given',
    input: onVideo,
    response: list([comment(COMMENT, VIDEO), '{"id":7321000000000000078}'], '"cursor":20,"has_more":true'),
    expect: {
      items: 2,
      end: 'more',
      cursor: '[0,"20"]',
      total: null,
      records: [TOP, { id: '7321000000000000078', text: null, likes: null, replies: null }],
    },
  },
  {
    name: 'a reply among the comments',
    input: onVideo,
    response: list([comment('7321000000000000079', COMMENT)], '"cursor":1,"has_more":false'),
    expect: { items: 1, end: 'exhausted', records: [{ parent_id: COMMENT, root_id: COMMENT, level: 1 }] },
  },
  {
    name: 'the last that are ever given of a video',
    input: { ...onVideo, cursor: '[0,"980"]', position: 980 },
    response: list([comment(COMMENT, VIDEO)], '"cursor":1000,"has_more":true'),
    expect: { items: 1, end: 'upstream_cap' },
  },
  {
    name: 'a page of comments that were all deleted',
    input: { ...onVideo, cursor: '[0,"20"]', position: 20 },
    response: list([], '"cursor":40,"has_more":true'),
    expect: { items: 0, end: 'more', cursor: '[0,"40"]' },
  },
  {
    name: 'a video without comments',
    input: onVideo,
    response: list([], '"cursor":0,"has_more":false'),
    followUps: [videos(video)],
    expect: { items: 0, end: 'exhausted' },
  },
  {
    name: 'comments after a new token',
    input: onVideo,
    response: refusal(401, 'access_token_invalid'),
    followUps: [TOKEN, list([comment(COMMENT, VIDEO)], '"cursor":1,"has_more":false')],
    expect: { items: 1, end: 'exhausted', records: [TOP] },
  },
  {
    name: 'an id that is no number',
    input: { ...onVideo, id: 'no-id' },
    response: refusal(400, 'invalid_params', 'Request body should contain a valid json object'),
    expect: { failure: 'input_rejected' },
  },
];

export const repliesSamples: Sample<RepliesInput, Comments>[] = [
  {
    name: 'replies',
    input: onComment,
    response: list([comment('7321000000000000080', COMMENT)], '"cursor":1,"has_more":false'),
    expect: {
      items: 1,
      end: 'exhausted',
      records: [{ id: '7321000000000000080', parent_id: COMMENT, root_id: COMMENT, level: 1 }],
    },
  },
  {
    name: 'a reply to a reply',
    input: onComment,
    response: list([comment('7321000000000000081', '7321000000000000080')], '"cursor":1,"has_more":false'),
    expect: { items: 1, end: 'exhausted', records: [{ parent_id: '7321000000000000080', root_id: COMMENT }] },
  },
  {
    name: 'a comment without replies',
    input: onComment,
    response: list([], '"cursor":0,"has_more":false'),
    followUps: [videos(video)],
    expect: { items: 0, end: 'exhausted' },
  },
];

export const authorVideosSamples: Sample<AuthorVideosInput, ExpectedPage | ExpectedAbsence>[] = [
  {
    name: 'videos of the days that are set: there may be more',
    input: ofAuthor,
    response: videos(video),
    expect: {
      items: 1,
      end: 'upstream_cap',
      videos: [{ id: VIDEO, author: { ...UNKNOWN_AUTHOR, handle: 'doorcat' } }],
    },
  },
  {
    name: 'too many requests',
    input: ofAuthor,
    response: refusal(429, 'rate_limit_exceeded', 'The API rate limit was exceeded'),
    expect: { failure: 'rate_limited', suspendMs: 900_000 },
  },
  {
    name: 'a search that has expired midway',
    input: { ...ofAuthor, cursor: '[0,"20","7354000000000000001"]', position: 20 },
    response: refusal(400, 'invalid_params', 'Search Id 7354000000000000001 is invalid or expired'),
    expect: { failure: 'not_found' },
  },
];

const one: AuthorInput = { platform: 'tiktok', handle: 'doorcat', wantsRaw: false };

export const authorSamples: Sample<AuthorInput, ExpectedRecord<ParsedAuthor>>[] = [
  {
    name: 'an author, by the handle',
    input: one,
    response: user(
      '"display_name":"Door Cat","bio_description":"One\\r\\nTwo","avatar_url":"https://p.example/a.jpeg","is_verified":false,' +
        '"follower_count":3000000000,"following_count":7,"likes_count":9,"video_count":2,"bio_url":"https://doorcat.example/"',
    ),
    expect: {
      record: {
        id: 'doorcat',
        handle: 'doorcat',
        name: 'Door Cat',
        url: 'https://www.tiktok.com/@doorcat',
        avatar_url: 'https://p.example/a.jpeg',
        text: 'One\nTwo',
        verified: false,
        followers: 3_000_000_000,
        following: 7,
        stats: { videos: 2, views: null, likes: 9 },
        links: [{ title: null, url: 'https://doorcat.example/' }],
      },
    },
  },
  {
    name: 'an author who says little',
    input: { platform: 'tiktok', author_id: 'doorcat', wantsRaw: false },
    response: user('"display_name":"Door Cat"'),
    expect: { record: { id: 'doorcat', name: 'Door Cat', followers: null, verified: null } },
  },
  {
    name: 'an author after a new token',
    input: one,
    response: refusal(401, 'access_token_invalid'),
    followUps: [TOKEN, user('"display_name":"Door Cat"')],
    expect: { record: { id: 'doorcat' } },
  },
  {
    name: 'an account that is private',
    input: one,
    response: refusal(400, 'invalid_params', 'This account is private'),
    expect: { absent: 'private' },
  },
];
