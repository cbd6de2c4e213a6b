// The adapter to a self-hosted Invidious, a front-end to YouTube. Its search answers with a bare list and never states that there is no
// more: the only end is an empty list, which proves nothing. Must never read an error object as an empty list.

import { NO_RETENTION_RULES } from '../../domain/retention.ts';
import type { FilterTable } from '../../domain/search-filters.ts';
import { listedTracks } from '../../domain/transcript/tracks.ts';
import type { ParsedVideo } from '../../domain/video.ts';
import type {
  Absent,
  AttemptFailure,
  AuthorSearchInput,
  Connector,
  FoundRecord,
  Page,
  PageInput,
  ParsedRecord,
  Provider,
  SearchInput,
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
  unknownStats,
} from '../parsing/blank-records.ts';
import { broadcast } from '../parsing/broadcast.ts';
import { unreadable } from '../parsing/failures.ts';
import {
  count,
  flag,
  type Published,
  prose,
  publishedSeconds,
  publishedWords,
  segment,
  text,
  texts,
  thumbnails,
} from '../parsing/fields.ts';
import { lengthClass, valued, YOUTUBE_LENGTHS } from '../parsing/filters.ts';
import { foundVideo } from '../parsing/found-videos.ts';
import { YOUTUBE_IDS } from '../parsing/id-forms.ts';
import { array, isObject, type Json, parseJson } from '../parsing/json.ts';
import { numberedPage, placeOf } from '../parsing/numbered-pages.ts';
import {
  addresses,
  channel,
  FRONT_END_MISSING,
  snippet,
  youtubeAbsence,
  youtubeRefusal,
} from '../youtube-front-ends/youtube-front-end.ts';
import { FRONT_END_COVERAGE } from '../youtube-front-ends/youtube-front-end-lists.ts';
import { invidiousRecords, invidiousRequest } from './invidious-api.ts';
import { invidiousComments, invidiousReplies } from './invidious-comments.ts';
import {
  INVIDIOUS_FOUND_MISSING,
  invidiousAuthor,
  invidiousAuthorVideos,
  toInvidiousAuthor,
} from './invidious-lists.ts';
import { invidiousPlaylist, invidiousPlaylistVideos } from './invidious-playlists.ts';
import { invidiousPopular, invidiousRelated } from './invidious-shown.ts';
import { invidiousTracks, invidiousTranscript } from './invidious-transcript.ts';

/** Pages have about 20 items, whatever the caller wants: the instance has no parameter for the page size. */
const PAGE_SIZES = { min: 20, max: 20 };
/** YouTube ends its lists long before. This stops a walk over an instance that gives the same page for every number. */
const PAGES_MAX = 100;

/** The answer about one video also has its date and its keywords. */
const WHOLE_MISSING = FRONT_END_MISSING.filter(
  (field) => !['tags', 'published_at', 'stats.likes', 'nsfw'].includes(field),
);

const GIVES: SeldomGiven = ['live'];
const WHOLE_GIVES: SeldomGiven = ['live', 'category', 'captions'];

const FILTERS: FilterTable = {
  'sort=relevance': 'exact',
  'sort=views': 'exact',
  duration_min: 'checked',
  duration_max: 'checked',
  language: 'preferred',
  region: 'preferred',
  license: 'exact',
  'min_height=720': 'exact',
  'min_height=2160': 'exact',
  'live=true': 'exact',
  'live=false': 'checked',
  captions: 'exact',
};

export const invidious: Connector = {
  name: 'invidious',
  facts: {
    website: 'https://invidious.io',
    docs: 'https://docs.invidious.io/api/',
    proof: { checkedAt: '2026-11', by: 'source', unproved: [] },
    baseUrl: null,
    platforms: ['youtube'],
    keyNeeded: false,
    resale: 'own-key',
    keyword:
      'An instance reads filters such as "channel:" and addresses of YouTube out of the keyword only when ' +
      'no filter is set; type=video or type=channel is always set, so both are text.',
    retention: NO_RETENTION_RULES,
    notes:
      'Name the base_url of an instance that you run yourself: public ones keep programs out. Replies are found only to ' +
      'comments among the first two pages of a video. YouTube has no list of popular videos of all kinds any more: ' +
      'instances give broadcasts, or category=gaming. Captions may need its setting use_innertube_for_captions.',
  },
  options: {},
  coverage: FRONT_END_COVERAGE,
  redirects: false,
  ids: YOUTUBE_IDS,
  operations: {
    'video.search': {
      request: buildRequest,
      parse: parseResponse,
      pageItemsMax: PAGE_SIZES.max,
      missing: FRONT_END_MISSING,
      cost: 1,
      filters: () => FILTERS,
    },
    'video.get': {
      request: ({ id }, provider) => invidiousRequest(provider, `videos/${segment(id)}`),
      parse: parseVideo,
      missing: WHOLE_MISSING,
      cost: 1,
    },
    'author.videos': invidiousAuthorVideos(toVideo, FRONT_END_MISSING),
    'video.comments': invidiousComments,
    'comment.replies': invidiousReplies,
    'author.get': invidiousAuthor,
    'author.search': {
      request: authorsRequest,
      parse: (response, input, provider) =>
        searchPage(response, input, 'channel', (record) => toInvidiousAuthor(record, provider)),
      pageItemsMax: PAGE_SIZES.max,
      missing: INVIDIOUS_FOUND_MISSING,
      cost: 1,
    },
    'video.popular': invidiousPopular(toVideo),
    'video.related': invidiousRelated(parseVideo, toVideo),
    'playlist.get': invidiousPlaylist,
    'playlist.videos': invidiousPlaylistVideos(toVideo),
    'transcript.get': invidiousTranscript(parseVideo),
  },
};

function buildRequest(input: SearchInput, provider: Provider): UpstreamRequest {
  const { page } = placeOf(input, PAGE_SIZES);
  return invidiousRequest(provider, 'search', {
    q: input.keyword,
    page: String(page),
    type: 'video',
    ...valued({
      sort: input.sort,
      duration: lengthClass(input, YOUTUBE_LENGTHS),
      features: featuresOf(input).join(',') || null,
      hl: input.language,
      region: input.region,
    }),
  });
}

function featuresOf({ license, min_height, live, captions }: SearchInput): string[] {
  return [
    ...(license === undefined ? [] : ['creative_commons']),
    ...(min_height === undefined ? [] : [min_height === '2160' ? '4k' : 'hd']),
    ...(live === 'true' ? ['live'] : []),
    ...(captions === undefined ? [] : ['subtitles']),
  ];
}

function parseResponse(
  response: UpstreamResponse,
  input: SearchInput,
  provider: Provider,
): Page | AttemptFailure {
  return searchPage(response, input, 'video', (record) => toVideo(record, provider));
}

/** A page of the search, for videos or for channels. */
function searchPage<Parsed extends ParsedRecord>(
  response: UpstreamResponse,
  input: PageInput,
  type: 'video' | 'channel',
  read: (record: Json) => Parsed | null,
): Page<Parsed> | AttemptFailure {
  const records = invidiousRecords(response, input.wantsRaw, type);
  if ('kind' in records) return records;
  const place = placeOf(input, PAGE_SIZES);
  const end = place.page < PAGES_MAX ? 'more' : 'unknown';
  return numberedPage({ records, end, total: null }, place, input.count, read);
}

function authorsRequest(input: AuthorSearchInput, provider: Provider): UpstreamRequest {
  const { page } = placeOf(input, PAGE_SIZES);
  return invidiousRequest(provider, 'search', { q: input.keyword, page: String(page), type: 'channel' });
}

function parseVideo(
  response: UpstreamResponse,
  { id, wantsRaw }: VideoInput,
  provider: Provider,
): FoundRecord | Absent | AttemptFailure {
  const body = parseJson(response.body, wantsRaw);
  const said = youtubeAbsence(response, body) ?? youtubeRefusal(response, body);
  if (said !== null) return said;
  if (!isObject(body)) return unreadable(response);
  return foundVideo(response, id, { raw: body, names: [text(body.videoId)] }, wholeVideo(body, provider));
}

function wholeVideo(record: Json, provider: Provider): Readable {
  const video = toVideo(record, provider);
  if (video === null) return null;
  if (record.isListed === false) return LEFT_OUT;
  const isSuitable = flag(record.isFamilyFriendly);
  const tracks = invidiousTracks(record);
  return {
    ...video,
    missing: missingFrom(WHOLE_MISSING, WHOLE_GIVES),
    ...prose(record.description),
    tags: texts(record.keywords),
    // The day of publication; YouTube's pages give no time.
    ...exactDay(record),
    stats: { ...video.stats, likes: count(record.likeCount) || null },
    nsfw: isSuitable === null ? null : !isSuitable,
    category: text(record.genre),
    captions: tracks && tracks.length > 0,
    tracks: tracks && listedTracks(tracks),
  };
}

function exactDay(record: Json): Published {
  const isOut = record.liveNow !== true && record.isUpcoming !== true;
  const published = publishedSeconds(isOut ? record.published : null);
  const isMidnight = published.published_at?.endsWith('T00:00:00.000Z') === true;
  return isMidnight ? { ...published, published_precision: 'day' } : published;
}

function toVideo(record: Json, provider: Provider): ParsedVideo | null {
  const videoId = text(record.videoId);
  if (videoId === null) return null;
  return {
    ...blankVideo(videoId, FRONT_END_MISSING, GIVES),
    ...addresses(videoId),
    kind: record.liveNow === true ? 'live' : 'video',
    title: text(record.title),
    ...snippet(record.description),
    ...published(record),
    // No video is 0 seconds long: 0 stands for a stream, or for a length that the instance did not find.
    duration_ms: (count(record.lengthSeconds) ?? 0) * 1_000 || null,
    author: toAuthor(record, provider),
    // Instances write 0 where YouTube shows no count, so 0 is treated as unknown.
    stats: { ...unknownStats, views: count(record.viewCount) || null },
    thumbnails: thumbnails(array(record.videoThumbnails), provider.baseUrl),
    live: toLive(record),
  };
}

function toLive({ liveNow, isUpcoming, premiereTimestamp }: Json): ParsedVideo['live'] {
  if (liveNow === true) return broadcast('on_air');
  if (isUpcoming !== true) return null;
  return broadcast('upcoming', { scheduled_at: publishedSeconds(premiereTimestamp).published_at });
}

/**
 * `published` is a moment that the instance computed from "1 year ago" when it was asked, so it would change with every call. The words
 * claim no more than is known. Live and upcoming videos have no such words.
 */
function published(record: Json): Published {
  const isOut = record.liveNow !== true && record.isUpcoming !== true;
  return publishedWords(isOut ? record.publishedText : null);
}

function toAuthor(record: Json, { baseUrl }: Provider): ParsedVideo['author'] {
  const found = channel(record.authorUrl);
  return {
    ...found,
    id: text(record.authorId) ?? found.id,
    name: text(record.author),
    avatar_url: thumbnails(array(record.authorThumbnails), baseUrl)[0]?.url ?? null,
    verified: flag(record.authorVerified),
  };
}
