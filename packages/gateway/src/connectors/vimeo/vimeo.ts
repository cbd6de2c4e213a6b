// The adapter to Vimeo's video search. It requests only named fields, for which Vimeo allows a higher rate. It builds the request of every
// page itself: the address of the next page only shows that there is one, and is never followed.
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
  Provider,
  SearchInput,
  SeveralFound,
  SeveralInput,
  Total,
  UpstreamRequest,
  UpstreamResponse,
  VideoInput,
} from '../connector.ts';
import { foreignAnswer } from '../parsing/echoed-question.ts';
import {
  badResponse,
  byStatus,
  failed,
  notPublic,
  resetMs,
  retryAfterMs,
  unreadable,
} from '../parsing/failures.ts';
import { count, text } from '../parsing/fields.ts';
import { absent, foundVideo, foundVideos } from '../parsing/found-videos.ts';
import { VIMEO_IDS } from '../parsing/id-forms.ts';
import { array, isObject, type Json, object, parseJson } from '../parsing/json.ts';
import { numberedPage, placeOf } from '../parsing/numbered-pages.ts';
import {
  type ReadPage,
  VIMEO_PAGE_MAX,
  type VimeoApi,
  vimeoLists,
  vimeoMoreLists,
  vimeoPath,
} from './vimeo-lists.ts';
import { vimeoPlaylists } from './vimeo-playlists.ts';
import { vimeoTranscript } from './vimeo-transcripts.ts';
import {
  isPublicAtVimeo,
  toAuthor,
  toVideo,
  uriTail,
  VIMEO_FIELDS,
  VIMEO_MISSING,
  vimeoNamesOf,
} from './vimeo-video.ts';

const PAGE_SIZES = { min: 1, max: VIMEO_PAGE_MAX };
/** Vimeo counts its limits by the minute, so a limit that states no end lasts at most this long. */
const LIMIT_MS = 60_000;

const FILTERS: FilterTable = {
  'sort=relevance': 'exact',
  'sort=newest': 'exact',
  'sort=views': 'exact',
  'sort=likes': 'exact',
  published_after: 'checked',
  published_before: 'checked',
  duration_min: 'checked',
  duration_max: 'checked',
  license: 'exact',
  orientation: 'checked',
  min_height: 'checked',
  // Its pages of a tag cannot be searched, so each record is checked.
  tag: 'checked',
};
const ORDERS = { relevance: 'relevant', newest: 'date', views: 'plays', likes: 'likes' };

/** What the lists use of this file. */
const API: VimeoApi = {
  get,
  parsePage: parseResponse,
  readPage,
  videoRequest,
  parseVideo,
  toVideo,
  classify,
  endOf,
  isPublic: isPublicAtVimeo,
  toAuthor,
  uriTail,
  namesOf: vimeoNamesOf,
  fields: VIMEO_FIELDS,
  missing: VIMEO_MISSING,
};

export const vimeo: Connector = {
  name: 'vimeo',
  facts: {
    website: 'https://vimeo.com',
    docs: 'https://developer.vimeo.com/api/reference/videos',
    proof: { checkedAt: '2026-11', by: 'document', unproved: [] },
    baseUrl: 'https://api.vimeo.com',
    platforms: ['vimeo'],
    keyNeeded: true,
    resale: 'own-key',
    keyword:
      'Text only: addresses are looked up by other parameters (links, uris), which are never sent. What ' +
      'says that not anybody may watch it is not delivered.',
    retention: NO_RETENTION_RULES,
    notes:
      'Vimeo asks callers to cache its answers. Its terms forbid scraping: use a token of your own app. Transcripts are ' +
      "those of the token's own account: Vimeo gives them to nobody else.",
  },
  options: {},
  coverage: {
    fresh: null,
    notes: [],
    operations: {
      'transcript.get': { notes: ["Only videos of the operator's own account have transcripts."] },
    },
  },
  redirects: false,
  ids: VIMEO_IDS,
  operations: {
    'video.search': {
      request: buildRequest,
      parse: parseResponse,
      pageItemsMax: PAGE_SIZES.max,
      missing: VIMEO_MISSING,
      cost: 1,
      filters: () => FILTERS,
    },
    'video.get': {
      request: ({ id }, provider) => videoRequest(id, provider),
      parse: parseVideo,
      several: {
        idsMax: PAGE_SIZES.max,
        takes: (id) => /^\d+$/.test(id),
        request: videosRequest,
        parse: parseVideos,
      },
      missing: VIMEO_MISSING,
      cost: 1,
    },
    ...vimeoLists(API),
    ...vimeoMoreLists(API),
    ...vimeoPlaylists(API),
    'transcript.get': vimeoTranscript(API),
  },
};

function buildRequest(input: SearchInput, provider: Provider): UpstreamRequest {
  const place = placeOf(input, PAGE_SIZES);
  const query = new URLSearchParams({
    query: input.keyword,
    page: String(place.page),
    per_page: String(place.size),
    fields: VIMEO_FIELDS,
    ...(input.sort !== undefined && { sort: ORDERS[input.sort], direction: 'desc' }),
    ...(input.license !== undefined && { filter: 'CC' }),
  });
  return get(provider, '/videos', query);
}

function get(provider: Provider, path: string, query: URLSearchParams): UpstreamRequest {
  return {
    method: 'GET',
    url: `${provider.baseUrl}${path}?${query}`,
    headers: {
      // The media type includes the API version. Without it, the format of answers would follow the newest version.
      accept: 'application/vnd.vimeo.*+json;version=3.4',
      authorization: `bearer ${provider.token ?? ''}`,
      'user-agent': provider.userAgent,
    },
  };
}

function parseResponse(response: UpstreamResponse, input: PageInput): Page | AttemptFailure {
  const read = readPage(response, input);
  return 'kind' in read ? read : numberedPage(read.upstream, read.place, input.count, toVideo);
}

function readPage(response: UpstreamResponse, input: PageInput): ReadPage | AttemptFailure {
  const place = placeOf(input, PAGE_SIZES);
  if (response.status !== 200) return classify(response, place.page);
  const body = parseJson(response.body, input.wantsRaw);
  if (!isObject(body)) return unreadable(response);
  if (text(body.error) !== null) return failed('refused', 'an error in an answer of status 200');
  if (!Array.isArray(body.data)) return badResponse('the answer has no list of videos');
  const foreign = foreignAnswer(response, body.page, place.page);
  if (foreign !== null) return foreign;
  if (input.bodyIsAnswer === true && body.data.some((record) => !isPublicAtVimeo(object(record))))
    return notPublic();
  return { place, upstream: { records: body.data, end: endOf(body.paging), total: toTotal(body.total) } };
}

function videoRequest(id: string, provider: Provider): UpstreamRequest {
  return get(provider, vimeoPath(id), new URLSearchParams({ fields: VIMEO_FIELDS }));
}

/** A deleted and a hidden video look the same, unless the answer states who may watch it. */
function parseVideo(
  response: UpstreamResponse,
  { id, wantsRaw }: VideoInput,
): FoundRecord | Absent | AttemptFailure {
  const body = parseJson(response.body, wantsRaw);
  const error = text(object(body).error);
  if (response.status === 404 && error !== null) return absent();
  if (response.status === 404) return badResponse('status 404 without a reason');
  if (response.status === 400 && wantsPassword(object(body))) return absent('password');
  if (response.status !== 200) return classify(response, 1);
  if (!isObject(body)) return unreadable(response);
  if (error !== null) return failed('refused', 'an error in an answer of status 200');
  const said = foundVideo(response, id, { raw: body, names: vimeoNamesOf(body, id) }, toVideo(body));
  const isLocked = object(body.privacy).view === 'password';
  return said.kind === 'absent' && isLocked ? absent('password') : said;
}

/** Only the video can need a password: no other part of our request does. */
function wantsPassword({ error, developer_message, invalid_parameters }: Json): boolean {
  const fields = array(invalid_parameters).map((parameter) => object(parameter).field);
  return [error, developer_message, ...fields].some((words) => /password/i.test(text(words) ?? ''));
}

function videosRequest({ ids }: SeveralInput, provider: Provider): UpstreamRequest {
  const query = new URLSearchParams({
    uris: ids.map((id) => `/videos/${id}`).join(','),
    per_page: String(PAGE_SIZES.max),
    fields: VIMEO_FIELDS,
  });
  return get(provider, '/videos', query);
}

function parseVideos(
  response: UpstreamResponse,
  { ids, wantsRaw }: SeveralInput,
): SeveralFound | AttemptFailure {
  if (response.status !== 200) return classify(response, 1);
  const body = parseJson(response.body, wantsRaw);
  if (!isObject(body)) return unreadable(response);
  if (text(body.error) !== null) return failed('refused', 'an error in an answer of status 200');
  if (!Array.isArray(body.data)) return badResponse('the answer has no list of videos');
  return foundVideos(response, ids, body.data, (record) => ({
    names: vimeoNamesOf(record),
    video: toVideo(record),
  }));
}

function classify(response: UpstreamResponse, page: number): AttemptFailure {
  if (response.status === 429)
    return failed('rate_limited', 'status 429', retryAfterMs(response) ?? resetAt(response) ?? LIMIT_MS);
  // The keyword was accepted for the first page, so this error is not the caller's fault.
  if (response.status === 400 && page > 1)
    return { ...badResponse('status 400 in the middle of a walk'), isDeadCursor: true };
  return byStatus(response);
}

/** The reset is a moment, as a date or in unix seconds. */
function resetAt(response: UpstreamResponse): number | null {
  const seconds = resetMs(response, 'x-ratelimit-reset');
  if (seconds !== null) return seconds;
  const at = Date.parse(response.headers['x-ratelimit-reset'] ?? '');
  return Number.isNaN(at) ? null : Math.max(0, at - response.receivedAtMs);
}

/** Only an explicit null is an end: an answer without `paging` proves nothing. */
function endOf(paging: unknown): End {
  const { next } = object(paging);
  if (text(next) !== null) return 'more';
  return next === null ? 'exhausted' : 'unknown';
}

function toTotal(value: unknown): Total | null {
  const total = count(value);
  return total === null ? null : { value: total, relation: 'approx' };
}
