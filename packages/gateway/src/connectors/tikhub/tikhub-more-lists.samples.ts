// Mixes and related videos of Douyin and popular videos of TikTok at TikHub, made up from the documents and from programs that use it: their
// field names, our values.
import type { ParsedPlaylist } from '../../domain/playlist.ts';
import type {
  ExpectedAbsence,
  ExpectedPage,
  ExpectedRecord,
  PlaylistInput,
  PlaylistVideosInput,
  PopularInput,
  RelatedInput,
  Sample,
} from '../connector.ts';
import { answersAs } from '../samples/answer.ts';
import * as aweme from '../short-video/aweme.samples.ts';

const answer = answersAs('application/json');
const enveloped = (data: string, code = 200) =>
  answer(
    200,
    `{"code":${code},"request_id":"3f0c","message":"Request successful.","params":{},"data":${data}}`,
  );
const LIMIT = answer(429, '{"detail":{"code":429}}');
const limited = { response: LIMIT, expect: { failure: 'rate_limited', suspendMs: 1_000 } as const };

const MIX_ID = '7302011174286002217';
const first = { platform: 'douyin', count: 20, cursor: null, position: 0, wantsRaw: false };
const playlist: PlaylistInput = { platform: 'douyin', playlist_id: MIX_ID, wantsRaw: false };
const videosOf: PlaylistVideosInput = { ...first, playlist_id: MIX_ID };

const mix = (id: string) =>
  `{"status_code":0,"mix_info":{"mix_id":"${id}","mix_name":"Door cats","desc":"All of them","create_time":1704500000,` +
  '"update_time":1704600000,"mix_type":0,"author":{"uid":"6800000000000000001","sec_uid":"MS4wLjABAAAA-x_1","nickname":"Door Cat"},' +
  '"cover_url":{"url_list":["https://p.example/m.jpg","https://q.example/m.jpg"],"width":720,"height":720},' +
  '"statis":{"play_vv":9000000,"collect_vv":12,"current_episode":0,"updated_to_episode":33},"status":{"status":2,"is_collected":0}}}';

export const playlistSamples: Sample<PlaylistInput, ExpectedRecord<ParsedPlaylist>>[] = [
  {
    name: 'a mix',
    input: playlist,
    response: enveloped(mix(MIX_ID)),
    expect: {
      record: {
        id: MIX_ID,
        url: `https://www.douyin.com/collection/${MIX_ID}`,
        title: 'Door cats',
        text: 'All of them',
        video_count: 33,
        views: 9_000_000,
        published_at: '2024-01-06T00:13:20.000Z',
        updated_at: '2024-01-07T04:00:00.000Z',
        thumbnails: [{ url: 'https://p.example/m.jpg', width: 720, height: 720 }],
      },
    },
  },
  {
    name: 'another mix than the one asked for',
    input: playlist,
    response: enveloped(mix('7302011174286002218')),
    expect: { failure: 'bad_response' },
  },
  { name: 'its rate limit', input: playlist, ...limited },
];

const inMix = (item: string, place: number) =>
  item.replace('{', `{"mix_info":{"mix_id":"${MIX_ID}","statis":{"current_episode":${place}}},`);
const PRIVATE = '{"aweme_id":"7320000000000000130","status":{"private_status":1},"video":{"duration":1000}}';
const posts = (items: string[], rest: string) =>
  enveloped(`{"status_code":0,${rest},"aweme_list":[${items}]}`);

export const playlistVideosSamples: Sample<PlaylistVideosInput, ExpectedPage | ExpectedAbsence>[] = [
  {
    name: 'first page, with a video that is not public any more',
    input: videosOf,
    response: posts([inMix(aweme.RICH, 1), PRIVATE, inMix(aweme.SECONDS, 3)], '"cursor":20,"has_more":1'),
    expect: {
      items: 2,
      end: 'more',
      cursor: '[0,"20"]',
      unavailable: 1,
      records: [
        { ...aweme.RICH_VIDEO, position: 1 },
        { ...aweme.SECONDS_VIDEO, position: 3 },
      ],
    },
  },
  {
    name: 'the second part of a page, where nothing is counted again',
    input: { ...videosOf, count: 1, cursor: '[1,"0"]', position: 1 },
    response: posts([inMix(aweme.RICH, 1), PRIVATE, inMix(aweme.SECONDS, 3)], '"cursor":20,"has_more":1'),
    expect: { items: 1, end: 'more', cursor: '[0,"20"]', unavailable: 0 },
  },
  {
    name: 'last page, of which the platform states no places',
    input: { ...videosOf, cursor: '[0,"20"]', position: 20 },
    response: posts([aweme.RICH], '"cursor":21,"has_more":0'),
    expect: { items: 1, end: 'exhausted', unavailable: 0 },
  },
  {
    name: 'a cursor that stands still',
    input: { ...videosOf, cursor: '[0,"20"]', position: 20 },
    response: posts([aweme.RICH], '"cursor":20,"has_more":1'),
    expect: { items: 1, end: 'unknown' },
  },
  {
    name: 'a list that cannot be read',
    input: videosOf,
    response: posts(['{"card":1}'], '"cursor":20,"has_more":1'),
    expect: { failure: 'bad_response' },
  },
  { name: 'its rate limit', input: videosOf, ...limited },
];

const related: RelatedInput = { ...first, id: '7320000000000000126' };

export const relatedSamples: Sample<RelatedInput, ExpectedPage | ExpectedAbsence>[] = [
  {
    name: 'first page, without the video itself',
    input: related,
    response: posts([aweme.HIDDEN, aweme.RICH, aweme.SECONDS], '"has_more":1'),
    expect: { items: 2, end: 'more', cursor: '[0,"2"]', records: [aweme.RICH_VIDEO, aweme.SECONDS_VIDEO] },
  },
  {
    name: 'last page',
    input: { ...related, cursor: '[0,"2"]', position: 20 },
    response: posts([aweme.RICH], '"has_more":0'),
    expect: { items: 1, end: 'exhausted' },
  },
  {
    name: 'a page that does not say whether there is more',
    input: { ...related, cursor: '[0,"2"]', position: 20 },
    response: enveloped(`{"status_code":0,"aweme_list":[${aweme.RICH}]}`),
    expect: { items: 1, end: 'unknown' },
  },
  { name: 'its rate limit', input: related, ...limited },
];

const popular: PopularInput = { ...first, platform: 'tiktok' };
const RANKED =
  '{"country_code":"US","cover":"https://p.example/r.jpg","duration":15,"id":"7512918118663081262","item_id":"7512918118663081262",' +
  '"item_url":"https://www.tiktok.com/@doorcat/video/7512918118663081262","region":"United States","title":"A door #cat"}';
const ranking = (items: string[], more: string) =>
  enveloped(
    `{"code":0,"msg":"OK","data":{"pagination":{${more}"limit":10,"page":1,"total_count":500},"videos":[${items}]}}`,
  );

export const popularSamples: Sample<PopularInput, ExpectedPage>[] = [
  {
    name: 'first page',
    input: popular,
    response: ranking([RANKED], '"has_more":true,'),
    expect: {
      items: 1,
      end: 'more',
      cursor: '[0,"2"]',
      records: [
        {
          id: '7512918118663081262',
          url: 'https://www.tiktok.com/@doorcat/video/7512918118663081262',
          text: 'A door #cat',
          tags: ['cat'],
          duration_ms: 15_000,
          thumbnails: [{ url: 'https://p.example/r.jpg', width: null, height: null }],
        },
      ],
    },
  },
  {
    name: 'of a country and a month, last page',
    input: { ...popular, region: 'DE', period: 'month', cursor: '[0,"50"]', position: 490 },
    response: ranking([RANKED], '"has_more":false,'),
    expect: { items: 1, end: 'exhausted' },
  },
  {
    name: 'an empty page that does not say that it is the last',
    input: popular,
    response: ranking([], ''),
    expect: { items: 0, end: 'unknown' },
  },
  { name: 'its rate limit', input: popular, ...limited },
];
