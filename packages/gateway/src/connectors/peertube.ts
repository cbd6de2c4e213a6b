// Owns the adapter to PeerTube: one instance or the index of Sepia Search, which speak the same search. Sepia writes whole
// addresses, an instance paths of its own host; both become absolute here. Sends no credential and each parameter once. Must
// never send a keyword that an instance would look up instead of searching for it: a look-up checks no privacy.
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
import { badResponse, byStatus, failed, resetMs, retryAfterMs, unreadable } from './parsing/failures.ts';
import { count, id, segment } from './parsing/fields.ts';
import { isObject, type Json, object, parseJson } from './parsing/json.ts';
import { type AskedRange, askAt, readOffset, takeNew, writeOffset } from './parsing/offset.ts';
import { absent, foundVideo } from './parsing/one-video.ts';
import { isPublic, LISTED_MISSING, listedVideo, WHOLE_MISSING, wholeVideo } from './parsing/peertube.ts';

const PAGE_ITEMS_MAX = 100;
/** An instance answers 500 to a start beyond 64 bits; no walk comes near this either. */
const START_MAX = 1_000_000_000;
const NSFW_CHOICES = ['true', 'false', 'both'];

export const peertube: Connector = {
  name: 'peertube',
  facts: {
    website: 'https://joinpeertube.org',
    docs: 'https://docs.joinpeertube.org/api-rest-reference.html',
    baseUrl: null,
    platforms: null,
    keyNeeded: false,
    resale: 'yes',
    keyword:
      'An instance takes an http(s) address for a look-up that checks no privacy, and newer ones may do so ' +
      'with handles and ids. Such keywords go out with a space before them, which makes them text; what is ' +
      'marked as not public is never delivered.',
    cacheSeconds: { min: 0, max: null },
    notes:
      'base_url is an instance, or https://sepiasearch.org for all indexed instances. Whether answers may be sold is ' +
      'for the terms of that instance and the licence of each video: read them first. An instance allows about ' +
      '50 calls in 10 seconds.',
  },
  options: {
    nsfw: 'Sensitive videos: "true" for these alone, "false" for none, "both". Default: the instance decides.',
  },
  redirects: false,
  operations: {
    'video.search': {
      request: buildRequest,
      parse: parseResponse,
      pageItemsMax: PAGE_ITEMS_MAX,
      missing: LISTED_MISSING,
      cost: 1,
    },
    'video.get': {
      request: videoRequest,
      parse: parseVideo,
      missing: WHOLE_MISSING,
      cost: 1,
    },
  },
};

function buildRequest(input: SearchInput, provider: Provider): UpstreamRequest {
  const asked = askedOf(input);
  const query = new URLSearchParams({
    search: asText(input.keyword),
    start: String(asked.start),
    count: String(asked.count),
    sort: '-match',
  });
  const nsfw = provider.options.nsfw ?? '';
  if (NSFW_CHOICES.includes(nsfw)) query.set('nsfw', nsfw);
  return {
    method: 'GET',
    url: `${provider.baseUrl}/api/v1/search/videos?${query}`,
    headers: { accept: 'application/json', 'user-agent': provider.userAgent },
  };
}

/** An address of any scheme, whatever follows it; an id in its long or its short form. */
const LOOKED_UP = [
  /^[a-z][a-z0-9+.-]*:\S/i,
  /^\/\//,
  /^\{?[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}\}?$/i,
  /^[1-9A-Za-z]{22}$/,
];

/** What an instance looks up, or may in another version. Handles are single words: `@name@host`, `name@host`, `@name`. */
function isLookedUp(keyword: string): boolean {
  const isHandle = keyword.includes('@') && !/\s/.test(keyword);
  return isHandle || LOOKED_UP.some((form) => form.test(keyword));
}

/** One space before it makes a search of a look-up (seen on 8.2.3). */
function asText(keyword: string): string {
  const words = keyword.trim();
  return isLookedUp(words) ? ` ${words}` : keyword;
}

function askedOf(input: SearchInput): AskedRange {
  const place = readOffset(input);
  return askAt(input, PAGE_ITEMS_MAX, { ...place, next: Math.min(place.next, START_MAX) });
}

function parseResponse(
  response: UpstreamResponse,
  input: SearchInput,
  provider: Provider,
): Page | AttemptFailure {
  const body = parseJson(response.body, input.wantsRaw);
  if (response.status !== 200) return classifyPage(response, body, input);
  if (!isObject(body)) return unreadable(response);
  if (!Array.isArray(body.data)) return badResponse('the answer has no list of videos');
  if (input.bodyIsAnswer === true && body.data.some((record) => !isPublic(object(record))))
    return failed('refused', 'the answer holds videos that are not public');
  return toPage(body.data, count(body.total), input, provider);
}

function toPage(
  records: readonly unknown[],
  total: number | null,
  input: SearchInput,
  provider: Provider,
): Page | AttemptFailure {
  const asked = askedOf(input);
  const taken = takeNew(records, asked, input.count, (record) => listedVideo(record, provider));
  if ('kind' in taken) return taken;
  // By place, not by length: an instance leaves videos out of a page without filling it up.
  const next = asked.start + (taken.cut ?? asked.count);
  const end = endOf({ next, total, isEmpty: taken.isEmpty });
  return {
    kind: 'page',
    items: taken.items,
    cursor: end === 'more' ? writeOffset({ next, mark: taken.mark }) : null,
    end,
    total: total === null ? null : { value: total, relation: 'eq' },
  };
}

/** Only the total proves the end. */
function endOf({ next, total, isEmpty }: { next: number; total: number | null; isEmpty: boolean }): End {
  if (total !== null && next >= total) return 'exhausted';
  if (isEmpty) return 'unknown';
  return next > START_MAX ? 'upstream_cap' : 'more';
}

function classifyPage(response: UpstreamResponse, body: unknown, input: SearchInput): Page | AttemptFailure {
  const isBeyond = response.status === 400 && input.cursor !== null && rejectedOf(body).start !== undefined;
  if (isBeyond) return { kind: 'page', items: [], cursor: null, end: 'upstream_cap', total: null };
  return classify(response, body);
}

/** Error texts echo the query and inner addresses: nothing of them goes on. */
function classify(response: UpstreamResponse, body: unknown): AttemptFailure {
  const { status } = response;
  if (status === 429) {
    const waitMs = retryAfterMs(response) ?? resetMs(response, 'x-ratelimit-reset');
    return failed('rate_limited', 'status 429', waitMs);
  }
  if (status !== 400) return byStatus(response);
  // An unknown API path has an empty body: no PeerTube is there, and no other input would help.
  if (!isObject(body)) return badResponse('status 400 without a reason');
  return failed('input_rejected', `status 400 for ${Object.keys(rejectedOf(body)).join(', ').slice(0, 100)}`);
}

function rejectedOf(body: unknown): Json {
  const { 'invalid-params': invalid, errors } = object(body);
  return object(invalid ?? errors);
}

function videoRequest({ id: asked }: VideoInput, { baseUrl, userAgent }: Provider): UpstreamRequest {
  return {
    method: 'GET',
    url: `${baseUrl}/api/v1/videos/${segment(asked)}`,
    headers: { accept: 'application/json', 'user-agent': userAgent },
  };
}

function parseVideo(
  response: UpstreamResponse,
  input: VideoInput,
  provider: Provider,
): FoundRecord | Absent | AttemptFailure {
  const body = parseJson(response.body, input.wantsRaw);
  if (response.status !== 200) return classifyVideo(response, body, input);
  if (!isObject(body)) return unreadable(response);
  const names = [body.uuid, body.shortUUID, body.id].map(id);
  const asked = LONG_ID.test(input.id) ? input.id.toLowerCase() : input.id;
  // An unlisted video opens to who knows its id; that it may be shown to others is not said.
  return foundVideo(response, asked, { raw: body, names }, wholeVideo(body, provider));
}

const LONG_ID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** The forms of an id that are the same on every instance: long and short. A number is one instance's own. */
const SHARED_ID = /^(?:[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|[1-9A-Za-z]{22})$/i;

function classifyVideo(
  response: UpstreamResponse,
  body: unknown,
  { id: asked }: VideoInput,
): Absent | AttemptFailure {
  const { status } = response;
  // An instance answers 500 to a number beyond 32 bits: that is no fault of the instance.
  if (status === 404 || (status === 500 && !SHARED_ID.test(asked))) return absent();
  if ((status === 401 || status === 403) && isObject(body)) return keptBack(body);
  return classify(response, body);
}

/** We send no token: one that is called invalid was put there by somebody in between. */
function keptBack(body: Json): Absent | AttemptFailure {
  const { code } = body;
  if (code === 'invalid_token') return failed('refused', 'a token is called invalid, and none was sent');
  const isBehindPassword = code === 'video_requires_password' || code === 'incorrect_video_password';
  return absent(isBehindPassword ? 'password' : 'private');
}
