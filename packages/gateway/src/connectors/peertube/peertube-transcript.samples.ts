// Exchanges about transcripts of a PeerTube instance, made up from the documents: their field names, our values.
import type { ParsedTranscript } from '../../domain/transcript/record.ts';
import type {
  ExpectedAbsence,
  ExpectedNoTranscript,
  ExpectedRecord,
  Sample,
  TranscriptInput,
} from '../connector.ts';
import { answersAs } from '../samples/answer.ts';

const ID = '3f0a7c52-1111-4222-8333-444455556666';
const input: TranscriptInput = { platform: 'peertube', id: ID, wantsRaw: false };
const answer = answersAs('application/json; charset=utf-8');
const problem = answersAs('application/problem+json; charset=utf-8');
const file = answersAs('text/vtt; charset=utf-8');

const video = (changes: object = {}) =>
  answer(
    200,
    JSON.stringify({
      id: 42,
      uuid: ID,
      shortUUID: '9xKq2LmZ7rTfW4',
      name: 'Le chat & le piano',
      licence: { id: 1, label: 'Attribution' },
      language: { id: 'fr', label: 'French' },
      privacy: { id: 1, label: 'Public' },
      ...changes,
    }),
  );

const FILES = '/lazy-static/video-captions/';
const caption = (language: string, changes: object = {}) => ({
  language: { id: language, label: 'Some' },
  automaticallyGenerated: false,
  captionPath: `${FILES}${language}.vtt`,
  fileUrl: `https://upstream.example${FILES}${language}.vtt`,
  m3u8Url: null,
  updatedAt: '2025-02-03T09:05:00.250Z',
  ...changes,
});
const captions = (...data: object[]) => answer(200, JSON.stringify({ total: data.length, data }));

const LISTED = captions(
  caption('de'),
  caption('fr', { automaticallyGenerated: true }),
  caption('pt-BR', { fileUrl: undefined, automaticallyGenerated: undefined }),
);
const TRACKS = [
  { language: 'de', kind: 'human' as const },
  { language: 'fr', kind: 'automatic' as const },
  { language: 'pt-BR', kind: null },
];
/** SRT that an instance turned into WebVTT keeps its line ends. */
const VTT = 'WEBVTT\r\n\r\n1\r\n00:00:01.000 --> 00:00:03.000\r\nGuten <i>Morgen</i>.\r\n\r\n';

export const transcriptSamples: Sample<
  TranscriptInput,
  ExpectedRecord<ParsedTranscript> | ExpectedNoTranscript | ExpectedAbsence
>[] = [
  {
    name: 'the second wished language',
    input: { ...input, language: 'it,de' },
    response: video(),
    followUps: [LISTED, file(200, VTT)],
    expect: {
      record: {
        id: ID,
        language: 'de',
        language_match: 'exact',
        kind: 'human',
        translated: null,
        timed: true,
        cues: [{ start_ms: 1_000, end_ms: 3_000, text: 'Guten Morgen.' }],
        text: 'Guten Morgen.',
        tracks: TRACKS,
        license: { name: 'Attribution', url: null },
        missing: ['translated'],
      },
    },
  },
  {
    name: 'a variety of a language, from an older instance that only gives a path',
    input: { ...input, language: 'pt' },
    response: video(),
    followUps: [LISTED, file(200, 'WEBVTT\n\n00:01.000 --> 00:02.000\nBom dia.\n')],
    expect: { record: { language: 'pt-BR', language_match: 'variant', kind: null, text: 'Bom dia.' } },
  },
  {
    name: 'a file of another host is asked for by its path',
    input,
    response: video(),
    followUps: [captions(caption('fr', { fileUrl: 'https://far.example/fr.vtt' })), file(200, VTT)],
    expect: { record: { language: 'fr', text: 'Guten Morgen.' } },
  },
  {
    name: 'a file in an object store, which no setting allows',
    input,
    response: video(),
    followUps: [captions(caption('fr', { captionPath: null, fileUrl: 'https://store.example/fr.vtt' }))],
    expect: { failure: 'bad_response' },
  },
  {
    name: 'no such language',
    input: { ...input, language: 'ja' },
    response: video(),
    followUps: [LISTED],
    expect: { absent: 'language', what: 'transcript', tracks: TRACKS },
  },
  {
    name: 'no such kind',
    input: { ...input, language: 'fr', kind: 'human' },
    response: video(),
    followUps: [LISTED],
    expect: { absent: 'kind', what: 'transcript', tracks: TRACKS },
  },
  {
    name: 'no captions',
    input,
    response: video(),
    followUps: [captions()],
    expect: { absent: 'none', what: 'transcript', tracks: [] },
  },
  {
    name: 'a file with a header and no words',
    input,
    response: video(),
    followUps: [captions(caption('fr')), file(200, 'WEBVTT\n\n')],
    expect: { absent: 'none', what: 'transcript', tracks: [{ language: 'fr', kind: 'human' }] },
  },
  ...[2, 3, 4, 5].map((privacy) => ({
    name: `a video with privacy ${privacy} is not asked for its captions`,
    input,
    response: video({ privacy: { id: privacy, label: 'Not public' } }),
    expect: { absent: 'private' as const, what: 'video' as const },
  })),
  {
    name: 'a blocked video is not asked for its captions',
    input,
    response: video({ blacklisted: true }),
    expect: { absent: 'private', what: 'video' },
  },
  {
    name: 'a video that was withdrawn in between',
    input,
    response: video(),
    followUps: [problem(404, '{"type":"about:blank","title":"Not Found","status":404}')],
    expect: { absent: 'unknown', what: 'video' },
  },
  {
    name: 'a limit',
    input,
    response: answer(429, 'Too many requests', { 'content-type': 'text/html', 'retry-after': '3' }),
    expect: { failure: 'rate_limited', suspendMs: 3_000 },
  },
  {
    name: 'a list of another shape',
    input,
    response: video(),
    followUps: [answer(200, '{"total":1,"data":[{"lang":"fr"}]}')],
    expect: { failure: 'bad_response' },
  },
  {
    name: 'a check page in place of the file',
    input,
    response: video(),
    followUps: [
      LISTED,
      answer(200, '<!doctype html><title>Just a moment...</title>', { 'content-type': 'text/html' }),
    ],
    expect: { failure: 'refused' },
  },
  {
    name: 'a file that is no transcript',
    input,
    response: video(),
    followUps: [LISTED, file(200, 'words')],
    expect: { failure: 'bad_response' },
  },
];
