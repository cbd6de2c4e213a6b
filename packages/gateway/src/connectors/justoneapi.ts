// Owns the adapter to JustOneAPI, which sells the data of Kuaishou and Douyin with the platform's own answer inside. Its
// token can travel only in the query string, so nothing here may quote an address or an upstream message. Must never take
// status 200 for success: its own code says how a call went.
import type {
  Absent,
  AttemptFailure,
  AttemptFailureKind,
  Connector,
  FoundRecord,
  Page,
  Provider,
  SearchInput,
  UpstreamRequest,
  UpstreamResponse,
  VideoInput,
} from './connector.ts';
import { readAwemeList, readAwemeVideo } from './parsing/aweme.ts';
import { badResponse, byStatus, failed, unreadable } from './parsing/failures.ts';
import { count } from './parsing/fields.ts';
import { isObject, parseJson } from './parsing/json.ts';
import {
  afterKuaishouCursor,
  afterKuaishouPage,
  readKuaishouFeed,
  readKuaishouVideo,
} from './parsing/kuaishou.ts';
import { absent } from './parsing/one-video.ts';
import { type Onward, readSlicedPlace, slicePage } from './parsing/sliced.ts';

const PLATFORMS = ['kuaishou', 'douyin'];
const BY_CURSOR = 'v1';
const NO_FILTER = '_0';

const NOTHING_FOUND = 201;
/** Codes of failures with a known meaning. All others are in its list without one. */
const CODES: Record<number, { kind: AttemptFailureKind; said: string; suspendMs?: number }> = {
  100: { kind: 'refused', said: 'the token is not valid' },
  // A version that was taken away: asking again does not help, another provider may.
  300: { kind: 'refused', said: 'the API is not valid' },
  301: { kind: 'unavailable', said: 'the collection failed' },
  302: { kind: 'rate_limited', said: 'too many requests', suspendMs: 1_000 },
  // Nobody says when its day begins, so it is asked again each hour.
  303: { kind: 'rate_limited', said: 'the daily quota is used up', suspendMs: 3_600_000 },
  400: { kind: 'input_rejected', said: 'a parameter is not valid' },
  500: { kind: 'unavailable', said: 'an error of its own' },
  503: { kind: 'unavailable', said: 'not available' },
  600: { kind: 'refused', said: 'no permission for this route' },
  601: { kind: 'refused', said: 'no balance' },
};

/** Fields that this upstream never gives. */
const MISSING = ['embed_url', 'published_text', 'stats.danmaku', 'license', 'nsfw'];

export const justoneapi: Connector = {
  name: 'justoneapi',
  facts: {
    website: 'https://justoneapi.com',
    docs: 'https://docs.justoneapi.com',
    baseUrl: 'https://api.justoneapi.com',
    platforms: PLATFORMS,
    keyNeeded: true,
    resale: 'own-key',
    keyword:
      "Passed on to the search of the platform's own app as text; nothing is known of addresses or " +
      'operators there.',
    // Links to pictures and videos are signed and lapse, TikTok's after 6 hours: this leaves a caller half of that.
    cacheSeconds: { min: 0, max: 10_800 },
    notes:
      'The token travels in the address: never use its plain-http mainland address. It advises a time-out of 60 s, more ' +
      'than a call has. Pages have a size of their own: a smaller count fetches the same page again for its next part.',
  },
  options: {
    kuaishou_version: 'v2 (default, numbered pages) or v1 (by cursor)',
    douyin_version: 'The version of the Douyin search, such as v4 (default)',
  },
  redirects: false,
  operations: {
    'video.search': {
      request: buildRequest,
      parse: parseResponse,
      pageItemsMax: 50,
      missing: MISSING,
      cost: 1,
    },
    'video.get': {
      request: videoRequest,
      parse: parseVideo,
      missing: MISSING,
      cost: 1,
    },
  },
};

function buildRequest(input: SearchInput, provider: Provider): UpstreamRequest {
  const { path, query } =
    input.platform === 'douyin' ? askDouyin(input, provider) : askKuaishou(input, provider);
  return get(provider, path, { keyword: input.keyword, ...query });
}

function get(provider: Provider, path: string, query: Record<string, string>): UpstreamRequest {
  const all = new URLSearchParams({ token: provider.token ?? '', ...query });
  return {
    method: 'GET',
    url: `${provider.baseUrl}/api/${path}?${all}`,
    headers: { accept: 'application/json', 'user-agent': provider.userAgent },
  };
}

interface Ask {
  path: string;
  query: Record<string, string>;
}

function isByCursor({ options }: Provider): boolean {
  return options.kuaishou_version === BY_CURSOR;
}

function askKuaishou({ cursor }: SearchInput, provider: Provider): Ask {
  const [at] = readSlicedPlace(cursor).parts;
  if (!isByCursor(provider)) return { path: 'kuaishou/search-video/v2', query: { page: at ?? '1' } };
  // The first page has no cursor, and an empty one is never sent to go on.
  return { path: 'kuaishou/search-video/v1', query: at === undefined ? {} : { cursor: at } };
}

function askDouyin({ cursor }: SearchInput, { options }: Provider): Ask {
  const [page = '1', searchId = ''] = readSlicedPlace(cursor).parts;
  const version = /^v[1-9]$/.exec(options.douyin_version ?? '')?.[0] ?? 'v4';
  const filters = { sortType: NO_FILTER, publishTime: NO_FILTER, duration: NO_FILTER };
  const query = { ...filters, page, ...(searchId !== '' && { searchId }) };
  return { path: `douyin/search-video/${version}`, query };
}

function parseResponse(
  response: UpstreamResponse,
  input: SearchInput,
  provider: Provider,
): Page | AttemptFailure {
  const opened = openEnvelope(response, input.wantsRaw);
  if (opened === NOTHING) return { kind: 'page', items: [], cursor: null, end: 'exhausted', total: null };
  if ('kind' in opened) return opened;
  const { inner } = opened;
  if (input.platform === 'douyin') return parseDouyin(inner, input);
  if (input.platform === 'kuaishou') return parseKuaishou(inner, input, provider);
  return failed('input_rejected', 'JustOneAPI is not asked for this platform');
}

const NOTHING = 'nothing found';

/** What is inside, once it is known to be good. */
function openEnvelope(
  response: UpstreamResponse,
  wantsRaw: boolean,
): { inner: unknown } | typeof NOTHING | AttemptFailure {
  const envelope = parseJson(response.body, wantsRaw);
  const code = isObject(envelope) ? count(envelope.code) : null;
  if (code === NOTHING_FOUND) return NOTHING;
  if (code !== null && code !== 0) return byCode(code);
  if (response.status !== 200) return byStatus(response);
  if (!isObject(envelope)) return unreadable(response);
  if (code === null) return badResponse('no envelope with a code');
  // Some of its answers hold the platform's JSON as a text.
  const { data } = envelope;
  return { inner: typeof data === 'string' ? parseJson(data, wantsRaw) : data };
}

function videoRequest({ platform, id }: VideoInput, provider: Provider): UpstreamRequest {
  const of = platform === 'douyin' ? 'douyin' : 'kuaishou';
  return get(provider, `${of}/get-video-detail/v2`, { videoId: id });
}

function parseVideo(
  response: UpstreamResponse,
  { platform, id, wantsRaw }: VideoInput,
): FoundRecord | Absent | AttemptFailure {
  const opened = openEnvelope(response, wantsRaw);
  if (opened === NOTHING) return absent();
  if ('kind' in opened) return opened;
  if (platform === 'douyin') return readAwemeVideo(response, opened.inner, { id, platform });
  if (platform === 'kuaishou') return readKuaishouVideo(response, opened.inner, id);
  return failed('input_rejected', 'JustOneAPI is not asked for this platform');
}

function byCode(code: number): AttemptFailure {
  const known = Object.hasOwn(CODES, code) ? CODES[code] : undefined;
  if (known === undefined) return badResponse(`code ${code}, which has no documented meaning`);
  return failed(known.kind, `code ${code}: ${known.said}`, known.suspendMs);
}

function parseKuaishou(data: unknown, input: SearchInput, provider: Provider): Page | AttemptFailure {
  const feed = readKuaishouFeed(data);
  if ('kind' in feed) return feed;
  const stand = readSlicedPlace(input.cursor);
  const onward = isByCursor(provider)
    ? afterKuaishouCursor(feed, stand.parts[0] ?? '')
    : afterKuaishouPage(feed, stand.parts);
  return slicePage(feed.items, stand, input.count, onward);
}

function parseDouyin(data: unknown, input: SearchInput): Page | AttemptFailure {
  const list = readAwemeList(data, 'douyin');
  if ('kind' in list) return list;
  const stand = readSlicedPlace(input.cursor);
  const [page = '1', sentId] = stand.parts;
  const searchId = list.searchId ?? sentId;
  const isEmpty = list.entries === 0;
  return slicePage(list.items, stand, input.count, douyinOnward({ ...list, isEmpty, page, searchId }));
}

/** Pages after the first need the search's id: without one the walk cannot go on, and that is no proof of its end. */
function douyinOnward(at: {
  hasMore: boolean | null;
  isEmpty: boolean;
  page: string;
  searchId: string | undefined;
}): Onward {
  if (at.hasMore === false) return { end: 'exhausted' };
  if (at.isEmpty || at.searchId === undefined) return { end: 'unknown' };
  return { end: 'more', next: [String(Number(at.page) + 1), at.searchId] };
}
