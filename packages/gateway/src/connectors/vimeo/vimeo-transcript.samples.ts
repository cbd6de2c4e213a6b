// Exchanges with Vimeo about text tracks, made up from the documents: their field names, our values.
import type { ParsedTranscript } from '../../domain/transcript/record.ts';
import type {
  ExpectedAbsence,
  ExpectedNoTranscript,
  ExpectedRecord,
  Sample,
  TranscriptInput,
} from '../connector.ts';
import { answersAs } from '../samples/answer.ts';

const answer = answersAs('application/vnd.vimeo.video+json');
const file = answersAs('text/vtt');
const said = (body: object, status = 200) => answer(status, JSON.stringify(body));

const video = (view: string, total: number) =>
  said({
    uri: '/videos/12',
    name: 'A talk',
    language: 'en',
    license: 'by',
    privacy: { view },
    metadata: { connections: { texttracks: { total } } },
  });
const track = (n: number, language: string, changes: object = {}) => ({
  uri: `/videos/12/texttracks/${n}`,
  active: true,
  type: 'captions',
  language,
  name: 'A track',
  link: `https://captions.cloud.vimeo.com/captions/${n}.vtt?expires=1780000000&sig=ab12`,
  ...changes,
});
const tracks = (...data: object[]) =>
  said({ total: data.length, page: 1, per_page: 100, paging: { next: null }, data });
const ALL = tracks(
  track(1, 'en-US'),
  track(2, 'de-x-autogen', { type: 'subtitles' }),
  track(3, 'fr', { active: false }),
  track(4, 'en-US', { type: 'chapters' }),
);
const LISTED = [
  { language: 'en-US', kind: 'human' as const },
  { language: 'de', kind: 'automatic' as const },
];
const VTT = file(200, 'WEBVTT\n\n00:01.000 --> 00:03.000\nGood morning.\n');

const input: TranscriptInput = { platform: 'vimeo', id: '12', wantsRaw: false };

export const transcriptSamples: Sample<
  TranscriptInput,
  ExpectedRecord<ParsedTranscript> | ExpectedNoTranscript | ExpectedAbsence
>[] = [
  {
    name: 'without a wish: the language of the video',
    input,
    response: video('anybody', 4),
    followUps: [ALL, VTT],
    expect: {
      record: {
        id: '12',
        language: 'en-US',
        kind: 'human',
        timed: true,
        cues: [{ start_ms: 1_000, end_ms: 3_000, text: 'Good morning.' }],
        tracks: LISTED,
        license: { name: 'CC BY', url: null },
      },
    },
  },
  {
    name: 'the second wished language, by a machine; the first is hidden from viewers',
    input: { ...input, language: 'fr,de' },
    response: video('anybody', 4),
    followUps: [ALL, VTT],
    expect: { record: { language: 'de', language_match: 'exact', kind: 'automatic' } },
  },
  {
    name: 'a language that it has not',
    input: { ...input, language: 'ja' },
    response: video('anybody', 4),
    followUps: [ALL],
    expect: { absent: 'language', what: 'transcript', tracks: LISTED },
  },
  {
    name: 'a video without tracks',
    input,
    response: video('anybody', 0),
    expect: { absent: 'none', what: 'transcript', tracks: [] },
  },
  {
    name: 'a video that is for its owner alone',
    input,
    response: video('nobody', 4),
    expect: { absent: 'private', what: 'video' },
  },
  ...[403, 404].map((status) => ({
    name: `the video of another account, status ${status}`,
    input,
    response: video('anybody', 4),
    followUps: [said({ error: 'You are not the owner of this video.' }, status)],
    expect: { failure: 'refused' as const },
  })),
  {
    name: 'the video of another account, with an empty list',
    input,
    response: video('anybody', 4),
    followUps: [tracks()],
    expect: { failure: 'refused' },
  },
  {
    name: 'a file that is no captions',
    input,
    response: video('anybody', 4),
    followUps: [ALL, file(200, '<html><body>Sign in</body></html>')],
    expect: { failure: 'refused' },
  },
];
