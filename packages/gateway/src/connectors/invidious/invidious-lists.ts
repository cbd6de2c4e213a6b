// The channels of Invidious and their videos. A handle is resolved to the channel's id, which the cursor keeps beside the token.
import type { ParsedAuthor } from '../../domain/author.ts';
import type { ParsedVideo } from '../../domain/video.ts';
import type {
  Absent,
  AttemptFailure,
  AuthorInput,
  AuthorVideosInput,
  ConnectorOperations,
  FoundRecord,
  Page,
  Parsed,
  Provider,
  UpstreamRequest,
  UpstreamResponse,
} from '../connector.ts';
import { blankAuthor } from '../parsing/blank-records.ts';
import { badResponse, unreadable } from '../parsing/failures.ts';
import { count, flag, publishedSeconds, segment, text, thumbnails } from '../parsing/fields.ts';
import { array, isObject, type Json, object, parseJson } from '../parsing/json.ts';
import { readSlicedPlace, slicePage } from '../parsing/sliced-pages.ts';
import { channel, youtubeRefusal } from '../youtube-front-ends/youtube-front-end.ts';
import { atHandle, channelAbsence, ofOneTab } from '../youtube-front-ends/youtube-front-end-lists.ts';
import { afterPage, INVIDIOUS_PAGE_ITEMS_MAX, invidiousRequest, invidiousToken } from './invidious-api.ts';

const SORTS = { newest: 'newest', views: 'popular' };

const AUTHOR_MISSING = [
  'verified_text',
  'country',
  'following',
  'stats.videos',
  'stats.likes',
  'links',
  'private',
  'live',
];

/** A channel among the results of a search. */
export const INVIDIOUS_FOUND_MISSING = [
  'alt_ids',
  'banner_url',
  'verified_text',
  'country',
  'joined_at',
  'following',
  'stats.views',
  'stats.likes',
  'links',
  'private',
  'live',
];

type ToVideo = (record: Json, provider: Provider) => ParsedVideo | null;

export function invidiousAuthorVideos(
  toVideo: ToVideo,
  missing: readonly string[],
): ConnectorOperations['author.videos'] {
  return {
    request(input, provider) {
      const ucid = ucidOf(input);
      return ucid === null ? resolveRequest(input, provider) : videosRequest(input, ucid, provider);
    },
    parse: (response, input, provider) => parseVideos(response, input, provider, toVideo),
    looksUpHandles: true,
    sorts: ['newest', 'views'],
    pageItemsMax: INVIDIOUS_PAGE_ITEMS_MAX,
    missing,
    cost: 1,
  };
}

export const invidiousAuthor: ConnectorOperations['author.get'] = {
  request: (input, provider) =>
    input.author_id === undefined
      ? resolveRequest(input, provider)
      : profileRequest(input.author_id, provider),
  parse: parseAuthor,
  missing: AUTHOR_MISSING,
  cost: 1,
};

/** The body of an answer, unless it is a refusal. */
function bodyOf(response: UpstreamResponse, wantsRaw: boolean): { body: Json } | AttemptFailure {
  const body = parseJson(response.body, wantsRaw);
  const refused = youtubeRefusal(response, body);
  if (refused !== null) return refused;
  return isObject(body) ? { body } : unreadable(response);
}

function ucidOf({ cursor, author_id }: AuthorVideosInput): string | null {
  return readSlicedPlace(cursor).parts[1] ?? author_id ?? null;
}

function resolveRequest({ handle }: AuthorInput, provider: Provider): UpstreamRequest {
  return invidiousRequest(provider, 'resolveurl', {
    url: `https://www.youtube.com/${segment(atHandle(handle)).replace(/^%40/, '@')}`,
  });
}

function readUcid(response: UpstreamResponse): { ucid: string } | Absent | AttemptFailure {
  const gone = channelAbsence(response);
  if (gone !== null) return gone;
  const read = bodyOf(response, false);
  if ('kind' in read) return read;
  const ucid = text(read.body.ucid);
  return ucid === null ? badResponse('no channel where one was looked up') : { ucid };
}

function videosRequest(input: AuthorVideosInput, ucid: string, provider: Provider): UpstreamRequest {
  const token = invidiousToken(input);
  const query = { sort_by: SORTS[input.sort], ...(token !== null && { continuation: token }) };
  return invidiousRequest(provider, `channels/${segment(ucid)}/videos`, query);
}

function parseVideos(
  response: UpstreamResponse,
  input: AuthorVideosInput,
  provider: Provider,
  toVideo: ToVideo,
): Parsed<Page | Absent> {
  const known = ucidOf(input);
  if (known !== null) return videosPage(response, input, known, provider, toVideo);
  const read = readUcid(response);
  if ('kind' in read) return read;
  const { ucid } = read;
  return {
    kind: 'follow_up',
    request: videosRequest(input, ucid, provider),
    parse(answer) {
      if (answer.kind !== 'response') return answer;
      const page = videosPage(answer, input, ucid, provider, toVideo);
      return page.kind === 'page' ? { ...page, body: answer.body } : page;
    },
  };
}

function videosPage(
  response: UpstreamResponse,
  input: AuthorVideosInput,
  ucid: string,
  provider: Provider,
  toVideo: ToVideo,
): Page | Absent | AttemptFailure {
  const gone = channelAbsence(response);
  if (gone !== null) return gone;
  const read = bodyOf(response, input.wantsRaw);
  if ('kind' in read) return read;
  const { videos, continuation } = read.body;
  if (!Array.isArray(videos)) return badResponse('the answer has no list of videos');
  const items = videos.flatMap((raw) => {
    const record = toVideo(object(raw), provider);
    return record === null ? [] : [{ record, raw }];
  });
  if (videos.length > 0 && items.length === 0) return badResponse('no record is readable');
  const { skip, parts } = readSlicedPlace(input.cursor);
  const onward = ofOneTab(afterPage(continuation, videos.length, parts[0]));
  const stand = { skip, parts: [parts[0] ?? '', ucid] };
  return slicePage(
    items,
    stand,
    input.count,
    onward.end === 'more' ? { ...onward, next: [...onward.next, ucid] } : onward,
  );
}

function profileRequest(ucid: string, provider: Provider): UpstreamRequest {
  return invidiousRequest(provider, `channels/${segment(ucid)}`);
}

function parseAuthor(
  response: UpstreamResponse,
  input: AuthorInput,
  provider: Provider,
): Parsed<FoundRecord<ParsedAuthor> | Absent> {
  if (input.author_id !== undefined) return profileOf(response, input, provider);
  const read = readUcid(response);
  if ('kind' in read) return read;
  return {
    kind: 'follow_up',
    request: profileRequest(read.ucid, provider),
    parse(answer) {
      if (answer.kind !== 'response') return answer;
      const said = profileOf(answer, input, provider);
      return said.kind === 'record' ? { ...said, body: answer.body } : said;
    },
  };
}

function profileOf(
  response: UpstreamResponse,
  { wantsRaw }: AuthorInput,
  provider: Provider,
): FoundRecord<ParsedAuthor> | Absent | AttemptFailure {
  const gone = channelAbsence(response);
  if (gone !== null) return gone;
  const read = bodyOf(response, wantsRaw);
  if ('kind' in read) return read;
  const { body } = read;
  const ucid = text(body.authorId);
  return ucid === null
    ? badResponse('the answer is no channel')
    : { kind: 'record', record: toAuthor(body, ucid, provider), raw: body };
}

function toAuthor(body: Json, ucid: string, { baseUrl }: Provider): ParsedAuthor {
  const followers = count(body.subCount) || null;
  return {
    ...blankAuthor(ucid, AUTHOR_MISSING),
    handle: text(body.channelHandle)?.replace(/^@/, '') ?? null,
    name: text(body.author),
    url: channel(`/channel/${ucid}`).url,
    avatar_url: thumbnails(array(body.authorThumbnails), baseUrl)[0]?.url ?? null,
    banner_url: thumbnails(array(body.authorBanners), baseUrl)[0]?.url ?? null,
    text: text(body.description),
    kind: 'channel',
    verified: flag(body.authorVerified),
    joined_at: publishedSeconds(body.joined).published_at,
    // YouTube shows only three digits of it; instances write 0 where it shows none.
    followers,
    approx: followers === null ? [] : ['followers'],
    stats: { videos: null, views: count(body.totalViews) || null, likes: null },
  };
}

export function toInvidiousAuthor(record: Json, provider: Provider): ParsedAuthor | null {
  const ucid = text(record.authorId);
  if (ucid === null) return null;
  const author = toAuthor(record, ucid, provider);
  const videos = count(record.videoCount) || null;
  return { ...author, stats: { ...author.stats, videos }, missing: INVIDIOUS_FOUND_MISSING };
}
