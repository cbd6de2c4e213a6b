// The adapter to the API of a self-hosted Piped, a front-end to YouTube. Its pages are linked by a token that is sent back unchanged.
// Compressing the token would gain little, because most of it is base64. If it is too long for the gateway's own cursor, the gateway ends
// the walk.

import { NO_RETENTION_RULES } from '../../domain/retention.ts';
import type { FilterTable } from '../../domain/search-filters.ts';
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
import { blankVideo, unknownStats } from '../parsing/blank-records.ts';
import { badResponse, unreadable } from '../parsing/failures.ts';
import {
  count,
  flag,
  publishedWords,
  secondsToMs,
  segment,
  text,
  thumbnails,
  url,
} from '../parsing/fields.ts';
import { YOUTUBE_IDS } from '../parsing/id-forms.ts';
import { isObject, type Json, parseJson, wholeDigits } from '../parsing/json.ts';
import { sliceOf } from '../parsing/numbered-pages.ts';
import {
  addresses,
  channel,
  FRONT_END_MISSING,
  snippet,
  youtubeRefusal,
} from '../youtube-front-ends/youtube-front-end.ts';
import { FRONT_END_COVERAGE } from '../youtube-front-ends/youtube-front-end-lists.ts';
import { pipedItems, pipedRequest } from './piped-api.ts';
import {
  PIPED_FOUND_MISSING,
  pipedAuthor,
  pipedAuthorVideos,
  pipedComments,
  pipedReplies,
  toPipedAuthor,
} from './piped-lists.ts';
import { pipedPlaylist, pipedPlaylistVideos } from './piped-playlists.ts';
import { pipedPopular, pipedRelated } from './piped-shown.ts';
import { pipedTranscript } from './piped-transcript.ts';
import { PIPED_WHOLE_MISSING, readPipedVideo } from './piped-video.ts';

/** From this number on, YouTube rounds the views of short videos. */
const ROUNDED_VIEWS_MIN = 1_000;

const FILTERS: FilterTable = {
  'sort=relevance': 'exact',
  duration_min: 'checked',
  duration_max: 'checked',
};

export const piped: Connector = {
  name: 'piped',
  facts: {
    website: 'https://github.com/TeamPiped/Piped',
    docs: 'https://docs.piped.video/docs/api-documentation/',
    proof: { checkedAt: '2026-11', by: 'document', unproved: [] },
    baseUrl: null,
    platforms: ['youtube'],
    keyNeeded: false,
    resale: 'own-key',
    keyword:
      'Goes to the search of YouTube as it is, which finds only what is public; there, - excludes a word ' +
      'and | means or.',
    retention: NO_RETENTION_RULES,
    notes:
      'Name the base_url of the API (not of the site) of an instance that you run yourself. Replies are found only to ' +
      'comments among the first two pages of a video. YouTube has no list of popular videos of all kinds any more: ' +
      'instances give broadcasts. Transcripts need the option proxy_url.',
  },
  options: {
    proxy_url:
      "Address of the instance's own proxy, its PROXY_PART or IMAGE_PROXY_PART. The files of transcripts are fetched " +
      'from there; without it, only from base_url.',
  },
  coverage: FRONT_END_COVERAGE,
  redirects: false,
  ids: YOUTUBE_IDS,
  operations: {
    'video.search': {
      request: (input, provider) => searchRequest('videos', input, provider),
      parse: (response, input) => searchPage(response, input, 'stream', toVideo),
      pageItemsMax: 20,
      missing: FRONT_END_MISSING,
      cost: 1,
      filters: () => FILTERS,
    },
    'video.get': {
      request: ({ id }, provider) => pipedRequest(provider, `/streams/${segment(id)}`),
      parse: readPipedVideo,
      missing: PIPED_WHOLE_MISSING,
      cost: 1,
    },
    'author.videos': pipedAuthorVideos(toVideo, FRONT_END_MISSING),
    'video.comments': pipedComments,
    'comment.replies': pipedReplies,
    'author.get': pipedAuthor,
    'author.search': {
      request: (input, provider) => searchRequest('channels', input, provider),
      parse: (response, input) => searchPage(response, input, 'channel', toPipedAuthor),
      pageItemsMax: 20,
      missing: PIPED_FOUND_MISSING,
      cost: 1,
    },
    'video.popular': pipedPopular(toVideo, FRONT_END_MISSING),
    'video.related': pipedRelated(toVideo, FRONT_END_MISSING),
    'playlist.get': pipedPlaylist,
    'playlist.videos': pipedPlaylistVideos(toVideo, FRONT_END_MISSING),
    'transcript.get': pipedTranscript,
  },
};

interface Spot {
  /** null for the first page. */
  token: string | null;
  /** Number of videos of this page that were delivered before: Piped decides how long a page is. */
  skip: number;
}

/** Cursors are `skip:token`; the token is JSON text, unchanged. */
function spotOf({ cursor }: PageInput): Spot {
  if (cursor === null) return { token: null, skip: 0 };
  const colon = cursor.indexOf(':');
  return { token: cursor.slice(colon + 1) || null, skip: Number(cursor.slice(0, colon)) };
}

const writeSpot = ({ token, skip }: Spot): string => `${skip}:${token ?? ''}`;

function searchRequest(
  filter: 'videos' | 'channels',
  input: SearchInput | AuthorSearchInput,
  provider: Provider,
): UpstreamRequest {
  const { token } = spotOf(input);
  const query = { q: input.keyword, filter, ...(token !== null && { nextpage: token }) };
  return pipedRequest(provider, token === null ? '/search' : '/nextpage/search', query);
}

function searchPage<Parsed extends ParsedRecord>(
  response: UpstreamResponse,
  input: PageInput,
  type: 'stream' | 'channel',
  read: (item: Json) => Parsed | null,
): Page<Parsed> | AttemptFailure {
  const body = parseJson(response.body, input.wantsRaw);
  const refused = youtubeRefusal(response, body);
  if (refused !== null) return refused;
  if (!isObject(body)) return unreadable(response);
  if (!Array.isArray(body.items)) return badResponse('the answer has no list of items');
  const items = pipedItems(body.items, type);
  if ('kind' in items) return items;
  const spot = spotOf(input);
  const slice = sliceOf(items, { skip: spot.skip, count: input.count }, read);
  if ('kind' in slice) return slice;
  const { end, cursor } = continuation(body, spot, slice.nextSkip);
  return { kind: 'page', items: slice.items, cursor, end, total: null };
}

function continuation(body: Json, spot: Spot, nextSkip: number | null): { end: End; cursor: string | null } {
  if (nextSkip !== null) return { end: 'more', cursor: writeSpot({ ...spot, skip: nextSkip }) };
  const { nextpage } = body;
  // A missing token arrives as null, or as the JSON text `null`.
  if (nextpage === null || nextpage === 'null') return { end: 'exhausted', cursor: null };
  const token = text(nextpage);
  // No items, no token or the same token again: the next page would be this page again.
  const isStuck = (body.items as unknown[]).length === 0 || token === null || token === spot.token;
  return isStuck ? { end: 'unknown', cursor: null } : { end: 'more', cursor: writeSpot({ token, skip: 0 }) };
}

function toVideo(item: Json): ParsedVideo | null {
  const videoId = /^\/(?:watch\?v=|shorts\/)([\w-]+)/.exec(text(item.url) ?? '')?.[1];
  if (videoId === undefined) return null;
  const views = count(item.views);
  const isShort = item.isShort === true;
  return {
    ...blankVideo(videoId, FRONT_END_MISSING),
    ...addresses(videoId),
    // As Piped's own site reads it: a video without a duration is a stream, except for short videos, whose duration Piped never knows.
    kind: wholeDigits(item.duration) === '-1' && !isShort ? 'live' : 'video',
    title: text(item.title),
    ...snippet(item.shortDescription),
    // `uploaded` is not passed on: where it is not -1, Piped computed it from these words.
    ...publishedWords(item.uploadedDate),
    duration_ms: secondsToMs(item.duration),
    author: toAuthor(item),
    stats: { ...unknownStats, views },
    approx: isShort && views !== null && views >= ROUNDED_VIEWS_MIN ? ['views'] : [],
    thumbnails: thumbnails([item.thumbnail]),
  };
}

function toAuthor(item: Json): ParsedVideo['author'] {
  return {
    ...channel(item.uploaderUrl),
    name: text(item.uploaderName),
    avatar_url: url(item.uploaderAvatar),
    verified: flag(item.uploaderVerified),
  };
}
