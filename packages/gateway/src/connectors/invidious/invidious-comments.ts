// The comments of Invidious and their replies, which are found only by a token that stands beside their comment.
import type { ParsedComment } from '../../domain/comment.ts';
import type {
  Absent,
  AttemptFailure,
  CommentsInput,
  ConnectorOperations,
  Page,
  Parsed,
  Provider,
  RepliesInput,
  UpstreamRequest,
  UpstreamResponse,
} from '../connector.ts';
import { blankComment } from '../parsing/blank-records.ts';
import { badResponse, failed, unreadable } from '../parsing/failures.ts';
import { count, flag, publishedWords, segment, text, thumbnails } from '../parsing/fields.ts';
import { absent } from '../parsing/found-videos.ts';
import { array, isObject, type Json, object, parseJson } from '../parsing/json.ts';
import { type Owner, ofPublicVideo } from '../parsing/proved-empty.ts';
import { channel, youtubeAbsence, youtubeRefusal } from '../youtube-front-ends/youtube-front-end.ts';
import {
  frontEndComments,
  searchReplies,
  type TokenPage,
  YOUTUBE_COMMENT_MISSING,
} from '../youtube-front-ends/youtube-front-end-lists.ts';
import { afterPage, INVIDIOUS_PAGE_ITEMS_MAX, invidiousRequest, invidiousToken } from './invidious-api.ts';

const COMMENT_SORTS = { top: 'top', newest: 'new' };

export const invidiousComments: ConnectorOperations['video.comments'] = {
  request: (input, provider) =>
    commentsRequest(input, provider, COMMENT_SORTS[input.sort], invidiousToken(input)),
  parse: (response, input, provider) =>
    ofPublicVideo(parseComments(response, input, null), input, videoOwner(input, provider)),
  sorts: ['top', 'newest'],
  pageItemsMax: INVIDIOUS_PAGE_ITEMS_MAX,
  missing: YOUTUBE_COMMENT_MISSING,
  cost: 1,
};

export const invidiousReplies: ConnectorOperations['comment.replies'] = {
  request: (input, provider) => commentsRequest(input, provider, COMMENT_SORTS.top, invidiousToken(input)),
  parse: parseReplies,
  pageItemsMax: INVIDIOUS_PAGE_ITEMS_MAX,
  missing: YOUTUBE_COMMENT_MISSING,
  cost: 1,
};

function commentsRequest(
  { id }: CommentsInput | RepliesInput,
  provider: Provider,
  sort: string,
  token: string | null,
): UpstreamRequest {
  const query = { sort_by: sort, ...(token !== null && { continuation: token }) };
  return invidiousRequest(provider, `comments/${segment(id)}`, query);
}

type Comments = Page<ParsedComment>;

/** YouTube's own words, which instances pass on in several ways. */
const COMMENTS_OFF = /comments? (?:are|is)? ?(?:turned off|disabled)/i;

/** An instance's own words for a video without comments. It also uses them for a missing video, so the video is looked up. */
function isWithout({ body }: UpstreamResponse): boolean {
  return /comments? not found/i.test(text(object(parseJson(body, false)).error) ?? '');
}

const NONE_FOUND: Comments = { kind: 'page', items: [], cursor: null, end: 'unknown', total: null };

function videoOwner({ id }: CommentsInput | RepliesInput, provider: Provider): Owner {
  return {
    request: invidiousRequest(provider, `videos/${segment(id)}`),
    read(answer) {
      const body = parseJson(answer.body, false);
      const said = youtubeAbsence(answer, body) ?? youtubeRefusal(answer, body);
      if (said !== null) return said;
      const { videoId, isListed } = object(body);
      if (videoId !== id) return badResponse('the answer is about another video');
      return isListed === false ? absent('private') : { kind: 'record', record: { id }, raw: body };
    },
  };
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
    after: (sent) => afterPage(list.next, list.comments.length, sent),
  });
}

interface CommentList {
  comments: unknown[];
  next: string | null;
  total: number | null;
}

function commentList(
  response: UpstreamResponse,
  { wantsRaw }: CommentsInput | RepliesInput,
): CommentList | Comments | Absent | AttemptFailure {
  const body = parseJson(response.body, wantsRaw);
  if (COMMENTS_OFF.test(text(object(body).error) ?? ''))
    return { ...NONE_FOUND, end: 'exhausted', isDisabled: true };
  if (isWithout(response)) return NONE_FOUND;
  const refused = youtubeAbsence(response, body) ?? youtubeRefusal(response, body);
  if (refused !== null) return refused;
  if (!isObject(body)) return unreadable(response);
  if (!Array.isArray(body.comments)) return badResponse('the answer has no list of comments');
  // Instances write 0 where they cannot read YouTube's number.
  const said = count(body.commentCount);
  const total = said === 0 && body.comments.length > 0 ? null : said;
  return { comments: body.comments, next: text(body.continuation), total };
}

function toComment(record: Json, video: string, root: string | null): ParsedComment | null {
  const commentId = text(record.commentId);
  if (commentId === null) return null;
  const by = channel(record.authorUrl);
  const name = text(record.author);
  return {
    ...blankComment(commentId, { video, root, parent: root }, YOUTUBE_COMMENT_MISSING),
    text: text(record.content),
    ...publishedWords(record.publishedText),
    author: {
      ...by,
      id: text(record.authorId) ?? by.id,
      handle: name?.startsWith('@') ? name.slice(1) : by.handle,
      name,
      avatar_url: thumbnails(array(record.authorThumbnails))[0]?.url ?? null,
      verified: flag(record.verified),
    },
    is_creator: flag(record.authorIsChannelOwner),
    pinned: flag(record.isPinned),
    hearted: isObject(record.creatorHeart),
    likes: count(record.likeCount),
    replies: root === null ? repliesOf(record) : null,
  };
}

/** Instances give the number beside the token of the replies, or beside the comment's other counts. They may omit it where it is 0. */
function repliesOf({ replies, replyCount }: Json): number {
  return count(object(replies).replyCount) ?? count(replyCount) ?? 0;
}

function parseReplies(
  response: UpstreamResponse,
  input: RepliesInput,
  provider: Provider,
): Parsed<Comments | Absent> {
  const { comment_id } = input;
  if (input.cursor !== null) return parseComments(response, input, comment_id);
  return searchReplies(
    {
      input,
      pageRequest: (token) => commentsRequest(input, provider, COMMENT_SORTS.top, token),
      repliesRequest: (token) => commentsRequest(input, provider, COMMENT_SORTS.top, token),
      readTokens: (answer) => readTokens(answer, input),
      readReplies: (answer, token) => firstReplies(answer, input, token),
      video: videoOwner(input, provider),
    },
    response,
  );
}

/** If only a part of the first page was delivered, the walk continues from the token that found it. */
function firstReplies(
  response: UpstreamResponse,
  input: RepliesInput,
  token: string,
): Comments | Absent | AttemptFailure {
  return parseComments(response, { ...input, cursor: JSON.stringify([0, token]) }, input.comment_id);
}

function readTokens(response: UpstreamResponse, input: RepliesInput): TokenPage | Absent | AttemptFailure {
  const list = commentList(response, input);
  // Where comments are switched off, the comment does not exist.
  if ('kind' in list) return list.kind === 'page' ? { tokens: new Map(), next: null } : list;
  const tokens = new Map(list.comments.map((raw) => tokenIn(object(raw))));
  const asked = list.comments.map(object).find(({ commentId }) => commentId === input.comment_id);
  if (asked !== undefined && tokens.get(input.comment_id) === null && repliesOf(asked) > 0)
    return failed('refused', 'the instance names the number of replies, and no way to them');
  return { tokens, next: list.next };
}

function tokenIn({ commentId, replies }: Json): [string, string | null] {
  return [text(commentId) ?? '', text(object(replies).continuation)];
}
