// How Dailymotion is asked for authors and their videos. A list serves only its first 1,000 videos. If it is sorted by date, the walk goes
// on with a new list: the videos published before the last one.
import type { ParsedAuthor } from '../../domain/author.ts';
import type {
  Absent,
  AttemptFailure,
  AuthorChoice,
  AuthorInput,
  AuthorSearchInput,
  AuthorVideosInput,
  ConnectorOperations,
  FoundRecord,
  Page,
  PageInput,
  Parsed,
  ParsedRecord,
  Provider,
  UpstreamRequest,
  UpstreamResponse,
  VideoInput,
} from '../connector.ts';
import type { Readable } from '../parsing/blank-records.ts';
import { blankAuthor } from '../parsing/blank-records.ts';
import { badResponse, unreadable, withoutReason } from '../parsing/failures.ts';
import { count, decoded, flag, id, publishedSeconds, segment, text, url } from '../parsing/fields.ts';
import { absent } from '../parsing/found-videos.ts';
import { array, isObject, type Json, object, parseJson } from '../parsing/json.ts';
import { placeOf } from '../parsing/numbered-pages.ts';
import { stripHtml, unixLines } from '../parsing/text.ts';

const SORTS = { newest: 'recent', views: 'visited' };

/** A profile needs these fields. */
const CORE_FIELDS = ['id', 'username', 'screenname', 'description', 'avatar_720_url', 'created_time'];
/** Optional fields: the platform refuses a request that names a field which it no longer has. */
const MORE_FIELDS = [
  'url',
  'cover_url',
  'country',
  'verified',
  'followers_total',
  'following_total',
  'videos_total',
  'views_total',
];

const MISSING = ['verified_text', 'stats.likes', 'links', 'private', 'live'];

/** The parts of the connector that these operations use. */
export interface DailymotionApi {
  get(provider: Provider, path: string, query: Record<string, string>): UpstreamRequest;
  classify(response: UpstreamResponse, error: Json): AttemptFailure;
  rejectsFields(error: Json): boolean;
  parsePage(
    response: UpstreamResponse,
    body: unknown,
    input: PageInput,
    provider: Provider,
  ): Page | AttemptFailure;
  parseList<Item extends ParsedRecord>(
    response: UpstreamResponse,
    body: unknown,
    input: PageInput,
    read: (record: Json) => Readable<Item>,
  ): Page<Item> | AttemptFailure;
  videoRequest(input: VideoInput, provider: Provider, fields: readonly string[]): UpstreamRequest;
  /** May ask again, without the fields that the platform no longer has. */
  parseVideo(response: UpstreamResponse, input: VideoInput, provider: Provider): Parsed<FoundRecord | Absent>;
  readVideo(
    response: UpstreamResponse,
    body: unknown,
    input: VideoInput,
    provider: Provider,
  ): FoundRecord | Absent | AttemptFailure;
  pageSizes: { min: number; max: number };
  coreFields: readonly string[];
  moreFields: readonly string[];
  missing: readonly string[];
}

export function dailymotionAuthors(
  api: DailymotionApi,
): Pick<ConnectorOperations, 'author.videos' | 'author.get' | 'author.search'> {
  return {
    'author.videos': {
      request: (input, provider) =>
        videosRequest(api, input, provider, [...api.coreFields, ...api.moreFields]),
      parse: (response, input, provider) => parseVideos(api, response, input, provider),
      sorts: ['newest', 'views'],
      pageItemsMax: api.pageSizes.max,
      missing: api.missing,
      cost: 1,
    },
    'author.get': {
      request: (input, provider) => profileRequest(api, input, provider, [...CORE_FIELDS, ...MORE_FIELDS]),
      parse: (response, input, provider) => parseProfile(api, response, input, provider),
      missing: MISSING,
      cost: 1,
    },
    // The list of filters in its documents leaves `search` out; clients use it, and it needs no key.
    'author.search': {
      request: (input, provider) => searchRequest(api, input, provider, [...CORE_FIELDS, ...MORE_FIELDS]),
      parse: (response, input, provider) =>
        askedAgain(api, response, searchRequest(api, input, provider, CORE_FIELDS), (answer) =>
          api.parseList(answer, parseJson(answer.body, input.wantsRaw), input, listedAuthor),
        ),
      pageItemsMax: api.pageSizes.max,
      missing: MISSING,
      cost: 1,
    },
  };
}

function searchRequest(
  { get, pageSizes }: DailymotionApi,
  input: AuthorSearchInput,
  provider: Provider,
  fields: readonly string[],
): UpstreamRequest {
  const { size, page } = placeOf(input, pageSizes);
  const query = { search: input.keyword, fields: fields.join(','), limit: String(size), page: String(page) };
  return get(provider, '/users', query);
}

function listedAuthor(record: Json): ParsedAuthor | null {
  const own = id(record.id);
  return own === null ? null : toAuthor(own, record);
}

/** The platform rejects a request that names a field which it no longer has: the request is made again with fewer fields. */
export function askedAgain<Result extends { kind: string }>(
  api: DailymotionApi,
  response: UpstreamResponse,
  again: UpstreamRequest,
  read: (response: UpstreamResponse) => Parsed<Result>,
): Parsed<Result> {
  const error = object(object(parseJson(response.body, false)).error);
  if (!api.rejectsFields(error)) return read(response);
  return {
    kind: 'follow_up',
    request: again,
    parse(answer) {
      if (answer.kind !== 'response') return answer;
      const said = read(answer);
      return said.kind === 'page' || said.kind === 'record' ? { ...said, body: answer.body } : said;
    },
  };
}

/** The platform accepts the id and the name in the same place. */
function userPath({ author_id, handle }: AuthorChoice): string {
  return `/user/${segment(author_id ?? handle ?? '')}`;
}

/** A place in a list, and the moment before which the list's videos were published; null for the whole list. */
interface Window {
  input: AuthorVideosInput;
  before: string | null;
}

/** A cursor is a place, or a moment, an `@` and a place; the place is empty at the beginning of a list. */
function windowOf(input: AuthorVideosInput): Window {
  const [, before, place] = /^(\d{1,12})@(.*)$/.exec(input.cursor ?? '') ?? [];
  if (before === undefined) return { input, before: null };
  return { input: { ...input, cursor: place === '' ? null : place! }, before };
}

function videosRequest(
  { get, pageSizes }: DailymotionApi,
  asked: AuthorVideosInput,
  provider: Provider,
  fields: readonly string[],
): UpstreamRequest {
  const { input, before } = windowOf(asked);
  const place = placeOf(input, pageSizes);
  return get(provider, `${userPath(input)}/videos`, {
    fields: fields.join(','),
    sort: SORTS[input.sort],
    limit: String(place.size),
    page: String(place.page),
    ...(before !== null && { created_before: before }),
    ...(provider.options.family_filter === 'false' && { family_filter: 'false' }),
  });
}

type Videos = Page | Absent | AttemptFailure;

function parseVideos(
  api: DailymotionApi,
  response: UpstreamResponse,
  input: AuthorVideosInput,
  provider: Provider,
): Parsed<Page | Absent> {
  return askedAgain(api, response, videosRequest(api, input, provider, api.coreFields), (answer) =>
    readVideos(api, answer, input, provider),
  );
}

function readVideos(
  api: DailymotionApi,
  response: UpstreamResponse,
  asked: AuthorVideosInput,
  provider: Provider,
): Videos {
  const body = parseJson(response.body, asked.wantsRaw);
  const { input, before } = windowOf(asked);
  if (isNobody(body)) return absent();
  const page = api.parsePage(response, body, input, provider);
  if (page.kind !== 'page') return page;
  if (page.cursor !== null) return { ...page, cursor: inWindow(before, page.cursor) };
  const next = page.end === 'upstream_cap' && input.sort === 'newest' ? momentAfter(body) : null;
  // A list that begins at the same moment as the last one would loop.
  if (next === null || next === before) return page;
  return { ...page, end: 'more', cursor: inWindow(next, '') };
}

function inWindow(before: string | null, place: string): string {
  return before === null ? place : `${before}@${place}`;
}

/** One second after the last video, because others may share its second. The walk skips what it has already delivered. */
function momentAfter(body: unknown): string | null {
  const last = object(array(object(body).list).at(-1));
  const created = count(last.created_time);
  return created === null ? null : String(created + 1);
}

/** An error about the author. Older servers do not name what is missing, but the author was all that was asked for. */
function isNobody(body: unknown): boolean {
  const { type, code, error_data } = object(object(body).error);
  const { object_type } = object(error_data);
  if (object_type !== undefined)
    return object_type === 'user' && (type === 'not_found' || count(code) === 404);
  return type === 'not_found';
}

function profileRequest(
  { get }: DailymotionApi,
  input: AuthorInput,
  provider: Provider,
  fields: readonly string[],
): UpstreamRequest {
  return get(provider, userPath(input), { fields: fields.join(',') });
}

type Profile = FoundRecord<ParsedAuthor> | Absent | AttemptFailure;

function parseProfile(
  api: DailymotionApi,
  response: UpstreamResponse,
  input: AuthorInput,
  provider: Provider,
): Parsed<FoundRecord<ParsedAuthor> | Absent> {
  return askedAgain(api, response, profileRequest(api, input, provider, CORE_FIELDS), (answer) =>
    readProfile(api, answer, input),
  );
}

function readProfile(api: DailymotionApi, response: UpstreamResponse, input: AuthorInput): Profile {
  const body = parseJson(response.body, input.wantsRaw);
  if (isNobody(body)) return absent();
  const { error } = object(body);
  if (error !== undefined) return api.classify(response, object(error));
  if (response.status !== 200) return withoutReason(response);
  if (!isObject(body)) return unreadable(response);
  const own = id(body.id);
  return own === null
    ? badResponse('the answer is no author')
    : { kind: 'record', record: toAuthor(own, body), raw: body };
}

function toAuthor(own: string, record: Json): ParsedAuthor {
  const handle = text(record.username);
  const description = text(record.description);
  return {
    ...blankAuthor(own, MISSING),
    alt_ids: handle === null ? [] : [handle],
    handle,
    name: decoded(record.screenname) ?? handle,
    url: url(record.url),
    avatar_url: url(record.avatar_720_url),
    banner_url: url(record.cover_url),
    text: (description && stripHtml(unixLines(description))) || null,
    verified: flag(record.verified),
    country: text(record.country),
    joined_at: publishedSeconds(record.created_time).published_at,
    followers: count(record.followers_total),
    following: count(record.following_total),
    stats: { videos: count(record.videos_total), views: count(record.views_total), likes: null },
  };
}
