// Owns the adapter to PeerTube: one instance or the index of Sepia Search, which speak the same search. Sepia writes whole
// addresses, an instance paths of its own host; both become absolute here. Sends no credential and each parameter once. Must
// never send a keyword that an instance would look up instead of searching for it: a look-up checks no privacy.
import type { ParsedVideo } from '../domain/video.ts';
import type {
  AttemptFailure,
  Connector,
  End,
  Page,
  Provider,
  SearchInput,
  UpstreamRequest,
  UpstreamResponse,
} from './connector.ts';
import { badResponse, byStatus, failed, resetMs, retryAfterMs, unreadable } from './parsing/failures.ts';
import {
  count,
  flag,
  id,
  type Published,
  publishedIso,
  secondsToMs,
  text,
  texts,
  thumbnails,
  url,
} from './parsing/fields.ts';
import { array, isObject, type Json, object, parseJson } from './parsing/json.ts';
import { type Asked, askAt, readOffset, takeNew, writeOffset } from './parsing/offset.ts';
import { joined, unixLines } from './parsing/text.ts';
import { originOf } from './parsing/url.ts';
import { blankVideo, LEFT_OUT, type Readable, unknownAuthor, unknownStats } from './parsing/video.ts';
import { samples } from './samples/peertube.ts';

const PAGE_ITEMS_MAX = 100;
/** An instance answers 500 to a start beyond 64 bits; no walk comes near this either. */
const START_MAX = 1_000_000_000;
/** Search gives at most 250 characters of a description, the last three being dots. Emoji make it a little less. */
const CUT_TEXT_CHARS_MIN = 240;
const NSFW_CHOICES = ['true', 'false', 'both'];

/** Fields that this upstream never gives in a search. */
const MISSING = [
  'region',
  'published_text',
  'width',
  'height',
  'license.url',
  'author.verified',
  'author.followers',
  'stats.shares',
  'stats.saves',
  'stats.reposts',
  'stats.danmaku',
];

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
      missing: MISSING,
      cost: 1,
      samples,
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

function askedOf(input: SearchInput): Asked {
  const place = readOffset(input);
  return askAt(input, PAGE_ITEMS_MAX, { ...place, next: Math.min(place.next, START_MAX) });
}

function parseResponse(
  response: UpstreamResponse,
  input: SearchInput,
  provider: Provider,
): Page | AttemptFailure {
  const body = parseJson(response.body, input.wantsRaw);
  if (response.status !== 200) return classify(response, body, input);
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
  const taken = takeNew(records, asked, input.count, (record) => toVideo(record, provider));
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

const PUBLIC = 1;

/**
 * Search lists public videos alone. A record that says otherwise came by a way that checks nothing: it is unlisted (2), private
 * (3), internal (4) or behind a password (5), or was blocked. Sepia leaves the field out of some records.
 */
function isPublic({ privacy, blacklisted }: Json): boolean {
  const level = count(object(privacy).id ?? privacy);
  return (level === null || level === PUBLIC) && blacklisted !== true;
}

/** Error texts echo the query and inner addresses: nothing of them goes on. */
function classify(response: UpstreamResponse, body: unknown, input: SearchInput): Page | AttemptFailure {
  const { status } = response;
  if (status === 429) {
    const waitMs = retryAfterMs(response) ?? resetMs(response, 'x-ratelimit-reset');
    return failed('rate_limited', 'status 429', waitMs);
  }
  if (status !== 400) return byStatus(response);
  // An unknown API path has an empty body: no PeerTube is there, and no other input would help.
  if (!isObject(body)) return badResponse('status 400 without a reason');
  const rejected = object(body['invalid-params'] ?? body.errors);
  if (input.cursor !== null && rejected.start !== undefined)
    return { kind: 'page', items: [], cursor: null, end: 'upstream_cap', total: null };
  return failed('input_rejected', `status 400 for ${Object.keys(rejected).join(', ').slice(0, 100)}`);
}

function toVideo(record: Json, provider: Provider): Readable {
  const uuid = id(record.uuid);
  if (uuid === null) return null;
  if (!isPublic(record)) return LEFT_OUT;
  const home = url(record.url);
  const host = hostOf(record, home, provider);
  const description = text(record.description);
  return {
    ...blankVideo(uuid, missingOf(record)),
    alt_ids: texts(record.shortUUID),
    url: home,
    embed_url: url(record.embedUrl) ?? url(record.embedPath, host),
    kind: record.isLive === true ? 'live' : 'video',
    title: text(record.name),
    text: description === null ? null : unixLines(description),
    text_truncated: description?.endsWith('...') === true && description.length >= CUT_TEXT_CHARS_MIN,
    tags: texts(record.tags),
    language: text(object(record.language).id),
    ...published(record),
    duration_ms: record.isLive === true ? null : secondsToMs(record.duration),
    author: toAuthor(record, host),
    stats: toStats(record),
    thumbnails: toThumbnails(record, host),
    license: toLicense(object(record.licence)),
    nsfw: flag(record.nsfw),
  };
}

const MISSING_WITH_TAGS = [...MISSING, 'tags'];

/** Tags come from Sepia alone; an instance keeps them for the page of one video. */
function missingOf(record: Json): string[] {
  return Array.isArray(record.tags) ? MISSING : MISSING_WITH_TAGS;
}

/** Only instances say `isLocal`, and the paths they give are their own. Sepia's are those of the video's home. */
function hostOf(record: Json, home: string | null, provider: Provider): string | null {
  return home === null || typeof record.isLocal === 'boolean' ? provider.baseUrl : originOf(home);
}

function published(record: Json): Published {
  const original = publishedIso(record.originallyPublishedAt);
  return original.published_at === null ? publishedIso(record.publishedAt) : original;
}

function toAuthor(record: Json, host: string | null): ParsedVideo['author'] {
  const account = object(record.account);
  const channel = object(record.channel);
  const by = text(channel.name) === null ? account : channel;
  const name = text(by.name);
  const at = text(by.host) ?? text(account.host);
  const avatars = array(by.avatars).map(object);
  const pictures = avatars.map((picture) => ({
    ...picture,
    url: picture.fileUrl ?? picture.url ?? picture.path,
  }));
  return {
    ...unknownAuthor,
    id: authorId(record, by, at),
    handle: name === null || at === null ? name : joined(name, '@', at),
    name: text(by.displayName) ?? name,
    url: url(by.url),
    avatar_url: thumbnails(pictures, host)[0]?.url ?? null,
  };
}

/** An instance numbers all authors it knows. Sepia gives the number at the author's home: without the host it is nobody's. */
function authorId(record: Json, by: Json, at: string | null): string | null {
  const number = id(by.id);
  if (number === null || typeof record.isLocal === 'boolean') return number;
  return at === null ? null : joined(number, '@', at);
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

function toThumbnails(record: Json, host: string | null): ParsedVideo['thumbnails'] {
  const sized = array(record.thumbnails).map(object);
  return thumbnails(
    [
      ...sized.map((picture) => ({ ...picture, url: picture.fileUrl })),
      record.previewUrl ?? record.previewPath,
      record.thumbnailUrl ?? record.thumbnailPath,
    ],
    host,
  );
}

/** A licence that was not chosen reads `{id: null, label: "Unknown"}`. */
function toLicense(licence: Json): ParsedVideo['license'] {
  const name = text(licence.label);
  return id(licence.id) === null || name === null ? null : { name, url: null };
}
