// Transcripts of the embedded library, made up in the form of its answers.
import type { ParsedTranscript } from '../../domain/transcript/record.ts';
import type {
  ExpectedNoTranscript,
  ExpectedRecord,
  Sample,
  TranscriptInput,
  UpstreamResponse,
} from '../connector.ts';

function answer(status: number, body: string, type = 'application/json'): UpstreamResponse {
  return { kind: 'response', status, headers: { 'content-type': type }, body, receivedAtMs: 0 };
}

const RECORD =
  '{"id":"youtube:talk1","title":"A talk","language":"en","license":{"name":"CC BY 4.0"},"tracks":[' +
  '{"language":"en-GB","kind":"human","digest":"a"},{"language":"en","kind":"automatic","digest":"b"},' +
  '{"language":"de","kind":"automatic","translated":true,"digest":"c"}]}';
const VTT =
  'WEBVTT\n\n00:01.000 --> 00:03.000\nGood <b>morning</b>.\n\n00:03.000 --> 00:04.500\nIt&apos;s raining.\n';
const SRT = '1\r\n00:00:01,000 --> 00:00:03,000\r\nGuten Morgen.\r\n';
const TRACKS = [
  { language: 'en-GB', kind: 'human' as const },
  { language: 'en', kind: 'automatic' as const },
  { language: 'de', kind: 'automatic' as const },
];
const input: TranscriptInput = { platform: 'library', id: 'youtube:talk1', wantsRaw: false };

export const transcriptSamples: Sample<
  TranscriptInput,
  ExpectedRecord<ParsedTranscript> | ExpectedNoTranscript
>[] = [
  {
    name: 'without a wish: written by a person',
    input,
    response: answer(200, RECORD),
    followUps: [answer(200, VTT, 'text/plain')],
    expect: {
      record: {
        id: 'youtube:talk1',
        language: 'en-GB',
        language_match: null,
        kind: 'human',
        timed: true,
        cues: [
          { start_ms: 1_000, end_ms: 3_000, text: 'Good morning.' },
          { start_ms: 3_000, end_ms: 4_500, text: "It's raining." },
        ],
        tracks: TRACKS,
        license: { name: 'CC BY 4.0', url: null },
      },
    },
  },
  {
    name: 'the second wished language, as SRT',
    input: { ...input, language: 'fr,de' },
    response: answer(200, RECORD),
    followUps: [answer(200, SRT, 'text/plain')],
    expect: { record: { language: 'de', language_match: 'exact', translated: true, text: 'Guten Morgen.' } },
  },
  {
    name: 'no such language',
    input: { ...input, language: 'fr' },
    response: answer(200, RECORD),
    expect: { absent: 'language', what: 'transcript', tracks: TRACKS },
  },
  {
    name: 'no such kind',
    input: { ...input, language: 'de', kind: 'human' },
    response: answer(200, RECORD),
    expect: { absent: 'kind', what: 'transcript', tracks: TRACKS },
  },
  {
    name: 'no transcript at all',
    input,
    response: answer(200, '{"id":"youtube:talk1","title":"A talk"}'),
    expect: { absent: 'none', what: 'transcript', tracks: [] },
  },
  {
    name: 'no such record',
    input: { ...input, id: 'gone' },
    response: answer(404, '{"absent":true}'),
    expect: { absent: 'unknown', what: 'video' },
  },
  {
    name: 'a library that cannot be read',
    input,
    response: answer(503, '{"error":"database disk image is malformed"}'),
    expect: { failure: 'unavailable' },
  },
  {
    name: 'a file that is no transcript',
    input,
    response: answer(200, RECORD),
    followUps: [answer(200, 'words', 'text/plain')],
    expect: { failure: 'bad_response' },
  },
];
