// How the embedded library is asked for authors, their videos, playlists, popular and related videos, comments and replies. It does not trust the shape of an answer: anything
// that is not a page becomes bad_response.
import type { ParsedAuthor } from '../../domain/author.ts';
import type { ParsedComment } from '../../domain/comment.ts';
import type { ParsedPlaylist } from '../../domain/playlist.ts';
import { PERIODS, type PopularTable } from '../../domain/search-filters.ts';
import type {
  Absent,
  AttemptFailure,
  AuthorChoice,
  AuthorInput,
  ConnectorOperations,
  FoundRecord,
  Page,
  PageInput,
  ParsedRecord,
  PlaylistInput,
  Provider,
  UpstreamRequest,
  UpstreamResponse,
} from '../connector.ts';
import { blankAuthor, blankComment, blankPlaylist } from '../parsing/blank-records.ts';
import { badResponse, unreadable } from '../parsing/failures.ts';
import { count, flag, id, text, url } from '../parsing/fields.ts';
import { absent } from '../parsing/found-videos.ts';
import { array, isObject, type Json, object, parseJson } from '../parsing/json.ts';
import {
  classifyLibrary,
  embeddedAddress,
  LIBRARY_MISSING,
  libraryAuthor,
  libraryVideo,
  readPrecision,
} from './library-record.ts';

const PAGE_MAX = 50;

/** By the date of publication: the library does not know when a video was watched. */
const POPULAR_FILTERS: PopularTable = Object.fromEntries(
  PERIODS.map((period) => [`period=${period}`, 'exact' as const]),
);

const COMMENT_MISSING = [
  'url',
  'language',
  'published_text',
  'edited_at',
  'author.handle',
  'author.followers',
  'rating',
  'position_ms',
  'images',
];

const AUTHOR_MISSING = [
  'banner_url',
  'text',
  'verified_text',
  'country',
  'joined_at',
  'following',
  'stats.views',
  'stats.likes',
  'links',
  'private',
  'live',
];

export const libraryAuthorVideos: ConnectorOperations['author.videos'] = {
  request: (input, provider) =>
    listRequest(provider, 'author-videos', { ...who(input), sort: input.sort }, input),
  parse: (response, input, provider) => listPage(response, input, readVideo(provider)),
  sorts: ['newest', 'views'],
  pageItemsMax: PAGE_MAX,
  missing: LIBRARY_MISSING,
  cost: 1,
};

export const libraryComments: ConnectorOperations['video.comments'] = {
  request: (input, provider) => listRequest(provider, 'comments', { id: input.id, sort: input.sort }, input),
  parse: (response, input) => listPage(response, input, (record) => toComment(record, input.id)),
  sorts: ['top', 'newest'],
  pageItemsMax: PAGE_MAX,
  missing: COMMENT_MISSING,
  cost: 1,
};

export const libraryReplies: ConnectorOperations['comment.replies'] = {
  request: (input, provider) =>
    listRequest(provider, 'replies', { id: input.id, comment_id: input.comment_id }, input),
  parse: (response, input) => listPage(response, input, (record) => toComment(record, input.id)),
  pageItemsMax: PAGE_MAX,
  missing: COMMENT_MISSING,
  cost: 1,
};

export const libraryAuthorGet: ConnectorOperations['author.get'] = {
  request: (input, provider) => request(provider, 'author', who(input)),
  parse: parseAuthor,
  missing: AUTHOR_MISSING,
  cost: 1,
};

/** The library has places of which it has no video: a downloader could not get it. */
const PLAYLIST_MISSING = ['alt_ids', 'text', 'views', 'published_at', 'updated_at', 'thumbnails'];

const readVideo = (provider: Provider) => (record: Json) => {
  const found = id(record.id);
  return found === null ? null : libraryVideo(record, found, provider);
};

export const libraryAuthorSearch: ConnectorOperations['author.search'] = {
  request: (input, provider) => listRequest(provider, 'authors', { q: input.keyword }, input),
  parse: (response, input) => ownPage(listPage(response, input, toAuthor)),
  pageItemsMax: PAGE_MAX,
  missing: AUTHOR_MISSING,
  cost: 1,
};

export const libraryPopular: ConnectorOperations['video.popular'] = {
  request: (input, provider) =>
    listRequest(provider, 'popular', input.period === undefined ? {} : { period: input.period }, input),
  parse: (response, input, provider) => ownPage(listPage(response, input, readVideo(provider))),
  filters: () => POPULAR_FILTERS,
  pageItemsMax: PAGE_MAX,
  missing: LIBRARY_MISSING,
  cost: 1,
};

export const libraryRelated: ConnectorOperations['video.related'] = {
  request: (input, provider) => listRequest(provider, 'related', { id: input.id }, input),
  parse: (response, input, provider) => listPage(response, input, readVideo(provider)),
  pageItemsMax: PAGE_MAX,
  missing: LIBRARY_MISSING,
  cost: 1,
};

export const libraryPlaylist: ConnectorOperations['playlist.get'] = {
  request: ({ playlist_id }, provider) => request(provider, 'playlist', { playlist_id }),
  parse: parsePlaylist,
  missing: PLAYLIST_MISSING,
  cost: 1,
};

export const libraryPlaylistVideos: ConnectorOperations['playlist.videos'] = {
  request: (input, provider) =>
    listRequest(provider, 'playlist-videos', { playlist_id: input.playlist_id }, input),
  parse: (response, input, provider) => placed(response, listPage(response, input, readVideo(provider))),
  pageItemsMax: PAGE_MAX,
  missing: LIBRARY_MISSING,
  cost: 1,
};

/** The page with each video's place, and the number of places without a video. */
function placed(
  { body }: UpstreamResponse,
  page: Page | Absent | AttemptFailure,
): Page | Absent | AttemptFailure {
  if (page.kind !== 'page') return page;
  const { positions, unavailable } = object(parseJson(body, false));
  const places = array(positions).map(count);
  if (places.length !== page.items.length || places.some((place) => place === null || place < 1))
    return badResponse('the videos have no places');
  const items = page.items.map(({ record, raw }, i) => ({
    record: { ...record, position: places[i]! },
    raw,
  }));
  return { ...page, items, unavailable: count(unavailable) ?? 0 };
}

/** A list without an owner is never absent. */
function ownPage<Parsed extends ParsedRecord>(
  page: Page<Parsed> | Absent | AttemptFailure,
): Page<Parsed> | AttemptFailure {
  return page.kind === 'absent' ? badResponse('a list without an owner is absent') : page;
}

function parsePlaylist(
  response: UpstreamResponse,
  input: PlaylistInput,
): FoundRecord<ParsedPlaylist> | Absent | AttemptFailure {
  const body = parseJson(response.body, input.wantsRaw);
  if (response.status !== 200) return absence(response, body) ?? classifyLibrary(response);
  if (!isObject(body)) return unreadable(response);
  const own = id(body.id);
  if (own !== input.playlist_id) return badResponse('the answer is about another playlist');
  const record: ParsedPlaylist = {
    ...blankPlaylist(own, PLAYLIST_MISSING),
    url: url(body.url),
    title: text(body.title),
    author: libraryAuthor(object(body.author)),
    video_count: count(body.video_count),
  };
  return { kind: 'record', record, raw: body };
}

function who({ author_id, handle }: AuthorChoice): Record<string, string> {
  return author_id === undefined ? { handle: handle ?? '' } : { author_id };
}

function request(provider: Provider, path: string, query: Record<string, string>): UpstreamRequest {
  const url = embeddedAddress(provider, path, new URLSearchParams(query));
  return { method: 'GET', url, headers: {} };
}

function listRequest(
  provider: Provider,
  path: string,
  query: Record<string, string>,
  input: PageInput,
): UpstreamRequest {
  const cursor = input.cursor === null ? {} : { cursor: input.cursor };
  return request(provider, path, { ...query, count: String(Math.min(input.count, PAGE_MAX)), ...cursor });
}

function listPage<Parsed extends ParsedRecord>(
  response: UpstreamResponse,
  input: PageInput,
  read: (record: Json) => Parsed | null,
): Page<Parsed> | Absent | AttemptFailure {
  const body = parseJson(response.body, input.wantsRaw);
  if (response.status !== 200) return absence(response, body) ?? classifyLibrary(response);
  if (!isObject(body)) return unreadable(response);
  if (!Array.isArray(body.results)) return badResponse('the answer is no list');
  const cursor = body.cursor ?? null;
  if (cursor !== null && (typeof cursor !== 'string' || cursor === ''))
    return badResponse('the cursor is no text');
  const items: Page<Parsed>['items'] = [];
  for (const raw of body.results) {
    const record = read(object(raw));
    if (record === null) return badResponse('a result has no id');
    items.push({ record, raw });
  }
  const total = count(object(body.total).value);
  const isCapped = object(body.total).relation === 'capped';
  return {
    kind: 'page',
    items,
    cursor,
    // No total means that the list was never saved, so its end is not known.
    end:
      cursor !== null
        ? 'more'
        : total === null
          ? 'unknown'
          : body.end === 'upstream_cap'
            ? 'upstream_cap'
            : 'exhausted',
    total: total === null ? null : { value: total, relation: isCapped ? 'capped' : 'eq' },
  };
}

function absence({ status }: UpstreamResponse, body: unknown): Absent | null {
  const { absent: isAbsent, what } = object(body);
  if (status !== 404 || isAbsent !== true) return null;
  return what === 'video' ? { ...absent(), what } : absent();
}

function toComment(record: Json, video: string): ParsedComment | null {
  const own = id(record.id);
  if (own === null) return null;
  const of = { video, root: id(record.root), parent: id(record.parent) };
  return {
    ...blankComment(own, of, COMMENT_MISSING),
    text: text(record.text),
    published_at: text(record.published_at),
    published_precision: readPrecision(record.published_precision),
    author: libraryAuthor(object(record.author)),
    is_creator: flag(record.is_creator),
    pinned: flag(record.pinned),
    hearted: flag(record.hearted),
    likes: count(record.likes),
    replies: count(record.replies),
  };
}

function parseAuthor(
  response: UpstreamResponse,
  input: AuthorInput,
): FoundRecord<ParsedAuthor> | Absent | AttemptFailure {
  const body = parseJson(response.body, input.wantsRaw);
  if (response.status !== 200) return absence(response, body) ?? classifyLibrary(response);
  if (!isObject(body)) return unreadable(response);
  const record = toAuthor(body);
  return record === null ? badResponse('the author has no id') : { kind: 'record', record, raw: body };
}

function toAuthor(body: Json): ParsedAuthor | null {
  const own = id(body.id);
  if (own === null) return null;
  const handle = text(body.handle)?.replace(/^@/, '') ?? null;
  return {
    ...blankAuthor(own, AUTHOR_MISSING),
    alt_ids: handle === null || handle === own ? [] : [handle],
    handle,
    name: text(body.name),
    url: url(body.url),
    avatar_url: url(body.avatar_url),
    verified: flag(body.verified),
    followers: count(body.followers),
    stats: { videos: count(body.videos), views: null, likes: null },
  };
}
