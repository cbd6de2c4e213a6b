// How the embedded library is asked for authors, their videos, comments and replies. It does not trust the shape of an answer: anything
// that is not a page becomes bad_response.
import type { ParsedAuthor } from '../../domain/author.ts';
import type { ParsedComment } from '../../domain/comment.ts';
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
  UpstreamRequest,
  UpstreamResponse,
} from '../connector.ts';
import { blankAuthor } from './blank-author.ts';
import { blankComment } from './blank-comment.ts';
import { badResponse, unreadable } from './failures.ts';
import { count, flag, id, text, url } from './fields.ts';
import { isObject, type Json, object, parseJson } from './json.ts';
import { classifyLibrary, LIBRARY_MISSING, libraryAuthor, libraryVideo, readPrecision } from './library.ts';
import { absent } from './one-video.ts';

const PAGE_MAX = 50;

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
  request: (input) => listRequest('author-videos', { ...who(input), sort: input.sort }, input),
  parse: (response, input, provider) =>
    listPage(response, input, (record) => {
      const found = id(record.id);
      return found === null ? null : libraryVideo(record, found, provider);
    }),
  sorts: ['newest', 'views'],
  pageItemsMax: PAGE_MAX,
  missing: LIBRARY_MISSING,
  cost: 1,
};

export const libraryComments: ConnectorOperations['video.comments'] = {
  request: (input) => listRequest('comments', { id: input.id, sort: input.sort }, input),
  parse: (response, input) => listPage(response, input, (record) => toComment(record, input.id)),
  sorts: ['top', 'newest'],
  pageItemsMax: PAGE_MAX,
  missing: COMMENT_MISSING,
  cost: 1,
};

export const libraryReplies: ConnectorOperations['comment.replies'] = {
  request: (input) => listRequest('replies', { id: input.id, comment_id: input.comment_id }, input),
  parse: (response, input) => listPage(response, input, (record) => toComment(record, input.id)),
  pageItemsMax: PAGE_MAX,
  missing: COMMENT_MISSING,
  cost: 1,
};

export const libraryAuthorGet: ConnectorOperations['author.get'] = {
  request: (input) => request('author', who(input)),
  parse: parseAuthor,
  missing: AUTHOR_MISSING,
  cost: 1,
};

function who({ author_id, handle }: AuthorChoice): Record<string, string> {
  return author_id === undefined ? { handle: handle ?? '' } : { author_id };
}

function request(path: string, query: Record<string, string>): UpstreamRequest {
  return { method: 'GET', url: `library://local/${path}?${new URLSearchParams(query)}`, headers: {} };
}

function listRequest(path: string, query: Record<string, string>, input: PageInput): UpstreamRequest {
  const cursor = input.cursor === null ? {} : { cursor: input.cursor };
  return request(path, { ...query, count: String(Math.min(input.count, PAGE_MAX)), ...cursor });
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
  return {
    kind: 'page',
    items,
    cursor,
    // No total means that the list was never saved, so its end is not known.
    end: cursor !== null ? 'more' : total === null ? 'unknown' : 'exhausted',
    total: total === null ? null : { value: total, relation: 'eq' },
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
  const own = id(body.id);
  if (own === null) return badResponse('the author has no id');
  const handle = text(body.handle)?.replace(/^@/, '') ?? null;
  const record: ParsedAuthor = {
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
  return { kind: 'record', record, raw: body };
}
