// Owns the adapter to Wikimedia Commons' file search. Its answers carry errors with status 200, list pages in no order and
// may need a second exchange before every page has its file. The licence of each file is passed on with it.
import type { ParsedVideo } from '../domain/video.ts';
import {
  type AttemptFailure,
  type AttemptFailureKind,
  type Connector,
  FOLLOW_UPS_MAX,
  type Page,
  type Parsed,
  type Provider,
  type SearchInput,
  type UpstreamRequest,
  type UpstreamResponse,
} from './connector.ts';
import { badResponse, byStatus, failed, retryAfterMs, unreadable } from './parsing/failures.ts';
import {
  count,
  id,
  publishedIso,
  secondsToMs,
  segment,
  size,
  text,
  thumbnails,
  url,
} from './parsing/fields.ts';
import { array, isObject, type Json, numberText, object, parseJson } from './parsing/json.ts';
import { plainWords } from './parsing/query.ts';
import { joined, stripHtml } from './parsing/text.ts';
import { blankVideo, unknownAuthor } from './parsing/video.ts';
import { samples } from './samples/commons.ts';

const PAGE_ITEMS_MAX = 500;
/** Search serves no place beyond this. */
const RESULTS_MAX = 10_000;
const SITE = 'https://commons.wikimedia.org';
/** What an error's code means for us; any other is an answer that we do not understand. */
const ERROR_KINDS: [RegExp, AttemptFailureKind][] = [
  [/^ratelimited$/, 'rate_limited'],
  [/^(maxlag|readonly|internal_api_error)/, 'unavailable'],
  [/timeout|too-busy|backend-error/, 'unavailable'],
  [/blocked|denied|permission|captcha/, 'refused'],
  [/^(bad|invalid|unknown_|missing|toomany|toolong)|too-long/, 'input_rejected'],
];

/** Fields that this upstream never gives in a search. */
const MISSING = [
  'language',
  'region',
  'published_text',
  'author.id',
  'author.avatar_url',
  'author.verified',
  'author.followers',
  'stats.views',
  'stats.likes',
  'stats.comments',
  'stats.shares',
  'stats.saves',
  'stats.reposts',
  'stats.downloads',
  'stats.danmaku',
  'nsfw',
];

export const commons: Connector = {
  name: 'commons',
  facts: {
    website: SITE,
    docs: 'https://www.mediawiki.org/wiki/API:Search',
    baseUrl: SITE,
    platforms: ['commons'],
    keyNeeded: false,
    resale: 'yes',
    keyword:
      'The search has operators (filetype:, incategory:, insource:, -, ~). Every word that could be one ' +
      'stands in quotes; an address or an id is text.',
    cacheSeconds: { min: 0, max: null },
    notes:
      'Put an address or a page of yours into user_agent: callers that cannot be reached are refused. Set in_flight_max ' +
      'to 1, as Wikimedia asks. Each file has its own licence, which must go with it wherever it is shown.',
  },
  options: {},
  redirects: false,
  operations: {
    'video.search': {
      request: (input, provider) => buildRequest(input, provider, readCursor(input)),
      parse: parseResponse,
      pageItemsMax: PAGE_ITEMS_MAX,
      missing: MISSING,
      cost: 1,
      samples,
    },
  },
};

type Continue = Record<string, string>;

/** Commons wants every key of `continue` back, so the cursor is the whole object. */
function readCursor({ cursor }: SearchInput): Continue {
  return cursor === null ? {} : (JSON.parse(cursor) as Continue);
}

function buildRequest(input: SearchInput, provider: Provider, onward: Continue): UpstreamRequest {
  const query = new URLSearchParams({
    ...onward,
    action: 'query',
    format: 'json',
    formatversion: '2',
    generator: 'search',
    gsrnamespace: '6',
    gsrsearch: `filetype:video ${plainWords(input.keyword)}`,
    gsrlimit: String(limitOf(input)),
    prop: 'info|imageinfo',
    iiprop: 'url|size|mime|timestamp|user|extmetadata',
    iiurlheight: '180',
  });
  return {
    method: 'GET',
    url: `${provider.baseUrl}/w/api.php?${query}`,
    headers: { accept: 'application/json', 'user-agent': provider.userAgent },
  };
}

const offsetOf = (onward: Continue): number => count(onward.gsroffset) ?? 0;

/** A page may not reach over the last place that is served. */
function limitOf(input: SearchInput): number {
  return Math.max(1, Math.min(input.count, PAGE_ITEMS_MAX, RESULTS_MAX - offsetOf(readCursor(input))));
}

function parseResponse(response: UpstreamResponse, input: SearchInput, provider: Provider): Parsed {
  return parsePart({ response, input, provider, before: [], left: FOLLOW_UPS_MAX });
}

interface Part {
  response: UpstreamResponse;
  input: SearchInput;
  provider: Provider;
  /** The pages of the exchanges before, to which this one adds what was left out. */
  before: Json[];
  /** How many more exchanges the page may have. */
  left: number;
}

function parsePart(part: Part): Parsed {
  const { response, input } = part;
  const body = parseJson(response.body, input.wantsRaw);
  if (isObject(body) && body.error !== undefined) return classify(response, object(body.error));
  if (response.status !== 200) return byStatus(response);
  if (!isObject(body)) return unreadable(response);
  const isComplete = body.batchcomplete === true;
  // Nothing found has no `query` at all; only a complete batch proves that this is what its absence means.
  if (!isObject(body.query) && !isComplete) return badResponse('the answer has no pages');
  const pages = merge(part.before, array(object(body.query).pages).map(object));
  const next = readContinue(body.continue);
  if (!isComplete && next !== null && part.left > 0) return completion(part, pages, next);
  return toPage(pages, next, isComplete, input);
}

/** `continue` without the end of the batch: some pages still lack their file, and the rest comes on request. */
function completion(part: Part, pages: Json[], next: Continue): Parsed {
  const { input, provider, left } = part;
  return {
    kind: 'follow_up',
    request: buildRequest(input, provider, { ...readCursor(input), ...next }),
    parse: (answer) =>
      answer.kind === 'response'
        ? parsePart({ response: answer, input, provider, before: pages, left: left - 1 })
        : answer,
  };
}

/** The same pages come with every part, each time with other properties. */
function merge(before: Json[], pages: Json[]): Json[] {
  const known = new Map(before.map((page) => [id(page.pageid), page]));
  const whole = pages.map((page) => ({ ...known.get(id(page.pageid)), ...page }));
  const named = new Set(whole.map((page) => id(page.pageid)));
  return [...before.filter((page) => !named.has(id(page.pageid))), ...whole];
}

function readContinue(value: unknown): Continue | null {
  if (!isObject(value)) return null;
  const entries = Object.entries(value).flatMap(([key, given]) => {
    const found = text(given) ?? numberText(given);
    return found === null ? [] : [[key, found]];
  });
  return Object.fromEntries(entries) as Continue;
}

function toPage(
  pages: Json[],
  next: Continue | null,
  isComplete: boolean,
  input: SearchInput,
): Page | AttemptFailure {
  const inOrder = pages.toSorted((a, b) => (count(a.index) ?? 0) - (count(b.index) ?? 0));
  const items = inOrder.flatMap((page) => {
    const video = toVideo(page);
    return video === null ? [] : [{ record: video, raw: page }];
  });
  if (items.length === 0 && pages.length > 0) return badResponse('no page is readable');
  return { kind: 'page', items, ...onwardOf(next, isComplete, items.length, input), total: null };
}

/** Only a complete batch without `continue` is the end, and only a larger offset leads on. */
function onwardOf(
  next: Continue | null,
  isComplete: boolean,
  length: number,
  input: SearchInput,
): Pick<Page, 'cursor' | 'end'> {
  if (next === null) return { cursor: null, end: isComplete ? 'exhausted' : 'unknown' };
  const offset = offsetOf(next);
  if (offset >= RESULTS_MAX) return { cursor: null, end: 'upstream_cap' };
  if (length === 0 || offset <= offsetOf(readCursor(input))) return { cursor: null, end: 'unknown' };
  return { cursor: JSON.stringify(next), end: 'more' };
}

function classify(response: UpstreamResponse, error: Json): AttemptFailure {
  const code = text(error.code) ?? '';
  const detail = `error ${code.slice(0, 100)}`;
  if (response.status === 429) return failed('rate_limited', detail, retryAfterMs(response));
  const kind = ERROR_KINDS.find(([codes]) => codes.test(code))?.[1];
  if (kind !== undefined) return failed(kind, detail, retryAfterMs(response));
  return response.status === 200 ? badResponse(detail) : byStatus(response);
}

function toVideo(page: Json): ParsedVideo | null {
  const pageId = id(page.pageid);
  const title = text(page.title);
  if (pageId === null) return null;
  const file = object(array(page.imageinfo)[0]);
  const about = object(file.extmetadata);
  return {
    ...blankVideo(pageId, MISSING),
    alt_ids: title === null ? [] : [title],
    url: url(file.descriptionurl) ?? (title === null ? null : wiki(title)),
    embed_url: url(file.url),
    title: title === null ? null : title.replace(/^File:/, '').replace(/\.\w{2,5}$/, ''),
    text: plain(about.ImageDescription),
    tags: (plain(about.Categories) ?? '').split('|').filter((tag) => tag !== ''),
    ...publishedIso(file.timestamp),
    duration_ms: secondsToMs(file.duration),
    ...size(file),
    author: toAuthor(text(file.user), plain(about.Artist)),
    thumbnails: thumbnails([{ url: file.thumburl, width: file.thumbwidth, height: file.thumbheight }]),
    license: toLicense(about),
  };
}

/** An entry of `extmetadata`: HTML of whoever described the file. */
function plain(entry: unknown): string | null {
  const html = text(object(entry).value);
  return html === null ? null : text(stripHtml(html));
}

const wiki = (title: string): string =>
  joined(SITE, '/wiki/', segment(title.replaceAll(' ', '_')).replaceAll('%3A', ':'));

/** Who made a file and who uploaded it may be two people: the account stands only where no maker is named. */
function toAuthor(user: string | null, artist: string | null): ParsedVideo['author'] {
  if (artist !== null) return { ...unknownAuthor, name: artist };
  if (user === null) return unknownAuthor;
  return { ...unknownAuthor, handle: user, name: user, url: wiki(`User:${user}`) };
}

function toLicense(about: Json): ParsedVideo['license'] {
  const license = { name: plain(about.LicenseShortName), url: url(plain(about.LicenseUrl)) };
  return license.name === null && license.url === null ? null : license;
}
