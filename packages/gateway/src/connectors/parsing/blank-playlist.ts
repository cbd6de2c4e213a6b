// A playlist with every field unknown. A connector overrides the fields that it knows, so that a field that it forgets is null and not
// wrong.
import type { ParsedPlaylist } from '../../domain/playlist.ts';
import { unknownAuthor } from './blank-video.ts';

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
