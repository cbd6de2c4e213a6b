// Owns the adapter to the embedded library, which is asked and answers like any upstream across the network. Pure:
// the `library:` transport does the work. Must never trust the answer's shape: what is no page becomes bad_response.
import type { ParsedVideo } from '../domain/video.ts';
import type {
  Absent,
  AttemptFailure,
  Connector,
  FoundRecord,
  Page,
  Provider,
  SearchInput,
  Total,
  UpstreamRequest,
  UpstreamResponse,
  VideoInput,
} from './connector.ts';
import { badResponse, unreadable } from './parsing/failures.ts';
import { count, flag, segment, text, texts, thumbnails } from './parsing/fields.ts';
import { array, isObject, type Json, object, parseJson } from './parsing/json.ts';
import { absent, foundVideo } from './parsing/one-video.ts';
import { joined } from './parsing/text.ts';

/** A generated picture's size; see the library's thumbnails. */
const PICTURE = { width: 640, height: 360 };

/** Fields that the library never gives. */
const MISSING = ['published_text', 'approx'];

export const library: Connector = {
  name: 'library',
  facts: {
    website: 'embedded',
    docs: 'docs/guides/library.md',
    baseUrl: 'library://local',
    platforms: null,
    keyNeeded: false,
    resale: 'yes',
    keyword: "Words of the library's own index; there are no operators, and an address or an id is text.",
    // It answers from this machine at once, and an import must show with the next search.
    cacheSeconds: { min: 0, max: 0 },
    notes: null,
  },
  options: {},
  redirects: false,
  operations: {
    'video.search': {
      request: buildRequest,
      parse: parseResponse,
      pageItemsMax: 50,
      missing: MISSING,
      cost: 1,
    },
    'video.get': {
      request: videoRequest,
      parse: parseVideo,
      missing: MISSING,
      cost: 1,
    },
  },
};

function buildRequest(input: SearchInput): UpstreamRequest {
  const query = new URLSearchParams({ q: input.keyword, count: String(input.count) });
  if (input.cursor !== null) query.set('cursor', input.cursor);
  return { method: 'GET', url: `library://local/search?${query}`, headers: {} };
}

function parseResponse(
  response: UpstreamResponse,
  input: SearchInput,
  provider: Provider,
): Page | AttemptFailure {
  if (response.status !== 200) return classify(response);
  const body = parseJson(response.body, input.wantsRaw);
  if (!isObject(body)) return unreadable(response);
  if (!Array.isArray(body.results)) return badResponse('the answer is no result page');
  const cursor = body.cursor ?? null;
  if (cursor !== null && (typeof cursor !== 'string' || cursor === ''))
    return badResponse('the cursor is no text');
  const items: Page['items'] = [];
  for (const record of body.results) {
    if (!isObject(record) || typeof record.id !== 'string') return badResponse('a result has no id');
    // The library writes each record with JSON.stringify, so writing it again gives its text byte for byte.
    items.push({ record: toVideo(record, record.id, provider), raw: record });
  }
  return {
    kind: 'page',
    items,
    cursor,
    end: cursor === null ? lastEnd(body.end) : 'more',
    total: toTotal(body.total),
  };
}

function videoRequest({ id }: VideoInput): UpstreamRequest {
  const query = new URLSearchParams({ id });
  return { method: 'GET', url: `library://local/record?${query}`, headers: {} };
}

function parseVideo(
  response: UpstreamResponse,
  input: VideoInput,
  provider: Provider,
): FoundRecord | Absent | AttemptFailure {
  const body = parseJson(response.body, input.wantsRaw);
  if (response.status === 404 && object(body).absent === true) return absent();
  if (response.status !== 200) return classify(response);
  if (!isObject(body)) return unreadable(response);
  if (typeof body.id !== 'string') return badResponse('the record has no id');
  const video = toVideo(body, body.id, provider);
  return foundVideo(response, input.id, { raw: body, names: [body.id] }, video);
}

/** A search that was ended before its time says so. */
function lastEnd(said: unknown): Page['end'] {
  return said === 'upstream_cap' ? said : 'exhausted';
}

function classify(response: UpstreamResponse): AttemptFailure {
  const said = object(parseJson(response.body, false)).error;
  const detail = `status ${response.status}: ${typeof said === 'string' ? said.slice(0, 200) : 'no reason given'}`;
  if (response.status === 400) return { kind: 'input_rejected', detail };
  if (response.status === 404) return { kind: 'not_found', detail };
  if (response.status === 504) return { kind: 'timeout', detail };
  return { kind: response.status === 503 ? 'unavailable' : 'bad_response', detail };
}

function toVideo(record: Json, id: string, provider: Provider): ParsedVideo {
  return {
    id,
    alt_ids: texts(record.alt_ids),
    url: text(record.url),
    embed_url: text(record.embed_url),
    kind: record.kind === 'images' || record.kind === 'live' ? record.kind : 'video',
    title: text(record.title),
    text: text(record.text),
    text_truncated: record.text_truncated === true,
    tags: texts(record.tags),
    language: text(record.language),
    region: text(record.region),
    published_at: text(record.published_at),
    published_precision: precision(record.published_precision),
    published_text: null,
    duration_ms: count(record.duration_ms),
    width: count(record.width),
    height: count(record.height),
    author: toAuthor(object(record.author)),
    stats: toStats(object(record.stats)),
    approx: [],
    thumbnails: toThumbnails(record, id, provider),
    license: isObject(record.license)
      ? { name: text(record.license.name), url: text(record.license.url) }
      : null,
    nsfw: flag(record.nsfw),
    missing: MISSING,
  };
}

function toAuthor(author: Json): ParsedVideo['author'] {
  return {
    id: text(author.id),
    handle: text(author.handle),
    name: text(author.name),
    url: text(author.url),
    avatar_url: text(author.avatar_url),
    verified: flag(author.verified),
    followers: count(author.followers),
  };
}

function toStats(stats: Json): ParsedVideo['stats'] {
  return {
    views: count(stats.views),
    likes: count(stats.likes),
    comments: count(stats.comments),
    shares: count(stats.shares),
    saves: count(stats.saves),
    reposts: count(stats.reposts),
    downloads: count(stats.downloads),
    danmaku: count(stats.danmaku),
  };
}

/** A record without pictures gets the one the gateway draws for it. */
function toThumbnails(record: Json, id: string, provider: Provider): ParsedVideo['thumbnails'] {
  const given = thumbnails(array(record.thumbnails));
  if (given.length > 0) return given;
  return [
    { url: joined(provider.publicUrl, '/api/library/v1/thumbnails/', segment(id), '.svg'), ...PICTURE },
  ];
}

function toTotal(total: unknown): Total | null {
  if (!isObject(total)) return null;
  const value = count(total.value);
  return value === null ? null : { value, relation: total.relation === 'eq' ? 'eq' : 'capped' };
}

function precision(value: unknown): ParsedVideo['published_precision'] {
  return value === 'ms' || value === 's' || value === 'day' ? value : null;
}
