// Exchanges with NASA's library, made up from its documents and from what its clients read: their field names, our values.
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

const answer = answersAs('application/json');
const said = (body: object, status = 200) => answer(status, JSON.stringify(body));
const ID = 'GSFC_2024 Cat é';
const item = (changes: object = {}, more: object = {}) => ({
  href: 'https://images-assets.nasa.gov/video/a/collection.json',
  data: [
    {
      center: 'GSFC',
      date_created: '2024-05-01T10:00:00Z',
      description: 'A <b>cat</b>\r\non a model',
      keywords: ['cat', 'model'],
      location: 'Greenbelt',
      media_type: 'video',
      nasa_id: ID,
      photographer: 'Ada Sample',
      title: 'Cat on a model',
      ...changes,
    },
  ],
  links: [
    { href: 'https://images-assets.nasa.gov/video/a/a~thumb.jpg', rel: 'preview', render: 'image' },
    { href: 'https://images-assets.nasa.gov/video/a/a.srt', rel: 'captions' },
  ],
  ...more,
});
const collection = (items: object[], total: number, links: object[] = []) =>
  said({
    collection: {
      version: '1.1',
      href: 'https://images-api.nasa.gov/search',
      items,
      links,
      metadata: { total_hits: total },
    },
  });
const NEXT = [{ rel: 'next', prompt: 'Next', href: 'http://images-api.nasa.gov/search?page=2' }];
const WHOLE: Partial<ParsedVideo> = {
  id: ID,
  url: 'https://images.nasa.gov/details/GSFC_2024%20Cat%20%C3%A9',
  title: 'Cat on a model',
  text: 'A cat\non a model',
  tags: ['cat', 'model'],
  published_at: '2024-05-01T10:00:00.000Z',
  duration_ms: null,
  thumbnails: [{ url: 'https://images-assets.nasa.gov/video/a/a~thumb.jpg', width: null, height: null }],
  license: null,
};
const bare = (n: number) => ({ data: [{ nasa_id: `b${n}`, media_type: 'video', center: 'JSC' }] });

const first: SearchInput = {
  platform: 'nasa',
  keyword: 'cat',
  count: 2,
  cursor: null,
  position: 0,
  wantsRaw: false,
};

export const samples: Sample[] = [
  {
    name: 'first page',
    input: first,
    response: collection([item(), bare(1)], 5, NEXT),
    expect: {
      items: 2,
      end: 'more',
      cursor: '2.2.0',
      total: { value: 5, relation: 'eq' },
      videos: [WHOLE, { id: 'b1', title: null, published_at: null }],
    },
  },
  {
    name: 'last page',
    input: { ...first, cursor: '3.2.0', position: 4 },
    response: collection([bare(5)], 5),
    expect: { items: 1, end: 'exhausted' },
  },
  {
    name: 'the last page that it gives of more',
    input: { ...first, count: 100, cursor: '100.100.0', position: 9_900 },
    response: collection([bare(1)], 12_000, NEXT),
    expect: { items: 1, end: 'upstream_cap', total: { value: 12_000, relation: 'capped' } },
  },
  {
    name: 'a page beyond the last that it gives',
    input: { ...first, cursor: '101.20.0', position: 2_000 },
    response: said(
      { reason: 'Maximum number of search results have been displayed. Please refine your search.' },
      400,
    ),
    expect: { items: 0, end: 'upstream_cap' },
  },
  {
    name: 'an end before what was counted',
    input: first,
    response: collection([bare(1)], 5),
    expect: { items: 1, end: 'unknown' },
  },
  {
    name: 'a picture among videos',
    input: first,
    response: collection([item({ media_type: 'image' }), bare(2)], 2),
    expect: { items: 1, end: 'exhausted', videos: [{ id: 'b2' }] },
  },
];

const one: VideoInput = { platform: 'nasa', id: ID, wantsRaw: false };

export const videoSamples: Sample<VideoInput, ExpectedRecord<ParsedVideo>>[] = [
  {
    name: 'a video among others that its words find',
    input: one,
    response: collection([bare(1), item()], 2),
    expect: { record: WHOLE },
  },
  {
    name: 'another video',
    input: one,
    response: collection([bare(1)], 1),
    expect: { failure: 'bad_response' },
  },
  {
    name: 'a picture',
    input: one,
    response: collection([item({ media_type: 'image' })], 1),
    expect: { absent: 'private' },
  },
  {
    name: 'an empty list without a count',
    input: one,
    response: said({ collection: { items: [] } }),
    expect: { failure: 'bad_response' },
  },
];

const words: TranscriptInput = { platform: 'nasa', id: ID, wantsRaw: false };
const SRT = '1\r\n00:00:01,000 --> 00:00:03,000\r\nLift-off.\r\n';

export const transcriptSamples: Sample<
  TranscriptInput,
  ExpectedRecord<ParsedTranscript> | ExpectedNoTranscript | ExpectedAbsence
>[] = [
  {
    name: 'captions that are named by http',
    input: words,
    response: collection([item()], 1),
    followUps: [
      said({ location: 'http://images-assets.nasa.gov/video/a/a.srt' }),
      answersAs('text/plain')(200, SRT),
    ],
    expect: {
      record: {
        id: ID,
        language: null,
        language_match: null,
        kind: null,
        timed: true,
        cues: [{ start_ms: 1_000, end_ms: 3_000, text: 'Lift-off.' }],
        tracks: [{ language: null, kind: null }],
      },
    },
  },
  {
    name: 'a video without captions',
    input: words,
    response: collection([item()], 1),
    followUps: [said({ reason: 'No captions file found for the asset' }, 404)],
    expect: { absent: 'none', what: 'transcript', tracks: [] },
  },
  {
    name: 'a 404 without a reason',
    input: words,
    response: collection([item()], 1),
    followUps: [said({}, 404)],
    expect: { failure: 'bad_response' },
  },
  {
    name: 'an answer that names no file',
    input: words,
    response: collection([item()], 1),
    followUps: [said({})],
    expect: { failure: 'bad_response' },
  },
];
