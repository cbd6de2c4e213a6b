// The adapter to Pexels' video search. Its records have no title, date or counts. A title is derived from the address of the video's page;
// everything else stays null. The key is sent only in a header.
import { NO_RETENTION_RULES } from '../../domain/retention.ts';
import type { FilterTable } from '../../domain/search-filters.ts';
import type { ParsedVideo } from '../../domain/video.ts';
import type {
  Absent,
  AttemptFailure,
  Connector,
  End,
  FoundRecord,
  Page,
  PageInput,
  Provider,
  SearchInput,
  Total,
  UpstreamRequest,
  UpstreamResponse,
  VideoInput,
} from '../connector.ts';
import { blankVideo, unknownAuthor } from '../parsing/blank-records.ts';
import { foreignAnswer } from '../parsing/echoed-question.ts';
import { badResponse, byStatus, failed, resetMs, retryAfterMs, unreadable } from '../parsing/failures.ts';
import { count, id, secondsToMs, segment, size, text, texts, thumbnails, url } from '../parsing/fields.ts';
import { primaryLanguage, valued } from '../parsing/filters.ts';
import { absent, foundVideo } from '../parsing/found-videos.ts';
import { STOCK_IDS } from '../parsing/id-forms.ts';
import { array, isObject, type Json, object, parseJson } from '../parsing/json.ts';
import { numberedPage, type Place, placeOf } from '../parsing/numbered-pages.ts';

const PAGE_SIZES = { min: 1, max: 80 };
/** Pexels neither counts nor serves results beyond this. */
const RESULTS_MAX = 8_000;

/** Fields that this upstream never gives. */
const MISSING = [
  'alt_ids',
  'embed_url',
  'text',
  'language',
  'region',
  'published_at',
  'published_text',
  'stats.views',
  'stats.likes',
  'stats.comments',
  'stats.shares',
  'stats.saves',
  'stats.reposts',
  'stats.downloads',
  'stats.danmaku',
  'author.handle',
  'author.avatar_url',
  'author.verified',
  'author.followers',
  'license',
  'nsfw',
];

const FILTERS: FilterTable = {
  'sort=relevance': 'exact',
  duration_min: 'checked',
  duration_max: 'checked',
  language: 'preferred',
  // All its videos are free to use, under its own licence.
  license: 'preferred',
  orientation: 'exact',
  min_height: 'exact',
};
const SIZES = { 720: 'small', 1080: 'medium', 2160: 'large' };
/** Pexels rejects every other locale. */
const LOCALES = (
  'en-US pt-BR es-ES ca-ES de-DE it-IT fr-FR sv-SE id-ID pl-PL ja-JP zh-CN zh-TW ko-KR th-TH nl-NL hu-HU vi-VN cs-CZ da-DK ' +
  'fi-FI uk-UA el-GR ro-RO nb-NO sk-SK tr-TR ru-RU'
).split(' ');

export const pexels: Connector = {
  name: 'pexels',
  facts: {
    website: 'https://www.pexels.com',
    docs: 'https://www.pexels.com/api/documentation/',
    proof: { checkedAt: '2026-11', by: 'document', besides: { 'video.get': 'client' }, unproved: [] },
    // The version belongs to the address; the deprecated address of the search has no `/v1`.
    baseUrl: 'https://api.pexels.com/v1',
    platforms: ['pexels'],
    keyNeeded: true,
    resale: 'own-key',
    keyword: 'Text only: an id is looked up by another route.',
    retention: NO_RETENTION_RULES,
    notes:
      'Show a link back to Pexels, and name the maker where you can, wherever its videos are shown. Its terms ' +
      'forbid a replica of its own service. Free keys have 200 calls an hour and 20,000 a month.',
  },
  options: {},
  coverage: {
    fresh: null,
    notes: ['Titles are made from addresses: the platform has none.'],
    operations: { 'video.search': { itemsMax: RESULTS_MAX }, 'video.popular': { itemsMax: RESULTS_MAX } },
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
      parse: parseResponse,
      pageItemsMax: PAGE_SIZES.max,
      missing: MISSING,
      cost: 1,
      // It can be narrowed by size and duration alone.
      filters: () => ({}),
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
  const place = placeOf(input, PAGE_SIZES);
  const query = new URLSearchParams({
    query: input.keyword,
    page: String(place.page),
    per_page: String(place.size),
    ...valued({
      orientation: input.orientation,
      size: input.min_height && SIZES[input.min_height],
      locale: input.language && localeOf(input.language),
    }),
  });
  return get(provider, `${provider.baseUrl}/videos/search?${query}`);
}

function popularRequest(input: PageInput, provider: Provider): UpstreamRequest {
  const { page, size: pageSize } = placeOf(input, PAGE_SIZES);
  const query = new URLSearchParams({ page: String(page), per_page: String(pageSize) });
  return get(provider, `${provider.baseUrl}/videos/popular?${query}`);
}

function get({ token, userAgent }: Provider, address: string): UpstreamRequest {
  return {
    method: 'GET',
    url: address,
    headers: {
      accept: 'application/json',
      // Pexels takes the bare key, without a scheme such as `Bearer`.
      authorization: token ?? '',
      'user-agent': userAgent,
    },
  };
}

/** null for a language that Pexels does not support: the filter cannot be sent. */
function localeOf(language: string): string | null {
  if (/^zh-(?:Hant|TW|HK|MO)\b/.test(language)) return 'zh-TW';
  const exact = LOCALES.find((locale) => locale === language);
  return exact ?? LOCALES.find((locale) => locale.startsWith(`${primaryLanguage(language)}-`)) ?? null;
}

/** The path has the word `videos` twice, as in its documents. The address without a version is deprecated. */
function videoRequest({ id: asked }: VideoInput, provider: Provider): UpstreamRequest {
  return get(provider, `${provider.baseUrl}/videos/videos/${segment(asked)}`);
}

function parseVideo(
  response: UpstreamResponse,
  { id: asked, wantsRaw }: VideoInput,
): FoundRecord | Absent | AttemptFailure {
  const body = parseJson(response.body, wantsRaw);
  if (response.status === 404) return isObject(body) ? absent() : badResponse('status 404 without a reason');
  if (response.status !== 200) return classify(response);
  if (!isObject(body)) return unreadable(response);
  if (text(body.error) !== null) return failed('refused', 'an error in an answer of status 200');
  return foundVideo(response, asked, { raw: body, names: [id(body.id)] }, toVideo(body));
}

function parseResponse(response: UpstreamResponse, input: PageInput): Page | AttemptFailure {
  if (response.status !== 200) return classify(response);
  const body = parseJson(response.body, input.wantsRaw);
  if (!isObject(body)) return unreadable(response);
  if (text(body.error) !== null) return failed('refused', 'an error in an answer of status 200');
  if (!Array.isArray(body.videos)) return badResponse('the answer has no list of videos');
  const place = placeOf(input, PAGE_SIZES);
  const foreign = foreignAnswer(response, body.page, place.page);
  if (foreign !== null) return foreign;
  const upstream = { records: body.videos, end: endOf(body, place), total: toTotal(body.total_results) };
  return numberedPage(upstream, place, input.count, toVideo);
}

/** The reset header comes with good answers. It is also read from a refusal that has it. */
function classify(response: UpstreamResponse): AttemptFailure {
  if (response.status !== 429) return byStatus(response);
  return failed(
    'rate_limited',
    'status 429',
    retryAfterMs(response) ?? resetMs(response, 'x-ratelimit-reset'),
  );
}

/** A missing `next_page` ends the list only if the total agrees: a truncated answer lacks that field too. */
function endOf(body: Json, { page, size }: Place): End {
  if (text(body.next_page) !== null) return 'more';
  const total = count(body.total_results);
  if (total === null) return 'unknown';
  if (page * size < Math.min(total, RESULTS_MAX)) return 'unknown';
  return total < RESULTS_MAX ? 'exhausted' : 'upstream_cap';
}

function toTotal(value: unknown): Total | null {
  const total = count(value);
  if (total === null) return null;
  return { value: total, relation: total >= RESULTS_MAX ? 'capped' : 'eq' };
}

function toVideo(record: Json): ParsedVideo | null {
  const videoId = id(record.id);
  if (videoId === null) return null;
  const address = url(record.url);
  return {
    ...blankVideo(videoId, MISSING),
    url: address,
    title: titleFrom(address, videoId),
    tags: texts(record.tags),
    duration_ms: secondsToMs(record.duration),
    ...size(record),
    author: toAuthor(object(record.user)),
    thumbnails: toThumbnails(record),
  };
}

/**
 * `/video/a-cat-on-a-sofa-123/` gives the title "a cat on a sofa". Capitals and punctuation are lost and are not guessed. Without words
 * there is no title.
 */
function titleFrom(address: string | null, videoId: string): string | null {
  const slug = /\/video\/([^/?#]+)/.exec(address ?? '')?.[1];
  if (slug === undefined || !slug.endsWith(`-${videoId}`)) return null;
  const words = slug.slice(0, -videoId.length).replaceAll('-', ' ').trim();
  try {
    return text(decodeURIComponent(words));
  } catch {
    return text(words);
  }
}

function toAuthor(user: Json): ParsedVideo['author'] {
  return { ...unknownAuthor, id: id(user.id), name: text(user.name), url: url(user.url) };
}

/** The poster first, then the stills in their sequence. None states its size. */
function toThumbnails(record: Json): ParsedVideo['thumbnails'] {
  const stills = array(record.video_pictures).map((still) => object(still).picture);
  return thumbnails([record.image, ...stills]);
}
