// Exchanges with Vimeo about showcases, channels, staff picks, related videos and authors by name, made up from the documents: their field
// names, our values.
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

const answer = answersAs('application/vnd.vimeo.video+json');
const said = (body: object, status = 200) => answer(status, JSON.stringify(body));
const UNKNOWN = answer(404, '{"error":"The requested thing could not be found","error_code":5460}');
const BUSY = answer(429, '{"error":"Too many API requests."}', { 'retry-after': '7' });

const asking = { platform: 'vimeo', wantsRaw: false };
const paging = { ...asking, count: 2, cursor: null, position: 0 };
const list = (data: object[], next: string | null = null, page = 1) =>
  said({ total: 3, page, per_page: 2, paging: { next, previous: null }, data });
const video = (n: number, view = 'anybody') => ({
  uri: `/videos/${n}`,
  name: `Cat ${n}`,
  created_time: '2024-05-01T10:00:00+00:00',
  link: `https://vimeo.com/${n}`,
  privacy: { view },
  user: { uri: '/users/9', name: 'Ada' },
});

const showcase: PlaylistInput = { ...asking, playlist_id: '3706071' };
const channel: PlaylistInput = { ...asking, playlist_id: 'channels/boxcats' };
const ADA = { uri: '/users/9', name: 'Ada', link: 'https://vimeo.com/ada' };
const album = (view: string) =>
  said({
    uri: '/users/9/albums/3706071',
    name: 'Holiday videos',
    description: 'All of them',
    link: 'https://vimeo.com/showcase/3706071',
    created_time: '2015-12-17T21:32:44+00:00',
    modified_time: '2018-02-06T21:24:17+00:00',
    pictures: { sizes: [{ link: 'https://i.vimeocdn.com/a_640', width: 640, height: 360 }] },
    privacy: { view },
    user: ADA,
    metadata: { connections: { videos: { total: 3 } } },
  });
const boxcats = (view: string) =>
  said({
    uri: '/channels/927',
    name: 'Box cats',
    link: 'https://vimeo.com/channels/boxcats',
    privacy: { view },
    user: ADA,
  });

export const playlistSamples: Sample<PlaylistInput, ExpectedRecord<ParsedPlaylist>>[] = [
  {
    name: 'a showcase',
    input: showcase,
    response: album('anybody'),
    expect: {
      record: {
        id: '3706071',
        alt_ids: [],
        url: 'https://vimeo.com/showcase/3706071',
        title: 'Holiday videos',
        text: 'All of them',
        author: {
          id: '9',
          handle: null,
          name: 'Ada',
          url: 'https://vimeo.com/ada',
          avatar_url: null,
          verified: null,
          followers: null,
        },
        video_count: 3,
        published_at: '2015-12-17T21:32:44.000Z',
        updated_at: '2018-02-06T21:24:17.000Z',
        thumbnails: [{ url: 'https://i.vimeocdn.com/a_640', width: 640, height: 360 }],
      },
    },
  },
  {
    name: 'a channel by its name',
    input: channel,
    response: boxcats('anybody'),
    expect: { record: { id: 'channels/927', alt_ids: ['channels/boxcats'], title: 'Box cats', text: null } },
  },
  {
    name: 'a channel by its number, without a name',
    input: { ...asking, playlist_id: 'channels/1' },
    response: said({
      uri: '/channels/1',
      link: 'https://vimeo.com/channels/1',
      privacy: { view: 'anybody' },
    }),
    expect: { record: { id: 'channels/1', alt_ids: [] } },
  },
  ...['nobody', 'embed_only', 'team'].map((view) => ({
    name: `a showcase for ${view}`,
    input: showcase,
    response: album(view),
    expect: { absent: 'private' as const },
  })),
  {
    name: 'a showcase with a password',
    input: showcase,
    response: album('password'),
    expect: { absent: 'password' },
  },
  {
    name: 'another showcase than was asked for',
    input: { ...asking, playlist_id: '12' },
    response: album('anybody'),
    expect: { failure: 'bad_response' },
  },
];

const inShowcase: PlaylistVideosInput = { ...paging, playlist_id: '3706071' };

export const playlistVideosSamples: Sample<PlaylistVideosInput, ExpectedPage | ExpectedAbsence>[] = [
  {
    name: 'first page of a showcase, with a video that is hidden from Vimeo',
    input: inShowcase,
    response: album('anybody'),
    followUps: [list([video(11, 'disable'), video(12)], '/albums/3706071/videos?page=2')],
    expect: {
      items: 1,
      end: 'more',
      cursor: '2.2.0',
      total: { value: 3, relation: 'approx' },
      unavailable: 1,
      records: [{ id: '12', title: 'Cat 12', position: 2 }],
    },
  },
  {
    name: 'last page',
    input: { ...inShowcase, cursor: '2.2.0', position: 1 },
    response: list([video(13)], null, 2),
    expect: { items: 1, end: 'exhausted', unavailable: 0, records: [{ id: '13', position: 3 }] },
  },
  {
    name: 'the rest of a page that was cut',
    input: { ...inShowcase, cursor: '2.2.1', position: 3 },
    response: list([video(13), video(14)], null, 2),
    expect: { items: 1, end: 'exhausted', records: [{ id: '14', position: 4 }] },
  },
  {
    name: 'a channel without videos',
    input: { ...paging, playlist_id: 'channels/boxcats' },
    response: boxcats('anybody'),
    followUps: [list([])],
    expect: { items: 0, end: 'exhausted', unavailable: 0 },
  },
  {
    name: 'a showcase with a password',
    input: inShowcase,
    response: album('password'),
    expect: { absent: 'password' },
  },
  { name: 'an unknown showcase', input: inShowcase, response: UNKNOWN, expect: { absent: 'unknown' } },
];

export const popularSamples: Sample<PopularInput>[] = [
  {
    name: 'first page of staff picks',
    input: paging,
    response: list([video(12), video(11)], '/channels/927/videos?page=2'),
    expect: { items: 2, end: 'more', cursor: '2.2.0', records: [{ id: '12' }, { id: '11' }] },
  },
  {
    name: 'last page, with a video that is for its owner now',
    input: { ...paging, cursor: '2.2.0', position: 2 },
    response: list([video(10), video(9, 'nobody')], null, 2),
    expect: { items: 1, end: 'exhausted' },
  },
  {
    name: 'too many requests',
    input: paging,
    response: BUSY,
    expect: { failure: 'rate_limited', suspendMs: 7_000 },
  },
];

const beside: RelatedInput = { ...paging, id: '7' };
const about = (view: string) => said(video(7, view));

export const relatedSamples: Sample<RelatedInput, ExpectedPage | ExpectedAbsence>[] = [
  {
    name: 'first page, with the video itself',
    input: { ...beside, count: 3 },
    response: list([video(12), video(7), video(11)], '/videos/7/videos?page=2'),
    followUps: [about('anybody')],
    expect: { items: 2, end: 'more', cursor: '2.3.0', records: [{ id: '12' }, { id: '11' }] },
  },
  {
    name: 'last page',
    input: { ...beside, cursor: '2.2.0', position: 2 },
    response: list([video(10)], null, 2),
    expect: { items: 1, end: 'exhausted' },
  },
  {
    name: 'a video that is for its owner alone',
    input: beside,
    response: list([video(12)]),
    followUps: [about('nobody')],
    expect: { absent: 'private' },
  },
];

const found: AuthorSearchInput = { ...paging, keyword: 'ada sample' };
const user = (n: number) => ({
  uri: `/users/${n}`,
  name: `Ada ${n}`,
  link: `https://vimeo.com/ada${n}`,
  bio: 'Cats\r\nand pianos',
  metadata: { connections: { followers: { total: 41 }, following: { total: 2 }, videos: { total: 7 } } },
});

export const authorSearchSamples: Sample<AuthorSearchInput, ExpectedPage<ParsedAuthor>>[] = [
  {
    name: 'first page',
    input: found,
    response: list([user(9), user(10)], '/users?query=ada&page=2'),
    expect: {
      items: 2,
      end: 'more',
      cursor: '2.2.0',
      total: { value: 3, relation: 'approx' },
      records: [
        {
          id: '9',
          handle: 'ada9',
          name: 'Ada 9',
          text: 'Cats\nand pianos',
          followers: 41,
          following: 2,
          stats: { videos: 7, views: null, likes: null },
        },
        { id: '10' },
      ],
    },
  },
  {
    name: 'last page',
    input: { ...found, cursor: '2.2.0', position: 2 },
    response: list([user(11)], null, 2),
    expect: { items: 1, end: 'exhausted' },
  },
  {
    name: 'a search that is switched off',
    input: found,
    response: said({ error: 'Search is disabled.' }, 503),
    expect: { failure: 'unavailable' },
  },
];
