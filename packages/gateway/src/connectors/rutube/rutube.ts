// The adapter to Rutube's public API. The platform chooses the size of its pages, and only its own statement that there is no next page
// ends a list. Hidden and deleted videos are never delivered. Sends no credential.

import type { ParsedAuthor } from '../../domain/author.ts';
import { NO_RETENTION_RULES } from '../../domain/retention.ts';
import type {
  Absent,
  AttemptFailure,
  AuthorChoice,
  AuthorInput,
  AuthorVideosInput,
  Connector,
  FoundRecord,
  Page,
  PageInput,
  Provider,
  SearchInput,
  UpstreamRequest,
  UpstreamResponse,
  VideoInput,
} from '../connector.ts';
import { LEFT_OUT } from '../parsing/blank-records.ts';
import { foreignAnswer } from '../parsing/echoed-question.ts';
import { badResponse, byStatus, notPublic, unreadable, withoutReason } from '../parsing/failures.ts';
import { count, id, segment, text } from '../parsing/fields.ts';
import { TIME_CHECKS } from '../parsing/filters.ts';
import { absent, foundVideo } from '../parsing/found-videos.ts';
import { RUTUBE_IDS } from '../parsing/id-forms.ts';
import { isObject, type Json, object, parseJson } from '../parsing/json.ts';
import { type Onward, readSlicedPlace, slicePage } from '../parsing/sliced-pages.ts';
import { rutubePlaylist, rutubePlaylistVideos } from './rutube-playlists.ts';
import {
  isHidden,
  isRutubeUnknown,
  RUTUBE_AUTHOR_MISSING,
  RUTUBE_MISSING,
  toRutubeAuthor,
  toRutubeVideo,
} from './rutube-record.ts';
import { rutubeTranscript } from './rutube-transcripts.ts';

/** Every page that was seen has twenty items. */
const PAGE_ITEMS_MAX = 20;

export const rutube: Connector = {
  name: 'rutube',
  facts: {
    website: 'https://rutube.ru',
    docs: null,
    proof: {
      checkedAt: '2026-11',
      by: 'client',
      unproved: ['The host of subtitle files, which is taken to be its own.'],
    },
    baseUrl: 'https://rutube.ru/api',
    platforms: ['rutube'],
    keyNeeded: false,
    resale: 'yes',
    keyword:
      'Text only: a video is looked up by its id on another route. Nothing is known of operators. What says ' +
      'that it is hidden or deleted is not delivered.',
    retention: NO_RETENTION_RULES,
    notes:
      'Its API is public and without a key, but no documents of it could be found: field names are as clients of it ' +
      'read them. Whether answers may be sold is not established: read its terms first. Some callers were refused (403) ' +
      'for a user agent that is no browser: set user_agent if that happens. Times are given as days, because it names ' +
      'no time zone. Comments have no documented route. Subtitles are listed as yt-dlp reads them; the host of their files ' +
      'is not established.',
  },
  options: {},
  coverage: {
    fresh: null,
    notes: ['Times of publication are days: the platform names no time zone.'],
    operations: {},
  },
  redirects: false,
  ids: RUTUBE_IDS,
  operations: {
    'video.search': {
      request: searchRequest,
      parse: parsePage,
      pageItemsMax: PAGE_ITEMS_MAX,
      missing: RUTUBE_MISSING,
      cost: 1,
      filters: () => TIME_CHECKS,
    },
    'video.get': {
      request: videoRequest,
      parse: parseVideo,
      missing: RUTUBE_MISSING,
      cost: 1,
    },
    'author.videos': {
      request: authorVideosRequest,
      parse: parseAuthorVideos,
      sorts: ['newest'],
      pageItemsMax: PAGE_ITEMS_MAX,
      missing: RUTUBE_MISSING,
      cost: 1,
    },
    'author.get': {
      request: authorRequest,
      parse: parseAuthor,
      missing: RUTUBE_AUTHOR_MISSING,
      cost: 1,
    },
    'playlist.get': rutubePlaylist({ get }),
    'playlist.videos': rutubePlaylistVideos({
      get,
      pageNumber,
      readResults,
      onward,
      pageItemsMax: PAGE_ITEMS_MAX,
    }),
    'transcript.get': rutubeTranscript({ get, videoRequest, parseVideo }),
  },
};

/** Without the format parameter it may answer with XML or HTML. */
function get(path: string, query: Record<string, string>, { baseUrl, userAgent }: Provider): UpstreamRequest {
  return {
    method: 'GET',
    url: `${baseUrl}/${path}/?${new URLSearchParams({ ...query, format: 'json' })}`,
    headers: { accept: 'application/json', 'user-agent': userAgent },
  };
}

function pageNumber({ cursor }: PageInput): string {
  return readSlicedPlace(cursor).parts[0] ?? '1';
}

function searchRequest(input: SearchInput, provider: Provider): UpstreamRequest {
  return get('search/video', { query: input.keyword, page: pageNumber(input) }, provider);
}

function readResults(
  response: UpstreamResponse,
  input: PageInput,
): { body: Json; results: unknown[] } | AttemptFailure {
  if (response.status !== 200) return byStatus(response);
  const body = parseJson(response.body, input.wantsRaw);
  if (!isObject(body)) return unreadable(response);
  const { results } = body;
  if (!Array.isArray(results)) return badResponse('the answer has no list of results');
  return foreignAnswer(response, body.page, pageNumber(input)) ?? { body, results };
}

function parsePage(response: UpstreamResponse, input: PageInput): Page | AttemptFailure {
  const read = readResults(response, input);
  if ('kind' in read) return read;
  const { body, results } = read;
  if (input.bodyIsAnswer === true && results.some((record) => isHidden(object(record)))) return notPublic();
  const items = readable(results);
  return 'kind' in items
    ? items
    : slicePage(items, readSlicedPlace(input.cursor), input.count, onward(body, input));
}

/** If no record can be read, the platform has changed its format, and an empty page would hide that. */
function readable(results: readonly unknown[]): Page['items'] | AttemptFailure {
  const read = results.map((raw) => ({ raw, record: toRutubeVideo(object(raw)) }));
  if (read.length > 0 && read.every(({ record }) => record === null))
    return badResponse('no record is readable');
  return read.flatMap(({ raw, record }) => (record === null || record === LEFT_OUT ? [] : [{ record, raw }]));
}

/** Following an empty page that claims a next page could loop for ever. */
function onward({ has_next, next, results }: Json, input: PageInput): Onward {
  if (has_next === false || (has_next === undefined && next === null)) return { end: 'exhausted' };
  const page = count(pageNumber(input));
  const isFollowed = has_next === true || (has_next === undefined && text(next) !== null);
  if (!isFollowed || page === null || (results as unknown[]).length === 0) return { end: 'unknown' };
  return { end: 'more', next: [String(page + 1)] };
}

function videoRequest(input: VideoInput, provider: Provider): UpstreamRequest {
  return get(`video/${segment(input.id)}`, {}, provider);
}

function parseVideo(response: UpstreamResponse, input: VideoInput): FoundRecord | Absent | AttemptFailure {
  if (isRutubeUnknown(response)) return absent();
  if (response.status !== 200) return withoutReason(response);
  const body = parseJson(response.body, input.wantsRaw);
  if (!isObject(body)) return unreadable(response);
  const names = [id(body.id), id(body.track_id)];
  const found = foundVideo(response, input.id, { raw: body, names }, toRutubeVideo(body));
  return found.kind === 'absent' && body.is_deleted === true ? absent('deleted') : found;
}

function authorOf({ author_id, handle }: AuthorChoice): string {
  return segment(author_id ?? handle ?? '');
}

function authorVideosRequest(input: AuthorVideosInput, provider: Provider): UpstreamRequest {
  return get(`video/person/${authorOf(input)}`, { page: pageNumber(input) }, provider);
}

function parseAuthorVideos(
  response: UpstreamResponse,
  input: AuthorVideosInput,
): Page | Absent | AttemptFailure {
  return isRutubeUnknown(response) ? absent() : parsePage(response, input);
}

function authorRequest(input: AuthorInput, provider: Provider): UpstreamRequest {
  return get(`profile/user/${authorOf(input)}`, {}, provider);
}

function parseAuthor(
  response: UpstreamResponse,
  input: AuthorInput,
): FoundRecord<ParsedAuthor> | Absent | AttemptFailure {
  if (isRutubeUnknown(response)) return absent();
  if (response.status !== 200) return withoutReason(response);
  const body = parseJson(response.body, input.wantsRaw);
  if (!isObject(body)) return unreadable(response);
  const author = toRutubeAuthor(body);
  return author === null
    ? badResponse('the answer is no author')
    : { kind: 'record', record: author, raw: body };
}
