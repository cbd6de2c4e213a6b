// The adapter to JustOneAPI, which sells data of Kuaishou, Douyin and TikTok and passes on the platform's own answer. Its token can travel
// only in the query string, so nothing here may quote an address or an upstream message. Status 200 does not mean success: a code in the
// body tells.

import { NO_KNOWN_GAPS } from '../../domain/coverage.ts';
import { NO_RETENTION_RULES } from '../../domain/retention.ts';
import type { FilterTable } from '../../domain/search-filters.ts';
import type {
  AttemptFailure,
  Connector,
  Page,
  Provider,
  SearchInput,
  UpstreamRequest,
  UpstreamResponse,
} from '../connector.ts';
import { failed } from '../parsing/failures.ts';
import { type LengthClass, lengthClass, RECORD_CHECKS } from '../parsing/filters.ts';
import { SHORT_VIDEO_IDS } from '../parsing/id-forms.ts';
import { type Onward, readSlicedPlace, slicePage } from '../parsing/sliced-pages.ts';
import { readAwemeList } from '../short-video/aweme.ts';
import { afterKuaishouCursor, afterKuaishouPage, readKuaishouFeed } from '../short-video/kuaishou.ts';
import { SHORT_VIDEO_MISSING } from '../short-video/short-video-lists.ts';
import { justoneAuthorSearch } from './justone-author-search.ts';
import { type JustoneAsk, justoneRequest, NOTHING, openJustone } from './justone-envelope.ts';
import {
  justoneAuthor,
  justoneAuthorVideos,
  justoneComments,
  justoneReplies,
  justoneTranscript,
  justoneVideo,
} from './justone-lists.ts';

const PLATFORMS = ['kuaishou', 'douyin', 'tiktok'];
/** Its offset for TikTok advances by this many items. */
const TIKTOK_STEP = 20;
const BY_CURSOR = 'v1';
const NO_FILTER = '_0';

/** Its search of Kuaishou has no filters. Time filters are not sent: they count back from now, and a connector has no clock. */
const FILTERS: Record<string, FilterTable> = {
  kuaishou: { 'sort=relevance': 'exact' },
  douyin: {
    'sort=relevance': 'exact',
    'sort=newest': 'exact',
    'sort=likes': 'exact',
    ...RECORD_CHECKS,
  },
  tiktok: { 'sort=relevance': 'exact', 'sort=likes': 'exact', region: 'preferred', ...RECORD_CHECKS },
};
const DOUYIN_ORDERS = { relevance: '_0', likes: '_1', newest: '_2' };
/** Below one minute, up to five, above five. A length on a boundary may be in either class, so it is in neither. */
const DOUYIN_LENGTHS: LengthClass[] = [
  ['_1', 0, 59],
  ['_2', 61, 299],
  ['_3', 301, Number.POSITIVE_INFINITY],
];

export const justoneapi: Connector = {
  name: 'justoneapi',
  facts: {
    website: 'https://justoneapi.com',
    docs: 'https://docs.justoneapi.com',
    proof: { checkedAt: '2026-11', by: 'document', unproved: ['What the platforms behind it change.'] },
    baseUrl: 'https://api.justoneapi.com',
    platforms: PLATFORMS,
    keyNeeded: true,
    resale: 'own-key',
    keyword:
      "Passed on to the search of the platform's own app as text; nothing is known of addresses or " +
      'operators there.',
    // Links to pictures and videos are signed and expire, TikTok's after 6 hours: this leaves a caller half of that.
    retention: { ...NO_RETENTION_RULES, linkSeconds: 10_800 },
    notes:
      'The token travels in the address: never use its plain-http mainland address. It advises a time-out of 60 s, more ' +
      'than a call has. Pages have a size of their own: a smaller count fetches the same page again for its next part.',
  },
  options: {
    kuaishou_version: 'v2 (default, numbered pages) or v1 (by cursor)',
    douyin_version: 'The version of the Douyin search, such as v4 (default)',
    tiktok_region: 'The country whose TikTok is searched, as two letters; US by default',
  },
  coverage: NO_KNOWN_GAPS,
  redirects: false,
  ids: SHORT_VIDEO_IDS,
  operations: {
    'video.search': {
      request: buildRequest,
      parse: parseResponse,
      pageItemsMax: 50,
      missing: SHORT_VIDEO_MISSING,
      cost: 1,
      filters: (platform) => FILTERS[platform] ?? {},
    },
    'video.get': justoneVideo,
    'author.videos': justoneAuthorVideos,
    'video.comments': justoneComments,
    'comment.replies': justoneReplies,
    'author.get': justoneAuthor,
    'author.search': justoneAuthorSearch,
    'transcript.get': justoneTranscript,
  },
};

function buildRequest(input: SearchInput, provider: Provider): UpstreamRequest {
  const { path, query } = (ASKS[input.platform] ?? askKuaishou)(input, provider);
  return justoneRequest(provider, { path, query: { keyword: input.keyword, ...query } });
}

const ASKS: Record<string, typeof askKuaishou> = { douyin: askDouyin, tiktok: askTiktok };

function isByCursor({ options }: Provider): boolean {
  return options.kuaishou_version === BY_CURSOR;
}

function askKuaishou({ cursor }: SearchInput, provider: Provider): JustoneAsk {
  const [at] = readSlicedPlace(cursor).parts;
  if (!isByCursor(provider)) return { path: 'kuaishou/search-video/v2', query: { page: at ?? '1' } };
  // The first page has no cursor. An empty cursor is never sent for a later page.
  return { path: 'kuaishou/search-video/v1', query: at === undefined ? {} : { cursor: at } };
}

function askDouyin(input: SearchInput, { options }: Provider): JustoneAsk {
  const { cursor, sort } = input;
  const [page = '1', searchId = ''] = readSlicedPlace(cursor).parts;
  const version = /^v[1-9]$/.exec(options.douyin_version ?? '')?.[0] ?? 'v4';
  const filters = {
    sortType: DOUYIN_ORDERS[sort as keyof typeof DOUYIN_ORDERS] ?? NO_FILTER,
    publishTime: NO_FILTER,
    duration: lengthClass(input, DOUYIN_LENGTHS) ?? NO_FILTER,
  };
  const query = { ...filters, page, ...(searchId !== '' && { searchId }) };
  return { path: `douyin/search-video/${version}`, query };
}

function askTiktok({ cursor, sort, region }: SearchInput, { options }: Provider): JustoneAsk {
  const [offset = '0'] = readSlicedPlace(cursor).parts;
  const query = {
    offset,
    sortType: sort === 'likes' ? 'MOST_LIKED' : 'RELEVANCE',
    publishTime: 'ALL',
    region: region ?? options.tiktok_region ?? 'US',
  };
  return { path: 'tiktok/search-post/v1', query };
}

function parseResponse(
  response: UpstreamResponse,
  input: SearchInput,
  provider: Provider,
): Page | AttemptFailure {
  const opened = openJustone(response, input.wantsRaw);
  if (opened === NOTHING) return { kind: 'page', items: [], cursor: null, end: 'exhausted', total: null };
  if ('kind' in opened) return opened;
  const { inner } = opened;
  if (input.platform === 'douyin') return parseDouyin(inner, input);
  if (input.platform === 'tiktok') return parseTiktok(inner, input);
  if (input.platform === 'kuaishou') return parseKuaishou(inner, input, provider);
  return failed('input_rejected', 'JustOneAPI is not asked for this platform');
}

function parseKuaishou(data: unknown, input: SearchInput, provider: Provider): Page | AttemptFailure {
  const feed = readKuaishouFeed(data, input);
  if ('kind' in feed) return feed;
  const stand = readSlicedPlace(input.cursor);
  const onward = isByCursor(provider)
    ? afterKuaishouCursor(feed, stand.parts[0] ?? '')
    : afterKuaishouPage(feed, stand.parts);
  return slicePage(feed.items, stand, input.count, onward);
}

function parseDouyin(data: unknown, input: SearchInput): Page | AttemptFailure {
  const list = readAwemeList(data, 'douyin', input);
  if ('kind' in list) return list;
  const stand = readSlicedPlace(input.cursor);
  const [page = '1', sentId] = stand.parts;
  const searchId = list.searchId ?? sentId;
  const isEmpty = list.entries === 0;
  return slicePage(list.items, stand, input.count, douyinOnward({ ...list, isEmpty, page, searchId }));
}

/** Later pages need the id of the search. Without one the walk cannot go on, but that does not prove its end. */
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

function parseTiktok(data: unknown, input: SearchInput): Page | AttemptFailure {
  const list = readAwemeList(data, 'tiktok', input);
  if ('kind' in list) return list;
  const stand = readSlicedPlace(input.cursor);
  const offset = Number(stand.parts[0] ?? '0');
  return slicePage(list.items, stand, input.count, tiktokOnward(list, offset));
}

/** It may give fewer items than a step has, so the next offset is computed and not taken from its cursor. */
function tiktokOnward(
  { hasMore, entries }: { hasMore: boolean | null; entries: number },
  offset: number,
): Onward {
  if (hasMore === false) return { end: 'exhausted' };
  if (entries === 0) return { end: 'unknown' };
  return { end: 'more', next: [String(offset + TIKTOK_STEP)] };
}
