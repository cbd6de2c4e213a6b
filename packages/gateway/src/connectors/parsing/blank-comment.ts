// A comment with every field unknown. A connector overrides the fields that it knows, so that a field that it forgets is null and not
// wrong.
import type { ParsedComment } from '../../domain/comment.ts';
import { unknownAuthor } from './blank-video.ts';

/** `of` names the video, and for a reply also the top comment of its thread and the comment that it answers. */
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
