// Exchanges of the Invidious connector, made up from the documents: their field names, our values.

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

const RICH =
  '{"type":"video","title":"Cats & boxes","videoId":"aBcDeFgHiJ0","author":"Box Cats","authorId":"UCboxcats",' +
  '"authorUrl":"/channel/UCboxcats","authorVerified":true,"authorThumbnails":[' +
  '{"url":"/ggpht/s32","width":32,"height":32},{"url":"//yt3.example/s176","width":176,"height":176}],"videoThumbnails":[' +
  '{"quality":"medium","url":"/vi/aBcDeFgHiJ0/mqdefault.jpg","width":320,"height":180},' +
  '{"quality":"maxres","url":"//img.example/vi/aBcDeFgHiJ0/maxres.jpg","width":1280,"height":720}],' +
  '"description":"Who gets the box? ...","descriptionHtml":"Who gets the <b>box</b>? ...","viewCount":12345678901,' +
  '"viewCountText":"12B views","published":1714557600,"publishedText":"1 year ago","lengthSeconds":253,' +
  '"liveNow":false,"premium":false,"isUpcoming":false}';
const SPARSE = '{"type":"video","title":"","videoId":"aBcDeFgHiJ1","viewCount":0,"lengthSeconds":0}';
const LIVE =
  '{"type":"video","title":"On air","videoId":"aBcDeFgHiJ2","author":"B","authorUrl":"/@bee","lengthSeconds":0,' +
  '"published":1780000000,"publishedText":"0 seconds ago","viewCount":17,"liveNow":true}';
const CHANNEL =
  '{"type":"channel","author":"Box Cats","authorId":"UCboxcats","authorUrl":"/channel/UCboxcats"}';
const EXPECTED_RICH = {
  id: 'aBcDeFgHiJ0',
  url: 'https://www.youtube.com/watch?v=aBcDeFgHiJ0',
  embed_url: 'https://www.youtube.com/embed/aBcDeFgHiJ0',
  kind: 'video' as const,
  title: 'Cats & boxes',
  text: 'Who gets the box? ...',
  text_truncated: true,
  tags: [],
  published_at: null,
  published_precision: 'relative' as const,
  published_text: '1 year ago',
  duration_ms: 253_000,
  author: {
    id: 'UCboxcats',
    handle: null,
    name: 'Box Cats',
    url: 'https://www.youtube.com/channel/UCboxcats',
    avatar_url: 'https://yt3.example/s176',
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
  thumbnails: [
    { url: 'https://img.example/vi/aBcDeFgHiJ0/maxres.jpg', width: 1280, height: 720 },
    { url: 'https://upstream.example/vi/aBcDeFgHiJ0/mqdefault.jpg', width: 320, height: 180 },
  ],
};
const EXPECTED_SPARSE = {
  id: 'aBcDeFgHiJ1',
  title: null,
  text: null,
  text_truncated: false,
  published_at: null,
  published_precision: null,
  published_text: null,
  duration_ms: null,
  thumbnails: [],
};
const EXPECTED_LIVE = {
  id: 'aBcDeFgHiJ2',
  kind: 'live' as const,
  published_text: null,
  duration_ms: null,
};

export const samples: Sample[] = [
  {
    name: 'first page, with a channel among the videos',
    input: first,
    response: answer(200, `[${RICH},${CHANNEL},${SPARSE},${LIVE}]`),
    expect: {
      items: 3,
      end: 'more',
      total: null,
      cursor: '2.20.0',
      videos: [EXPECTED_RICH, EXPECTED_SPARSE, EXPECTED_LIVE],
    },
  },
  {
    name: 'a slice of a page, for a caller that wants fewer',
    input: { ...first, count: 2 },
    response: answer(200, `[${LIVE},${CHANNEL},${SPARSE},${RICH}]`),
    expect: { items: 2, end: 'more', cursor: '1.20.2', videos: [EXPECTED_LIVE, EXPECTED_SPARSE] },
  },
  {
    name: 'the rest of that page',
    input: { ...first, count: 2, cursor: '1.20.2', position: 2, wantsRaw: true },
    response: answer(200, `[${LIVE},${CHANNEL},${SPARSE},${RICH}]`),
    expect: { items: 1, end: 'more', cursor: '2.20.0', videos: [EXPECTED_RICH] },
  },
  {
    name: 'next page',
    input: { ...first, cursor: '2.20.0', position: 20 },
    response: answer(200, `[${SPARSE}]`),
    expect: { items: 1, end: 'more', cursor: '3.20.0' },
  },
  {
    name: 'a walk without an end',
    input: { ...first, cursor: '100.20.0', position: 1_980 },
    response: answer(200, `[${RICH}]`),
    expect: { items: 1, end: 'unknown' },
  },
  {
    name: 'a limit of the instance',
    input: first,
    response: answer(429, '<html>Too Many Requests</html>', {
      'content-type': 'text/html',
      'retry-after': '30',
    }),
    expect: { failure: 'rate_limited', suspendMs: 30_000 },
  },
  {
    name: 'an error object with status 200',
    input: first,
    response: answer(200, '{"error":"Could not read the results."}'),
    expect: { failure: 'unavailable' },
  },
];

const ID = 'aBcDeFg-_01';
const input: VideoInput = { platform: 'youtube', id: ID, wantsRaw: false };
const video = (changes: object = {}) =>
  JSON.stringify({
    type: 'video',
    title: 'A cat',
    videoId: ID,
    videoThumbnails: [{ quality: 'medium', url: `/vi/${ID}/mqdefault.jpg`, width: 320, height: 180 }],
    description: 'All of it, and nothing cut ...',
    published: 1_714_521_600,
    publishedText: '1 year ago',
    keywords: ['cat', 'sofa'],
    viewCount: 1203,
    likeCount: 17,
    isFamilyFriendly: true,
    isListed: true,
    author: 'Maker',
    authorId: 'UCx',
    authorUrl: '/channel/UCx',
    authorVerified: false,
    authorThumbnails: [],
    lengthSeconds: 253,
    genre: 'Pets & Animals',
    captions: [{ label: 'English', language_code: 'en', url: '/api/v1/captions/x?label=English' }],
    liveNow: false,
    isUpcoming: false,
    recommendedVideos: [{ videoId: 'zzzzzzzzzzz', title: 'Another' }],
    ...changes,
  });

const error = (status: number, words: string) => answer(status, JSON.stringify({ error: words }));

/** Exchanges about one video of an Invidious. */
export const videoSamples: Sample<VideoInput, ExpectedRecord<ParsedVideo>>[] = [
  {
    name: 'a public video, with its day and its words',
    input,
    response: answer(200, video()),
    expect: {
      record: {
        id: ID,
        text: 'All of it, and nothing cut ...',
        text_truncated: false,
        tags: ['cat', 'sofa'],
        published_at: '2024-05-01T00:00:00.000Z',
        published_precision: 'day',
        duration_ms: 253_000,
        nsfw: false,
        category: 'Pets & Animals',
        captions: true,
        tracks: [{ language: 'en', kind: 'human' }],
        live: null,
      },
    },
  },
  {
    name: 'a premiere to come',
    input,
    response: answer(200, video({ isUpcoming: true, premiereTimestamp: 1_714_557_600, captions: [] })),
    expect: {
      record: {
        id: ID,
        published_at: null,
        captions: false,
        live: { state: 'upcoming', scheduled_at: '2024-05-01T10:00:00.000Z', viewers: null },
      },
    },
  },
  {
    name: 'an unlisted video, which opens to who knows its id',
    input,
    response: answer(200, video({ isListed: false })),
    expect: { absent: 'private' },
  },
  {
    name: 'a private video',
    input,
    response: error(500, 'This video is private'),
    expect: { absent: 'private' },
  },
  {
    name: 'a video for adults, who would have to sign in',
    input,
    response: error(500, 'Sign in to confirm your age'),
    expect: { absent: 'age' },
  },
  {
    name: 'a video that is kept from the country of the instance',
    input,
    response: error(500, 'The uploader has not made this video available in your country'),
    expect: { absent: 'region' },
  },
  {
    name: 'a video that its author took away',
    input,
    response: error(500, 'This video has been removed by the uploader'),
    expect: { absent: 'deleted' },
  },
  {
    name: "a video for a channel's members",
    input,
    response: error(500, 'Join this channel to get access to members-only content like this video.'),
    expect: { absent: 'private' },
  },
  {
    name: "a video for a channel's members of some level",
    input,
    response: error(
      500,
      "This video is available to this channel's members on level: Cat (or any higher level).",
    ),
    expect: { absent: 'private' },
  },
  {
    name: 'an instance without its database',
    input,
    response: error(500, 'connection refused'),
    expect: { failure: 'unavailable' },
  },
  {
    name: 'another video than the one asked for',
    input,
    response: answer(200, video({ videoId: 'zzzzzzzzzzz' })),
    expect: { failure: 'bad_response' },
  },
];
