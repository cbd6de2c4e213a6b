// The adapter to NicoNico's snapshot search, an index that is rebuilt each morning and may not be used for anything that costs money. Past
// its limits it gives wrong answers instead of refusing, so this module keeps within them.
import { NO_RETENTION_RULES } from '../../domain/retention.ts';
import type { FilterTable } from '../../domain/search-filters.ts';
import type { ParsedVideo } from '../../domain/video.ts';
import type {
  Absent,
  AttemptFailure,
  AuthorVideosInput,
  Connector,
  FoundRecord,
  Page,
  PageInput,
  Provider,
  SearchInput,
  SeveralFound,
  SeveralInput,
  UpstreamRequest,
  UpstreamResponse,
  VideoInput,
} from '../connector.ts';
import { blankVideo, type SeldomGiven, unknownAuthor, unknownStats } from '../parsing/blank-records.ts';
import { badResponse, byStatus, failed, retryAfterMs, unreadable } from '../parsing/failures.ts';
import {
  count,
  decoded,
  id,
  prose,
  publishedIso,
  secondsToMs,
  segment,
  text,
  texts,
  thumbnails,
} from '../parsing/fields.ts';
import { valued, wholeSeconds } from '../parsing/filters.ts';
import { absent, foundVideo, foundVideos, otherVideo } from '../parsing/found-videos.ts';
import { NICONICO_IDS } from '../parsing/id-forms.ts';
import { isObject, type Json, object, parseJson } from '../parsing/json.ts';
import { phrasedWords } from '../parsing/keyword-query.ts';
import { askAt, takeNew, writeOffset } from '../parsing/offset-pages.ts';
import { unique } from '../parsing/sliced-pages.ts';
import { joined, splitTags, stripHtml } from '../parsing/text.ts';

const OFFSET_MAX = 100_000;
const LIMIT_MAX = 100;
const CONTEXT_CHARS_MAX = 40;
const MAINTENANCE_MS = 5 * 60_000; // The shortest wait that its guide asks for.
const TARGETS = 'title,description,tags';
const FIELDS =
  'contentId,title,description,userId,channelId,viewCounter,mylistCounter,likeCounter,lengthSeconds,thumbnailUrl,' +
  'startTime,commentCounter,tags,genre';

/** Fields that this upstream never gives. */
const MISSING = [
  'embed_url',
  'language',
  'region',
  'published_text',
  'width',
  'height',
  'author.handle',
  'author.name',
  'author.url',
  'author.avatar_url',
  'author.verified',
  'author.followers',
  'stats.shares',
  'stats.reposts',
  'stats.downloads',
  'stats.danmaku',
  'approx',
  'license',
  'nsfw',
];

const GIVES: SeldomGiven = ['category'];

const FILTERS: FilterTable = {
  'sort=newest': 'exact',
  'sort=views': 'exact',
  'sort=likes': 'exact',
  published_after: 'exact',
  published_before: 'exact',
  duration_min: 'exact',
  duration_max: 'exact',
  tag: 'exact',
};
const ORDERS = { newest: '-startTime', views: '-viewCounter', likes: '-likeCounter' };

export const niconico: Connector = {
  name: 'niconico',
  facts: {
    website: 'https://www.nicovideo.jp',
    docs: 'https://site.nicovideo.jp/search-api-docs/snapshot',
    proof: { checkedAt: '2026-11', by: 'document', unproved: [] },
    baseUrl: 'https://snapshot.search.nicovideo.jp',
    platforms: ['niconico'],
    keyNeeded: false,
    resale: 'no',
    keyword:
      'Its operators (OR, -, quotes, brackets) stand in quotes and are text; so is an address or an id. The index ' +
      'holds only what is public.',
    retention: NO_RETENTION_RULES,
    notes:
      'Its terms forbid commercial use: only at price 0. The index is rebuilt at 05:00 in Japan, so results are up to a ' +
      'day old and a walk across that hour may repeat or miss videos. Most viewed first.',
  },
  options: {
    context: `The name of your service, as NicoNico wants it; at most ${CONTEXT_CHARS_MAX} characters, reelgate by default`,
  },
  coverage: {
    fresh: 'Up to a day old: the index is rebuilt at 05:00 in Japan (20:00 UTC).',
    notes: ['A walk across the rebuild may repeat or miss videos.'],
    operations: {
      'video.search': { itemsMax: OFFSET_MAX, notes: ['Most viewed first: there is no order by relevance.'] },
    },
  },
  redirects: false,
  ids: NICONICO_IDS,
  operations: {
    'video.search': {
      request: buildRequest,
      parse: parseResponse,
      pageItemsMax: LIMIT_MAX,
      missing: MISSING,
      cost: 1,
      filters: () => FILTERS,
    },
    'video.get': {
      request: ({ id: asked }, provider) => lookUp([asked], provider),
      parse: parseVideo,
      several: {
        idsMax: LIMIT_MAX,
        takes: () => true,
        request: ({ ids }, provider) => lookUp(ids, provider),
        parse: parseVideos,
      },
      missing: MISSING,
      cost: 1,
    },
    'author.videos': {
      request: authorVideosRequest,
      parse: parseAuthorVideos,
      sorts: ['newest', 'views'],
      pageItemsMax: LIMIT_MAX,
      missing: MISSING,
      cost: 1,
    },
  },
};

function buildRequest(input: SearchInput, provider: Provider): UpstreamRequest {
  const asked = askAt(input, LIMIT_MAX);
  const length = wholeSeconds(input);
  return get(provider, {
    q: phrasedWords(input.keyword),
    targets: TARGETS,
    fields: FIELDS,
    _sort: ORDERS[input.sort as keyof typeof ORDERS] ?? '-viewCounter',
    _offset: String(asked.start),
    _limit: String(asked.count),
    ...valued({
      'filters[startTime][gte]': startTime(input.published_after),
      'filters[startTime][lte]': startTime(input.published_before),
      'filters[lengthSeconds][gte]': length.min,
      'filters[lengthSeconds][lte]': length.max,
      'filters[tagsExact][0]': input.tag,
    }),
  });
}

/** A search without words finds everything; the filter leaves only these videos. */
function lookUp(ids: readonly string[], provider: Provider): UpstreamRequest {
  return get(provider, {
    q: '',
    targets: TARGETS,
    fields: FIELDS,
    ...Object.fromEntries(ids.map((asked, at) => [`filters[contentId][${at}]`, asked])),
    _sort: '-viewCounter',
    _offset: '0',
    _limit: String(ids.length),
  });
}

const AUTHOR_ORDERS = { newest: '-startTime', views: '-viewCounter' };
/** Prefix of a channel's number, as the site writes it. A user's number has no prefix. */
const OF_CHANNEL = 'ch';

function authorVideosRequest(input: AuthorVideosInput, provider: Provider): UpstreamRequest {
  const asked = askAt(input, LIMIT_MAX);
  const author = input.author_id ?? input.handle ?? '';
  return get(provider, {
    q: '',
    targets: TARGETS,
    fields: FIELDS,
    jsonFilter: JSON.stringify(byAuthor(author)),
    _sort: AUTHOR_ORDERS[input.sort],
    _offset: String(asked.start),
    _limit: String(asked.count),
  });
}

/**
 * Its guide lists both fields for `filters` too, but clients report that they are refused there. Conditions in JSON accept them, as
 * numbers. A value that is not a number is sent unchanged, and the platform refuses it.
 */
function byAuthor(author: string): Json {
  const isChannel = author.startsWith(OF_CHANNEL);
  const number = isChannel ? author.slice(OF_CHANNEL.length) : author;
  const value = /^\d{1,15}$/.test(number) ? Number(number) : number;
  return { type: 'equal', field: isChannel ? 'channelId' : 'userId', value };
}

/** The index knows authors only through their videos, so an author without videos is unknown to it. */
function parseAuthorVideos(
  response: UpstreamResponse,
  input: AuthorVideosInput,
): Page | Absent | AttemptFailure {
  const answer = readAnswer(response, input.wantsRaw);
  if ('kind' in answer) return answer;
  if (answer.total === 0 && input.cursor === null) return absent();
  return toPage(answer.data, answer.total, input);
}

function get(provider: Provider, parameters: Record<string, string>): UpstreamRequest {
  const context = [...(provider.options.context ?? 'reelgate')].slice(0, CONTEXT_CHARS_MAX).join('');
  const query = new URLSearchParams({ ...parameters, _context: context });
  return {
    method: 'GET',
    url: `${provider.baseUrl}/api/v2/snapshot/video/contents/search?${query}`,
    headers: { accept: 'application/json', 'user-agent': provider.userAgent },
  };
}

/** Its times have whole seconds and an offset; other forms are not documented. */
function startTime(moment: string | undefined): string | undefined {
  return moment?.replace(/\.\d+Z$/, '+00:00');
}

function parseResponse(response: UpstreamResponse, input: SearchInput): Page | AttemptFailure {
  const answer = readAnswer(response, input.wantsRaw);
  return 'kind' in answer ? answer : toPage(answer.data, answer.total, input);
}

/** The index was built this morning: newer videos are missing, and deleted ones may still be in it. */
function parseVideo(
  response: UpstreamResponse,
  { id: asked, wantsRaw }: VideoInput,
): FoundRecord | Absent | AttemptFailure {
  const answer = readAnswer(response, wantsRaw);
  if ('kind' in answer) return answer;
  if (answer.data.length > 1) return otherVideo(response);
  const [record] = answer.data.map(object);
  if (record === undefined)
    return answer.total === 0 ? absent() : badResponse('a video that is counted is not there');
  return foundVideo(response, asked, { raw: record, names: [id(record.contentId)] }, toVideo(record));
}

function parseVideos(
  response: UpstreamResponse,
  { ids, wantsRaw }: SeveralInput,
): SeveralFound | AttemptFailure {
  const answer = readAnswer(response, wantsRaw);
  if ('kind' in answer) return answer;
  if (answer.total !== answer.data.length) return badResponse('not all that is counted is there');
  return foundVideos(response, ids, answer.data, (record) => ({
    names: [id(record.contentId)],
    video: toVideo(record),
  }));
}

function readAnswer(
  response: UpstreamResponse,
  wantsRaw: boolean,
): { data: unknown[]; total: number | null } | AttemptFailure {
  const body = parseJson(response.body, wantsRaw);
  const meta = object(object(body).meta);
  const status = count(meta.status) ?? response.status;
  if (response.status !== 200 || status !== 200) {
    return classify({ ...response, status: status === 200 ? response.status : status }, meta);
  }
  if (!isObject(body)) return unreadable(response);
  if (!Array.isArray(body.data)) return badResponse('the answer has no list of videos');
  if (count(meta.status) === null) return badResponse('the answer does not say that it is good');
  return { data: body.data, total: count(meta.totalCount) };
}

function toPage(records: readonly unknown[], total: number | null, input: PageInput): Page | AttemptFailure {
  const asked = askAt(input, LIMIT_MAX);
  const taken = takeNew(records, asked, input.count, toVideo);
  if ('kind' in taken) return taken;
  const next = asked.start + (taken.cut ?? records.length);
  const end = endOf(next, total, taken.isEmpty);
  return {
    kind: 'page',
    items: unique(taken.items),
    cursor: end === 'more' ? writeOffset({ next, mark: taken.mark }) : null,
    end,
    total: total === null ? null : { value: total, relation: 'eq' },
  };
}

function classify(response: UpstreamResponse, meta: Json): AttemptFailure {
  const code = text(meta.errorCode)?.slice(0, 40) ?? 'no error code';
  const detail = `status ${response.status}: ${code}`;
  if (response.status === 503) {
    return failed('unavailable', detail, Math.max(MAINTENANCE_MS, retryAfterMs(response) ?? 0));
  }
  return { ...byStatus(response), detail };
}

function endOf(next: number, total: number | null, isEmpty: boolean): Page['end'] {
  if (total !== null && next >= total) return 'exhausted';
  if (isEmpty) return 'unknown';
  return next > OFFSET_MAX ? 'upstream_cap' : 'more';
}

/** 0 is not a valid number of a user or channel. */
function numbered(value: unknown): string | null {
  const number = id(value);
  return number === '0' ? null : number;
}

function channelOf(number: string | null): string | null {
  return number === null ? null : joined(OF_CHANNEL, number);
}

/** Any field may be null. */
function toVideo(record: Json): ParsedVideo | null {
  const contentId = id(record.contentId);
  if (contentId === null) return null;
  return {
    ...blankVideo(contentId, MISSING, GIVES),
    url: joined('https://nico.ms/', segment(contentId)),
    title: decoded(record.title),
    ...prose(record.description, stripHtml),
    tags: splitTags(texts(record.tags), ' '),
    ...publishedIso(record.startTime),
    duration_ms: secondsToMs(record.lengthSeconds),
    author: { ...unknownAuthor, id: numbered(record.userId) ?? channelOf(numbered(record.channelId)) },
    stats: {
      ...unknownStats,
      views: count(record.viewCounter),
      likes: count(record.likeCounter),
      comments: count(record.commentCounter),
      saves: count(record.mylistCounter),
    },
    thumbnails: thumbnails([record.thumbnailUrl]),
    category: text(record.genre),
  };
}
