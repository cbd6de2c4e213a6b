// Exchanges about playlists of a PeerTube instance, made up from the documents: their field names, our values.
import type { ParsedPlaylist } from '../../domain/playlist.ts';
import type {
  ExpectedAbsence,
  ExpectedPage,
  ExpectedRecord,
  PlaylistInput,
  PlaylistVideosInput,
  Sample,
} from '../connector.ts';
import { answersAs } from '../samples/answer.ts';

const answer = answersAs('application/json; charset=utf-8');
const problem = answersAs('application/problem+json; charset=utf-8');

const ID = '7a7a7a7a-1111-4222-8333-444455556666';
const BUSY = answer(429, 'Too many requests', { 'content-type': 'text/html', 'retry-after': '3' });
const LOGIN = problem(
  401,
  '{"type":"about:blank","title":"Unauthorized","detail":"Authentication is required","status":401}',
);

const playlist = (changes: object = {}) =>
  answer(
    200,
    JSON.stringify({
      id: 12,
      uuid: ID,
      shortUUID: 'fVuDwW8QnbYqS6Km6w2d5u',
      isLocal: true,
      url: `https://upstream.example/video-playlists/${ID}`,
      displayName: 'Cats at the piano',
      description: 'First\r\nsecond',
      privacy: { id: 1, label: 'Public' },
      thumbnailPath: '/lazy-static/thumbnails/p.jpg',
      thumbnails: [
        { height: 480, width: 850, fileUrl: 'https://upstream.example/lazy-static/thumbnails/p1.jpg' },
      ],
      type: { id: 1, label: 'Regular' },
      videosLength: 4,
      createdAt: '2025-02-03T09:05:00.250Z',
      updatedAt: '2025-03-03T09:05:00.250Z',
      ownerAccount: { id: 5, name: 'ada', displayName: 'Ada', host: 'upstream.example', avatars: [] },
      videoChannel: {
        id: 8,
        name: 'ada_cats',
        displayName: "Ada's cats",
        url: 'https://upstream.example/video-channels/ada_cats',
        host: 'upstream.example',
        avatars: [],
      },
      ...changes,
    }),
  );

const asked: PlaylistInput = { platform: 'peertube', playlist_id: ID, wantsRaw: false };
const UNLISTED = playlist({ privacy: { id: 2, label: 'Unlisted' } });

export const playlistSamples: Sample<PlaylistInput, ExpectedRecord<ParsedPlaylist>>[] = [
  {
    name: 'a playlist of a channel',
    input: asked,
    response: playlist(),
    expect: {
      record: {
        id: ID,
        alt_ids: ['fVuDwW8QnbYqS6Km6w2d5u'],
        url: `https://upstream.example/video-playlists/${ID}`,
        title: 'Cats at the piano',
        text: 'First\nsecond',
        author: {
          id: 'ada_cats@upstream.example',
          handle: 'ada_cats@upstream.example',
          name: "Ada's cats",
          url: 'https://upstream.example/video-channels/ada_cats',
          avatar_url: null,
          verified: null,
          followers: null,
        },
        video_count: 4,
        views: null,
        published_at: '2025-02-03T09:05:00.250Z',
        updated_at: '2025-03-03T09:05:00.250Z',
        thumbnails: [
          { url: 'https://upstream.example/lazy-static/thumbnails/p1.jpg', width: 850, height: 480 },
        ],
      },
    },
  },
  {
    name: 'a playlist of a person, by its short id, from an instance that has no list of pictures',
    input: { ...asked, playlist_id: 'fVuDwW8QnbYqS6Km6w2d5u' },
    response: playlist({ videoChannel: null, thumbnails: undefined, description: null }),
    expect: {
      record: {
        id: ID,
        text: null,
        author: {
          id: 'ada@upstream.example',
          handle: 'ada@upstream.example',
          name: 'Ada',
          url: null,
          avatar_url: null,
          verified: null,
          followers: null,
        },
        thumbnails: [
          { url: 'https://upstream.example/lazy-static/thumbnails/p.jpg', width: null, height: null },
        ],
      },
    },
  },
  {
    name: 'an unlisted one, which opens for everyone who knows its id',
    input: asked,
    response: UNLISTED,
    expect: { absent: 'private' },
  },
  { name: 'a private one', input: asked, response: LOGIN, expect: { absent: 'private' } },
  { name: 'a limit', input: asked, response: BUSY, expect: { failure: 'rate_limited', suspendMs: 3_000 } },
  {
    name: 'another playlist',
    input: asked,
    response: playlist({ id: 13, uuid: '8b8b8b8b-1111-4222-8333-444455556666', shortUUID: 'x' }),
    expect: { failure: 'bad_response' },
  },
];

const first: PlaylistVideosInput = { ...asked, count: 3, cursor: null, position: 0 };
const second: PlaylistVideosInput = { ...first, cursor: '3.503', position: 2 };

const videoId = (n: number) => `3f0a7c52-1111-4222-8333-44445555000${n}`;
const video = (n: number, changes: object = {}) => ({
  id: n,
  uuid: videoId(n),
  name: `Le chat ${n}`,
  privacy: { id: 1, label: 'Public' },
  duration: 95,
  isLocal: true,
  url: `https://upstream.example/videos/watch/${videoId(n)}`,
  channel: { id: 8, name: 'ada_cats', displayName: "Ada's cats", host: 'upstream.example', avatars: [] },
  ...changes,
});
/** An entry: its type is 0 for a video, 1 for a deleted, 2 for a private and 3 for a blocked one. */
const entry = (position: number, type: number, of: object | null) => ({
  id: 500 + position,
  position,
  startTimestamp: null,
  stopTimestamp: null,
  type,
  video: of,
});
const page = (total: number, ...data: object[]) => answer(200, JSON.stringify({ total, data }));

export const playlistVideosSamples: Sample<PlaylistVideosInput, ExpectedPage | ExpectedAbsence>[] = [
  {
    name: 'first page, with a place whose video was deleted',
    input: first,
    response: page(5, entry(1, 0, video(1)), entry(2, 1, null), entry(3, 0, video(2))),
    followUps: [playlist()],
    expect: {
      items: 2,
      unavailable: 1,
      end: 'more',
      cursor: '3.503',
      total: { value: 5, relation: 'eq' },
      records: [
        { id: videoId(1), title: 'Le chat 1', position: 1, duration_ms: 95_000 },
        { id: videoId(2), position: 3 },
      ],
    },
  },
  {
    name: 'last page: the entry of the last page comes again, and a video stands a second time',
    input: second,
    response: page(5, entry(3, 0, video(2)), entry(4, 2, null), entry(5, 0, video(1))),
    expect: { items: 1, unavailable: 1, end: 'exhausted', records: [{ id: videoId(1), position: 5 }] },
  },
  {
    name: 'the last page ended with a place without a video, which is not counted again',
    input: { ...first, cursor: '2.502', position: 1 },
    response: page(3, entry(2, 3, null), entry(3, 0, video(2))),
    expect: { items: 1, unavailable: 0, end: 'exhausted' },
  },
  {
    name: 'an unlisted video stands there whole, and is counted only',
    input: first,
    response: page(
      2,
      entry(1, 0, video(1, { privacy: { id: 2, label: 'Unlisted' } })),
      entry(2, 0, video(2)),
    ),
    followUps: [playlist()],
    expect: { items: 1, unavailable: 1, end: 'exhausted', records: [{ id: videoId(2), position: 2 }] },
  },
  {
    name: "an unlisted video does not go out in the instance's own words either",
    input: { ...first, bodyIsAnswer: true },
    response: page(1, entry(1, 0, video(1, { privacy: { id: 2, label: 'Unlisted' } }))),
    expect: { failure: 'refused' },
  },
  {
    name: 'an empty playlist',
    input: first,
    response: page(0),
    followUps: [playlist({ videosLength: 0 })],
    expect: { items: 0, unavailable: 0, end: 'exhausted', total: { value: 0, relation: 'eq' } },
  },
  {
    name: 'an empty page before the total is reached proves no end',
    input: second,
    response: page(9),
    expect: { items: 0, end: 'unknown' },
  },
  {
    name: 'the list of an unlisted playlist, which does not say so itself',
    input: first,
    response: page(1, entry(1, 0, video(1))),
    followUps: [UNLISTED],
    expect: { absent: 'private' },
  },
  { name: 'a private playlist', input: first, response: LOGIN, expect: { absent: 'private' } },
  {
    name: 'a limit while the playlist is looked up',
    input: first,
    response: page(1, entry(1, 0, video(1))),
    followUps: [BUSY],
    expect: { failure: 'rate_limited', suspendMs: 3_000 },
  },
  { name: 'a limit', input: first, response: BUSY, expect: { failure: 'rate_limited', suspendMs: 3_000 } },
  {
    name: 'entries of another shape',
    input: first,
    response: answer(200, '{"total":2,"data":[{"videoId":"x"},null]}'),
    expect: { failure: 'bad_response' },
  },
];
