// Exchanges with Dailymotion about subtitles, made up from the documents: their field names, our values.
import type { ParsedTranscript } from '../../domain/transcript/record.ts';
import type {
  ExpectedAbsence,
  ExpectedNoTranscript,
  ExpectedRecord,
  Sample,
  TranscriptInput,
} from '../connector.ts';
import { answersAs } from '../samples/answer.ts';

const answer = answersAs('application/json; charset=utf-8');
const file = answersAs('application/x-subrip');
const refusal = (code: number, type: string, error_data: object) =>
  answer(code, JSON.stringify({ error: { code, message: 'No.', type, error_data } }));
const NO_VIDEO = refusal(404, 'not_found', { reason: 'video_not_found', object_type: 'video' });

const input: TranscriptInput = { platform: 'dailymotion', id: 'x9', wantsRaw: false };
const video = (changes: object = {}) =>
  answer(200, JSON.stringify({ id: 'x9', title: 'Cat', language: 'fr', private: false, ...changes }));
const subtitles = (...list: object[]) =>
  answer(
    200,
    JSON.stringify({ page: 1, limit: 100, explicit: false, total: list.length, has_more: false, list }),
  );
const LISTED = subtitles(
  { id: 's1', language: 'fr', url: 'https://static2.dmcdn.net/static/video/1:subtitle_fr.srt' },
  { id: 's2', language: 'de', url: 'http://static2.dmcdn.net/static/video/1:subtitle_de.srt' },
);
const TRACKS = [
  { language: 'fr', kind: null },
  { language: 'de', kind: null },
];
const SRT = '1\r\n00:00:01,000 --> 00:00:03,000\r\nGuten Morgen.\r\n';

export const transcriptSamples: Sample<
  TranscriptInput,
  ExpectedRecord<ParsedTranscript> | ExpectedNoTranscript | ExpectedAbsence
>[] = [
  {
    name: 'the second wished language',
    input: { ...input, language: 'it,de' },
    response: video(),
    followUps: [LISTED, file(200, SRT)],
    expect: {
      record: {
        id: 'x9',
        language: 'de',
        language_match: 'exact',
        kind: null,
        timed: true,
        cues: [{ start_ms: 1_000, end_ms: 3_000, text: 'Guten Morgen.' }],
        tracks: TRACKS,
        license: null,
      },
    },
  },
  {
    name: 'a field of the video that the platform no longer has',
    input,
    response: refusal(400, 'invalid_parameter', { param: 'fields' }),
    followUps: [video(), LISTED, file(200, SRT)],
    expect: { record: { id: 'x9', language: 'fr' } },
  },
  {
    name: 'no such language',
    input: { ...input, language: 'ja' },
    response: video(),
    followUps: [LISTED],
    expect: { absent: 'language', what: 'transcript', tracks: TRACKS },
  },
  {
    name: 'no subtitles',
    input,
    response: video(),
    followUps: [subtitles()],
    expect: { absent: 'none', what: 'transcript', tracks: [] },
  },
  {
    name: 'a private video is not asked for its subtitles',
    input,
    response: video({ private: true }),
    expect: { absent: 'private', what: 'video' },
  },
  {
    name: 'a video that was withdrawn in between',
    input,
    response: video(),
    followUps: [NO_VIDEO],
    expect: { absent: 'unknown', what: 'video' },
  },
  {
    name: 'a list of another shape',
    input,
    response: video(),
    followUps: [subtitles({ lang: 'fr' })],
    expect: { failure: 'bad_response' },
  },
  {
    name: 'a file that is no transcript',
    input,
    response: video(),
    followUps: [LISTED, file(200, 'words')],
    expect: { failure: 'bad_response' },
  },
];
