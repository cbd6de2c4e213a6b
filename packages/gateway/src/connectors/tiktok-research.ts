// Owns the adapter to TikTok's Research API, which is for non-profit research and never for a priced route. Where client
// credentials are set, a refused or missing access token is exchanged for a new one within the same attempt. The search
// always goes first: the first answer of an attempt may be handed to callers, and a token must never be in it.
import type { FilterTable } from '../domain/search-filters.ts';
import type { ParsedVideo } from '../domain/video.ts';
import type {
  Absent,
  AttemptFailure,
  Connector,
  FollowUp,
  FoundRecord,
  Page,
  Parsed,
  Provider,
  SearchInput,
  UpstreamRequest,
  UpstreamResponse,
  VideoInput,
} from './connector.ts';
import { badResponse, byStatus, failed, retryAfterMs, unreadable } from './parsing/failures.ts';
import {
  count,
  flag,
  id,
  prose,
  publishedSeconds,
  secondsToMs,
  segment,
  text,
  texts,
} from './parsing/fields.ts';
import { dayText } from './parsing/filters.ts';
import { isObject, type Json, object, parseJson } from './parsing/json.ts';
import { absent, foundVideo, otherVideo } from './parsing/one-video.ts';
import { type Onward, readSlicedPlace, slicePage } from './parsing/sliced.ts';
import { joined } from './parsing/text.ts';
import { blankVideo, unknownAuthor, unknownStats } from './parsing/video.ts';

const PAGE_SIZE_MAX = 100;
const FIELDS =
  'id,video_description,create_time,region_code,share_count,view_count,like_count,comment_count,favorites_count,' +
  'music_id,hashtag_names,username,effect_ids,playlist_id,voice_to_text,video_duration';
const DAY_MS = 24 * 3_600_000;
/** No header says when it is back; failed calls use the quota of the day too, so it is asked rarely. */
const RATE_LIMIT_SUSPEND_MS = 15 * 60_000;

/** Fields that this upstream never gives. */
const MISSING = [
  'embed_url',
  'title',
  'language',
  'published_text',
  'width',
  'height',
  'author.id',
  'author.name',
  'author.avatar_url',
  'author.verified',
  'author.followers',
  'stats.reposts',
  'stats.downloads',
  'stats.danmaku',
  'approx',
  'thumbnails',
  'license',
  'nsfw',
];

const FILTERS: FilterTable = {
  published_after: 'checked',
  published_before: 'checked',
  duration_min: 'checked',
  duration_max: 'checked',
  // Where the author registered.
  region: 'exact',
};

export const tiktokResearch: Connector = {
  name: 'tiktok-research',
  facts: {
    website: 'https://developers.tiktok.com/products/research-api/',
    docs: 'https://developers.tiktok.com/doc/research-api-specs-query-videos',
    baseUrl: 'https://open.tiktokapis.com',
    platforms: ['tiktok'],
    keyNeeded: true,
    resale: 'no',
    keyword:
      'One condition of the query, compared as text; no operators. The index holds only what is public.',
    // Its terms: refresh what is stored every 15 days, and delete what is gone.
    cacheSeconds: { min: 0, max: 1_296_000 },
    notes:
      'For approved non-profit researchers, non-commercial use only: only at price 0. Set start_date and end_date, at most ' +
      '30 days apart; small windows work better. Set token to an access token, or client_key and client_secret to have ' +
      'one fetched when TikTok asks for it. 1,000 requests and 100,000 records a day.',
  },
  options: {
    start_date: 'The first day searched, as 20260101. Needed',
    end_date: 'The last day searched, at most 30 days after the first. Needed',
    client_key: 'The key of the research client, to fetch access tokens with',
    client_secret: 'The secret of the research client',
  },
  redirects: false,
  operations: {
    'video.search': {
      request: (input, provider) => searchRequest(input, provider, provider.token),
      parse: parseFirst,
      pageItemsMax: PAGE_SIZE_MAX,
      missing: MISSING,
      cost: 1,
      filters: () => FILTERS,
    },
    'video.get': {
      request: (input, provider) => videoRequest(input, provider, provider.token),
      parse: parseFirstVideo,
      missing: MISSING,
      cost: 1,
    },
  },
};

function searchRequest(input: SearchInput, provider: Provider, token: string | null): UpstreamRequest {
  const [cursor = '0', searchId = ''] = readSlicedPlace(input.cursor).parts;
  const body = {
    query: { and: conditionsOf(input) },
    ...windowOf(input, provider),
    max_count: Math.min(readSlicedPlace(input.cursor).skip + input.count, PAGE_SIZE_MAX),
    cursor: Number(cursor),
    search_id: searchId,
  };
  return post(provider, token, body);
}

function post({ baseUrl, userAgent }: Provider, token: string | null, body: object): UpstreamRequest {
  return {
    method: 'POST',
    url: `${baseUrl}/v2/research/video/query/?fields=${encodeURIComponent(FIELDS)}`,
    headers: {
      accept: 'application/json',
      'content-type': 'application/json',
      'user-agent': userAgent,
      ...(token !== null && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  };
}

function videoRequest({ id: asked }: VideoInput, provider: Provider, token: string | null): UpstreamRequest {
  return post(provider, token, {
    query: { and: [{ operation: 'EQ', field_name: 'video_id', field_values: [asked] }] },
    ...(daysOf(asked) ?? datesOf(provider)),
    max_count: 1,
    cursor: 0,
    search_id: '',
  });
}

const datesOf = ({ options: { start_date, end_date } }: Provider) => ({ start_date, end_date });

/** When TikTok began; what an older moment comes of is no id of a video. */
const FIRST_DAY_MS = Date.UTC(2014, 0, 1);

/** No video is found without its days, and its id has them: the upper half counts the seconds. null for other ids. */
function daysOf(asked: string): { start_date: string; end_date: string } | null {
  const ms = /^\d{17,20}$/.test(asked) ? Number(BigInt(asked) >> 32n) * 1_000 : 0;
  if (ms < FIRST_DAY_MS) return null;
  const day = (at: number) => new Date(at).toISOString().slice(0, 10).replaceAll('-', '');
  return { start_date: day(ms - DAY_MS), end_date: day(ms + DAY_MS) };
}

function conditionsOf({ keyword, region }: SearchInput): object[] {
  const equals = (field_name: string, value: string) => ({
    operation: 'EQ',
    field_name,
    field_values: [value],
  });
  return [equals('keyword', keyword), ...(region === undefined ? [] : [equals('region_code', region)])];
}

/**
 * The operator's days, fewer where the caller wants fewer. Where the two have no day in common, one day is asked for, and what it
 * has is left out later: an empty window would be rejected.
 */
function windowOf({ published_after: after, published_before: before }: SearchInput, provider: Provider) {
  if (after === undefined && before === undefined) return datesOf(provider);
  const [first = '', last = ''] = [provider.options.start_date, provider.options.end_date];
  const wanted = (moment: string | undefined, day: string) =>
    moment === undefined ? day : dayText(moment).replaceAll('-', '');
  const start_date = earlier(later(wanted(after, first), first), last);
  return { start_date, end_date: later(earlier(wanted(before, last), last), start_date) };
}

/** Days are texts of one form, which compare like what they say. */
const later = (a: string, b: string): string => [a, b].sort()[1]!;
const earlier = (a: string, b: string): string => [a, b].sort()[0]!;

function parseFirst(response: UpstreamResponse, input: SearchInput, provider: Provider): Parsed {
  return tokenFirst(response, provider, {
    ask: (token) => searchRequest(input, provider, token),
    read: (answer) => parsePage(answer, input),
  });
}

function parseFirstVideo(
  response: UpstreamResponse,
  input: VideoInput,
  provider: Provider,
): Parsed<FoundRecord | Absent> {
  return tokenFirst<FoundRecord | Absent>(response, provider, {
    ask: (token) => videoRequest(input, provider, token),
    read: (answer) => parseVideo(answer, input),
  });
}

/** How one question is asked, and its answer read. */
interface Asking<Result> {
  ask(token: string): UpstreamRequest;
  read(answer: UpstreamResponse): Result | AttemptFailure;
}

function tokenFirst<Result extends Page | FoundRecord | Absent>(
  response: UpstreamResponse,
  provider: Provider,
  asking: Asking<Result>,
): Parsed<Result> {
  const request = wantsToken(response) ? tokenRequest(provider) : null;
  if (request === null) return asking.read(response);
  return { kind: 'follow_up', request, parse: (answer) => afterToken(answer, asking) };
}

function wantsToken(response: UpstreamResponse): boolean {
  const { error } = object(parseJson(response.body, false));
  return response.status === 401 && text(object(error).code) === 'access_token_invalid';
}

/** null where there is nothing to exchange. */
function tokenRequest({ baseUrl, options, userAgent }: Provider): UpstreamRequest | null {
  const { client_key, client_secret } = options;
  if (client_key === undefined || client_secret === undefined) return null;
  const form = new URLSearchParams({ client_key, client_secret, grant_type: 'client_credentials' });
  return {
    method: 'POST',
    url: `${baseUrl}/v2/oauth/token/`,
    headers: {
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
      'user-agent': userAgent,
    },
    body: String(form),
  };
}

/** The question once more, with the new token; a second refusal is final. */
function afterToken<Result extends Page | FoundRecord | Absent>(
  answer: UpstreamResponse | AttemptFailure,
  { ask, read }: Asking<Result>,
): AttemptFailure | FollowUp<Result> {
  if (answer.kind !== 'response') return answer;
  const token = readToken(answer);
  if (typeof token !== 'string') return token;
  return {
    kind: 'follow_up',
    request: ask(token),
    parse: (again) => (again.kind === 'response' ? withBody(read(again), again) : again),
  };
}

/** This answer, and not the first refusal, is what the platform had to say. */
function withBody<Result extends { kind: string }>(said: Result, { body }: UpstreamResponse): Result {
  return said.kind === 'page' || said.kind === 'record' ? { ...said, body } : said;
}

function readToken(response: UpstreamResponse): string | AttemptFailure {
  const body = parseJson(response.body, false);
  const token = text(object(body).access_token);
  // What a header cannot carry is no token.
  if (response.status === 200 && token !== null && /^[\x21-\x7e]+$/.test(token)) return token;
  if (response.status === 429 || response.status >= 500) return byStatus(response);
  if (!isObject(body)) return unreadable(response);
  if (text(body.error) === null) return badResponse('no access token in the answer');
  return failed('refused', 'the client credentials are not accepted');
}

function parsePage(response: UpstreamResponse, input: SearchInput): Page | AttemptFailure {
  const read = readData(response, input.wantsRaw, input.cursor !== null);
  if ('kind' in read) return read;
  const { data } = read;
  const items = data.videos.flatMap((record) => toItem(object(record)));
  if (items.length === 0 && data.videos.length > 0) return badResponse('no record is readable');
  const stand = readSlicedPlace(input.cursor);
  return slicePage(items, stand, input.count, onward(data, stand.parts));
}

/** The index holds what is public, of the day that the id names: what is not in it may be gone, hidden or too new. */
function parseVideo(
  response: UpstreamResponse,
  { id: asked, wantsRaw }: VideoInput,
): FoundRecord | Absent | AttemptFailure {
  const read = readData(response, wantsRaw, false);
  if ('kind' in read) return read;
  const { data } = read;
  if (data.videos.length > 1) return otherVideo(response);
  if (data.videos.length === 0)
    return data.has_more === false ? absent() : badResponse('nothing, and more of it');
  const [item] = data.videos.flatMap((record) => toItem(object(record)));
  if (item === undefined) return badResponse('the record is not readable');
  return foundVideo(response, asked, { raw: item.raw, names: [item.record.id] }, item.record);
}

type Data = Json & { videos: unknown[] };

function readData(
  response: UpstreamResponse,
  wantsRaw: boolean,
  isOnWalk: boolean,
): { data: Data } | AttemptFailure {
  const body = parseJson(response.body, wantsRaw);
  const { data, error } = object(body);
  const code = text(object(error).code);
  if (code !== null && code !== 'ok') return byCode(code, object(error), response, isOnWalk);
  if (response.status !== 200) return byStatus(response);
  if (!isObject(body)) return unreadable(response);
  if (code === null || !isObject(data)) return badResponse('the answer does not say that it is good');
  if (!Array.isArray(data.videos)) return badResponse('the answer has no list of videos');
  return { data: data as Data };
}

function byCode(code: string, error: Json, response: UpstreamResponse, isOnWalk: boolean): AttemptFailure {
  const detail = `status ${response.status}: ${code.slice(0, 40)}`;
  const message = text(error.message) ?? '';
  // The quota of the day is counted from midnight in UTC.
  if (code === 'daily_quota_limit_exceeded')
    return failed('rate_limited', detail, DAY_MS - (response.receivedAtMs % DAY_MS));
  if (code === 'rate_limit_exceeded')
    return failed('rate_limited', detail, retryAfterMs(response) ?? RATE_LIMIT_SUSPEND_MS);
  if (code === 'access_token_invalid' || code.startsWith('scope_')) return failed('refused', detail);
  if (code === 'internal_error') return failed('unavailable', detail);
  if (code !== 'invalid_params')
    return response.status === 200 ? failed('refused', detail) : byStatus(response);
  if (isOnWalk && isWalkBroken(message))
    return failed('not_found', `${detail}: the walk broke, its search has expired`);
  // The days are the operator's settings, not the caller's input.
  return /date/i.test(message)
    ? failed('refused', `${detail}: start_date, end_date`)
    : failed('input_rejected', detail);
}

/** "Search Id 123 is invalid or expired", "Invalid count or cursor". */
function isWalkBroken(message: string): boolean {
  const isSearchGone = /search id/i.test(message) && /invalid|expired/i.test(message);
  return isSearchGone || /invalid count or cursor/i.test(message);
}

/** Videos that went away leave gaps, so a page may be short or empty while there is more. */
function onward(data: Json, [sent = '0', sentId]: readonly string[]): Onward {
  const hasMore = flag(data.has_more);
  if (hasMore === false) return { end: 'exhausted' };
  const cursor = id(data.cursor);
  const searchId = id(data.search_id) ?? sentId;
  if (hasMore === null || cursor === null || cursor === sent || searchId === undefined)
    return { end: 'unknown' };
  return { end: 'more', next: [cursor, searchId] };
}

function toItem(record: Json): Page['items'] {
  const videoId = id(record.id);
  return videoId === null ? [] : [{ record: toVideo(record, videoId), raw: record }];
}

/** Empty fields are left out of the record. */
function toVideo(record: Json, videoId: string): ParsedVideo {
  const handle = text(record.username);
  const profile = handle === null ? null : joined('https://www.tiktok.com/@', segment(handle));
  return {
    ...blankVideo(videoId, MISSING),
    url: profile === null ? null : joined(profile, '/video/', segment(videoId)),
    ...prose(record.video_description),
    tags: texts(record.hashtag_names),
    region: text(record.region_code),
    ...publishedSeconds(record.create_time),
    // 0 where it was never counted.
    duration_ms: secondsToMs(record.video_duration) || null,
    author: { ...unknownAuthor, handle, url: profile },
    stats: {
      ...unknownStats,
      views: count(record.view_count),
      likes: count(record.like_count),
      comments: count(record.comment_count),
      shares: count(record.share_count),
      saves: count(record.favorites_count),
    },
  };
}
