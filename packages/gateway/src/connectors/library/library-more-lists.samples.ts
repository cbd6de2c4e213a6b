// Exchanges with the embedded library about playlists, popular and related videos and the search for authors, made up in the form of its
// answers.
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
const ABSENT = answer(404, '{"absent":true}');
const OLD = answer(503, '{"error":"the library is of an earlier version: import anything"}');

const page = (value: number, cursor: string | null, results: object[], more: object = {}): string =>
  JSON.stringify({ total: { value, relation: 'eq' }, cursor, ...more, results });

const asked = { platform: 'library', wantsRaw: false };
const paging = { ...asked, count: 2, cursor: null, position: 0 };
const VIDEO = { id: 'youtube:a', title: 'Cats', author: { id: 'UC1' }, stats: { views: 7 } };

const found: AuthorSearchInput = { ...paging, keyword: 'box cats' };

export const authorSearchSamples: Sample<AuthorSearchInput, ExpectedPage<ParsedAuthor>>[] = [
  {
    name: 'first page',
    input: found,
    response: answer(
      200,
      page(3, '1.UC2', [{ id: 'UC1', name: 'Box Cats', handle: '@boxcats', videos: 5 }, { id: 'UC2' }]),
    ),
    expect: {
      items: 2,
      end: 'more',
      cursor: '1.UC2',
      records: [
        { id: 'UC1', name: 'Box Cats', handle: 'boxcats', stats: { videos: 5, views: null, likes: null } },
      ],
    },
  },
  {
    name: 'last page of a search that took too long',
    input: { ...found, cursor: '1.UC2', position: 2 },
    response: answer(200, page(3, null, [{ id: 'UC3' }], { end: 'upstream_cap' })),
    expect: { items: 1, end: 'upstream_cap' },
  },
  {
    name: 'nobody',
    input: found,
    response: answer(200, page(0, null, [])),
    expect: { items: 0, end: 'exhausted' },
  },
  { name: 'an earlier version', input: found, response: OLD, expect: { failure: 'unavailable' } },
];

export const popularSamples: Sample<PopularInput>[] = [
  {
    name: 'first page',
    input: paging,
    response: answer(200, page(3, '7.17', [VIDEO, { ...VIDEO, id: 'youtube:b' }])),
    expect: { items: 2, end: 'more', cursor: '7.17', total: { value: 3, relation: 'eq' } },
  },
  {
    name: 'last page of a week',
    input: { ...paging, period: 'week', cursor: '7.17', position: 2 },
    response: answer(200, page(3, null, [VIDEO])),
    expect: { items: 1, end: 'exhausted' },
  },
  { name: 'an earlier version', input: paging, response: OLD, expect: { failure: 'unavailable' } },
];

const beside: RelatedInput = { ...paging, id: 'youtube:x' };

export const relatedSamples: Sample<RelatedInput, ExpectedPage | ExpectedAbsence>[] = [
  {
    name: 'first page',
    input: beside,
    response: answer(200, page(3, '2', [VIDEO, { ...VIDEO, id: 'youtube:b' }])),
    expect: { items: 2, end: 'more', cursor: '2' },
  },
  {
    name: 'last page',
    input: { ...beside, cursor: '2', position: 2 },
    response: answer(200, page(3, null, [VIDEO])),
    expect: { items: 1, end: 'exhausted' },
  },
  { name: 'an unknown video', input: beside, response: ABSENT, expect: { absent: 'unknown' } },
  { name: 'an earlier version', input: beside, response: OLD, expect: { failure: 'unavailable' } },
];

const playlist: PlaylistInput = { ...asked, playlist_id: 'youtube:PL1' };

export const playlistSamples: Sample<PlaylistInput, ExpectedRecord<ParsedPlaylist>>[] = [
  {
    name: 'a playlist',
    input: playlist,
    response: answer(
      200,
      JSON.stringify({
        id: 'youtube:PL1',
        title: 'Box cats',
        url: 'https://www.youtube.com/playlist?list=PL1',
        author: { id: 'UC1', name: 'Box Cats' },
        video_count: 120,
      }),
    ),
    expect: { record: { id: 'youtube:PL1', title: 'Box cats', video_count: 120 } },
  },
  { name: 'an unknown playlist', input: playlist, response: ABSENT, expect: { absent: 'unknown' } },
  { name: 'an earlier version', input: playlist, response: OLD, expect: { failure: 'unavailable' } },
];

const videosOf: PlaylistVideosInput = { ...paging, playlist_id: 'youtube:PL1' };

export const playlistVideosSamples: Sample<PlaylistVideosInput, ExpectedPage | ExpectedAbsence>[] = [
  {
    name: 'first page, with a place of which there is no video',
    input: videosOf,
    response: answer(
      200,
      page(3, '3.9', [VIDEO, { ...VIDEO, id: 'youtube:b' }], { positions: [1, 3], unavailable: 1 }),
    ),
    expect: {
      items: 2,
      end: 'more',
      cursor: '3.9',
      unavailable: 1,
      records: [
        { id: 'youtube:a', position: 1 },
        { id: 'youtube:b', position: 3 },
      ],
    },
  },
  {
    name: 'last page',
    input: { ...videosOf, cursor: '3.9', position: 2 },
    response: answer(200, page(3, null, [VIDEO], { positions: [4], unavailable: 0 })),
    expect: { items: 1, end: 'exhausted', unavailable: 0 },
  },
  { name: 'an unknown playlist', input: videosOf, response: ABSENT, expect: { absent: 'unknown' } },
  { name: 'an earlier version', input: videosOf, response: OLD, expect: { failure: 'unavailable' } },
];
