// How comments of a PeerTube instance are asked for: the threads of a video by offset, and one thread as a whole tree. The first page of
// either also looks up the video: whether it is public, whether comments are switched off, and who its author is. Must never give comments
// on a video that is not public.
import type { ParsedComment } from '../../domain/comment.ts';
import type {
  Absent,
  AttemptFailure,
  CommentsInput,
  ConnectorOperations,
  FollowUp,
  Page,
  Provider,
  RepliesInput,
  UpstreamRequest,
  UpstreamResponse,
} from '../connector.ts';
import { blankComment, LEFT_OUT, type Readable } from '../parsing/blank-records.ts';
import { keepCreator, readCreator, type WithCreator } from '../parsing/cursor.ts';
import { badResponse, unreadable } from '../parsing/failures.ts';
import { count, id, publishedIso, segment, text, url } from '../parsing/fields.ts';
import { absent } from '../parsing/found-videos.ts';
import { array, isObject, type Json, object, parseJson } from '../parsing/json.ts';
import { sliceOf } from '../parsing/numbered-pages.ts';
import { stripHtml, unixLines } from '../parsing/text.ts';
import {
  askedRange,
  classify,
  classifyPage,
  classifyVideo,
  listPage,
  PEERTUBE_PAGE_MAX,
  peertubeRequest,
  rejectedOf,
  videoPath,
} from './peertube-answers.ts';
import { actor, actorHandle, isPublic, publicHost } from './peertube-record.ts';

const MISSING = [
  'language',
  'published_text',
  'edited_at',
  'author.verified',
  'author.followers',
  'pinned',
  'hearted',
  'likes',
  'rating',
  'position_ms',
];

/** An instance does not count likes of comments; the ones with the most replies come first instead. */
const SORTS = { newest: '-createdAt', top: '-totalReplies' };
const COMMENTS_OFF = 2;

type Comments = Page<ParsedComment>;

export const peertubeComments: ConnectorOperations['video.comments'] = {
  request: commentsRequest,
  parse: (response, input, provider) =>
    read(response, input, provider, (stand) => threadsPage(response, stand, provider)),
  sorts: ['newest', 'top'],
  pageItemsMax: PEERTUBE_PAGE_MAX,
  missing: MISSING,
  cost: 1,
};

export const peertubeReplies: ConnectorOperations['comment.replies'] = {
  request: repliesRequest,
  parse: (response, input, provider) =>
    read(response, input, provider, (stand) => repliesPage(response, stand, provider)),
  pageItemsMax: PEERTUBE_PAGE_MAX,
  missing: MISSING,
  cost: 1,
};

function commentsRequest(input: CommentsInput, provider: Provider): UpstreamRequest {
  const { start, count: many } = askedRange(readCreator(input));
  const query = { start, count: many, sort: SORTS[input.sort] };
  return peertubeRequest(provider, `${videoPath(input.id)}/comment-threads`, query);
}

function repliesRequest({ id: video, comment_id }: RepliesInput, provider: Provider): UpstreamRequest {
  return peertubeRequest(provider, `${videoPath(video)}/comment-threads/${segment(comment_id)}`);
}

/** Makes the page of a list once the author of the video is known. */
type PageOf<Input> = (stand: WithCreator<Input>) => Comments | Absent | AttemptFailure;

function read<Input extends CommentsInput | RepliesInput>(
  response: UpstreamResponse,
  input: Input,
  provider: Provider,
  pageOf: PageOf<Input>,
): Comments | Absent | AttemptFailure | FollowUp<Comments | Absent> {
  const stand = readCreator(input);
  const said = pageOf(stand);
  // A failure of the instance needs no look-up of the video; a missing list does.
  const isFailed = said.kind !== 'page' && said.kind !== 'absent';
  if (isFailed || input.cursor !== null) return keepCreator(said, stand.creator);
  return {
    kind: 'follow_up',
    request: peertubeRequest(provider, videoPath(input.id)),
    parse(answer) {
      if (answer.kind !== 'response') return answer;
      const video = videoOf(answer, input);
      if (video.kind !== 'video') return video;
      // The list is missing while its video exists: that is how an instance of version 8 reports that comments are switched off.
      const hasNoList = said.kind === 'absent' && !('comment_id' in input);
      if (video.isCommentless || hasNoList) return { ...OFF, body: response.body };
      return keepCreator(pageOf({ ...stand, creator: video.creator }), video.creator);
    },
  };
}

const OFF: Comments = {
  kind: 'page',
  items: [],
  cursor: null,
  end: 'exhausted',
  total: { value: 0, relation: 'eq' },
  isDisabled: true,
};

interface CommentedVideo {
  kind: 'video';
  creator: string | null;
  isCommentless: boolean;
}

function videoOf(
  response: UpstreamResponse,
  input: CommentsInput | RepliesInput,
): CommentedVideo | Absent | AttemptFailure {
  const body = parseJson(response.body, false);
  const said = response.status === 200 ? null : classifyVideo(response, body, input);
  if (said !== null) return said.kind === 'absent' ? { ...said, ...ofVideo(input) } : said;
  if (!isObject(body)) return unreadable(response);
  if (id(body.uuid) === null) return badResponse('the answer is no video');
  if (!isPublic(body)) return { kind: 'absent', reason: 'private', ...ofVideo(input) };
  const { commentsPolicy, commentsEnabled } = body;
  const isCommentless = count(object(commentsPolicy).id) === COMMENTS_OFF || commentsEnabled === false;
  return { kind: 'video', creator: actorHandle(object(body.account)), isCommentless };
}

/** In a question about a comment, marks that the video is what is missing. */
function ofVideo(input: CommentsInput | RepliesInput): Pick<Absent, 'what'> {
  return 'comment_id' in input ? { what: 'video' } : {};
}

function threadsPage(
  response: UpstreamResponse,
  stand: WithCreator<CommentsInput>,
  provider: Provider,
): Comments | Absent | AttemptFailure {
  const body = parseJson(response.body, stand.wantsRaw);
  // The list is missing for a video without comments, and for a missing video.
  if (isNotThere(response)) return absent();
  if (response.status !== 200) return classifyPage(response, body, stand);
  return listPage(response, body, stand, (record) => toComment(record, stand, provider));
}

function isNotThere({ status, body }: UpstreamResponse): boolean {
  return (status === 404 || status === 401 || status === 403) && isObject(parseJson(body, false));
}

function repliesPage(
  response: UpstreamResponse,
  stand: WithCreator<RepliesInput>,
  provider: Provider,
): Comments | Absent | AttemptFailure {
  const body = parseJson(response.body, stand.wantsRaw);
  if (isNotThere(response) || (response.status === 400 && isNoThread(body))) return absent();
  if (response.status !== 200) return classify(response, body);
  if (!isObject(body)) return unreadable(response);
  if (!isObject(body.comment) || !Array.isArray(body.children))
    return badResponse('the answer is no thread of comments');
  return slicedTree(flattened(body.children), stand, provider);
}

/**
 * The id is of a reply, or of a comment on another video. Versions before 8 report a wrong number; 8.2.3 tells the two apart, the former
 * only in words.
 */
function isNoThread(body: unknown): boolean {
  const { code, detail } = object(body);
  if (code === 'comment_not_associated_to_video' || rejectedOf(body).threadId !== undefined) return true;
  return /\bis not a thread\b/i.test(text(detail) ?? '');
}

/** The replies of a thread as its page shows them: each before its own replies. */
function flattened(children: readonly unknown[]): Json[] {
  const found: Json[] = [];
  const waiting = [...children].reverse();
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const { comment, children: answers } = object(node);
    found.push(object(comment));
    for (const answer of array(answers).toReversed()) waiting.push(answer);
  }
  return found;
}

function slicedTree(
  all: readonly Json[],
  stand: WithCreator<RepliesInput>,
  provider: Provider,
): Comments | AttemptFailure {
  const skip = stand.cursor === null ? 0 : Number(stand.cursor);
  // The whole tree is one answer, so a caller of the platform's own body gets all of it.
  const most = stand.bodyIsAnswer === true ? all.length : Math.min(stand.count, PEERTUBE_PAGE_MAX);
  const slice = sliceOf(all, { skip, count: most }, (record) => toComment(record, stand, provider));
  if ('kind' in slice) return slice;
  const { items, nextSkip } = slice;
  return {
    kind: 'page',
    items,
    cursor: nextSkip === null ? null : String(nextSkip),
    end: nextSkip === null ? 'exhausted' : 'more',
    total: { value: all.length, relation: 'eq' },
  };
}

function toComment(
  record: Json,
  stand: WithCreator<CommentsInput | RepliesInput>,
  provider: Provider,
): Readable<ParsedComment> {
  const number = id(record.id);
  if (number === null) return null;
  if (record.heldForReview === true) return LEFT_OUT;
  const parent = id(record.inReplyToCommentId);
  const isDeleted = record.isDeleted === true || text(record.deletedAt) !== null;
  const by = actor(object(record.account), publicHost(provider));
  const of = { video: stand.id, parent, root: parent === null ? null : (id(record.threadId) ?? parent) };
  return {
    ...blankComment(number, of, MISSING),
    url: url(record.url),
    text: isDeleted ? null : plain(record.text),
    ...publishedIso(record.createdAt),
    author: by,
    is_creator: by.id === null || stand.creator === null ? null : by.id === stand.creator,
    replies: count(record.totalReplies),
    deleted: isDeleted,
  };
}

/** Comments from other servers of the fediverse are HTML; those of the instance itself are plain text. */
function plain(value: unknown): string | null {
  const found = text(value);
  if (found === null) return null;
  return text(/^\s*<(?:p|div|span|a|br)\b/i.test(found) ? stripHtml(found) : unixLines(found));
}
