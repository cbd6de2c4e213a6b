// The popular videos of a PeerTube instance: by views of the last days, as many as the instance is set to (usually seven), or by all views.
// The order by recent views has no second key: pages of 10 repeat some videos and lose others. So every request is for 100 at once, and
// callers get parts of that.
import type { PopularTable } from '../../domain/search-filters.ts';
import type { ParsedVideo } from '../../domain/video.ts';
import type {
  AttemptFailure,
  ConnectorOperations,
  End,
  Page,
  PopularInput,
  Provider,
  UpstreamRequest,
  UpstreamResponse,
} from '../connector.ts';
import { badResponse, notPublic, unreadable } from '../parsing/failures.ts';
import { count } from '../parsing/fields.ts';
import { isObject, object, parseJson } from '../parsing/json.ts';
import { numberedPage, placeOf } from '../parsing/numbered-pages.ts';
import { classifyPage, nsfwChoice, PEERTUBE_PAGE_MAX, peertubeRequest } from './peertube-answers.ts';
import { isPublic, LISTED_MISSING, listedVideo } from './peertube-record.ts';

const SIZES = { min: PEERTUBE_PAGE_MAX, max: PEERTUBE_PAGE_MAX };

const FILTERS: PopularTable = { category: 'exact', 'period=all': 'exact' };

export const peertubePopular: ConnectorOperations['video.popular'] = {
  request: popularRequest,
  parse: parsePopular,
  filters: () => FILTERS,
  pageItemsMax: PEERTUBE_PAGE_MAX,
  missing: LISTED_MISSING,
  cost: 1,
};

function popularRequest(input: PopularInput, provider: Provider): UpstreamRequest {
  const { page, size } = placeOf(input, SIZES);
  return peertubeRequest(provider, '/videos', {
    start: (page - 1) * size,
    count: size,
    sort: input.period === 'all' ? '-views' : '-trending',
    ...(input.category !== undefined && { 'categoryOneOf[]': categoryNumber(input.category) }),
    ...nsfwChoice(provider),
  });
}

/** The names of an instance in English, from 1. Plugins may add others, which have numbers too. */
const CATEGORIES = [
  'music',
  'films',
  'vehicles',
  'art',
  'sports',
  'travels',
  'gaming',
  'people',
  'comedy',
  'entertainment',
  'news & politics',
  'how to',
  'education',
  'activism',
  'science & technology',
  'animals',
  'kids',
  'food',
];
/** An instance answers 500 to a number beyond 32 bits. No plugin has so long a number. */
const TOO_LONG = /^[-+]?\d{7,}$/;

/** An instance refuses a category that is no number, so a name that it does not have is refused as the caller's mistake. */
function categoryNumber(category: string): string {
  const place = CATEGORIES.indexOf(category.trim().toLowerCase());
  if (place >= 0) return String(place + 1);
  return TOO_LONG.test(category) ? `no ${category}` : category;
}

function parsePopular(
  response: UpstreamResponse,
  input: PopularInput,
  provider: Provider,
): Page<ParsedVideo> | AttemptFailure {
  const body = parseJson(response.body, input.wantsRaw);
  if (response.status !== 200) return classifyPage(response, body, input);
  if (!isObject(body)) return unreadable(response);
  if (!Array.isArray(body.data)) return badResponse('the answer has no list');
  const records = body.data;
  const isWhole = input.bodyIsAnswer === true;
  if (isWhole && records.some((record) => !isPublic(object(record)))) return notPublic();
  const place = placeOf(input, SIZES);
  const total = count(body.total);
  const upstream = {
    records,
    end: endOf(place.page * place.size, total, input),
    total: total === null ? null : { value: total, relation: 'eq' as const },
  };
  return numberedPage(upstream, place, isWhole ? place.size : input.count, (record) =>
    listedVideo(record, provider),
  );
}

/** One request holds the order as it is; what comes after another request may have been given before, or lost. */
function endOf(reached: number, total: number | null, { period }: PopularInput): End {
  if (total === null || reached < total) return 'more';
  return period === 'all' || total <= PEERTUBE_PAGE_MAX ? 'exhausted' : 'unknown';
}
