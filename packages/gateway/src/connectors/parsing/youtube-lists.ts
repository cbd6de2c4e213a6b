// What the YouTube Data API offers besides the search and the look-up of a video: authors, their uploads, comments, replies and playlists. Each
// exchange costs one of 10,000 daily units, not one of the 100 searches.
import type { ParsedAuthor } from '../../domain/author.ts';
import type {
  Absent,
  AttemptFailure,
  AuthorInput,
  ConnectorOperations,
  FoundRecord,
  UpstreamResponse,
} from '../connector.ts';
import { blankAuthor } from './blank-author.ts';
import { badResponse } from './failures.ts';
import { count, id, publishedIso, segment, text, thumbnails, url } from './fields.ts';
import { array, type Json, object } from './json.ts';
import { absent, otherVideo } from './one-video.ts';
import { joined, unixLines } from './text.ts';
import { authorQuery, LOOK_UP_COST, type YoutubeApi, youtubeList } from './youtube-api.ts';
import { youtubeComments, youtubeReplies } from './youtube-comments.ts';
import { youtubePlaylists } from './youtube-playlists.ts';
import { UPLOADS_PAGE_MAX, Uploads, uploadsRequest } from './youtube-uploads.ts';

const SITE = 'https://www.youtube.com';
const AUTHOR_MISSING = ['verified', 'verified_text', 'following', 'stats.likes', 'links', 'private', 'live'];

type YoutubeLists = Pick<
  ConnectorOperations,
  'author.videos' | 'video.comments' | 'comment.replies' | 'author.get' | 'playlist.get' | 'playlist.videos'
>;

export function youtubeLists(api: YoutubeApi): YoutubeLists {
  return {
    'author.videos': {
      request: (input, provider) => uploadsRequest(api, input, provider),
      parse: (response, input, provider) => new Uploads(api, input, provider).parse(response),
      looksUpHandles: true,
      sorts: ['newest'],
      pageItemsMax: UPLOADS_PAGE_MAX,
      missing: api.missing,
      cost: LOOK_UP_COST,
    },
    'video.comments': youtubeComments(api),
    'comment.replies': youtubeReplies(api),
    'author.get': {
      request: (input, provider) =>
        api.get(provider, 'channels', { part: 'snippet,statistics,brandingSettings', ...authorQuery(input) }),
      parse: (response, input) => parseAuthor(api, response, input),
      missing: AUTHOR_MISSING,
      cost: LOOK_UP_COST,
    },
    ...youtubePlaylists(api),
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
  if (author_id !== undefined && author_id !== own) return otherVideo(response);
  return { kind: 'record', record: toAuthor(own, item), raw: item };
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
