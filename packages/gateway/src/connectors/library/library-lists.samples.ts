// Exchanges with the embedded library about authors and comments that its connector must understand, made up in the form of its answers.
import type { ParsedAuthor } from '../../domain/author.ts';
import type { ParsedComment } from '../../domain/comment.ts';
import type { ParsedPlaylist } from '../../domain/playlist.ts';
import type {
  AuthorInput,
  AuthorSearchInput,
  AuthorVideosInput,
  CommentsInput,
  ExpectedAbsence,
  ExpectedPage,
  ExpectedRecord,
  PlaylistInput,
  PlaylistVideosInput,
  PopularInput,
  RelatedInput,
  RepliesInput,
  Sample,
} from '../connector.ts';
import { answersAs } from '../samples/answer.ts';

const answer = answersAs('application/json');
const ABSENT = answer(404, '{"absent":true}');
const OLD = answer(503, '{"error":"the library is of an earlier version: import anything"}');

const page = (value: number, cursor: string | null, ...results: object[]): string =>
  JSON.stringify({ total: { value, relation: 'eq' }, cursor, results });

const paging = { platform: 'library', count: 2, cursor: null, position: 0, wantsRaw: false };
const VIDEO = {
  id: 'youtube:a',
  title: 'Cats',
  published_at: '2025-03-04T00:00:00.000Z',
  author: { id: 'UC1' },
};
const videosOf: AuthorVideosInput = { ...paging, author_id: 'UC1', sort: 'newest' };

export const authorVideosSamples: Sample<AuthorVideosInput, ExpectedPage | ExpectedAbsence>[] = [
  {
    name: 'first page',
    input: videosOf,
    response: answer(200, page(3, '0.17', VIDEO, { ...VIDEO, id: 'youtube:b' })),
    expect: {
      items: 2,
      end: 'more',
      cursor: '0.17',
      total: { value: 3, relation: 'eq' },
      records: [{ id: 'youtube:a', title: 'Cats' }, { id: 'youtube:b' }],
    },
  },
  {
    name: 'last page, by handle and views',
    input: { ...paging, handle: 'boxcats', sort: 'views', cursor: '12.17', position: 2 },
    response: answer(200, page(3, null, VIDEO)),
    expect: { items: 1, end: 'exhausted' },
  },
  { name: 'an unknown author', input: videosOf, response: ABSENT, expect: { absent: 'unknown' } },
  { name: 'an earlier version', input: videosOf, response: OLD, expect: { failure: 'unavailable' } },
];

const COMMENT = {
  id: 'c1',
  text: 'What a cat!',
  published_at: '2025-03-05T00:00:00.000Z',
  published_precision: 's',
  author: { id: 'UC2', name: 'Bo', url: 'https://example.org/bo', verified: false },
  is_creator: false,
  pinned: true,
  hearted: false,
  likes: 7,
  replies: 1,
};
const commentsOn: CommentsInput = { ...paging, id: 'youtube:a', sort: 'top' };

type ExpectedComments = ExpectedPage<ParsedComment> | ExpectedAbsence;

export const commentsSamples: Sample<CommentsInput, ExpectedComments>[] = [
  {
    name: 'first page',
    input: commentsOn,
    response: answer(200, page(3, '7.1', COMMENT, { id: 'c2' })),
    expect: {
      items: 2,
      end: 'more',
      cursor: '7.1',
      total: { value: 3, relation: 'eq' },
      records: [
        {
          id: 'c1',
          video_id: 'youtube:a',
          level: 0,
          parent_id: null,
          text: 'What a cat!',
          published_precision: 's',
          is_creator: false,
          pinned: true,
          likes: 7,
          replies: 1,
          author: {
            id: 'UC2',
            handle: null,
            name: 'Bo',
            url: 'https://example.org/bo',
            avatar_url: null,
            verified: false,
            followers: null,
          },
        },
        { id: 'c2', text: null, likes: null },
      ],
    },
  },
  {
    name: 'a video without saved comments',
    input: { ...commentsOn, sort: 'newest' },
    response: answer(200, '{"total":null,"cursor":null,"end":"unknown","results":[]}'),
    expect: { items: 0, end: 'unknown', total: null },
  },
  { name: 'no such video', input: commentsOn, response: ABSENT, expect: { absent: 'unknown' } },
  { name: 'an earlier version', input: commentsOn, response: OLD, expect: { failure: 'unavailable' } },
];

const repliesTo: RepliesInput = { ...paging, id: 'youtube:a', comment_id: 'c1' };

export const repliesSamples: Sample<RepliesInput, ExpectedComments>[] = [
  {
    name: 'a reply to a reply',
    input: repliesTo,
    response: answer(
      200,
      page(1, null, { ...COMMENT, id: 'c4', parent: 'c3', root: 'c1', replies: undefined }),
    ),
    expect: {
      items: 1,
      end: 'exhausted',
      records: [{ id: 'c4', parent_id: 'c3', root_id: 'c1', level: 1, replies: null }],
    },
  },
  { name: 'no such comment', input: repliesTo, response: ABSENT, expect: { absent: 'unknown' } },
  {
    name: 'no such video',
    input: repliesTo,
    response: answer(404, '{"absent":true,"what":"video"}'),
    expect: { absent: 'unknown', what: 'video' },
  },
  { name: 'an earlier version', input: repliesTo, response: OLD, expect: { failure: 'unavailable' } },
];

const asked: AuthorInput = { platform: 'library', author_id: 'UC1', wantsRaw: false };

export const authorSamples: Sample<AuthorInput, ExpectedRecord<ParsedAuthor>>[] = [
  {
    name: 'an author of two videos',
    input: asked,
    response: answer(
      200,
      '{"id":"UC1","handle":"@BoxCats","name":"Box Cats","url":"https://example.org/c","verified":true,"followers":12,"videos":2}',
    ),
    expect: {
      record: {
        id: 'UC1',
        alt_ids: ['BoxCats'],
        handle: 'BoxCats',
        name: 'Box Cats',
        verified: true,
        followers: 12,
        stats: { videos: 2, views: null, likes: null },
      },
    },
  },
  {
    name: 'an author who has a handle alone',
    input: { platform: 'library', handle: 'boxcats', wantsRaw: false },
    response: answer(200, '{"id":"boxcats","handle":"@boxcats","videos":1}'),
    expect: { record: { id: 'boxcats', alt_ids: [], handle: 'boxcats' } },
  },
  { name: 'an unknown author', input: asked, response: ABSENT, expect: { absent: 'unknown' } },
  { name: 'an earlier version', input: asked, response: OLD, expect: { failure: 'unavailable' } },
];

const morePage = (value: number, cursor: string | null, results: object[], more: object = {}): string =>
  JSON.stringify({ total: { value, relation: 'eq' }, cursor, ...more, results });

const moreAsked = { platform: 'library', wantsRaw: false };
const morePaging = { ...moreAsked, count: 2, cursor: null, position: 0 };
const MORE_VIDEO = { id: 'youtube:a', title: 'Cats', author: { id: 'UC1' }, stats: { views: 7 } };

const found: AuthorSearchInput = { ...morePaging, keyword: 'box cats' };

/**
 * Exchanges with the embedded library about playlists, popular and related videos and the search for authors, made up in the form of its
 * answers.
 */
export const authorSearchSamples: Sample<AuthorSearchInput, ExpectedPage<ParsedAuthor>>[] = [
  {
    name: 'first page',
    input: found,
    response: answer(
      200,
      morePage(3, '1.UC2', [{ id: 'UC1', name: 'Box Cats', handle: '@boxcats', videos: 5 }, { id: 'UC2' }]),
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
    response: answer(200, morePage(3, null, [{ id: 'UC3' }], { end: 'upstream_cap' })),
    expect: { items: 1, end: 'upstream_cap' },
  },
  {
    name: 'nobody',
    input: found,
    response: answer(200, morePage(0, null, [])),
    expect: { items: 0, end: 'exhausted' },
  },
  { name: 'an earlier version', input: found, response: OLD, expect: { failure: 'unavailable' } },
];

export const popularSamples: Sample<PopularInput>[] = [
  {
    name: 'first page',
    input: morePaging,
    response: answer(200, morePage(3, '7.17', [MORE_VIDEO, { ...MORE_VIDEO, id: 'youtube:b' }])),
    expect: { items: 2, end: 'more', cursor: '7.17', total: { value: 3, relation: 'eq' } },
  },
  {
    name: 'last page of a week',
    input: { ...morePaging, period: 'week', cursor: '7.17', position: 2 },
    response: answer(200, morePage(3, null, [MORE_VIDEO])),
    expect: { items: 1, end: 'exhausted' },
  },
  { name: 'an earlier version', input: morePaging, response: OLD, expect: { failure: 'unavailable' } },
];

const beside: RelatedInput = { ...morePaging, id: 'youtube:x' };

export const relatedSamples: Sample<RelatedInput, ExpectedPage | ExpectedAbsence>[] = [
  {
    name: 'first page',
    input: beside,
    response: answer(200, morePage(3, '2', [MORE_VIDEO, { ...MORE_VIDEO, id: 'youtube:b' }])),
    expect: { items: 2, end: 'more', cursor: '2' },
  },
  {
    name: 'last page',
    input: { ...beside, cursor: '2', position: 2 },
    response: answer(200, morePage(3, null, [MORE_VIDEO])),
    expect: { items: 1, end: 'exhausted' },
  },
  { name: 'an unknown video', input: beside, response: ABSENT, expect: { absent: 'unknown' } },
  { name: 'an earlier version', input: beside, response: OLD, expect: { failure: 'unavailable' } },
];

const playlist: PlaylistInput = { ...moreAsked, playlist_id: 'youtube:PL1' };

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

const moreVideosOf: PlaylistVideosInput = { ...morePaging, playlist_id: 'youtube:PL1' };

export const playlistVideosSamples: Sample<PlaylistVideosInput, ExpectedPage | ExpectedAbsence>[] = [
  {
    name: 'first page, with a place of which there is no video',
    input: moreVideosOf,
    response: answer(
      200,
      morePage(3, '3.9', [MORE_VIDEO, { ...MORE_VIDEO, id: 'youtube:b' }], {
        positions: [1, 3],
        unavailable: 1,
      }),
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
    input: { ...moreVideosOf, cursor: '3.9', position: 2 },
    response: answer(200, morePage(3, null, [MORE_VIDEO], { positions: [4], unavailable: 0 })),
    expect: { items: 1, end: 'exhausted', unavailable: 0 },
  },
  { name: 'an unknown playlist', input: moreVideosOf, response: ABSENT, expect: { absent: 'unknown' } },
  { name: 'an earlier version', input: moreVideosOf, response: OLD, expect: { failure: 'unavailable' } },
];
