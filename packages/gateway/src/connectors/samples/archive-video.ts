// Exchanges about one video of the Internet Archive, made up from the documents: their field names, our values.
import type { ParsedVideo } from '../../domain/video.ts';
import type { ExpectedRecord, Sample, VideoInput } from '../connector.ts';
import { answersAs } from './answer.ts';

const ID = 'silent-cats-1921';
const input: VideoInput = { platform: 'archive', id: ID, wantsRaw: false };
const answer = answersAs('application/json');

const item = (metadata: object = {}) =>
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
    files: [
      { name: 'cats.mpg', source: 'original', length: '3723.5', width: '1440', height: '1080' },
      { name: 'cats.mp4', source: 'derivative', length: '1:02:03', width: '640', height: '480' },
      { name: 'cats_meta.xml', source: 'original' },
      { name: 'cats.asr.srt', source: 'derivative' },
    ],
  });

export const samples: Sample<VideoInput, ExpectedRecord<ParsedVideo>>[] = [
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
    name: 'an item that the Archive does not have, as its search says too',
    input,
    response: answer(200, '{}'),
    followUps: [answer(200, '{"items":[],"count":0,"total":0}')],
    expect: { absent: 'unknown' },
  },
  {
    name: 'an empty answer about an item that the search knows',
    input,
    response: answer(200, '{}'),
    followUps: [answer(200, `{"items":[{"identifier":"${ID}"}],"count":1,"total":1}`)],
    expect: { failure: 'bad_response' },
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
    name: 'a book',
    input,
    response: answer(200, item({ mediatype: 'texts' })),
    expect: { absent: 'unknown' },
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
