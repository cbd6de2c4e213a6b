// Exchanges with Rutube about subtitles, made up from what its clients read: their field names, our values.
import type { ParsedTranscript } from '../../domain/transcript/record.ts';
import type {
  ExpectedAbsence,
  ExpectedNoTranscript,
  ExpectedRecord,
  Sample,
  TranscriptInput,
} from '../connector.ts';
import { answersAs } from '../samples/answer.ts';

const ID = '0a1b2c3d4e5f60718293a4b5c6d7e8f9';
const answer = answersAs('application/json');
const file = answersAs('text/vtt');
const input: TranscriptInput = { platform: 'rutube', id: ID, wantsRaw: false };
const video = (changes: object = {}) => answer(200, JSON.stringify({ id: ID, title: 'Кот', ...changes }));
const options = (captions: object[]) =>
  answer(200, JSON.stringify({ effective_video: ID, title: 'Кот', captions }));
const RU = { code: 'ru', langTitle: 'Русский', file: 'https://static.rutube.ru/captions/1.vtt' };
const EN = { code: 'en', langTitle: 'English', file: 'https://static.rutube.ru/captions/2.vtt' };
const VTT = 'WEBVTT\n\n00:01.000 --> 00:03.000\nДоброе утро.\n';

export const transcriptSamples: Sample<
  TranscriptInput,
  ExpectedRecord<ParsedTranscript> | ExpectedNoTranscript | ExpectedAbsence
>[] = [
  {
    name: 'the first track',
    input,
    response: video(),
    followUps: [options([RU, EN]), file(200, VTT)],
    expect: {
      record: {
        id: ID,
        language: 'ru',
        language_match: null,
        kind: null,
        timed: true,
        cues: [{ start_ms: 1_000, end_ms: 3_000, text: 'Доброе утро.' }],
        tracks: [
          { language: 'ru', kind: null },
          { language: 'en', kind: null },
        ],
      },
    },
  },
  {
    name: 'a wished language that is not there',
    input: { ...input, language: 'de' },
    response: video(),
    followUps: [options([RU])],
    expect: { absent: 'language', what: 'transcript', tracks: [{ language: 'ru', kind: null }] },
  },
  {
    name: 'a video without subtitles',
    input,
    response: video(),
    followUps: [options([])],
    expect: { absent: 'none', what: 'transcript', tracks: [] },
  },
  {
    name: 'a hidden video',
    input,
    response: video({ is_hidden: true }),
    followUps: [options([RU]), file(200, VTT)],
    expect: { absent: 'private', what: 'video' },
  },
  {
    name: 'options of another shape',
    input,
    response: video(),
    followUps: [answer(200, '{"detail":1}')],
    expect: { failure: 'bad_response' },
  },
  {
    name: 'a refusal of the options',
    input,
    response: video(),
    followUps: [answer(403, '<html></html>')],
    expect: { failure: 'refused' },
  },
];
