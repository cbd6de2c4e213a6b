// The adapter to the file search of Wikimedia Commons and other MediaWiki sites. Its answers carry errors with status 200, list pages in no
// order, and may need a second exchange before every page has its file. Must never ask for older versions of a file. The licence of each
// file is passed on with it.
import { NO_RETENTION_RULES } from '../../domain/retention.ts';
import { listedTracks } from '../../domain/transcript/tracks.ts';
import {
  type Connector,
  FOLLOW_UPS_MAX,
  type FollowUp,
  type Page,
  type Parsed,
  type Provider,
  type SearchInput,
  type UpstreamRequest,
  type UpstreamResponse,
} from '../connector.ts';
import { LEFT_OUT, missingFrom, type Readable, type SeldomGiven } from '../parsing/blank-records.ts';
import { badResponse, byStatus, unreadable } from '../parsing/failures.ts';
import { count, id, text } from '../parsing/fields.ts';
import { RECORD_CHECKS } from '../parsing/filters.ts';
import { COMMONS_IDS } from '../parsing/id-forms.ts';
import { isObject, type Json, object, parseJson, wholeDigits } from '../parsing/json.ts';
import { plainWords } from '../parsing/keyword-query.ts';
import { type AskedRange, type Taken, takeNew } from '../parsing/offset-pages.ts';
import { wikiAuthor, wikiAuthorVideos } from './wiki-authors.ts';
import { wikiFailure } from './wiki-errors.ts';
import { FILE_NAMESPACE, hasFile, isVideo, toWikiVideo } from './wiki-file.ts';
import { isPageNumber, pageAsked, parseWikiFile, parseWikiFiles } from './wiki-lookup.ts';
import {
  readWikiCursor,
  saysCirrus,
  WIKI_FILTERS,
  WIKI_PAGE_ITEMS_MAX,
  WIKI_RESULTS_MAX,
  type WikiAsk,
  wikiAskFrom,
  wikiAskOf,
  wikiConditions,
  wikiOrder,
  writeWikiCursor,
} from './wiki-search.ts';
import { wikiTracks, wikiTranscript } from './wiki-transcript.ts';

const SITE = 'https://commons.wikimedia.org';
const NO_CIRRUS =
  'This wiki has no CirrusSearch, so files of all kinds are searched and the videos kept. Set options.cirrus to "false": ' +
  'it saves one exchange for each search.';
/** Requested properties of each file: only its newest version, with a thumbnail. */
const FILE_PROPERTIES = {
  prop: 'info|imageinfo',
  iiprop: 'url|size|mime|mediatype|timestamp|user|extmetadata',
  iilimit: '1',
  iiurlheight: '180',
};
/** The answer about single files also lists their subtitles. */
const WHOLE_PROPERTIES = { ...FILE_PROPERTIES, prop: 'info|imageinfo|videoinfo', viprop: 'timedtext' };

/** Fields that this upstream never gives. */
const MISSING = [
  'language',
  'region',
  'published_text',
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
const WHOLE_GIVES: SeldomGiven = ['captions'];

export const commons: Connector = {
  name: 'commons',
  facts: {
    website: SITE,
    docs: 'https://www.mediawiki.org/wiki/API:Search',
    proof: { checkedAt: '2026-11', by: 'document', unproved: [] },
    baseUrl: SITE,
    platforms: ['commons'],
    keyNeeded: false,
    resale: 'yes',
    keyword:
      'The search has operators (filetype:, incategory:, insource:, -, ~). Every word that could be one ' +
      'stands in quotes; an address or an id is text.',
    retention: NO_RETENTION_RULES,
    notes:
      'Put an address or a page of yours into user_agent: callers that cannot be reached are refused. Set in_flight_max ' +
      'to 1, as Wikimedia asks. Each file has its own licence, which must go with it wherever it is shown.',
  },
  options: {
    cirrus:
      '"false" for a wiki without CirrusSearch: its search cannot tell videos from other files, so all are asked for and ' +
      'the videos kept. Default: found out whenever a search finds nothing.',
  },
  coverage: {
    fresh: null,
    notes: ['Each file has a licence of its own, which must be shown with it.'],
    operations: { 'video.search': { itemsMax: WIKI_RESULTS_MAX } },
  },
  redirects: false,
  ids: COMMONS_IDS,
  operations: {
    'video.search': {
      request: (input, provider) => buildRequest(wikiAskOf(input, provider), input, provider),
      parse: parseResponse,
      pageItemsMax: WIKI_PAGE_ITEMS_MAX,
      missing: MISSING,
      cost: 1,
      filters: (_platform, { cirrus }) => (cirrus === 'false' ? RECORD_CHECKS : WIKI_FILTERS),
    },
    'video.get': {
      request: ({ id: asked }, provider) => fileRequest(asked, provider),
      parse: (response, input, provider) =>
        parseWikiFile(response, input, (page) => wholeVideo(page, provider)),
      several: {
        idsMax: WIKI_PAGE_ITEMS_MAX,
        takes: isPageNumber,
        request: ({ ids }, provider) => get(provider, { pageids: ids.join('|'), ...WHOLE_PROPERTIES }),
        parse: (response, input, provider) =>
          parseWikiFiles(response, input, (page) => wholeVideo(page, provider)),
      },
      missing: MISSING,
      cost: 1,
    },
    'transcript.get': wikiTranscript(fileRequest, wholeVideo),
    'author.videos': wikiAuthorVideos({ get, properties: FILE_PROPERTIES, site: SITE, missing: MISSING }),
    'author.get': wikiAuthor(get),
  },
};

function parseResponse(response: UpstreamResponse, input: SearchInput, provider: Provider): Parsed {
  const ask = wikiAskOf(input, provider);
  return parsePart({ response, input, provider, ask, before: [], left: FOLLOW_UPS_MAX });
}

function buildRequest(
  { asked, isPlain }: WikiAsk,
  input: SearchInput,
  provider: Provider,
  more: Record<string, string> = {},
): UpstreamRequest {
  const words = plainWords(input.keyword);
  return get(provider, {
    generator: 'search',
    gsrnamespace: String(FILE_NAMESPACE),
    gsrsearch: isPlain ? words : ['filetype:video', ...wikiConditions(input), words].join(' '),
    gsrlimit: String(asked.count),
    ...wikiOrder(input),
    ...(asked.start > 0 && { gsroffset: String(asked.start), continue: 'gsroffset||' }),
    ...FILE_PROPERTIES,
    ...more,
  });
}

function get({ baseUrl, userAgent }: Provider, parameters: Record<string, string>): UpstreamRequest {
  const query = new URLSearchParams({ action: 'query', format: 'json', formatversion: '2', ...parameters });
  return {
    method: 'GET',
    url: `${baseUrl}/w/api.php?${query}`,
    headers: { accept: 'application/json', 'user-agent': userAgent },
  };
}

function fileRequest(asked: string, provider: Provider): UpstreamRequest {
  return get(provider, { ...pageAsked(asked), redirects: '1', ...WHOLE_PROPERTIES });
}

function wholeVideo(page: Json, provider: Provider): Readable {
  const video = toWikiVideo(page, provider.baseUrl ?? SITE, MISSING);
  if (video === null || video === LEFT_OUT) return video;
  const tracks = wikiTracks(page);
  return {
    ...video,
    missing: missingFrom(MISSING, WHOLE_GIVES),
    captions: tracks && tracks.length > 0,
    tracks: tracks && listedTracks(tracks),
  };
}

interface Part {
  response: UpstreamResponse;
  input: SearchInput;
  provider: Provider;
  ask: WikiAsk;
  /** The pages of earlier exchanges; this exchange adds what they lack. */
  before: Json[];
  /** How many more exchanges this page may use. */
  left: number;
  /** Set when the wiki turned out to have no CirrusSearch. */
  notice?: string;
  /** The platform's answer for the caller, when a later request replaced the first one. */
  body?: string;
}

interface Batch {
  /** In the order of the search results. */
  pages: Json[];
  /** How many files came with this exchange. */
  gained: number;
  /** The parameters that fetch the remaining files; null when all files are there. */
  rest: Record<string, string> | null;
  /** Where the next batch begins; null when there is none, or when the wiki did not say. */
  next: number | null;
  /** The wiki has stated that there is no next batch. */
  isLast: boolean;
  /** The wiki offered older versions of a file instead of stating whether a next batch follows. */
  hasVersions: boolean;
}

function parsePart(part: Part): Parsed {
  const { response, input, left } = part;
  const body = parseJson(response.body, input.wantsRaw);
  if (isObject(body) && body.error !== undefined) return wikiFailure(response, object(body.error));
  if (response.status !== 200) return byStatus(response);
  if (!isObject(body)) return unreadable(response);
  // An answer without matches has no `query`. Only a complete batch proves that this is why it is missing.
  if (!isObject(body.query) && !isComplete(body)) return badResponse('the answer has no pages');
  const batch = readBatch(body, part);
  if (batch.rest !== null) return left > 0 ? completion(part, batch, batch.rest) : leading(part, batch);
  if (left > 0 && mayLackCirrus(part, batch)) return withoutFileType(part, batch);
  if (left > 0 && batch.hasVersions && batch.next === null) return proof(part, batch);
  return toPage(part, batch);
}

const isComplete = ({ batchcomplete }: Json): boolean =>
  batchcomplete !== undefined && batchcomplete !== false;

function readBatch(body: Json, { before, ask }: Part): Batch {
  const { pages } = object(body.query);
  const found = (Array.isArray(pages) ? pages : Object.values(object(pages))).map(object);
  const { gsroffset, continue: onward, iistart, ...rest } = readContinue(body.continue);
  const isWhole = isComplete(body) || Object.keys(rest).length === 0;
  const next = isWhole ? count(gsroffset) : null;
  return {
    pages: merge(before, found).toSorted((a, b) => (count(a.index) ?? 0) - (count(b.index) ?? 0)),
    gained: found.filter(hasFile).length,
    rest: isWhole ? null : { ...rest, ...(onward !== undefined && { continue: onward }) },
    // An incomplete batch names its own place as the next one.
    next: next !== null && next > placeBefore(ask) ? next : null,
    isLast: isComplete(body) && gsroffset === undefined,
    hasVersions: iistart !== undefined,
  };
}

/** Place of the last item that the walk has. A next batch must begin after it; otherwise the walk would loop. */
const placeBefore = ({ asked }: WikiAsk): number => (asked.mark === null ? asked.start : asked.start + 1);

function readContinue(value: unknown): Record<string, string> {
  const entries = Object.entries(object(value)).flatMap(([key, given]) => {
    const found = text(given) ?? wholeDigits(given);
    return found === null ? [] : [[key, found]];
  });
  return Object.fromEntries(entries) as Record<string, string>;
}

/** Every part repeats the same pages with other properties. A file that is already known is kept. */
function merge(before: Json[], pages: Json[]): Json[] {
  const known = new Map(before.map((page) => [id(page.pageid), page]));
  const whole: Json[] = pages.map((page) => {
    const old: Json = known.get(id(page.pageid)) ?? {};
    return { ...old, ...page, ...(hasFile(old) && { imageinfo: old.imageinfo }) };
  });
  const named = new Set(whole.map((page) => id(page.pageid)));
  return [...before.filter((page) => !named.has(id(page.pageid))), ...whole];
}

/** Some pages still lack their file. Further exchanges fetch the rest; if that would take too many, fewer items are requested. */
function completion(part: Part, { pages, gained }: Batch, rest: Record<string, string>): FollowUp {
  const { ask, input, provider, left } = part;
  const lacking = pages.filter((page) => !hasFile(page)).length;
  if (gained > 0 && Math.ceil(lacking / gained) <= left) {
    return followUp(part, buildRequest(ask, input, provider, rest), { before: pages });
  }
  const fewer = { ...ask, asked: fewerOf(ask.asked, Math.max(1, gained)) };
  return followUp(part, buildRequest(fewer, input, provider), { ask: fewer, before: [] });
}

/** When only one item may be requested, it is a new one: the item that the walk already has is not requested again. */
function fewerOf(asked: AskedRange, most: number): AskedRange {
  if (most > 1 || asked.mark === null) return { ...asked, count: most };
  return { start: asked.start + 1, count: most, mark: null };
}

/** Delivers the items before the first page without its file. The rest is left for the next call. */
function leading(part: Part, batch: Batch): Parsed {
  const { pages } = batch;
  const end = pages.findIndex((page) => !hasFile(page));
  if (end === 0) return badResponse('the files of a batch come in too many parts');
  const next = placeOf(pages[end]!, end, part.ask);
  return toPage(part, { ...batch, pages: pages.slice(0, end), next, isLast: false });
}

/** Counted from 0, as the search counts. If the wiki gives no index, the position in the list is used. */
function placeOf(page: Json, at: number, { asked }: WikiAsk): number {
  const index = count(page.index);
  return index === null || index === 0 ? asked.start + at : index - 1;
}

/** A search that supports "filetype:video" finds only videos. A search that does not support it treats it as words and finds nothing. */
function mayLackCirrus({ ask, provider, input }: Part, { pages }: Batch): boolean {
  if (ask.isPlain || input.cursor !== null || provider.baseUrl?.startsWith(SITE)) return false;
  // A search without CirrusSearch can apply neither a sort nor a licence.
  if (input.sort !== undefined || input.license !== undefined) return false;
  return pages.length === 0 || pages.some((page) => isVideo(page) === false);
}

/** Repeats the search for files of all kinds, and asks whether the wiki has CirrusSearch. */
function withoutFileType(part: Part, batch: Batch): FollowUp {
  const { input, provider } = part;
  const ask = wikiAskFrom(readWikiCursor(input), true, input);
  const request = buildRequest(ask, input, provider, { meta: 'siteinfo', siprop: 'extensions' });
  const follow = followUp(part, request, { ask, before: [], notice: NO_CIRRUS });
  return {
    ...follow,
    parse: (answer) =>
      answer.kind === 'response' && saysCirrus(answer)
        ? toPage({ ...part, left: part.left - 1 }, batch)
        : follow.parse(answer),
  };
}

/**
 * The batch has a single page, and the wiki offered its older versions without stating whether a next batch follows. So it is asked again
 * without files. If that fails too, the next page will show whether there is more.
 */
function proof(part: Part, batch: Batch): FollowUp {
  const { ask, input, provider } = part;
  const request = buildRequest(ask, input, provider, { prop: 'info' });
  return {
    kind: 'follow_up',
    request,
    parse: (answer) => {
      const body = answer.kind === 'response' ? object(parseJson(answer.body, false)) : {};
      const { next, isLast } = readBatch(body, part);
      return toPage({ ...part, left: part.left - 1 }, { ...batch, next, isLast });
    },
  };
}

/** The next exchange for this page. If it asks a different question, its answer replaces the first one as the platform's answer. */
function followUp(part: Part, request: UpstreamRequest, change: Partial<Part>): FollowUp {
  const bodyOf = ({ body }: UpstreamResponse) => (change.ask === undefined ? {} : { body });
  return {
    kind: 'follow_up',
    request,
    parse: (answer) =>
      answer.kind === 'response'
        ? parsePart({ ...part, ...change, ...bodyOf(answer), response: answer, left: part.left - 1 })
        : answer,
  };
}

function toPage(part: Part, batch: Batch): Parsed {
  const { input, provider, ask, notice, body } = part;
  const toVideo = (page: Json) => toWikiVideo(page, provider.baseUrl ?? SITE, MISSING);
  const taken = takeNew(batch.pages, ask.asked, input.count, toVideo);
  if ('kind' in taken) return taken;
  const { items, cut } = taken;
  const next = cut === null ? nextOf(batch, ask) : placeOf(batch.pages[cut]!, cut, ask);
  if (items.length === 0 && ask.isPlain && next !== null && next < WIKI_RESULTS_MAX && part.left > 0)
    return skipOthers(part, next);
  const page = { kind: 'page', items, ...onwardOf(next, taken, batch, ask), total: null } as const;
  return { ...page, ...(body !== undefined && { body }), ...(notice !== undefined && { notice }) };
}

/** Skips a batch without videos: the next one may have some, and a caller should not pay for a page without any. */
function skipOthers(part: Part, next: number): FollowUp {
  const { input, provider } = part;
  const ask = wikiAskFrom({ next, mark: null }, true, input);
  return followUp(part, buildRequest(ask, input, provider), { ask, before: [] });
}

/** If the wiki does not state whether there is more, the next place is tried. */
function nextOf({ next, isLast, hasVersions, pages }: Batch, { asked }: WikiAsk): number | null {
  if (next !== null || isLast || !hasVersions) return next;
  return asked.start + pages.length;
}

/** Only a complete batch without `continue` proves the end, and only a larger offset continues the walk. */
function onwardOf(
  next: number | null,
  { mark, isEmpty }: Taken,
  { isLast }: Batch,
  { asked, isPlain }: WikiAsk,
): Pick<Page, 'cursor' | 'end'> {
  if (next === null) return { cursor: null, end: isLast ? 'exhausted' : 'unknown' };
  if (next >= WIKI_RESULTS_MAX) return { cursor: null, end: 'upstream_cap' };
  if (isEmpty || next <= asked.start) return { cursor: null, end: 'unknown' };
  return { cursor: writeWikiCursor(isPlain, { next, mark }), end: 'more' };
}
