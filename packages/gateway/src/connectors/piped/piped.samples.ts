// Exchanges of the Piped connector, made up from the documents: their field names, our values.

import type { ParsedVideo } from '../../domain/video.ts';
import type { ExpectedRecord, Sample, SearchInput, VideoInput } from '../connector.ts';
import { answersAs } from '../samples/answer.ts';

const first: SearchInput = {
  platform: 'youtube',
  keyword: 'cat',
  count: 20,
  cursor: null,
  position: 0,
  wantsRaw: false,
};

const answer = answersAs('application/json');

const TOKEN =
  '{"url":"https://www.youtube.com/youtubei/v1/search","id":"EpQCEgNjYXQ%3D%3D","ids":null,"body":null}';
const TOKEN_2 =
  '{"url":"https://www.youtube.com/youtubei/v1/search","id":"EpQCEgNkb2c%3D%3D","ids":null,"body":null}';
const RICH =
  '{"url":"/watch?v=aBcDeFgHiJ0","type":"stream","title":"Cats & boxes","thumbnail":"https://proxy.example/vi/0.jpg",' +
  '"uploaderName":"Box Cats","uploaderUrl":"/channel/UCboxcats","uploaderAvatar":"https://proxy.example/a.jpg",' +
  '"uploadedDate":"3 months ago","shortDescription":"Who gets the box? ...","duration":253,"views":12345678901,' +
  '"uploaded":1772000000000,"uploaderVerified":true,"isShort":false}';
const SPARSE =
  '{"url":"/watch?v=aBcDeFgHiJ1","type":"stream","title":"T","thumbnail":null,"uploaderName":null,"uploaderUrl":null,' +
  '"uploaderAvatar":null,"uploadedDate":null,"shortDescription":null,"duration":12,"views":-1,"uploaded":-1}';
const LIVE =
  '{"url":"/watch?v=aBcDeFgHiJ2","type":"stream","title":"On air","uploaderUrl":"/@bee","duration":-1,"views":17,"isShort":false}';
const SHORT =
  '{"url":"/shorts/aBcDeFgHiJ3","type":"stream","title":"Box!","duration":-1,"views":1200000,"isShort":true}';
const CHANNEL = '{"url":"/channel/UCboxcats","type":"channel","name":"Box Cats","subscribers":12}';
const EXPECTED_RICH = {
  id: 'aBcDeFgHiJ0',
  url: 'https://www.youtube.com/watch?v=aBcDeFgHiJ0',
  embed_url: 'https://www.youtube.com/embed/aBcDeFgHiJ0',
  kind: 'video' as const,
  title: 'Cats & boxes',
  text: 'Who gets the box? ...',
  text_truncated: true,
  published_at: null,
  published_precision: 'relative' as const,
  published_text: '3 months ago',
  duration_ms: 253_000,
  author: {
    id: 'UCboxcats',
    handle: null,
    name: 'Box Cats',
    url: 'https://www.youtube.com/channel/UCboxcats',
    avatar_url: 'https://proxy.example/a.jpg',
    verified: true,
    followers: null,
  },
  stats: {
    views: 12_345_678_901,
    likes: null,
    comments: null,
    shares: null,
    saves: null,
    reposts: null,
    downloads: null,
    danmaku: null,
  },
  approx: [],
  thumbnails: [{ url: 'https://proxy.example/vi/0.jpg', width: null, height: null }],
};
const EXPECTED_SPARSE = {
  id: 'aBcDeFgHiJ1',
  kind: 'video' as const,
  text: null,
  text_truncated: false,
  published_at: null,
  published_precision: null,
  published_text: null,
  thumbnails: [],
};
const EXPECTED_LIVE = { id: 'aBcDeFgHiJ2', kind: 'live' as const, duration_ms: null };
const EXPECTED_SHORT = { id: 'aBcDeFgHiJ3', kind: 'video' as const, duration_ms: null, approx: ['views'] };

function page(items: string, nextpage: string | null): string {
  return `{"items":[${items}],"nextpage":${JSON.stringify(nextpage)},"suggestion":null,"corrected":false}`;
}

export const samples: Sample[] = [
  {
    name: 'first page, with a channel among the videos',
    input: first,
    response: answer(200, page(`${RICH},${CHANNEL},${SPARSE},${LIVE},${SHORT}`, TOKEN)),
    expect: {
      items: 4,
      end: 'more',
      total: null,
      cursor: `0:${TOKEN}`,
      videos: [EXPECTED_RICH, EXPECTED_SPARSE, EXPECTED_LIVE, EXPECTED_SHORT],
    },
  },
  {
    name: 'a slice of the first page, for a caller that wants fewer',
    input: { ...first, count: 2 },
    response: answer(200, page(`${SPARSE},${CHANNEL},${LIVE},${RICH}`, TOKEN)),
    expect: { items: 2, end: 'more', cursor: '2:', videos: [EXPECTED_SPARSE, EXPECTED_LIVE] },
  },
  {
    name: 'the rest of the first page',
    input: { ...first, count: 2, cursor: '2:', position: 2, wantsRaw: true },
    response: answer(200, page(`${SPARSE},${CHANNEL},${LIVE},${RICH}`, TOKEN)),
    expect: { items: 1, end: 'more', cursor: `0:${TOKEN}`, videos: [EXPECTED_RICH] },
  },
  {
    name: 'next page',
    input: { ...first, cursor: `0:${TOKEN}`, position: 20 },
    response: answer(200, page(`${SPARSE},${RICH}`, TOKEN_2)),
    expect: { items: 2, end: 'more', cursor: `0:${TOKEN_2}` },
  },
  {
    name: 'a slice of the next page',
    input: { ...first, count: 1, cursor: `0:${TOKEN}`, position: 20 },
    response: answer(200, page(`${SPARSE},${RICH}`, TOKEN_2)),
    expect: { items: 1, end: 'more', cursor: `1:${TOKEN}` },
  },
  {
    name: 'last page',
    input: { ...first, cursor: `0:${TOKEN_2}`, position: 40 },
    response: answer(200, page(SPARSE, null)),
    expect: { items: 1, end: 'exhausted' },
  },
  {
    name: 'last page, with the word null for a token',
    input: { ...first, cursor: `0:${TOKEN_2}`, position: 40 },
    response: answer(200, page(SPARSE, 'null')),
    expect: { items: 1, end: 'exhausted' },
  },
  {
    name: 'no items, and yet a token',
    input: { ...first, cursor: `0:${TOKEN}`, position: 20 },
    response: answer(200, page('', TOKEN_2)),
    expect: { items: 0, end: 'unknown' },
  },
  {
    name: 'the same token again',
    input: { ...first, cursor: `0:${TOKEN}`, position: 20 },
    response: answer(200, page(SPARSE, TOKEN)),
    expect: { items: 1, end: 'unknown' },
  },
  {
    name: 'a page that does not say whether there is another',
    input: first,
    response: answer(200, `{"items":[${SPARSE}],"corrected":false}`),
    expect: { items: 1, end: 'unknown' },
  },
  {
    name: 'a limit of the instance',
    input: first,
    response: answer(429, '', { 'retry-after': '30' }),
    expect: { failure: 'rate_limited', suspendMs: 30_000 },
  },
  {
    name: 'a failure of the instance',
    input: first,
    response: answer(500, '{"error":"a trace","message":"Could not get the page"}'),
    expect: { failure: 'unavailable' },
  },
];

const ID = 'aBcDeFg-_01';
const input: VideoInput = { platform: 'youtube', id: ID, wantsRaw: false };
const stream = (changes: object = {}) =>
  JSON.stringify({
    title: 'A cat',
    description: 'One<br>Two &amp; three',
    uploaded: 1_714_557_600_123,
    uploader: 'Maker',
    uploaderUrl: '/channel/UCx',
    uploaderAvatar: 'https://proxy.example/a.jpg',
    uploaderVerified: true,
    uploaderSubscriberCount: 311,
    thumbnailUrl: `https://proxy.example/vi_webp/${ID}/maxresdefault.webp?host=i.example`,
    license: 'YouTube licence',
    visibility: 'public',
    tags: ['cat', 'sofa'],
    duration: 253,
    views: 1203,
    likes: 17,
    dislikes: -1,
    livestream: false,
    category: 'Pets & Animals',
    subtitles: [{ url: 'https://proxy.example/s.vtt', code: 'en', autoGenerated: true }],
    relatedStreams: [{ url: '/watch?v=zzzzzzzzzzz', type: 'stream', title: 'Another' }],
    ...changes,
  });

const error = (message: string, trace = 'org.example.Exception') =>
  answer(500, JSON.stringify({ error: `${trace}: at line 1`, message }));

/** Exchanges about one video of a Piped. */
export const videoSamples: Sample<VideoInput, ExpectedRecord<ParsedVideo>>[] = [
  {
    name: 'a public video, with its date and its words',
    input,
    response: answer(200, stream()),
    expect: {
      record: {
        id: ID,
        text: 'One\nTwo & three',
        tags: ['cat', 'sofa'],
        published_at: '2024-05-01T10:00:00.123Z',
        published_precision: 'ms',
        duration_ms: 253_000,
        license: { name: 'YouTube licence', url: null },
        category: 'Pets & Animals',
        captions: true,
        tracks: [{ language: 'en', kind: 'automatic' }],
      },
    },
  },
  {
    name: 'a broadcast without captions',
    input,
    response: answer(200, stream({ livestream: true, subtitles: [] })),
    expect: {
      record: {
        id: ID,
        kind: 'live',
        captions: false,
        live: { state: 'on_air', scheduled_at: null, viewers: null },
      },
    },
  },
  {
    name: 'a video whose picture does not say which it is',
    input,
    response: answer(200, stream({ thumbnailUrl: null, uploaded: 1_714_521_600_000 })),
    expect: { record: { id: ID, published_precision: 'day', thumbnails: [] } },
  },
  {
    name: 'a video of an older instance, with a date in place of the number',
    input,
    response: answer(200, stream({ uploaded: -1, uploadDate: '2024-05-01' })),
    expect: { record: { published_at: '2024-05-01T00:00:00.000Z', published_precision: 'day' } },
  },
  {
    name: 'an unlisted video, which opens to who knows its id',
    input,
    response: answer(200, stream({ visibility: 'unlisted' })),
    expect: { absent: 'private' },
  },
  {
    name: 'a private video',
    input,
    response: error('no words', 'org.example.PrivateContentException'),
    expect: { absent: 'private' },
  },
  {
    name: 'a video for adults',
    input,
    response: error('This age-restricted video cannot be watched anonymously'),
    expect: { absent: 'age' },
  },
  {
    name: "a video for a channel's members",
    input,
    response: error('This video is only available for members of the channel of this video'),
    expect: { absent: 'private' },
  },
  {
    name: 'YouTube wants the instance to wait',
    input,
    response: error("This content isn't available, try again later"),
    expect: { failure: 'unavailable' },
  },
  {
    name: 'another video than the one asked for',
    input,
    response: answer(200, stream({ thumbnailUrl: 'https://proxy.example/vi/zzzzzzzzzzz/hq.jpg' })),
    expect: { failure: 'bad_response' },
  },
];
