// Exchanges with an Invidious about playlists, popular and related videos and the search for channels, made up from the documents and from its public code: their field names, our values.
import type { ParsedAuthor } from '../../domain/author.ts';
import type { ParsedPlaylist } from '../../domain/playlist.ts';
import type {
  AuthorSearchInput,
  ExpectedAbsence,
  ExpectedPage,
  ExpectedRecord,
  PlaylistInput,
  PlaylistVideosInput,
  PopularInput,
  RelatedInput,
  Sample,
} from '../connector.ts';
import { answersAs } from '../samples/answer.ts';

const answer = answersAs('application/json');
const said = (body: unknown, status = 200) => answer(status, JSON.stringify(body));

const asked = { platform: 'youtube', wantsRaw: false };
const paging = { ...asked, count: 2, cursor: null, position: 0 };

const LIST = 'PLboxcats-0123456789';

const entry = (index: number, changes: object = {}) => ({
  type: 'video',
  title: `Cat ${index}`,
  videoId: `aBcDeFgH${String(index).padStart(3, '0')}`,
  author: 'Maker',
  authorId: 'UCmaker',
  authorUrl: '/channel/UCmaker',
  videoThumbnails: [],
  index,
  lengthSeconds: 60,
  liveNow: false,
  ...changes,
});
const GONE = { title: '[Private video]', author: '', authorId: '', authorUrl: '/channel/', lengthSeconds: 0 };
const list = (videos: object[], changes: object = {}) =>
  said({
    type: 'playlist',
    title: 'Box cats',
    playlistId: LIST,
    playlistThumbnail: 'https://img.example/vi/a/hq.jpg',
    author: 'Maker',
    authorId: 'UCmaker',
    authorUrl: '/channel/UCmaker',
    authorThumbnails: [{ url: 'https://img.example/s176', width: 176, height: 176 }],
    description: 'Cats in boxes',
    videoCount: 4,
    viewCount: 17,
    updated: 1_714_557_600,
    isListed: true,
    videos,
    ...changes,
  });

const playlist: PlaylistInput = { ...asked, playlist_id: LIST };

export const playlistSamples: Sample<PlaylistInput, ExpectedRecord<ParsedPlaylist>>[] = [
  {
    name: 'a playlist',
    input: playlist,
    response: list([entry(0)]),
    expect: {
      record: {
        id: LIST,
        url: `https://www.youtube.com/playlist?list=${LIST}`,
        title: 'Box cats',
        text: 'Cats in boxes',
        author: {
          id: 'UCmaker',
          handle: null,
          name: 'Maker',
          url: 'https://www.youtube.com/channel/UCmaker',
          avatar_url: 'https://img.example/s176',
          verified: null,
          followers: null,
        },
        video_count: 4,
        views: 17,
        updated_at: null,
      },
    },
  },
  {
    name: 'a playlist of YouTube itself, with numbers that the instance could not read',
    input: playlist,
    response: list([], { author: '', authorId: '', authorUrl: '', videoCount: 0, viewCount: 0 }),
    expect: { record: { video_count: null, views: null } },
  },
  {
    name: 'a limit of YouTube, which the instance gives the status of a missing playlist',
    input: playlist,
    response: said(
      { error: 'Error: non 200 status code. Youtube API returned status code 429. See docs.example' },
      404,
    ),
    expect: { failure: 'bad_response' },
  },
  {
    name: "a playlist of one of the instance's own users",
    input: playlist,
    response: list([entry(0)], { type: 'invidiousPlaylist', author: 'bo@mail.example' }),
    expect: { absent: 'private' },
  },
  {
    name: 'another playlist than the one asked for',
    input: playlist,
    response: list([entry(0)], { playlistId: 'PLother-0123456789' }),
    expect: { failure: 'bad_response' },
  },
];

const videosOf: PlaylistVideosInput = { ...paging, playlist_id: LIST };

export const playlistVideosSamples: Sample<PlaylistVideosInput, ExpectedPage | ExpectedAbsence>[] = [
  {
    name: 'first page, with a private video in the second place',
    input: videosOf,
    response: list([entry(0), entry(1, GONE), entry(2), entry(3)]),
    expect: {
      items: 1,
      end: 'more',
      cursor: '[2]',
      unavailable: 1,
      total: { value: 4, relation: 'approx' },
      records: [{ id: 'aBcDeFgH000', position: 1, duration_ms: 60_000 }],
    },
  },
  {
    name: 'last page, which begins with places of the page before',
    input: { ...videosOf, cursor: '[2]', position: 1 },
    response: list([entry(0), entry(1, GONE), entry(2), entry(3)]),
    expect: {
      items: 2,
      end: 'exhausted',
      unavailable: 0,
      records: [{ id: 'aBcDeFgH002', position: 3 }, { position: 4 }],
    },
  },
  {
    name: 'the whole body as the answer: without places of the page before',
    input: { ...videosOf, cursor: '[100]', position: 100, bodyIsAnswer: true },
    response: list([entry(100), entry(101), entry(102)], { videoCount: 103 }),
    expect: { items: 3, end: 'exhausted' },
  },
  {
    name: 'a deleted video without an id, an entry that the instance could not read, and one without a length',
    input: { ...videosOf, count: 20 },
    response: list([
      entry(0, { ...GONE, videoId: '', index: -1 }),
      { type: 'parse-error', errorMessage: 'nil' },
      entry(2, { lengthSeconds: 0, liveNow: true }),
      entry(3),
    ]),
    expect: {
      items: 2,
      end: 'exhausted',
      unavailable: 1,
      records: [{ position: 3, kind: 'unknown', live: null, duration_ms: null }, { position: 4 }],
    },
  },
  {
    name: 'the places at the end are hidden, so the end is not proved',
    input: { ...videosOf, cursor: '[3]', position: 3 },
    response: list([entry(0), entry(1), entry(2)]),
    expect: { items: 0, end: 'unknown', unavailable: 0 },
  },
  {
    name: 'an unlisted playlist of the instance',
    input: videosOf,
    response: list([entry(0)], { isListed: false }),
    expect: { absent: 'private' },
  },
  {
    name: 'entries in an unknown form',
    input: videosOf,
    response: list([{ id: 1 }, { id: 2 }]),
    expect: { failure: 'bad_response' },
  },
];

const found = (n: number, changes: object = {}) => ({
  type: 'video',
  title: `Cat ${n}`,
  videoId: `aBcDeFgHiJ${n}`,
  author: 'Maker',
  authorId: 'UCmaker',
  authorUrl: '/channel/UCmaker',
  videoThumbnails: [],
  viewCount: 1203,
  lengthSeconds: 60,
  publishedText: '2 days ago',
  liveNow: false,
  ...changes,
});

const popular: PopularInput = paging;

export const popularSamples: Sample<PopularInput>[] = [
  {
    name: 'part of the list, with an entry that the instance could not read',
    input: popular,
    response: said([
      found(0, { liveNow: true }),
      { type: 'parse-error', errorMessage: 'nil' },
      found(1),
      found(2),
    ]),
    expect: {
      items: 2,
      end: 'more',
      cursor: '[2]',
      total: null,
      videos: [{ id: 'aBcDeFgHiJ0', kind: 'live' }, { id: 'aBcDeFgHiJ1' }],
    },
  },
  {
    name: 'the rest of it, whose end is not proved',
    input: { ...popular, cursor: '[2]', position: 2 },
    response: said([found(0), found(1), found(2)]),
    expect: { items: 1, end: 'unknown', videos: [{ id: 'aBcDeFgHiJ2' }] },
  },
  {
    name: 'of games, in a region',
    input: { ...popular, region: 'DE', category: 'gaming' },
    response: said([found(0)]),
    expect: { items: 1, end: 'unknown' },
  },
  {
    name: 'YouTube answers the instance with an error',
    input: popular,
    response: said({ error: 'Could not extract JSON. Youtube API returned error 400' }, 500),
    expect: { failure: 'unavailable' },
  },
];

const ID = 'aBcDeFg-_01';
const beside: RelatedInput = { ...paging, id: ID };
const suggested = (n: number, changes: object = {}) => {
  const { type: _type, viewCount: _views, liveNow: _live, ...known } = found(n);
  return { ...known, viewCountText: '1.1K', published: '2026-11-15T00:00:00Z', ...changes };
};
const video = (recommendedVideos: unknown, changes: object = {}) =>
  said({ title: 'A cat', videoId: ID, isListed: true, recommendedVideos, ...changes });

export const relatedSamples: Sample<RelatedInput, ExpectedPage | ExpectedAbsence>[] = [
  {
    name: 'part of those beside a video, without the video itself',
    input: beside,
    response: video([
      suggested(0),
      suggested(1, { videoId: ID }),
      suggested(2, { lengthSeconds: 0 }),
      suggested(3),
    ]),
    expect: {
      items: 2,
      end: 'more',
      cursor: '[2]',
      records: [
        {
          id: 'aBcDeFgHiJ0',
          kind: 'video',
          published_at: null,
          published_text: '2 days ago',
          approx: ['views'],
          stats: {
            views: 1_100,
            likes: null,
            comments: null,
            shares: null,
            saves: null,
            reposts: null,
            downloads: null,
            danmaku: null,
          },
        },
        { id: 'aBcDeFgHiJ2', kind: 'unknown', duration_ms: null },
      ],
    },
  },
  {
    name: 'the rest of them, with views that are not known',
    input: { ...beside, cursor: '[2]', position: 2 },
    response: video([suggested(0), suggested(2), suggested(3, { viewCountText: '0' })]),
    expect: { items: 1, end: 'unknown', records: [{ id: 'aBcDeFgHiJ3', approx: [] }] },
  },
  {
    name: 'beside an unlisted video',
    input: beside,
    response: video([suggested(0)], { isListed: false }),
    expect: { absent: 'private' },
  },
  {
    name: 'beside a video that is not there',
    input: beside,
    response: said({ error: 'Video unavailable' }, 404),
    expect: { absent: 'unknown' },
  },
];

const named: AuthorSearchInput = { ...paging, keyword: 'box cats', count: 20 };
const CHANNEL = {
  type: 'channel',
  author: 'Box Cats',
  authorId: 'UCboxcats',
  authorUrl: '/channel/UCboxcats',
  authorVerified: true,
  authorThumbnails: [{ url: '//yt3.example/s176', width: 176, height: 176 }],
  subCount: 12_300,
  videoCount: 41,
  channelHandle: '@boxcats',
  description: 'Cats in boxes ...',
};

export const authorSearchSamples: Sample<AuthorSearchInput, ExpectedPage<ParsedAuthor>>[] = [
  {
    name: 'first page, with a video among the channels',
    input: named,
    response: said([
      CHANNEL,
      found(0),
      { type: 'channel', author: 'B', authorId: 'UCb', subCount: 0, videoCount: 0 },
    ]),
    expect: {
      items: 2,
      end: 'more',
      cursor: '2.20.0',
      records: [
        {
          id: 'UCboxcats',
          handle: 'boxcats',
          name: 'Box Cats',
          url: 'https://www.youtube.com/channel/UCboxcats',
          avatar_url: 'https://yt3.example/s176',
          text: 'Cats in boxes ...',
          kind: 'channel',
          verified: true,
          followers: 12_300,
          approx: ['followers'],
          stats: { videos: 41, views: null, likes: null },
        },
        { id: 'UCb', handle: null, followers: null, stats: { videos: null, views: null, likes: null } },
      ],
    },
  },
];
