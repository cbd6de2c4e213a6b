// Exchanges about one video of TikTok's Research API, made up from the documents: their field names, our values.
import type { ParsedVideo } from '../../domain/video.ts';
import type { ExpectedRecord, Sample, VideoInput } from '../connector.ts';
import { answersAs } from '../samples/answer.ts';

const ID = '7320000000000000123';
const input: VideoInput = { platform: 'tiktok', id: ID, wantsRaw: false };
const answer = answersAs('application/json');

const video = (id = ID) =>
  `{"id":${id},"create_time":1704500000,"username":"doorcat","region_code":"US","video_description":"A cat #cat",` +
  '"hashtag_names":["cat"],"view_count":9,"video_duration":15}';
const found = (...videos: string[]) =>
  answer(
    200,
    `{"data":{"videos":[${videos}],"cursor":${videos.length},"has_more":false,"search_id":"7354000000000000001"},` +
      '"error":{"code":"ok","message":"","log_id":"l"}}',
  );
const refusal = (status: number, code: string) =>
  answer(status, `{"data":{},"error":{"code":"${code}","message":"","log_id":"l"}}`);

export const videoSamples: Sample<VideoInput, ExpectedRecord<ParsedVideo>>[] = [
  {
    name: 'a video, of the days that its id names',
    input,
    response: found(video()),
    expect: {
      record: {
        id: ID,
        url: `https://www.tiktok.com/@doorcat/video/${ID}`,
        tags: ['cat'],
        region: 'US',
        duration_ms: 15_000,
      },
    },
  },
  {
    name: 'a video, after a new token',
    input,
    response: refusal(401, 'access_token_invalid'),
    followUps: [
      answer(200, '{"access_token":"clt.new","expires_in":7200,"token_type":"Bearer"}'),
      found(video()),
    ],
    expect: { record: { id: ID } },
  },
  {
    name: 'an id that names no day',
    input: { ...input, id: 'no-id' },
    response: found(),
    expect: { absent: 'unknown' },
  },
  {
    name: 'a credential that is not accepted',
    input,
    response: refusal(401, 'access_token_invalid'),
    followUps: [answer(401, '{"error":"invalid_client","log_id":"l"}')],
    expect: { failure: 'refused' },
  },
  {
    name: 'another video than the one asked for',
    input,
    response: found(video('7320000000000000124')),
    expect: { failure: 'bad_response' },
  },
];
