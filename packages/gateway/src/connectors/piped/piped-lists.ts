// What a Piped has besides its search: channels, their videos, comments and replies. Lists continue by tokens that are sent back unchanged;
// a missing token comes as null, or as the JSON text of null. The answer about a channel has its profile and its newest videos at once.
import type { ParsedAuthor } from '../../domain/author.ts';
import type { ParsedComment } from '../../domain/comment.ts';
import type { ParsedVideo } from '../../domain/video.ts';
import type {
  Absent,
  AttemptFailure,
  AuthorChoice,
  AuthorInput,
  AuthorVideosInput,
  CommentsInput,
  ConnectorOperations,
  FoundRecord,
  Page,
  PageInput,
  Parsed,
  Provider,
  RepliesInput,
  UpstreamRequest,
  UpstreamResponse,
} from '../connector.ts';
import { blankAuthor, blankComment } from '../parsing/blank-records.ts';
import { badResponse, unreadable } from '../parsing/failures.ts';
import { count, flag, publishedWords, segment, text, url } from '../parsing/fields.ts';
import { isObject, type Json, object, parseJson } from '../parsing/json.ts';
import { type Owner, ofPublicVideo } from '../parsing/proved-empty.ts';
import { type Onward, readSlicedPlace, slicePage } from '../parsing/sliced-pages.ts';
import { stripHtml } from '../parsing/text.ts';
import { channel, youtubeAbsence, youtubeRefusal } from '../youtube-front-ends/youtube-front-end.ts';
import {
  atHandle,
  channelAbsence,
  frontEndComments,
  ofOneTab,
  searchReplies,
  type TokenPage,
  YOUTUBE_COMMENT_MISSING,
} from '../youtube-front-ends/youtube-front-end-lists.ts';
import { afterPipedPage, PIPED_PAGE_ITEMS_MAX, pipedPage, pipedRequest } from './piped-api.ts';
import { readPipedVideo } from './piped-video.ts';

const AUTHOR_MISSING = [
  'verified_text',
  'country',
  'joined_at',
  'following',
  'stats.videos',
  'stats.views',
  'stats.likes',
  'links',
  'private',
  'live',
];

/** A channel among the results of a search. */
export const PIPED_FOUND_MISSING = [
  'alt_ids',
  'handle',
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

type ToVideo = (item: Json) => ParsedVideo | null;
type Comments = Page<ParsedComment>;

export function pipedAuthorVideos(
  toVideo: ToVideo,
  missing: readonly string[],
): ConnectorOperations['author.videos'] {
  return {
    request: videosRequest,
    parse: (response, input) => parseVideos(response, input, toVideo),
    sorts: ['newest'],
    pageItemsMax: PIPED_PAGE_ITEMS_MAX,
    missing,
    cost: 1,
  };
}

export const pipedAuthor: ConnectorOperations['author.get'] = {
  request: (input, provider) => pipedRequest(provider, channelPath(input)),
  parse: parseAuthor,
  missing: AUTHOR_MISSING,
  cost: 1,
};

export const pipedComments: ConnectorOperations['video.comments'] = {
  request: commentsRequest,
  parse: (response, input, provider) =>
    ofPublicVideo(parseComments(response, input, null), input, videoOwner(input, provider)),
  sorts: ['top'],
  pageItemsMax: PIPED_PAGE_ITEMS_MAX,
  missing: YOUTUBE_COMMENT_MISSING,
  cost: 1,
};

export const pipedReplies: ConnectorOperations['comment.replies'] = {
  request: commentsRequest,
  parse: parseReplies,
  pageItemsMax: PIPED_PAGE_ITEMS_MAX,
  missing: YOUTUBE_COMMENT_MISSING,
  cost: 1,
};

function channelPath({ author_id, handle }: AuthorChoice): string {
  if (author_id !== undefined) return `/channel/${segment(author_id)}`;
  return `/@/${segment(atHandle(handle).slice(1))}`;
}

/** The token of the page, and the id of the channel, which later pages need. */
function standOf({ cursor }: PageInput): { token: string | null; id: string | undefined } {
  const [token, id] = readSlicedPlace(cursor).parts;
  return { token: token || null, id };
}

function videosRequest(input: AuthorVideosInput, provider: Provider): UpstreamRequest {
  const { token, id } = standOf(input);
  if (token === null)
    return pipedRequest(provider, id === undefined ? channelPath(input) : channelPath({ author_id: id }));
  return pipedPage(provider, `/channel/${segment(id ?? '')}`, token);
}

function bodyOf(response: UpstreamResponse, wantsRaw: boolean): { body: Json } | Absent | AttemptFailure {
  const body = parseJson(response.body, wantsRaw);
  const said = channelAbsence(response) ?? youtubeRefusal(response, body);
  if (said !== null) return said;
  return isObject(body) ? { body } : unreadable(response);
}

function parseVideos(
  response: UpstreamResponse,
  input: AuthorVideosInput,
  toVideo: ToVideo,
): Page | Absent | AttemptFailure {
  const read = bodyOf(response, input.wantsRaw);
  if ('kind' in read) return read;
  const { relatedStreams, nextpage, id } = read.body;
  const ucid = standOf(input).id ?? text(id);
  if (!Array.isArray(relatedStreams) || ucid === null) return badResponse('the answer has no list of videos');
  const items = relatedStreams.flatMap((raw) => {
    const record = toVideo(object(raw));
    return record === null ? [] : [{ record, raw }];
  });
  if (relatedStreams.length > 0 && items.length === 0) return badResponse('no record is readable');
  const { skip, parts } = readSlicedPlace(input.cursor);
  const onward = ofOneTab(afterPipedPage(nextpage, relatedStreams.length, parts[0]));
  const next: Onward = onward.end === 'more' ? { ...onward, next: [...onward.next, ucid] } : onward;
  return slicePage(items, { skip, parts: [parts[0] ?? '', ucid] }, input.count, next);
}

function parseAuthor(
  response: UpstreamResponse,
  { wantsRaw }: AuthorInput,
): FoundRecord<ParsedAuthor> | Absent | AttemptFailure {
  const read = bodyOf(response, wantsRaw);
  if ('kind' in read) return read;
  const { body } = read;
  const ucid = text(body.id);
  if (ucid === null || text(body.name) === null) return badResponse('the answer is no channel');
  return { kind: 'record', record: toAuthor(body, ucid), raw: body };
}

function toAuthor(body: Json, ucid: string): ParsedAuthor {
  // -1 where the channel hides it; YouTube shows only three digits of it.
  const followers = count(body.subscriberCount);
  return {
    ...blankAuthor(ucid, AUTHOR_MISSING),
    name: text(body.name),
    url: channel(`/channel/${ucid}`).url,
    avatar_url: url(body.avatarUrl),
    banner_url: url(body.bannerUrl),
    text: text(body.description),
    kind: 'channel',
    verified: flag(body.verified),
    followers,
    approx: followers === null ? [] : ['followers'],
  };
}

export function toPipedAuthor(item: Json): ParsedAuthor | null {
  const { id, url: address } = channel(item.url);
  if (id === null) return null;
  // -1 where it is not known.
  const followers = count(item.subscribers);
  return {
    ...blankAuthor(id, PIPED_FOUND_MISSING),
    name: text(item.name),
    url: address,
    avatar_url: url(item.thumbnail),
    text: text(item.description),
    kind: 'channel',
    verified: flag(item.verified),
    followers,
    approx: followers === null ? [] : ['followers'],
    stats: { videos: count(item.videos), views: null, likes: null },
  };
}

function commentsRequest(input: CommentsInput | RepliesInput, provider: Provider): UpstreamRequest {
  return commentsPage(input, provider, standOf(input).token);
}

function commentsPage(
  { id }: CommentsInput | RepliesInput,
  provider: Provider,
  token: string | null,
): UpstreamRequest {
  return pipedPage(provider, `/comments/${segment(id)}`, token);
}

function videoOwner({ id }: CommentsInput | RepliesInput, provider: Provider): Owner {
  return {
    request: pipedRequest(provider, `/streams/${segment(id)}`),
    read: (answer) => readPipedVideo(answer, { id, wantsRaw: false }),
  };
}

interface CommentList {
  comments: unknown[];
  nextpage: unknown;
  total: number | null;
}

function commentList(
  response: UpstreamResponse,
  { wantsRaw }: CommentsInput | RepliesInput,
): CommentList | Comments | Absent | AttemptFailure {
  const body = parseJson(response.body, wantsRaw);
  const said = youtubeAbsence(response, body) ?? youtubeRefusal(response, body);
  if (said !== null) return said;
  if (!isObject(body)) return unreadable(response);
  if (body.disabled === true)
    return { kind: 'page', items: [], cursor: null, end: 'exhausted', total: null, isDisabled: true };
  if (!Array.isArray(body.comments)) return badResponse('the answer has no list of comments');
  return { comments: body.comments, nextpage: body.nextpage, total: count(body.commentCount) };
}

function parseComments(
  response: UpstreamResponse,
  input: CommentsInput | RepliesInput,
  root: string | null,
): Comments | Absent | AttemptFailure {
  const list = commentList(response, input);
  if ('kind' in list) return list;
  return frontEndComments(list, input, root, {
    toComment,
    after: (sent) => afterPipedPage(list.nextpage, list.comments.length, sent),
  });
}

function toComment(record: Json, video: string, root: string | null): ParsedComment | null {
  const commentId = text(record.commentId);
  if (commentId === null) return null;
  const words = text(record.commentText);
  const name = text(record.author);
  const by = channel(record.commentorUrl);
  return {
    ...blankComment(commentId, { video, root, parent: root }, YOUTUBE_COMMENT_MISSING),
    text: words && stripHtml(words),
    ...publishedWords(record.commentedTime),
    author: {
      ...by,
      handle: name?.startsWith('@') ? name.slice(1) : by.handle,
      name,
      avatar_url: url(record.thumbnail),
      verified: flag(record.verified),
    },
    is_creator: flag(record.channelOwner),
    pinned: flag(record.pinned),
    hearted: flag(record.hearted),
    // -1 where it is not known.
    likes: count(record.likeCount),
    replies: root === null ? count(record.replyCount) : null,
  };
}

function parseReplies(
  response: UpstreamResponse,
  input: RepliesInput,
  provider: Provider,
): Parsed<Comments | Absent> {
  if (input.cursor !== null) return parseComments(response, input, input.comment_id);
  const request = (token: string) => commentsPage(input, provider, token);
  return searchReplies(
    {
      input,
      pageRequest: request,
      repliesRequest: request,
      readTokens: (answer) => readTokens(answer, input),
      readReplies: (answer, token) =>
        parseComments(answer, { ...input, cursor: JSON.stringify([0, token]) }, input.comment_id),
      video: videoOwner(input, provider),
    },
    response,
  );
}

function readTokens(response: UpstreamResponse, input: RepliesInput): TokenPage | Absent | AttemptFailure {
  const list = commentList(response, input);
  // Where comments are switched off, the comment does not exist.
  if ('kind' in list) return list.kind === 'page' ? { tokens: new Map(), next: null } : list;
  const tokens = list.comments.map((raw) => {
    const { commentId, repliesPage } = object(raw);
    return [text(commentId) ?? '', repliesPage === 'null' ? null : text(repliesPage)] as const;
  });
  const next = list.nextpage === 'null' ? null : text(list.nextpage);
  return { tokens: new Map(tokens), next };
}
