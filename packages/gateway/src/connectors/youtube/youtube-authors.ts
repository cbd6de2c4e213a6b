// How the YouTube Data API is asked for one channel and for channels by name. A search for channels is one of the 100 searches of a day; the
// look-up that completes its records costs one of 10,000 units.
import type { ParsedAuthor } from '../../domain/author.ts';
import type {
  Absent,
  AttemptFailure,
  AuthorInput,
  AuthorSearchInput,
  ConnectorOperations,
  FoundRecord,
  Page,
  Parsed,
  Provider,
  UpstreamRequest,
  UpstreamResponse,
} from '../connector.ts';
import { blankAuthor } from '../parsing/blank-records.ts';
import { badResponse } from '../parsing/failures.ts';
import { count, decoded, id, publishedIso, segment, text, thumbnails, url } from '../parsing/fields.ts';
import { absent, otherAuthor } from '../parsing/found-videos.ts';
import { array, type Json, object } from '../parsing/json.ts';
import { withoutSigns } from '../parsing/keyword-query.ts';
import { joined, unixLines } from '../parsing/text.ts';
import {
  authorQuery,
  type Details,
  LOOK_UP_COST,
  searchOnward,
  searchTotal,
  type YoutubeApi,
  youtubeList,
} from './youtube-api.ts';

const SITE = 'https://www.youtube.com';
const PAGE_MAX = 50;
const PARTS = 'snippet,statistics,brandingSettings';
const AUTHOR_MISSING = ['verified', 'verified_text', 'following', 'stats.likes', 'links', 'private', 'live'];

export function youtubeAuthors(api: YoutubeApi): Pick<ConnectorOperations, 'author.get' | 'author.search'> {
  return {
    'author.get': {
      request: (input, provider) => api.get(provider, 'channels', { part: PARTS, ...authorQuery(input) }),
      parse: (response, input) => parseAuthor(api, response, input),
      missing: AUTHOR_MISSING,
      cost: LOOK_UP_COST,
    },
    'author.search': {
      request: (input, provider) => searchRequest(api, input, provider),
      parse: (response, input, provider) => parseSearch(api, response, input, provider),
      pageItemsMax: PAGE_MAX,
      missing: AUTHOR_MISSING,
      cost: 1,
    },
  };
}

function parseAuthor(
  api: YoutubeApi,
  response: UpstreamResponse,
  { author_id, wantsRaw }: AuthorInput,
): FoundRecord<ParsedAuthor> | Absent | AttemptFailure {
  const said = youtubeList(api, response, wantsRaw, ['channelNotFound']);
  if (said.kind !== 'list') return said;
  const { body } = said;
  const [item] = array(body.items).map(object);
  if (item === undefined)
    return array(body.items).length === 0 ? absent() : badResponse('no item is a channel');
  const own = id(item.id);
  if (own === null) return badResponse('no item is a channel');
  if (author_id !== undefined && author_id !== own) return otherAuthor(response);
  return { kind: 'record', record: toAuthor(own, item), raw: item };
}

function searchRequest({ get }: YoutubeApi, input: AuthorSearchInput, provider: Provider): UpstreamRequest {
  return get(provider, 'search', {
    part: 'snippet',
    type: 'channel',
    q: withoutSigns(input.keyword),
    maxResults: String(Math.min(input.count, PAGE_MAX)),
    // An empty token would silently start again at page 1.
    ...(input.cursor !== null && { pageToken: input.cursor }),
  });
}

const channelId = (item: Json): string | null => id(object(item.id).channelId);

function parseSearch(
  api: YoutubeApi,
  response: UpstreamResponse,
  input: AuthorSearchInput,
  provider: Provider,
): Parsed<Page<ParsedAuthor>> {
  const said = youtubeList(api, response, input.wantsRaw, []);
  if (said.kind === 'absent') return badResponse('an absence in a search');
  if (said.kind !== 'list') return said;
  const { body } = said;
  const found = array(body.items)
    .map(object)
    .filter((item) => channelId(item) !== null);
  if (found.length === 0 && array(body.items).length > 0) return badResponse('no item is a channel');
  if (found.length === 0) return toPage(body, [], null, input);
  return {
    kind: 'follow_up',
    request: api.get(provider, 'channels', { part: PARTS, id: found.map(channelId).join(',') }),
    // If the look-up fails, the page is delivered with what the search says.
    parse: (answer) => toPage(body, found, channelsOf(api, answer), input),
  };
}

function channelsOf(api: YoutubeApi, answer: UpstreamResponse | AttemptFailure): Details {
  if (answer.kind !== 'response') return null;
  const said = youtubeList(api, answer, false, []);
  if (said.kind !== 'list') return null;
  const channels = array(said.body.items).map(object);
  return new Map(channels.map((channel) => [id(channel.id) ?? '', channel]));
}

/** A search may still list a channel that was closed since; the look-up no longer has it. */
function toPage(
  body: Json,
  found: readonly Json[],
  details: Details,
  input: AuthorSearchInput,
): Page<ParsedAuthor> {
  const items = found.flatMap((item) => {
    const own = channelId(item)!;
    const channel = details === null ? asListed(item) : details.get(own);
    return channel === undefined ? [] : [{ record: toAuthor(own, channel), raw: item as unknown }];
  });
  return {
    kind: 'page',
    items,
    ...searchOnward(body, found.length, input),
    total: searchTotal(object(body.pageInfo).totalResults),
  };
}

/** Texts of a search contain HTML entities. */
function asListed(item: Json): Json {
  const snippet = object(item.snippet);
  return {
    snippet: { ...snippet, title: decoded(snippet.title), description: decoded(snippet.description) },
  };
}

function toAuthor(own: string, item: Json): ParsedAuthor {
  const snippet = object(item.snippet);
  const statistics = object(item.statistics);
  const handle = text(snippet.customUrl)?.replace(/^@/, '') ?? null;
  const followers = statistics.hiddenSubscriberCount === true ? null : count(statistics.subscriberCount);
  const description = text(snippet.description);
  return {
    ...blankAuthor(own, AUTHOR_MISSING),
    alt_ids: handle === null ? [] : [handle],
    handle,
    name: text(snippet.title),
    url: joined(SITE, '/channel/', segment(own)),
    avatar_url: thumbnails(Object.values(object(snippet.thumbnails)))[0]?.url ?? null,
    banner_url: url(object(object(item.brandingSettings).image).bannerExternalUrl),
    text: description === null ? null : unixLines(description),
    kind: 'channel',
    country: text(snippet.country),
    joined_at: publishedIso(snippet.publishedAt).published_at,
    followers,
    stats: { videos: count(statistics.videoCount), views: count(statistics.viewCount), likes: null },
    // YouTube rounds it to three digits.
    approx: followers === null ? [] : ['followers'],
  };
}
