// Exchanges about one video of JustOneAPI for its three platforms, made up from the documents: their field names, our values.
import type { ParsedVideo } from '../../domain/video.ts';
import type { ExpectedRecord, Sample, VideoInput } from '../connector.ts';
import { answersAs } from '../samples/answer.ts';
import * as aweme from '../short-video/aweme.samples.ts';
import * as kuaishou from '../short-video/kuaishou.samples.ts';
import { tiktokTranscripts } from '../short-video/tiktok-transcripts.samples.ts';
import * as web from '../short-video/tiktok-web.samples.ts';

const onKuaishou: VideoInput = { platform: 'kuaishou', id: '5193363430624671876', wantsRaw: false };
const onDouyin: VideoInput = { platform: 'douyin', id: '7320000000000000123', wantsRaw: false };
const answer = answersAs('application/json');

const enveloped = (data: string, code = 0) =>
  answer(200, `{"code":${code},"message":"","recordTime":"2026-11-15 10:00:00","data":${data}}`);

export const videoSamples: Sample<VideoInput, ExpectedRecord<ParsedVideo>>[] = [
  {
    name: 'douyin: a video',
    input: onDouyin,
    response: enveloped(`{"status_code":0,"aweme_detail":${aweme.RICH}}`),
    expect: { record: aweme.RICH_VIDEO },
  },
  {
    name: 'kuaishou: a video, as a text within the answer',
    input: onKuaishou,
    response: enveloped(JSON.stringify(`{"result":1,"photos":[${kuaishou.SNAKE}]}`)),
    expect: { record: kuaishou.SNAKE_VIDEO },
  },
  {
    name: 'tiktok: a video',
    input: { ...onDouyin, platform: 'tiktok' },
    response: enveloped(`{"status_code":0,"aweme_detail":${aweme.RICH}}`),
    expect: { record: aweme.RICH_VIDEO },
  },
  {
    name: 'tiktok: a video in the form of the web',
    input: { ...onDouyin, platform: 'tiktok' },
    response: enveloped(`{"itemInfo":{"itemStruct":${web.WEB_ITEM}},"statusCode":0,"statusMsg":""}`),
    expect: { record: web.WEB_ITEM_VIDEO },
  },
  {
    name: 'tiktok: a video in the form of the state of a web page',
    input: { ...onDouyin, platform: 'tiktok' },
    response: enveloped(`{"itemInfo":{"itemStruct":${web.WEB_STATE_ITEM}},"statusCode":0,"statusMsg":""}`),
    expect: { record: web.WEB_STATE_VIDEO },
  },
  {
    name: 'tiktok: a private video, by the code of the web',
    input: { ...onDouyin, platform: 'tiktok' },
    response: enveloped('{"itemInfo":{},"statusCode":10216,"statusMsg":"status_self_see"}'),
    expect: { absent: 'private' },
  },
  {
    name: 'tiktok: a code of the web that blocked callers get as well',
    input: { ...onDouyin, platform: 'tiktok' },
    response: enveloped('{"itemInfo":{},"statusCode":10204,"statusMsg":"item doesn\'t exist"}'),
    expect: { failure: 'refused' },
  },
  {
    name: 'douyin: a private video',
    input: onDouyin,
    response: enveloped('{"aweme_detail":null,"filter_list":[{"reason":5}]}'),
    expect: { absent: 'private' },
  },
  {
    name: 'douyin: another video than the one asked for',
    input: onDouyin,
    response: enveloped(`{"aweme_detail":${aweme.HIDDEN}}`),
    expect: { failure: 'bad_response' },
  },
];

export const transcriptSamples = tiktokTranscripts(enveloped, {
  response: enveloped('null', 302),
  expect: { failure: 'rate_limited', suspendMs: 1_000 },
});
