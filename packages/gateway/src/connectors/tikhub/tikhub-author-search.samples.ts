// Searches of authors at TikHub, made up from the documents and from programs that use it: their field names, our values.
import type { ParsedAuthor } from '../../domain/author.ts';
import type { AuthorSearchInput, ExpectedPage, Sample } from '../connector.ts';
import { answersAs } from '../samples/answer.ts';
import * as lists from '../short-video/short-video-lists.samples.ts';

const answer = answersAs('application/json');
const enveloped = (data: string, code = 200) =>
  answer(
    200,
    `{"code":${code},"request_id":"3f0c","message":"Request successful.","params":{},"data":${data}}`,
  );

const first = { keyword: 'bo', count: 20, cursor: null, position: 0, wantsRaw: false };
const onKuaishou: AuthorSearchInput = { ...first, platform: 'kuaishou' };
const onDouyin: AuthorSearchInput = { ...first, platform: 'douyin' };
const onTiktok: AuthorSearchInput = { ...first, platform: 'tiktok' };

const users = (items: string[], rest: string) =>
  enveloped(`{"status_code":0,${rest},"user_list":[${items.map((item) => `{"user_info":${item}}`)}]}`);
const feed = (items: string[], rest = '') =>
  enveloped(`{"result":1,${rest}"mixFeeds":[${items.map((item) => `{"type":"USER","user":${item}}`)}]}`);

export const authorSearchSamples: Sample<AuthorSearchInput, ExpectedPage<ParsedAuthor>>[] = [
  {
    name: 'douyin: first page',
    input: onDouyin,
    response: users([lists.AWEME_USER], '"cursor":10,"has_more":1'),
    expect: { items: 1, end: 'more', cursor: '[0,"10"]', records: [lists.AWEME_USER_RECORD] },
  },
  {
    name: 'douyin: last page, with raw records',
    input: { ...onDouyin, cursor: '[0,"10"]', position: 10, wantsRaw: true },
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
    input: onKuaishou,
    response: feed([lists.KUAISHOU_USER]),
    expect: { items: 1, end: 'more', cursor: '[0,"2"]', records: [lists.KUAISHOU_USER_RECORD] },
  },
  {
    name: 'kuaishou: last page',
    input: { ...onKuaishou, cursor: '[0,"2"]', position: 20 },
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
