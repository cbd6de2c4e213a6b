// The adapter to Dailymotion's public search. An error object may come with any status, so it is checked first. A search serves only its
// first 1,000 results: the last of them is a cap, not the end of the list.
import { NO_RETENTION_RULES } from '../../domain/retention.ts';
import type { FilterTable } from '../../domain/search-filters.ts';
import type {
  Absent,
  AttemptFailure,
  Connector,
  End,
  FoundRecord,
  Page,
  PageInput,
  Parsed,
  ParsedRecord,
  Provider,
  SearchInput,
  SeveralFound,
  SeveralInput,
  Total,
  UpstreamRequest,
  UpstreamResponse,
  VideoInput,
} from '../connector.ts';
import type { Readable } from '../parsing/blank-records.ts';
import { foreignAnswer } from '../parsing/echoed-question.ts';
import {
  badResponse,
  byStatus,
  failed,
  notPublic,
  retryAfterMs,
  unreadable,
  withoutReason,
} from '../parsing/failures.ts';
import { count, id, segment, text } from '../parsing/fields.ts';
import { primaryLanguage, unixSeconds, valued, wholeSeconds } from '../parsing/filters.ts';
import { foundVideo, foundVideos } from '../parsing/found-videos.ts';
import { DAILYMOTION_IDS } from '../parsing/id-forms.ts';
import { array, isObject, type Json, object, parseJson } from '../parsing/json.ts';
import { numberedPage, type Place, placeOf } from '../parsing/numbered-pages.ts';
import { type DailymotionApi, dailymotionAuthors } from './dailymotion-authors.ts';
import { dailymotionLists } from './dailymotion-lists.ts';
import { dailymotionPlaylists } from './dailymotion-playlists.ts';
import { absenceOf, DAILYMOTION_MISSING, dailymotionVideo, isPrivateVideo } from './dailymotion-record.ts';
import { dailymotionTranscript } from './dailymotion-transcripts.ts';

/** No page number beyond 100 is served, so pages of fewer than 10 items would not reach the 1,000th result. Our smaller pages are slices. */
const PAGE_SIZES = { min: 10, max: 100 };
const RESULTS_MAX = 1_000;
/** A record needs these fields. */
const CORE_FIELDS = [
  'id',
  'title',
  'description',
  'created_time',
  'duration',
  'url',
  'thumbnail_360_url',
  'thumbnail_720_url',
  'allow_embed',
  'tags',
  'language',
  'country',
  'width',
  'height',
  'views_total',
  'likes_total',
  'owner.id',
  'owner.screenname',
];
/** Optional fields that the platform also gives without a key. Its list of fields changes, and it rejects a search that names an unknown one. */
const MORE_FIELDS = [
  'comments_total',
  'explicit',
  'live_status',
  'onair',
  'audience',
  'channel',
  'updated_time',
  'private',
  'owner.username',
  'owner.url',
  'owner.avatar_720_url',
  'owner.verified',
];

const FILTERS: FilterTable = {
  'sort=relevance': 'exact',
  'sort=newest': 'exact',
  'sort=views': 'exact',
  published_after: 'exact',
  published_before: 'exact',
  // Its own filter counts in minutes.
  duration_min: 'checked',
  duration_max: 'checked',
  language: 'exact',
  region: 'preferred',
  safe: 'exact',
  orientation: 'checked',
  'min_height=720': 'exact',
  min_height: 'checked',
  // Its own filter searches the words of tags.
  tag: 'checked',
  'live=true': 'exact',
  'live=false': 'exact',
};
const ORDERS = { relevance: 'relevance', newest: 'recent', views: 'visited' };
const MINUTE = 60;

const API: DailymotionApi = {
  get: ({ baseUrl, userAgent }, path, query) => ({
    method: 'GET',
    url: `${baseUrl}${path}?${new URLSearchParams(query)}`,
    headers: { accept: 'application/json', 'user-agent': userAgent },
  }),
  classify,
  rejectsFields,
  parsePage,
  parseList,
  videoRequest,
  parseVideo,
  readVideo,
  pageSizes: PAGE_SIZES,
  coreFields: CORE_FIELDS,
  moreFields: MORE_FIELDS,
  missing: DAILYMOTION_MISSING,
};

export const dailymotion: Connector = {
  name: 'dailymotion',
  facts: {
    website: 'https://www.dailymotion.com',
    docs: 'https://developers.dailymotion.com/api/platform-api/reference/',
    proof: {
      checkedAt: '2026-11',
      by: 'document',
      besides: { 'video.related': 'unproved' },
      unproved: ['When its API, which its documents call Legacy, ends.'],
    },
    baseUrl: 'https://api.dailymotion.com',
    platforms: ['dailymotion'],
    keyNeeded: false,
    resale: 'yes',
    keyword:
      'Text only: an address or an id is looked up by other routes, which are never called. What says that ' +
      'it is private is not delivered.',
    retention: NO_RETENTION_RULES,
    notes:
      'Whether answers may be sold is not established: read its terms first. A search ends at its first 1,000 results, ' +
      'and its total is a guess.',
  },
  options: {
    family_filter: '"false" lets in what is marked as explicit. Default: the platform decides.',
    player_id:
      'Of a player that you made in the Dailymotion Studio. Videos are embedded by it alone; without one embed_url is null.',
  },
  coverage: {
    fresh: null,
    notes: [],
    operations: {
      'video.search': { itemsMax: RESULTS_MAX, notes: ['The total is an estimate.'] },
      'video.popular': { itemsMax: RESULTS_MAX },
      'video.related': { itemsMax: RESULTS_MAX },
      'author.search': { itemsMax: RESULTS_MAX },
      'author.videos': {
        notes: [`Sorted by views, the list ends after ${RESULTS_MAX} videos; sorted by date, it goes on.`],
      },
    },
  },
  redirects: false,
  ids: DAILYMOTION_IDS,
  operations: {
    'video.search': {
      request: (input, provider) => buildRequest(input, provider, [...CORE_FIELDS, ...MORE_FIELDS]),
      parse: parseResponse,
      pageItemsMax: PAGE_SIZES.max,
      missing: DAILYMOTION_MISSING,
      cost: 1,
      filters: () => FILTERS,
    },
    'video.get': {
      request: (input, provider) => videoRequest(input, provider, [...CORE_FIELDS, ...MORE_FIELDS]),
      parse: parseVideo,
      several: { idsMax: PAGE_SIZES.max, takes: isPublicId, request: videosRequest, parse: parseVideos },
      missing: DAILYMOTION_MISSING,
      cost: 1,
    },
    ...dailymotionAuthors(API),
    ...dailymotionLists(API),
    ...dailymotionPlaylists(API),
    'transcript.get': dailymotionTranscript(API),
  },
};

function buildRequest(input: SearchInput, provider: Provider, fields: readonly string[]): UpstreamRequest {
  const place = placeOf(input, PAGE_SIZES);
  const query = new URLSearchParams({
    search: input.keyword,
    fields: fields.join(','),
    sort: ORDERS[input.sort as keyof typeof ORDERS] ?? 'relevance',
    limit: String(place.size),
    page: String(place.page),
    ...filtersOf(input, provider),
  });
  return {
    method: 'GET',
    url: `${provider.baseUrl}/videos?${query}`,
    headers: { accept: 'application/json', 'user-agent': provider.userAgent },
  };
}

function filtersOf(input: SearchInput, { options }: Provider): Record<string, string> {
  const { safe, published_after: after, published_before: before, language, region } = input;
  const isOpen = options.family_filter === 'false' || safe === 'off';
  const isStrict = safe === 'strict' || safe === 'moderate';
  return valued({
    created_after: after && unixSeconds(after),
    created_before: before && unixSeconds(before),
    ...lengthsOf(input),
    languages: language && primaryLanguage(language),
    country: region?.toLowerCase(),
    family_filter: isStrict ? 'true' : isOpen && 'false',
    flags: flagsOf(input),
    tags: input.tag,
  });
}

const LIVE_FLAGS = { true: 'live_onair', false: 'no_live' };

function flagsOf({ min_height, live }: SearchInput): string | undefined {
  const flags = [min_height && 'hd', live && LIVE_FLAGS[live]].filter((flag) => flag !== undefined);
  return flags.length === 0 ? undefined : flags.join(',');
}

/** The filter in whole minutes, both bounds included, rounded so that no wanted video is missed. */
function lengthsOf(input: SearchInput): Record<string, string | false> {
  const { min, max } = wholeSeconds(input);
  return {
    longer_than: min !== undefined && Number(min) >= MINUTE && String(Math.floor(Number(min) / MINUTE)),
    shorter_than: max !== undefined && String(Math.ceil((Number(max) + 1) / MINUTE)),
  };
}

function parseResponse(response: UpstreamResponse, input: SearchInput, provider: Provider): Parsed {
  const body = parseJson(response.body, input.wantsRaw);
  if (!rejectsFields(object(object(body).error))) return parsePage(response, body, input, provider);
  return {
    kind: 'follow_up',
    request: buildRequest(input, provider, CORE_FIELDS),
    parse: (answer) => (answer.kind === 'response' ? parseAgain(answer, input, provider) : answer),
  };
}

/** An error about the requested fields is our own mistake. The search is repeated without the fields that the platform may have dropped. */
function rejectsFields({ type, message, error_data }: Json): boolean {
  if (type !== 'invalid_parameter') return false;
  return object(error_data).param === 'fields' || /\bfields?\b/i.test(text(message) ?? '');
}

function parseAgain(
  response: UpstreamResponse,
  input: SearchInput,
  provider: Provider,
): Page | AttemptFailure {
  const parsed = parsePage(response, parseJson(response.body, input.wantsRaw), input, provider);
  return parsed.kind === 'page' ? { ...parsed, body: response.body } : parsed;
}

function parsePage(
  response: UpstreamResponse,
  body: unknown,
  input: PageInput,
  provider: Provider,
): Page | AttemptFailure {
  return parseList(response, body, input, (record) => dailymotionVideo(record, provider));
}

function parseList<Parsed extends ParsedRecord>(
  response: UpstreamResponse,
  body: unknown,
  input: PageInput,
  read: (record: Json) => Readable<Parsed>,
): Page<Parsed> | AttemptFailure {
  if (isObject(body) && body.error !== undefined) return classify(response, object(body.error));
  if (response.status !== 200) return byStatus(response);
  if (!isObject(body)) return unreadable(response);
  if (!Array.isArray(body.list)) return badResponse('the answer has no list');
  if (input.bodyIsAnswer === true && body.list.some((record) => isPrivateVideo(object(record))))
    return notPublic();
  const place = placeOf(input, PAGE_SIZES);
  const foreign = foreignAnswer(response, body.page, place.page);
  if (foreign !== null) return foreign;
  const upstream = { records: body.list, end: endOf(body, place), total: toTotal(body.total) };
  return numberedPage(upstream, place, input.count, read);
}

/** The code in the error object counts. The status of the answer may be anything. */
function classify(response: UpstreamResponse, error: Json): AttemptFailure {
  const status = count(error.code) ?? response.status;
  const type = text(error.type) ?? '';
  if (rejectsFields(error)) return badResponse('the platform does not know the fields that we ask for');
  if (/rate_limit|too_many|quota/.test(type))
    return failed('rate_limited', `an error of type ${type.slice(0, 50)}`, retryAfterMs(response));
  return byStatus({ ...response, status });
}

function videoRequest(
  { id: asked }: VideoInput,
  { baseUrl, userAgent }: Provider,
  fields: readonly string[],
): UpstreamRequest {
  const query = new URLSearchParams({ fields: fields.join(',') });
  return {
    method: 'GET',
    url: `${baseUrl}/video/${segment(asked)}?${query}`,
    headers: { accept: 'application/json', 'user-agent': userAgent },
  };
}

type Said = FoundRecord | Absent | AttemptFailure;

function parseVideo(response: UpstreamResponse, input: VideoInput, provider: Provider): Parsed<Said> {
  const body = parseJson(response.body, input.wantsRaw);
  if (!rejectsFields(object(object(body).error))) return readVideo(response, body, input, provider);
  return {
    kind: 'follow_up',
    request: videoRequest(input, provider, CORE_FIELDS),
    parse: (answer) => (answer.kind === 'response' ? readVideoAgain(answer, input, provider) : answer),
  };
}

function readVideoAgain(response: UpstreamResponse, input: VideoInput, provider: Provider): Said {
  const said = readVideo(response, parseJson(response.body, input.wantsRaw), input, provider);
  return said.kind === 'record' ? { ...said, body: response.body } : said;
}

function readVideo(
  response: UpstreamResponse,
  body: unknown,
  { id: asked }: VideoInput,
  provider: Provider,
): Said {
  const { error } = object(body);
  if (error !== undefined) return absenceOf(object(error)) ?? classify(response, object(error));
  if (response.status !== 200) return withoutReason(response);
  if (!isObject(body)) return unreadable(response);
  return foundVideo(response, asked, { raw: body, names: [id(body.id)] }, dailymotionVideo(body, provider));
}

/** Only ids of this form may stand in a list of ids. */
function isPublicId(asked: string): boolean {
  return /^x[0-9A-Za-z]+$/.test(asked);
}

/** Lists omit explicit videos unless they are asked for; a look-up by id never omits them. */
function videosRequest({ ids }: SeveralInput, { baseUrl, userAgent }: Provider): UpstreamRequest {
  const query = new URLSearchParams({
    ids: ids.join(','),
    fields: CORE_FIELDS.concat(MORE_FIELDS).join(','),
    limit: String(PAGE_SIZES.max),
    family_filter: 'false',
  });
  return {
    method: 'GET',
    url: `${baseUrl}/videos?${query}`,
    headers: { accept: 'application/json', 'user-agent': userAgent },
  };
}

function parseVideos(
  response: UpstreamResponse,
  { ids, wantsRaw }: SeveralInput,
  provider: Provider,
): SeveralFound | AttemptFailure {
  const body = parseJson(response.body, wantsRaw);
  if (isObject(body) && body.error !== undefined) return classify(response, object(body.error));
  if (response.status !== 200) return withoutReason(response);
  if (!isObject(body)) return unreadable(response);
  if (!Array.isArray(body.list)) return badResponse('the answer has no list of videos');
  return foundVideos(response, ids, body.list, (record) => ({
    names: [id(record.id)],
    video: dailymotionVideo(record, provider),
  }));
}

/** The platform also reports "no more" at its cap, even where more results exist. */
function endOf({ has_more, list }: Json, { page, size: limit }: Place): End {
  const reached = (page - 1) * limit + array(list).length;
  if (has_more === true) return page * limit >= RESULTS_MAX ? 'upstream_cap' : 'more';
  if (has_more !== false) return 'unknown';
  return reached >= RESULTS_MAX ? 'upstream_cap' : 'exhausted';
}

/** The platform's own estimate. Where it stops counting, it gives the highest number that it serves. */
function toTotal(value: unknown): Total | null {
  const total = count(value);
  if (total === null) return null;
  return { value: total, relation: total === RESULTS_MAX ? 'capped' : 'approx' };
}
