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

/** Few platforms have it. A connector whose platform does says so by `WITH_ORIGINAL`, and all others need say nothing. */
const ORIGINAL = 'original_published_at';
export const WITH_ORIGINAL = true;
/** By the list that a connector gives with each record, so that it is made once. */
const withoutOriginal = new WeakMap<readonly string[], string[]>();

function missingOf(missing: readonly string[], hasOriginal: boolean): string[] {
  if (hasOriginal) return missing as string[];
  const known = withoutOriginal.get(missing) ?? [...missing, ORIGINAL];
  withoutOriginal.set(missing, known);
  return known;
}

export function blankVideo(id: string, missing: readonly string[], hasOriginal = false): ParsedVideo {
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
    original_published_at: null,
    duration_ms: null,
    width: null,
    height: null,
    author: unknownAuthor,
    stats: unknownStats,
    approx: [],
    thumbnails: [],
    license: null,
    nsfw: null,
    missing: missingOf(missing, hasOriginal),
  };
}
