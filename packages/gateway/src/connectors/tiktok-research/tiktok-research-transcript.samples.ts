// Transcripts of TikTok's Research API, made up from the documents: their field names, our values.
import type { ParsedTranscript } from '../../domain/transcript/record.ts';
import type { ExpectedNoTranscript, ExpectedRecord, Sample, TranscriptInput } from '../connector.ts';
import { answersAs } from '../samples/answer.ts';

const ID = '7320000000000000123';
const input: TranscriptInput = { platform: 'tiktok', id: ID, wantsRaw: false };
const answer = answersAs('application/json');

const TRACKS = [{ language: null, kind: 'automatic' as const }];
const WORDS = '"voice_to_text":"Look at this cat. It opens the door."';
const video = (words: string) => `{"id":${ID},"create_time":1704500000,"username":"doorcat"${words}}`;
const found = (...videos: string[]) =>
  answer(
    200,
    `{"data":{"videos":[${videos}],"cursor":${videos.length},"has_more":false,"search_id":"7354000000000000001"},` +
      '"error":{"code":"ok","message":"","log_id":"l"}}',
  );
const refusal = (status: number, code: string) =>
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

export const transcriptSamples: Sample<
  TranscriptInput,
  ExpectedRecord<ParsedTranscript> | ExpectedNoTranscript
>[] = [
  {
    name: 'the words of a video, without times',
    input,
    response: found(video(`,${WORDS}`)),
    expect: SPOKEN,
  },
  {
    name: 'automatic ones were asked for',
    input: { ...input, kind: 'automatic' },
    response: found(video(`,${WORDS}`)),
    expect: SPOKEN,
  },
  {
    name: 'after a new token',
    input,
    response: refusal(401, 'access_token_invalid'),
    followUps: [
      answer(200, '{"access_token":"clt.new","expires_in":7200,"token_type":"Bearer"}'),
      found(video(`,${WORDS}`)),
    ],
    expect: SPOKEN,
  },
  {
    name: 'a language was asked for, and the platform names none',
    input: { ...input, language: 'en,de' },
    response: found(video(`,${WORDS}`)),
    expect: { absent: 'language', what: 'transcript', tracks: TRACKS },
  },
  {
    name: 'one written by a person was asked for',
    input: { ...input, kind: 'human' },
    response: found(video(`,${WORDS}`)),
    expect: { absent: 'kind', what: 'transcript', tracks: TRACKS },
  },
  {
    name: 'a video without the feature: the field is omitted',
    input,
    response: found(video('')),
    expect: { absent: 'none', what: 'transcript', tracks: [] },
  },
  {
    name: 'a video without a word: the field is empty',
    input,
    response: found(video(',"voice_to_text":""')),
    expect: { absent: 'none', what: 'transcript', tracks: [] },
  },
  {
    name: 'a video that is not in the index, such as a private one',
    input,
    response: found(),
    expect: { absent: 'unknown', what: 'video' },
  },
  {
    name: 'the daily quota',
    input,
    response: refusal(429, 'daily_quota_limit_exceeded'),
    expect: { failure: 'rate_limited', suspendMs: 12_800_000 },
  },
];
