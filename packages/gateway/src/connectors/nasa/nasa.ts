// The adapter to NASA's Image and Video Library. One route searches and looks up by id; subtitles have a route that names their file. Its
// records have no duration and no counts. Sends no credential.
import { NO_RETENTION_RULES } from '../../domain/retention.ts';
import type { FilterTable } from '../../domain/search-filters.ts';
import type { ParsedVideo } from '../../domain/video.ts';
import {
  type Absent,
  type AttemptFailure,
  anyName,
  type Connector,
  type End,
  type FoundRecord,
  type Page,
  type PageInput,
  type Parsed,
  type Provider,
  type SearchInput,
  type TranscriptInput,
  type TranscriptResult,
  type UpstreamRequest,
  type UpstreamResponse,
  type VideoInput,
} from '../connector.ts';
import { blankVideo, LEFT_OUT, type Readable, unknownAuthor } from '../parsing/blank-records.ts';
import { badResponse, byStatus, unreadable, withoutReason } from '../parsing/failures.ts';
import { count, id, prose, publishedIso, segment, text, texts, thumbnails } from '../parsing/fields.ts';
import { valued } from '../parsing/filters.ts';
import { absent, foundVideo, isSameId } from '../parsing/found-videos.ts';
import { array, isObject, type Json, object, parseJson } from '../parsing/json.ts';
import { numberedPage, type Place, placeOf } from '../parsing/numbered-pages.ts';
import { joined, stripHtml, unixLines } from '../parsing/text.ts';
import { noTranscript, ofPublic, thenRead, transcriptOf } from '../parsing/transcripts.ts';

const PAGE_SIZES = { min: 1, max: 100 };
/** It refuses a page beyond this many results. */
const RESULTS_MAX = 10_000;
const FILES = 'images-assets.nasa.gov';

/** Fields that this upstream never gives. */
const MISSING = [
  'alt_ids',
  'embed_url',
  'language',
  'region',
  'published_text',
  'duration_ms',
  'width',
  'height',
  'author.id',
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
  'stats.downloads',
  'stats.danmaku',
  'license',
  'nsfw',
];
const TRANSCRIPT_MISSING = ['language', 'kind', 'translated', 'license'];

/** Years are sent; the rest is checked with each record. */
const FILTERS: FilterTable = { published_after: 'checked', published_before: 'checked' };

export const nasa: Connector = {
  name: 'nasa',
  facts: {
    website: 'https://images.nasa.gov',
    docs: 'https://images.nasa.gov/docs/images.nasa.gov_api_docs.pdf',
    proof: {
      checkedAt: '2026-11',
      by: 'document',
      unproved: ['Whether its limit of 10,000 counts pages or results; `page_size`, which clients send.'],
    },
    baseUrl: 'https://images-api.nasa.gov',
    platforms: ['nasa'],
    keyNeeded: false,
    resale: 'yes',
    keyword: 'Text only: a video is looked up by its id in another parameter. All that it lists is public.',
    retention: NO_RETENTION_RULES,
    notes:
      'NASA media are generally not subject to copyright in the United States; a record may name another owner, and ' +
      'the insignia and persons shown have rights of their own: read its media usage guidelines. How often it may be ' +
      'asked is not documented. Routes and fields are those of its documents and of public clients; the size of pages ' +
      '(page_size) is as clients send it, and the form of a caption file as its answers name it.',
  },
  options: {},
  coverage: {
    fresh: null,
    notes: ['Its records have no duration, no size and no counts.'],
    operations: { 'video.search': { itemsMax: RESULTS_MAX } },
  },
  redirects: false,
  ids: { video: anyName },
  operations: {
    'video.search': {
      request: searchRequest,
      parse: parsePage,
      pageItemsMax: PAGE_SIZES.max,
      missing: MISSING,
      cost: 1,
      filters: () => FILTERS,
    },
    'video.get': { request: videoRequest, parse: parseVideo, missing: MISSING, cost: 1 },
    'transcript.get': {
      request: videoRequest,
      parse: (response, input, provider) =>
        ofPublic(parseVideo(response, input), ({ record }) =>
          thenRead(get(provider, `captions/${segment(record.id)}`), (answer) =>
            captionsOf(answer, record, input, provider),
          ),
        ),
      fileHosts: () => [FILES],
      missing: TRANSCRIPT_MISSING,
      cost: 1,
    },
  },
};

function get({ baseUrl, userAgent }: Provider, path: string): UpstreamRequest {
  const headers = { accept: 'application/json', 'user-agent': userAgent };
  return { method: 'GET', url: `${baseUrl}/${path}`, headers };
}

function searchRequest(input: SearchInput, provider: Provider): UpstreamRequest {
  const { page, size } = placeOf(input, PAGE_SIZES);
  const query = new URLSearchParams({
    q: input.keyword,
    media_type: 'video',
    page: String(page),
    page_size: String(size),
    ...valued({
      year_start: input.published_after?.slice(0, 4),
      year_end: input.published_before?.slice(0, 4),
    }),
  });
  return get(provider, `search?${query}`);
}

function videoRequest({ id: asked }: VideoInput, provider: Provider): UpstreamRequest {
  return get(provider, `search?${new URLSearchParams({ nasa_id: asked, media_type: 'video' })}`);
}

interface Collection {
  items: unknown[];
  links: Json[];
  total: number | null;
}

function collectionOf(response: UpstreamResponse, wantsRaw: boolean): Collection | AttemptFailure {
  const body = parseJson(response.body, wantsRaw);
  if (!isObject(body)) return unreadable(response);
  const { items, links, metadata } = object(body.collection);
  if (!Array.isArray(items)) return badResponse('the answer has no collection');
  return { items, links: array(links).map(object), total: count(object(metadata).total_hits) };
}

function parsePage(response: UpstreamResponse, input: PageInput): Page | AttemptFailure {
  if (isBeyondLast(response))
    return { kind: 'page', items: [], cursor: null, end: 'upstream_cap', total: null };
  if (response.status !== 200) return byStatus(response);
  const found = collectionOf(response, input.wantsRaw);
  if ('kind' in found) return found;
  const place = placeOf(input, PAGE_SIZES);
  const { items: records, total } = found;
  const upstream = {
    records,
    end: endOf(found, place),
    total:
      total === null
        ? null
        : { value: total, relation: total > RESULTS_MAX ? ('capped' as const) : ('eq' as const) },
  };
  return numberedPage(upstream, place, input.count, toVideo);
}

/** Whether it counts pages or results is not documented, so that a walk of small pages may hear this before the last result. */
function isBeyondLast({ status, body }: UpstreamResponse): boolean {
  const reason = status === 400 ? text(object(parseJson(body, false)).reason) : null;
  return reason?.startsWith('Maximum number of search results') === true;
}

/** A missing link to the next page ends the list only if the total agrees: an answer of another shape lacks it too. */
function endOf({ links, total }: Collection, { page, size }: Place): End {
  const isCapped = total !== null && total > RESULTS_MAX;
  if (isCapped && (page + 1) * size > RESULTS_MAX) return 'upstream_cap';
  if (links.some(({ rel }) => rel === 'next')) return 'more';
  return total !== null && page * size >= total ? 'exhausted' : 'unknown';
}

function parseVideo(
  response: UpstreamResponse,
  { id: asked, wantsRaw }: VideoInput,
): FoundRecord | Absent | AttemptFailure {
  if (response.status !== 200) return withoutReason(response);
  const found = collectionOf(response, wantsRaw);
  if ('kind' in found) return found;
  if (found.items.length === 0)
    return found.total === 0 ? absent() : badResponse('an empty list without a count');
  // Words of an id may find other records beside its own.
  const own = found.items.find((item) => isSameId(nameOf(object(item)), asked)) ?? found.items[0];
  const record = object(own);
  return foundVideo(response, asked, { raw: own, names: [nameOf(record)] }, toVideo(record));
}

/** The record of an item is the first of its data. */
const dataOf = ({ data }: Json): Json => object(array(data)[0]);
const nameOf = (item: Json): string | null => id(dataOf(item).nasa_id);

function toVideo(item: Json): Readable {
  const data = dataOf(item);
  const videoId = id(data.nasa_id);
  if (videoId === null) return null;
  if (text(data.media_type) !== 'video') return LEFT_OUT;
  const links = array(item.links).map(object);
  return {
    ...blankVideo(videoId, MISSING),
    url: joined('https://images.nasa.gov/details/', segment(videoId)),
    title: text(data.title),
    ...prose(data.description, (words) => stripHtml(unixLines(words))),
    tags: texts(data.keywords),
    ...publishedIso(data.date_created),
    author: authorOf(data),
    thumbnails: thumbnails(links.filter(({ render }) => render === 'image').map(({ href }) => href)),
  };
}

/** Who made it, where it says so; else the center that published it. */
function authorOf({ photographer, secondary_creator, center }: Json): ParsedVideo['author'] {
  return { ...unknownAuthor, name: text(photographer) ?? text(secondary_creator) ?? text(center) };
}

function captionsOf(
  response: UpstreamResponse,
  { id: videoId, license }: ParsedVideo,
  input: TranscriptInput,
  provider: Provider,
): Parsed<TranscriptResult> {
  const body = parseJson(response.body, input.wantsRaw);
  // It gives its own reason; a 404 from a server in between has none.
  if (response.status === 404 && isObject(body) && text(body.reason) !== null) return noTranscript('none');
  if (response.status !== 200) return withoutReason(response);
  if (!isObject(body)) return unreadable(response);
  const file = text(body.location);
  if (file === null) return badResponse('the answer names no file');
  // Its answers name files by http; the same files come over https.
  const track = {
    language: null,
    kind: null,
    url: file.replace(`http://${FILES}`, `https://${FILES}`),
    raw: body,
  };
  return transcriptOf([track], { id: videoId, license, missing: TRANSCRIPT_MISSING }, input, provider);
}
