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

/**
 * Fields that few platforms give. A connector that gives some of them names those; all others are added to the missing ones, so that a
 * new field of this kind needs no change in the connectors that lack it.
 */
export const SELDOM = [
  'original_published_at',
  'category',
  'music',
  'captions',
  'live',
  'location',
  'mentions',
  'updated_at',
] as const;
export type SeldomGiven = readonly ((typeof SELDOM)[number] | 'orientation')[];
const NONE: SeldomGiven = [];

/** Keyed by the connector's two lists, so that each combined list is built once. */
const combined = new WeakMap<readonly string[], WeakMap<SeldomGiven, string[]>>();

/** The fields that records with these two lists never have. */
export function missingFrom(missing: readonly string[], gives: SeldomGiven = NONE): string[] {
  const byGiven = combined.get(missing) ?? new WeakMap<SeldomGiven, string[]>();
  const known = byGiven.get(gives);
  if (known !== undefined) return known;
  const all = [...missing, ...SELDOM.filter((name) => !gives.includes(name) && !missing.includes(name))];
  // Without a size, only the platform's own word tells the orientation.
  if (missing.includes('width') && !gives.includes('orientation')) all.push('orientation');
  combined.set(missing, byGiven.set(gives, all));
  return all;
}

export function blankVideo(id: string, missing: readonly string[], gives?: SeldomGiven): ParsedVideo {
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
    category: null,
    music: null,
    captions: null,
    live: null,
    location: null,
    mentions: NO_MENTIONS,
    updated_at: null,
    orientation: null,
    missing: missingFrom(missing, gives),
  };
}

const NO_MENTIONS: string[] = [];
