// Reads comments and replies on Douyin and TikTok, as sellers pass them on. An empty list proves nothing about the video, so the connector
// then looks the video up.
import type { ParsedComment } from '../../domain/comment.ts';
import type { ParsedVideo } from '../../domain/video.ts';
import type { AttemptFailure, Page } from '../connector.ts';
import { blankComment, unknownAuthor } from '../parsing/blank-records.ts';
import { badResponse } from '../parsing/failures.ts';
import {
  count,
  flag,
  id,
  looseFlag,
  publishedUnix,
  text,
  texts,
  thumbnails,
  url,
} from '../parsing/fields.ts';
import { array, type Json, object } from '../parsing/json.ts';
import type { Onward } from '../parsing/sliced-pages.ts';
import { unixLines } from '../parsing/text.ts';
import {
  type AwemePlatform,
  awemeAuthorPage,
  awemeHandle,
  awemeLanguage,
  awemePicture,
  awemeStatus,
  isCertified,
} from './aweme.ts';
import { containers, listNamed, outermost } from './nested-answer.ts';

/** Fields that these platforms never give for a comment. */
const AWEME_COMMENT_MISSING = [
  'url',
  'published_text',
  'edited_at',
  'rating',
  'position_ms',
  'author.followers',
];

/** A video, or a comment on it, that the list belongs to. */
export interface AwemeThread {
  platform: AwemePlatform;
  video: string;
  /** null for the comments on the video itself. */
  root: string | null;
}

export interface CommentList {
  items: Page<ParsedComment>['items'];
  /** Number of entries of the list, including those that cannot be read. */
  entries: number;
  total: number | null;
  hasMore: boolean | null;
  /** Cursor of the next page, unchanged. */
  cursor: string | null;
}

export function readAwemeComments(data: unknown, thread: AwemeThread): CommentList | AttemptFailure {
  const within = containers(data);
  const refusal = awemeStatus(within);
  if (refusal !== null) return refusal;
  const list = listNamed(within, ['comments', 'comment_list', 'reply_comments']);
  // Without comments these platforms write null in place of the list, or omit it and give a count of 0. Otherwise a missing list proves
  // nothing.
  const more = looseFlag(outermost(within, 'has_more'));
  const isNull = within.some(({ comments }) => comments === null);
  const isNone = more === false && (isNull || count(outermost(within, 'total')) === 0);
  if (list === null && !isNone) return badResponse('no list of comments in the answer');
  const all = list ?? [];
  const items = all.flatMap((entry) => toItem(object(entry), thread));
  if (all.length > 0 && items.length === 0) return badResponse('no comment of the list is readable');
  const cursor = id(outermost(within, 'cursor'));
  return { items, entries: all.length, total: count(outermost(within, 'total')), hasMore: more, cursor };
}

/** A cursor that does not change would repeat the page. */
export function afterComments({ hasMore, entries, cursor }: CommentList, sent: string): Onward {
  if (hasMore === false) return { end: 'exhausted' };
  if (entries === 0 || cursor === null || cursor === sent) return { end: 'unknown' };
  return { end: 'more', next: [cursor] };
}

function toItem(record: Json, thread: AwemeThread): CommentList['items'] {
  const commentId = id(record.cid) ?? id(record.comment_id);
  return commentId === null ? [] : [{ record: toComment(record, commentId, thread), raw: record }];
}

/** These platforms write "0" for "none". */
function named(value: unknown): string | null {
  const found = id(value);
  return found === '0' ? null : found;
}

function toComment(record: Json, commentId: string, { platform, video, root }: AwemeThread): ParsedComment {
  const top = root ?? named(record.reply_id);
  const parent = top === null ? null : (named(record.reply_to_reply_id) ?? top);
  const words = text(record.text);
  return {
    ...blankComment(commentId, { video, root: top, parent }, AWEME_COMMENT_MISSING),
    text: words && unixLines(words),
    language: awemeLanguage(record.comment_language),
    ...publishedUnix(record.create_time),
    author: toAuthor(object(record.user), platform),
    is_creator: isByCreator(record),
    pinned: looseFlag(record.author_pin) ?? pinnedBy(record.stick_position),
    hearted: looseFlag(record.is_author_digged),
    likes: count(record.digg_count),
    replies: count(record.reply_comment_total),
    images: imagesOf(record),
  };
}

/** A label marks the author of the video. If there are labels and none of them does, the writer is someone else. */
function isByCreator({ label_type, label_list }: Json): boolean | null {
  if (!Array.isArray(label_list) && label_type === undefined) return null;
  const types = [label_type, ...array(label_list).map((label) => object(label).type)];
  return types.some((type) => id(type) === '1');
}

function pinnedBy(position: unknown): boolean | null {
  const place = count(position);
  return place === null ? null : place > 0;
}

function toAuthor(user: Json, platform: AwemePlatform): ParsedVideo['author'] {
  const handle = awemeHandle(user, platform);
  const longId = text(user.sec_uid);
  return {
    ...unknownAuthor,
    id: longId ?? id(user.uid),
    handle,
    name: text(user.nickname),
    url: awemeAuthorPage(handle, longId, platform),
    avatar_url: url(
      ['avatar_larger', 'avatar_medium', 'avatar_thumb'].flatMap((name) =>
        texts(object(user[name]).url_list),
      )[0],
    ),
    verified: isCertified(user) || flag(user.is_verified),
  };
}

function imagesOf({ image_list }: Json): ParsedComment['images'] {
  const pictures = array(image_list).map(
    (image) => object(image).origin_url ?? object(image).crop_url ?? image,
  );
  return thumbnails(pictures.flatMap(awemePicture));
}
