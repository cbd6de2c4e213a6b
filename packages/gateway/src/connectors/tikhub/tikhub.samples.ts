// Exchanges of the TikHub connector for its three platforms, made up from the documents: their field names, our values.
import type { Sample, SearchInput, UpstreamResponse } from '../connector.ts';
import { answersAs } from '../samples/answer.ts';
import * as aweme from '../short-video/aweme.samples.ts';
import * as kuaishou from '../short-video/kuaishou.samples.ts';

const first = { keyword: '猫', count: 20, cursor: null, position: 0, wantsRaw: false };
const onKuaishou: SearchInput = { ...first, platform: 'kuaishou' };
const onDouyin: SearchInput = { ...first, platform: 'douyin' };
const onTiktok: SearchInput = { ...first, platform: 'tiktok' };

const answer = answersAs('application/json');

function enveloped(data: string, code = 200): UpstreamResponse {
  const envelope =
    `{"code":${code},"request_id":"3f0c","message":"Request successful.","message_zh":"","time":"2026-02-23 10:00:00",` +
    '"time_stamp":1771840800,"time_zone":"America/Los_Angeles","cache_url":"https://cache.example/3f0c",' +
    `"router":"/api/v1","params":{"keyword":"猫"},"data":${data}}`;
  return answer(200, envelope);
}

const feeds = (items: string[], rest: string) =>
  enveloped(`{"result":1,"ussid":"u1",${rest}"mixFeeds":[${items.map((item) => `{"feed":${item}}`)}]}`);

const kuaishouSamples: Sample[] = [
  {
    name: 'kuaishou: first page, with a repeated item',
    input: onKuaishou,
    response: feeds(
      [kuaishou.SNAKE, kuaishou.CAMEL, kuaishou.PICTURES, kuaishou.SNAKE, kuaishou.SPARSE],
      '"pcursor":"1",',
    ),
    expect: {
      items: 4,
      end: 'more',
      cursor: '[0,"2","1"]',
      videos: [kuaishou.SNAKE_VIDEO, kuaishou.CAMEL_VIDEO, kuaishou.PICTURES_VIDEO, kuaishou.SPARSE_VIDEO],
    },
  },
  {
    name: 'kuaishou: a page larger than asked, cut',
    input: { ...onKuaishou, count: 2 },
    response: feeds([kuaishou.SNAKE, kuaishou.CAMEL, kuaishou.PICTURES], '"pcursor":"1",'),
    expect: { items: 2, end: 'more', cursor: '[2]' },
  },
  {
    name: 'kuaishou: its rest',
    input: { ...onKuaishou, count: 2, cursor: '[2]', position: 2 },
    response: feeds([kuaishou.SNAKE, kuaishou.CAMEL, kuaishou.PICTURES], '"pcursor":"1",'),
    expect: { items: 1, end: 'more', cursor: '[0,"2","1"]', videos: [kuaishou.PICTURES_VIDEO] },
  },
  {
    name: 'kuaishou: next page, in the form of the web and without a cursor, with raw records',
    input: { ...onKuaishou, cursor: '[0,"2","1"]', position: 20, wantsRaw: true },
    response: enveloped(`{"data":{"result":1,"feeds":[${kuaishou.WEB}]}}`),
    expect: { items: 1, end: 'more', cursor: '[0,"3"]', videos: [kuaishou.WEB_VIDEO] },
  },
  {
    name: 'kuaishou: a card of another kind between the videos, and the cursor of its own list',
    input: onKuaishou,
    response: enveloped(
      `{"result":1,"responseCode":0,"pcursor":"1","recoPcursor":"no_more","mixFeeds":[{"itemType":5,"feed":${kuaishou.SNAKE}},` +
        '{"itemType":28,"id":"9001","relatedSearch":{"words":["cat"]}}]}',
    ),
    expect: { items: 1, end: 'more', cursor: '[0,"2","1"]', videos: [kuaishou.SNAKE_VIDEO] },
  },
  {
    name: 'kuaishou: a refusal by the code of the seller',
    input: onKuaishou,
    response: enveloped('{"responseCode":109,"result":1,"pcursor":"1","mixFeeds":[]}'),
    expect: { failure: 'refused' },
  },
  {
    name: 'kuaishou: last page',
    input: { ...onKuaishou, cursor: '[0,"3","2"]', position: 40 },
    response: feeds([kuaishou.SPARSE], '"pcursor":"no_more",'),
    expect: { items: 1, end: 'exhausted', videos: [kuaishou.SPARSE_VIDEO] },
  },
  {
    name: 'kuaishou: an empty page whose cursor is still alive',
    input: { ...onKuaishou, cursor: '[0,"4","3"]', position: 60 },
    response: feeds([], '"pcursor":"4",'),
    expect: { items: 0, end: 'unknown' },
  },
  {
    name: 'kuaishou: a cursor that stands still',
    input: { ...onKuaishou, cursor: '[0,"4","3"]', position: 60 },
    response: feeds([kuaishou.SPARSE], '"pcursor":"3",'),
    expect: { items: 1, end: 'unknown' },
  },
  {
    name: 'kuaishou: nothing found',
    input: onKuaishou,
    response: feeds([], '"pcursor":"no_more",'),
    expect: { items: 0, end: 'exhausted' },
  },
  ...kuaishou.REFUSALS.map(({ name, data, ...expect }) => ({
    name: `kuaishou: ${name}`,
    input: onKuaishou,
    response: enveloped(data),
    expect,
  })),
];

const business = (items: string[], more: string) =>
  enveloped(
    `{"status_code":0,"business_data":[${items.map((item) => `{"data_id":"1","type":1,"data":{"type":1,"aweme_info":${item}}}`)}],` +
      `"business_config":{${more}}}`,
  );
const NEXT =
  '"has_more":1,"next_page":{"cursor":10,"search_id":"20260223000000000001AB"},"backtrace":"b64=="';

const douyinSamples: Sample[] = [
  {
    name: 'douyin: first page',
    input: onDouyin,
    response: business([aweme.RICH, aweme.PICTURES, aweme.SECONDS], NEXT),
    expect: {
      items: 3,
      end: 'more',
      cursor: '[0,"10","20260223000000000001AB","b64=="]',
      videos: [
        aweme.RICH_VIDEO,
        {
          ...aweme.PICTURES_VIDEO,
          url: 'https://www.douyin.com/video/7320000000000000124',
        },
        aweme.SECONDS_VIDEO,
      ],
    },
  },
  {
    name: 'douyin: what is hidden, and what only some routes give',
    input: onDouyin,
    response: business([aweme.HIDDEN, aweme.UNSEEN], NEXT),
    expect: {
      items: 2,
      end: 'more',
      videos: [
        {
          ...aweme.HIDDEN_VIDEO,
          author: {
            ...aweme.HIDDEN_AUTHOR,
            // On Douyin, a user without a handle is shown by a number. On TikTok that number is not a handle.
            handle: '48151623',
            url: 'https://www.douyin.com/user/MS4wLjABAAAA-x_1',
          },
        },
        { ...aweme.UNSEEN_VIDEO, url: 'https://www.douyin.com/video/7320000000000000127' },
      ],
    },
  },
  {
    name: 'douyin: next page, in the older form and without a search id',
    input: { ...onDouyin, cursor: '[0,"10","20260223000000000001AB"]', position: 10 },
    response: enveloped(
      `{"status_code":0,"data":[{"type":4,"card_info":{}},{"type":1,"aweme_info":${aweme.RICH}}],"cursor":20,"has_more":1}`,
    ),
    expect: { items: 1, end: 'more', cursor: '[0,"20","20260223000000000001AB",""]' },
  },
  {
    name: 'douyin: last page',
    input: { ...onDouyin, cursor: '[0,"20","20260223000000000001AB",""]', position: 20 },
    response: business([aweme.SECONDS], '"has_more":0'),
    expect: { items: 1, end: 'exhausted', videos: [aweme.SECONDS_VIDEO] },
  },
  {
    name: 'douyin: nothing found',
    input: onDouyin,
    response: business([], '"has_more":0'),
    expect: { items: 0, end: 'exhausted' },
  },
  {
    name: 'douyin: an empty list that claims to have more',
    input: onDouyin,
    response: business([], '"has_more":1,"next_page":{"cursor":10,"search_id":"x"}'),
    expect: { items: 0, end: 'unknown' },
  },
  ...aweme.NIL.map(({ type, failure }) => ({
    name: `douyin: ${type}`,
    input: onDouyin,
    response: enveloped(
      `{"status_code":0,"data":[],"cursor":0,"has_more":0,"search_nil_info":{"search_nil_item":"${type}"}}`,
    ),
    expect: { failure },
  })),
];

const found = (items: string[], rest: string) =>
  enveloped(
    `{"status_code":0,${rest}"search_item_list":[${items.map((item) => `{"type":1,"aweme_info":${item}}`)}]}`,
  );

const tiktokSamples: Sample[] = [
  {
    name: 'tiktok: first page',
    input: onTiktok,
    response: found([aweme.RICH, aweme.PICTURES], '"cursor":20,"has_more":1,'),
    expect: {
      items: 2,
      end: 'more',
      cursor: '[0,"20"]',
      videos: [
        {
          ...aweme.RICH_VIDEO,
          author: {
            id: '6800000000000000001',
            handle: 'doorcat',
            name: 'Door Cat',
            url: 'https://www.tiktok.com/@doorcat',
            avatar_url: 'https://p.example/a1.jpg',
            verified: false,
            followers: 1200,
          },
        },
        { ...aweme.PICTURES_VIDEO, url: null },
      ],
    },
  },
  {
    name: 'tiktok: next page, which does not say whether there is more',
    input: { ...onTiktok, cursor: '[0,"20"]', position: 20 },
    response: found([aweme.SECONDS], ''),
    expect: { items: 1, end: 'more', cursor: '[0,"21"]' },
  },
  {
    name: 'tiktok: a cursor that stands still',
    input: { ...onTiktok, cursor: '[0,"20"]', position: 20 },
    response: found([aweme.SECONDS], '"cursor":20,"has_more":1,'),
    expect: { items: 1, end: 'unknown' },
  },
  {
    name: 'tiktok: an author without a name, whose page goes by the long id',
    input: onTiktok,
    response: found([aweme.HIDDEN], '"cursor":20,"has_more":1,'),
    expect: {
      items: 1,
      end: 'more',
      videos: [
        {
          ...aweme.HIDDEN_VIDEO,
          author: { ...aweme.HIDDEN_AUTHOR, url: 'https://www.tiktok.com/@MS4wLjABAAAA-x_1' },
        },
      ],
    },
  },
  {
    name: 'tiktok: last page',
    input: { ...onTiktok, cursor: '[0,"40"]', position: 40 },
    response: found([aweme.RICH], '"cursor":41,"has_more":0,'),
    expect: { items: 1, end: 'exhausted' },
  },
  {
    name: 'tiktok: nothing left',
    input: { ...onTiktok, cursor: '[0,"60"]', position: 60 },
    response: found([], '"search_nil_info":{"search_nil_type":"federation_empty","search_nil_item":""},'),
    expect: { items: 0, end: 'exhausted' },
  },
  ...aweme.NIL.map(({ type, failure }) => ({
    name: `tiktok: ${type}`,
    input: onTiktok,
    response: found([], `"search_nil_info":{"search_nil_type":"${type}"},"has_more":0,`),
    expect: { failure },
  })),
  {
    name: 'tiktok: a status code',
    input: onTiktok,
    response: enveloped('{"status_code":2483,"search_item_list":[]}'),
    expect: { failure: 'refused' },
  },
];

const sellerSamples: Sample[] = [
  {
    name: 'its rate limit',
    input: onKuaishou,
    response: answer(429, '{"detail":{"code":429,"message":"Too many requests"}}'),
    expect: { failure: 'rate_limited', suspendMs: 1_000 },
  },
  {
    name: 'its rate limit with status 200',
    input: onKuaishou,
    response: enveloped('null', 429),
    expect: { failure: 'rate_limited', suspendMs: 1_000 },
  },
  {
    name: 'a wrong key',
    input: onDouyin,
    response: answer(401, '{"detail":{"code":401}}'),
    expect: { failure: 'refused' },
  },
  {
    name: 'no balance',
    input: onDouyin,
    response: answer(402, '{"detail":{"code":402}}'),
    expect: { failure: 'refused' },
  },
  {
    name: 'a failure without a cause',
    input: onTiktok,
    response: answer(400, '{"detail":{"code":400}}'),
    expect: { failure: 'unavailable' },
  },
  {
    name: 'input that it does not take',
    input: onTiktok,
    response: answer(422, '{"detail":[{"loc":["query","keyword"],"msg":"field required","type":"missing"}]}'),
    expect: { failure: 'input_rejected' },
  },
  {
    name: 'an error of its own',
    input: onKuaishou,
    response: answer(500, ''),
    expect: { failure: 'unavailable' },
  },
  {
    name: 'an answer without data',
    input: onKuaishou,
    response: enveloped('{}'),
    expect: { failure: 'bad_response' },
  },
  {
    name: 'a page of markup with status 200',
    input: onKuaishou,
    response: answer(200, '<!doctype html><title>Just a moment</title>', { 'content-type': 'text/html' }),
    expect: { failure: 'refused' },
  },
];

export const samples: Sample[] = [...kuaishouSamples, ...douyinSamples, ...tiktokSamples, ...sellerSamples];
