// The unified record `reelgate.comment.v1`: the shape of comments and replies, the same for all platforms. Null always means "the platform
// did not say"; 0 means that it said 0.
import type { Static } from 'typebox';
import { Type } from './schema.ts';
import { Author, Thumbnail, Video } from './video.ts';

const text = Type.Union([Type.String(), Type.Null()]);
const count = Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]);

export const Comment = Type.Object(
  {
    platform: Type.String(),
    id: Type.String(),
    video_id: Type.String(),
    parent_id: Type.Union([Type.String(), Type.Null()], { description: 'null at the top level.' }),
    root_id: Type.Union([Type.String(), Type.Null()], { description: 'null at the top level.' }),
    level: Type.Union([Type.Literal(0), Type.Literal(1)], {
      description: '1 for every reply: deeper replies are listed flat, with their true `parent_id`.',
    }),
    url: text,
    text: Type.Union([Type.String(), Type.Null()], { description: 'Plain text; null when it was deleted.' }),
    language: text,
    published_at: text,
    published_precision: Video.properties.published_precision,
    published_text: text,
    edited_at: text,
    author: Author,
    is_creator: Type.Union([Type.Boolean(), Type.Null()], {
      description: 'Written by the author of the video.',
    }),
    pinned: Type.Union([Type.Boolean(), Type.Null()], { description: 'Pinned to the top.' }),
    hearted: Type.Union([Type.Boolean(), Type.Null()], { description: 'Liked by the author of the video.' }),
    likes: count,
    replies: count,
    rating: Type.Union([Type.Number(), Type.Null()], { description: 'Stars, where comments are reviews.' }),
    position_ms: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()], {
      description: 'The position in the video that it refers to.',
    }),
    images: Type.Array(Thumbnail),
    deleted: Type.Boolean({ description: 'Deleted: the platform shows only that there was a comment.' }),
    approx: Type.Array(Type.String()),
    rank: Type.Integer({ minimum: 1 }),
    source: Type.Object({
      connector: Type.String(),
      upstream_host: Type.String(),
      route: Type.String(),
      fetched_at: Type.String(),
      cache: Type.Union([Type.Literal('hit'), Type.Literal('miss'), Type.Literal('replay')]),
      schema: Type.Literal('reelgate.comment.v1'),
    }),
    missing: Type.Array(Type.String()),
    raw: Type.Optional(Type.Unknown({ description: "The platform's own record; only with `include=raw`." })),
  },
  { $id: 'Comment', description: 'The unified comment record, reelgate.comment.v1.' },
);

export type Comment = Static<typeof Comment>;

/** What a connector reports about a comment. The pipeline adds platform, rank, source and the raw record as text. */
export type ParsedComment = Omit<Comment, 'platform' | 'rank' | 'source' | 'raw'>;
