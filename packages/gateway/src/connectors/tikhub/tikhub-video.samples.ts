// Exchanges about one video of TikHub for its three platforms, made up from the documents: their field names, our values.
import type { ParsedVideo } from '../../domain/video.ts';
import type { ExpectedRecord, Sample, VideoInput } from '../connector.ts';
import { answersAs } from '../samples/answer.ts';
import * as aweme from '../short-video/aweme.samples.ts';
import * as kuaishou from '../short-video/kuaishou.samples.ts';
import { tiktokTranscripts } from '../short-video/tiktok-transcripts.samples.ts';

const onKuaishou: VideoInput = { platform: 'kuaishou', id: '5193363430624671876', wantsRaw: false };
const onDouyin: VideoInput = { platform: 'douyin', id: '7320000000000000123', wantsRaw: false };
const onTiktok: VideoInput = { ...onDouyin, platform: 'tiktok' };
const answer = answersAs('application/json');

const enveloped = (data: string, params = '{}') =>
  answer(
    200,
    `{"code":200,"request_id":"3f0c","message":"Request successful.","params":${params},"data":${data}}`,
  );
const detail = (item: string) => enveloped(`{"status_code":0,"aweme_detail":${item}}`);
const filtered = (reason: number) =>
  enveloped(
    `{"status_code":0,"aweme_detail":null,"filter_list":[{"aweme_id":"${onDouyin.id}","reason":${reason}}]}`,
  );
const keptBack = (reason: string) =>
  enveloped(
    `{"status_code":0,"aweme_detail":null,"filter_detail":{"aweme_id":"${onDouyin.id}","filter_reason":"${reason}",` +
      '"detail_msg":"…","notice":"…","icon":""}}',
  );
const marked = (status: string) => detail(`{"aweme_id":"${onTiktok.id}","desc":"x","status":{${status}}}`);

export const videoSamples: Sample<VideoInput, ExpectedRecord<ParsedVideo>>[] = [
  {
    name: 'kuaishou: a video in a list of one',
    input: onKuaishou,
    response: enveloped(`{"result":1,"photos":[${kuaishou.SNAKE}]}`),
    expect: { record: kuaishou.SNAKE_VIDEO },
  },
  {
    name: 'kuaishou: a video that not everybody may see',
    input: onKuaishou,
    response: enveloped(`{"result":1,"photos":[${kuaishou.SNAKE.replace(/}$/, ',"photo_status":1}')}]}`),
    expect: { absent: 'private' },
  },
  {
    name: 'kuaishou: a video by its short id, in an object of its own',
    input: { ...onKuaishou, id: '3xphoto1' },
    response: enveloped(`{"result":1,"data":${kuaishou.SNAKE}}`, '{"photo_id":"3xphoto1"}'),
    expect: { record: kuaishou.SNAKE_VIDEO },
  },
  {
    name: 'kuaishou: a video by its short id, which the answer does not have',
    input: { ...onKuaishou, id: '3xother' },
    response: enveloped(`{"result":1,"photos":[${kuaishou.CAMEL}]}`),
    expect: { record: kuaishou.CAMEL_VIDEO },
  },
  {
    name: 'kuaishou: another video than the one asked for',
    input: { ...onKuaishou, id: '3xother' },
    response: enveloped(`{"result":1,"photos":[${kuaishou.SNAKE}]}`),
    expect: { failure: 'bad_response' },
  },
  {
    name: 'douyin: a video',
    input: onDouyin,
    response: detail(aweme.RICH),
    expect: { record: aweme.RICH_VIDEO },
  },
  { name: 'douyin: a private video', input: onDouyin, response: filtered(5), expect: { absent: 'private' } },
  {
    name: 'douyin: a private video, and the reason in words beside its id',
    input: onDouyin,
    response: keptBack('status_self_see'),
    expect: { absent: 'private' },
  },
  {
    name: 'douyin: withheld for an unknown reason',
    input: onDouyin,
    response: keptBack('core_dep'),
    expect: { absent: 'unknown' },
  },
  {
    name: 'douyin: another video than the one asked for',
    input: onDouyin,
    response: detail(aweme.HIDDEN),
    expect: { failure: 'bad_response' },
  },
  {
    name: 'tiktok: a video',
    input: onTiktok,
    response: detail(aweme.RICH),
    expect: { record: aweme.RICH_VIDEO },
  },
  {
    name: 'tiktok: a deleted video',
    input: onTiktok,
    response: marked('"is_delete":true'),
    expect: { absent: 'deleted' },
  },
  {
    name: 'tiktok: a private video',
    input: onTiktok,
    response: marked('"is_private":true'),
    expect: { absent: 'private' },
  },
  {
    name: 'tiktok: a video for friends',
    input: onTiktok,
    response: marked('"is_private":false,"private_status":2'),
    expect: { absent: 'private' },
  },
  {
    name: 'tiktok: a video under review',
    input: onTiktok,
    response: marked('"in_reviewing":true'),
    expect: { absent: 'private' },
  },
  {
    name: 'tiktok: marks that public videos have as well',
    input: onTiktok,
    response: marked(
      '"video_hide_search":1,"reviewed":0,"private_status":0,"part_see":0,"allow_share":false',
    ),
    expect: { record: { id: onTiktok.id } },
  },
];

export const transcriptSamples = tiktokTranscripts(enveloped, {
  response: answer(429, '{"detail":{"code":429}}'),
  expect: { failure: 'rate_limited', suspendMs: 1_000 },
});
