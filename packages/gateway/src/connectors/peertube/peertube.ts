// The adapter to PeerTube: one instance, or the Sepia Search index, which has the same search API. Sepia writes whole addresses, an
// instance writes paths of its own host; both become absolute here. Sends no credential, and each parameter once. Must never send a keyword
// that an instance would look up instead of searching for it: a look-up does not check privacy.
import { NO_RETENTION_RULES } from '../../domain/retention.ts';
import type { FilterTable } from '../../domain/search-filters.ts';
import type { Connector, Provider, SearchInput, UpstreamRequest } from '../connector.ts';
import { valued, wholeSeconds } from '../parsing/filters.ts';
import { PEERTUBE_IDS } from '../parsing/id-forms.ts';
import {
  askedRange,
  asText,
  nsfwChoice,
  PEERTUBE_PAGE_MAX,
  peertubeRequest,
  videoPage,
} from './peertube-answers.ts';
import { peertubeAuthor, peertubeAuthorSearch, peertubeAuthorVideos } from './peertube-authors.ts';
import { peertubeComments, peertubeReplies } from './peertube-comments.ts';
import { peertubePlaylist, peertubePlaylistVideos } from './peertube-playlists.ts';
import { peertubePopular } from './peertube-popular.ts';
import { LISTED_MISSING, WHOLE_MISSING } from './peertube-record.ts';
import { peertubeTranscript } from './peertube-transcripts.ts';
import { parseVideo, peertubeVideos, videoRequest } from './peertube-videos.ts';

const FILTERS: FilterTable = {
  'sort=relevance': 'exact',
  'sort=newest': 'exact',
  'sort=views': 'exact',
  'sort=likes': 'exact',
  published_after: 'exact',
  published_before: 'exact',
  duration_min: 'exact',
  duration_max: 'exact',
  // An instance compares the whole language tag: `en` does not find `en-GB`.
  language: 'preferred',
  license: 'exact',
  safe: 'exact',
  tag: 'exact',
  'live=true': 'exact',
  'live=false': 'exact',
};
const ORDERS = { relevance: '-match', newest: '-publishedAt', views: '-views', likes: '-likes' };
/** Creative Commons Attribution with its five variants, and the public domain. The only other licence of an instance is "unknown". */
const CREATIVE_COMMONS = ['1', '2', '3', '4', '5', '6', '7'];

export const peertube: Connector = {
  name: 'peertube',
  facts: {
    website: 'https://joinpeertube.org',
    docs: 'https://docs.joinpeertube.org/api-rest-reference.html',
    proof: { checkedAt: '2026-11', by: 'document', unproved: [] },
    baseUrl: null,
    platforms: null,
    keyNeeded: false,
    resale: 'yes',
    keyword:
      'An instance takes an http(s) address for a look-up that checks no privacy, and newer ones may do so ' +
      'with handles and ids. Such keywords go out with a space before them, which makes them text; what is ' +
      'marked as not public is never delivered.',
    retention: NO_RETENTION_RULES,
    notes:
      'base_url is an instance, or https://sepiasearch.org for all indexed instances. Whether answers may be sold is ' +
      'for the terms of that instance and the licence of each video: read them first. An instance allows about ' +
      '50 calls in 10 seconds.',
  },
  options: {
    public_url:
      'Where everybody sees the instance, such as https://tube.example, when base_url is an inner address. Addresses of it are then ' +
      'taken in calls, and records name it.',
    nsfw: 'Sensitive videos: "true" for these alone, "false" for none, "both". Default: the instance decides.',
  },
  coverage: {
    fresh: 'An instance knows videos of other instances only after they have reached it.',
    notes: [],
    operations: {
      'video.search': {
        notes: [
          'Matching is fuzzy: many results match only in part.',
          'Descriptions are cut at 250 characters.',
        ],
      },
    },
  },
  redirects: false,
  ids: PEERTUBE_IDS,
  operations: {
    'video.search': {
      request: buildRequest,
      parse: videoPage,
      pageItemsMax: PEERTUBE_PAGE_MAX,
      missing: LISTED_MISSING,
      cost: 1,
      filters: () => FILTERS,
    },
    'video.get': {
      request: videoRequest,
      parse: parseVideo,
      several: peertubeVideos,
      missing: WHOLE_MISSING,
      cost: 1,
    },
    'author.videos': peertubeAuthorVideos,
    'video.comments': peertubeComments,
    'comment.replies': peertubeReplies,
    'author.get': peertubeAuthor,
    'author.search': peertubeAuthorSearch,
    'video.popular': peertubePopular,
    'playlist.get': peertubePlaylist,
    'playlist.videos': peertubePlaylistVideos,
    'transcript.get': peertubeTranscript,
  },
};

function buildRequest(input: SearchInput, provider: Provider): UpstreamRequest {
  const { start, count } = askedRange(input);
  const length = wholeSeconds(input);
  const query = {
    search: asText(input.keyword),
    start,
    count,
    sort: ORDERS[input.sort ?? 'relevance'],
    ...valued({
      startDate: input.published_after,
      endDate: input.published_before,
      durationMin: length.min,
      durationMax: length.max,
      'languageOneOf[]': input.language,
      'tagsOneOf[]': input.tag,
      isLive: input.live,
    }),
    ...nsfwOf(input, provider),
    ...(input.license !== undefined && { 'licenceOneOf[]': CREATIVE_COMMONS }),
  };
  return peertubeRequest(provider, '/search/videos', query);
}

/** A caller may ask for a stricter level than the operator, but not for a laxer one. */
function nsfwOf({ safe }: SearchInput, provider: Provider): Record<string, string> {
  if (safe === 'strict' || safe === 'moderate') return { nsfw: 'false' };
  return { ...(safe === 'off' && { nsfw: 'both' }), ...nsfwChoice(provider) };
}
