// Owns the adapter to Coub, where videos are loops of at most ten seconds. Its search and its channels are numbered pages that
// say how many there are. What is not public or was banned there is never delivered. Sends no credential.
import type {
  Absent,
  AttemptFailure,
  Connector,
  End,
  FoundRecord,
  Page,
  Provider,
  SearchInput,
  UpstreamRequest,
  UpstreamResponse,
  VideoInput,
} from './connector.ts';
import { isWithheld, LOOP_MISSING, toLoop } from './parsing/coub.ts';
import { foreignAnswer } from './parsing/echo.ts';
import { badResponse, byStatus, failed, unreadable } from './parsing/failures.ts';
import { count, segment, text } from './parsing/fields.ts';
import { isObject, type Json, object, parseJson } from './parsing/json.ts';
import { numberedPage, type Place, placeOf } from './parsing/paging.ts';
import { LEFT_OUT } from './parsing/video.ts';

const PAGE_SIZES = { min: 1, max: 25 };

export const coub: Connector = {
  name: 'coub',
  facts: {
    website: 'https://coub.com',
    docs: 'https://coub.com/dev/docs',
    baseUrl: 'https://coub.com/api/v2',
    platforms: ['coub'],
    keyNeeded: false,
    // Its terms do not say that answers may be sold.
    resale: 'no',
    keyword:
      'Text only: a coub is looked up by its permalink on another route. Nothing is known of operators. What ' +
      'says that it is not public, or banned, is not delivered.',
    cacheSeconds: { min: 0, max: null },
    notes:
      'Only at price 0: the licence of its answers is not clear. It has no order by relevance, so a search gives what ' +
      'is popular and new first. How often it may be asked is not documented.',
  },
  options: {},
  redirects: false,
  operations: {
    'video.search': {
      request: searchRequest,
      parse: parsePage,
      pageItemsMax: PAGE_SIZES.max,
      missing: LOOP_MISSING,
      cost: 1,
    },
    'video.get': {
      request: videoRequest,
      parse: parseVideo,
      missing: LOOP_MISSING,
      cost: 1,
    },
  },
};

function get(path: string, { baseUrl, userAgent }: Provider): UpstreamRequest {
  return {
    method: 'GET',
    url: `${baseUrl}/${path}`,
    headers: { accept: 'application/json', 'user-agent': userAgent },
  };
}

function searchRequest(input: SearchInput, provider: Provider): UpstreamRequest {
  const place = placeOf(input, PAGE_SIZES);
  const query = new URLSearchParams({ q: input.keyword, order_by: 'newest_popular', ...pageOf(place) });
  return get(`search/coubs?${query}`, provider);
}

function pageOf({ page, size }: Place) {
  return { page: String(page), per_page: String(size) };
}

function parsePage(response: UpstreamResponse, input: SearchInput): Page | AttemptFailure {
  if (response.status !== 200) return byStatus(response);
  const body = parseJson(response.body, input.wantsRaw);
  if (!isObject(body)) return unreadable(response);
  if (!Array.isArray(body.coubs)) return said(body);
  const place = placeOf(input, PAGE_SIZES);
  const foreign = foreignAnswer(response, body.page, place.page);
  if (foreign !== null) return foreign;
  if (input.bodyIsAnswer === true && body.coubs.some((record) => isWithheld(object(record))))
    return failed('refused', 'the answer holds coubs that are not public');
  const upstream = { records: body.coubs, end: endOf(body, place), total: null };
  return numberedPage(upstream, place, input.count, toLoop);
}

/** Without a list: an error of its own, or another shape. Its words may echo the question, so they stay here. */
function said(body: Json): AttemptFailure {
  return text(body.error) === null
    ? badResponse('the answer has no list of coubs')
    : failed('refused', 'an error in an answer of status 200');
}

/** Only the number of pages proves the end. */
function endOf({ total_pages }: Json, { page }: Place): End {
  const pages = count(total_pages);
  if (pages === null) return 'unknown';
  return page < pages ? 'more' : 'exhausted';
}

function videoRequest({ id }: VideoInput, provider: Provider): UpstreamRequest {
  return get(`coubs/${segment(id)}`, provider);
}

function parseVideo(response: UpstreamResponse, input: VideoInput): FoundRecord | Absent | AttemptFailure {
  if (response.status === 404) return { kind: 'absent', reason: 'unknown' };
  if (response.status !== 200) return byStatus(response);
  const body = parseJson(response.body, input.wantsRaw);
  if (!isObject(body)) return unreadable(response);
  const video = toLoop(body);
  if (video === LEFT_OUT) return { kind: 'absent', reason: 'private' };
  return video === null ? badResponse('the answer is no coub') : { kind: 'record', record: video, raw: body };
}
