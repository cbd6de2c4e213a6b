// Exchanges with a Piped about playlists, popular and related videos and the search for channels, made up from its public code: its field names, our values.
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
const failure = (message: string) => said({ error: 'org.example.Exception: at line 1', message }, 500);

const asked = { platform: 'youtube', wantsRaw: false };
const paging = { ...asked, count: 2, cursor: null, position: 0 };

const video = (n: number, changes: object = {}) => ({
  url: `/watch?v=aBcDeFgHiJ${n}`,
  type: 'stream',
  title: `Cat ${n}`,
  thumbnail: null,
  uploaderName: 'Maker',
  uploaderUrl: '/channel/UCmaker',
  uploadedDate: '2 days ago',
  duration: 60,
  views: 10,
  uploaded: -1,
  isShort: false,
  ...changes,
});

const LIST = 'PLboxcats-0123456789';
const TOKEN = '{"url":"https://www.youtube.com/youtubei/v1/browse","id":"false","body":"eyJ9"}';
const GONE = { title: '[Deleted video]', uploaderName: null, uploaderUrl: null, duration: -1, views: -1 };
const list = (relatedStreams: object[], changes: object = {}) =>
  said({
    name: 'Box cats',
    thumbnailUrl: 'https://proxy.example/vi/a/hq.jpg',
    description: 'Cats<br>in boxes',
    bannerUrl: null,
    nextpage: null,
    uploader: 'Maker',
    uploaderUrl: '/channel/UCmaker',
    uploaderAvatar: 'https://proxy.example/a.jpg',
    videos: 4,
    relatedStreams,
    ...changes,
  });

const playlist: PlaylistInput = { ...asked, playlist_id: LIST };

export const playlistSamples: Sample<PlaylistInput, ExpectedRecord<ParsedPlaylist>>[] = [
  {
    name: 'a playlist',
    input: playlist,
    response: list([video(0)]),
    expect: {
      record: {
        id: LIST,
        url: `https://www.youtube.com/playlist?list=${LIST}`,
        title: 'Box cats',
        text: 'Cats\nin boxes',
        author: {
          id: 'UCmaker',
          handle: null,
          name: 'Maker',
          url: 'https://www.youtube.com/channel/UCmaker',
          avatar_url: 'https://proxy.example/a.jpg',
          verified: null,
          followers: null,
        },
        video_count: 4,
        views: null,
      },
    },
  },
  {
    name: 'a playlist of YouTube itself, of unknown length',
    input: playlist,
    response: list([], { uploader: null, uploaderUrl: null, uploaderAvatar: null, videos: -1 }),
    expect: { record: { video_count: null } },
  },
  {
    name: 'a private playlist',
    input: playlist,
    response: failure('Got error: "This playlist is private."'),
    expect: { absent: 'private' },
  },
  {
    name: 'a failure that says nothing about the playlist',
    input: playlist,
    response: failure('Could not get playlist info'),
    expect: { failure: 'unavailable' },
  },
];

const videosOf: PlaylistVideosInput = { ...paging, playlist_id: LIST };

export const playlistVideosSamples: Sample<PlaylistVideosInput, ExpectedPage | ExpectedAbsence>[] = [
  {
    name: 'part of the first page, with a deleted video in the second place',
    input: videosOf,
    response: list([video(0), video(1, GONE), video(2)], { nextpage: TOKEN }),
    expect: {
      items: 1,
      end: 'more',
      cursor: '[2,"","0"]',
      unavailable: 1,
      total: { value: 4, relation: 'approx' },
      records: [{ id: 'aBcDeFgHiJ0', position: 1 }],
    },
  },
  {
    name: 'the rest of that page',
    input: { ...videosOf, cursor: '[2,"","0"]', position: 1 },
    response: list([video(0), video(1, GONE), video(2)], { nextpage: TOKEN }),
    expect: {
      items: 1,
      end: 'more',
      cursor: JSON.stringify([0, TOKEN, '3']),
      unavailable: 0,
      records: [{ id: 'aBcDeFgHiJ2', position: 3 }],
    },
  },
  {
    name: 'the last page, which has only the list',
    input: { ...videosOf, cursor: JSON.stringify([0, TOKEN, '3']), position: 2 },
    response: said({ nextpage: null, relatedStreams: [video(3)] }),
    expect: { items: 1, end: 'exhausted', total: null, records: [{ position: 4 }] },
  },
  {
    name: 'the whole body as the answer',
    input: { ...videosOf, bodyIsAnswer: true },
    response: list([video(0), video(1), video(2), video(3)]),
    expect: { items: 4, end: 'exhausted' },
  },
  {
    name: 'a page that leads to itself',
    input: { ...videosOf, cursor: JSON.stringify([0, TOKEN, '3']), position: 2 },
    response: said({ nextpage: TOKEN, relatedStreams: [video(3)] }),
    expect: { items: 1, end: 'unknown' },
  },
  {
    name: 'an empty playlist',
    input: videosOf,
    response: list([], { videos: 0 }),
    expect: { items: 0, end: 'exhausted', unavailable: 0 },
  },
  {
    name: 'entries in an unknown form',
    input: videosOf,
    response: list([{ id: 1 }, { id: 2 }]),
    expect: { failure: 'bad_response' },
  },
];

const popular: PopularInput = paging;
const CHANNEL = {
  url: '/channel/UCboxcats',
  type: 'channel',
  name: 'Box Cats',
  thumbnail: 'https://proxy.example/s176',
  description: 'Cats in boxes',
  subscribers: 12_300,
  videos: 41,
  verified: true,
};

export const popularSamples: Sample<PopularInput>[] = [
  {
    name: 'part of the list',
    input: popular,
    response: said([video(0, { duration: -1 }), CHANNEL, video(1), video(2)]),
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
    response: said([video(0), video(1), video(2)]),
    expect: { items: 1, end: 'unknown', videos: [{ id: 'aBcDeFgHiJ2' }] },
  },
  {
    name: 'in a region',
    input: { ...popular, region: 'DE' },
    response: said([video(0)]),
    expect: { items: 1, end: 'unknown' },
  },
  {
    name: 'an instance that finds no list at YouTube',
    input: popular,
    response: failure('Could not get trending page'),
    expect: { failure: 'unavailable' },
  },
];

const ID = 'aBcDeFg-_01';
const beside: RelatedInput = { ...paging, id: ID };
const stream = (relatedStreams: unknown, changes: object = {}) =>
  said({
    title: 'A cat',
    thumbnailUrl: `https://proxy.example/vi/${ID}/hq.jpg`,
    visibility: 'public',
    relatedStreams,
    ...changes,
  });
const MIX = { url: '/playlist?list=RDaBcDeFg-_01', type: 'playlist', name: 'Mix', videos: -2 };

export const relatedSamples: Sample<RelatedInput, ExpectedPage | ExpectedAbsence>[] = [
  {
    name: 'part of those beside a video, without a mix and the video itself',
    input: beside,
    response: stream([video(0), MIX, video(1, { url: `/watch?v=${ID}` }), video(2), video(3)]),
    expect: {
      items: 2,
      end: 'more',
      cursor: '[2]',
      records: [{ id: 'aBcDeFgHiJ0', published_text: '2 days ago' }, { id: 'aBcDeFgHiJ2' }],
    },
  },
  {
    name: 'the rest of them',
    input: { ...beside, cursor: '[2]', position: 2 },
    response: stream([video(0), video(2), video(3)]),
    expect: { items: 1, end: 'unknown', records: [{ id: 'aBcDeFgHiJ3' }] },
  },
  {
    name: 'beside an unlisted video',
    input: beside,
    response: stream([video(0)], { visibility: 'unlisted' }),
    expect: { absent: 'private' },
  },
  {
    name: 'beside a video that is not there',
    input: beside,
    response: failure('This video is unavailable'),
    expect: { absent: 'unknown' },
  },
];

const named: AuthorSearchInput = { ...paging, keyword: 'box cats' };

export const authorSearchSamples: Sample<AuthorSearchInput, ExpectedPage<ParsedAuthor>>[] = [
  {
    name: 'first page, with a video among the channels',
    input: named,
    response: said({
      items: [
        CHANNEL,
        video(0),
        { url: '/channel/UCb', type: 'channel', name: 'B', subscribers: -1, videos: -1, verified: false },
      ],
      nextpage: TOKEN,
    }),
    expect: {
      items: 2,
      end: 'more',
      cursor: `0:${TOKEN}`,
      records: [
        {
          id: 'UCboxcats',
          handle: null,
          name: 'Box Cats',
          url: 'https://www.youtube.com/channel/UCboxcats',
          avatar_url: 'https://proxy.example/s176',
          text: 'Cats in boxes',
          kind: 'channel',
          verified: true,
          followers: 12_300,
          approx: ['followers'],
          stats: { videos: 41, views: null, likes: null },
        },
        { id: 'UCb', followers: null, approx: [], stats: { videos: null, views: null, likes: null } },
      ],
    },
  },
  {
    name: 'last page',
    input: { ...named, cursor: `0:${TOKEN}`, position: 2 },
    response: said({ items: [{ ...CHANNEL, url: '/channel/UCc' }], nextpage: 'null' }),
    expect: { items: 1, end: 'exhausted' },
  },
];
