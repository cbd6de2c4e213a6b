// Transcripts of an Invidious, made up from the documents and from its public code: their field names, our values.
import type { ParsedTranscript } from '../../domain/transcript/record.ts';
import type {
  ExpectedAbsence,
  ExpectedNoTranscript,
  ExpectedRecord,
  Sample,
  TranscriptInput,
} from '../connector.ts';
import { answersAs } from '../samples/answer.ts';

const ID = 'aBcDeFg-_01';
const input: TranscriptInput = { platform: 'youtube', id: ID, wantsRaw: false };
const answer = answersAs('application/json');
const file = answersAs('text/vtt; charset=UTF-8');

const track = (label: string, language_code: string) => ({
  label,
  language_code,
  url: `/api/v1/captions/${ID}?label=${encodeURIComponent(label)}`,
});
const CAPTIONS = [
  track('English (auto-generated)', 'en'),
  track('English (United Kingdom)', 'en-GB'),
  track('German', 'de'),
];
const TRACKS = [
  { language: 'en', kind: 'automatic' as const },
  { language: 'en-GB', kind: 'human' as const },
  { language: 'de', kind: 'human' as const },
];
const video = (changes: object = {}) =>
  answer(
    200,
    JSON.stringify({ title: 'A talk', videoId: ID, isListed: true, captions: CAPTIONS, ...changes }),
  );
const VTT =
  'WEBVTT\nKind: captions\nLanguage: de\n\n00:00:01.000 --> 00:00:03.000\nGuten <b>Morgen</b>.\n\n' +
  '00:00:03.000 --> 00:00:04.500\nEs regnet &amp; regnet.\n';
const error = (status: number, words: string) => answer(status, JSON.stringify({ error: words }));

export const transcriptSamples: Sample<
  TranscriptInput,
  ExpectedRecord<ParsedTranscript> | ExpectedNoTranscript | ExpectedAbsence
>[] = [
  {
    name: 'the second wished language',
    input: { ...input, language: 'fr,de' },
    response: video(),
    followUps: [file(200, VTT)],
    expect: {
      record: {
        id: ID,
        language: 'de',
        language_match: 'exact',
        kind: 'human',
        translated: false,
        cues: [
          { start_ms: 1_000, end_ms: 3_000, text: 'Guten Morgen.' },
          { start_ms: 3_000, end_ms: 4_500, text: 'Es regnet & regnet.' },
        ],
        tracks: TRACKS,
        license: null,
      },
    },
  },
  {
    name: 'what a machine wrote, by the words behind the language',
    input: { ...input, kind: 'automatic' },
    response: video(),
    followUps: [file(200, VTT)],
    expect: { record: { language: 'en', language_match: null, kind: 'automatic' } },
  },
  {
    name: 'the name of the field in the documents',
    input,
    response: video({
      captions: [{ label: 'German', languageCode: 'de', url: '/api/v1/captions/x?label=German' }],
    }),
    followUps: [file(200, VTT)],
    expect: { record: { language: 'de', kind: 'human' } },
  },
  {
    name: 'no such language',
    input: { ...input, language: 'fr' },
    response: video(),
    expect: { absent: 'language', what: 'transcript', tracks: TRACKS },
  },
  {
    name: 'no such kind',
    input: { ...input, language: 'de', kind: 'automatic' },
    response: video(),
    expect: { absent: 'kind', what: 'transcript', tracks: TRACKS },
  },
  {
    name: 'a video without a transcript',
    input,
    response: video({ captions: [] }),
    expect: { absent: 'none', what: 'transcript', tracks: [] },
  },
  {
    name: 'an unlisted video, whose words the instance would give away',
    input,
    response: video({ isListed: false }),
    expect: { absent: 'private', what: 'video' },
  },
  {
    name: 'a video that is not there',
    input,
    response: error(404, 'Video unavailable'),
    expect: { absent: 'unknown', what: 'video' },
  },
  {
    name: 'YouTube gives the instance an empty file',
    input,
    response: video(),
    followUps: [file(200, '')],
    expect: { failure: 'bad_response' },
  },
  {
    name: 'a track that is gone, without a word of the instance',
    input,
    response: video(),
    followUps: [file(404, '')],
    expect: { failure: 'bad_response' },
  },
  {
    name: 'an answer without a list of tracks',
    input,
    response: video({ captions: null }),
    expect: { failure: 'bad_response' },
  },
];
