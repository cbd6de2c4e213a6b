// How a comment becomes an item of an answer: the fields from the connector, plus platform, rank and source.
import type { Comment, ParsedComment } from '../domain/comment.ts';
import type { RecordForm } from './operation.ts';

export const commentRecord: RecordForm = {
  kind: 'comment',
  schema: 'reelgate.comment.v1',
  /** One object literal for every item, for the same reason as in video-record.ts. */
  item({ platform, source }, parsed, rank): Comment {
    const comment = parsed as ParsedComment;
    return {
      platform,
      id: comment.id,
      video_id: comment.video_id,
      parent_id: comment.parent_id,
      root_id: comment.root_id,
      level: comment.level,
      url: comment.url,
      text: comment.text,
      language: comment.language,
      published_at: comment.published_at,
      published_precision: comment.published_precision,
      published_text: comment.published_text,
      edited_at: comment.edited_at,
      author: comment.author,
      is_creator: comment.is_creator,
      pinned: comment.pinned,
      hearted: comment.hearted,
      likes: comment.likes,
      replies: comment.replies,
      rating: comment.rating,
      position_ms: comment.position_ms,
      images: comment.images,
      deleted: comment.deleted,
      approx: comment.approx,
      missing: comment.missing,
      rank,
      source: source as Comment['source'],
    };
  },
  things(parsed) {
    const { id, video_id } = parsed as ParsedComment;
    return [
      ['comment', id],
      ['video', video_id],
    ];
  },
};
