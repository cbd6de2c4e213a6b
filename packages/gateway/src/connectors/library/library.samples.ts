// Exchanges with the embedded library that its connector must understand, made up in the form of its answers.

import type { ParsedTranscript } from '../../domain/transcript/record.ts';
import type { ParsedVideo } from '../../domain/video.ts';
import type {
  ExpectedNoTranscript,
  ExpectedRecord,
  Sample,
  SearchInput,
  TranscriptInput,
  UpstreamResponse,
  VideoInput,
} from '../connector.ts';

function answer(status: number, body: string): UpstreamResponse {
  return { kind: 'response', status, headers: { 'content-type': 'application/json' }, body, receivedAtMs: 0 };
}

const FULL_RECORD =
  '{"id":"youtube:9007199254740993","alt_ids":["9007199254740993"],"title":"Two cats, one box","text":"Guess who wins.",' +
  '"tags":["cats","funny 😹"],"language":"en","region":"IE","url":"https://example.org/watch/1","published_at":' +
  '"2025-03-04T00:00:00.000Z","published_precision":"day","duration_ms":34500,"width":1080,"height":1920,"author":' +
  '{"id":"UC1","handle":"@boxcats","name":"Box Cats","verified":false,"followers":1200},"stats":{"views":0,"likes":17},' +
  '"thumbnails":[{"url":"https://example.org/1.jpg","width":720,"height":1280}],"license":{"name":"CC BY 4.0"},"nsfw":false,"category":"Pets & Animals",' +
  '"music":{"title":"Box song"},"captions":true,"live":{"state":"ended","viewers":7},"location":"Cork",' +
  '"updated_at":"2025-03-05T00:00:00.000Z","original_published_at":"2024-12-24T00:00:00.000Z"}';
const BARE_RECORD = '{"id":"sample/猫 1","title":"猫","sample":true}';
const first: SearchInput = {
  platform: 'library',
  keyword: 'cats',
  count: 2,
  cursor: null,
  position: 0,
  wantsRaw: false,
};
const second: SearchInput = { ...first, cursor: '1.1825301757493248.3e', position: 2 };

export const samples: Sample[] = [
  {
    name: 'first page',
    input: first,
    response: answer(
      200,
      `{"total":{"value":3,"relation":"eq"},"cursor":"1.1825301757493248.3e","results":[${FULL_RECORD},${BARE_RECORD}]}`,
    ),
    expect: {
      items: 2,
      end: 'more',
      total: { value: 3, relation: 'eq' },
      cursor: '1.1825301757493248.3e',
      videos: [
        {
          id: 'youtube:9007199254740993',
          tags: ['cats', 'funny 😹'],
          nsfw: false,
          category: 'Pets & Animals',
          music: { id: null, title: 'Box song', author: null },
          captions: true,
          live: { state: 'ended', scheduled_at: null, viewers: 7 },
          location: 'Cork',
          updated_at: '2025-03-05T00:00:00.000Z',
          original_published_at: '2024-12-24T00:00:00.000Z',
          published_precision: 'day',
        },
        { id: 'sample/猫 1', text: null, nsfw: null, license: null },
      ],
    },
  },
  {
    name: 'next page of a search with very many results',
    input: second,
    response: answer(
      200,
      `{"total":{"value":10000,"relation":"capped"},"cursor":"2.17.10000c","results":[${BARE_RECORD}]}`,
    ),
    expect: { items: 1, end: 'more' },
  },
  {
    name: 'last page',
    input: second,
    response: answer(200, `{"total":{"value":3,"relation":"eq"},"cursor":null,"results":[${BARE_RECORD}]}`),
    expect: { items: 1, end: 'exhausted' },
  },
  {
    name: 'a search that was ended before its time',
    input: first,
    response: answer(
      200,
      `{"total":{"value":1,"relation":"capped"},"cursor":null,"end":"upstream_cap","results":[${BARE_RECORD}]}`,
    ),
    expect: { items: 1, end: 'upstream_cap' },
  },
  {
    name: 'a search that took too long and found nothing',
    input: first,
    response: answer(504, '{"error":"the search took too long"}'),
    expect: { failure: 'timeout' },
  },
  {
    name: 'nothing found',
    input: first,
    response: answer(200, '{"total":{"value":0,"relation":"eq"},"cursor":null,"results":[]}'),
    expect: { items: 0, end: 'exhausted' },
  },
  {
    name: 'a cursor the library did not issue',
    input: { ...second, cursor: 'x' },
    response: answer(400, '{"error":"the cursor is not one of this library"}'),
    expect: { failure: 'input_rejected' },
  },
  {
    name: 'a library that cannot be read',
    input: first,
    response: answer(503, '{"error":"database disk image is malformed"}'),
    expect: { failure: 'unavailable' },
  },
  {
    name: 'a record without an id',
    input: first,
    response: answer(200, '{"total":null,"cursor":null,"results":[{"title":"no id"}]}'),
    expect: { failure: 'bad_response' },
  },
  {
    name: 'an answer cut short',
    input: first,
    response: answer(200, '{"total":{"value":3,"relation":"eq"},"cursor":null,"resu'),
    expect: { failure: 'bad_response' },
  },
];

const video: VideoInput = { platform: 'library', id: 'youtube:9007199254740993', wantsRaw: false };

export const videoSamples: Sample<VideoInput, ExpectedRecord<ParsedVideo>>[] = [
  {
    name: 'a whole record',
    input: video,
    response: answer(200, FULL_RECORD),
    expect: { record: { id: 'youtube:9007199254740993', title: 'Two cats, one box', duration_ms: 34_500 } },
  },
  {
    name: 'a bare record with an id of any script',
    input: { ...video, id: 'sample/猫 1' },
    response: answer(200, BARE_RECORD),
    expect: { record: { id: 'sample/猫 1', text: null, nsfw: null } },
  },
  {
    name: 'no such record',
    input: { ...video, id: 'gone' },
    response: answer(404, '{"absent":true}'),
    expect: { absent: 'unknown' },
  },
  {
    name: 'a library that cannot be read',
    input: video,
    response: answer(503, '{"error":"database disk image is malformed"}'),
    expect: { failure: 'unavailable' },
  },
];

function transcriptAnswer(status: number, body: string, type = 'application/json'): UpstreamResponse {
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

/** Transcripts of the embedded library, made up in the form of its answers. */
export const transcriptSamples: Sample<
  TranscriptInput,
  ExpectedRecord<ParsedTranscript> | ExpectedNoTranscript
>[] = [
  {
    name: 'without a wish: written by a person',
    input,
    response: transcriptAnswer(200, RECORD),
    followUps: [transcriptAnswer(200, VTT, 'text/plain')],
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
    response: transcriptAnswer(200, RECORD),
    followUps: [transcriptAnswer(200, SRT, 'text/plain')],
    expect: { record: { language: 'de', language_match: 'exact', translated: true, text: 'Guten Morgen.' } },
  },
  {
    name: 'no such language',
    input: { ...input, language: 'fr' },
    response: transcriptAnswer(200, RECORD),
    expect: { absent: 'language', what: 'transcript', tracks: TRACKS },
  },
  {
    name: 'no such kind',
    input: { ...input, language: 'de', kind: 'human' },
    response: transcriptAnswer(200, RECORD),
    expect: { absent: 'kind', what: 'transcript', tracks: TRACKS },
  },
  {
    name: 'no transcript at all',
    input,
    response: transcriptAnswer(200, '{"id":"youtube:talk1","title":"A talk"}'),
    expect: { absent: 'none', what: 'transcript', tracks: [] },
  },
  {
    name: 'no such record',
    input: { ...input, id: 'gone' },
    response: transcriptAnswer(404, '{"absent":true}'),
    expect: { absent: 'unknown', what: 'video' },
  },
  {
    name: 'a library that cannot be read',
    input,
    response: transcriptAnswer(503, '{"error":"database disk image is malformed"}'),
    expect: { failure: 'unavailable' },
  },
  {
    name: 'a file that is no transcript',
    input,
    response: transcriptAnswer(200, RECORD),
    followUps: [transcriptAnswer(200, 'words', 'text/plain')],
    expect: { failure: 'bad_response' },
  },
];
