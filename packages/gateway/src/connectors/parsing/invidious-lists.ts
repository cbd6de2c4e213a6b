// Owns what an Invidious has beside its search: a channel, its videos, comments and replies. Lists hang together by tokens that go back
// unchanged. A handle is looked up for the channel's id, which the cursor keeps.
import type { ParsedAuthor } from '../../domain/author.ts';
import type { ParsedComment } from '../../domain/comment.ts';
import type { ParsedVideo } from '../../domain/video.ts';
import type {
  Absent,
  AttemptFailure,
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
import { blankAuthor } from './author.ts';
import { blankComment } from './comment.ts';
import { badResponse, failed, unreadable } from './failures.ts';
import { count, flag, publishedSeconds, publishedWords, segment, text, thumbnails } from './fields.ts';
import {
  atHandle,
  channelAbsence,
  searchReplies,
  type TokenPage,
  YOUTUBE_COMMENT_MISSING,
} from './front-end-lists.ts';
import { array, isObject, type Json, object, parseJson } from './json.ts';
import { absent } from './one-video.ts';
import { type Owner, provedEmpty } from './proved-empty.ts';
import { type Onward, readSlicedPlace, slicePage } from './sliced.ts';
import { channel, youtubeAbsence, youtubeRefusal } from './youtube.ts';

const PAGE_ITEMS_MAX = 50;
const SORTS = { newest: 'newest', views: 'popular' };
const COMMENT_SORTS = { top: 'top', newest: 'new' };

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
    pageItemsMax: PAGE_ITEMS_MAX,
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

export const invidiousComments: ConnectorOperations['video.comments'] = {
  request: (input, provider) => commentsRequest(input, provider, COMMENT_SORTS[input.sort], tokenOf(input)),
  parse: (response, input, provider) =>
    isWithout(response)
      ? provedEmpty(NONE_FOUND, input, videoOwner(input, provider))
      : parseComments(response, input, null),
  sorts: ['top', 'newest'],
  pageItemsMax: PAGE_ITEMS_MAX,
  missing: YOUTUBE_COMMENT_MISSING,
  cost: 1,
};

export const invidiousReplies: ConnectorOperations['comment.replies'] = {
  request: (input, provider) => commentsRequest(input, provider, COMMENT_SORTS.top, tokenOf(input)),
  parse: parseReplies,
  pageItemsMax: PAGE_ITEMS_MAX,
  missing: YOUTUBE_COMMENT_MISSING,
  cost: 1,
};

function get(
  { baseUrl, userAgent }: Provider,
  path: string,
  query: Record<string, string> = {},
): UpstreamRequest {
  const asked = new URLSearchParams(query).toString();
  return {
    method: 'GET',
    url: `${baseUrl}/api/v1/${path}${asked === '' ? '' : `?${asked}`}`,
    headers: { accept: 'application/json', 'user-agent': userAgent },
  };
}

/** What an instance said, unless it is a refusal. */
function bodyOf(response: UpstreamResponse, wantsRaw: boolean): { body: Json } | AttemptFailure {
  const body = parseJson(response.body, wantsRaw);
  const refused = youtubeRefusal(response, body);
  if (refused !== null) return refused;
  return isObject(body) ? { body } : unreadable(response);
}

/** The cursor is a token, and the id of the channel where it had to be looked up. */
function tokenOf({ cursor }: PageInput): string | null {
  return readSlicedPlace(cursor).parts[0] || null;
}

function ucidOf({ cursor, author_id }: AuthorVideosInput): string | null {
  return readSlicedPlace(cursor).parts[1] ?? author_id ?? null;
}

function resolveRequest({ handle }: AuthorInput, provider: Provider): UpstreamRequest {
  return get(provider, 'resolveurl', {
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
  const token = tokenOf(input);
  const query = { sort_by: SORTS[input.sort], ...(token !== null && { continuation: token }) };
  return get(provider, `channels/${segment(ucid)}/videos`, query);
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
  const onward = after(continuation, videos.length, parts[0]);
  const stand = { skip, parts: [parts[0] ?? '', ucid] };
  return slicePage(
    items,
    stand,
    input.count,
    onward.end === 'more' ? { ...onward, next: [...onward.next, ucid] } : onward,
  );
}

/** Without a token there is no more; with nothing on the page, or the same token again, to go on would be to go round. */
function after(continuation: unknown, entries: number, sent: string | undefined): Onward {
  const token = text(continuation);
  if (token === null) return { end: 'exhausted' };
  return entries === 0 || token === sent ? { end: 'unknown' } : { end: 'more', next: [token] };
}

function profileRequest(ucid: string, provider: Provider): UpstreamRequest {
  return get(provider, `channels/${segment(ucid)}`);
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
    // YouTube shows three digits of it; instances write 0 where it shows none.
    followers,
    approx: followers === null ? [] : ['followers'],
    stats: { videos: null, views: count(body.totalViews) || null, likes: null },
  };
}

function commentsRequest(
  { id }: CommentsInput | RepliesInput,
  provider: Provider,
  sort: string,
  token: string | null,
): UpstreamRequest {
  const query = { sort_by: sort, ...(token !== null && { continuation: token }) };
  return get(provider, `comments/${segment(id)}`, query);
}

type Comments = Page<ParsedComment>;

/** YouTube's own word, which an instance passes on in several ways. */
const COMMENTS_OFF = /comments? (?:are|is)? ?(?:turned off|disabled)/i;

/** An instance's own word for a video without comments. It says so of one that is not there as well, so the video is looked at. */
function isWithout({ body }: UpstreamResponse): boolean {
  return /comments? not found/i.test(text(object(parseJson(body, false)).error) ?? '');
}

const NONE_FOUND: Comments = { kind: 'page', items: [], cursor: null, end: 'unknown', total: null };

function videoOwner({ id }: CommentsInput, provider: Provider): Owner {
  return {
    request: get(provider, `videos/${segment(id)}`),
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
  const { skip, parts } = readSlicedPlace(input.cursor);
  const items = list.comments.flatMap((raw) => {
    const record = toComment(object(raw), input.id, root);
    return record === null ? [] : [{ record, raw }];
  });
  if (list.comments.length > 0 && items.length === 0) return badResponse('no comment is readable');
  const page = slicePage(
    items,
    { skip, parts },
    input.count,
    after(list.next, list.comments.length, parts[0]),
  );
  return list.total === null || root !== null
    ? page
    : { ...page, total: { value: list.total, relation: 'approx' } };
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

/** Instances have the number beside the token of the replies, or beside the comment's other figures, or leave it out where it is 0. */
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
    },
    response,
  );
}

/** A part of the first page is continued from the token that it was found by. */
function firstReplies(
  response: UpstreamResponse,
  input: RepliesInput,
  token: string,
): Comments | Absent | AttemptFailure {
  return parseComments(response, { ...input, cursor: JSON.stringify([0, token]) }, input.comment_id);
}

function readTokens(response: UpstreamResponse, input: RepliesInput): TokenPage | Absent | AttemptFailure {
  const list = commentList(response, input);
  // Where comments are off, there is no such comment.
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
