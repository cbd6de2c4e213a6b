// Exchanges of the TikTok Research connector, made up from the documents: their field names, our values.

import type { ParsedTranscript } from '../../domain/transcript/record.ts';
import type { ParsedVideo } from '../../domain/video.ts';
import type {
  ExpectedNoTranscript,
  ExpectedRecord,
  Sample,
  SearchInput,
  TranscriptInput,
  VideoInput,
} from '../connector.ts';
import { answersAs } from '../samples/answer.ts';

const first: SearchInput = {
  platform: 'tiktok',
  keyword: 'cat',
  count: 20,
  cursor: null,
  position: 0,
  wantsRaw: false,
};
const second: SearchInput = { ...first, cursor: '[0,"20","7354000000000000001"]', position: 20 };

const answer = answersAs('application/json');

const page = (videos: string[], rest: string) =>
  answer(
    200,
    `{"data":{"search_id":"7354000000000000001","videos":[${videos}],${rest}},"error":{"code":"ok","message":"","log_id":"l"}}`,
  );

const refusal = (status: number, code: string, message = '') =>
  answer(status, `{"data":{},"error":{"code":"${code}","message":"${message}","log_id":"l"}}`);

const RICH =
  '{"id":7320000000000000123,"create_time":1704500000,"username":"door.cat","region_code":"US",' +
  '"video_description":"A cat opens a door #cat","view_count":3000000000,"like_count":0,"comment_count":4,' +
  '"share_count":2,"favorites_count":5,"music_id":7110000000000000777,"hashtag_names":["cat","doors"],' +
  '"effect_ids":["0"],"voice_to_text":"meow","video_duration":15}';
const SPARSE = '{"id":7320000000000000124}';

export const samples: Sample[] = [
  {
    name: 'first page',
    input: first,
    response: page([RICH, SPARSE], '"cursor":20,"has_more":true'),
    expect: {
      items: 2,
      end: 'more',
      cursor: '[0,"20","7354000000000000001"]',
      total: null,
      videos: [
        {
          id: '7320000000000000123',
          url: 'https://www.tiktok.com/@door.cat/video/7320000000000000123',
          title: null,
          text: 'A cat opens a door #cat',
          tags: ['cat', 'doors'],
          region: 'US',
          published_at: '2024-01-06T00:13:20.000Z',
          published_precision: 's',
          duration_ms: 15_000,
          author: {
            id: null,
            handle: 'door.cat',
            name: null,
            url: 'https://www.tiktok.com/@door.cat',
            avatar_url: null,
            verified: null,
            followers: null,
          },
          stats: {
            views: 3_000_000_000,
            likes: 0,
            comments: 4,
            shares: 2,
            saves: 5,
            reposts: null,
            downloads: null,
            danmaku: null,
          },
          thumbnails: [],
        },
        {
          id: '7320000000000000124',
          url: null,
          text: null,
          tags: [],
          region: null,
          published_at: null,
          published_precision: null,
        },
      ],
    },
  },
  {
    name: 'next page, with raw records',
    input: { ...second, wantsRaw: true },
    response: page([RICH], '"cursor":40,"has_more":true'),
    expect: { items: 1, end: 'more', cursor: '[0,"40","7354000000000000001"]' },
  },
  {
    name: 'a page of which nothing is left, with more behind it',
    input: second,
    response: page([], '"cursor":40,"has_more":true'),
    expect: { items: 0, end: 'more', cursor: '[0,"40","7354000000000000001"]' },
  },
  {
    name: 'last page',
    input: second,
    response: page([SPARSE], '"cursor":21,"has_more":false'),
    expect: { items: 1, end: 'exhausted' },
  },
  {
    name: 'a record that has its id by the other name',
    input: first,
    response: page(['{"video_id":7320000000000000125}'], '"cursor":1,"has_more":false'),
    expect: { items: 1, end: 'exhausted', videos: [{ id: '7320000000000000125' }] },
  },
  {
    name: 'more is claimed, but the cursor stands still',
    input: second,
    response: page([], '"cursor":20,"has_more":true'),
    expect: { items: 0, end: 'unknown' },
  },
  {
    name: 'the daily quota, which is back at midnight in UTC',
    input: first,
    response: refusal(429, 'daily_quota_limit_exceeded'),
    expect: { failure: 'rate_limited', suspendMs: 12_800_000 },
  },
  {
    name: 'too many requests',
    input: first,
    response: refusal(429, 'rate_limit_exceeded'),
    expect: { failure: 'rate_limited', suspendMs: 900_000 },
  },
  {
    name: 'too many requests, with status 200',
    input: first,
    response: refusal(200, 'rate_limit_exceeded'),
    expect: { failure: 'rate_limited', suspendMs: 900_000 },
  },
  {
    name: 'a walk whose search has expired',
    input: second,
    response: refusal(400, 'invalid_params', 'Search Id 7354000000000000001 is invalid or expired'),
    expect: { failure: 'not_found' },
  },
  {
    name: 'a walk whose cursor is not taken',
    input: second,
    response: refusal(400, 'invalid_params', 'Invalid count or cursor'),
    expect: { failure: 'not_found' },
  },
  {
    name: 'a keyword that it does not take',
    input: first,
    response: refusal(400, 'invalid_params', 'The query is invalid'),
    expect: { failure: 'input_rejected' },
  },
  {
    name: 'a token that has expired, and client credentials that are not accepted',
    input: first,
    response: refusal(401, 'access_token_invalid'),
    followUps: [answer(401, '{"error":"invalid_client","error_description":"d","log_id":"l"}')],
    expect: { failure: 'refused' },
  },
  {
    name: 'a token that has expired, and the new one is refused as well',
    input: first,
    response: refusal(401, 'access_token_invalid'),
    followUps: [
      answer(200, '{"access_token":"clt.new","expires_in":7200,"token_type":"Bearer"}'),
      refusal(401, 'access_token_invalid'),
    ],
    expect: { failure: 'refused' },
  },
];

const ID = '7320000000000000123';
const input: VideoInput = { platform: 'tiktok', id: ID, wantsRaw: false };
const video = (id = ID) =>
  `{"id":${id},"create_time":1704500000,"username":"doorcat","region_code":"US","video_description":"A cat #cat",` +
  '"hashtag_names":["cat"],"view_count":9,"video_duration":15}';
const found = (...videos: string[]) =>
  answer(
    200,
    `{"data":{"videos":[${videos}],"cursor":${videos.length},"has_more":false,"search_id":"7354000000000000001"},` +
      '"error":{"code":"ok","message":"","log_id":"l"}}',
  );
const videoRefusal = (status: number, code: string) =>
  answer(status, `{"data":{},"error":{"code":"${code}","message":"","log_id":"l"}}`);

/** Exchanges about one video of TikTok's Research API. */
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
    response: videoRefusal(401, 'access_token_invalid'),
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
    response: videoRefusal(401, 'access_token_invalid'),
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

const transcriptInput: TranscriptInput = { platform: 'tiktok', id: ID, wantsRaw: false };
const TRACKS = [{ language: null, kind: 'automatic' as const }];
const WORDS = '"voice_to_text":"Look at this cat. It opens the door."';
const transcriptVideo = (words: string) =>
  `{"id":${ID},"create_time":1704500000,"username":"doorcat"${words}}`;
const transcriptRefusal = (status: number, code: string) =>
  answer(status, `{"data":{},"error":{"code":"${code}","message":"","log_id":"l"}}`);

const SPOKEN = {
  record: {
    id: ID,
    language: null,
    language_match: null,
    kind: 'automatic' as const,
    timed: false,
    cues: [],
    text: 'Look at this cat. It opens the door.',
    tracks: TRACKS,
  },
};

/** Transcripts of TikTok's Research API. */
export const transcriptSamples: Sample<
  TranscriptInput,
  ExpectedRecord<ParsedTranscript> | ExpectedNoTranscript
>[] = [
  {
    name: 'the words of a video, without times',
    input: transcriptInput,
    response: found(transcriptVideo(`,${WORDS}`)),
    expect: SPOKEN,
  },
  {
    name: 'automatic ones were asked for',
    input: { ...transcriptInput, kind: 'automatic' },
    response: found(transcriptVideo(`,${WORDS}`)),
    expect: SPOKEN,
  },
  {
    name: 'after a new token',
    input: transcriptInput,
    response: transcriptRefusal(401, 'access_token_invalid'),
    followUps: [
      answer(200, '{"access_token":"clt.new","expires_in":7200,"token_type":"Bearer"}'),
      found(transcriptVideo(`,${WORDS}`)),
    ],
    expect: SPOKEN,
  },
  {
    name: 'a language was asked for, and the platform names none',
    input: { ...transcriptInput, language: 'en,de' },
    response: found(transcriptVideo(`,${WORDS}`)),
    expect: { absent: 'language', what: 'transcript', tracks: TRACKS },
  },
  {
    name: 'one written by a person was asked for',
    input: { ...transcriptInput, kind: 'human' },
    response: found(transcriptVideo(`,${WORDS}`)),
    expect: { absent: 'kind', what: 'transcript', tracks: TRACKS },
  },
  {
    name: 'a video without the feature: the field is omitted',
    input: transcriptInput,
    response: found(transcriptVideo('')),
    expect: { absent: 'none', what: 'transcript', tracks: [] },
  },
  {
    name: 'a video without a word: the field is empty',
    input: transcriptInput,
    response: found(transcriptVideo(',"voice_to_text":""')),
    expect: { absent: 'none', what: 'transcript', tracks: [] },
  },
  {
    name: 'a video that is not in the index, such as a private one',
    input: transcriptInput,
    response: found(),
    expect: { absent: 'unknown', what: 'video' },
  },
  {
    name: 'the daily quota',
    input: transcriptInput,
    response: transcriptRefusal(429, 'daily_quota_limit_exceeded'),
    expect: { failure: 'rate_limited', suspendMs: 12_800_000 },
  },
];
