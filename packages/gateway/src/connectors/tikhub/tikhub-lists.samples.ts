// Exchanges of the TikHub connector beside the search, made up from the documents: their field names, our values.
import type { ParsedAuthor } from '../../domain/author.ts';
import type { ParsedComment } from '../../domain/comment.ts';
import type {
  AuthorInput,
  AuthorSearchInput,
  AuthorVideosInput,
  CommentsInput,
  ExpectedAbsence,
  ExpectedPage,
  ExpectedRecord,
  RepliesInput,
  Sample,
} from '../connector.ts';
import { answersAs } from '../samples/answer.ts';
import * as aweme from '../short-video/aweme.samples.ts';
import * as kuaishou from '../short-video/kuaishou.samples.ts';
import * as lists from '../short-video/short-video-lists.samples.ts';

const answer = answersAs('application/json');
const enveloped = (data: string, code = 200) =>
  answer(
    200,
    `{"code":${code},"request_id":"3f0c","message":"Request successful.","params":{},"data":${data}}`,
  );
const LIMIT = answer(429, '{"detail":{"code":429}}');

const SEC_UID = 'MS4wLjABAAAA-bo';
const first = { count: 20, cursor: null, position: 0, wantsRaw: false };
const ofKuaishou: AuthorVideosInput = {
  ...first,
  platform: 'kuaishou',
  author_id: '123456789',
  sort: 'newest',
};
const ofDouyin: AuthorVideosInput = { ...first, platform: 'douyin', author_id: SEC_UID, sort: 'newest' };
const { author_id: _, ...anyone } = ofDouyin;
const ofTiktok: AuthorVideosInput = { ...anyone, platform: 'tiktok', handle: 'bo' };

const user = enveloped(`{"status_code":0,"user":${lists.AWEME_USER}}`);
const posts = (items: string[], rest: string) =>
  enveloped(`{"status_code":0,${rest},"aweme_list":[${items}]}`);
const pinned = aweme.RICH.replace('{', '{"is_top":1,');

export const authorVideosSamples: Sample<AuthorVideosInput, ExpectedPage | ExpectedAbsence>[] = [
  {
    name: 'kuaishou: the newest, with a cursor that must go back as it came',
    input: ofKuaishou,
    response: enveloped(
      `{"result":1,"pcursor":"1.698748219278E12","feeds":[${kuaishou.SNAKE},${kuaishou.CAMEL}]}`,
    ),
    expect: {
      items: 2,
      end: 'more',
      cursor: '[0,"1.698748219278E12","123456789"]',
      records: [kuaishou.SNAKE_VIDEO, kuaishou.CAMEL_VIDEO],
    },
  },
  {
    name: 'kuaishou: last page, after a short id that was looked up before',
    input: { ...ofKuaishou, author_id: '3xbo', cursor: '[0,"1.698748219278E12","123456789"]', position: 20 },
    response: enveloped(`{"result":1,"pcursor":"no_more","feeds":[${kuaishou.SPARSE}]}`),
    expect: { items: 1, end: 'exhausted' },
  },
  {
    name: 'kuaishou: a short id, which is looked up first',
    input: { ...ofKuaishou, author_id: '3xbo', count: 1 },
    response: enveloped(lists.KUAISHOU_PROFILE),
    followUps: [enveloped(`{"result":1,"pcursor":"2","feeds":[${kuaishou.SNAKE},${kuaishou.CAMEL}]}`)],
    expect: { items: 1, end: 'more', cursor: '[1,"","123456789"]' },
  },
  {
    name: 'kuaishou: an empty feed without a cursor, which proves no end',
    input: { ...ofKuaishou, cursor: '[0,"4"]', position: 20 },
    response: enveloped('{"result":1,"feeds":[]}'),
    expect: { items: 0, end: 'unknown' },
  },
  {
    name: 'douyin: the newest, one of them held at the top',
    input: ofDouyin,
    response: posts([pinned, aweme.SECONDS], '"max_cursor":1704400000000,"has_more":1'),
    expect: {
      items: 2,
      end: 'more',
      cursor: `[0,"1704400000000","${SEC_UID}"]`,
      records: [{ ...aweme.RICH_VIDEO, pinned: true }, aweme.SECONDS_VIDEO],
    },
  },
  {
    name: 'douyin: last page',
    input: { ...ofDouyin, cursor: `[0,"1704400000000","${SEC_UID}"]`, position: 20 },
    response: posts([aweme.RICH], '"max_cursor":0,"has_more":0'),
    expect: { items: 1, end: 'exhausted' },
  },
  {
    name: 'tiktok: by the handle',
    input: ofTiktok,
    response: user,
    followUps: [posts([aweme.SECONDS], '"max_cursor":17,"has_more":true')],
    expect: { items: 1, end: 'more', cursor: `[0,"17","${SEC_UID}"]` },
  },
  {
    name: 'tiktok: a cursor that stands still',
    input: { ...ofTiktok, cursor: `[0,"17","${SEC_UID}"]`, position: 20 },
    response: posts([aweme.SECONDS], '"max_cursor":17,"has_more":1'),
    expect: { items: 1, end: 'unknown' },
  },
  {
    name: 'the rate limit',
    input: ofDouyin,
    response: LIMIT,
    expect: { failure: 'rate_limited', suspendMs: 1_000 },
  },
];

const authorOf = (platform: string, name: object): AuthorInput => ({ platform, wantsRaw: false, ...name });

export const authorSamples: Sample<AuthorInput, ExpectedRecord<ParsedAuthor>>[] = [
  {
    name: 'douyin: an author by the long id',
    input: authorOf('douyin', { author_id: SEC_UID }),
    response: user,
    expect: { record: { ...lists.AWEME_USER_RECORD, url: `https://www.douyin.com/user/${SEC_UID}` } },
  },
  {
    name: 'douyin: by the number',
    input: authorOf('douyin', { author_id: '6800000000000000009' }),
    response: user,
    expect: { record: lists.AWEME_USER_RECORD },
  },
  {
    name: 'douyin: by the handle',
    input: authorOf('douyin', { handle: 'bo' }),
    response: user,
    expect: { record: lists.AWEME_USER_RECORD },
  },
  {
    name: 'tiktok: by the number',
    input: authorOf('tiktok', { author_id: '6800000000000000009' }),
    response: user,
    expect: { record: { ...lists.AWEME_USER_RECORD, url: 'https://www.tiktok.com/@bo' } },
  },
  {
    name: 'kuaishou: an author',
    input: authorOf('kuaishou', { author_id: '123456789' }),
    response: enveloped(lists.KUAISHOU_PROFILE),
    expect: { record: lists.KUAISHOU_PROFILE_RECORD },
  },
];

const VIDEO = '7320000000000000123';
const PHOTO = '5200000000000000921';
const onDouyin: CommentsInput = { ...first, platform: 'douyin', id: VIDEO, sort: 'top' };
const onKuaishou: CommentsInput = { ...first, platform: 'kuaishou', id: PHOTO, sort: 'top' };
const detail = (changes = '') =>
  enveloped(`{"status_code":0,"aweme_detail":${aweme.RICH.replace('{', `{${changes}`)}}`);
const comments = (items: string[], rest: string) =>
  enveloped(`{"status_code":0,"comments":[${items}],${rest}}`);
const NONE = enveloped('{"status_code":0,"comments":null,"cursor":0,"has_more":0,"total":0}');

type Expected = ExpectedPage<ParsedComment> | ExpectedAbsence;

export const commentsSamples: Sample<CommentsInput, Expected>[] = [
  {
    name: 'douyin: first page',
    input: onDouyin,
    response: comments(
      [lists.AWEME_COMMENT, lists.AWEME_COMMENT_BARE],
      '"cursor":20,"has_more":1,"total":41',
    ),
    expect: {
      items: 2,
      end: 'more',
      cursor: '[0,"20"]',
      total: { value: 41, relation: 'approx' },
      records: [lists.AWEME_COMMENT_RECORD, lists.AWEME_COMMENT_BARE_RECORD],
    },
  },
  {
    name: 'tiktok: last page',
    input: { ...onDouyin, platform: 'tiktok', cursor: '[0,"20"]', position: 20 },
    response: comments([lists.AWEME_COMMENT], '"cursor":21,"has_more":0,"total":21'),
    expect: { items: 1, end: 'exhausted' },
  },
  {
    name: 'douyin: no comments',
    input: onDouyin,
    response: NONE,
    followUps: [detail()],
    expect: { items: 0, end: 'exhausted', total: { value: 0, relation: 'approx' } },
  },
  {
    name: 'douyin: comments that its author wants none of',
    input: onDouyin,
    response: NONE,
    followUps: [
      enveloped(
        `{"status_code":0,"aweme_detail":${aweme.SECONDS.replace('7320000000000000125', VIDEO).replace('{', '{"status":{"allow_comment":false},')}}`,
      ),
    ],
    expect: { items: 0, end: 'exhausted', isDisabled: true },
  },
  {
    name: 'kuaishou: first page, by the newer names',
    input: onKuaishou,
    response: enveloped(`{"result":1,"pcursorV2":"5903819602","rootCommentsV2":[${lists.KUAISHOU_COMMENT}]}`),
    expect: { items: 1, end: 'more', cursor: '[0,"5903819602"]', records: [lists.KUAISHOU_COMMENT_RECORD] },
  },
  {
    name: 'kuaishou: in the form of the web, whose older names are empty',
    input: onKuaishou,
    response: enveloped(
      `{"visionCommentList":{"commentCount":null,"pcursor":"no_more","rootComments":[],"commentCountV2":305,"pcursorV2":"1170632227652",` +
        `"rootCommentsV2":[${lists.KUAISHOU_WEB_COMMENT}]}}`,
    ),
    expect: {
      items: 1,
      end: 'more',
      cursor: '[0,"1170632227652"]',
      total: { value: 305, relation: 'approx' },
      records: [lists.KUAISHOU_WEB_COMMENT_RECORD],
    },
  },
  {
    name: 'kuaishou: last page',
    input: { ...onKuaishou, cursor: '[0,"5903819602"]', position: 20 },
    response: enveloped(`{"result":1,"pcursor":"no_more","rootComments":[${lists.KUAISHOU_COMMENT}]}`),
    expect: { items: 1, end: 'exhausted' },
  },
];

const replyDouyin: RepliesInput = {
  ...first,
  platform: 'douyin',
  id: VIDEO,
  comment_id: '7320000000000000901',
};
const replyKuaishou: RepliesInput = {
  ...first,
  platform: 'kuaishou',
  id: PHOTO,
  comment_id: '600000000000000001',
};

export const repliesSamples: Sample<RepliesInput, Expected>[] = [
  {
    name: 'douyin: replies',
    input: replyDouyin,
    response: comments([lists.AWEME_REPLY], '"cursor":3,"has_more":1'),
    expect: { items: 1, end: 'more', cursor: '[0,"3"]', records: [lists.AWEME_REPLY_RECORD] },
  },
  {
    name: 'tiktok: the last replies',
    input: { ...replyDouyin, platform: 'tiktok', cursor: '[0,"3"]', position: 3 },
    response: comments([lists.AWEME_REPLY], '"cursor":4,"has_more":0'),
    expect: { items: 1, end: 'exhausted' },
  },
  {
    name: 'kuaishou: replies',
    input: replyKuaishou,
    response: enveloped(`{"result":1,"pcursorV2":"no_more","subCommentsV2":[${lists.KUAISHOU_REPLY}]}`),
    expect: { items: 1, end: 'exhausted', records: [lists.KUAISHOU_REPLY_RECORD] },
  },
  {
    name: 'kuaishou: a reply to the comment itself, in the form of the web',
    input: replyKuaishou,
    response: enveloped(
      `{"result":1,"pcursorV2":"no_more","commentCountV2":305,"subCommentsV2":[${lists.KUAISHOU_WEB_COMMENT}]}`,
    ),
    expect: {
      items: 1,
      end: 'exhausted',
      total: null,
      records: [
        { id: '1174060219763', parent_id: replyKuaishou.comment_id, root_id: replyKuaishou.comment_id },
      ],
    },
  },
];

const authorSearchFirst = { keyword: 'bo', count: 20, cursor: null, position: 0, wantsRaw: false };
const authorSearchOnKuaishou: AuthorSearchInput = { ...authorSearchFirst, platform: 'kuaishou' };
const authorSearchOnDouyin: AuthorSearchInput = { ...authorSearchFirst, platform: 'douyin' };
const onTiktok: AuthorSearchInput = { ...authorSearchFirst, platform: 'tiktok' };

const users = (items: string[], rest: string) =>
  enveloped(`{"status_code":0,${rest},"user_list":[${items.map((item) => `{"user_info":${item}}`)}]}`);
const feed = (items: string[], rest = '') =>
  enveloped(`{"result":1,${rest}"mixFeeds":[${items.map((item) => `{"type":"USER","user":${item}}`)}]}`);

/** Searches of authors at TikHub. */
export const authorSearchSamples: Sample<AuthorSearchInput, ExpectedPage<ParsedAuthor>>[] = [
  {
    name: 'douyin: first page',
    input: authorSearchOnDouyin,
    response: users([lists.AWEME_USER], '"cursor":10,"has_more":1'),
    expect: { items: 1, end: 'more', cursor: '[0,"10"]', records: [lists.AWEME_USER_RECORD] },
  },
  {
    name: 'douyin: last page, with raw records',
    input: { ...authorSearchOnDouyin, cursor: '[0,"10"]', position: 10, wantsRaw: true },
    response: users([lists.AWEME_USER], '"cursor":11,"has_more":0'),
    expect: { items: 1, end: 'exhausted' },
  },
  {
    name: 'tiktok: first page, with one author twice',
    input: onTiktok,
    response: users([lists.AWEME_USER, lists.AWEME_USER], '"has_more":1'),
    expect: { items: 1, end: 'more', cursor: '[0,"2"]', records: [lists.AWEME_USER_RECORD] },
  },
  {
    name: 'tiktok: a cursor that stands still',
    input: { ...onTiktok, cursor: '[0,"20"]', position: 20 },
    response: users([lists.AWEME_USER], '"cursor":20,"has_more":1'),
    expect: { items: 1, end: 'unknown' },
  },
  {
    name: 'tiktok: a list without an author',
    input: onTiktok,
    response: users(['{"challenge":1}'], '"has_more":1'),
    expect: { failure: 'bad_response' },
  },
  {
    name: 'kuaishou: first page',
    input: authorSearchOnKuaishou,
    response: feed([lists.KUAISHOU_USER]),
    expect: { items: 1, end: 'more', cursor: '[0,"2"]', records: [lists.KUAISHOU_USER_RECORD] },
  },
  {
    name: 'kuaishou: last page',
    input: { ...authorSearchOnKuaishou, cursor: '[0,"2"]', position: 20 },
    response: feed([lists.KUAISHOU_USER], '"pcursor":"no_more",'),
    expect: { items: 1, end: 'exhausted' },
  },
  {
    name: 'its rate limit',
    input: onTiktok,
    response: answer(429, '{"detail":{"code":429}}'),
    expect: { failure: 'rate_limited', suspendMs: 1_000 },
  },
];
