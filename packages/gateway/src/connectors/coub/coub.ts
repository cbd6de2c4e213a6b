// The adapter to Coub, where videos are loops of at most ten seconds. Its search and its channels have numbered pages and state how many
// there are. Private and banned videos are never delivered. Sends no credential.

import type { ParsedAuthor } from '../../domain/author.ts';
import { NO_RETENTION_RULES } from '../../domain/retention.ts';
import type {
  Absent,
  AttemptFailure,
  AuthorChoice,
  AuthorInput,
  AuthorVideosInput,
  Connector,
  End,
  FoundRecord,
  Page,
  PageInput,
  Provider,
  SearchInput,
  UpstreamRequest,
  UpstreamResponse,
  VideoInput,
} from '../connector.ts';
import { foreignAnswer } from '../parsing/echoed-question.ts';
import { badResponse, byStatus, failed, notPublic, unreadable, withoutReason } from '../parsing/failures.ts';
import { count, id, segment, text } from '../parsing/fields.ts';
import { RECORD_CHECKS } from '../parsing/filters.ts';
import { absent, foundVideo, otherAuthor } from '../parsing/found-videos.ts';
import { COUB_IDS } from '../parsing/id-forms.ts';
import { isObject, type Json, object, parseJson } from '../parsing/json.ts';
import { numberedPage, type Place, placeOf } from '../parsing/numbered-pages.ts';
import { CHANNEL_MISSING, isWithheld, LOOP_MISSING, toChannel, toLoop } from './coub-record.ts';

const PAGE_SIZES = { min: 1, max: 25 };

export const coub: Connector = {
  name: 'coub',
  facts: {
    website: 'https://coub.com',
    docs: 'https://coub.com/dev/docs',
    proof: { checkedAt: '2026-11', by: 'document', unproved: ['How often it may be asked.'] },
    baseUrl: 'https://coub.com/api/v2',
    platforms: ['coub'],
    keyNeeded: false,
    // Its terms do not allow selling its answers.
    resale: 'no',
    keyword:
      'Text only: a coub is looked up by its permalink on another route. Nothing is known of operators. What ' +
      'says that it is not public, or banned, is not delivered.',
    retention: NO_RETENTION_RULES,
    notes:
      'Only at price 0: the licence of its answers is not clear. It has no order by relevance, so a search gives what ' +
      'is popular and new first. How often it may be asked is not documented.',
  },
  options: {},
  coverage: {
    fresh: null,
    notes: ['Videos are loops of at most ten seconds.'],
    operations: {
      'video.search': { notes: ['Popular and new videos come first: there is no order by relevance.'] },
    },
  },
  redirects: false,
  ids: COUB_IDS,
  operations: {
    'video.search': {
      request: searchRequest,
      parse: parsePage,
      pageItemsMax: PAGE_SIZES.max,
      missing: LOOP_MISSING,
      cost: 1,
      filters: () => RECORD_CHECKS,
    },
    'video.get': {
      request: videoRequest,
      parse: parseVideo,
      missing: LOOP_MISSING,
      cost: 1,
    },
    'author.videos': {
      request: channelVideosRequest,
      parse: parseChannelVideos,
      sorts: ['newest', 'views'],
      pageItemsMax: PAGE_SIZES.max,
      missing: LOOP_MISSING,
      cost: 1,
    },
    'author.get': {
      request: channelRequest,
      parse: parseChannel,
      missing: CHANNEL_MISSING,
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

function parsePage(response: UpstreamResponse, input: PageInput): Page | AttemptFailure {
  if (response.status !== 200) return byStatus(response);
  const body = parseJson(response.body, input.wantsRaw);
  if (!isObject(body)) return unreadable(response);
  if (!Array.isArray(body.coubs)) return said(body);
  const place = placeOf(input, PAGE_SIZES);
  const foreign = foreignAnswer(response, body.page, place.page);
  if (foreign !== null) return foreign;
  if (input.bodyIsAnswer === true && body.coubs.some((record) => isWithheld(object(record))))
    return notPublic();
  const upstream = { records: body.coubs, end: endOf(body, place), total: null };
  return numberedPage(upstream, place, input.count, toLoop);
}

/** An answer without a list is an error, or has a shape that we do not know. Its text may repeat the question, so it is not passed on. */
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

function videoRequest(input: VideoInput, provider: Provider): UpstreamRequest {
  return get(`coubs/${segment(input.id)}`, provider);
}

function parseVideo(response: UpstreamResponse, input: VideoInput): FoundRecord | Absent | AttemptFailure {
  if (isUnknown(response)) return absent();
  if (response.status !== 200) return withoutReason(response);
  const body = parseJson(response.body, input.wantsRaw);
  if (!isObject(body)) return unreadable(response);
  const error = text(body.error);
  if (error !== null) return /not found|deleted/i.test(error) ? absent() : said(body);
  const names = [text(body.permalink), id(body.id)];
  return foundVideo(response, input.id, { raw: body, names }, toLoop(body));
}

/** A 404 from Coub has a JSON body; a 404 from a proxy in between has not. */
function isUnknown({ status, body }: UpstreamResponse): boolean {
  return status === 404 && isObject(parseJson(body, false));
}

const ORDERS = { newest: 'newest', views: 'views_count' };

/** A channel has a number and a permalink; the permalink is its handle. */
function channelOf({ author_id, handle }: AuthorChoice): string {
  return segment(author_id ?? handle ?? '');
}

/** Only loops that the channel made itself; reposts are left out. */
function channelVideosRequest(input: AuthorVideosInput, provider: Provider): UpstreamRequest {
  const place = placeOf(input, PAGE_SIZES);
  const query = new URLSearchParams({ type: 'simples', order_by: ORDERS[input.sort], ...pageOf(place) });
  return get(`timeline/channel/${channelOf(input)}?${query}`, provider);
}

function parseChannelVideos(
  response: UpstreamResponse,
  input: AuthorVideosInput,
): Page | Absent | AttemptFailure {
  return isUnknown(response) ? absent() : parsePage(response, input);
}

function channelRequest(input: AuthorInput, provider: Provider): UpstreamRequest {
  return get(`channels/${channelOf(input)}`, provider);
}

function parseChannel(
  response: UpstreamResponse,
  input: AuthorInput,
): FoundRecord<ParsedAuthor> | Absent | AttemptFailure {
  if (isUnknown(response)) return absent();
  if (response.status !== 200) return withoutReason(response);
  const body = parseJson(response.body, input.wantsRaw);
  if (!isObject(body)) return unreadable(response);
  const raw = isObject(body.channel) ? body.channel : body;
  const channel = toChannel(raw);
  if (channel === null) return badResponse('the answer is no channel');
  return isOther(channel, input) ? otherAuthor(response) : { kind: 'record', record: channel, raw };
}

/** An old permalink leads to the channel's new one, but a number never changes. */
function isOther(channel: ParsedAuthor, { author_id }: AuthorInput): boolean {
  return author_id !== undefined && author_id !== channel.id && author_id !== channel.handle;
}
