// Owns the adapter to TikTok's Research API, which is for non-profit research and never for a priced route. Where client
// credentials are set, a refused or missing access token is exchanged for a new one within the same attempt. The search
// always goes first: the first answer of an attempt may be handed to callers, and a token must never be in it.
import type { ParsedVideo } from '../domain/video.ts';
import type {
  AttemptFailure,
  Connector,
  FollowUp,
  Page,
  Parsed,
  Provider,
  SearchInput,
  UpstreamRequest,
  UpstreamResponse,
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
import { isObject, type Json, object, parseJson } from './parsing/json.ts';
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

/** Fields that this upstream never gives in a search. */
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
    },
  },
};

function searchRequest(input: SearchInput, provider: Provider, token: string | null): UpstreamRequest {
  const [cursor = '0', searchId = ''] = readSlicedPlace(input.cursor).parts;
  const { start_date, end_date } = provider.options;
  const body = {
    query: { and: [{ operation: 'EQ', field_name: 'keyword', field_values: [input.keyword] }] },
    start_date,
    end_date,
    max_count: Math.min(readSlicedPlace(input.cursor).skip + input.count, PAGE_SIZE_MAX),
    cursor: Number(cursor),
    search_id: searchId,
  };
  return {
    method: 'POST',
    url: `${provider.baseUrl}/v2/research/video/query/?fields=${encodeURIComponent(FIELDS)}`,
    headers: {
      accept: 'application/json',
      'content-type': 'application/json',
      'user-agent': provider.userAgent,
      ...(token !== null && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  };
}

function parseFirst(response: UpstreamResponse, input: SearchInput, provider: Provider): Parsed {
  const request = wantsToken(response) ? tokenRequest(provider) : null;
  if (request === null) return parsePage(response, input);
  return { kind: 'follow_up', request, parse: (answer) => afterToken(answer, input, provider) };
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

/** The search once more, with the new token; a second refusal is final. */
function afterToken(
  answer: UpstreamResponse | AttemptFailure,
  input: SearchInput,
  provider: Provider,
): AttemptFailure | FollowUp {
  if (answer.kind !== 'response') return answer;
  const token = readToken(answer);
  if (typeof token !== 'string') return token;
  return {
    kind: 'follow_up',
    request: searchRequest(input, provider, token),
    parse: (again) => (again.kind === 'response' ? pageOf(again, input) : again),
  };
}

/** This answer, and not the first refusal, is what the platform had to say. */
function pageOf(again: UpstreamResponse, input: SearchInput): Page | AttemptFailure {
  const page = parsePage(again, input);
  return page.kind === 'page' ? { ...page, body: again.body } : page;
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
  const body = parseJson(response.body, input.wantsRaw);
  const { data, error } = object(body);
  const code = text(object(error).code);
  if (code !== null && code !== 'ok') return byCode(code, object(error), response, input);
  if (response.status !== 200) return byStatus(response);
  if (!isObject(body)) return unreadable(response);
  if (code === null || !isObject(data)) return badResponse('the answer does not say that it is good');
  if (!Array.isArray(data.videos)) return badResponse('the answer has no list of videos');
  const items = data.videos.flatMap((record) => toItem(object(record)));
  if (items.length === 0 && data.videos.length > 0) return badResponse('no record is readable');
  const stand = readSlicedPlace(input.cursor);
  return slicePage(items, stand, input.count, onward(data, stand.parts));
}

function byCode(code: string, error: Json, response: UpstreamResponse, input: SearchInput): AttemptFailure {
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
  if (input.cursor !== null && isWalkBroken(message))
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
