// Exchanges of the JustOneAPI connector beside the search, made up from the documents: their field names, our values.
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
import * as aweme from '../short-video/aweme.samples.ts';
import * as kuaishou from '../short-video/kuaishou.samples.ts';
import * as lists from '../short-video/short-video-lists.samples.ts';
import * as web from '../short-video/tiktok-web.samples.ts';

const answer = answersAs('application/json');
const enveloped = (data: string, code = 0) =>
  answer(200, `{"code":${code},"message":"","recordTime":"2026-11-15 10:00:00","data":${data}}`);
const LIMIT = enveloped('null', 302);
const NOTHING = enveloped('null', 201);

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
    name: 'kuaishou: last page',
    input: { ...ofKuaishou, cursor: '[0,"1.698748219278E12","123456789"]', position: 20 },
    response: enveloped(`{"result":1,"pcursor":"no_more","feeds":[${kuaishou.SPARSE}]}`),
    expect: { items: 1, end: 'exhausted' },
  },
  {
    name: 'kuaishou: an empty list of an unknown author',
    input: ofKuaishou,
    response: NOTHING,
    followUps: [NOTHING],
    expect: { absent: 'unknown' },
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
    name: 'tiktok: in the form of the web, one of them held at the top',
    input: { ...anyone, platform: 'tiktok', author_id: web.LONG_ID },
    response: enveloped(
      `{"itemList":[${web.WEB_ITEM.replace('"secret"', '"isPinnedItem":true,"secret"')}],"cursor":"1704500000000","hasMore":true,"statusCode":0}`,
    ),
    expect: {
      items: 1,
      end: 'more',
      cursor: `[0,"1704500000000","${web.LONG_ID}"]`,
      records: [{ ...web.WEB_ITEM_VIDEO, pinned: true }],
    },
  },
  {
    name: 'tiktok: in the form of the web, an author without videos',
    input: { ...anyone, platform: 'tiktok', author_id: web.LONG_ID },
    response: enveloped('{"cursor":"0","hasMore":false,"statusCode":0,"status_code":0}'),
    followUps: [enveloped(web.WEB_PROFILE)],
    expect: { items: 0, end: 'exhausted' },
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
    name: 'tiktok: by the handle',
    input: authorOf('tiktok', { handle: 'bo' }),
    response: user,
    expect: { record: { ...lists.AWEME_USER_RECORD, url: 'https://www.tiktok.com/@bo' } },
  },
  {
    name: 'kuaishou: an author',
    input: authorOf('kuaishou', { author_id: '123456789' }),
    response: enveloped(lists.KUAISHOU_PROFILE),
    expect: { record: lists.KUAISHOU_PROFILE_RECORD },
  },
  {
    name: 'tiktok: by the handle, in the form of the web',
    input: authorOf('tiktok', { handle: 'doorcat' }),
    response: enveloped(web.WEB_PROFILE),
    expect: { record: web.WEB_PROFILE_RECORD },
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
      cursor: '[0,"2"]',
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
    name: 'tiktok: comments that its author wants none of, in the form of the web',
    input: { ...onDouyin, platform: 'tiktok' },
    response: enveloped('{"status_code":0,"cursor":0,"has_more":0,"total":0}'),
    followUps: [enveloped(`{"itemInfo":{"itemStruct":${web.WEB_STATE_ITEM}},"statusCode":0}`)],
    expect: { items: 0, end: 'exhausted', isDisabled: true },
  },
  {
    name: 'tiktok: no comments yet, in the form of the web',
    input: { ...onDouyin, platform: 'tiktok' },
    response: NONE,
    followUps: [enveloped(`{"itemInfo":{"itemStruct":${web.WEB_ITEM}},"statusCode":0}`)],
    expect: { items: 0, end: 'exhausted' },
  },
  {
    name: 'kuaishou: no comments, and no such video',
    input: onKuaishou,
    response: NOTHING,
    followUps: [NOTHING],
    expect: { absent: 'unknown' },
  },
  {
    name: 'kuaishou: first page, by the newer names',
    input: onKuaishou,
    response: enveloped(`{"result":1,"pcursorV2":"5903819602","rootCommentsV2":[${lists.KUAISHOU_COMMENT}]}`),
    expect: { items: 1, end: 'more', cursor: '[0,"5903819602"]', records: [lists.KUAISHOU_COMMENT_RECORD] },
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

export const repliesSamples: Sample<RepliesInput, Expected>[] = [
  {
    name: 'douyin: replies',
    input: replyDouyin,
    response: comments([lists.AWEME_REPLY], '"cursor":3,"has_more":1'),
    expect: { items: 1, end: 'more', cursor: '[0,"2"]', records: [lists.AWEME_REPLY_RECORD] },
  },
  {
    name: 'tiktok: the last replies',
    input: { ...replyDouyin, platform: 'tiktok', cursor: '[0,"3"]', position: 3 },
    response: comments([lists.AWEME_REPLY], '"cursor":4,"has_more":0'),
    expect: { items: 1, end: 'exhausted' },
  },
];
