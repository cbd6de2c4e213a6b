// Searches of authors at JustOneAPI, made up from the documents and from programs that use it: their field names, our values.
import type { ParsedAuthor } from '../../domain/author.ts';
import type { AuthorSearchInput, ExpectedPage, Sample } from '../connector.ts';
import { answersAs } from '../samples/answer.ts';
import * as lists from '../short-video/short-video-lists.samples.ts';

const answer = answersAs('application/json');
const enveloped = (data: string, code = 0) =>
  answer(
    200,
    `{"code":${code},"message":"","recordTime":"2026-02-23 10:00:00","data":${data},"requestId":"r1"}`,
  );

const first = { keyword: 'bo', count: 20, cursor: null, position: 0, wantsRaw: false };
const onKuaishou: AuthorSearchInput = { ...first, platform: 'kuaishou' };
const onDouyin: AuthorSearchInput = { ...first, platform: 'douyin' };
const onTiktok: AuthorSearchInput = { ...first, platform: 'tiktok' };

/** Each user is a JSON text within its entry. */
const business = (items: string[], config: string) =>
  enveloped(
    `{"business_data":[${items.map((item) => `{"data":{"raw_data":${JSON.stringify(`{"user_info":${item}}`)}}}`)}],` +
      `"business_config":{${config}}}`,
  );
const users = (items: string[], rest: string) =>
  enveloped(
    `{"status_code":0,${rest},"extra":{"logid":"2026022300AB"},"user_list":[${items.map((item) => `{"user_info":${item}}`)}]}`,
  );

export const authorSearchSamples: Sample<AuthorSearchInput, ExpectedPage<ParsedAuthor>>[] = [
  {
    name: 'douyin: first page',
    input: onDouyin,
    response: business([lists.AWEME_USER], '"has_more":1'),
    expect: { items: 1, end: 'more', cursor: '[0,"2"]', records: [lists.AWEME_USER_RECORD] },
  },
  {
    name: 'douyin: last page, with raw records',
    input: { ...onDouyin, cursor: '[0,"2"]', position: 10, wantsRaw: true },
    response: business([lists.AWEME_USER], '"has_more":0'),
    expect: { items: 1, end: 'exhausted' },
  },
  {
    name: 'douyin: entries whose text is cut off',
    input: onDouyin,
    response: enveloped(
      '{"business_data":[{"data":{"raw_data":"{\\"user_info"}}],"business_config":{"has_more":1}}',
    ),
    expect: { failure: 'bad_response' },
  },
  {
    name: 'tiktok: first page, whose log id the next page needs',
    input: onTiktok,
    response: users([lists.AWEME_USER], '"cursor":10,"has_more":1'),
    expect: {
      items: 1,
      end: 'more',
      cursor: '[0,"10","2026022300AB"]',
      records: [lists.AWEME_USER_RECORD],
    },
  },
  {
    name: 'tiktok: last page',
    input: { ...onTiktok, cursor: '[0,"10","2026022300AB"]', position: 10 },
    response: users([lists.AWEME_USER], '"cursor":11,"has_more":0'),
    expect: { items: 1, end: 'exhausted' },
  },
  {
    name: 'tiktok: a cursor that stands still',
    input: { ...onTiktok, cursor: '[0,"10","2026022300AB"]', position: 10 },
    response: users([lists.AWEME_USER], '"cursor":10,"has_more":1'),
    expect: { items: 1, end: 'unknown' },
  },
  {
    name: 'kuaishou: first page',
    input: onKuaishou,
    response: enveloped(`{"result":1,"users":[${lists.KUAISHOU_USER}]}`),
    expect: { items: 1, end: 'more', cursor: '[0,"2"]', records: [lists.KUAISHOU_USER_RECORD] },
  },
  {
    name: 'its rate limit',
    input: onDouyin,
    response: enveloped('null', 302),
    expect: { failure: 'rate_limited', suspendMs: 1_000 },
  },
];
