// Exchanges with a Piped about playlists, made up from its public code: its field names, our values.
import type { ParsedPlaylist } from '../../domain/playlist.ts';
import type {
  ExpectedAbsence,
  ExpectedPage,
  ExpectedRecord,
  PlaylistInput,
  PlaylistVideosInput,
  Sample,
} from '../connector.ts';
import { answersAs } from './answer.ts';

const answer = answersAs('application/json');
const said = (body: unknown, status = 200) => answer(status, JSON.stringify(body));
const failure = (message: string) => said({ error: 'org.example.Exception: at line 1', message }, 500);
const BOT = failure('reCaptcha Challenge requested');

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
const NO_LIST = failure('Got error: "The playlist does not exist."');
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
  { name: 'no such playlist', input: playlist, response: NO_LIST, expect: { absent: 'unknown' } },
  {
    name: 'a private playlist',
    input: playlist,
    response: failure('Got error: "This playlist is private."'),
    expect: { absent: 'private' },
  },
  { name: 'YouTube keeps the instance out', input: playlist, response: BOT, expect: { failure: 'refused' } },
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
  { name: 'no such playlist', input: videosOf, response: NO_LIST, expect: { absent: 'unknown' } },
  {
    name: 'entries in an unknown form',
    input: videosOf,
    response: list([{ id: 1 }, { id: 2 }]),
    expect: { failure: 'bad_response' },
  },
  { name: 'YouTube keeps the instance out', input: videosOf, response: BOT, expect: { failure: 'refused' } },
];
