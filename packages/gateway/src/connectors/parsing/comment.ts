// Owns the blank comment: every field at "the platform did not say". A connector spreads what it knows over it, so a field that it
// forgets is honestly null.
import type { ParsedComment } from '../../domain/comment.ts';
import { unknownAuthor } from './video.ts';

/** `of` is the video, and for a reply the comment at the top and the one that it answers. */
export function blankComment(
  id: string,
  of: { video: string; root: string | null; parent: string | null },
  missing: readonly string[],
): ParsedComment {
  return {
    id,
    video_id: of.video,
    parent_id: of.parent,
    root_id: of.root,
    level: of.root === null ? 0 : 1,
    url: null,
    text: null,
    language: null,
    published_at: null,
    published_precision: null,
    published_text: null,
    edited_at: null,
    author: unknownAuthor,
    is_creator: null,
    pinned: null,
    hearted: null,
    likes: null,
    replies: null,
    rating: null,
    position_ms: null,
    images: [],
    deleted: false,
    approx: [],
    missing: missing as string[],
  };
}
