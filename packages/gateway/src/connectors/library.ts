// The adapter to the embedded library, which is asked like any upstream across the network. Pure: the `library:` transport does the work.
// It does not trust the shape of an answer: anything that is not a page becomes bad_response.
import { NO_RETENTION_RULES } from '../domain/retention.ts';
import { type FilterTable, namesOf } from '../domain/search-filters.ts';
import type {
  Absent,
  AttemptFailure,
  Connector,
  FoundRecord,
  Page,
  Parsed,
  Provider,
  SearchInput,
  SeveralFound,
  SeveralInput,
  Total,
  TranscriptInput,
  TranscriptResult,
  UpstreamRequest,
  UpstreamResponse,
  VideoInput,
} from './connector.ts';
import { badResponse, unreadable } from './parsing/failures.ts';
import { count, text } from './parsing/fields.ts';
import { LIBRARY_IDS } from './parsing/id-forms.ts';
import { isObject, object, parseJson } from './parsing/json.ts';
import { classifyLibrary, LIBRARY_MISSING, libraryVideo, tracksInRecord } from './parsing/library.ts';
import {
  libraryAuthorGet,
  libraryAuthorSearch,
  libraryAuthorVideos,
  libraryComments,
  libraryPlaylist,
  libraryPlaylistVideos,
  libraryPopular,
  libraryRelated,
  libraryReplies,
} from './parsing/library-lists.ts';
import { absent, foundVideo } from './parsing/one-video.ts';
import { foundVideos } from './parsing/several-videos.ts';
import { ofPublic, transcriptOf } from './parsing/transcripts.ts';

/** The most ids that the library looks up at one time. */
const RECORDS_MAX = 50;

/** The library checks each record with the gateway's own rules. */
const FILTERS: FilterTable = {
  'sort=relevance': 'exact',
  'sort=newest': 'exact',
  'sort=views': 'exact',
  'sort=likes': 'exact',
  published_after: 'exact',
  published_before: 'exact',
  duration_min: 'exact',
  duration_max: 'exact',
  language: 'exact',
  region: 'exact',
  license: 'exact',
  safe: 'exact',
  orientation: 'exact',
  min_height: 'exact',
  tag: 'exact',
  live: 'exact',
  captions: 'exact',
};

export const library: Connector = {
  name: 'library',
  facts: {
    website: 'embedded',
    docs: 'docs/guides/library.md',
    baseUrl: 'library://local',
    platforms: null,
    keyNeeded: false,
    resale: 'yes',
    keyword: "Words of the library's own index; there are no operators, and an address or an id is text.",
    // It answers from this machine at once, and an import must show in the next search. Its records may be kept for ever.
    retention: { ...NO_RETENTION_RULES, cache: 'never' },
    notes: null,
  },
  options: {},
  redirects: false,
  ids: LIBRARY_IDS,
  operations: {
    'video.search': {
      request: buildRequest,
      parse: parseResponse,
      pageItemsMax: 50,
      missing: LIBRARY_MISSING,
      cost: 1,
      filters: () => FILTERS,
    },
    'video.get': {
      request: videoRequest,
      parse: parseVideo,
      several: { idsMax: RECORDS_MAX, takes: () => true, request: videosRequest, parse: parseVideos },
      missing: LIBRARY_MISSING,
      cost: 1,
    },
    'author.videos': libraryAuthorVideos,
    'video.comments': libraryComments,
    'comment.replies': libraryReplies,
    'author.get': libraryAuthorGet,
    'author.search': libraryAuthorSearch,
    'video.popular': libraryPopular,
    'video.related': libraryRelated,
    'playlist.get': libraryPlaylist,
    'playlist.videos': libraryPlaylistVideos,
    'transcript.get': {
      request: videoRequest,
      parse: parseTranscript,
      missing: [],
      cost: 1,
    },
  },
};

function buildRequest(input: SearchInput): UpstreamRequest {
  const query = new URLSearchParams({ q: input.keyword, count: String(input.count) });
  for (const name of namesOf(input)) query.set(name, input[name]!);
  if (input.cursor !== null) query.set('cursor', input.cursor);
  return { method: 'GET', url: `library://local/search?${query}`, headers: {} };
}

function parseResponse(
  response: UpstreamResponse,
  input: SearchInput,
  provider: Provider,
): Page | AttemptFailure {
  if (response.status !== 200) return classifyLibrary(response);
  const body = parseJson(response.body, input.wantsRaw);
  if (!isObject(body)) return unreadable(response);
  if (!Array.isArray(body.results)) return badResponse('the answer is no result page');
  const cursor = body.cursor ?? null;
  if (cursor !== null && (typeof cursor !== 'string' || cursor === ''))
    return badResponse('the cursor is no text');
  const items: Page['items'] = [];
  for (const record of body.results) {
    if (!isObject(record) || typeof record.id !== 'string') return badResponse('a result has no id');
    // The library writes each record with JSON.stringify, so writing it again gives the same bytes.
    items.push({ record: libraryVideo(record, record.id, provider), raw: record });
  }
  return {
    kind: 'page',
    items,
    cursor,
    end: cursor === null ? lastEnd(body.end) : 'more',
    total: toTotal(body.total),
  };
}

function videoRequest({ id }: VideoInput): UpstreamRequest {
  const query = new URLSearchParams({ id });
  return { method: 'GET', url: `library://local/record?${query}`, headers: {} };
}

function parseVideo(
  response: UpstreamResponse,
  input: VideoInput,
  provider: Provider,
): FoundRecord | Absent | AttemptFailure {
  const body = parseJson(response.body, input.wantsRaw);
  if (response.status === 404 && object(body).absent === true) return absent();
  if (response.status !== 200) return classifyLibrary(response);
  if (!isObject(body)) return unreadable(response);
  if (typeof body.id !== 'string') return badResponse('the record has no id');
  const video = libraryVideo(body, body.id, provider);
  return foundVideo(response, input.id, { raw: body, names: [body.id] }, video);
}

/** The record lists its transcripts; the wished one is fetched from the library too. */
function parseTranscript(
  response: UpstreamResponse,
  input: TranscriptInput,
  provider: Provider,
): Parsed<TranscriptResult> {
  return ofPublic(parseVideo(response, input, provider), ({ record, raw }) => {
    const { id, license, language } = record;
    return transcriptOf(tracksInRecord(object(raw)), { id, license, language, missing: [] }, input, provider);
  });
}

function videosRequest({ ids }: SeveralInput): UpstreamRequest {
  const query = new URLSearchParams(ids.map((id) => ['id', id]));
  return { method: 'GET', url: `library://local/records?${query}`, headers: {} };
}

function parseVideos(
  response: UpstreamResponse,
  { ids, wantsRaw }: SeveralInput,
  provider: Provider,
): SeveralFound | AttemptFailure {
  if (response.status !== 200) return classifyLibrary(response);
  const body = parseJson(response.body, wantsRaw);
  if (!isObject(body)) return unreadable(response);
  if (!Array.isArray(body.results)) return badResponse('the answer is no list of records');
  return foundVideos(response, ids, body.results, (record) => {
    const own = text(record.id);
    return { names: [own], video: own === null ? null : libraryVideo(record, own, provider) };
  });
}

/** The library reports when it stopped a search early. */
function lastEnd(said: unknown): Page['end'] {
  return said === 'upstream_cap' ? said : 'exhausted';
}

function toTotal(total: unknown): Total | null {
  if (!isObject(total)) return null;
  const value = count(total.value);
  return value === null ? null : { value, relation: total.relation === 'eq' ? 'eq' : 'capped' };
}
