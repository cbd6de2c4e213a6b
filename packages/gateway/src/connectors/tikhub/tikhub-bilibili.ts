// The adapter to Bilibili's search and videos as TikHub sells them: its envelope and key, and inside it the answer of Bilibili's web site
// with a code of its own. A refusal by Bilibili comes with code 200 of the envelope.
import { NO_RETENTION_RULES } from '../../domain/retention.ts';
import type { FilterTable } from '../../domain/search-filters.ts';
import type {
  Absent,
  AttemptFailure,
  Connector,
  End,
  FoundRecord,
  Page,
  Provider,
  SearchInput,
  Total,
  UpstreamRequest,
  UpstreamResponse,
  VideoInput,
} from '../connector.ts';
import {
  blankVideo,
  LEFT_OUT,
  type Readable,
  unknownAuthor,
  unknownStats,
} from '../parsing/blank-records.ts';
import { foreignAnswer } from '../parsing/echoed-question.ts';
import { badResponse, failed } from '../parsing/failures.ts';
import {
  clockDurationMs,
  count,
  id,
  number,
  prose,
  publishedUnix,
  secondsToMs,
  segment,
  size,
  text,
  texts,
  thumbnails,
  url,
} from '../parsing/fields.ts';
import { type LengthClass, lengthClass, TIME_CHECKS, unixSeconds, valued } from '../parsing/filters.ts';
import { absent, foundVideo } from '../parsing/found-videos.ts';
import { BILIBILI_IDS } from '../parsing/id-forms.ts';
import { isObject, type Json, object } from '../parsing/json.ts';
import { numberedPage, type Place, placeOf } from '../parsing/numbered-pages.ts';
import { joined, splitTags, stripHtml, unixLines } from '../parsing/text.ts';
import { openTikhub, tikhubRequest } from './tikhub-envelope.ts';

const SITE = 'https://www.bilibili.com';
const PAGE_SIZES = { min: 10, max: 50 };
/** Bilibili neither counts nor serves results beyond this. */
const RESULTS_MAX = 1_000;

/** Fields that this upstream never gives. */
const MISSING = [
  'embed_url',
  'language',
  'region',
  'published_text',
  'author.handle',
  'author.verified',
  'author.followers',
  'stats.reposts',
  'stats.downloads',
  'license',
  'nsfw',
];
/** A search knows less of a video than its own page. */
const SEARCH_MISSING = [...MISSING, 'width', 'height', 'stats.shares'];
const VIDEO_MISSING = [...MISSING, 'tags'];

const FILTERS: FilterTable = {
  ...TIME_CHECKS,
  'sort=relevance': 'exact',
  'sort=newest': 'exact',
  'sort=views': 'exact',
};
const ORDERS: Record<string, string> = { relevance: 'totalrank', newest: 'pubdate', views: 'click' };
/** A length on a boundary may be in either class, so it is in neither. */
const LENGTHS: LengthClass[] = [
  ['1', 0, 599],
  ['2', 601, 1_799],
  ['3', 1_801, 3_599],
  ['4', 3_601, Number.POSITIVE_INFINITY],
];

export const tikhubBilibili: Connector = {
  name: 'tikhub-bilibili',
  facts: {
    website: 'https://tikhub.io',
    docs: 'https://docs.tikhub.io',
    proof: {
      checkedAt: '2026-11',
      by: 'document',
      besides: { 'video.search': 'client', 'video.get': 'client' },
      unproved: ["Bilibili's codes for hidden videos."],
    },
    baseUrl: 'https://api.tikhub.io',
    platforms: ['bilibili'],
    keyNeeded: true,
    resale: 'own-key',
    keyword:
      "Passed on to the search of Bilibili's web site as text; an id there finds the public video that has it. " +
      'What says that it is hidden is not delivered.',
    retention: NO_RETENTION_RULES,
    notes:
      'Each call with code 200 is billed by TikHub, an empty one too. Paths, parameters and fields are those of its SDK ' +
      'and of public clients; no answer was recorded. From mainland China set base_url to https://api.tikhub.dev.',
  },
  options: {},
  coverage: {
    fresh: null,
    notes: [],
    operations: { 'video.search': { itemsMax: RESULTS_MAX } },
  },
  redirects: false,
  ids: BILIBILI_IDS,
  operations: {
    'video.search': {
      request: searchRequest,
      parse: parsePage,
      pageItemsMax: PAGE_SIZES.max,
      missing: SEARCH_MISSING,
      cost: 1,
      filters: () => FILTERS,
    },
    'video.get': { request: videoRequest, parse: parseVideo, missing: VIDEO_MISSING, cost: 1 },
  },
};

function searchRequest(input: SearchInput, provider: Provider): UpstreamRequest {
  const place = placeOf(input, PAGE_SIZES);
  const query = new URLSearchParams({
    keyword: input.keyword,
    order: ORDERS[input.sort ?? 'relevance'] ?? 'totalrank',
    page: String(place.page),
    page_size: String(place.size),
    ...valued({
      duration: lengthClass(input, LENGTHS),
      pubtime_begin_s: input.published_after && unixSeconds(input.published_after),
      pubtime_end_s: input.published_before && unixSeconds(input.published_before),
    }),
  });
  return tikhubRequest(provider, { path: `bilibili/web/fetch_general_search?${query}` });
}

function videoRequest({ id: asked }: VideoInput, provider: Provider): UpstreamRequest {
  const query = new URLSearchParams({ bv_id: asked });
  return tikhubRequest(provider, { path: `bilibili/web/fetch_one_video?${query}` });
}

/** What Bilibili's codes mean: absences of a video, and refusals of whoever asks. */
const ABSENCES: Record<string, Absent> = {
  '-404': absent(),
  '62002': absent('private'),
  '62004': absent('private'),
  '62012': absent('private'),
};
const REFUSALS = [-412, -352, -403, -101];

/** Bilibili's own answer inside the envelope, if its code is good. */
function opened(
  response: UpstreamResponse,
  { wantsRaw }: { wantsRaw: boolean },
  asked: readonly [name: string, value: string],
): { data: Json } | { code: string } | AttemptFailure {
  const outer = openTikhub(response, wantsRaw);
  if ('kind' in outer) return outer;
  const foreign = foreignAnswer(response, object(outer.envelope.params)[asked[0]], asked[1]);
  if (foreign !== null) return foreign;
  const answer = object(outer.envelope.data);
  const code = number(answer.code);
  if (code === null) return badResponse('an answer without a code');
  if (REFUSALS.includes(code)) return failed('refused', `code ${code}`);
  if (code !== 0) return { code: String(code) };
  return isObject(answer.data) ? { data: answer.data } : badResponse('an answer without data');
}

function parsePage(response: UpstreamResponse, input: SearchInput): Page | AttemptFailure {
  const found = opened(response, input, ['keyword', input.keyword]);
  if ('kind' in found) return found;
  if ('code' in found) return badResponse(`code ${found.code}`);
  const { data } = found;
  const place = placeOf(input, PAGE_SIZES);
  const total = totalOf(data);
  // A search without a result has no list.
  const records = Array.isArray(data.result) ? data.result : total?.value === 0 ? [] : null;
  if (records === null) return badResponse('the answer has no list of results');
  return numberedPage({ records, end: endOf(data, place), total }, place, input.count, fromSearch);
}

function totalOf({ numResults }: Json): Total | null {
  const value = count(numResults);
  return value === null ? null : { value, relation: value >= RESULTS_MAX ? 'capped' : 'eq' };
}

function endOf({ numPages, numResults }: Json, { page }: Place): End {
  const [pages, results] = [count(numPages), count(numResults)];
  if (pages === null || results === null) return 'unknown';
  if (page < pages) return 'more';
  return results >= RESULTS_MAX ? 'upstream_cap' : 'exhausted';
}

function parseVideo(response: UpstreamResponse, input: VideoInput): FoundRecord | Absent | AttemptFailure {
  const found = opened(response, input, ['bv_id', input.id]);
  if ('kind' in found) return found;
  if ('code' in found) return ABSENCES[found.code] ?? badResponse(`code ${found.code}`);
  const { data } = found;
  return foundVideo(response, input.id, { raw: data, names: [id(data.bvid)] }, fromPage(data));
}

/** What both forms of a record have; null for what is no record. */
function videoOf(record: Json, missing: readonly string[]) {
  const videoId = id(record.bvid);
  if (videoId === null) return null;
  const number = id(record.aid);
  return {
    ...blankVideo(videoId, missing, ['category']),
    alt_ids: number === null ? [] : [`av${number}`],
    url: joined(SITE, '/video/', segment(videoId)),
    ...publishedUnix(record.pubdate),
    thumbnails: thumbnails([record.pic], SITE),
  };
}

/** Advertisements, users and articles stand among the videos. */
function fromSearch(record: Json): Readable {
  if (text(record.type) !== null && record.type !== 'video') return LEFT_OUT;
  const video = videoOf(record, SEARCH_MISSING);
  if (video === null) return null;
  return {
    ...video,
    title: plain(record.title),
    ...prose(record.description, (words) => stripHtml(unixLines(words))),
    tags: splitTags(texts(record.tag), ','),
    category: text(record.typename),
    duration_ms: clockDurationMs(record.duration),
    author: authorOf(id(record.mid), record.author, record.upic),
    stats: {
      ...unknownStats,
      views: count(record.play),
      likes: count(record.like),
      comments: count(record.review),
      saves: count(record.favorites),
      danmaku: count(record.video_review),
    },
  };
}

/** The words that were searched for are marked in a title. */
function plain(value: unknown): string | null {
  const words = text(value);
  return words === null ? null : stripHtml(words) || null;
}

function fromPage(record: Json): Readable {
  const video = videoOf(record, VIDEO_MISSING);
  if (video === null) return null;
  if ((number(record.state) ?? 0) < 0) return LEFT_OUT;
  const owner = object(record.owner);
  const stat = object(record.stat);
  return {
    ...video,
    title: text(record.title),
    ...prose(record.desc, unixLines),
    category: text(record.tname),
    duration_ms: secondsToMs(record.duration),
    ...size(record.dimension),
    author: authorOf(id(owner.mid), owner.name, owner.face),
    stats: {
      ...unknownStats,
      views: count(stat.view),
      likes: count(stat.like),
      comments: count(stat.reply),
      shares: count(stat.share),
      saves: count(stat.favorite),
      danmaku: count(stat.danmaku),
    },
  };
}

function authorOf(authorId: string | null, name: unknown, face: unknown) {
  return {
    ...unknownAuthor,
    id: authorId,
    name: plain(name),
    url: authorId && joined('https://space.bilibili.com/', segment(authorId)),
    avatar_url: url(face, SITE),
  };
}
