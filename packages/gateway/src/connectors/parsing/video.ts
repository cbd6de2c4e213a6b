// Owns the blank record: every field at "the platform did not say". A connector spreads what it knows over it, so a field
// that it forgets is honestly null.
import type { ParsedVideo } from '../../domain/video.ts';

/** A record that is none of ours to give: not public, or no video. Its absence is no sign of another shape. */
export const LEFT_OUT = 'left out';

/** A record as a connector reads it; null when it cannot be read. */
export type Readable<Parsed = ParsedVideo> = Parsed | typeof LEFT_OUT | null;

export const unknownAuthor: ParsedVideo['author'] = {
  id: null,
  handle: null,
  name: null,
  url: null,
  avatar_url: null,
  verified: null,
  followers: null,
};

export const unknownStats: ParsedVideo['stats'] = {
  views: null,
  likes: null,
  comments: null,
  shares: null,
  saves: null,
  reposts: null,
  downloads: null,
  danmaku: null,
};

export function blankVideo(id: string, missing: readonly string[]): ParsedVideo {
  return {
    id,
    alt_ids: [],
    url: null,
    embed_url: null,
    kind: 'video',
    title: null,
    text: null,
    text_truncated: false,
    tags: [],
    language: null,
    region: null,
    published_at: null,
    published_precision: null,
    published_text: null,
    duration_ms: null,
    width: null,
    height: null,
    author: unknownAuthor,
    stats: unknownStats,
    approx: [],
    thumbnails: [],
    license: null,
    nsfw: null,
    missing: missing as string[],
  };
}
