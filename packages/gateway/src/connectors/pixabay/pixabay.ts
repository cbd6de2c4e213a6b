// The adapter to Pixabay's video search. Pixabay counts all matches but serves only the first 500, and states its refusals in plain text.
// The key travels in the query string, so nothing here may quote the address of a request.
import { NO_RETENTION_RULES } from '../../domain/retention.ts';
import type { FilterTable, PopularTable } from '../../domain/search-filters.ts';
import type { ParsedVideo } from '../../domain/video.ts';
import type {
  Absent,
  AttemptFailure,
  Connector,
  End,
  FoundRecord,
  Page,
  PageInput,
  PopularInput,
  Provider,
  SearchInput,
  Total,
  UpstreamRequest,
  UpstreamResponse,
  VideoInput,
} from '../connector.ts';
import { blankVideo, unknownAuthor, unknownStats } from '../parsing/blank-records.ts';
import { badResponse, byStatus, failed, resetMs, retryAfterMs, unreadable } from '../parsing/failures.ts';
import { count, id, secondsToMs, segment, size, text, thumbnails, url } from '../parsing/fields.ts';
import { primaryLanguage, valued } from '../parsing/filters.ts';
import { absent, foundVideo, listed, otherVideo } from '../parsing/found-videos.ts';
import { STOCK_IDS } from '../parsing/id-forms.ts';
import { isObject, type Json, object, parseJson } from '../parsing/json.ts';
import { fittingWords } from '../parsing/keyword-query.ts';
import { numberedPage, type Place, placeOf } from '../parsing/numbered-pages.ts';
import { joined } from '../parsing/text.ts';

/** A caller that wants one or two items gets a slice of a page of three. */
const PAGE_SIZES = { min: 3, max: 200 };
const RESULTS_MAX = 500;
/** Largest first. */
const RENDITIONS = ['large', 'medium', 'small', 'tiny'];

/** Fields that this upstream never gives. */
const MISSING = [
  'alt_ids',
  'embed_url',
  'title',
  'text',
  'language',
  'region',
  'published_at',
  'published_text',
  'stats.shares',
  'stats.saves',
  'stats.reposts',
  'stats.danmaku',
  'author.handle',
  'author.verified',
  'author.followers',
  'license',
  'nsfw',
];

const FILTERS: FilterTable = {
  // Its default order is the most popular first.
  'sort=newest': 'exact',
  duration_min: 'checked',
  duration_max: 'checked',
  language: 'preferred',
  // All its videos are free to use, under its own licence.
  license: 'preferred',
  safe: 'exact',
  orientation: 'checked',
  min_height: 'exact',
  tag: 'checked',
};
const POPULAR_FILTERS: PopularTable = { category: 'exact' };
/** All categories that Pixabay has. */
const CATEGORIES = (
  'backgrounds fashion nature science education feelings health people religion places animals industry computer food ' +
  'sports transportation travel buildings business music'
).split(' ');
/** Pixabay rejects a longer keyword. */
const KEYWORD_CHARS_MAX = 100;
/** Pixabay rejects every other language. */
const LANGUAGES = 'cs da de en es fr id it hu nl no pl pt ro sk fi sv tr vi th bg ru el ja ko zh'.split(' ');

export const pixabay: Connector = {
  name: 'pixabay',
  facts: {
    website: 'https://pixabay.com',
    docs: 'https://pixabay.com/api/docs/',
    proof: {
      checkedAt: '2026-11',
      by: 'document',
      unproved: ['What it does with a category that it does not have.'],
    },
    baseUrl: 'https://pixabay.com/api',
    platforms: ['pixabay'],
    keyNeeded: true,
    resale: 'own-key',
    keyword:
      'Text only: an id is looked up by another parameter. It takes 100 characters: of a longer keyword the words that ' +
      'fit are sent.',
    // Its terms require that answers are cached for 24 hours.
    retention: { ...NO_RETENTION_RULES, cache: { secondsMin: 86_400 } },
    notes:
      'Its terms want answers cached for 24 hours: give the cache room for a day of them. Say that the videos are from ' +
      'Pixabay wherever they are shown. 100 calls a minute for each key; only the first 500 matches can be had.',
  },
  options: {},
  coverage: {
    fresh: null,
    notes: [],
    operations: {
      'video.search': {
        itemsMax: RESULTS_MAX,
        notes: [`Of a keyword above ${KEYWORD_CHARS_MAX} characters, the words that fit are searched for.`],
      },
      'video.popular': { itemsMax: RESULTS_MAX },
    },
  },
  redirects: false,
  ids: STOCK_IDS,
  operations: {
    'video.search': {
      request: buildRequest,
      parse: parseResponse,
      pageItemsMax: PAGE_SIZES.max,
      missing: MISSING,
      cost: 1,
      filters: () => FILTERS,
    },
    'video.popular': {
      request: popularRequest,
      parse: parsePopular,
      pageItemsMax: PAGE_SIZES.max,
      missing: MISSING,
      cost: 1,
      filters: () => POPULAR_FILTERS,
    },
    'video.get': {
      request: ({ id: asked }, provider) => get(provider, { id: listed(asked, ',') }),
      parse: parseVideo,
      missing: MISSING,
      cost: 1,
    },
  },
};

function buildRequest(input: SearchInput, provider: Provider): UpstreamRequest {
  const place = placeOf(input, PAGE_SIZES);
  return get(provider, {
    q: fittingWords(input.keyword, KEYWORD_CHARS_MAX),
    page: String(place.page),
    per_page: String(place.size),
    ...valued({
      order: input.sort && 'latest',
      lang: LANGUAGES.find((known) => known === primaryLanguage(input.language ?? '')),
      safesearch: input.safe && String(input.safe !== 'off'),
      min_height: input.min_height,
    }),
  });
}

/** Without a keyword, all its videos match. */
function popularRequest(input: PopularInput, provider: Provider): UpstreamRequest {
  const place = placeOf(input, PAGE_SIZES);
  return get(provider, {
    order: 'popular',
    page: String(place.page),
    per_page: String(place.size),
    ...valued({ category: input.category?.toLowerCase() }),
  });
}

/** What Pixabay does with a category that it does not have is not documented; such an answer is not delivered. */
function parsePopular(response: UpstreamResponse, input: PopularInput): Page | AttemptFailure {
  const page = parseResponse(response, input);
  const isKnown = input.category === undefined || CATEGORIES.includes(input.category.toLowerCase());
  return isKnown || page.kind !== 'page' ? page : failed('input_rejected', 'there is no such category');
}

function get(provider: Provider, parameters: Record<string, string>): UpstreamRequest {
  const query = new URLSearchParams({ key: provider.token ?? '', ...parameters });
  return {
    method: 'GET',
    url: `${provider.baseUrl}/videos/?${query}`,
    headers: { accept: 'application/json', 'user-agent': provider.userAgent },
  };
}

/** An unknown id gives an empty list. A text that cannot be an id gives an error sentence. */
function parseVideo(
  response: UpstreamResponse,
  { id: asked, wantsRaw }: VideoInput,
): FoundRecord | Absent | AttemptFailure {
  if (response.status === 400) return /"id"/.test(response.body) ? absent() : refusedBy(response.body);
  if (response.status !== 200) return classify(response);
  const body = parseJson(response.body, wantsRaw);
  if (!isObject(body)) return unreadable(response);
  if (!Array.isArray(body.hits)) return badResponse('the answer has no list of hits');
  if (body.hits.length > 1) return otherVideo(response);
  const [hit] = body.hits.map(object);
  if (hit === undefined)
    return count(body.totalHits) === 0 ? absent() : badResponse('hits that are counted are not there');
  return foundVideo(response, asked, { raw: hit, names: [id(hit.id)] }, toVideo(hit));
}

function parseResponse(response: UpstreamResponse, input: PageInput): Page | AttemptFailure {
  const place = placeOf(input, PAGE_SIZES);
  if (response.status === 400) return parseSentence(response.body, place);
  if (response.status !== 200) return classify(response);
  const body = parseJson(response.body, input.wantsRaw);
  if (!isObject(body)) return unreadable(response);
  if (!Array.isArray(body.hits)) return badResponse('the answer has no list of hits');
  const reachable = count(body.totalHits);
  if (reachable === null) return badResponse('the answer does not say how many hits can be had');
  const isCapped = reachable < (count(body.total) ?? (reachable >= RESULTS_MAX ? Infinity : 0));
  const total: Total = { value: reachable, relation: isCapped ? 'capped' : 'eq' };
  const upstream = { records: body.hits, end: endOf(place, total), total };
  return numberedPage(upstream, place, input.count, toVideo);
}

function endOf({ page, size: pageSize }: Place, total: Total): End {
  if (page * pageSize < total.value) return 'more';
  return total.relation === 'capped' ? 'upstream_cap' : 'exhausted';
}

/**
 * An answer with status 400 is one sentence. A page number past the last is how Pixabay ends a list that shrank during the walk. The other
 * sentences are failures; an unknown sentence is not blamed on the caller.
 */
function parseSentence(sentence: string, { page, size: pageSize }: Place): Page | AttemptFailure {
  if (page > 1 && /"page" is out of valid range/.test(sentence)) {
    const end = (page - 1) * pageSize >= RESULTS_MAX ? 'upstream_cap' : 'exhausted';
    return { kind: 'page', items: [], cursor: null, end, total: null };
  }
  return refusedBy(sentence);
}

function refusedBy(sentence: string): AttemptFailure {
  if (/api key/i.test(sentence)) return failed('refused', 'status 400: the key is not accepted');
  if (/"q"/.test(sentence)) return failed('input_rejected', 'status 400: the keyword is not accepted');
  if (/"category"/.test(sentence)) return failed('input_rejected', 'status 400: there is no such category');
  return badResponse('status 400');
}

function classify(response: UpstreamResponse): AttemptFailure {
  if (response.status !== 429) return byStatus(response);
  return failed(
    'rate_limited',
    'status 429',
    retryAfterMs(response) ?? resetMs(response, 'x-ratelimit-reset'),
  );
}

function toVideo(record: Json): ParsedVideo | null {
  const videoId = id(record.id);
  if (videoId === null) return null;
  const files = object(record.videos);
  const renditions = RENDITIONS.map((name) => object(files[name]));
  // A size that a video does not have is listed too, with an empty address and zeros.
  const largest = renditions.find((rendition) => text(rendition.url) !== null);
  return {
    ...blankVideo(videoId, MISSING),
    url: url(record.pageURL),
    tags: toTags(record.tags),
    duration_ms: secondsToMs(record.duration),
    ...size(largest),
    author: toAuthor(record),
    stats: toStats(record),
    thumbnails: thumbnails([...renditions.map(({ thumbnail }) => thumbnail), ...pictureOf(record)]),
  };
}

/** Older answers give only the id of a picture; its address follows from the documents. */
function pictureOf({ picture_id }: Json): unknown[] {
  const picture = id(picture_id);
  if (picture === null) return [];
  const address = joined('https://i.vimeocdn.com/video/', segment(picture), '_640x360.jpg');
  return [{ url: address, width: 640, height: 360 }];
}

/** Tags are one string: "cat, pet, on the sofa". */
function toTags(value: unknown): string[] {
  return (text(value) ?? '').split(',').flatMap((tag) => text(tag.trim()) ?? []);
}

function toAuthor(record: Json): ParsedVideo['author'] {
  const userId = id(record.user_id);
  const name = text(record.user);
  // The documented form of a profile's address, which needs both the name and the id.
  const profile =
    userId !== null && name !== null
      ? joined('https://pixabay.com/users/', encodeURIComponent(name.toWellFormed()), '-', userId, '/')
      : null;
  return { ...unknownAuthor, id: userId, name, url: profile, avatar_url: url(record.userImageURL) };
}

function toStats(record: Json): ParsedVideo['stats'] {
  return {
    ...unknownStats,
    views: count(record.views),
    likes: count(record.likes),
    comments: count(record.comments),
    downloads: count(record.downloads),
  };
}
