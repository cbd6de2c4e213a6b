// Exchanges about one video of a MediaWiki, made up from the documents: their field names, our values.
import type { ParsedTranscript } from '../../domain/transcript/record.ts';
import type { ParsedVideo } from '../../domain/video.ts';
import type {
  ExpectedAbsence,
  ExpectedNoTranscript,
  ExpectedRecord,
  Sample,
  TranscriptInput,
  VideoInput,
} from '../connector.ts';
import { answersAs } from '../samples/answer.ts';

const input: VideoInput = { platform: 'commons', id: '4711', wantsRaw: false };
const byTitle: VideoInput = { ...input, id: 'File:cat.webm' };
const answer = answersAs('application/json; charset=utf-8');

/** In the form that the wiki's player takes. */
const track = (srclang: string) => ({
  src: `https://upstream.example/w/api.php?action=timedtext&title=File%3ACat.webm&lang=${srclang}&trackformat=vtt&origin=%2A`,
  kind: 'subtitles',
  type: 'text/vtt',
  srclang,
  dir: 'ltr',
  label: srclang,
});
const subtitled = (...languages: string[]) => ({ videoinfo: [{ timedtext: languages.map(track) }] });

const page = (changes: object = {}) => ({
  pageid: 4711,
  ns: 6,
  title: 'File:Cat.webm',
  imageinfo: [
    {
      url: 'https://upload.example/cat.webm',
      descriptionurl: 'https://upstream.example/wiki/File:Cat.webm',
      thumburl: 'https://upload.example/cat.jpg',
      width: 1920,
      height: 1080,
      mime: 'video/webm',
      mediatype: 'VIDEO',
      duration: 12.5,
      timestamp: '2024-05-01T10:00:00Z',
      user: 'u',
      extmetadata: { LicenseShortName: { value: 'CC BY 4.0' }, Artist: { value: '<a>n</a>' } },
    },
  ],
  ...changes,
});

const query = (parts: object) => answer(200, JSON.stringify({ batchcomplete: true, query: parts }));
const named = [{ fromencoded: false, from: 'File:cat.webm', to: 'File:Cat.webm' }];

export const videoSamples: Sample<VideoInput, ExpectedRecord<ParsedVideo>>[] = [
  {
    name: 'a file by the number of its page',
    input,
    response: query({ pages: [page()] }),
    expect: {
      record: { id: '4711', alt_ids: ['File:Cat.webm'], title: 'Cat', duration_ms: 12_500, width: 1920 },
    },
  },
  {
    name: 'a file with subtitles',
    input,
    response: query({ pages: [page(subtitled('en', 'zh-Hans'))] }),
    expect: {
      record: {
        captions: true,
        tracks: [
          { language: 'en', kind: null },
          { language: 'zh-Hans', kind: null },
        ],
      },
    },
  },
  {
    name: 'a file by its title, in the spelling of the wiki',
    input: byTitle,
    response: query({ normalized: named, pages: [page()] }),
    expect: { record: { id: '4711' } },
  },
  {
    name: 'a file that was moved',
    input: byTitle,
    response: query({
      normalized: named,
      redirects: [{ from: 'File:Cat.webm', to: 'File:Old cat.webm' }],
      pages: [page({ pageid: 12, title: 'File:Old cat.webm' })],
    }),
    expect: { record: { id: '12' } },
  },
  {
    name: 'a file that an administrator hid',
    input,
    response: query({
      pages: [page({ imageinfo: [{ mime: 'video/webm', mediatype: 'VIDEO', filehidden: true }] })],
    }),
    expect: { absent: 'unknown' },
  },
  {
    name: 'another file than the one asked for',
    input,
    response: query({ pages: [page({ pageid: 4712 })] }),
    expect: { failure: 'bad_response' },
  },
];

const file = answersAs('text/vtt; charset=utf-8');
const VTT =
  'WEBVTT\n\n00:00:01.000 --> 00:00:03.000\nGuten <i>Morgen</i>.\n\n00:00:03.000 --> 00:00:04.500\nEs regnet.\n';
const TRACKS = [
  { language: 'en', kind: null },
  { language: 'de', kind: null },
];
const both = query({ pages: [page(subtitled('en', 'de'))] });

export const transcriptSamples: Sample<
  TranscriptInput,
  ExpectedRecord<ParsedTranscript> | ExpectedNoTranscript | ExpectedAbsence
>[] = [
  {
    name: 'the second wished language',
    input: { ...input, language: 'fr,de' },
    response: both,
    followUps: [file(200, VTT)],
    expect: {
      record: {
        id: '4711',
        language: 'de',
        language_match: 'exact',
        kind: null,
        translated: null,
        text: 'Guten Morgen.\nEs regnet.',
        tracks: TRACKS,
        license: { name: 'CC BY 4.0', url: null },
      },
    },
  },
  {
    name: 'no such language',
    input: { ...input, language: 'fr' },
    response: both,
    expect: { absent: 'language', what: 'transcript', tracks: TRACKS },
  },
  {
    name: 'nobody says that a person wrote it',
    input: { ...input, kind: 'human' },
    response: both,
    expect: { absent: 'kind', what: 'transcript', tracks: TRACKS },
  },
  {
    name: 'a file without subtitles',
    input,
    response: query({ pages: [page(subtitled())] }),
    expect: { absent: 'none', what: 'transcript', tracks: [] },
  },
  {
    name: 'a wiki whose player has no subtitles',
    input,
    response: answer(
      200,
      JSON.stringify({
        batchcomplete: true,
        warnings: { query: { warnings: 'Unrecognized value for parameter "prop": videoinfo' } },
        query: { pages: [page()] },
      }),
    ),
    expect: { absent: 'none', what: 'transcript', tracks: [] },
  },
  {
    name: 'an answer that leaves the subtitles out',
    input,
    response: query({ pages: [page()] }),
    expect: { failure: 'bad_response' },
  },
  {
    name: 'a file that an administrator hid: its subtitles are not fetched',
    input,
    response: query({
      pages: [
        page({
          imageinfo: [{ mime: 'video/webm', mediatype: 'VIDEO', filehidden: true }],
          ...subtitled('en'),
        }),
      ],
    }),
    expect: { absent: 'unknown', what: 'video' },
  },
  {
    name: 'subtitles that were deleted in between',
    input,
    response: both,
    followUps: [answer(404, '{"error":{"code":"timedtext-notfound","info":"No."}}')],
    expect: { failure: 'bad_response' },
  },
  {
    name: 'a check page in place of the subtitles',
    input,
    response: both,
    followUps: [answer(200, '<!DOCTYPE html><html><body>Verify you are human.</body></html>')],
    expect: { failure: 'refused' },
  },
];
