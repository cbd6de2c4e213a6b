// Exchanges of the JustOneAPI connector for its two platforms, made up from the documents: their field names, our values.

import type { ParsedAuthor } from '../../domain/author.ts';
import type { ParsedVideo } from '../../domain/video.ts';
import type {
  AuthorSearchInput,
  ExpectedPage,
  ExpectedRecord,
  Sample,
  SearchInput,
  VideoInput,
} from '../connector.ts';
import { answersAs } from '../samples/answer.ts';
import * as aweme from '../short-video/aweme.samples.ts';
import * as kuaishou from '../short-video/kuaishou.samples.ts';
import * as lists from '../short-video/short-video-lists.samples.ts';
import { tiktokTranscripts } from '../short-video/tiktok-transcripts.samples.ts';
import * as web from '../short-video/tiktok-web.samples.ts';

const first = { keyword: '猫', count: 20, cursor: null, position: 0, wantsRaw: false };
const onKuaishou: SearchInput = { ...first, platform: 'kuaishou' };
const onDouyin: SearchInput = { ...first, platform: 'douyin' };

const answer = answersAs('application/json');

const enveloped = (data: string, code = 0) =>
  answer(
    200,
    `{"code":${code},"message":"","recordTime":"2026-02-23 10:00:00","data":${data},"requestId":"r1"}`,
  );

const kuaishouSamples: Sample[] = [
  {
    name: 'kuaishou: first page',
    input: onKuaishou,
    response: enveloped(`{"result":1,"feeds":[${kuaishou.CAMEL},${kuaishou.SNAKE},${kuaishou.SPARSE}]}`),
    expect: {
      items: 3,
      end: 'more',
      cursor: '[0,"2"]',
      videos: [kuaishou.CAMEL_VIDEO, kuaishou.SNAKE_VIDEO, kuaishou.SPARSE_VIDEO],
    },
  },
  {
    name: 'kuaishou: next page, as a text and with raw records',
    input: { ...onKuaishou, cursor: '[0,"2"]', position: 20, wantsRaw: true },
    response: enveloped(JSON.stringify(`{"result":1,"feeds":[${kuaishou.CAMEL},${kuaishou.CAMEL}]}`)),
    expect: { items: 1, end: 'more', cursor: '[0,"3"]', videos: [kuaishou.CAMEL_VIDEO] },
  },
  {
    name: 'kuaishou: last page',
    input: { ...onKuaishou, cursor: '[0,"3"]', position: 40 },
    response: enveloped(`{"result":1,"pcursor":"no_more","feeds":[${kuaishou.PICTURES}]}`),
    expect: { items: 1, end: 'exhausted', videos: [kuaishou.PICTURES_VIDEO] },
  },
  {
    name: 'kuaishou: an empty page, which proves nothing',
    input: { ...onKuaishou, cursor: '[0,"4"]', position: 60 },
    response: enveloped('{"result":1,"feeds":[]}'),
    expect: { items: 0, end: 'unknown' },
  },
  ...kuaishou.REFUSALS.map(({ name, data, ...expect }) => ({
    name: `kuaishou: ${name}`,
    input: onKuaishou,
    response: enveloped(data),
    expect,
  })),
];

const business = (items: string[], config: string) =>
  enveloped(
    `{"business_data":[${items.map((item) => `{"type":1,"data":{"type":1,"aweme_info":${item}}}`)}],"business_config":{${config}}}`,
  );

const douyinSamples: Sample[] = [
  {
    name: 'douyin: first page',
    input: onDouyin,
    response: business(
      [aweme.RICH, aweme.PICTURES, aweme.SECONDS, aweme.HIDDEN],
      '"has_more":1,"next_page":{"cursor":12,"search_id":"2026022300AB"}',
    ),
    expect: {
      items: 4,
      end: 'more',
      cursor: '[0,"2","2026022300AB"]',
      videos: [aweme.RICH_VIDEO, aweme.PICTURES_VIDEO, aweme.SECONDS_VIDEO, aweme.HIDDEN_VIDEO],
    },
  },
  {
    name: 'douyin: next page, which does not repeat the id of the search',
    input: { ...onDouyin, cursor: '[0,"2","2026022300AB"]', position: 12 },
    response: business([aweme.SECONDS], '"has_more":1'),
    expect: { items: 1, end: 'more', cursor: '[0,"3","2026022300AB"]' },
  },
  {
    name: 'douyin: a first page without the id that the next one needs',
    input: onDouyin,
    response: business([aweme.SECONDS], '"has_more":1'),
    expect: { items: 1, end: 'unknown' },
  },
  {
    name: 'douyin: last page',
    input: { ...onDouyin, cursor: '[0,"3","2026022300AB"]', position: 24 },
    response: business([aweme.RICH], '"has_more":0'),
    expect: { items: 1, end: 'exhausted', videos: [aweme.RICH_VIDEO] },
  },
  {
    name: 'douyin: nothing found',
    input: onDouyin,
    response: business([], '"has_more":0'),
    expect: { items: 0, end: 'exhausted' },
  },
  ...aweme.NIL.map(({ type, failure }) => ({
    name: `douyin: ${type}`,
    input: onDouyin,
    response: enveloped(
      `{"status_code":0,"aweme_list":[],"has_more":0,"search_nil_info":{"search_nil_type":"${type}"}}`,
    ),
    expect: { failure },
  })),
];

const CODES = [
  { code: 100, failure: 'refused' },
  { code: 101, failure: 'bad_response' },
  { code: 300, failure: 'refused' },
  { code: 301, failure: 'unavailable' },
  { code: 302, failure: 'rate_limited', suspendMs: 1_000 },
  { code: 303, failure: 'rate_limited', suspendMs: 3_600_000 },
  { code: 400, failure: 'input_rejected' },
  { code: 500, failure: 'unavailable' },
  { code: 600, failure: 'refused' },
  { code: 601, failure: 'refused' },
  { code: 602, failure: 'bad_response' },
] as const;

const sellerSamples: Sample[] = [
  {
    name: 'code 201: nothing found',
    input: onKuaishou,
    response: enveloped('null', 201),
    expect: { items: 0, end: 'exhausted', total: null },
  },
  {
    name: 'code 201: nothing more',
    input: { ...onDouyin, cursor: '[0,"3","2026022300AB"]', position: 24 },
    response: enveloped('null', 201),
    expect: { items: 0, end: 'exhausted' },
  },
  ...CODES.map(({ code, ...expect }) => ({
    name: `code ${code} with status 200`,
    input: onKuaishou,
    response: enveloped('null', code),
    expect,
  })),
  {
    name: 'the rate limit with a status of its own',
    input: onDouyin,
    response: answer(429, '{"code":302,"message":"..","recordTime":"..","data":null}'),
    expect: { failure: 'rate_limited', suspendMs: 1_000 },
  },
  {
    name: 'a gateway before it',
    input: onDouyin,
    response: answer(503, '<html></html>', { 'content-type': 'text/html', 'retry-after': '7' }),
    expect: { failure: 'unavailable', suspendMs: 7_000 },
  },
  {
    name: 'success without data',
    input: onDouyin,
    response: enveloped('null'),
    expect: { failure: 'bad_response' },
  },
];

const onTiktok: SearchInput = { ...onDouyin, platform: 'tiktok' };
const found = (items: string[], rest: string) =>
  enveloped(
    `{"status_code":0,${rest},"search_item_list":[${items.map((item) => `{"type":1,"aweme_info":${item}}`)}]}`,
  );

const tiktokSamples: Sample[] = [
  {
    name: 'tiktok: first page',
    input: onTiktok,
    response: found([aweme.RICH, aweme.SECONDS], '"cursor":11,"has_more":1'),
    expect: { items: 2, end: 'more', cursor: '[0,"20"]', videos: [aweme.RICH_VIDEO, aweme.SECONDS_VIDEO] },
  },
  {
    name: 'tiktok: last page',
    input: { ...onTiktok, cursor: '[0,"20"]', position: 20 },
    response: found([aweme.RICH], '"cursor":31,"has_more":0'),
    expect: { items: 1, end: 'exhausted' },
  },
  {
    name: 'tiktok: risk control',
    input: onTiktok,
    response: enveloped(
      '{"status_code":0,"search_item_list":[],"search_nil_info":{"search_nil_item":"hit_shark"}}',
    ),
    expect: { failure: 'refused' },
  },
];

export const samples: Sample[] = [...kuaishouSamples, ...douyinSamples, ...tiktokSamples, ...sellerSamples];

const videoOnKuaishou: VideoInput = { platform: 'kuaishou', id: '5193363430624671876', wantsRaw: false };
const videoOnDouyin: VideoInput = { platform: 'douyin', id: '7320000000000000123', wantsRaw: false };
const videoEnveloped = (data: string, code = 0) =>
  answer(200, `{"code":${code},"message":"","recordTime":"2026-11-15 10:00:00","data":${data}}`);

/** Exchanges about one video of JustOneAPI for its three platforms. */
export const videoSamples: Sample<VideoInput, ExpectedRecord<ParsedVideo>>[] = [
  {
    name: 'douyin: a video',
    input: videoOnDouyin,
    response: videoEnveloped(`{"status_code":0,"aweme_detail":${aweme.RICH}}`),
    expect: { record: aweme.RICH_VIDEO },
  },
  {
    name: 'kuaishou: a video, as a text within the answer',
    input: videoOnKuaishou,
    response: videoEnveloped(JSON.stringify(`{"result":1,"photos":[${kuaishou.SNAKE}]}`)),
    expect: { record: kuaishou.SNAKE_VIDEO },
  },
  {
    name: 'tiktok: a video',
    input: { ...videoOnDouyin, platform: 'tiktok' },
    response: videoEnveloped(`{"status_code":0,"aweme_detail":${aweme.RICH}}`),
    expect: { record: aweme.RICH_VIDEO },
  },
  {
    name: 'tiktok: a video in the form of the web',
    input: { ...videoOnDouyin, platform: 'tiktok' },
    response: videoEnveloped(`{"itemInfo":{"itemStruct":${web.WEB_ITEM}},"statusCode":0,"statusMsg":""}`),
    expect: { record: web.WEB_ITEM_VIDEO },
  },
  {
    name: 'tiktok: a video in the form of the state of a web page',
    input: { ...videoOnDouyin, platform: 'tiktok' },
    response: videoEnveloped(
      `{"itemInfo":{"itemStruct":${web.WEB_STATE_ITEM}},"statusCode":0,"statusMsg":""}`,
    ),
    expect: { record: web.WEB_STATE_VIDEO },
  },
  {
    name: 'tiktok: a private video, by the code of the web',
    input: { ...videoOnDouyin, platform: 'tiktok' },
    response: videoEnveloped('{"itemInfo":{},"statusCode":10216,"statusMsg":"status_self_see"}'),
    expect: { absent: 'private' },
  },
  {
    name: 'tiktok: a code of the web that blocked callers get as well',
    input: { ...videoOnDouyin, platform: 'tiktok' },
    response: videoEnveloped('{"itemInfo":{},"statusCode":10204,"statusMsg":"item doesn\'t exist"}'),
    expect: { failure: 'refused' },
  },
  {
    name: 'douyin: a private video',
    input: videoOnDouyin,
    response: videoEnveloped('{"aweme_detail":null,"filter_list":[{"reason":5}]}'),
    expect: { absent: 'private' },
  },
  {
    name: 'douyin: another video than the one asked for',
    input: videoOnDouyin,
    response: videoEnveloped(`{"aweme_detail":${aweme.HIDDEN}}`),
    expect: { failure: 'bad_response' },
  },
];

export const transcriptSamples = tiktokTranscripts(videoEnveloped, {
  response: videoEnveloped('null', 302),
  expect: { failure: 'rate_limited', suspendMs: 1_000 },
});

const authorsFirst = { keyword: 'bo', count: 20, cursor: null, position: 0, wantsRaw: false };
const authorsOnKuaishou: AuthorSearchInput = { ...authorsFirst, platform: 'kuaishou' };
const authorsOnDouyin: AuthorSearchInput = { ...authorsFirst, platform: 'douyin' };
const authorsOnTiktok: AuthorSearchInput = { ...authorsFirst, platform: 'tiktok' };

/** Each user is a JSON text within its entry. */
const authorsBusiness = (items: string[], config: string) =>
  enveloped(
    `{"business_data":[${items.map((item) => `{"data":{"raw_data":${JSON.stringify(`{"user_info":${item}}`)}}}`)}],` +
      `"business_config":{${config}}}`,
  );
const users = (items: string[], rest: string) =>
  enveloped(
    `{"status_code":0,${rest},"extra":{"logid":"2026022300AB"},"user_list":[${items.map((item) => `{"user_info":${item}}`)}]}`,
  );

/** Searches of authors at JustOneAPI. */
export const authorSearchSamples: Sample<AuthorSearchInput, ExpectedPage<ParsedAuthor>>[] = [
  {
    name: 'douyin: first page',
    input: authorsOnDouyin,
    response: authorsBusiness([lists.AWEME_USER], '"has_more":1'),
    expect: { items: 1, end: 'more', cursor: '[0,"2"]', records: [lists.AWEME_USER_RECORD] },
  },
  {
    name: 'douyin: last page, with raw records',
    input: { ...authorsOnDouyin, cursor: '[0,"2"]', position: 10, wantsRaw: true },
    response: authorsBusiness([lists.AWEME_USER], '"has_more":0'),
    expect: { items: 1, end: 'exhausted' },
  },
  {
    name: 'douyin: entries whose text is cut off',
    input: authorsOnDouyin,
    response: enveloped(
      '{"business_data":[{"data":{"raw_data":"{\\"user_info"}}],"business_config":{"has_more":1}}',
    ),
    expect: { failure: 'bad_response' },
  },
  {
    name: 'tiktok: first page, whose log id the next page needs',
    input: authorsOnTiktok,
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
    input: { ...authorsOnTiktok, cursor: '[0,"10","2026022300AB"]', position: 10 },
    response: users([lists.AWEME_USER], '"cursor":11,"has_more":0'),
    expect: { items: 1, end: 'exhausted' },
  },
  {
    name: 'tiktok: a cursor that stands still',
    input: { ...authorsOnTiktok, cursor: '[0,"10","2026022300AB"]', position: 10 },
    response: users([lists.AWEME_USER], '"cursor":10,"has_more":1'),
    expect: { items: 1, end: 'unknown' },
  },
  {
    name: 'kuaishou: first page',
    input: authorsOnKuaishou,
    response: enveloped(`{"result":1,"users":[${lists.KUAISHOU_USER}]}`),
    expect: { items: 1, end: 'more', cursor: '[0,"2"]', records: [lists.KUAISHOU_USER_RECORD] },
  },
  {
    name: 'its rate limit',
    input: authorsOnDouyin,
    response: enveloped('null', 302),
    expect: { failure: 'rate_limited', suspendMs: 1_000 },
  },
];
