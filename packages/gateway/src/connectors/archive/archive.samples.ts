// Exchanges of the Internet Archive connector, made up from the documents: their field names, our values.

import type { ParsedTranscript } from '../../domain/transcript/record.ts';
import type { ParsedVideo } from '../../domain/video.ts';
import type {
  ExpectedAbsence,
  ExpectedNoTranscript,
  ExpectedRecord,
  Sample,
  SearchInput,
  TranscriptInput,
  VideoInput,
} from '../connector.ts';
import { answersAs } from '../samples/answer.ts';

const first: SearchInput = {
  platform: 'archive',
  keyword: 'silent cats',
  count: 2,
  cursor: null,
  position: 0,
  wantsRaw: false,
};

const answer = answersAs('application/json');

const LISTS =
  '{"identifier":"silent-cats-1921","title":"Silent &amp; quick cats","description":["<p>Two cats.</p><p>One box.</p>",' +
  '"Second note"],"creator":["A. Maker","B. Maker"],"subject":["cats","silent film"],"date":"1921-06-01T00:00:00Z",' +
  '"publicdate":"2011-03-04T05:06:07Z","downloads":18001,"licenseurl":"https://creativecommons.org/publicdomain/mark/1.0/",' +
  '"runtime":"1:02:03","language":["eng","fre"]}';
const TEXTS =
  '{"identifier":"home.reel_7","title":"Home reel","creator":"C. Maker","subject":"cats; home movies ;1950s","date":' +
  '"1970-01-01T00:00:00Z","publicdate":"2015-06-07T08:09:10Z","runtime":"12 minutes","language":"English"}';
const BARE = '{"identifier":"bare"}';

const bare = (from: number, length: number) =>
  Array.from({ length }, (_, i) => `{"identifier":"item-${from + i}","downloads":0}`).join(',');

export const samples: Sample[] = [
  {
    name: 'first page: a slice of a larger one, of lists and texts',
    input: first,
    response: answer(200, `{"items":[${LISTS},${TEXTS},${BARE}],"count":3,"total":3}`),
    expect: {
      items: 2,
      end: 'more',
      cursor: '2:',
      total: { value: 3, relation: 'eq' },
      videos: [
        {
          id: 'silent-cats-1921',
          alt_ids: [],
          url: 'https://archive.org/details/silent-cats-1921',
          embed_url: 'https://archive.org/embed/silent-cats-1921',
          kind: 'video',
          title: 'Silent & quick cats',
          text: 'Two cats.\nOne box.\n\nSecond note',
          text_truncated: false,
          tags: ['cats', 'silent film'],
          language: 'en',
          region: null,
          published_at: '1921-06-01T00:00:00.000Z',
          published_precision: 'day',
          duration_ms: 3_723_000,
          author: {
            id: null,
            handle: null,
            name: 'A. Maker, B. Maker',
            url: null,
            avatar_url: null,
            verified: null,
            followers: null,
          },
          stats: {
            views: null,
            likes: null,
            comments: null,
            shares: null,
            saves: null,
            reposts: null,
            downloads: 18_001,
            danmaku: null,
          },
          thumbnails: [
            { url: 'https://archive.org/services/img/silent-cats-1921', width: null, height: null },
          ],
          license: { name: null, url: 'https://creativecommons.org/publicdomain/mark/1.0/' },
          nsfw: null,
        },
        {
          id: 'home.reel_7',
          tags: ['cats', 'home movies', '1950s'],
          language: null,
          published_at: '2015-06-07T08:09:10.000Z',
          published_precision: 's',
          duration_ms: 720_000,
          license: null,
        },
      ],
    },
  },
  {
    name: 'rest of the first upstream page, which is all there is',
    input: { ...first, cursor: '2:', position: 2, wantsRaw: true },
    response: answer(200, `{"items":[${LISTS},${TEXTS},${BARE}],"count":3,"total":3}`),
    expect: {
      items: 1,
      end: 'exhausted',
      videos: [{ id: 'bare', title: null, text: null, tags: [], published_at: null, duration_ms: null }],
    },
  },
  {
    name: 'next upstream page',
    input: { ...first, count: 50, cursor: '50:', position: 50 },
    response: answer(
      200,
      `{"items":[${bare(0, 100)}],"count":100,"total":240,"cursor":"W3siaWQiOiJpdGVtLTk5In1d"}`,
    ),
    expect: { items: 50, end: 'more', cursor: '0:W3siaWQiOiJpdGVtLTk5In1d' },
  },
  {
    name: 'last page',
    input: { ...first, count: 50, cursor: '0:W3siaWQiOiJpdGVtLTE5OSJ9XQ', position: 200 },
    response: answer(200, `{"items":[${bare(200, 40)}],"count":40,"total":240}`),
    expect: { items: 40, end: 'exhausted' },
  },
  {
    name: 'a total without any item proves no end',
    input: first,
    response: answer(200, '{"items":[],"count":0,"total":240}'),
    expect: { items: 0, end: 'unknown' },
  },
  {
    name: 'a cursor that the Archive does not know',
    input: { ...first, cursor: '0:abc', position: 100 },
    response: answer(400, '{"error":"invalid cursor","errorType":"RangeException"}'),
    expect: { failure: 'input_rejected' },
  },
  {
    name: 'a limit',
    input: first,
    response: answer(429, '<html><body>Too many requests</body></html>', {
      'content-type': 'text/html',
      'retry-after': '60',
    }),
    expect: { failure: 'rate_limited', suspendMs: 60_000 },
  },
  {
    name: 'maintenance',
    input: first,
    response: answer(503, '<html><body>Down for maintenance</body></html>', { 'retry-after': '120' }),
    expect: { failure: 'unavailable', suspendMs: 120_000 },
  },
];

const ID = 'silent-cats-1921';
const input: VideoInput = { platform: 'archive', id: ID, wantsRaw: false };
const FILES = [
  { name: 'cats.mpg', source: 'original', length: '3723.5', width: '1440', height: '1080' },
  { name: 'cats.mp4', source: 'derivative', length: '1:02:03', width: '640', height: '480' },
  { name: 'cats_meta.xml', source: 'original' },
  { name: 'cats.asr.srt', source: 'derivative', original: 'cats.mpg', format: 'SubRip' },
];

const item = (metadata: object = {}, files: object[] = FILES) =>
  JSON.stringify({
    created: 1_780_000_000,
    files_count: 3,
    metadata: {
      identifier: ID,
      mediatype: 'movies',
      title: 'Silent &amp; quick cats',
      description: '<p>Two cats.</p>',
      creator: ['A. Maker', 'B. Maker'],
      subject: 'cats; silent film',
      date: '1921-06-01',
      publicdate: '2011-03-04 05:06:07',
      licenseurl: 'https://creativecommons.org/publicdomain/mark/1.0/',
      runtime: '12 minutes',
      language: 'eng',
      ...metadata,
    },
    item_last_updated: 1_714_560_000,
    files,
  });

/** Exchanges about one video of the Internet Archive. */
export const videoSamples: Sample<VideoInput, ExpectedRecord<ParsedVideo>>[] = [
  {
    name: 'a film, with the length and the size of its files',
    input,
    response: answer(200, item()),
    expect: {
      record: {
        id: ID,
        title: 'Silent & quick cats',
        tags: ['cats', 'silent film'],
        duration_ms: 3_723_500,
        width: 1440,
        height: 1080,
        captions: true,
        tracks: [{ language: 'en', kind: 'automatic' }],
        updated_at: '2024-05-01T10:40:00.000Z',
        published_at: '1921-06-01T00:00:00.000Z',
        published_precision: 'day',
      },
    },
  },
  {
    name: 'a film whose own date is a year, by the time of its upload',
    input,
    response: answer(200, item({ date: '1921' })),
    expect: { record: { id: ID, published_at: '2011-03-04T05:06:07.000Z', published_precision: 's' } },
  },
  {
    name: 'an empty answer, and no other',
    input,
    response: answer(200, '{}'),
    followUps: [{ kind: 'timeout', detail: 'no answer in time' }],
    expect: { failure: 'timeout' },
  },
  {
    name: 'an item that was taken down',
    input,
    response: answer(200, '{"is_dark":true,"server":"ia1.example"}'),
    expect: { absent: 'deleted' },
  },
  {
    name: 'an item that its uploader keeps out of every list',
    input,
    response: answer(200, item({ noindex: 'true' })),
    expect: { absent: 'private' },
  },
  {
    name: 'another item than the one asked for',
    input,
    response: answer(200, item({ identifier: 'noisy-dogs' })),
    expect: { failure: 'bad_response' },
  },
  {
    name: 'a limit',
    input,
    response: { ...answer(429, '{"error":"slow down"}'), headers: { 'retry-after': '30' } },
    expect: { failure: 'rate_limited', suspendMs: 30_000 },
  },
];

const film = (name: string, length: string) => ({
  name,
  source: 'original',
  length,
  width: '640',
  height: '480',
});
const sent = (name: string, changes: object = {}) => ({ name, source: 'original', ...changes });
const SUBTITLED = [
  ...FILES,
  sent('cats.de.vtt'),
  sent('captions/kittens & cats.srt'),
  sent('cats.fr.srt', { private: 'true' }),
];
const TRACKS = [
  { language: 'en', kind: 'automatic' as const },
  { language: 'de', kind: null },
  { language: null, kind: null },
];
/** As the Archive's speech recognition writes it: with hundredths of a second. */
const SRT =
  '1\n00:00:01,50 --> 00:00:03,25\nGood morning.\n\n2\n00:00:03,25 --> 00:00:05,00\nIt is raining.\n';
const VTT = 'WEBVTT\n\n00:01.000 --> 00:02.000\nGuten Morgen.\n';
const file = answersAs('text/plain');

export const transcriptSamples: Sample<
  TranscriptInput,
  ExpectedRecord<ParsedTranscript> | ExpectedNoTranscript | ExpectedAbsence
>[] = [
  {
    name: 'by speech recognition, in the language of the item',
    input: { ...input, language: 'en' },
    response: answer(200, item()),
    followUps: [file(200, SRT)],
    expect: {
      record: {
        id: ID,
        language: 'en',
        kind: 'automatic',
        cues: [
          { start_ms: 1_500, end_ms: 3_250, text: 'Good morning.' },
          { start_ms: 3_250, end_ms: 5_000, text: 'It is raining.' },
        ],
        license: { name: null, url: 'https://creativecommons.org/publicdomain/mark/1.0/' },
      },
    },
  },
  {
    name: 'the second wished language, by the name of the file',
    input: { ...input, language: 'fr,de' },
    response: answer(200, item({}, SUBTITLED)),
    followUps: [file(200, VTT)],
    expect: {
      record: { language: 'de', language_match: 'exact', kind: null, text: 'Guten Morgen.', tracks: TRACKS },
    },
  },
  {
    name: 'a language whose only file is not for everybody',
    input: { ...input, language: 'fr' },
    response: answer(200, item({}, SUBTITLED)),
    expect: { absent: 'language', what: 'transcript', tracks: TRACKS },
  },
  {
    name: 'a series: captions of the longest film alone',
    input,
    response: answer(
      200,
      item({}, [
        film('part 1.mp4', '600'),
        film('part 2.mp4', '900'),
        // The names of these begin as that of the longest one does.
        ...[film('part 21.mp4', '300'), sent('part 21.en.srt'), sent('part 2 extra.fr.srt')],
        sent('part 1.en.srt'),
        sent('part 2.de.srt'),
        sent('x.srt', { source: 'derivative', original: 'part 2.mp4' }),
      ]),
    ),
    followUps: [file(200, SRT)],
    expect: {
      record: {
        language: 'de',
        tracks: [
          { language: 'de', kind: null },
          { language: null, kind: null },
        ],
      },
    },
  },
  {
    name: 'a series whose longest film has none',
    input,
    response: answer(
      200,
      item({}, [film('part 1.mp4', '600'), film('part 2.mp4', '900'), sent('part 1.en.srt')]),
    ),
    expect: { absent: 'none', what: 'transcript', tracks: [] },
  },
  {
    name: 'a film without captions',
    input,
    response: answer(200, item({}, FILES.slice(0, 3))),
    expect: { absent: 'none', what: 'transcript', tracks: [] },
  },
  {
    name: 'an item that is kept out of all lists: its captions are not fetched',
    input,
    response: answer(200, item({ noindex: 'true' })),
    expect: { absent: 'private', what: 'video' },
  },
  {
    name: 'an item that was taken down',
    input,
    response: answer(200, '{"is_dark":true,"metadata":{}}'),
    expect: { absent: 'deleted', what: 'video' },
  },
  {
    name: 'a file that is no captions',
    input,
    response: answer(200, item()),
    followUps: [file(200, 'words')],
    expect: { failure: 'bad_response' },
  },
  {
    name: 'a file that may not be read',
    input,
    response: answer(200, item()),
    followUps: [file(403, 'Forbidden')],
    expect: { failure: 'refused' },
  },
  {
    name: 'a limit',
    input,
    response: answer(429, '', { 'retry-after': '30' }),
    expect: { failure: 'rate_limited', suspendMs: 30_000 },
  },
];
