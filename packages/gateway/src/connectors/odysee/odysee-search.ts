// The adapter to Odysee's own search, a separate host that gives only the main fields of a video. Its ids are those of odysee.ts, so a walk
// can go on there when this search fails. It never states that a list has ended. Sends no credential.

import type { ParsedAuthor } from '../../domain/author.ts';
import { NO_RETENTION_RULES } from '../../domain/retention.ts';
import type { ParsedVideo } from '../../domain/video.ts';
import type {
  AttemptFailure,
  AuthorSearchInput,
  Connector,
  End,
  Page,
  PageInput,
  ParsedRecord,
  Provider,
  SearchInput,
  UpstreamRequest,
  UpstreamResponse,
} from '../connector.ts';
import { blankAuthor, blankVideo, unknownAuthor } from '../parsing/blank-records.ts';
import { badResponse, byStatus, failed, unreadable } from '../parsing/failures.ts';
import {
  type Published,
  prose,
  publishedIso,
  publishedUnix,
  secondsToMs,
  segment,
  text,
  thumbnails,
  url,
} from '../parsing/fields.ts';
import { TIME_CHECKS } from '../parsing/filters.ts';
import { ODYSEE_IDS } from '../parsing/id-forms.ts';
import { isObject, type Json, parseJson } from '../parsing/json.ts';
import { type AskedRange, askAt, takeNew, writeOffset } from '../parsing/offset-pages.ts';
import { joined, unixLines } from '../parsing/text.ts';
import { CHANNEL_CLAIM_MISSING, CLAIM_MISSING, handleOf, ODYSEE, webPage } from './lbry-claim.ts';

const PAGE_ITEMS_MAX = 50;
/** The deepest result that its index serves; it refuses a page beyond. */
const RESULTS_MAX = 10_000;
/** It gives names and ids by default; other fields must be requested. */
const INCLUDED = 'channel,channel_claim_id,title,description,duration,release_time,thumbnail_url';

const CHANNEL_INCLUDED = 'title,description,thumbnail_url';

/** Fields that this search never gives; odysee.ts has some of them. */
const MISSING = [
  ...CLAIM_MISSING,
  'stats.reposts',
  'tags',
  'language',
  'width',
  'height',
  'author.avatar_url',
  'license',
  'nsfw',
];

/** The same of a channel. */
const CHANNEL_MISSING = [
  ...CHANNEL_CLAIM_MISSING,
  'banner_url',
  'country',
  'joined_at',
  'stats.videos',
  'links',
];

export const odyseeSearch: Connector = {
  name: 'odysee-search',
  facts: {
    website: 'https://odysee.com',
    docs: 'https://github.com/OdyseeTeam/lighthouse.js',
    proof: { checkedAt: '2026-11', by: 'source', unproved: [] },
    baseUrl: 'https://lighthouse.odysee.tv',
    platforms: ['odysee'],
    keyNeeded: false,
    resale: 'yes',
    keyword:
      'Text of the index; nothing is known of operators. It rejects a keyword of fewer than three characters.',
    retention: NO_RETENTION_RULES,
    notes:
      'Only the searches of Odysee; odysee has the rest and takes over when this one fails. It never says that a list is ' +
      'at its end, and gives nothing beyond 10,000 results. Whether answers may be sold is for its terms and the ' +
      'licence of each video.',
  },
  options: { nsfw: '"both" lets in what its maker marks as mature. Default: it is left out.' },
  coverage: {
    fresh: null,
    notes: ['A keyword needs at least three characters.', 'The platform never says that a list has ended.'],
    operations: { 'video.search': { itemsMax: RESULTS_MAX }, 'author.search': { itemsMax: RESULTS_MAX } },
  },
  redirects: false,
  ids: ODYSEE_IDS,
  operations: {
    'video.search': {
      request: searchRequest,
      parse: (response, input) => parsePage(response, input, toVideo),
      pageItemsMax: PAGE_ITEMS_MAX,
      missing: MISSING,
      cost: 1,
      filters: () => TIME_CHECKS,
    },
    'author.search': {
      request: channelsRequest,
      parse: (response, input) => parsePage(response, input, toChannel),
      pageItemsMax: PAGE_ITEMS_MAX,
      missing: CHANNEL_MISSING,
      cost: 1,
    },
  },
};

function searchRequest(input: SearchInput, provider: Provider): UpstreamRequest {
  return ask(input, provider, { claimType: 'file', mediaType: 'video', include: INCLUDED });
}

function channelsRequest(input: AuthorSearchInput, provider: Provider): UpstreamRequest {
  return ask(input, provider, { claimType: 'channel', include: CHANNEL_INCLUDED });
}

function ask(input: AuthorSearchInput, provider: Provider, kind: Record<string, string>): UpstreamRequest {
  const { start, count } = askAt(input, PAGE_ITEMS_MAX);
  const query = new URLSearchParams({
    s: input.keyword,
    from: String(start),
    size: String(count),
    ...kind,
    ...(provider.options.nsfw !== 'both' && { nsfw: 'false' }),
  });
  return {
    method: 'GET',
    url: `${provider.baseUrl}/search?${query}`,
    headers: { accept: 'application/json', 'user-agent': provider.userAgent },
  };
}

function parsePage<Found extends ParsedRecord>(
  response: UpstreamResponse,
  input: PageInput,
  toRecord: (record: Json) => Found | null,
): Page<Found> | AttemptFailure {
  const body = parseJson(response.body, input.wantsRaw);
  if (response.status !== 200) return byStatus(response);
  if (isObject(body))
    return body.error === undefined
      ? badResponse('an object where a list was due')
      : failed('unavailable', 'an error in an answer of status 200');
  if (!Array.isArray(body)) return unreadable(response);
  const asked = askAt(input, PAGE_ITEMS_MAX);
  const taken = takeNew(body, asked, input.count, toRecord);
  if ('kind' in taken) return taken;
  const next = asked.start + (taken.cut ?? asked.count);
  const end = endOf(taken.isEmpty, next, asked);
  const cursor = end === 'more' ? writeOffset({ next, mark: taken.mark }) : null;
  return { kind: 'page', items: taken.items, cursor, end, total: null };
}

/** A short page is not the end: videos that were taken down are omitted from it. */
function endOf(isEmpty: boolean, next: number, { count }: AskedRange): End {
  if (isEmpty) return 'unknown';
  return next + count > RESULTS_MAX ? 'upstream_cap' : 'more';
}

function toVideo(record: Json): ParsedVideo | null {
  const claimId = text(record.claimId);
  const name = text(record.name);
  if (claimId === null || name === null) return null;
  const [channel, channelId] = [text(record.channel), text(record.channel_claim_id)];
  const home = channel === null || channelId === null ? null : joined(channel, '#', channelId);
  const own = joined(name, '#', claimId);
  return {
    ...blankVideo(claimId, MISSING),
    url: webPage(joined('lbry://', home === null ? own : joined(home, '/', own))),
    embed_url: joined(ODYSEE, '/$/embed/', segment(name), '/', segment(claimId)),
    title: text(record.title) ?? name,
    ...prose(record.description, unixLines),
    ...published(record.release_time),
    duration_ms: secondsToMs(record.duration),
    author: {
      ...unknownAuthor,
      id: channelId,
      handle: handleOf(channel),
      name: channel,
      url: home && webPage(joined('lbry://', home)),
    },
    thumbnails: thumbnails([record.thumbnail_url]),
  };
}

function toChannel(record: Json): ParsedAuthor | null {
  const claimId = text(record.claimId);
  const name = text(record.name);
  if (claimId === null || !name?.startsWith('@')) return null;
  const words = text(record.description);
  return {
    ...blankAuthor(claimId, CHANNEL_MISSING),
    handle: handleOf(name),
    name: text(record.title) ?? name,
    url: webPage(joined('lbry://', name, '#', claimId)),
    avatar_url: url(record.thumbnail_url),
    text: words && unixLines(words),
    kind: 'channel',
  };
}

/** A date as text, or unix seconds. */
function published(value: unknown): Published {
  const date = publishedIso(value);
  return date.published_at === null ? publishedUnix(value) : date;
}
