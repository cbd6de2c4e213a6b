// The adapter to the Internet Archive's scrape search. The Archive gives no page below 100 items, so our pages are slices of its pages. Our
// cursor holds the Archive's cursor and how many items of its page were delivered. Any field may be a text, a list or absent.
import { NO_RETENTION_RULES } from '../../domain/retention.ts';
import type { FilterTable, PopularTable } from '../../domain/search-filters.ts';
import { listedTracks } from '../../domain/transcript/tracks.ts';
import type { ParsedVideo } from '../../domain/video.ts';
import type {
  Absent,
  AttemptFailure,
  AuthorVideosInput,
  Connector,
  FoundRecord,
  Lookup,
  Page,
  PageInput,
  Parsed,
  Provider,
  SearchInput,
  SeveralFound,
  SeveralInput,
  UpstreamRequest,
  UpstreamResponse,
  VideoInput,
} from '../connector.ts';
import {
  blankVideo,
  LEFT_OUT,
  missingFrom,
  type Readable,
  type SeldomGiven,
  unknownAuthor,
  unknownStats,
} from '../parsing/blank-records.ts';
import { cursorMistake } from '../parsing/cursor.ts';
import { badResponse, byStatus, notPublic, unreadable, withoutReason } from '../parsing/failures.ts';
import {
  clockDurationMs,
  count,
  flag,
  id,
  type Published,
  prose,
  publishedIso,
  publishedLocal,
  publishedSeconds,
  segment,
  size,
  text,
  texts,
  thumbnails,
  url,
} from '../parsing/fields.ts';
import { absent, foundVideo, foundVideos } from '../parsing/found-videos.ts';
import { decodeEntities } from '../parsing/html-text.ts';
import { ARCHIVE_IDS } from '../parsing/id-forms.ts';
import { array, isObject, type Json, object, parseJson } from '../parsing/json.ts';
import { plainWords, quoted } from '../parsing/keyword-query.ts';
import { type Slice, sliceOf } from '../parsing/numbered-pages.ts';
import { joined, splitTags, stripHtml, unixLines } from '../parsing/text.ts';
import { lengthOf } from './archive-files.ts';
import { archiveConditions } from './archive-filters.ts';
import { archiveReviews } from './archive-reviews.ts';
import { archiveTracks, archiveTranscript } from './archive-transcript.ts';

/** The smallest page that the Archive allows. Every page of a walk has this size, because another size would shift the slices. */
const UPSTREAM_PAGE_ITEMS = 100;
const SITE = 'https://archive.org';
const FIELDS = [
  'identifier',
  'title',
  'description',
  'creator',
  'date',
  'publicdate',
  'downloads',
  'subject',
  'licenseurl',
  'runtime',
  'language',
];

/** Fields that this upstream never gives in a search. */
const MISSING = [
  'alt_ids',
  'region',
  'published_text',
  'width',
  'height',
  'author.handle',
  'author.url',
  'author.avatar_url',
  'author.verified',
  'author.followers',
  'stats.views',
  'stats.likes',
  'stats.comments',
  'stats.shares',
  'stats.saves',
  'stats.reposts',
  'stats.danmaku',
  'license.name',
  'nsfw',
];
/** The answer about one item has no download count, but it has the sizes of its files. */
const WHOLE_MISSING = [
  ...MISSING.filter((field) => field !== 'width' && field !== 'height'),
  'stats.downloads',
];
const WHOLE_GIVES: SeldomGiven = ['captions', 'updated_at'];

const FILTERS: FilterTable = {
  'sort=newest': 'exact',
  // The Archive's nearest equivalents: downloads, and the stars of reviews.
  'sort=views': 'preferred',
  'sort=likes': 'preferred',
  // Exact to the day.
  published_after: 'exact',
  published_before: 'exact',
  language: 'preferred',
  license: 'preferred',
  tag: 'exact',
};
/** The Archive counts the downloads of the last week, of the last month and of all time. */
const POPULAR_FILTERS: PopularTable = {
  'period=week': 'exact',
  'period=month': 'exact',
  'period=all': 'exact',
};
const PERIODS = { week: 'week desc', month: 'month desc', all: 'downloads desc' };
const ORDERS = { newest: 'date desc', views: 'downloads desc', likes: 'avg_rating desc' };

const ITEM: Lookup<VideoInput, ParsedVideo> = {
  request: ({ id: asked }, provider) => get(provider, `/metadata/${segment(asked)}`),
  parse: parseVideo,
  several: {
    idsMax: UPSTREAM_PAGE_ITEMS / 2,
    takes: (asked) => /^[A-Za-z0-9][\w.-]*$/.test(asked),
    request: videosRequest,
    parse: parseVideos,
  },
  missing: WHOLE_MISSING,
  cost: 1,
};

export const archive: Connector = {
  name: 'archive',
  facts: {
    website: SITE,
    docs: 'https://archive.org/help/aboutsearch.htm',
    proof: { checkedAt: '2026-11', by: 'document', unproved: [] },
    baseUrl: SITE,
    platforms: ['archive'],
    keyNeeded: false,
    resale: 'yes',
    keyword:
      "A query language of Lucene's family. Every word that could be an operator or name a field stands in " +
      'quotes; an identifier is text.',
    retention: NO_RETENTION_RULES,
    notes:
      'Name yourself and an address in user_agent, or be throttled. Results come by number of downloads, because this ' +
      'search ranks by no relevance. Each item has a licence of its own. It sends at least ' +
      '100 records at a time: group u2 shows them all on each page of a smaller count. Makers are known by their name ' +
      'alone, so their videos are those of anybody of that name.',
  },
  options: {},
  coverage: {
    fresh: null,
    notes: ['The same work may appear more than once.'],
    operations: {
      'video.search': { notes: ['Sorted by downloads: there is no order by relevance.'] },
      'author.videos': {
        notes: ['Makers are known by name alone: videos of others with that name are included.'],
      },
      'video.comments': { notes: ['Comments are the reviews of an item; they have no replies.'] },
    },
  },
  redirects: false,
  ids: ARCHIVE_IDS,
  operations: {
    'video.search': {
      request: buildRequest,
      parse: parseResponse,
      pageItemsMax: UPSTREAM_PAGE_ITEMS,
      missing: MISSING,
      cost: 1,
      filters: () => FILTERS,
    },
    'video.popular': {
      request: (input, provider) =>
        scrape(input, provider, {
          q: 'mediatype:movies',
          sorts: PERIODS[input.period as keyof typeof PERIODS] ?? PERIODS.week,
        }),
      parse: parseResponse,
      pageItemsMax: UPSTREAM_PAGE_ITEMS,
      missing: MISSING,
      cost: 1,
      filters: () => POPULAR_FILTERS,
    },
    'video.get': ITEM,
    'video.comments': archiveReviews(ITEM),
    'transcript.get': archiveTranscript(ITEM, SITE),
    'author.videos': {
      request: authorVideosRequest,
      parse: parseAuthorVideos,
      sorts: ['newest'],
      pageItemsMax: UPSTREAM_PAGE_ITEMS,
      missing: MISSING,
      cost: 1,
    },
  },
};

interface Place {
  /** The Archive's cursor of its page; empty for its first page. */
  upstream: string;
  skip: number;
}

function placeOf({ cursor }: PageInput): Place {
  if (cursor === null) return { upstream: '', skip: 0 };
  const match = /^(\d{1,4}):(.*)$/s.exec(cursor);
  if (match === null) throw cursorMistake();
  return { upstream: match[2]!, skip: Number(match[1]) };
}

const writePlace = ({ upstream, skip }: Place): string => `${skip}:${upstream}`;

function buildRequest(input: SearchInput, provider: Provider): UpstreamRequest {
  return scrape(input, provider, {
    q: [`mediatype:movies AND (${plainWords(input.keyword)})`, ...archiveConditions(input)].join(' AND '),
    sorts: ORDERS[input.sort as keyof typeof ORDERS] ?? 'downloads desc',
  });
}

function scrape(
  input: PageInput,
  provider: Provider,
  { q, sorts }: { q: string; sorts: string },
): UpstreamRequest {
  const query = new URLSearchParams({
    q,
    fields: FIELDS.join(','),
    sorts,
    count: String(UPSTREAM_PAGE_ITEMS),
  });
  const { upstream } = placeOf(input);
  if (upstream !== '') query.set('cursor', upstream);
  return get(provider, `/services/search/v1/scrape?${query}`);
}

function get({ baseUrl, userAgent }: Provider, path: string): UpstreamRequest {
  return {
    method: 'GET',
    url: `${baseUrl}${path}`,
    headers: { accept: 'application/json', 'user-agent': userAgent },
  };
}

function parseResponse(response: UpstreamResponse, input: PageInput): Page | AttemptFailure {
  if (response.status !== 200) return byStatus(response);
  const body = parseJson(response.body, input.wantsRaw);
  if (!isObject(body)) return unreadable(response);
  if (body.error !== undefined) return badResponse('an error in an answer of status 200');
  if (!Array.isArray(body.items)) return badResponse('the answer has no list of items');
  if (input.bodyIsAnswer === true && body.items.some((item) => isWithheld(object(item)))) return notPublic();
  const slice = sliceOf(body.items, { skip: placeOf(input).skip, count: input.count }, toVideo);
  if ('kind' in slice) return slice;
  const total = count(body.total);
  return {
    kind: 'page',
    items: slice.items,
    ...onward(body, slice, input),
    total: total === null ? null : { value: total, relation: 'eq' },
  };
}

/** A missing cursor proves the end of the list. A repeated cursor proves nothing, and following it would loop. */
function onward(body: Json, { nextSkip }: Slice, input: PageInput): Pick<Page, 'cursor' | 'end'> {
  const place = placeOf(input);
  if (nextSkip !== null) return { cursor: writePlace({ ...place, skip: nextSkip }), end: 'more' };
  const upstream = id(body.cursor);
  const isEmpty = (body.items as unknown[]).length === 0;
  if (upstream === null) {
    const isContradiction = isEmpty && input.position === 0 && count(body.total) !== 0;
    return { cursor: null, end: isContradiction ? 'unknown' : 'exhausted' };
  }
  if (isEmpty || upstream === place.upstream) return { cursor: null, end: 'unknown' };
  return { cursor: writePlace({ upstream, skip: 0 }), end: 'more' };
}

/** The uploader keeps the item out of all lists; it opens only by its id, like an unlisted video on other platforms. */
function isWithheld({ noindex }: Json): boolean {
  return texts(noindex).includes('true') || flag(noindex) === true;
}

function toVideo(record: Json): Readable {
  const identifier = id(record.identifier);
  if (identifier === null) return null;
  if (isWithheld(record)) return LEFT_OUT;
  const title = texts(record.title)[0];
  const place = segment(identifier);
  const license = url(texts(record.licenseurl)[0]);
  return {
    ...blankVideo(identifier, MISSING),
    url: `${SITE}/details/${place}`,
    embed_url: joined(SITE, '/embed/', place),
    title: title === undefined ? null : decodeEntities(title),
    ...prose(texts(record.description).join('\n'), toPlainText),
    tags: splitTags(texts(record.subject), ';'),
    language: toLanguage(texts(record.language)[0]),
    ...published(record),
    duration_ms: toDuration(texts(record.runtime)[0]),
    author: toAuthor(texts(record.creator)),
    stats: { ...unknownStats, downloads: count(record.downloads) },
    thumbnails: thumbnails([joined(SITE, '/services/img/', place)]),
    license: license === null ? null : { name: null, url: license },
  };
}

/** Makers are known by name only. If several are named, there is no single author whose videos could be listed. */
function toAuthor(creators: readonly string[]): ParsedVideo['author'] {
  const [one = null] = creators.length === 1 ? creators : [];
  return { ...unknownAuthor, id: one, name: creators.join(', ') || null };
}

/** Videos whose maker has this name. Two makers of the same name cannot be told apart. */
function authorVideosRequest(input: AuthorVideosInput, provider: Provider): UpstreamRequest {
  return scrape(input, provider, {
    q: `mediatype:movies AND creator:${quoted(input.author_id ?? input.handle ?? '')}`,
    sorts: 'publicdate desc',
  });
}

/** The Archive has no record of a maker, so an unknown maker and a maker without videos look the same. */
function parseAuthorVideos(
  response: UpstreamResponse,
  input: AuthorVideosInput,
): Page | Absent | AttemptFailure {
  const page = parseResponse(response, input);
  const isNobody = page.kind === 'page' && input.cursor === null && page.total?.value === 0;
  return isNobody ? absent() : page;
}

type Said = FoundRecord | Absent | AttemptFailure;

function parseVideo(response: UpstreamResponse, input: VideoInput, provider: Provider): Parsed<Said> {
  if (response.status !== 200) return withoutReason(response);
  const body = parseJson(response.body, input.wantsRaw);
  if (!isObject(body)) return unreadable(response);
  if (body.error !== undefined) return badResponse('an error in an answer of status 200');
  // An item that was taken down keeps its record, which says so.
  if (body.is_dark === true) return absent('deleted');
  if (Object.keys(body).length === 0) return proofOfAbsence(input, provider);
  const metadata = object(body.metadata);
  const identifier = id(metadata.identifier);
  const video = identifier === null ? null : wholeVideo(body);
  const said = foundVideo(response, input.id, { raw: body, names: [identifier] }, video);
  // Books and music are items too, but no videos.
  return said.kind === 'record' && text(metadata.mediatype) !== 'movies' ? absent() : said;
}

/** One search finds them all, without the fields that only the answer about one item has. */
function videosRequest({ ids }: SeveralInput, provider: Provider): UpstreamRequest {
  const query = new URLSearchParams({
    q: `mediatype:movies AND identifier:(${ids.map(quoted).join(' OR ')})`,
    fields: FIELDS.join(','),
    count: String(UPSTREAM_PAGE_ITEMS),
  });
  return get(provider, `/services/search/v1/scrape?${query}`);
}

function parseVideos(
  response: UpstreamResponse,
  { ids, wantsRaw }: SeveralInput,
): SeveralFound | AttemptFailure {
  if (response.status !== 200) return withoutReason(response);
  const body = parseJson(response.body, wantsRaw);
  if (!isObject(body)) return unreadable(response);
  if (body.error !== undefined) return badResponse('an error in an answer of status 200');
  if (!Array.isArray(body.items) || count(body.total) !== body.items.length)
    return badResponse('the answer does not have all that was found');
  return foundVideos(response, ids, body.items, (record) => ({
    names: [id(record.identifier)],
    video: toVideo(record),
  }));
}

/** The Archive answers `{}` for an item that it does not have. A broken answer may look the same, so its search must confirm it. */
function proofOfAbsence({ id: asked }: VideoInput, provider: Provider): Parsed<Said> {
  const query = new URLSearchParams({
    q: `identifier:${quoted(asked)}`,
    fields: 'identifier',
    count: String(UPSTREAM_PAGE_ITEMS),
  });
  return {
    kind: 'follow_up',
    request: get(provider, `/services/search/v1/scrape?${query}`),
    parse: (answer) => (answer.kind === 'response' ? readProof(answer) : answer),
  };
}

function readProof(response: UpstreamResponse): Absent | AttemptFailure {
  if (response.status !== 200) return withoutReason(response);
  const body = parseJson(response.body, false);
  if (!isObject(body)) return unreadable(response);
  const isEmpty = Array.isArray(body.items) && body.items.length === 0 && count(body.total) === 0;
  return isEmpty ? absent() : badResponse('nothing is said of an item that the search knows');
}

/** The files give what the uploader may not have stated: the duration, and the size of the largest file. */
function wholeVideo(body: Json): Readable {
  const video = toVideo(object(body.metadata));
  const files = array(body.files).map(object);
  if (video === null || video === LEFT_OUT) return video;
  const tracks = archiveTracks(body, video.language);
  const pictures = files.map(size).filter(({ width, height }) => width !== null && height !== null);
  const [largest] = pictures.toSorted((a, b) => b.width! * b.height! - a.width! * a.height!);
  return {
    ...video,
    missing: missingFrom(WHOLE_MISSING, WHOLE_GIVES),
    captions: files.length === 0 ? null : tracks.length > 0,
    tracks: files.length === 0 ? null : listedTracks(tracks),
    updated_at: publishedSeconds(body.item_last_updated).published_at,
    duration_ms: lengthOf(files) ?? video.duration_ms,
    ...largest,
  };
}

const toPlainText = (html: string): string => stripHtml(unixLines(html));

/** The date of the work itself, which the Archive knows to the day at best; otherwise the time of the upload. */
function published(record: Json): Published {
  const date = publishedIso(texts(record.date)[0]);
  if (date.published_at === null) return uploadedAt(texts(record.publicdate)[0]);
  return date.published_at.endsWith('T00:00:00.000Z') ? { ...date, published_precision: 'day' } : date;
}

/** A search writes the time with a zone. The answer about one item writes it without one, and means UTC. */
function uploadedAt(publicdate: string | undefined): Published {
  const zoned = publishedIso(publicdate);
  return zoned.published_at === null ? publishedLocal(publicdate, 'Z') : zoned;
}

/** Uploaders write the runtime in any form. A bare number may be minutes or seconds, so it is not used. */
function toDuration(runtime: string | undefined): number | null {
  const minutes = /^(\d{1,4})\s?min(?:ute)?s?\.?$/i.exec(runtime ?? '')?.[1];
  if (minutes !== undefined) return Number(minutes) * 60_000;
  return runtime?.includes(':') === true ? clockDurationMs(runtime) : null;
}

/** `eng` and `en` are language codes. `English` is a name; "undetermined" and "several" are no language. */
function toLanguage(language: string | undefined): string | null {
  if (language === undefined || !/^[a-z]{2,3}$/i.test(language)) return null;
  const code = Intl.getCanonicalLocales(language)[0] ?? null;
  return code === 'und' || code === 'mul' || code === 'zxx' ? null : code;
}
