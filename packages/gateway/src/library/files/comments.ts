// Comments that a downloader saved with a video: how they are read, stored and returned. A comment that cannot be used is omitted; it never
// makes the record of its video invalid.
import { Fields, isWebUrl, type SourceRecord } from '../fields.ts';
import {
  COMMENT_TEXT_CHARS_MAX,
  COMMENTS_MAX,
  ID_CHARS_MAX,
  NAME_CHARS_MAX,
  REPLY_DEPTH_MAX,
  URL_CHARS_MAX,
} from '../limits.ts';
import type { LibraryAuthor, LibraryComment } from '../record.ts';

/** In the sequence of the file; undefined when the record has no information about comments. `unused`: how many were omitted. */
export function readComments({ comments }: SourceRecord): {
  comments: LibraryComment[] | undefined;
  unused: number;
} {
  if (!Array.isArray(comments)) return { comments: undefined, unused: 0 };
  const usable = comments
    .slice(0, COMMENTS_MAX)
    .map(readComment)
    .filter((comment) => comment !== null);
  const read = new Map(usable.map((comment) => [comment.id, comment]));
  return { comments: placed(read), unused: comments.length - usable.length };
}

function readComment(value: unknown): LibraryComment | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const fields = new Fields(value as SourceRecord);
  const parent = fields.id(ID_CHARS_MAX, 'parent', 'parent_id');
  const published = fields.published('published_at', 'timestamp');
  const comment = {
    parent: parent === 'root' ? undefined : parent,
    root: undefined,
    text: fields.text(COMMENT_TEXT_CHARS_MAX, 'text'),
    published_at: published?.at,
    published_precision: published?.precision,
    author: readWriter(fields),
    is_creator: fields.flag('author_is_uploader', 'is_creator'),
    pinned: fields.flag('is_pinned', 'pinned'),
    hearted: fields.flag('is_favorited', 'hearted'),
    likes: fields.count('like_count', 'likes'),
    replies: undefined,
  };
  const id = fields.id(ID_CHARS_MAX, 'id', 'comment_id');
  return fields.problems.length > 0 || id === undefined ? null : { id, ...comment };
}

function readWriter(fields: Fields): LibraryAuthor | undefined {
  const author = {
    id: fields.id(NAME_CHARS_MAX, 'author_id'),
    name: fields.text(NAME_CHARS_MAX, 'author'),
    url: webAddress(fields, 'author_url'),
    avatar_url: webAddress(fields, 'author_thumbnail'),
    verified: fields.flag('author_is_verified'),
  };
  return Object.values(author).every((value) => value === undefined) ? undefined : author;
}

/** Only absolute addresses are kept: a path would need its site, which is not known here. */
function webAddress(fields: Fields, name: string): string | undefined {
  const value = fields.find(name)?.value;
  const isAddress = typeof value === 'string' && value.length <= URL_CHARS_MAX && isWebUrl(value);
  return isAddress ? value : undefined;
}

/** Adds to each comment the top comment of its thread. A reply to a comment that was not saved becomes a top comment. */
function placed(read: ReadonlyMap<string, LibraryComment>): LibraryComment[] {
  const replies = new Map<string, number>();
  const all = [...read.values()].map((comment) => {
    const root = rootOf(comment, read);
    if (root === undefined) return { ...comment, parent: undefined };
    replies.set(root, (replies.get(root) ?? 0) + 1);
    return { ...comment, root };
  });
  return all.map((comment) =>
    comment.root === undefined ? { ...comment, replies: replies.get(comment.id) ?? 0 } : comment,
  );
}

function rootOf(comment: LibraryComment, read: ReadonlyMap<string, LibraryComment>): string | undefined {
  let above = comment.parent;
  for (let depth = 0; above !== undefined && depth < REPLY_DEPTH_MAX; depth += 1) {
    const next = read.get(above);
    if (next === undefined) return undefined;
    if (next.parent === undefined) return next.id;
    above = next.parent;
  }
  return undefined;
}
