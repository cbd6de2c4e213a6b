// A video with every field unknown. A connector overrides the fields that it knows, so that a field that it forgets is null and not wrong.
import type { ParsedVideo } from '../../domain/video.ts';

/** A record that must not be delivered: not public, or not a video. It does not mean that the platform changed its format. */
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

/** Few platforms give this field. A connector of such a platform uses `WITH_ORIGINAL`; for all others the field is added to the missing ones. */
const ORIGINAL = 'original_published_at';
export const WITH_ORIGINAL = true;
/** Keyed by the connector's list of missing fields, so that each combined list is built once. */
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
