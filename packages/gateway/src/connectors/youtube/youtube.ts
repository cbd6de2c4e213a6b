// The adapter to the YouTube Data API v3: one search, then one batched look-up for the fields that search does not give. If the look-up
// fails, the page is delivered with its counts and durations null. The key travels only in the query parameter `key`.

import { NO_RETENTION_RULES } from '../../domain/retention.ts';
import type { FilterTable } from '../../domain/search-filters.ts';
import type { LiveState, ParsedVideo } from '../../domain/video.ts';
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
  SeveralFound,
  SeveralInput,
  UpstreamRequest,
  UpstreamResponse,
  VideoInput,
} from '../connector.ts';
import {
  blankVideo,
  LEFT_OUT,
  type Readable,
  type SeldomGiven,
  unknownAuthor,
  unknownStats,
} from '../parsing/blank-records.ts';
import { broadcast } from '../parsing/broadcast.ts';
import { badResponse, byStatus, notPublic, unreadable } from '../parsing/failures.ts';
import {
  count,
  decoded,
  id,
  isoDurationMs,
  looseFlag,
  prose,
  publishedIso,
  segment,
  text,
  texts,
  thumbnails,
} from '../parsing/fields.ts';
import { lengthClass, valued, YOUTUBE_LENGTHS } from '../parsing/filters.ts';
import { absent, foundVideo, foundVideos, listed, otherVideo } from '../parsing/found-videos.ts';
import { YOUTUBE_IDS } from '../parsing/id-forms.ts';
import { isObject, type Json, object, parseJson } from '../parsing/json.ts';
import { withoutSigns } from '../parsing/keyword-query.ts';
import { YOUTUBE_CHART, YOUTUBE_VIEWS } from '../parsing/platform-facts.ts';
import { joined } from '../parsing/text.ts';
import { snippet as cut } from '../youtube-front-ends/youtube-front-end.ts';
import {
  type Details,
  detailsOf,
  isAnyWithheld,
  isListed,
  isWithheldVideo,
  LOOK_UP_COST,
  RESULTS_ABOUT,
  searchOnward,
  searchTotal,
  UPLOADS_MAX,
} from './youtube-api.ts';
import { YOUTUBE_CATEGORIES } from './youtube-categories.ts';
import { youtubeFailure } from './youtube-errors.ts';
import { youtubeLists } from './youtube-lists.ts';

const PAGE_ITEMS_MAX = 50;
const SITE = 'https://www.youtube.com';
const LICENSES = new Map<unknown, string>([
  ['youtube', 'Standard YouTube License'],
  ['creativeCommon', 'Creative Commons Attribution'],
]);
const PARTS = 'snippet,contentDetails,statistics,status,liveStreamingDetails';

/** Fields that this upstream never gives. */
const MISSING = [
  'alt_ids',
  'region',
  'published_text',
  'width',
  'height',
  'author.handle',
  'author.avatar_url',
  'author.verified',
  'author.followers',
  'stats.shares',
  'stats.saves',
  'stats.reposts',
  'stats.downloads',
  'stats.danmaku',
  'license.url',
];

const GIVES: SeldomGiven = ['category', 'captions', 'live'];

const FILTERS: FilterTable = {
  'sort=relevance': 'exact',
  'sort=newest': 'exact',
  'sort=views': 'exact',
  // YouTube sorts by a rating that it no longer shows.
  'sort=likes': 'preferred',
  published_after: 'exact',
  published_before: 'exact',
  duration_min: 'checked',
  duration_max: 'checked',
  language: 'preferred',
  region: 'exact',
  license: 'exact',
  safe: 'exact',
  // The filter means high definition; YouTube does not give the exact height.
  'min_height=720': 'exact',
  'live=true': 'exact',
  'live=false': 'checked',
  captions: 'exact',
};
const ORDERS = { relevance: 'relevance', newest: 'date', views: 'viewCount', likes: 'rating' };
const SAFETY = { strict: 'strict', moderate: 'moderate', off: 'none' };

export const youtube: Connector = {
  name: 'youtube',
  facts: {
    website: SITE,
    docs: 'https://developers.google.com/youtube/v3/docs/search/list',
    proof: { checkedAt: '2026-11', by: 'document', unproved: [] },
    baseUrl: 'https://www.googleapis.com',
    platforms: ['youtube'],
    keyNeeded: true,
    resale: 'own-key',
    keyword:
      'Its signs, - before a word and | between words, are left out, so that each word is text. An address or an ' +
      'id is text too and finds only what is public.',
    // Its developer policies: stored data must be refreshed or deleted after 30 days.
    retention: { ...NO_RETENTION_RULES, keepSecondsMax: 2_592_000 },
    notes:
      'A key has 100 searches a day; each page is one, of authors too. The quota comes back at midnight in California. No search ' +
      'goes beyond about 500 results.',
  },
  options: {
    region: 'Only what can be seen in this country, unless a caller names one: two letters, as "DE".',
    language: 'Prefers results in this language, unless a caller names one: "de", "zh-Hans".',
  },
  coverage: {
    fresh: null,
    notes: [YOUTUBE_VIEWS.text],
    operations: {
      'video.popular': {
        notes: [YOUTUBE_CHART.text],
      },
      'video.search': {
        itemsMax: RESULTS_ABOUT,
        notes: ['The cap is approximate, and the total is an estimate.'],
      },
      'author.search': {
        itemsMax: RESULTS_ABOUT,
        notes: ['The cap is approximate, and the total is an estimate.'],
      },
      'author.videos': { itemsMax: UPLOADS_MAX, notes: ['Only the newest uploads are listed.'] },
    },
  },
  redirects: false,
  ids: YOUTUBE_IDS,
  operations: {
    'video.search': {
      request: buildRequest,
      parse: parseResponse,
      pageItemsMax: PAGE_ITEMS_MAX,
      missing: MISSING,
      cost: 1,
      filters: () => FILTERS,
    },
    'video.get': {
      request: ({ id: asked }, provider) => get(provider, 'videos', { part: PARTS, id: listed(asked, ',') }),
      parse: parseVideo,
      several: {
        idsMax: PAGE_ITEMS_MAX,
        takes: (asked) => !asked.includes(','),
        request: ({ ids }, provider) => get(provider, 'videos', { part: PARTS, id: ids.join(',') }),
        parse: parseVideos,
      },
      missing: MISSING,
      cost: LOOK_UP_COST,
    },
    ...youtubeLists({
      get,
      classify: youtubeFailure,
      wholeVideo,
      listedVideo: (videoId, snippet) => toVideo({ id: { videoId }, snippet }, {}),
      parts: PARTS,
      missing: MISSING,
    }),
  },
};

function buildRequest(input: SearchInput, provider: Provider): UpstreamRequest {
  return get(provider, 'search', {
    part: 'snippet',
    // Without it channels and playlists are mixed in.
    type: 'video',
    q: withoutSigns(input.keyword),
    maxResults: String(Math.min(input.count, PAGE_ITEMS_MAX)),
    // An empty token would silently start again at page 1.
    ...(input.cursor !== null && { pageToken: input.cursor }),
    ...filtersOf(input, provider),
  });
}

function filtersOf(input: SearchInput, { options }: Provider): Record<string, string> {
  const { sort, safe } = input;
  return valued({
    regionCode: input.region ?? options.region,
    relevanceLanguage: input.language ?? options.language,
    order: sort && ORDERS[sort],
    publishedAfter: input.published_after,
    publishedBefore: input.published_before,
    videoDuration: lengthClass(input, YOUTUBE_LENGTHS),
    videoLicense: input.license && 'creativeCommon',
    safeSearch: safe && SAFETY[safe],
    videoDefinition: input.min_height && 'high',
    eventType: input.live === 'true' && 'live',
    videoCaption: input.captions && 'closedCaption',
  });
}

/** Durations come with the look-up. A search that filters by duration needs it. */
function asksForLength({ duration_min, duration_max }: SearchInput): boolean {
  return duration_min !== undefined || duration_max !== undefined;
}

/** Videos are left out of the pages of this search. */
function isSifted(input: SearchInput): boolean {
  return asksForLength(input) || input.live === 'false';
}

function get(provider: Provider, resource: string, parameters: Record<string, string>): UpstreamRequest {
  const query = new URLSearchParams({ ...parameters, key: provider.token ?? '' });
  return {
    method: 'GET',
    url: `${provider.baseUrl}/youtube/v3/${resource}?${query}`,
    headers: { accept: 'application/json', 'user-agent': provider.userAgent },
  };
}

function parseResponse(response: UpstreamResponse, input: SearchInput, provider: Provider): Parsed {
  const body = parseJson(response.body, input.wantsRaw);
  if (isObject(body) && body.error !== undefined) return youtubeFailure(response, object(body.error));
  if (response.status !== 200) return byStatus(response);
  if (!isObject(body)) return unreadable(response);
  if (!Array.isArray(body.items)) return badResponse('the answer has no list of items');
  const found = body.items.map(object).filter((item) => videoId(item) !== null);
  if (found.length === 0 && body.items.length > 0) return badResponse('no item is a video');
  if (found.length === 0) return toPage(body, [], null, input);
  return lookUp(found, provider, asksForLength(input), (details) => toPage(body, found, details, input));
}

const videoId = (item: Json): string | null => id(object(item.id).videoId);

/** One look-up for the whole page, at most 50 ids. Unless a filter needs it, its failure only leaves these fields null. */
function lookUp(
  found: Json[],
  provider: Provider,
  isNeeded: boolean,
  finish: (details: Details) => Page | AttemptFailure,
): FollowUp {
  const ids = found.slice(0, PAGE_ITEMS_MAX).map(videoId).join(',');
  return {
    kind: 'follow_up',
    request: get(provider, 'videos', { part: PARTS, id: ids }),
    parse: (answer) => {
      if (isNeeded && answer.kind !== 'response') return answer;
      const details = detailsOf(answer);
      if (isNeeded && !details?.size) return badResponse('no lengths in the look-up of a page');
      return finish(details);
    },
  };
}

/** A search may still list a video that was withdrawn since; the look-up no longer has it. */
function toPage(body: Json, found: Json[], details: Details, input: SearchInput): Page | AttemptFailure {
  if (input.bodyIsAnswer === true && isAnyWithheld(details)) return notPublic();
  const items = found
    .filter((item) => isListed(details, videoId(item)!))
    .map((item) => ({ record: toVideo(item, object(details?.get(videoId(item)!))), raw: item }));
  const paging = searchOnward(body, found.length, input, isSifted(input));
  return { kind: 'page', items, ...paging, total: searchTotal(object(body.pageInfo).totalResults) };
}

function toVideo(item: Json, details: Json): ParsedVideo {
  const identifier = videoId(item)!;
  const snippet = object(item.snippet);
  const more = object(details.snippet);
  const status = object(details.status);
  const content = object(details.contentDetails);
  const whole = typeof more.description === 'string' ? more.description : null;
  const license = LICENSES.get(status.license);
  return {
    ...blankVideo(identifier, MISSING, GIVES),
    url: joined(SITE, '/watch?v=', segment(identifier)),
    embed_url: status.embeddable === false ? null : joined(SITE, '/embed/', segment(identifier)),
    // "upcoming" is announced, and not on the air yet.
    kind: snippet.liveBroadcastContent === 'live' ? 'live' : 'video',
    title: decoded(snippet.title),
    ...(whole === null ? cut(decoded(snippet.description)) : prose(whole)),
    tags: texts(more.tags),
    language: text(more.defaultAudioLanguage) ?? text(more.defaultLanguage),
    ...publishedIso(snippet.publishedAt),
    // A broadcast that is still running has the duration "P0D".
    duration_ms: isoDurationMs(content.duration) || null,
    author: toAuthor(snippet),
    stats: toStats(object(details.statistics)),
    thumbnails: thumbnails(Object.values(object(snippet.thumbnails))),
    license: license === undefined ? null : { name: license, url: null },
    nsfw: object(content.contentRating).ytRating === 'ytAgeRestricted' ? true : null,
    category: YOUTUBE_CATEGORIES.get(more.categoryId) ?? null,
    captions: looseFlag(content.caption),
    live: toLive(snippet.liveBroadcastContent, object(details.liveStreamingDetails)),
  };
}

const LIVE_STATES = new Map<unknown, LiveState>([
  ['live', 'on_air'],
  ['upcoming', 'upcoming'],
]);

/** A broadcast that is over is a video like any other, apart from the time of its end. */
function toLive(said: unknown, times: Json): ParsedVideo['live'] {
  const state = LIVE_STATES.get(said) ?? (text(times.actualEndTime) === null ? null : 'ended');
  if (state === null) return null;
  return broadcast(state, {
    scheduled_at: publishedIso(times.scheduledStartTime).published_at,
    viewers: count(times.concurrentViewers),
  });
}

/** A video that is deleted, private or never existed is missing from the list; the answer does not tell which. */
function parseVideo(
  response: UpstreamResponse,
  { id: asked, wantsRaw }: VideoInput,
): FoundRecord | Absent | AttemptFailure {
  const list = readList(response, wantsRaw);
  if ('kind' in list) return list;
  if (list.items.length > 1) return otherVideo(response);
  const [item] = list.items.map(object);
  if (item === undefined) return absent();
  return foundVideo(response, asked, { raw: item, names: [id(item.id)] }, wholeVideo(item));
}

function parseVideos(
  response: UpstreamResponse,
  { ids, wantsRaw }: SeveralInput,
): SeveralFound | AttemptFailure {
  const list = readList(response, wantsRaw);
  if ('kind' in list) return list;
  return foundVideos(response, ids, list.items, (item) => ({
    names: [id(item.id)],
    video: wholeVideo(item),
  }));
}

function readList(response: UpstreamResponse, wantsRaw: boolean): { items: unknown[] } | AttemptFailure {
  const body = parseJson(response.body, wantsRaw);
  if (isObject(body) && body.error !== undefined) return youtubeFailure(response, object(body.error));
  if (response.status !== 200) return byStatus(response);
  if (!isObject(body)) return unreadable(response);
  return Array.isArray(body.items) ? { items: body.items } : badResponse('the answer has no list of items');
}

/** One record with all its fields. Its texts are plain; those of a search contain HTML entities. */
function wholeVideo(item: Json): Readable {
  if (id(item.id) === null) return null;
  if (isWithheldVideo(item)) return LEFT_OUT;
  const snippet = object(item.snippet);
  const video = toVideo({ id: { videoId: item.id }, snippet }, item);
  const author = { ...video.author, name: text(snippet.channelTitle) };
  return { ...video, ...prose(snippet.description), title: text(snippet.title), author };
}

function toAuthor(snippet: Json): ParsedVideo['author'] {
  const channel = id(snippet.channelId);
  const url = channel === null ? null : joined(SITE, '/channel/', segment(channel));
  return { ...unknownAuthor, id: channel, name: decoded(snippet.channelTitle), url };
}

/** Counts are strings; a count that the owner hides is absent. */
function toStats(statistics: Json): ParsedVideo['stats'] {
  return {
    ...unknownStats,
    views: count(statistics.viewCount),
    likes: count(statistics.likeCount),
    comments: count(statistics.commentCount),
  };
}
