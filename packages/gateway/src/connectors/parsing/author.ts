// Owns the blank author: every field at "the platform did not say". A connector spreads what it knows over it, so a field that it
// forgets is honestly null.
import type { ParsedAuthor } from '../../domain/author.ts';

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
