// The adapter to TikHub, which sells data of Kuaishou, Douyin and TikTok in one envelope, with the platform's own answer and paging inside.
// The key is sent only in a header. A success of the envelope does not mean a success of the platform: a refusal by the platform comes with
// code 200 too.

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
import { foreignAnswer } from '../parsing/echoed-question.ts';
import { failed } from '../parsing/failures.ts';
import { type LengthClass, lengthClass, RECORD_CHECKS, valued } from '../parsing/filters.ts';
import { SHORT_VIDEO_IDS } from '../parsing/id-forms.ts';
import { object } from '../parsing/json.ts';
import { type Onward, readSlicedPlace, slicePage } from '../parsing/sliced-pages.ts';
import { type AwemeList, readAwemeList } from '../short-video/aweme.ts';
import { afterKuaishouCursor, afterKuaishouPage, readKuaishouFeed } from '../short-video/kuaishou.ts';
import { SHORT_VIDEO_MISSING } from '../short-video/short-video-lists.ts';
import { tikhubAuthorSearch } from './tikhub-author-search.ts';
import { openTikhub, tikhubRequest } from './tikhub-envelope.ts';
import { tikhubPopular, tikhubRelated } from './tikhub-feeds.ts';
import {
  tikhubAuthor,
  tikhubAuthorVideos,
  tikhubComments,
  tikhubReplies,
  tikhubTranscript,
  tikhubVideo,
} from './tikhub-lists.ts';
import { tikhubPlaylist, tikhubPlaylistVideos } from './tikhub-mixes.ts';

/** TikTok's mobile items are large: 20 of them exceed a megabyte. */
const TIKTOK_COUNT_MAX = 20;
const COMPREHENSIVE = 'search_comprehensive';

interface Route {
  request(input: SearchInput, provider: Provider): { path: string; body?: string };
  /** `data` is the platform's own answer. */
  parse(data: unknown, input: SearchInput, provider: Provider): Page | AttemptFailure;
}

const ROUTES: Record<string, Route> = {
  kuaishou: { request: askKuaishou, parse: parseKuaishou },
  douyin: { request: askDouyin, parse: parseDouyin },
  tiktok: { request: askTiktok, parse: parseTiktok },
};

/** Time filters are not sent: they count back from now, and a connector has no clock. */
const FILTERS: Record<string, FilterTable> = {
  kuaishou: { ...RECORD_CHECKS, 'sort=relevance': 'exact', 'sort=newest': 'exact', 'sort=likes': 'exact' },
  douyin: { ...RECORD_CHECKS, 'sort=relevance': 'exact', 'sort=newest': 'exact', 'sort=likes': 'exact' },
  tiktok: { ...RECORD_CHECKS, 'sort=relevance': 'exact', 'sort=likes': 'exact', region: 'preferred' },
};
/** Relevance is the default order of both routes, so it needs no parameter. */
const KUAISHOU_ORDERS = { newest: 'newest', likes: 'most_likes' };
/** Its classes of length in whole seconds. A length on a boundary may be in either class, so it is in neither. */
const KUAISHOU_LENGTHS: LengthClass[] = [
  ['under_1_min', 0, 59],
  ['1_to_5_min', 61, 299],
  ['over_5_min', 301, Number.POSITIVE_INFINITY],
];
const AWEME_ORDERS = { relevance: '0', likes: '1', newest: '2' };
const DOUYIN_LENGTHS: LengthClass[] = [
  ['0-1', 0, 59],
  ['1-5', 61, 299],
  ['5-10000', 301, Number.POSITIVE_INFINITY],
];

export const tikhub: Connector = {
  name: 'tikhub',
  facts: {
    website: 'https://tikhub.io',
    docs: 'https://docs.tikhub.io',
    proof: { checkedAt: '2026-11', by: 'document', unproved: ['What the platforms behind it change.'] },
    baseUrl: 'https://api.tikhub.io',
    platforms: Object.keys(ROUTES),
    keyNeeded: true,
    resale: 'own-key',
    keyword:
      "Passed on to the search of the platform's own app as text; nothing is known of addresses or " +
      'operators there.',
    // Links to pictures and videos are signed and expire, TikTok's after 6 hours: this leaves a caller half of that.
    retention: { ...NO_RETENTION_RULES, linkSeconds: 10_800 },
    notes:
      'Each call with code 200 is billed by TikHub, an empty one too. Kuaishou and Douyin pages have a size of their ' +
      'own (about 20 and 10): a smaller count fetches the same page again for its next part. From mainland China set ' +
      'base_url to https://api.tikhub.dev.',
  },
  options: {
    kuaishou_route: 'search_video_v2 (default) or search_comprehensive, which finds other videos and fewer',
    douyin_route: 'fetch_video_search_v2 (default) or fetch_video_search_v1',
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
    'video.get': tikhubVideo,
    'author.videos': tikhubAuthorVideos,
    'video.comments': tikhubComments,
    'comment.replies': tikhubReplies,
    'author.get': tikhubAuthor,
    'author.search': tikhubAuthorSearch,
    'video.popular': tikhubPopular,
    'video.related': tikhubRelated,
    'playlist.get': tikhubPlaylist,
    'playlist.videos': tikhubPlaylistVideos,
    'transcript.get': tikhubTranscript,
  },
};

function buildRequest(input: SearchInput, provider: Provider): UpstreamRequest {
  return tikhubRequest(provider, (ROUTES[input.platform] ?? ROUTES.kuaishou!).request(input, provider));
}

function parseResponse(
  response: UpstreamResponse,
  input: SearchInput,
  provider: Provider,
): Page | AttemptFailure {
  const opened = openTikhub(response, input.wantsRaw);
  if ('kind' in opened) return opened;
  const { envelope } = opened;
  const foreign = foreignAnswer(response, object(envelope.params).keyword, input.keyword);
  if (foreign !== null) return foreign;
  const route = ROUTES[input.platform];
  if (route === undefined) return failed('input_rejected', 'TikHub is not asked for this platform');
  return route.parse(envelope.data, input, provider);
}

/** The documents of video search show `page`; its users send `pcursor`. Both are sent, so that the walk advances whichever of them the route uses. */
function askKuaishou(input: SearchInput, provider: Provider): { path: string } {
  const { keyword, cursor } = input;
  const { parts } = readSlicedPlace(cursor);
  if (isComprehensive(input, provider)) {
    const query = new URLSearchParams({ keyword, pcursor: parts[0] ?? '', ...kuaishouFilters(input) });
    return { path: `kuaishou/app/search_comprehensive?${query}` };
  }
  const [page = '1', pcursor = ''] = parts;
  return { path: `kuaishou/app/search_video_v2?${new URLSearchParams({ keyword, page, pcursor })}` };
}

/** The other route has no filters. */
function isComprehensive(input: SearchInput, { options }: Provider): boolean {
  return options.kuaishou_route === COMPREHENSIVE || Object.keys(kuaishouFilters(input)).length > 0;
}

function kuaishouFilters(input: SearchInput): Record<string, string> {
  const { sort } = input;
  return valued({
    sort_type: sort && KUAISHOU_ORDERS[sort as keyof typeof KUAISHOU_ORDERS],
    duration: lengthClass(input, KUAISHOU_LENGTHS),
  });
}

function parseKuaishou(data: unknown, input: SearchInput, provider: Provider): Page | AttemptFailure {
  const feed = readKuaishouFeed(data, input);
  if ('kind' in feed) return feed;
  const stand = readSlicedPlace(input.cursor);
  const onward = isComprehensive(input, provider)
    ? afterKuaishouCursor(feed, stand.parts[0] ?? '')
    : afterKuaishouPage(feed, stand.parts);
  return slicePage(feed.items, stand, input.count, onward);
}

function askDouyin(input: SearchInput, { options }: Provider): { path: string; body: string } {
  const { keyword, cursor } = input;
  const [at = '0', searchId = '', backtrace = ''] = readSlicedPlace(cursor).parts;
  const version = options.douyin_route === 'fetch_video_search_v1' ? 'v1' : 'v2';
  const body = {
    keyword,
    cursor: Number.isSafeInteger(Number(at)) ? Number(at) : at,
    sort_type: awemeOrder(input),
    publish_time: '0',
    filter_duration: lengthClass(input, DOUYIN_LENGTHS) ?? '0',
    content_type: '0',
    search_id: searchId,
    ...(backtrace !== '' && { backtrace }),
  };
  return { path: `douyin/search/fetch_video_search_${version}`, body: JSON.stringify(body) };
}

function awemeOrder({ sort }: SearchInput): string {
  return AWEME_ORDERS[sort as keyof typeof AWEME_ORDERS] ?? '0';
}

function parseDouyin(data: unknown, input: SearchInput): Page | AttemptFailure {
  const list = readAwemeList(data, 'douyin', input);
  if ('kind' in list) return list;
  const stand = readSlicedPlace(input.cursor);
  const [, searchId = '', backtrace = ''] = stand.parts;
  // The search id of page 1 stays valid when later pages do not repeat it.
  const state = [list.searchId ?? searchId, list.backtrace ?? backtrace];
  return slicePage(list.items, stand, input.count, onward(list, stand.parts[0] ?? '0', list.cursor, state));
}

function askTiktok(input: SearchInput, { options }: Provider): { path: string } {
  const { skip, parts } = readSlicedPlace(input.cursor);
  const [offset = '0'] = parts;
  const region = input.region ?? options.tiktok_region ?? 'US';
  const query = new URLSearchParams({
    keyword: input.keyword,
    offset,
    // The part of this page that was already delivered comes again before the rest.
    count: String(Math.min(skip + input.count, TIKTOK_COUNT_MAX)),
    sort_type: awemeOrder(input),
    publish_time: '0',
    region,
  });
  return { path: `tiktok/app/v3/fetch_video_search_result?${query}` };
}

function parseTiktok(data: unknown, input: SearchInput): Page | AttemptFailure {
  const list = readAwemeList(data, 'tiktok', input);
  if ('kind' in list) return list;
  const stand = readSlicedPlace(input.cursor);
  const offset = stand.parts[0] ?? '0';
  const next = list.cursor ?? String(Number(offset) + list.entries);
  return slicePage(list.items, stand, input.count, onward(list, offset, next, []));
}

/** An empty list ends the walk only if the platform says so. A cursor that does not change would repeat the page. */
function onward(list: AwemeList, sent: string, next: string | null, state: string[]): Onward {
  if (list.hasMore === false) return { end: 'exhausted' };
  if (list.entries === 0 || next === null || next === sent) return { end: 'unknown' };
  return { end: 'more', next: [next, ...state] };
}
