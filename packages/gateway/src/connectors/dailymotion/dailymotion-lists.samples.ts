// Exchanges with Dailymotion about popular and related videos, playlists and the search for authors, made up from the documents: their
// field names, our values.
import type { ParsedAuthor } from '../../domain/author.ts';
import type { ParsedPlaylist } from '../../domain/playlist.ts';
import type {
  AuthorInput,
  AuthorSearchInput,
  AuthorVideosInput,
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

const answer = answersAs('application/json; charset=utf-8');
const refusal = (code: number, type: string, error_data: object) =>
  answer(code, JSON.stringify({ error: { code, message: 'No.', type, error_data } }));
const BAD_FIELD = refusal(400, 'invalid_parameter', { param: 'fields' });

const video = (id: string, changes: object = {}) => ({
  id,
  title: `Cat ${id}`,
  created_time: 1_700_000_000,
  url: `https://www.dailymotion.com/video/${id}`,
  private: false,
  'owner.id': 'xada',
  'owner.screenname': 'Ada',
  ...changes,
});
const page = (number: number, has_more: boolean, ...list: object[]) =>
  answer(200, JSON.stringify({ page: number, limit: 10, total: 3, has_more, list }));
const asked = { platform: 'dailymotion', wantsRaw: false };
const paging = { ...asked, count: 10, cursor: null, position: 0 };

export const popularSamples: Sample<PopularInput, ExpectedPage>[] = [
  {
    name: 'what is popular now',
    input: paging,
    response: page(1, true, video('x2'), video('x1')),
    expect: {
      items: 2,
      end: 'more',
      cursor: '2.10.0',
      records: [{ id: 'x2', title: 'Cat x2' }, { id: 'x1' }],
    },
  },
  {
    name: 'of a country, a category and a week',
    input: { ...paging, region: 'FR', category: 'music', period: 'week' },
    response: page(1, false, video('x2')),
    expect: { items: 1, end: 'exhausted' },
  },
  {
    name: 'the cap of a list',
    input: { ...paging, cursor: '100.10.0', position: 990 },
    response: page(100, false, ...Array.from({ length: 10 }, (_, n) => video(`x${n}`))),
    expect: { items: 10, end: 'upstream_cap' },
  },
  {
    name: 'a private video is not delivered',
    input: paging,
    response: page(1, false, video('x2', { private: true }), video('x1')),
    expect: { items: 1, end: 'exhausted', records: [{ id: 'x1' }] },
  },
  {
    name: 'a category that it does not have',
    input: { ...paging, category: 'cats' },
    response: refusal(400, 'invalid_parameter', { param: 'channel' }),
    expect: { failure: 'input_rejected' },
  },
  {
    name: 'a field that it no longer has',
    input: paging,
    response: BAD_FIELD,
    followUps: [page(1, false, video('x2'))],
    expect: { items: 1, end: 'exhausted' },
  },
];

const related: RelatedInput = { ...paging, id: 'x9' };

export const relatedSamples: Sample<RelatedInput, ExpectedPage | ExpectedAbsence>[] = [
  {
    name: 'the first page, without the video itself',
    input: related,
    response: page(1, true, video('x2'), video('x9'), video('x1')),
    followUps: [answer(200, JSON.stringify(video('x9')))],
    expect: { items: 2, end: 'more', cursor: '2.10.0', records: [{ id: 'x2' }, { id: 'x1' }] },
  },
  {
    name: 'a later page does not look at the video again',
    input: { ...related, cursor: '2.10.0', position: 10 },
    response: page(2, false, video('x3')),
    expect: { items: 1, end: 'exhausted' },
  },
  {
    name: 'a private video',
    input: related,
    response: page(1, false, video('x2')),
    followUps: [answer(200, JSON.stringify(video('x9', { private: true })))],
    expect: { absent: 'private' },
  },
  {
    name: 'a field that it no longer has',
    input: related,
    response: BAD_FIELD,
    followUps: [page(1, false, video('x2')), answer(200, JSON.stringify(video('x9')))],
    expect: { items: 1, end: 'exhausted' },
  },
];

const playlist = (changes: object = {}) =>
  answer(
    200,
    JSON.stringify({
      id: 'x5list',
      name: 'Cats &amp; pianos',
      private: false,
      description: 'All <b>of</b> them',
      created_time: 1_700_000_000,
      updated_time: 1_700_000_100,
      videos_total: 3,
      thumbnail_360_url: 'https://s1.dmcdn.net/v/1/x360',
      thumbnail_720_url: 'https://s1.dmcdn.net/v/1/x720',
      'owner.id': 'xada',
      'owner.screenname': 'Ada',
      'owner.username': 'ada',
      'owner.url': 'https://www.dailymotion.com/ada',
      ...changes,
    }),
  );
const list: PlaylistInput = { ...asked, playlist_id: 'x5list' };
const PRIVATE = refusal(403, 'access_forbidden', { object_type: 'playlist', reason: 'private' });

export const playlistSamples: Sample<PlaylistInput, ExpectedRecord<ParsedPlaylist>>[] = [
  {
    name: 'a playlist',
    input: list,
    response: playlist(),
    expect: {
      record: {
        id: 'x5list',
        url: 'https://www.dailymotion.com/playlist/x5list',
        title: 'Cats & pianos',
        text: 'All of them',
        author: {
          id: 'xada',
          handle: 'ada',
          name: 'Ada',
          url: 'https://www.dailymotion.com/ada',
          avatar_url: null,
          verified: null,
          followers: null,
        },
        video_count: 3,
        published_at: '2023-11-14T22:13:20.000Z',
        updated_at: '2023-11-14T22:15:00.000Z',
        thumbnails: [
          { url: 'https://s1.dmcdn.net/v/1/x720', width: null, height: 720 },
          { url: 'https://s1.dmcdn.net/v/1/x360', width: null, height: 360 },
        ],
      },
    },
  },
  {
    name: 'a field that it no longer has',
    input: list,
    response: BAD_FIELD,
    followUps: [playlist({ videos_total: undefined })],
    expect: { record: { id: 'x5list', video_count: null } },
  },
  {
    name: 'a private one',
    input: list,
    response: playlist({ private: true }),
    expect: { absent: 'private' },
  },
  { name: 'a private one that is refused', input: list, response: PRIVATE, expect: { absent: 'private' } },
  {
    name: 'another playlist',
    input: list,
    response: playlist({ id: 'x6list' }),
    expect: { failure: 'bad_response' },
  },
];

const first: PlaylistVideosInput = { ...paging, playlist_id: 'x5list' };

export const playlistVideosSamples: Sample<PlaylistVideosInput, ExpectedPage | ExpectedAbsence>[] = [
  {
    name: 'first page, with a private video',
    input: first,
    response: page(1, true, video('x2'), video('x7', { private: true }), video('x1')),
    followUps: [playlist()],
    expect: {
      items: 2,
      unavailable: 1,
      end: 'more',
      cursor: '2.10.0',
      records: [
        { id: 'x2', position: 1 },
        { id: 'x1', position: 3 },
      ],
    },
  },
  {
    name: 'a later page goes on counting',
    input: { ...first, cursor: '2.10.1', position: 11 },
    response: page(2, false, video('x4'), video('x3')),
    expect: { items: 1, unavailable: 0, end: 'exhausted', records: [{ id: 'x3', position: 12 }] },
  },
  {
    name: 'an empty playlist',
    input: first,
    response: page(1, false),
    followUps: [playlist()],
    expect: { items: 0, unavailable: 0, end: 'exhausted' },
  },
  {
    name: 'a list of a private playlist',
    input: first,
    response: page(1, false, video('x2')),
    followUps: [playlist({ private: true })],
    expect: { absent: 'private' },
  },
  {
    name: 'a field that it no longer has',
    input: first,
    response: BAD_FIELD,
    followUps: [page(1, false, video('x2')), playlist()],
    expect: { items: 1, end: 'exhausted' },
  },
];

const found: AuthorSearchInput = { ...paging, keyword: 'ada' };
const author = (id: string) => ({
  id,
  username: `${id}-name`,
  screenname: 'Ada &amp; co',
  followers_total: 7,
});

export const authorSearchSamples: Sample<AuthorSearchInput, ExpectedPage<ParsedAuthor>>[] = [
  {
    name: 'first page',
    input: found,
    response: page(1, true, author('xada'), author('xbo')),
    expect: {
      items: 2,
      end: 'more',
      cursor: '2.10.0',
      records: [{ id: 'xada', handle: 'xada-name', name: 'Ada & co', followers: 7 }, { id: 'xbo' }],
    },
  },
  {
    name: 'a field that it no longer has',
    input: found,
    response: BAD_FIELD,
    followUps: [page(1, false, author('xada'))],
    expect: { items: 1, end: 'exhausted' },
  },
];

const authorsVideo = (id: string, created_time: number) => ({
  id,
  title: `Cat ${id}`,
  created_time,
  url: `https://www.dailymotion.com/video/${id}`,
  'owner.id': 'xada',
  'owner.screenname': 'Ada',
});
const authorsFirst: AuthorVideosInput = {
  platform: 'dailymotion',
  author_id: 'xada',
  sort: 'newest',
  count: 10,
  cursor: null,
  position: 0,
  wantsRaw: false,
};

/** Exchanges with Dailymotion about authors and their videos. */
export const authorVideosSamples: Sample<AuthorVideosInput, ExpectedPage | ExpectedAbsence>[] = [
  {
    name: 'the newest',
    input: authorsFirst,
    response: page(1, true, authorsVideo('x2', 1_700_000_002), authorsVideo('x1', 1_700_000_001)),
    expect: {
      items: 2,
      end: 'more',
      cursor: '2.10.0',
      records: [{ id: 'x2', published_at: '2023-11-14T22:13:22.000Z' }, { id: 'x1' }],
    },
  },
  {
    name: 'the cap of a list, from where another begins',
    input: { ...authorsFirst, cursor: '100.10.0', position: 990 },
    response: page(
      100,
      false,
      ...Array.from({ length: 10 }, (_, n) => authorsVideo(`x${n}`, 1_600_000_010 - n)),
    ),
    expect: { items: 10, end: 'more', cursor: '1600000002@' },
  },
  {
    name: 'the first page of the next list',
    input: { ...authorsFirst, cursor: '1600000002@', position: 1_000 },
    response: page(1, true, authorsVideo('xa', 1_600_000_000)),
    expect: { items: 1, end: 'more', cursor: '1600000002@2.10.0' },
  },
  {
    name: 'the cap of the most viewed, which has no next',
    input: { ...authorsFirst, sort: 'views', cursor: '100.10.0', position: 990 },
    response: page(
      100,
      false,
      ...Array.from({ length: 10 }, (_, n) => authorsVideo(`x${n}`, 1_600_000_010 - n)),
    ),
    expect: { items: 10, end: 'upstream_cap' },
  },
  {
    name: 'a field that the platform dropped',
    input: authorsFirst,
    response: BAD_FIELD,
    followUps: [page(1, false, authorsVideo('x1', 1_700_000_001))],
    expect: { items: 1, end: 'exhausted' },
  },
];

const authorsAsked: AuthorInput = { platform: 'dailymotion', author_id: 'xada', wantsRaw: false };

export const authorSamples: Sample<AuthorInput, ExpectedRecord<ParsedAuthor>>[] = [
  {
    name: 'an author',
    input: authorsAsked,
    response: answer(
      200,
      JSON.stringify({
        id: 'xada',
        username: 'ada',
        screenname: 'Ada &amp; cats',
        description: '<p>Cats</p>',
        avatar_720_url: 'https://s1.dmcdn.net/u/1/720',
        cover_url: 'https://s1.dmcdn.net/u/1/cover',
        url: 'https://www.dailymotion.com/ada',
        country: 'FR',
        verified: true,
        created_time: 1_500_000_000,
        followers_total: 12,
        following_total: 3,
        videos_total: 45,
        views_total: 6_789,
      }),
    ),
    expect: {
      record: {
        id: 'xada',
        alt_ids: ['ada'],
        handle: 'ada',
        name: 'Ada & cats',
        url: 'https://www.dailymotion.com/ada',
        avatar_url: 'https://s1.dmcdn.net/u/1/720',
        banner_url: 'https://s1.dmcdn.net/u/1/cover',
        text: 'Cats',
        verified: true,
        country: 'FR',
        joined_at: '2017-07-14T02:40:00.000Z',
        followers: 12,
        following: 3,
        stats: { videos: 45, views: 6_789, likes: null },
      },
    },
  },
  {
    name: 'a field that the platform dropped',
    input: { platform: 'dailymotion', handle: 'ada', wantsRaw: false },
    response: BAD_FIELD,
    followUps: [answer(200, '{"id":"xada","username":"ada"}')],
    expect: { record: { id: 'xada', name: 'ada', followers: null } },
  },
];
