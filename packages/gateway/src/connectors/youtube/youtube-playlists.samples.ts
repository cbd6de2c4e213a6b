// Exchanges with the YouTube Data API about playlists, made up from the documents: their field names, our values.
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

const answer = answersAs('application/json; charset=UTF-8');
const list = (kind: string, items: object[], more: object = {}) =>
  answer(200, JSON.stringify({ kind: `youtube#${kind}ListResponse`, ...more, items }));
const refusal = (code: number, reason: string) =>
  answer(code, JSON.stringify({ error: { code, message: 'No.', errors: [{ domain: 'youtube', reason }] } }));

const PLAYLIST = 'PLabcdefghijklmnopqrstuvwxyz012345';
const CHANNEL = 'UCabcdefghijklmnopqrstuv';

const asked: PlaylistInput = { platform: 'youtube', playlist_id: PLAYLIST, wantsRaw: false };
const playlist = (privacyStatus: string, id = PLAYLIST) =>
  list('playlist', [
    {
      kind: 'youtube#playlist',
      id,
      snippet: {
        publishedAt: '2020-02-03T04:05:06Z',
        channelId: CHANNEL,
        channelTitle: 'Box Cats',
        title: 'Cats & boxes',
        description: 'All of them',
        thumbnails: { default: { url: 'https://i.example/p.jpg', width: 120, height: 90 } },
      },
      contentDetails: { itemCount: 3 },
      status: { privacyStatus },
    },
  ]);

export const playlistSamples: Sample<PlaylistInput, ExpectedRecord<ParsedPlaylist>>[] = [
  {
    name: 'a playlist',
    input: asked,
    response: playlist('public'),
    expect: {
      record: {
        id: PLAYLIST,
        url: `https://www.youtube.com/playlist?list=${PLAYLIST}`,
        title: 'Cats & boxes',
        text: 'All of them',
        author: {
          id: CHANNEL,
          handle: null,
          name: 'Box Cats',
          url: `https://www.youtube.com/channel/${CHANNEL}`,
          avatar_url: null,
          verified: null,
          followers: null,
        },
        video_count: 3,
        published_at: '2020-02-03T04:05:06.000Z',
        thumbnails: [{ url: 'https://i.example/p.jpg', width: 120, height: 90 }],
      },
    },
  },
  ...['unlisted', 'private'].map((privacyStatus) => ({
    name: `a playlist that is ${privacyStatus}`,
    input: asked,
    response: playlist(privacyStatus),
    expect: { absent: 'private' as const },
  })),
  {
    name: 'another playlist than was asked for',
    input: asked,
    response: playlist('public', 'PLzzzzzzzzzz'),
    expect: { failure: 'bad_response' },
  },
];

const first: PlaylistVideosInput = { ...asked, count: 3, cursor: null, position: 0 };
const next: PlaylistVideosInput = { ...first, cursor: 'NEXT', position: 2 };
const PUBLIC = list('playlist', [{ id: PLAYLIST, status: { privacyStatus: 'public' } }]);

const entry = (position: number, videoId: string, privacyStatus = 'public') => ({
  kind: 'youtube#playlistItem',
  id: `entry-${position}`,
  contentDetails: {
    videoId,
    ...(privacyStatus === 'public' && { videoPublishedAt: '2024-05-01T10:00:00Z' }),
  },
  snippet: {
    publishedAt: '2024-06-01T10:00:00Z',
    channelId: CHANNEL,
    title: privacyStatus === 'public' ? `Cat ${videoId}` : 'Private video',
    playlistId: PLAYLIST,
    position,
    resourceId: { kind: 'youtube#video', videoId },
  },
  status: { privacyStatus },
});
const video = (id: string, privacyStatus = 'public') => ({
  kind: 'youtube#video',
  id,
  snippet: {
    publishedAt: '2024-05-01T10:00:00Z',
    channelId: CHANNEL,
    channelTitle: 'Box Cats',
    title: `Cat & ${id}`,
    description: 'Whole',
  },
  contentDetails: { duration: 'PT1M' },
  statistics: { viewCount: '12' },
  status: { privacyStatus },
});
const entries = (items: object[], more: object = {}) =>
  list('playlistItem', items, { pageInfo: { totalResults: 5, resultsPerPage: 3 }, ...more });

export const playlistVideosSamples: Sample<PlaylistVideosInput, ExpectedPage | ExpectedAbsence>[] = [
  {
    name: 'first page: a public video twice, and an unlisted one',
    input: first,
    response: entries([entry(0, 'aaaaaaaaaaa'), entry(1, 'unlisted_01'), entry(2, 'aaaaaaaaaaa')], {
      nextPageToken: 'NEXT',
    }),
    followUps: [PUBLIC, list('video', [video('unlisted_01', 'unlisted'), video('aaaaaaaaaaa')])],
    expect: {
      items: 2,
      end: 'more',
      cursor: 'NEXT',
      total: { value: 5, relation: 'approx' },
      unavailable: 1,
      records: [
        { id: 'aaaaaaaaaaa', title: 'Cat & aaaaaaaaaaa', duration_ms: 60_000, position: 1 },
        { id: 'aaaaaaaaaaa', position: 3 },
      ],
    },
  },
  {
    name: 'the last page, of which one video is private and one is deleted',
    input: next,
    response: entries([
      entry(3, 'bbbbbbbbbbb', 'private'),
      entry(4, 'ccccccccccc', 'privacyStatusUnspecified'),
      entry(5, 'ddddddddddd'),
    ]),
    followUps: [list('video', [video('ddddddddddd')])],
    expect: { items: 1, end: 'exhausted', unavailable: 2, records: [{ id: 'ddddddddddd', position: 6 }] },
  },
  {
    name: 'the newest 20,000 uploads and no more',
    input: { ...next, playlist_id: 'UUabcdefghijklmnopqrstuv', position: 19_000 },
    response: entries([entry(19_999, 'ddddddddddd')]),
    followUps: [list('video', [video('ddddddddddd')])],
    expect: { items: 1, end: 'upstream_cap' },
  },
  {
    name: 'an empty playlist',
    input: first,
    response: entries([]),
    followUps: [PUBLIC],
    expect: { items: 0, end: 'exhausted', unavailable: 0 },
  },
  {
    name: 'a playlist that is unlisted',
    input: first,
    response: entries([entry(0, 'aaaaaaaaaaa')]),
    followUps: [list('playlist', [{ id: PLAYLIST, status: { privacyStatus: 'unlisted' } }])],
    expect: { absent: 'private' },
  },
  {
    name: 'a playlist that is for its owner alone',
    input: first,
    response: refusal(403, 'playlistItemsNotAccessible'),
    expect: { absent: 'private' },
  },
  {
    name: 'an unknown playlist',
    input: first,
    response: refusal(404, 'playlistNotFound'),
    expect: { absent: 'unknown' },
  },
  {
    name: 'videos of which nothing can be learnt',
    input: next,
    response: entries([entry(0, 'aaaaaaaaaaa')]),
    followUps: [{ kind: 'timeout', detail: 'no answer' }],
    expect: { failure: 'timeout' },
  },
  {
    name: 'no entry with a video',
    input: next,
    response: entries([{ kind: 'youtube#playlistItem', snippet: {} }]),
    expect: { failure: 'bad_response' },
  },
];
