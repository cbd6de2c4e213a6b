// Exchanges about one video of a PeerTube instance, made up from the documents: their field names, our values.
import type { ParsedVideo } from '../../domain/video.ts';
import type { ExpectedRecord, Sample, VideoInput } from '../connector.ts';
import { answersAs } from '../samples/answer.ts';

const ID = '3f0a7c52-1111-4222-8333-444455556666';
const input: VideoInput = { platform: 'peertube', id: ID, wantsRaw: false };
const answer = answersAs('application/json; charset=utf-8');
const problem = answersAs('application/problem+json; charset=utf-8');

/** Longer than the texts of a search, and ending like a text that was cut. */
const WHOLE_TEXT = `${'A cat walks over the keys. '.repeat(20)}And then ...`;

const video = (changes: object = {}): string =>
  JSON.stringify({
    id: 42,
    uuid: ID,
    shortUUID: '9xKq2LmZ7rTfW4',
    publishedAt: '2025-02-03T09:05:00.250Z',
    originallyPublishedAt: null,
    licence: { id: 1, label: 'Attribution' },
    language: { id: 'fr', label: 'French' },
    privacy: { id: 1, label: 'Public' },
    name: 'Le chat & le piano',
    description: WHOLE_TEXT,
    truncatedDescription: `${WHOLE_TEXT.slice(0, 247)}...`,
    duration: 95,
    isLocal: true,
    views: 1203,
    likes: 17,
    dislikes: 0,
    comments: 3,
    downloads: 4,
    nsfw: false,
    isLive: false,
    thumbnailPath: '/lazy-static/thumbnails/a1.jpg',
    previewPath: '/lazy-static/previews/a2.jpg',
    embedPath: '/videos/embed/9xKq2LmZ7rTfW4',
    url: `https://upstream.example/videos/watch/${ID}`,
    tags: ['cats', 'piano'],
    commentsPolicy: { id: 1, label: 'Enabled' },
    blacklisted: false,
    account: {
      id: 5,
      name: 'ada',
      displayName: 'Ada',
      url: 'https://upstream.example/accounts/ada',
      host: 'upstream.example',
    },
    channel: {
      id: 8,
      name: 'ada_cats',
      displayName: "Ada's cats",
      url: 'https://upstream.example/video-channels/ada_cats',
      host: 'upstream.example',
      followersCount: 311,
      avatars: [],
    },
    ...changes,
  });

const refusal = (status: number, code: string): string =>
  JSON.stringify({
    type: `https://docs.joinpeertube.org/api-rest-reference.html#section/Errors/${code}`,
    status,
    code,
  });

export const videoSamples: Sample<VideoInput, ExpectedRecord<ParsedVideo>>[] = [
  {
    name: 'a video with its files',
    input,
    response: answer(200, video({ files: [{ width: 854, height: 480 }, { width: 1920, height: 1080 }, {}] })),
    expect: { record: { width: 1920, height: 1080 } },
  },
  {
    name: 'a video that has streams and no files, with its original date',
    input,
    response: answer(
      200,
      video({
        files: [],
        streamingPlaylists: [{ files: [{ width: 720, height: 1280 }] }],
        originallyPublishedAt: '2001-02-03T00:00:00.000Z',
      }),
    ),
    expect: {
      record: {
        width: 720,
        height: 1280,
        published_at: '2025-02-03T09:05:00.250Z',
        original_published_at: '2001-02-03T00:00:00.000Z',
      },
    },
  },
  {
    name: 'a live that waits for its first broadcast',
    input,
    response: answer(
      200,
      video({
        isLive: true,
        state: { id: 4, label: 'Waiting for livestream' },
        liveSchedules: [{ startAt: '2025-03-01T20:00:00.000Z' }],
      }),
    ),
    expect: {
      record: {
        kind: 'video',
        published_text: 'Waiting for livestream',
        duration_ms: null,
        live: { state: 'upcoming', scheduled_at: '2025-03-01T20:00:00.000Z', viewers: null },
      },
    },
  },
  {
    name: 'a live',
    input,
    response: answer(200, video({ isLive: true, viewers: 3, state: { id: 1, label: 'Published' } })),
    expect: {
      record: {
        kind: 'live',
        published_text: null,
        live: { state: 'on_air', scheduled_at: null, viewers: 3 },
      },
    },
  },
  {
    name: 'a live that is over',
    input,
    response: answer(200, video({ isLive: true, state: { id: 5, label: 'Livestream ended' } })),
    expect: {
      record: {
        kind: 'video',
        published_text: null,
        live: { state: 'ended', scheduled_at: null, viewers: null },
      },
    },
  },
  {
    name: 'a video of an instance that is asked at an inner address',
    input,
    response: answer(
      200,
      video({
        url: `https://tube.example/videos/watch/${ID}`,
        thumbnails: [
          { width: 280, height: 157, fileUrl: 'https://tube.example/lazy-static/thumbnails/a1.jpg' },
        ],
      }),
    ),
    expect: {
      record: {
        url: `https://tube.example/videos/watch/${ID}`,
        embed_url: 'https://tube.example/videos/embed/9xKq2LmZ7rTfW4',
        thumbnails: [{ url: 'https://tube.example/lazy-static/thumbnails/a1.jpg', width: 280, height: 157 }],
      },
    },
  },
  {
    name: 'a public video, whole',
    input,
    response: answer(200, video()),
    expect: {
      record: {
        id: ID,
        text: WHOLE_TEXT,
        text_truncated: false,
        tags: ['cats', 'piano'],
        duration_ms: 95_000,
        author: {
          id: 'ada_cats@upstream.example',
          handle: 'ada_cats@upstream.example',
          name: "Ada's cats",
          url: 'https://upstream.example/video-channels/ada_cats',
          avatar_url: null,
          verified: null,
          followers: 311,
        },
      },
    },
  },
  {
    name: 'an unlisted video, which opens to who knows its id',
    input,
    response: answer(200, video({ privacy: { id: 2, label: 'Unlisted' } })),
    expect: { absent: 'private' },
  },
  {
    name: 'a blocked video, as its moderators see it',
    input,
    response: answer(200, video({ blacklisted: true })),
    expect: { absent: 'private' },
  },
  {
    name: 'a private video',
    input,
    response: problem(401, '{"type":"about:blank","title":"Unauthorized","status":401}'),
    expect: { absent: 'private' },
  },
  {
    name: 'a video behind a password',
    input,
    response: problem(401, refusal(401, 'video_requires_password')),
    expect: { absent: 'password' },
  },
  {
    name: 'a token that a proxy in between added',
    input,
    response: problem(401, refusal(401, 'invalid_token')),
    expect: { failure: 'refused' },
  },
  {
    name: 'a 404 of a server in between',
    input,
    response: answersAs('text/html')(404, '<html><h1>404</h1></html>'),
    expect: { failure: 'bad_response' },
  },
  {
    name: 'an id that the instance does not accept',
    input: { ...input, id: 'no id' },
    response: problem(
      400,
      '{"type":"about:blank","status":400,"invalid-params":{"id":{"msg":"Should have a valid id"}}}',
    ),
    expect: { failure: 'input_rejected' },
  },
  {
    name: 'too many requests',
    input,
    response: {
      ...answer(429, 'Too many requests'),
      headers: { 'content-type': 'text/html', 'retry-after': '3' },
    },
    expect: { failure: 'rate_limited', suspendMs: 3_000 },
  },
];
