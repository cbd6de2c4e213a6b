// Reads comments on Kuaishou as sellers pass them on, in camel or snake case. A refusal comes with an empty list, so the code is checked
// first. An empty list proves nothing about the video.
import type { ParsedComment } from '../../domain/comment.ts';
import type { AttemptFailure, Page } from '../connector.ts';
import { blankComment, unknownAuthor } from '../parsing/blank-records.ts';
import { badResponse } from '../parsing/failures.ts';
import { count, id, looseFlag, publishedUnix, roundedCount, text, url } from '../parsing/fields.ts';
import { type Json, object } from '../parsing/json.ts';
import { joined, unixLines } from '../parsing/text.ts';
import { eitherCase, type KuaishouPage, kuaishouRefusal } from './kuaishou.ts';
import { containers, listNamed, outermost } from './nested-answer.ts';

/** Fields that this platform never gives for a comment. */
const KUAISHOU_COMMENT_MISSING = [
  'url',
  'language',
  'published_text',
  'edited_at',
  'author.handle',
  'author.followers',
  'rating',
  'position_ms',
  'images',
];

const TOP_LISTS = ['rootCommentsV2', 'root_comments_v2', 'rootComments', 'root_comments', 'comments'];
const REPLY_LISTS = ['subCommentsV2', 'sub_comments_v2', 'subComments', 'sub_comments', 'comments'];
const CURSORS = ['pcursorV2', 'pcursor_v2', 'pcursor'];

const TOTALS = ['commentCountV2', 'comment_count_v2', 'commentCount', 'comment_count'];

export interface KuaishouComments extends KuaishouPage {
  items: Page<ParsedComment>['items'];
  /** All comments of the video, including replies; null when the answer does not state it. */
  total: number | null;
}

/** `root` is null for the comments on the video itself. */
export function readKuaishouComments(
  data: unknown,
  of: { video: string; root: string | null },
): KuaishouComments | AttemptFailure {
  const within = containers(data);
  const refusal = kuaishouRefusal(within);
  if (refusal !== null) return refusal;
  const list = listNamed(within, of.root === null ? TOP_LISTS : REPLY_LISTS);
  if (list === null) return badResponse('no list of comments in the answer of Kuaishou');
  const items = list.flatMap((entry) => toItem(object(entry), of));
  if (list.length > 0 && items.length === 0) return badResponse('no comment of the list is readable');
  const cursor = CURSORS.map((name) => outermost(within, name)).find((value) => value !== undefined);
  const total = TOTALS.map((name) => count(outermost(within, name))).find((value) => value !== null) ?? null;
  return { items, isEmpty: list.length === 0, cursor: cursor === '' ? '' : id(cursor), total };
}

function toItem(record: Json, of: { video: string; root: string | null }): KuaishouComments['items'] {
  const read = eitherCase(record);
  const commentId = id(read('commentId'));
  if (commentId === null) return [];
  const parent = of.root === null ? null : (repliedTo(read('replyTo')) ?? of.root);
  const comment = toComment(read, blankComment(commentId, { ...of, parent }, KUAISHOU_COMMENT_MISSING));
  return [{ record: comment, raw: record }];
}

/** The platform writes "0" for "none". */
function repliedTo(value: unknown): string | null {
  const found = id(value);
  return found === '0' ? null : found;
}

function toComment(read: (name: string) => unknown, blank: ParsedComment): ParsedComment {
  const words = text(read('content'));
  // The first field may be rounded; the last one never is.
  const rounded = read('likedCount') ?? read('likeCount');
  const likes = roundedCount(count(rounded) ?? count(read('realLikedCount')) ?? rounded);
  const hasNone = looseFlag(read('hasSubComments')) === false;
  const replies = roundedCount(read('subCommentCount') ?? read('commentCount') ?? (hasNone ? 0 : null));
  const authorId = id(read('authorId'));
  return {
    ...blank,
    text: words && unixLines(words),
    ...publishedUnix(read('timestamp')),
    author: {
      ...unknownAuthor,
      id: authorId,
      name: text(read('authorName')),
      url: authorPage(authorId),
      avatar_url: url(read('headurl') ?? read('headUrl')),
      verified: looseFlag(read('authorVerified')),
    },
    is_creator: looseFlag(read('authorIsPhotoAuthor') ?? read('isAuthor')),
    pinned: looseFlag(read('isTop') ?? read('top')),
    hearted: looseFlag(read('authorLiked')),
    likes: likes.value,
    replies: replies.value,
    approx: [...(likes.isApprox ? ['likes'] : []), ...(replies.isApprox ? ['replies'] : [])],
  };
}

/** The page of an author is known only by the short id. */
function authorPage(authorId: string | null): string | null {
  return authorId !== null && /^3x[\w-]+$/.test(authorId)
    ? joined('https://www.kuaishou.com/profile/', authorId)
    : null;
}
