// The operations of the platforms that run inside the gateway: the embedded library, and the showcase, which answers in the same form. Each
// is asked under the scheme of its connector's name. An answer of another shape becomes bad_response.
import { type FilterTable, namesOf } from '../../domain/search-filters.ts';
import { MATCHES, type ParsedVideo } from '../../domain/video.ts';
import type {
  Absent,
  AttemptFailure,
  ConnectorOperations,
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
} from '../connector.ts';
import { badResponse, unreadable } from '../parsing/failures.ts';
import { count, text, texts } from '../parsing/fields.ts';
import { absent, foundVideo, foundVideos } from '../parsing/found-videos.ts';
import { isObject, object, parseJson } from '../parsing/json.ts';
import { ofPublic, transcriptOf } from '../parsing/transcripts.ts';
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
} from './library-lists.ts';
import {
  classifyLibrary,
  embeddedAddress,
  LIBRARY_MISSING,
  libraryVideo,
  tracksInRecord,
} from './library-record.ts';

/** The most ids that the library looks up at one time. */
const RECORDS_MAX = 50;

/** Each record is checked with the gateway's own rules. */
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
  match: 'exact',
};

export const embeddedOperations: ConnectorOperations = {
  'video.search': {
    request: buildRequest,
    parse: parseResponse,
    pageItemsMax: 50,
    missing: LIBRARY_MISSING,
    cost: 1,
    filters: () => FILTERS,
    gathersExact: true,
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
};

function buildRequest(input: SearchInput, provider: Provider): UpstreamRequest {
  const query = new URLSearchParams({ q: input.keyword, count: String(input.count) });
  for (const name of namesOf(input)) query.set(name, input[name]!);
  query.set('match', input.match ?? 'all');
  if (input.cursor !== null) query.set('cursor', input.cursor);
  return { method: 'GET', url: embeddedAddress(provider, 'search', query), headers: {} };
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
  const matches = Array.isArray(body.matches) ? body.matches : [];
  const spoken = isObject(body.spoken_ms) ? body.spoken_ms : {};
  const items: Page['items'] = [];
  for (const [i, record] of body.results.entries()) {
    if (!isObject(record) || typeof record.id !== 'string') return badResponse('a result has no id');
    const video = libraryVideo(record, record.id, provider);
    // The library writes each record with JSON.stringify, so writing it again gives the same bytes.
    items.push({ record: { ...video, ...matchOf(matches[i], spoken[i]) }, raw: record });
  }
  return {
    kind: 'page',
    items,
    cursor,
    end: cursor === null ? lastEnd(body.end) : 'more',
    total: toTotal(body.total, matches.length > 0),
    ...(Array.isArray(body.notes) && { notes: texts(body.notes) }),
  };
}

/** What of the keyword a result has, and for words that are spoken where. */
function matchOf(match: unknown, spokenMs: unknown): Partial<ParsedVideo> {
  if (!isMatch(match)) return {};
  const ms = count(spokenMs);
  return { match, ...(ms !== null && { matched: { field: 'transcript', position_ms: ms } }) };
}

const isMatch = (value: unknown): value is (typeof MATCHES)[number] =>
  (MATCHES as readonly unknown[]).includes(value);

function videoRequest({ id }: VideoInput, provider: Provider): UpstreamRequest {
  const query = new URLSearchParams({ id });
  return { method: 'GET', url: embeddedAddress(provider, 'record', query), headers: {} };
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
    return transcriptOf(
      tracksInRecord(object(raw), provider),
      { id, license, language, missing: [] },
      input,
      provider,
    );
  });
}

function videosRequest({ ids }: SeveralInput, provider: Provider): UpstreamRequest {
  const query = new URLSearchParams(ids.map((id) => ['id', id]));
  return { method: 'GET', url: embeddedAddress(provider, 'records', query), headers: {} };
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

function toTotal(total: unknown, hasMatches: boolean): Total | null {
  if (!isObject(total)) return null;
  const value = count(total.value);
  if (value === null) return null;
  const counts = total.counts === 'all' ? 'all' : 'exact';
  return { value, relation: total.relation === 'eq' ? 'eq' : 'capped', ...(hasMatches && { counts }) };
}
