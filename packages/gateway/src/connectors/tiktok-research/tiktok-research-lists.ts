// Reads comments and authors of TikTok's Research API. It never gives the writer of a comment.
import type { ParsedAuthor } from '../../domain/author.ts';
import type { ParsedComment } from '../../domain/comment.ts';
import type {
  Absent,
  AttemptFailure,
  AuthorInput,
  CommentsInput,
  FoundRecord,
  Page,
  RepliesInput,
  UpstreamResponse,
} from '../connector.ts';
import { blankAuthor, blankComment } from '../parsing/blank-records.ts';
import { badResponse, failed } from '../parsing/failures.ts';
import { count, flag, id, publishedUnix, text, url } from '../parsing/fields.ts';
import { absent } from '../parsing/found-videos.ts';
import { type Json, object } from '../parsing/json.ts';
import { type Onward, readSlicedPlace, slicePage } from '../parsing/sliced-pages.ts';
import { unixLines } from '../parsing/text.ts';
import { readResearch, researchList } from './tiktok-research-api.ts';
import { profilePage } from './tiktok-research-video.ts';

export const COMMENT_FIELDS = 'id,video_id,text,like_count,reply_count,parent_comment_id,create_time';
export const USER_FIELDS =
  'display_name,bio_description,avatar_url,is_verified,follower_count,following_count,likes_count,video_count,bio_url';

export const RESEARCH_COMMENT_MISSING = [
  'url',
  'language',
  'published_text',
  'edited_at',
  'author.id',
  'author.handle',
  'author.name',
  'author.url',
  'author.avatar_url',
  'author.verified',
  'author.followers',
  'is_creator',
  'pinned',
  'hearted',
  'rating',
  'position_ms',
  'images',
];

export const RESEARCH_AUTHOR_MISSING = [
  'alt_ids',
  'banner_url',
  'verified_text',
  'country',
  'joined_at',
  'stats.views',
  'approx',
  'private',
  'live',
];

/** The API never gives more comments of one video. */
export const RESEARCH_COMMENTS_MAX = 1_000;

type Input = CommentsInput | RepliesInput;

export function readResearchComments(
  response: UpstreamResponse,
  input: Input,
): Page<ParsedComment> | AttemptFailure {
  const read = readResearch(response, { wantsRaw: input.wantsRaw, isOnWalk: input.cursor !== null });
  if ('kind' in read) return read;
  const comments = researchList(read.data, 'comments');
  if (comments === null) return badResponse('the answer has no list of comments');
  const items = comments.flatMap((record) => toItem(object(record), input));
  if (items.length === 0 && comments.length > 0) return badResponse('no comment is readable');
  const stand = readSlicedPlace(input.cursor);
  return slicePage(items, stand, input.count, afterComments(read.data, stand.parts));
}

/** Deleted comments leave gaps, so a page may be short or empty while there is more. */
function afterComments(data: Json, [sent = '0']: readonly string[]): Onward {
  const hasMore = flag(data.has_more);
  const cursor = id(data.cursor);
  if (cursor !== null && Number(cursor) >= RESEARCH_COMMENTS_MAX) return { end: 'upstream_cap' };
  if (hasMore === false) return { end: 'exhausted' };
  return hasMore === null || cursor === null || cursor === sent
    ? { end: 'unknown' }
    : { end: 'more', next: [cursor] };
}

function toItem(record: Json, input: Input): Page<ParsedComment>['items'] {
  const commentId = id(record.id);
  return commentId === null ? [] : [{ record: toComment(record, commentId, input), raw: record }];
}

/** The parent of a top comment is the video itself. */
function toComment(record: Json, commentId: string, input: Input): ParsedComment {
  const named = id(record.parent_comment_id);
  const above = named === input.id ? null : named;
  const root = 'comment_id' in input ? input.comment_id : above;
  const words = text(record.text);
  return {
    ...blankComment(commentId, { video: input.id, root, parent: above ?? root }, RESEARCH_COMMENT_MISSING),
    text: words && unixLines(words),
    ...publishedUnix(record.create_time),
    likes: count(record.like_count),
    replies: count(record.reply_count),
  };
}

/** No user name is longer, and no id of another API is this short. */
const NAME_CHARS_MAX = 24;

/** The API knows users only by name; ids of other APIs are not names. */
export function userNamed({ handle, author_id }: Pick<AuthorInput, 'handle' | 'author_id'>): string {
  return (handle ?? author_id ?? '').replace(/^@/, '');
}

/** A "no such user" proves nothing when the caller asked with the id of another API. */
export function readResearchUser(
  response: UpstreamResponse,
  input: AuthorInput,
): FoundRecord<ParsedAuthor> | Absent | AttemptFailure {
  const name = userNamed(input);
  if (name.length > NAME_CHARS_MAX) return failed('refused', 'users are known by their names alone');
  const gone = goneUser(response);
  if (gone !== null) return gone;
  const read = readResearch(response, input);
  if ('kind' in read) return read;
  const { data } = read;
  if (text(data.display_name) === null && count(data.follower_count) === null)
    return badResponse('the answer is no user');
  return { kind: 'record', record: toAuthor(data, name), raw: data };
}

/** The API has no code for a missing user, only words. */
function goneUser({ body, status }: UpstreamResponse): Absent | null {
  if (status !== 400 && status !== 404) return null;
  if (/\bprivate\b/i.test(body)) return absent('private');
  return /(?:find|found|exist)/i.test(body) && /user/i.test(body) ? absent() : null;
}

function toAuthor(data: Json, name: string): ParsedAuthor {
  const words = text(data.bio_description);
  const link = url(data.bio_url);
  return {
    ...blankAuthor(name, RESEARCH_AUTHOR_MISSING),
    handle: name,
    name: text(data.display_name),
    url: profilePage(name),
    avatar_url: url(data.avatar_url),
    text: words && unixLines(words),
    verified: flag(data.is_verified),
    followers: count(data.follower_count),
    following: count(data.following_count),
    stats: { videos: count(data.video_count), views: null, likes: count(data.likes_count) },
    links: link === null ? [] : [{ title: null, url: link }],
  };
}
