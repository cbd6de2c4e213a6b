// Owns the adapter to Dailymotion's public search. An error object may come with any status, so it is looked for before
// anything else. A search serves its first 1,000 results and no more; the last of them is a cap, not an end.
import type { ParsedVideo } from '../domain/video.ts';
import type {
  AttemptFailure,
  Connector,
  End,
  Page,
  Provider,
  SearchInput,
  Total,
  UpstreamRequest,
  UpstreamResponse,
} from './connector.ts';
import { badResponse, byStatus, failed, retryAfterMs, unreadable } from './parsing/failures.ts';
import {
  count,
  decoded,
  id,
  publishedSeconds,
  secondsToMs,
  segment,
  size,
  text,
  texts,
  thumbnails,
  url,
} from './parsing/fields.ts';
import { array, isObject, type Json, object, parseJson } from './parsing/json.ts';
import { numberedPage, type Place, placeOf } from './parsing/paging.ts';
import { joined, stripHtml, unixLines } from './parsing/text.ts';
import { blankVideo, unknownAuthor, unknownStats } from './parsing/video.ts';
import { samples } from './samples/dailymotion.ts';

/** No page number beyond 100 is served, so pages of fewer than 10 would not reach the 1,000th result: ours are slices. */
const PAGE_SIZES = { min: 10, max: 100 };
const RESULTS_MAX = 1_000;
const SITE = 'https://www.dailymotion.com';
const FIELDS = [
  'id',
  'title',
  'description',
  'created_time',
  'duration',
  'url',
  'thumbnail_360_url',
  'thumbnail_720_url',
  'allow_embed',
  'tags',
  'language',
  'country',
  'width',
  'height',
  'views_total',
  'likes_total',
  'owner.id',
  'owner.screenname',
];

/** Fields that this upstream never gives in a search. */
const MISSING = [
  'alt_ids',
  'published_text',
  'author.handle',
  'author.url',
  'author.avatar_url',
  'author.verified',
  'author.followers',
  'stats.comments',
  'stats.shares',
  'stats.saves',
  'stats.reposts',
  'stats.downloads',
  'stats.danmaku',
  'license',
  'nsfw',
];

export const dailymotion: Connector = {
  name: 'dailymotion',
  facts: {
    website: SITE,
    docs: 'https://developers.dailymotion.com/api/platform-api/reference/',
    baseUrl: 'https://api.dailymotion.com',
    platforms: ['dailymotion'],
    keyNeeded: false,
    resale: 'yes',
    keyword:
      'Text only: an address or an id is looked up by other routes, which are never called. What says that ' +
      'it is private is not delivered.',
    cacheSeconds: { min: 0, max: null },
    notes:
      'Whether answers may be sold is not established: read its terms first. A search ends at its first 1,000 results, ' +
      'and its total is a guess.',
  },
  options: { family_filter: '"false" lets in what is marked as explicit. Default: the platform decides.' },
  redirects: false,
  operations: {
    'video.search': {
      request: buildRequest,
      parse: parseResponse,
      pageItemsMax: PAGE_SIZES.max,
      missing: MISSING,
      cost: 1,
      samples,
    },
  },
};

function buildRequest(input: SearchInput, provider: Provider): UpstreamRequest {
  const place = placeOf(input, PAGE_SIZES);
  const query = new URLSearchParams({
    search: input.keyword,
    fields: FIELDS.join(','),
    sort: 'relevance',
    limit: String(place.size),
    page: String(place.page),
  });
  if (provider.options.family_filter === 'false') query.set('family_filter', 'false');
  return {
    method: 'GET',
    url: `${provider.baseUrl}/videos?${query}`,
    headers: { accept: 'application/json', 'user-agent': provider.userAgent },
  };
}

function parseResponse(response: UpstreamResponse, input: SearchInput): Page | AttemptFailure {
  const body = parseJson(response.body, input.wantsRaw);
  if (isObject(body) && body.error !== undefined) return classify(response, object(body.error));
  if (response.status !== 200) return byStatus(response);
  if (!isObject(body)) return unreadable(response);
  if (!Array.isArray(body.list)) return badResponse('the answer has no list of videos');
  const place = placeOf(input, PAGE_SIZES);
  const upstream = { records: body.list, end: endOf(body, place), total: toTotal(body.total) };
  return numberedPage(upstream, place, input.count, toVideo);
}

/** The code in the error object is the real one: the status of the answer may be anything. */
function classify(response: UpstreamResponse, error: Json): AttemptFailure {
  const status = count(error.code) ?? response.status;
  const type = text(error.type) ?? '';
  if (/rate_limit|too_many|quota/.test(type))
    return failed('rate_limited', `an error of type ${type.slice(0, 50)}`, retryAfterMs(response));
  return byStatus({ ...response, status });
}

/** At the cap "no more" is said as well, whatever there would be. */
function endOf({ has_more, list }: Json, { page, size: limit }: Place): End {
  const reached = (page - 1) * limit + array(list).length;
  if (has_more === true) return page * limit >= RESULTS_MAX ? 'upstream_cap' : 'more';
  if (has_more !== false) return 'unknown';
  return reached >= RESULTS_MAX ? 'upstream_cap' : 'exhausted';
}

/** A guess by the platform's own word. */
function toTotal(value: unknown): Total | null {
  const total = count(value);
  return total === null ? null : { value: total, relation: 'approx' };
}

function toVideo(record: Json): ParsedVideo | null {
  const videoId = id(record.id);
  if (videoId === null) return null;
  const description = text(record.description);
  return {
    ...blankVideo(videoId, MISSING),
    url: url(record.url),
    embed_url: record.allow_embed === true ? joined(SITE, '/embed/video/', segment(videoId)) : null,
    title: decoded(record.title),
    text: (description && stripHtml(unixLines(description))) || null,
    tags: texts(record.tags),
    language: text(record.language),
    region: text(record.country),
    ...publishedSeconds(record.created_time),
    duration_ms: secondsToMs(record.duration),
    ...size(record),
    author: { ...unknownAuthor, id: id(record['owner.id']), name: decoded(record['owner.screenname']) },
    stats: { ...unknownStats, views: count(record.views_total), likes: count(record.likes_total) },
    thumbnails: toThumbnails(record),
  };
}

/** Named after their height; the width depends on the video. */
function toThumbnails(record: Json): ParsedVideo['thumbnails'] {
  return thumbnails([
    { url: record.thumbnail_720_url, height: 720 },
    { url: record.thumbnail_360_url, height: 360 },
  ]);
}
