// An author with every field unknown. A connector overrides the fields that it knows, so that a field that it forgets is null and not
// wrong.
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
