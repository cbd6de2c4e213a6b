// The adapter to Odysee's claims by JSON-RPC: videos and channels of the LBRY chain. Its text search is weaker than that of
// odysee-search.ts, which is another host. Videos that their makers mark as unlisted or private are never delivered. Sends no credential.

import type { ParsedAuthor } from '../../domain/author.ts';
import { NO_RETENTION_RULES } from '../../domain/retention.ts';
import type { FilterTable } from '../../domain/search-filters.ts';
import type {
  Absent,
  AttemptFailure,
  AuthorInput,
  AuthorSearchInput,
  AuthorVideosInput,
  Connector,
  End,
  FoundRecord,
  Page,
  PageInput,
  Parsed,
  ParsedRecord,
  Provider,
  SearchInput,
  Total,
  UpstreamRequest,
  UpstreamResponse,
  VideoInput,
} from '../connector.ts';
import { LEFT_OUT, type Readable } from '../parsing/blank-records.ts';
import { foreignAnswer } from '../parsing/echoed-question.ts';
import { badResponse, notPublic } from '../parsing/failures.ts';
import { count, text } from '../parsing/fields.ts';
import { RECORD_CHECKS } from '../parsing/filters.ts';
import { absent, foundVideo } from '../parsing/found-videos.ts';
import { ODYSEE_IDS } from '../parsing/id-forms.ts';
import { isObject, type Json, object } from '../parsing/json.ts';
import { withoutSigns } from '../parsing/keyword-query.ts';
import { numberedPage, type Place, placeOf } from '../parsing/numbered-pages.ts';
import { provedEmpty } from '../parsing/proved-empty.ts';
import {
  CHANNEL_CLAIM_MISSING,
  CLAIM_MISSING,
  claimIn,
  isNoClaim,
  isUnlisted,
  leftOutTags,
  readResult,
  toChannelAuthor,
  toClaimVideo,
} from './lbry-claim.ts';
import { lbryPlaylist, lbryPlaylistVideos } from './lbry-collection.ts';

const PAGE_SIZES = { min: 1, max: 50 };
/** Totals at which the index stops counting; such a total is a cap. */
const COUNTED_MAX = [1_000, 10_000];
/** Tags of a claim are its own filter; the rest is checked. */
const FILTERS: FilterTable = { ...RECORD_CHECKS, tag: 'exact' };

export const odysee: Connector = {
  name: 'odysee',
  facts: {
    website: 'https://odysee.com',
    docs: 'https://lbry.tech/api/sdk',
    proof: { checkedAt: '2026-11', by: 'document', unproved: [] },
    baseUrl: 'https://api.na-backend.odysee.com/api/v1',
    platforms: ['odysee'],
    keyNeeded: false,
    resale: 'yes',
    keyword:
      'Text of the index; signs of its query language (a leading hyphen, a bar) are left out. A claim is looked up by ' +
      'another parameter. What its maker marks as unlisted or private is not delivered.',
    retention: NO_RETENTION_RULES,
    notes:
      'Put odysee-search before it: that one finds better, and this one is its fail-over and has all else. Comments need ' +
      'odysee-comments. Each is a host of its own, so a provider of its own. Views, likes and followers are behind a ' +
      'token and are not given. Whether answers may be sold is for its terms and the licence of each video.',
  },
  options: { nsfw: '"both" lets in what its maker marks as mature. Default: it is left out.' },
  coverage: {
    fresh: null,
    notes: ['Views, likes and followers are not given: the platform keeps them behind a token.'],
    operations: {},
  },
  redirects: false,
  ids: ODYSEE_IDS,
  operations: {
    'video.search': {
      request: searchRequest,
      parse: (response, input) => parsePage(response, input, toClaimVideo),
      pageItemsMax: PAGE_SIZES.max,
      missing: CLAIM_MISSING,
      cost: 1,
      filters: () => FILTERS,
    },
    'video.get': {
      request: videoRequest,
      parse: parseVideo,
      missing: CLAIM_MISSING,
      cost: 1,
    },
    'author.videos': {
      request: channelVideosRequest,
      parse: parseChannelVideos,
      sorts: ['newest'],
      pageItemsMax: PAGE_SIZES.max,
      missing: CLAIM_MISSING,
      cost: 1,
    },
    'author.get': {
      request: channelRequest,
      parse: parseChannel,
      missing: CHANNEL_CLAIM_MISSING,
      cost: 1,
    },
    'author.search': {
      request: channelsRequest,
      parse: (response, input) => parsePage(response, input, toListedChannel),
      pageItemsMax: PAGE_SIZES.max,
      missing: CHANNEL_CLAIM_MISSING,
      cost: 1,
    },
    'video.popular': {
      request: popularRequest,
      parse: parsePopular,
      pageItemsMax: PAGE_SIZES.max,
      missing: CLAIM_MISSING,
      cost: 1,
      // Its trend is the one of now, for everybody.
      filters: () => ({}),
    },
    'playlist.get': lbryPlaylist(call),
    'playlist.videos': lbryPlaylistVideos(call, CLAIM_MISSING),
  },
};

function call(method: string, params: Json, { baseUrl, userAgent }: Provider): UpstreamRequest {
  return {
    method: 'POST',
    url: `${baseUrl}/proxy?m=${method}`,
    headers: { accept: 'application/json', 'content-type': 'application/json', 'user-agent': userAgent },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  };
}

/** Only videos, and only those whose file exists. */
function videosOf(input: PageInput, provider: Provider): Json {
  const { page, size } = placeOf(input, PAGE_SIZES);
  const streams = { claim_type: ['stream'], stream_types: ['video'], has_source: true };
  return { ...streams, not_tags: leftOutTags(provider), page, page_size: size };
}

function searchRequest(input: SearchInput, provider: Provider): UpstreamRequest {
  const { keyword, tag } = input;
  const words = { text: withoutSigns(keyword), ...(tag !== undefined && { any_tags: [tag.toLowerCase()] }) };
  return call('claim_search', { ...videosOf(input, provider), ...words }, provider);
}

function parsePage<Record extends ParsedRecord>(
  response: UpstreamResponse,
  input: PageInput,
  toRecord: (claim: Json) => Readable<Record>,
): Page<Record> | AttemptFailure {
  const read = readResult(response, input.wantsRaw);
  if ('kind' in read) return read;
  const { items, page, total_items } = read.result;
  if (!Array.isArray(items)) return badResponse('the answer has no list of claims');
  const place = placeOf(input, PAGE_SIZES);
  const foreign = foreignAnswer(response, page, place.page);
  if (foreign !== null) return foreign;
  if (input.bodyIsAnswer === true && items.some((claim) => isUnlisted(object(claim)))) return notPublic();
  const total = toTotal(total_items);
  return numberedPage({ records: items, end: endOf(total, place), total }, place, input.count, toRecord);
}

function toTotal(value: unknown): Total | null {
  const total = count(value);
  if (total === null) return null;
  return { value: total, relation: COUNTED_MAX.includes(total) ? 'capped' : 'eq' };
}

/** As the site asks for what is trending. */
function popularRequest(input: PageInput, provider: Provider): UpstreamRequest {
  const order_by = ['trending_group', 'trending_mixed'];
  return call('claim_search', { ...videosOf(input, provider), order_by }, provider);
}

/** The trend changes with every block of the chain, so a walk may miss a video: its end proves nothing. */
function parsePopular(response: UpstreamResponse, input: PageInput): Page | AttemptFailure {
  const page = parsePage(response, input, toClaimVideo);
  return page.kind === 'page' && page.end === 'exhausted' ? { ...page, end: 'unknown' } : page;
}

function channelsRequest(input: AuthorSearchInput, provider: Provider): UpstreamRequest {
  const { page, size } = placeOf(input, PAGE_SIZES);
  const words = { claim_type: ['channel'], text: withoutSigns(input.keyword) };
  return call('claim_search', { ...words, not_tags: leftOutTags(provider), page, page_size: size }, provider);
}

const toListedChannel = (claim: Json): Readable<ParsedAuthor> =>
  isUnlisted(claim) ? LEFT_OUT : toChannelAuthor(claim);

/** Only the total proves the end. */
function endOf(total: Total | null, { page, size }: Place): End {
  if (total === null) return 'unknown';
  if (page * size < total.value) return 'more';
  return total.relation === 'capped' ? 'upstream_cap' : 'exhausted';
}

/** Pages of the site name a claim by its name and the beginning of its id. An address of the chain with both identifies one claim. */
const isAddress = (id: string): boolean => id.startsWith('lbry://');

function videoRequest({ id }: VideoInput, provider: Provider): UpstreamRequest {
  if (isAddress(id)) return call('resolve', { urls: [id] }, provider);
  return call('claim_search', { claim_ids: [id], page: 1, page_size: 1 }, provider);
}

/** A withdrawn claim is no longer on the chain, so it looks like one that never existed. */
function parseVideo(response: UpstreamResponse, input: VideoInput): FoundRecord | Absent | AttemptFailure {
  const read = readResult(response, input.wantsRaw);
  if ('kind' in read) return isNoClaim(read, input.id) ? absent() : read;
  const claim = claimIn(read.result, isAddress(input.id) ? input.id : null);
  if (claim === undefined) return badResponse('the answer has no claim');
  if (claim === null || isObject(claim.error)) return absent();
  // An answer about an address repeats the address.
  const names = [text(claim.claim_id), ...(isAddress(input.id) ? [input.id] : [])];
  const found = foundVideo(response, input.id, { raw: claim, names }, toClaimVideo(claim));
  // A claim that is not a video is absent too.
  return found.kind === 'absent' && !isUnlisted(claim) ? absent() : found;
}

/** Several channels may share a name. Without an id, the chain chooses one of them. */
const nameUrl = (handle = ''): string => `lbry://@${handle.replace(/^@/, '')}`;

function channelVideosRequest(input: AuthorVideosInput, provider: Provider): UpstreamRequest {
  const { author_id, handle } = input;
  const of = author_id === undefined ? { channel: nameUrl(handle) } : { channel_ids: [author_id] };
  return call('claim_search', { ...videosOf(input, provider), ...of, order_by: ['release_time'] }, provider);
}

function parseChannelVideos(
  response: UpstreamResponse,
  input: AuthorVideosInput,
  provider: Provider,
): Parsed<Page | Absent> {
  const page = parsePage(response, input, toClaimVideo);
  if (page.kind === 'input_rejected' && isNoClaim(page, input.author_id ?? '')) return absent();
  return provedEmpty(page, input, {
    request: channelRequest(input, provider),
    read: (answer) => parseChannel(answer, input),
  });
}

function channelRequest({ author_id, handle }: AuthorInput, provider: Provider): UpstreamRequest {
  if (author_id === undefined) return call('resolve', { urls: [nameUrl(handle)] }, provider);
  return call(
    'claim_search',
    { claim_ids: [author_id], claim_type: ['channel'], page: 1, page_size: 1 },
    provider,
  );
}

function parseChannel(
  response: UpstreamResponse,
  input: AuthorInput,
): FoundRecord<ParsedAuthor> | Absent | AttemptFailure {
  const read = readResult(response, input.wantsRaw);
  if ('kind' in read) return isNoClaim(read, input.author_id ?? '') ? absent() : read;
  const raw = claimIn(read.result, input.author_id === undefined ? nameUrl(input.handle) : null);
  if (raw === undefined) return badResponse('the answer has no claim');
  if (raw === null || isObject(raw.error)) return absent();
  const channel = toChannelAuthor(raw);
  return channel === null ? badResponse('the claim is no channel') : { kind: 'record', record: channel, raw };
}
