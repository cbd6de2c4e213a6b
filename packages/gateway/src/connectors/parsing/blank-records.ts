// Records with every field unknown. A connector overrides the fields that it knows, so that a field that it forgets is null and not wrong.

import type { ParsedAuthor } from '../../domain/author.ts';
import type { ParsedComment } from '../../domain/comment.ts';
import type { ParsedPlaylist } from '../../domain/playlist.ts';
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

export function blankAuthor(id: string, missing: readonly string[]): ParsedAuthor {
  return {
    id,
    alt_ids: [],
    handle: null,
    name: null,
    url: null,
    avatar_url: null,
    banner_url: null,
    text: null,
    kind: 'unknown',
    verified: null,
    verified_text: null,
    country: null,
    joined_at: null,
    followers: null,
    following: null,
    stats: { videos: null, views: null, likes: null },
    approx: [],
    links: [],
    private: null,
    live: null,
    missing: missing as string[],
  };
}

// A comment with every field unknown. A connector overrides the fields that it knows, so that a field that it forgets is null and not
// wrong.
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

export function blankPlaylist(id: string, missing: readonly string[]): ParsedPlaylist {
  return {
    id,
    alt_ids: [],
    url: null,
    title: null,
    text: null,
    author: unknownAuthor,
    video_count: null,
    views: null,
    published_at: null,
    updated_at: null,
    thumbnails: [],
    missing: missing as string[],
  };
}
